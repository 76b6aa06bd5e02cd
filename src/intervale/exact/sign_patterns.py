"""Signs of sums with free positive weights: what Σ s_g · x_g can be when every s_g > 0 is open.

The signs that occur are read off the x_g, exactly; several sums at once are in :mod:`intervale.exact.alternatives`.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

__all__ = ["sum_signs"]

Number = int | Fraction
Steps = list[Fraction]


def sum_signs(numbers: Sequence[Number]) -> dict[int, Steps]:
    """The signs −1, 0, 1 that Σ s_g · x_g takes over positive s, each with an s that gives it.

    >>> sorted(sum_signs([1, 0, 2])), sorted(sum_signs([1, -2])), sorted(sum_signs([0, 0]))
    ([1], [-1, 0, 1], [0])
    >>> sum_signs([1, -2])[0]
    [Fraction(2, 1), Fraction(1, 1)]
    """
    ones = [Fraction(1)] * len(numbers)
    above, below = sum(x for x in numbers if x > 0), -sum(x for x in numbers if x < 0)
    if not above and not below:
        return {0: ones}
    found = {}
    if above:
        factor = Fraction(below, above) + 1
        found[1] = [factor if x > 0 else Fraction(1) for x in numbers]
    if below:
        factor = Fraction(above, below) + 1
        found[-1] = [factor if x < 0 else Fraction(1) for x in numbers]
    if above and below:
        found[0] = [Fraction(below, above) if x > 0 else Fraction(1) for x in numbers]
    return found
