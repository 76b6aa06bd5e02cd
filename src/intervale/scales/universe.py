"""What becomes of a scale when topics have different recall bases and runs different lengths.

The universe S[N, K] has all runs of length n ≤ N on topics with recall base RB ≤ K, written [r, n, RB]: r relevant
documents among n retrieved (Ferrante, Ferro and Fuhr 2021, §IV-D). Precision is r/n, recall r/RB, F1 2r/(n + RB). On
one n and one RB the three are the same interval scale; on the universe they are not, and order runs differently.

For P, R and F a triple says all, so that universes can be large; other measures, and more grades, need each run with
its topic (:mod:`~intervale.scales.topic_runs`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise

from intervale.errors import OptionError, UndecidedError
from intervale.exact import whole
from intervale.exact.quotients import Number
from intervale.exact.spaced import first_unequal
from intervale.exact.verdict import Proof, Verdict, undecided
from intervale.measures import Measure, load_measure
from intervale.scales.run_pairs import Test, opposite, smallest_pair, ties_of_first, ties_of_second
from intervale.scales.topic_runs import TopicRun, UniverseValues, number_text, topic_runs, universe_values

__all__ = [
    "UNIVERSE_MEASURES",
    "Triple",
    "constant_flip",
    "equally_spaced",
    "order_flip",
    "own_flip",
    "universe",
    "universe_scale",
]

Triple = tuple[int, int, int]
"""A run by its relevant documents, its length and the recall base of its topic: [r, n, RB]."""
UNIVERSE_MEASURES: dict[str, Callable[[int, int, int], Fraction]] = {
    "P": lambda r, n, base: Fraction(r, n),
    "R": lambda r, n, base: Fraction(r, base),
    "F": lambda r, n, base: Fraction(2 * r, n + base),
}
_PARTS: dict[str, Callable[[int, int, int], tuple[int, int]]] = {
    "P": lambda r, n, base: (r, n),
    "R": lambda r, n, base: (r, base),
    "F": lambda r, n, base: (2 * r, n + base),
}
"""The same as numerator and denominator, not reduced: many triples share them."""
MOST, MOST_COMPARED = 200, 1000
FINER = 10**6
"""Denominators are at most 2 · MOST, so that different values are further apart than 1/FINER."""


def universe(longest: int, largest_base: int) -> Iterator[Triple]:
    """All runs of S[N, K].

    >>> len(list(universe(2, 2)))
    9
    """
    lengths, bases = _sizes(longest, largest_base)
    return ((r, n, base) for n in lengths for base in bases for r in range(min(n, base) + 1))


def _sizes(longest: int, largest_base: int) -> tuple[range, range]:
    """All lengths and all recall bases."""
    return (
        range(1, whole("longest", longest, 1, MOST) + 1),
        range(1, whole("largest_base", largest_base, 1, MOST) + 1),
    )


def _count(longest: int, largest_base: int) -> int:
    """How many triples there are."""
    lengths, bases = _sizes(longest, largest_base)
    return sum(min(n, base) + 1 for n in lengths for base in bases)


def universe_scale(measure: str | Measure, longest: int, largest_base: int, grades: int = 1) -> Verdict:
    """Whether a measure is equally spaced on S[N, K] over grades 0..``grades``; where not, the witness has runs with
    three neighbouring values that are not: triples [r, n, RB] for P, R and F, else runs with their topics.

    >>> universe_scale("P", 2, 2).holds, universe_scale("P", 3, 1).witness
    (True, ((0, 1, 1), (1, 3, 1), (1, 2, 1)))
    >>> print(universe_scale("AP", 2, 2).why)
    AP has the values 1/4, 1/2, 1 next to each other: (0,1) with RB = 2, (1) with RB = 2, (1) with RB = 1
    """
    if grades == 1 and str(measure) in UNIVERSE_MEASURES:
        return _triples_scale(str(measure), longest, largest_base)
    chosen = load_measure(measure)
    found = universe_values(chosen, topic_runs(longest, largest_base, grades), grades)
    return equally_spaced(found, range(len(found.runs)))


def equally_spaced(found: UniverseValues, places: Sequence[int]) -> Verdict:
    """Whether the values of some runs of a universe are equally spaced."""
    first: dict[int, TopicRun] = {}
    for place in places:
        first.setdefault(found.levels[place], found.runs[place])
    ordered = sorted(first)
    try:
        middle = first_unequal([found.numbers[level] for level in ordered])
    except UndecidedError as error:
        return undecided(str(error), len(places))
    if middle is None:
        return Verdict(True, None, len(places))
    three = ordered[middle - 1 : middle + 2]
    values = ", ".join(number_text(found.numbers[level]) for level in three)
    witness = tuple(first[level] for level in three)
    why = f"{found.measure} has the values {values} next to each other: {', '.join(map(str, witness))}"
    return Verdict(False, witness, len(places), Proof.EXHAUSTIVE, why)


def _triples_scale(measure: str, longest: int, largest_base: int) -> Verdict:
    parts, count = _PARTS[measure], _count(longest, largest_base)
    seen: dict[tuple[int, int], Triple] = {}
    for triple in universe(longest, largest_base):
        seen.setdefault(parts(*triple), triple)
    runs: dict[Fraction, Triple] = {}
    for part, triple in seen.items():
        runs.setdefault(Fraction(*part), triple)
    ordered = sorted(runs, key=lambda value: value.numerator * FINER // value.denominator)
    for (low, middle), (_, high) in pairwise(pairwise(ordered)):
        if middle - low != high - middle:
            why = f"{measure} has the values {low}, {middle}, {high} next to each other"
            return Verdict(False, tuple(runs[x] for x in (low, middle, high)), count, Proof.EXHAUSTIVE, why)
    return Verdict(True, None, count)


def order_flip(
    first: str | Measure, second: str | Measure, longest: int, largest_base: int, grades: int = 1
) -> Verdict:
    """Whether two measures order the runs of S[N, K] alike; the witness is a smallest pair that they order the other
    way round, or, where there is none, that only one of them finds equal. Of two of P, R and F it is a pair of triples.

    >>> order_flip("P", "R", 2, 2).witness
    ((1, 1, 2), (1, 2, 1))
    >>> print(order_flip("nDCG", "DCG", 3, 3).why)
    nDCG: 0.613147 and 0.63093; DCG: 1 and 0.63093, of (1) with RB = 2 and (0,1) with RB = 1
    """
    if grades == 1 and {str(first), str(second)} <= UNIVERSE_MEASURES.keys():
        return _triples_flip(str(first), str(second), longest, largest_base)
    one, two = load_measure(first), load_measure(second)
    runs = topic_runs(longest, largest_base, grades)
    by_one, by_two = (universe_values(measure, runs, grades) for measure in (one, two))
    return _values_flip((str(one), by_one.values, by_one.levels), (str(two), by_two.values, by_two.levels), runs)


def constant_flip(measure: str | Measure, longest: int, largest_base: int, grades: int = 1) -> Verdict:
    """Whether a measure puts no two runs of S[N, K] in the opposite order of what it does without the constant of the
    topic that divides it: AP against the sum of precisions, nDCG against DCG, R and F against the number of relevant
    documents. The witness is a smallest pair that is reversed. A pair that is tied on one side only is not reversed;
    where there is no other, ``why`` names it.

    >>> print(constant_flip("AP", 3, 3).why)
    AP: 1/2 and 1/3; without its constant: 1/2 and 1, of (0,1) with RB = 1 and (1) with RB = 3
    >>> constant_flip("RR", 3, 3).holds
    True
    >>> constant_flip("AP", 2, 2).holds, constant_flip("AP", 2, 2).why.partition(":")[0]
    (True, 'no pair is reversed, but this one is tied without its constant')
    """
    chosen = load_measure(measure)
    return own_flip(universe_values(chosen, topic_runs(longest, largest_base, grades), grades))


def own_flip(found: UniverseValues) -> Verdict:
    """The same of values that are known."""
    if not found.measure.recall_based:
        return Verdict(True, proof=Proof.THEOREM, why=f"no constant of the topic divides {found.measure}")
    own = ("without its constant", found.own, found.own_levels)
    both = (str(found.measure), found.values, found.levels), own
    turned = _pair_verdict(*both, found.runs, [opposite])
    if not turned.holds:
        return turned
    for test, side in ((ties_of_second, "without"), (ties_of_first, "with")):
        tied = _pair_verdict(*both, found.runs, [test])
        if not tied.holds:
            return replace(turned, why=f"no pair is reversed, but this one is tied {side} its constant: {tied.why}")
    return turned


Named = tuple[str, Sequence[Number], Sequence[int]]


def _values_flip(one: Named, two: Named, runs: Sequence[TopicRun]) -> Verdict:
    """Whether two lists of values, with their names and levels, order runs alike."""
    turned = _pair_verdict(one, two, runs, [opposite])
    return _pair_verdict(one, two, runs, [ties_of_first, ties_of_second]) if turned.holds else turned


def _pair_verdict(one: Named, two: Named, runs: Sequence[TopicRun], kinds: Sequence[Test]) -> Verdict:
    """Whether there is no pair of runs of some kinds; else the smallest."""
    both, number = list(zip(one[2], two[2], strict=True)), len(runs)
    pair, pairs = smallest_pair(both, kinds), number * (number - 1) // 2
    if pair is None:
        return Verdict(True, None, pairs)
    texts = [f"{name}: {' and '.join(number_text(values[place]) for place in pair)}" for name, values, _ in (one, two)]
    witness = tuple(runs[place] for place in pair)
    why = f"{'; '.join(texts)}, of {' and '.join(map(str, witness))}"
    return Verdict(False, witness, pairs, Proof.EXHAUSTIVE, why)


def _triples_flip(first: str, second: str, longest: int, largest_base: int) -> Verdict:
    one, two = UNIVERSE_MEASURES[first], UNIVERSE_MEASURES[second]
    count = _count(longest, largest_base)
    if count > MOST_COMPARED:
        raise OptionError(f"{count:,} runs are too many to compare pairwise; use smaller N and K")
    runs = sorted(universe(longest, largest_base), key=lambda triple: (sum(triple), triple))
    ones, twos = [one(*run) for run in runs], [two(*run) for run in runs]
    cases, half = 0, None
    for high, b in enumerate(runs):
        for low, a in enumerate(runs[:high]):
            cases += 1
            by_one, by_two = _sign(ones[low] - ones[high]), _sign(twos[low] - twos[high])
            if by_one != by_two:
                half = half or (a, b)  # equal for one of them
                if by_one == -by_two:
                    return _flipped(first, second, (a, b), cases)
    return Verdict(True, None, cases) if half is None else _flipped(first, second, half, cases)


def _flipped(first: str, second: str, pair: tuple[Triple, Triple], cases: int) -> Verdict:
    one, two = UNIVERSE_MEASURES[first], UNIVERSE_MEASURES[second]
    a, b = sorted(pair)
    why = f"{first}: {one(*a)} and {one(*b)}; {second}: {two(*a)} and {two(*b)}"
    return Verdict(False, (a, b), cases, Proof.EXHAUSTIVE, why)


def _sign(x: Fraction) -> int:
    return (x > 0) - (x < 0)
