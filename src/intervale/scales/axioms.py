"""Axioms that a measure may or may not satisfy, checked on all small runs, then on a sample.

Each axiom is a statement about a few runs. Cases are looked at by growing length, so that the first one that breaks
the axiom is a smallest; where the budget of cases ends before the length asked for, the rest of it goes to runs of that
length: those with documents at the last or the first ranks, then runs drawn at random. A case that breaks the axiom is
made smaller as far as it goes. What a sample does not refute is undecided.

Sources: Replacement, Swap (Ferrante, Ferro and Maistro 2015, §5) and Projection (Giner, §3); the seven
numeric properties of Moffat 2013; the constraints of Amigó, Gonzalo and Verdejo 2013.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Container, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import combinations, islice, takewhile
from typing import Any

import numpy as np

from intervale.data.tabular import VERDICT, Columns, Tabular, columns_of, verdict_cells
from intervale.errors import OptionError
from intervale.exact.verdict import Proof, Verdict, undecided
from intervale.measures import Measure, load_measure
from intervale.orders import Grades, JudgedRun, RunSpace
from intervale.scales.cover_steps import spread_runs
from intervale.scales.grade_sets import space_of
from intervale.scales.proven_axioms import proven_axioms
from intervale.scales.topic_axioms import OF_TOPICS, topic_axioms
from intervale.scales.values import RunValues, check_budget
from intervale.scales.verdicts import OrderScale, scale

__all__ = ["AXIOMS", "Axiom", "AxiomResult", "axioms"]

Case = tuple[JudgedRun, ...]
NEAR, FAR = 8, 512
"""How many places are looked at one by one, and how many count as far down."""
STEPS, SHORT, LEAST, FROM_EACH = 3_000, 50, 100, 8
"""How many cases of each axiom are looked at by default, half of them of small runs, for runs up to what length, how
many at least for longer ones, and how many of one run that is drawn.
"""
OF_EACH, SHRINKING = 1_000, 20_000
"""How many cases of one run some are drawn from, and how many are looked at to make a broken one smaller."""
LONGEST_BY_ORDER = 100
"""Up to which length it is asked whether an order settles an axiom."""


@dataclass(frozen=True)
class Axiom:
    """A statement about two runs: which pairs are made of one run, and how the values of the two must compare."""

    name: str
    statement: str
    source: str
    cases: Callable[[JudgedRun, int], Iterator[Case]]
    holds: Callable[[int], bool]
    """Whether the axiom allows that the second run is worse (-1), equal (0) or better (1)."""


@dataclass(frozen=True, repr=False)
class AxiomResult(Tabular):
    """The verdicts of a measure on the axioms, and what Replacement and Swap together make of it."""

    measure: Measure
    space: RunSpace
    verdicts: dict[str, Verdict]

    def __repr__(self) -> str:
        held = [name for name, verdict in self.verdicts.items() if verdict.holds]
        return f"AxiomResult({self.measure}: {len(held)} of {len(self.verdicts)} axioms hold)"

    def columns(self) -> Columns:
        """A row for each axiom: whether it holds, how that is known, and a witness."""
        about = (str(self.measure), self.space.length, self.space.grades)
        rows = ((*about, name, *verdict_cells(verdict)) for name, verdict in self.verdicts.items())
        return columns_of(("measure", "length", "grades", "axiom", *VERDICT), rows)

    def __getitem__(self, name: str) -> Verdict:
        if name not in self.verdicts:
            raise OptionError(f"unknown axiom {name!r}; the axioms are: {', '.join(self.verdicts)}")
        return self.verdicts[name]

    @property
    def utility_oriented(self) -> Verdict:
        """Whether it is a utility-oriented measurement: Replacement and Swap hold.

        Ferrante, Ferro and Maistro 2015, Theorem 5.2.
        """
        replacement, swap = self.verdicts["replacement"], self.verdicts["swap"]
        for name, broken in (("replacement", replacement), ("swap", swap)):
            if broken.holds is False:
                return Verdict(False, broken.witness, broken.cases, broken.proof, f"{name}: {broken.why}")
        cases = replacement.cases + swap.cases
        if replacement.undecided or swap.undecided:
            return undecided(
                "Replacement and Swap hold on the runs checked, which are not all (Ferrante, Ferro and Maistro 2015, "
                "Theorem 5.2)",
                cases,
            )
        # on one rank nothing can be swapped, and Replacement alone decides
        proof = replacement.proof if swap.holds is None else max(replacement.proof, swap.proof, key=list(Proof).index)
        return Verdict(
            True, None, cases, proof, "Replacement and Swap hold (Ferrante, Ferro and Maistro 2015, Theorem 5.2)"
        )


# ---------------------------------------------------------------- cases


def _replacements(run: JudgedRun, grades: int) -> Iterator[Case]:
    for place, grade in enumerate(run):
        if grade < grades:
            yield run, (*run[:place], grade + 1, *run[place + 1 :])


def _swaps(run: JudgedRun, grades: int) -> Iterator[Case]:
    for i, j in _wrong_pairs(run):
        yield run, (*run[:i], run[j], *run[i + 1 : j], run[i], *run[j + 1 :])


def _wrong_pairs(run: JudgedRun) -> Iterator[tuple[int, int]]:
    """Places i < j with the better document at j."""
    relevant = [place for place, grade in enumerate(run) if grade]
    for i, grade in enumerate(run):
        for j in relevant[bisect_right(relevant, i) :]:
            if grade < run[j]:
                yield i, j


def _neighbour_swaps(run: JudgedRun, grades: int) -> Iterator[Case]:
    for i in range(len(run) - 1):
        if run[i] < run[i + 1]:
            yield run, (*run[:i], run[i + 1], run[i], *run[i + 2 :])


def _projections(run: JudgedRun, grades: int) -> Iterator[Case]:
    for place, grade in enumerate(run):
        for higher in range(grade + 1, grades + 1):
            yield run, (*run[:place], higher, *(0,) * (len(run) - place - 1))


def _extensions(run: JudgedRun, grades: int) -> Iterator[Case]:
    for grade in range(grades + 1):
        yield run, (*run, grade)


def _extension_by_nothing(run: JudgedRun, grades: int) -> Iterator[Case]:
    if any(run):  # a run without a relevant document has nothing to lose
        yield run, (*run, 0)


def _exchanges(run: JudgedRun, grades: int) -> Iterator[Case]:
    """The first k documents before and after a better document from below took the place of one of them."""
    for i, j in _wrong_pairs(run):
        for k in range(i + 1, j + 1):
            yield run[:k], (*run[:i], run[j], *run[i + 1 : k])


def _two_swaps(run: JudgedRun, grades: int) -> Iterator[Case]:
    """A run with the same two grades in the wrong order at two places, corrected below and corrected above."""
    wrong = [i for i in range(len(run) - 1) if run[i] < run[i + 1]]
    for i, j in combinations(wrong, 2):
        if j >= i + 2 and run[i] == run[j] and run[i + 1] == run[j + 1]:
            early = (*run[:i], run[i + 1], run[i], *run[i + 2 :])
            late = (*run[:j], run[j + 1], run[j], *run[j + 2 :])
            yield late, early


def _not_down(sign: int) -> bool:
    return sign >= 0


def _up(sign: int) -> bool:
    return sign > 0


def _down(sign: int) -> bool:
    return sign < 0


AXIOMS: dict[str, Axiom] = {
    axiom.name: axiom
    for axiom in (
        Axiom(
            "replacement",
            "replacing a document by a more relevant one never lowers the value",
            "Ferrante, Ferro and Maistro 2015, §5; Giner, §3",
            _replacements,
            _not_down,
        ),
        Axiom(
            "swap",
            "swapping a more relevant document upwards never lowers the value",
            "Ferrante, Ferro and Maistro 2015, §5; Giner, §3",
            _swaps,
            _not_down,
        ),
        Axiom(
            "projection",
            "a more relevant document at the first difference, even with nothing after it, never lowers the value",
            "Giner, §3",
            _projections,
            _not_down,
        ),
        Axiom(
            "monotonicity", "adding a document at the end never lowers the value", "Moffat 2013", _extensions, _not_down
        ),
        Axiom(
            "convergence",
            "replacing a document above the cutoff by a better one from below raises the value",
            "Moffat 2013",
            _exchanges,
            _up,
        ),
        Axiom(
            "top-weightedness",
            "swapping a more relevant document upwards raises the value",
            "Moffat 2013",
            _swaps,
            _up,
        ),
        Axiom(
            "priority",
            "putting two neighbours in the right order raises the value",
            "Amigó et al. 2013",
            _neighbour_swaps,
            _up,
        ),
        Axiom(
            "deepness",
            "putting two neighbours in the right order raises the value more at higher ranks",
            "Amigó et al. 2013",
            _two_swaps,
            _up,
        ),
        Axiom(
            "confidence",
            "adding a non-relevant document at the end lowers the value",
            "Amigó et al. 2013",
            _extension_by_nothing,
            _down,
        ),
    )
}
"""The axioms about single runs, by name. Others are about topics, or say that there is a run: see :func:`axioms`."""

THRESHOLDS = {
    "deepness threshold": (
        "for large n, one relevant document at rank 1 beats n relevant ones after n non-relevant ones",
        "Amigó et al. 2013",
    ),
    "closeness threshold": (
        "for some m, one relevant document at rank 1 loses to m relevant ones after m non-relevant ones",
        "Amigó et al. 2013",
    ),
}


def statements() -> dict[str, tuple[str, str]]:
    """Every axiom with its statement and source, in the order in which they are shown."""
    single = {name: (axiom.statement, axiom.source) for name, axiom in AXIOMS.items()}
    return {
        **{name: single[name] for name in ("replacement", "swap", "projection")},
        **OF_TOPICS,
        **single,
        **THRESHOLDS,
    }


def axioms(
    measure: str | Measure | Callable[..., Any],
    *,
    length: int | None = None,
    grades: Grades = 1,
    steps: int | None = None,
    seed: int = 0,
) -> AxiomResult:
    """Check a measure, which may be your own, against the axioms on runs of up to a length over grades 0..``grades``.

    Some are proven by theorem (:mod:`intervale.scales.proven_axioms`), or from the scale of the measure under an order.
    Of the others ``steps`` cases each are checked: 3,000 by default, fewer for runs longer than 50. Where that does not
    cover all runs, an axiom that is not refuted is undecided; the same ``seed`` draws the same runs.

    >>> found = axioms("P@4", length=4)
    >>> found["swap"].holds, found["top-weightedness"].holds, found["top-weightedness"].witness
    (True, False, ((0, 1), (1, 0)))
    """
    chosen, space = space_of(load_measure(measure), length, grades)
    check_budget(STEPS if steps is None else steps, seed)
    small = (STEPS if steps is None else steps) // 2
    drawn = small if steps is not None else max(LEAST, small * SHORT // max(SHORT, space.length))
    looked = _Looked(RunValues(chosen, space))
    found = proven_axioms(looked.values)
    found |= _by_order(looked.values, found)
    found |= {name: looked.at(axiom, small, drawn, seed) for name, axiom in AXIOMS.items() if name not in found}
    found |= topic_axioms(chosen, space) | looked.thresholds()
    return AxiomResult(chosen, space, {name: found[name] for name in statements()})


BY_ORDER = {
    "replacement": ("rank-swap", "isotone"),
    "swap": ("rank-swap", "isotone"),
    "projection": ("rank-total", "isotone"),
    "convergence": ("rank-replacement", "strict"),
    "top-weightedness": ("rank-swap", "strict"),
    "priority": ("rank-swap", "strict"),
}
"""The axioms that an order settles, and what a measure has to be under it."""


def _by_order(values: RunValues, settled: Container[str]) -> dict[str, Verdict]:
    """The axioms that hold because a measure is proven to be isotone or strict under an order at every length.

    In ``rank-swap`` replacements and swaps lead up. In ``rank-total`` a run is below all that have a higher grade at
    the first difference, whatever follows. Convergence compares the first k documents of a run before and after one of
    them was replaced by a better one from below, which leads up in ``rank-replacement`` at length k, one less than the
    runs have at most. Lengths are checked upwards until one fails.
    """
    measure, space = values.measure, values.space
    if values.fold is None or space.length > LONGEST_BY_ORDER:
        return {}

    @cache
    def under(order: str, length: int) -> OrderScale:
        return scale(measure, length=length, grades=space.grades, order=order, steps=1)[order]

    found: dict[str, Verdict] = {}
    for name, (order, need) in BY_ORDER.items():
        least, most = {"replacement": (1, 0), "projection": (1, 0), "convergence": (1, 1)}.get(name, (2, 0))
        lengths = range(least, space.length - most + 1)
        verdicts: Iterator[Verdict] = (getattr(under(order, length), need) for length in lengths)
        held = list(takewhile(_is_theorem, verdicts)) if name not in settled else []
        if held and len(held) == len(lengths):
            why = f"it is {need} under {order} at every length to {lengths[-1]}"
            found[name] = Verdict(True, None, sum(verdict.cases for verdict in held), Proof.THEOREM, why)
    return found


def _is_theorem(verdict: Verdict) -> bool:
    return verdict.holds is True and verdict.proof is Proof.THEOREM


class _Looked:
    """What the values of a measure say about axioms, within a number of cases."""

    def __init__(self, values: RunValues) -> None:
        self.values, self.space = values, values.space

    def holds(self, axiom: Axiom, case: Case) -> bool:
        low, high = case
        return axiom.holds(self.values.compare(self.values.of(high), self.values.of(low)))

    def at(self, axiom: Axiom, small: int, drawn: int, seed: int) -> Verdict:
        """The verdict on an axiom: so many cases of all runs by growing length, then of runs that are drawn."""
        cases = 0
        for length in range(1, self.space.length + 1):
            for run in RunSpace(length, self.space.grades):
                for case in self._cases(axiom, run):
                    cases += 1
                    if not self.holds(axiom, case):
                        return Verdict(False, case, cases, self.values.proof, self.case_text(case))
                    if cases >= small:
                        return self._sampled(axiom, length, cases, cases + drawn, seed)
        if not cases:
            where = f"length {self.space.length} over grades 0..{self.space.grades}"
            return Verdict(None, why=f"there is no case on runs of {where}")
        return Verdict(True, None, cases, self.values.proof)

    def _cases(self, axiom: Axiom, run: JudgedRun) -> Iterator[Case]:
        """The cases of a run that stay within the length asked for."""
        return (case for case in axiom.cases(run, self.space.grades) if len(case[-1]) <= self.space.length)

    def _sampled(self, axiom: Axiom, reached: int, cases: int, most: int, seed: int) -> Verdict:
        """Runs of the length asked for, and one shorter where cases make runs longer; some cases of each."""
        random = np.random.default_rng(seed)
        for run in spread_runs(self.space, random):
            some = list(islice(self._cases(axiom, run), OF_EACH)) or list(islice(self._cases(axiom, run[:-1]), OF_EACH))
            if len(some) > FROM_EACH:
                some = [some[place] for place in sorted(random.choice(len(some), FROM_EACH, replace=False))]
            for case in some:
                cases += 1
                if not self.holds(axiom, case):
                    small = self._smaller(axiom, run, case)
                    return Verdict(False, small, cases, self.values.refutation, self.case_text(small))
            cases += not some
            if cases >= most:
                break
        why = (
            f"not refuted on {cases:,} cases: all runs to length {reached - 1}, then some of length {self.space.length}"
        )
        return undecided(why, cases)

    def _smaller(self, axiom: Axiom, run: JudgedRun, best: Case) -> Case:
        """A case that breaks the axiom, made of a run that no rank or grade can be taken from any more, as far as the
        budget goes.
        """
        left = SHRINKING * SHORT // max(SHORT, self.space.length)

        def broken(candidate: JudgedRun) -> Case | None:
            nonlocal left
            for case in self._cases(axiom, candidate):
                left -= 1
                if not self.holds(axiom, case):
                    return case
                if left < 0:
                    return None
            return None

        found = True
        while found and left > 0:
            found = False
            fewer = [(*run[:i], *run[i + 1 :]) for i in range(len(run)) if len(run) > 1]
            lower = [(*run[:i], run[i] - 1, *run[i + 1 :]) for i in range(len(run)) if run[i]]
            for candidate in (*fewer, *lower):
                case = broken(candidate)
                if case is not None:
                    run, best, found = candidate, case, True
                    break
        return best

    def case_text(self, case: Case) -> str:
        """The runs of a case with their values."""
        return ", ".join(f"M({','.join(map(str, run))}) = {self.values.text(self.values.of(run))}" for run in case)

    def thresholds(self) -> dict[str, Verdict]:
        """The two axioms about a length: far enough down, and near enough to the top. They do not state how far that
        is: n = 1, 2, 4, … are checked, and beyond these it is known only that documents past the cutoff are worth
        nothing.
        """
        top = self.space.grades

        def pair(n: int) -> Case:
            return (top, *(0,) * (2 * n - 1)), (*(0,) * n, *(top,) * n)

        # a function of the user's own need not know runs that are longer than asked for
        most = FAR if self.values.fold is not None else self.space.length // 2
        if most < NEAR:
            short = Verdict(None, why=f"runs of length {self.space.length} are too short to decide")
            return {"deepness threshold": short, "closeness threshold": short}
        past = self.values.measure.cutoff
        if past is None or past > most:
            past = None
        lengths = sorted({*range(1, NEAR + 1), *(2**k for k in range(most.bit_length()) if 2**k <= most), past or 1})
        signs = {n: self.values.compare(*(self.values.of(run) for run in pair(n))) for n in lengths}
        last = lengths[-1]
        if past is not None:
            why = f"from n = {past} on the other documents are below the cutoff"
            far = Verdict(signs[past] > 0, None if signs[past] > 0 else pair(past), len(lengths), Proof.THEOREM, why)
        else:
            held = "held" if signs[last] > 0 else "failed"
            far = undecided(f"the axiom is about all large n; at n = {last} it {held}", len(lengths))
        near = next((n for n in lengths if signs[n] < 0), None)
        if near is None:
            close = undecided(f"for no m tried up to {last}", len(lengths))
        else:
            close = Verdict(True, None, near, self.values.refutation, f"m = {near}: {self.case_text(pair(near))}")
        return {"deepness threshold": far, "closeness threshold": close}
