"""Corrections for many tests: adjusted p-values, which are compared with alpha itself."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from intervale.errors import OptionError, did_you_mean

__all__ = ["CORRECTED", "CORRECTIONS", "adjusted", "check_correction", "level_together"]

Array = np.ndarray[Any, Any]


def adjusted(p: Array, correction: str) -> Array:
    """The p-values adjusted by a correction; those that are not a number are no part of the family.

    >>> adjusted(np.array([0.01, 0.02, 0.03]), "holm").tolist()
    [0.03, 0.04, 0.04]
    """
    check_correction(correction)
    found, known = p.copy(), ~np.isnan(p)
    if known.any():
        found[known] = np.minimum(1.0, CORRECTIONS[correction][1](p[known]))
    return found


OTHER_NAMES = {
    **dict.fromkeys(("fdr", "fdrbh", "fdri", "benjamini", "benjaminihochberg"), "bh"),
    **dict.fromkeys(("fdrby", "fdrn", "benjaminiyekutieli", "yekutieli"), "by"),
    **dict.fromkeys(("b", "bonf", "fwer"), "bonferroni"),
    **dict.fromkeys(("h", "holmbonferroni", "bonferroniholm"), "holm"),
    **dict.fromkeys(("s", "dunnsidak", "hs", "holmsidak"), "sidak"),
    **dict.fromkeys(("sh", "simeshochberg"), "hochberg"),
    **dict.fromkeys(("no", "off", "false", "raw"), "none"),
}
"""What statsmodels, scipy and R call the corrections, in lower case without signs, and the names here."""


def check_correction(correction: str) -> None:
    if correction not in CORRECTIONS:
        hint = did_you_mean(correction, CORRECTIONS, OTHER_NAMES)
        raise OptionError(f"correction={correction!r} is unknown; {hint}use one of: {', '.join(CORRECTIONS)}")


def level_together(alpha: float, intervals: int, correction: str) -> float | None:
    """The level of each of so many confidence intervals that together are at ``alpha``; None where a correction has no
    such intervals, as it is for the false discovery rate or there is none.

    Holm and Hochberg have no intervals of their own for two-sided tests. Bonferroni's hold beside them: they are wider,
    and may reach 0 where the decision is that systems differ.

    >>> level_together(0.05, 10, "holm"), level_together(0.05, 10, "bh")
    (0.005, None)
    """
    if correction in ("bonferroni", "holm", "hochberg"):
        return alpha / max(1, intervals)
    return -float(np.expm1(np.log1p(-alpha) / max(1, intervals))) if correction == "sidak" else None


def _stepped(p: Array, factor: Callable[[Array, int], Array], *, down: bool) -> Array:
    """p times a factor by its place, made monotone: down from the smallest, or up from the largest."""
    order = np.argsort(p, kind="stable")
    raised = p[order] * factor(np.arange(1, len(p) + 1), len(p))
    made = np.maximum.accumulate(raised) if down else np.minimum.accumulate(raised[::-1])[::-1]
    found = np.empty(len(p))
    found[order] = made
    return found


def _sidak(p: Array) -> Array:
    found: Array = -np.expm1(len(p) * np.log1p(-np.minimum(p, 1 - 1e-16)))
    return found


CORRECTIONS: dict[str, tuple[str, Callable[[Array], Array]]] = {
    "none": ("no correction: each pair separately", lambda p: p),
    "bonferroni": ("family-wise, Bonferroni", lambda p: p * len(p)),
    "sidak": ("family-wise, Šidák: for independent tests", lambda p: _sidak(p)),
    "holm": ("family-wise, Holm", lambda p: _stepped(p, lambda i, m: m + 1 - i, down=True)),
    "hochberg": (
        "family-wise, Hochberg: for independent or positively dependent tests",
        lambda p: _stepped(p, lambda i, m: m + 1 - i, down=False),
    ),
    "bh": (
        "false discovery rate, Benjamini and Hochberg",
        lambda p: _stepped(p, lambda i, m: m / i, down=False),
    ),
    "by": (
        "false discovery rate, Benjamini and Yekutieli: under any dependence",
        lambda p: _stepped(p, lambda i, m: m / i * (1 / np.arange(1, m + 1)).sum(), down=False),
    ),
}
"""What each is, and how it adjusts."""
CORRECTED = {
    "none": "not corrected",
    "bonferroni": "Bonferroni",
    "sidak": "Šidák",
    "holm": "Holm",
    "hochberg": "Hochberg",
    "bh": "Benjamini-Hochberg",
    "by": "Benjamini-Yekutieli",
}
"""How a correction is named beside a decision."""
