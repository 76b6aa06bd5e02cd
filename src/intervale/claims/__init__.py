"""The papers' statements as executable claims.

The room can be called: ``iv.claims("001")`` checks the claims of a paper, ``iv.claims()`` all.
"""

import sys
from pathlib import Path
from types import ModuleType

from intervale.claims import ferrante_2015, ferrante_2019, ferrante_2021, giner, group_theoretic
from intervale.claims.appendix import appendix
from intervale.claims.register import (
    CLAIMS,
    CONTENTS,
    PAPERS,
    Checked,
    Claim,
    Finding,
    Item,
    Outcome,
    run_claims,
)

__all__ = [
    "CLAIMS",
    "CONTENTS",
    "PAPERS",
    "Checked",
    "Claim",
    "Finding",
    "Item",
    "Outcome",
    "appendix",
    "ferrante_2015",
    "ferrante_2019",
    "ferrante_2021",
    "giner",
    "group_theoretic",
    "run_claims",
]


class _Room(ModuleType):
    def __call__(self, paper: str | None = None, data: str | Path | None = None) -> list[Checked]:
        """The claims of a paper, or of all, checked: see :func:`intervale.claims.run_claims`."""
        return list(run_claims(paper, data))


sys.modules[__name__].__class__ = _Room
