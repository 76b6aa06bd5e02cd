"""Names of measures as trackers of experiments accept them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from hashlib import sha256

from intervale.errors import OptionError, shown

__all__ = ["STYLES", "tracker_names"]

STYLES = {"plain": None, "mlflow": re.compile(r"[^A-Za-z0-9_.-]+"), "wandb": re.compile(r"[^A-Za-z0-9_]+")}
"""What a name may not have in it, for each style."""
LONGEST = 250
"""How many characters MLflow allows."""


def tracker_names(names: Sequence[str], style: str) -> list[str]:
    """Each name as a tracker accepts it, no two alike, not even where capitals do not count.

    >>> tracker_names(["nDCG@10", "P(rel=2)@10"], "mlflow")
    ['nDCG_at_10', 'P_rel_2_at_10']
    >>> tracker_names(["a b", "a_b"], "wandb")
    ['a_b_c8687a08', 'a_b_648fa9b3']
    """
    if style not in STYLES:
        raise OptionError(f"style={shown(style)} is unknown; use one of: {', '.join(STYLES)}")
    refused = STYLES[style]
    if refused is None:
        return list(names)
    plain = [_plain(name, refused) for name in names]
    often = Counter(name.casefold() for name in plain)
    fine = [often[name.casefold()] == 1 and len(name) <= LONGEST for name in plain]
    found = [new if fits else _marked(new, name) for name, new, fits in zip(names, plain, fine, strict=True)]
    alike = len({name.casefold() for name in found}) < len(found)
    return [_marked(new, name) for name, new in zip(names, plain, strict=True)] if alike else found


def _plain(name: str, refused: re.Pattern[str]) -> str:
    """What is left of a name; it begins with a letter."""
    found = refused.sub("_", name.replace("@", " at ")).strip("_.-")
    return found if found[:1].isalpha() else f"measure_{found}".rstrip("_")


def _marked(new: str, name: str) -> str:
    digest = sha256(name.encode("utf-8", "surrogatepass")).hexdigest()[:8]
    return f"{new[: LONGEST - 9]}_{digest}"
