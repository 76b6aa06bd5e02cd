"""Numbers as a page carries them: arrays in base64, and texts joined by spaces."""

from __future__ import annotations

import base64
from typing import Any

import numpy as np

from intervale.present.wording.texts import p_text, plain

__all__ = ["MARKS", "mean_texts", "p_texts", "packed", "packed_marks", "packed_scores", "plain_texts", "texts"]

Array = np.ndarray[Any, Any]
MARKS = "0123456789abc -."
"""What half a byte stands for: grades, then left out, not judged, and past the end."""


def packed(numbers: Any, kind: str) -> str:
    """Numbers in base64, little end first; ``kind`` as numpy has it: f8, u2, u1."""
    return base64.b64encode(np.ascontiguousarray(numbers, dtype=f"<{kind}").tobytes()).decode()


def packed_scores(scores: Array) -> dict[str, str]:
    """A table of scores: all of them, or where these are few its values and the place of each score among them."""
    values, places = np.unique(scores, return_inverse=True)
    for kind, most in (("u1", 2**8), ("u2", 2**16)):
        if len(values) <= most and 8 * len(values) + int(kind[1]) * scores.size < 8 * scores.size:
            return {"values": packed(values, "f8"), "kind": kind, "places": packed(places.ravel(), kind)}
    return {"values": packed(scores, "f8"), "kind": ""}


def packed_marks(marks: str) -> str:
    """Marks of judged runs in base64, two a byte: their places in :data:`MARKS`.

    >>> packed_marks("10-.")
    'EO8='
    """
    places = {mark: place for place, mark in enumerate(MARKS)}
    codes = np.array([places[mark] for mark in marks], dtype=np.uint8)
    codes = np.append(codes, 0) if len(codes) % 2 else codes
    return packed(16 * codes[::2] + codes[1::2], "u1")


def texts(numbers: list[str]) -> str:
    """Texts of numbers without a space in them, with a minus that JSON writes in one character."""
    return " ".join(text.replace("−", "-") for text in numbers)


def plain_texts(numbers: Any) -> str:
    return texts([plain(float(x)) if np.isfinite(x) else "?" for x in numbers])


def mean_texts(numbers: Any) -> str:
    """Means with four digits behind the point, as tables have them; very large and very small ones in a few digits."""
    return texts(["?" if not np.isfinite(x) else f"{x:.4f}" if _usual(x) else plain(float(x)) for x in numbers])


def _usual(x: float) -> bool:
    return x == 0 or 5e-5 <= abs(x) < 1e6


def p_texts(numbers: Any) -> str:
    """p as :func:`~intervale.present.wording.p_text` has it, without its ``p = ``."""
    return texts([_p_text(float(p)) for p in np.asarray(numbers)])


def _p_text(p: float) -> str:
    text = p_text(p)
    return "?" if "not known" in text else text.removeprefix("p ").removeprefix("= ").replace("< ", "<")
