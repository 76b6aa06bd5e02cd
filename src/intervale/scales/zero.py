"""Whether the zero of an interval scale is a natural one: what makes it a ratio scale.

On an interval scale M = αρ + β, and both α and β are a choice: ratios of values change with β. They keep their meaning
where the zero is given, as for lengths and absolute temperatures (Ferrante, Ferro and Fuhr 2021, §III-B), and only the
unit is chosen. For runs there is one candidate: the run in which nothing is relevant, where no order has a worse one.

*Tested* is that this run is the worst one of the order, or tied with it, and that its value is 0: β = 0, so that values
are proportional to the number of steps from there, M = αρ. *A convention* is that this run has nothing of what is
measured. No order on runs says so: every finite order with a worst run has one, and the papers define no operation of
putting runs together, as for rods, from which a zero would follow. Who holds the convention may use ratios.
"""

from __future__ import annotations

from typing import Any

from intervale.exact.verdict import Verdict, undecided
from intervale.scales.tally import run_text
from intervale.scales.values import RunValues

__all__ = ["NOT_INTERVAL", "natural_zero", "own_zero"]

NOT_INTERVAL = Verdict(None, why="not on an interval scale")


def natural_zero(values: RunValues, affine: Verdict, alpha: Any, beta: Any) -> Verdict:
    """Whether the run in which nothing is relevant is the worst one and has the value 0, for a measure that is α times
    the number of steps from the worst run, plus β; β is None without a single worst run. Floats are compared beside a
    step.
    """
    if affine.undecided:
        return undecided("whether it is on an interval scale is not known", affine.cases)
    if not affine.holds:
        return NOT_INTERVAL
    if beta is None:
        return Verdict(False, None, 0, affine.proof, "the order has no single worst run")
    run, step = (0,) * values.space.length, alpha if values.numeric else 0
    value = values.of(run)
    said = f"M{run_text(run)} = {values.text(value)}"
    if values.compare(step + value, step + beta):
        least = values.text(float(beta) if values.numeric else beta)
        return Verdict(False, (run,), 1, values.refutation, f"{said} is not the smallest value, which is {least}")
    if values.compare(step + value, step):
        return Verdict(False, (run,), 1, values.refutation, f"{said}, although nothing is relevant")
    return Verdict(True, None, affine.cases, affine.proof, f"{said}, and no run is worse")


def own_zero(values: RunValues, equal: Verdict, step: Any, least: Any) -> Verdict:
    """The same on the order that the measure makes itself, where its values are equally spaced or not, from the least
    one on. Without that, 0 is the least value of a measure whose scores lie between 0 and 1, if a run has it.
    """
    if equal.holds and least is None:
        if not values.measure.in_unit or values.of((0,) * values.space.length) != 0:
            return undecided("its smallest value is not known")
        least = 0
    return natural_zero(values, equal, step, least)
