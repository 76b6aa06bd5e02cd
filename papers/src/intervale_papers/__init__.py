"""The statements of five papers as executable claims: what each says, the check that decides it, and what it found.

>>> from intervale_papers import CLAIMS, run_claims
>>> CLAIMS["001/example-8"].check().kind
<Kind.NUMBER: 'wrong number'>

Importing this package loads nothing heavy: each name below is fetched when it is first used.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from intervale_papers.registered import (
        CLAIMS,
        CONTENTS,
        PAPERS,
        Checked,
        Claim,
        Erratum,
        Finding,
        Item,
        Kind,
        Paper,
        Section,
        overview,
        paper_page,
        run_claims,
    )

__all__ = [
    "CLAIMS",
    "CONTENTS",
    "PAPERS",
    "Checked",
    "Claim",
    "Erratum",
    "Finding",
    "Item",
    "Kind",
    "Paper",
    "Section",
    "overview",
    "paper_page",
    "run_claims",
]


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module 'intervale_papers' has no attribute {name!r}")
    return getattr(import_module("intervale_papers.registered"), name)
