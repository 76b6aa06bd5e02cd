"""Strategies of counting the values of a fold, which grow rank by rank: the first whose sizes fit is taken.

Strategies are a table. Each row says what its counting costs, from sizes that are bounded before any value is listed,
how much it may cost, and gives a counting that has not begun to count. What fits none is refused with a sentence, at
once. A new way to count is a module of its own, with a :class:`~intervale.scales.counting.Counting` in it, and a row.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import partial

from intervale.errors import OptionError
from intervale.exact.independent import multiples
from intervale.exact.walk_places import NARROW, WIDTHS, WalkPlaces
from intervale.measures import Measure
from intervale.orders import RunSpace
from intervale.scales.counting import Counting
from intervale.scales.counting_task import LONGEST, MOST_PLACES, Task
from intervale.scales.covered import Covered
from intervale.scales.deep import Enclosed, Estimated
from intervale.scales.folds import fold_of
from intervale.scales.halves import Halves
from intervale.scales.listed import Listed, Numbered
from intervale.scales.multiplicities import MOST_BITS as MOST_DRAWN_BITS
from intervale.scales.multiplicities import Drawn
from intervale.scales.places import Placed
from intervale.scales.sizes import MOST_LISTED
from intervale.scales.strategy import Strategy, first_that_fits
from intervale.scales.totals import HalfSums, Nested
from intervale.scales.whole import Digits, Filled

__all__ = ["FOLD_STRATEGIES", "fold_counting", "methods"]

PLACES_ALLOWED = "places among the runs that the topic allows (tie_rule='mid'), which are ordinal"
WITHOUT_TOPIC = "the space of all runs (without space='topic')"
SHORT_DRAWN = 20
"""At this length it is looked at whether values can be estimated from runs that are drawn."""


def _numbers(task: Task) -> Mapping[str, int] | None:
    return None if task.parts is None else {"numbers": task.choices.number * task.choices.length}


def _lexicographic(task: Task) -> Counting | None:
    return None if task.parts is None else Nested.of(task.parts)


def _totals(task: Task) -> Mapping[str, int] | None:
    return None if task.parts is None else {"totals": HalfSums(task.parts).size}


def _large_totals(task: Task) -> Mapping[str, int] | None:
    return None if task.large_parts is None else {"totals": HalfSums(task.large_parts).size}


def _half_sums(task: Task) -> Counting | None:
    return None if task.parts is None else HalfSums(task.parts)


def _large_half_sums(task: Task) -> Counting | None:
    return None if task.large_parts is None else HalfSums(task.large_parts)


def _grid(task: Task) -> Counting | None:
    if task.parts is None or task.places is None or HalfSums(task.parts).size == 1:
        return None
    return Enclosed(
        task.choices, task.places, task.parts, task.shelf(Enclosed.method), str(task.measure), task.one_each
    )


def _ranks(task: Task) -> Mapping[str, int] | None:
    return None if task.limited else {"ranks": task.fold.length}


def _formula(task: Task) -> Counting | None:
    """Where the measure says how many runs have each value."""
    counted = task.measure.counted(task.space.length, task.space.grades)
    return None if counted is None else Listed.of_counts(counted)


def _nothing(task: Task) -> Mapping[str, int] | None:
    return None if task.limited else {}


def _numbered(task: Task) -> Counting | None:
    """By what the measure says, or because sums leave no multiple out."""
    by_run = partial(_by_run, task)
    size = task.measure.numbered(task.space.length, task.space.grades)
    if size is not None:
        return Numbered(size, by_run=by_run)
    found = None if task.places is None else multiples(task.places)
    if found is None or found.size is None:
        return None
    return Numbered(found.size, found.least, found.step, by_run=by_run)


def _by_run(task: Task) -> Counting | None:
    """What counts the runs that have a value."""
    return _digits(task) or HALVES.counting(task)


def _digits(task: Task) -> Counting | None:
    return None if task.places is None else Digits.of(task.choices, task.places)


def _filled(task: Task) -> Counting | None:
    return None if task.places is None else Filled.of(task.places, partial(_by_run, task))


def _off(task: Task) -> Mapping[str, int] | None:
    """By how many millionths a score can be off."""
    return None if task.covered is None else {"millionths": int(1e6 * task.covered.off) + 1}


def _covered(task: Task) -> Counting | None:
    return task.covered


def _halves(task: Task) -> Halves | None:
    if task.sizes is None:
        return None
    return Halves.of(task.choices, task.sizes, partial(_halves_again, task.measure, task.space, task.most))


def _halves_again(measure: Measure, space: RunSpace, most: tuple[int, ...] | None) -> Halves:
    """The same counting, in another process."""
    found = _halves(Task(measure, space, fold_of(measure, space), most))
    assert found is not None
    return found


def _listed(task: Task) -> Counting | None:
    return None if task.sizes is None else Listed.of(task.choices, task.sizes)


def _residues(task: Task) -> Counting | None:
    return None if task.sizes is None else Estimated.of(task.choices, task.sizes, task.wish.seed)


def _drawn(task: Task) -> Counting | None:
    if task.walk is None:
        return None
    walk, places = task.walk, WalkPlaces(task.walk)
    return Drawn.of(
        task.choices, lambda values: places.bounds([walk.total_of(value) for value in values]), task.wish.seed
    )


def _placed(task: Task) -> Counting | None:
    if task.walk is None:
        return None
    widths = (NARROW,) if task.wish.precise else WIDTHS
    return Placed(task.walk, task.fold, widths, task.shelf(Placed.method), task.unseen)


HALVES: Strategy[Task] = Strategy(
    Halves,
    _halves,
    lambda task: None if task.sizes is None else Halves.costs(task.sizes),
    {"half": 1 << 22, "pairs": 1 << 33, "second halves": 1 << 28},
)
FOLD_STRATEGIES: tuple[Strategy[Task], ...] = (
    Strategy(Nested, _lexicographic, _numbers, {"numbers": MOST_PLACES}),
    Strategy(HalfSums, _half_sums, _totals, {"totals": 1 << 46}),
    Strategy(Enclosed, _grid, _numbers, {"numbers": MOST_PLACES}, places=lambda task: task.one_each),
    Strategy(Listed, _formula, _ranks, {"ranks": 20_000}),
    Strategy(Numbered, _numbered, _nothing, {}),
    Strategy(Digits, _digits, _nothing, {}),
    Strategy(Filled, _filled, _nothing, {}),
    Strategy(HalfSums, _large_half_sums, _large_totals, {"totals": 1 << 46}),
    HALVES,
    Strategy(
        Listed,
        _listed,
        lambda task: None if task.sizes is None else Listed.costs(task.sizes),
        {"at a rank": MOST_LISTED, "at all ranks": 5 * MOST_LISTED},
    ),
    Strategy(Covered, _covered, _off, {"millionths": 100}),
    Strategy(
        Estimated,
        _residues,
        lambda task: None if task.sizes is None else Estimated.costs(task.choices, task.sizes),
        {"half": 1 << 23, "prime": 1 << 31, "second halves": 1 << 28},
    ),
    Strategy(Covered, _covered, _off, {"millionths": 100_000}),
    Strategy(Drawn, _drawn, lambda task: Drawn.costs(task.choices), {"bits of runs": MOST_DRAWN_BITS}, by_name=True),
    Strategy(
        Placed,
        _placed,
        lambda task: {"ranks": task.choices.length},
        {"ranks": LONGEST},
        ranks=False,
        places=lambda task: True,
    ),
)
"""Strategies for values that grow rank by rank, in the order in which they are tried."""


def methods() -> tuple[str, ...]:
    """How values that grow rank by rank are counted; those that give bounds and estimates come last."""
    kinds = [row.kind for row in FOLD_STRATEGIES]
    exact, others = ([kind.method for kind in kinds if kind.exact is wanted] for wanted in (True, False))
    return tuple(dict.fromkeys(exact + others))


# ---------------------------------------------------------------- the first that fits


def fold_counting(task: Task) -> Counting:
    """The first counting that fits, as it is wished for."""
    method = task.wish.method
    if method not in (None, "exact", *methods()):
        raise OptionError(f"method={method!r} is unknown; use one of: exact, {', '.join(methods())}")
    found = first_that_fits((row for row in FOLD_STRATEGIES if _wanted(row, task)), task)
    if found is None:
        raise _too_many(task)
    return found


def _wanted(row: Strategy[Task], task: Task) -> bool:
    """Whether a strategy gives what is asked for; sums over logarithms on more runs of a topic than can be listed have
    places only.
    """
    method = task.wish.method
    if task.logarithms_of_a_topic and row.ranks:
        return False
    if row.by_name or method not in (None, "exact"):
        return method == row.kind.method
    gives = row.knows_places(task) if task.wish.placed else row.ranks
    return gives and (method is None or row.kind.exact)


def _too_many(task: Task) -> OptionError:
    measure, length, method = task.measure, task.space.length, task.wish.method
    may_be_placed = not task.wish.placed and task.may_have_places
    drawn = FOLD_STRATEGIES[-2]
    assert drawn.by_name
    if method == drawn.kind.method and (longest := _longest_drawn(task)) < length:
        places = "tie_rule='mid', places among all runs, which are ordinal, or " if may_be_placed else ""
        return OptionError(
            f"the method {method} estimates the values of {measure} on runs of up to {longest} documents, and these "
            f"have {length}; use {places}a smaller cutoff"
        )
    if method is not None:
        other = "it is for another kind of measure, or for more or fewer values; leave the method out"
        return OptionError(
            f"the method {method} does not count the values of {measure} on runs of length {length}: "
            f"{(task.wish.placed and task.no_walk) or other}"
        )
    if task.limited:
        return _too_many_on_a_topic(task, may_be_placed)
    where = f"{task.space.size_text} of length {length} over grades 0..{task.space.grades}"
    if task.wish.placed:
        why = f"there are more than {LONGEST:,} ranks" if task.choices.length > LONGEST else task.no_walk
        return OptionError(
            f"{measure}: places among the {where} cannot be counted: {why}. Use a smaller cutoff, or compare systems "
            "topic by topic, which needs no scale"
        )
    estimate = "method='multiplicities' estimates how many there are; " if drawn.counting(task) else ""
    by_place = ", or tie_rule='mid', places among all runs, which are ordinal" if may_be_placed else ""
    return OptionError(
        f"{measure} has too many values on {where} to count them. Use a smaller cutoff{by_place}; {estimate}to compare "
        "systems topic by topic needs no scale"
    )


def _too_many_on_a_topic(task: Task, may_be_placed: bool) -> OptionError:
    """With what is not refused as well: places, and all runs."""
    runs = f"the runs of length {task.space.length} that a topic allows"
    use = ["a smaller cutoff"]
    use += [PLACES_ALLOWED] if may_be_placed else []
    whole = replace(task, most=None)  # there sums over ranks are counted at any length, nearly all of them
    use += [WITHOUT_TOPIC] if (whole.may_have_places if task.wish.placed else task.fold.weights) else []
    advice = use[0] if len(use) == 1 else f"{', '.join(use[:-1])}, or {use[-1]}"
    if task.wish.placed:
        why = f"there are more than {LONGEST:,} ranks" if task.choices.length > LONGEST else task.no_walk
        return OptionError(f"{task.measure}: places among {runs} cannot be counted: {why}. Use {advice}")
    return OptionError(f"{task.measure} has too many values on {runs}. Use {advice}")


def _longest_drawn(task: Task) -> int:
    """To which length runs are drawn, where values are estimated so at all; else the length itself."""
    length, start = task.space.length, min(task.space.length, SHORT_DRAWN)
    space = RunSpace(start, task.space.grades)
    short = replace(task, space=space, fold=fold_of(task.measure, space))
    if Drawn.costs(task.choices)["bits of runs"] <= MOST_DRAWN_BITS or _drawn(short) is None:
        return length
    number = sum(task.choices.times)
    return max(n for n in range(1, MOST_DRAWN_BITS) if (number**n).bit_length() <= MOST_DRAWN_BITS)
