"""The other way round: for which values of a parameter a measure is isotone, strict, affine or a valuation.

Of a sum over ranks a few kinds of steps stand for all, and what each adds is a polynomial in p of RBP, A + B·log2(b) in
the base of DCG, and linear in the gains. So the range of the parameter falls into finitely many parts, each with one
scale, and every boundary is decided. β of F changes nothing on one topic: F is a constant times the number of relevant
documents. On a lattice a sum over ranks is a valuation for every value of the parameter, and its distance a metric
where it is strict (:mod:`intervale.scales.valuations`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import fields, replace
from fractions import Fraction
from typing import Any

from intervale.errors import OptionError
from intervale.exact.verdict import Verdict
from intervale.measures import Fold, Measure, load_measure
from intervale.measures.cumulated import DCG
from intervale.measures.measure import Additive
from intervale.measures.persistence import RBP, gRBP
from intervale.measures.precision import F
from intervale.orders import ORDERS, GeneratedOrder, Grades, Order, RunSpace, theorem_facts
from intervale.orders import order as named_order
from intervale.scales.arguments import run_length, with_gains
from intervale.scales.base_parts import parts_in_base
from intervale.scales.folds import fold_of
from intervale.scales.gain_regions import GainConditions, NearestGains
from intervale.scales.grade_sets import space_of
from intervale.scales.parts import NEVER, Condition, Part, PartsAndConditions, constant_gains, parts_in_p
from intervale.scales.region_results import QUESTIONS, GainRegion, NumberRegion, ScaleRegion
from intervale.scales.verdicts import scale

__all__ = ["OVER", "QUESTIONS", "GainRegion", "NearestGains", "NumberRegion", "ScaleRegion", "scale_region"]

OVER = ("p", "beta", "base", "gains")
"""The parameters that can be asked about."""
LONGEST, LONGEST_OF_BASES, MOST_GRADES = 200, 60, 8
"""How long runs may be, with the base of a logarithm too, and how many grades above 0 have gains to be found."""


def scale_region(
    measure: str | Measure,
    over: str,
    *,
    length: int | None = None,
    grades: Grades = 1,
    order: str | Order = "rank-total",
    gains: Mapping[int, Any] | Sequence[Any] | None = None,
) -> NumberRegion | GainRegion:
    """For which values of a parameter a measure is on which scale under an order, on the runs of a length over grades
    0..``grades``: ``p`` of RBP and gRBP, ``base`` of DCG and nDCG, ``beta`` of F, and ``gains`` of the sums over ranks
    that take them. All boundaries are exact and decided.

    >>> found = scale_region("RBP", "p", length=4)
    >>> [(one.text("p"), one.holds) for one in found.scales]
    [('0 < p < 1/2', 'ordinal'), ('p = 1/2', 'interval'), ('1/2 < p < 0.543689', 'ordinal'),
    ('p = 0.543689', 'weakly ordinal'), ('0.543689 < p < 1', 'none')]
    >>> found.conditions["strict"][0].text, found.holds_at(0.6)["strict"]
    ('p^4 − 2p + 1 > 0', False)
    >>> gains = scale_region("gRBP(p=0.25)", "gains", length=3, grades=2)
    >>> [one.text for one in gains.conditions["strict"]]
    ['g1 > 5/16·g2', 'g2 > 16/11·g1']
    """
    if over not in OVER:
        raise OptionError(f"over={over!r} is unknown; use one of: {', '.join(OVER)}")
    chosen = load_measure(measure)
    _check_parameter(chosen, over)
    if over == "gains":
        if gains is not None:
            raise OptionError("over='gains' asks for the gains; to start from some, use nearest(gains) of the result")
        space = RunSpace(run_length(chosen, length), grades)  # type: ignore[arg-type]
        chosen = _with_free_gains(chosen, space)
    else:
        chosen, space = space_of(chosen, length, grades, gains)
    known = _known_order(order, space)
    own = known.space(space.length, space.grades)
    longest = LONGEST_OF_BASES if over == "base" else LONGEST
    if own.length > longest:
        raise OptionError(f"length {own.length:,} is too large: regions over {over} are found up to length {longest}")
    facts = theorem_facts(known, own)
    about = {"measure": chosen, "over": over, "space": space, "order": known.name}
    about |= {name: bool(facts[name]) for name in ("lattice", "graded")}
    return _found(about, known, own)


def _check_parameter(measure: Measure, over: str) -> None:
    kinds: dict[str, tuple[type[Measure], ...]] = {"p": (RBP, gRBP), "base": (DCG,), "beta": (F,)}
    names = {"p": "RBP and gRBP", "base": "DCG and nDCG", "beta": "F", "gains": "gP, gR, gRBP, F, DCG, nDCG and INSQ"}
    free = isinstance(measure, Additive) and "gains" in {one.name for one in fields(measure)}
    fits = free if over == "gains" else isinstance(measure, kinds[over])
    if not fits:
        why = ", whose steps are linear in the gains" if over == "gains" else ""
        raise OptionError(f"over={over!r} is for {names[over]}{why}, not for {measure}")


def _with_free_gains(measure: Measure, space: RunSpace) -> Measure:
    """The measure with gains that stand for any; refused where it does not take them, or another top grade divides."""
    if space.grades > MOST_GRADES:
        raise OptionError(f"grades 0..{space.grades} are too many: gains are found for up to {MOST_GRADES} above 0")
    if measure.max_rel not in (None, space.grades):
        raise OptionError(f"over='gains' needs the top grade of the space, and {measure} has another")
    free = replace(measure, graded=True) if isinstance(measure, F) else measure
    with_gains(free, [0, *range(2, space.grades + 2)], space.grades)  # refused where it takes none
    return with_gains(free, list(range(space.grades + 1)), space.grades)


def _known_order(order: str | Order, space: RunSpace) -> Order:
    """One of the orders of the papers."""
    found = None if order == "induced" else named_order(order)
    if isinstance(found, GeneratedOrder):
        found = found.same(found.space(space.length, space.grades)) or found
    if found is None or not isinstance(ORDERS.get(found.name), type(found)):
        raise OptionError(f"regions are known for the orders {', '.join(ORDERS)}, not for {order}")
    return found


def _found(about: dict[str, Any], order: Order, space: RunSpace) -> NumberRegion | GainRegion:
    chosen, over, graded = (about[name] for name in ("measure", "over", "graded"))
    fold = fold_of(chosen, space)
    not_of_sets = f"{chosen} depends on the order of the documents"
    if over == "gains":
        known = GainConditions.of(fold, order, space, graded)
        return GainRegion(**about, known=known, why="" if known is not None else not_of_sets)
    if over == "beta":
        found, why = _in_beta(chosen, order, space)
    else:
        # 1/(1 − p^N) of a normalised measure is a positive factor: signs and equal steps are those without it
        in_p = parts_in_p(replace(chosen, normalised=False), fold, order, space, graded) if over == "p" else None
        found = in_p or (_no_p(fold) if over == "p" else parts_in_base(fold, order, space, graded))
        why = "" if any(part.applies for part in found.parts) else not_of_sets
    applies = any(part.applies for part in found.parts)
    return NumberRegion(**about, parts=tuple(found.parts), found=found if applies else None, why=why)


def _no_p(fold: Fold) -> PartsAndConditions:
    """Under an order of sets weights differ for every p: it applies where all runs have one value."""
    flat = constant_gains(fold)
    return PartsAndConditions([Part(Fraction(0), Fraction(1), flat, False, False, flat)], [], [Condition(NEVER)])


def _in_beta(measure: Measure, order: Order, space: RunSpace) -> tuple[PartsAndConditions, str]:
    """F is a positive constant of the topic times the number of relevant documents, for every β."""
    one = scale(measure, length=space.length, grades=space.grades, order=order)[order.name]
    part = Part(Fraction(0), None, bool(one.isotone), bool(one.strict), bool(one.affine), one.applies)
    isotone, strict = ([] if verdict else [Condition(NEVER, _steps(verdict))] for verdict in (one.isotone, one.strict))
    why = "on one topic F is the sum of gains times (1 + β²)/(β²·RB + N), a positive constant: β does not matter"
    found = PartsAndConditions([part], isotone, strict, _steps(one.equal_steps))
    return found, why if one.applies else one.isotone.why


def _steps(verdict: Verdict) -> tuple[Any, ...]:
    """The steps of a witness, where it has some."""
    runs = verdict.witness if verdict.holds is False and verdict.witness else ()
    return tuple(zip(runs[::2], runs[1::2], strict=True)) if len(runs) in (2, 4) else ()
