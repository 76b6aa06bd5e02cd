"""The double ruler: where a measure puts its values, and where equal steps would."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

__all__ = ["double_ruler"]

WIDTH, EDGE, TICK, BETWEEN = 480.0, 6.0, 16.0, 14.0
"""In pixels: the whole width, the space at either end, the length of a tick, the space between the two rulers."""


def double_ruler(values: Sequence[float], *, label: str) -> str:
    """An SVG picture of ascending values: above as the measure spaces them, below at equal steps, with a thread from
    each to its place below. Its colours are those of the page.

    >>> double_ruler([0.0, 0.5, 1.0], label="P@2").count("<line")
    9
    """
    low, high, last = min(values), max(values), len(values) - 1
    above, below = TICK, TICK + BETWEEN
    lines = []
    for number, value in enumerate(values):
        own = _across((value - low) / (high - low) if high > low else 0.0)
        even = _across(number / last if last else 0.0)
        lines.append(_line("thread", own, above, even, below))
        lines.append(_line("own", own, 0, own, above))
        lines.append(_line("even", even, below, even, below + TICK))
    size = f'viewBox="0 0 {WIDTH:g} {below + TICK:g}"'
    return f'<svg {size} role="img" aria-label="{escape(label)}">{"".join(lines)}</svg>'


def _across(share: float) -> float:
    return round(EDGE + share * (WIDTH - 2 * EDGE), 2)


def _line(kind: str, x1: float, y1: float, x2: float, y2: float) -> str:
    return f'<line class="ruler {kind}" x1="{x1:g}" y1="{y1:g}" x2="{x2:g}" y2="{y2:g}"/>'
