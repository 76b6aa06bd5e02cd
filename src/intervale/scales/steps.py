"""Why the steps between neighbouring values cannot all be equal, proven from a few values."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import gcd, lcm

from intervale.exact import Exact, LogSum, decimal_text
from intervale.exact.totals import near_rational
from intervale.scales.counting import Counting

__all__ = ["why_unequal"]


def why_unequal(counting: Counting, some: Sequence[Exact], runs: int) -> str:
    """Why steps differ, where ``some`` values prove that; empty where they do not. There are so many ``runs``.

    Equal steps would have to go a whole number of times into every difference of two values. Where the largest such
    step makes room for more values than there are, or there is none, steps differ.
    """
    worst, best = counting.extremes
    above = [value - worst for value in some]
    if any(isinstance(value, LogSum) for value in above):
        step = min(value for value in above if value > 0)
        times = near_rational(best - worst) / near_rational(step)
        smallest = counting.neighbours(worst)[1] == worst + step
        whole = abs(times - round(times)) < Fraction(1, 10**9)
        return "" if whole or not smallest else f"the first step, {decimal_text(step, 6)}, does not divide the range"
    fractions = [Fraction(value) for value in (*above, best - worst)]  # type: ignore[arg-type]
    bottom = lcm(*(value.denominator for value in fractions))
    step = Fraction(gcd(*(int(value * bottom) for value in fractions)), bottom)
    room = int(fractions[-1] / step) + 1
    fewer = room > (counting.most_values or runs)
    return f"steps of {step} at most would make room for {room:,} values, and there are fewer" if fewer else ""
