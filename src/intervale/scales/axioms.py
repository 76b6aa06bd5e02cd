"""Axioms that a measure may or may not satisfy, checked on all small runs, then on a sample.

Each axiom is a statement about a few runs. Cases are looked at by growing length, so that the first one that breaks
the axiom is a smallest; where time runs out before the length asked for, runs are drawn at random, and a case that
breaks the axiom is made smaller as far as it goes.

Sources: Replacement, Swap (Ferrante, Ferro and Maistro 2015, §5; 002) and Projection (Giner, §3; 000); the seven
numeric properties of Moffat 2013; the constraints of Amigó, Gonzalo and Verdejo 2013.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np

from intervale.errors import OptionError
from intervale.exact.verdict import Proof, Verdict
from intervale.measures import Measure, load_measure
from intervale.orders import JudgedRun, RunSpace
from intervale.scales.roads import run_length
from intervale.scales.topic_axioms import OF_TOPICS, topic_axioms
from intervale.scales.values import RunValues

__all__ = ["AXIOMS", "Axiom", "AxiomFindings", "axioms"]

Case = tuple[JudgedRun, ...]
NEAR, FAR = 8, 512
"""How many places are looked at one by one, and how many count as far down."""
MOST_KNOWN, SHRINKING = 200_000, 2.0
"""How many values are remembered, and how many seconds a case that breaks an axiom is made smaller."""


@dataclass(frozen=True)
class Axiom:
    """A statement about two runs: which pairs are made of one run, and how the values of the two must compare."""

    name: str
    statement: str
    source: str
    cases: Callable[[JudgedRun, int], Iterator[Case]]
    holds: Callable[[int], bool]
    """Whether the axiom allows that the second run is worse (-1), equal (0) or better (1)."""


@dataclass(frozen=True)
class AxiomFindings:
    """The verdicts of a measure on the axioms, and what Replacement and Swap together make of it."""

    measure: Measure
    space: RunSpace
    verdicts: dict[str, Verdict]

    def __getitem__(self, name: str) -> Verdict:
        if name not in self.verdicts:
            raise OptionError(f"no axiom is called {name!r}; they are: {', '.join(self.verdicts)}")
        return self.verdicts[name]

    @property
    def utility_oriented(self) -> Verdict:
        """Whether it is a utility-oriented measurement: Replacement and Swap hold (002, Theorem 5.2)."""
        for name in ("replacement", "swap"):
            if not self.verdicts[name].holds:
                broken = self.verdicts[name]
                return Verdict(False, broken.witness, broken.cases, broken.proof, f"{name}: {broken.why}")
        replacement, swap = self.verdicts["replacement"], self.verdicts["swap"]
        weaker = Proof.SAMPLED if Proof.SAMPLED in (replacement.proof, swap.proof) else replacement.proof
        why = "Replacement and Swap hold (002, Theorem 5.2)"
        if weaker is Proof.SAMPLED:
            why = "Replacement and Swap held on the runs looked at, not on all (002, Theorem 5.2)"
        return Verdict(True, None, replacement.cases + swap.cases, weaker, why)


# ---------------------------------------------------------------- cases


def _replacements(run: JudgedRun, grades: int) -> Iterator[Case]:
    for place, grade in enumerate(run):
        if grade < grades:
            yield run, (*run[:place], grade + 1, *run[place + 1 :])


def _swaps(run: JudgedRun, grades: int) -> Iterator[Case]:
    for i, j in combinations(range(len(run)), 2):
        if run[i] < run[j]:
            yield run, (*run[:i], run[j], *run[i + 1 : j], run[i], *run[j + 1 :])


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
    for k in range(1, len(run)):
        for i in range(k):
            for j in range(k, len(run)):
                if run[i] < run[j]:
                    yield run[:k], (*run[:i], run[j], *run[i + 1 : k])


def _two_swaps(run: JudgedRun, grades: int) -> Iterator[Case]:
    """A run with the same two grades in the wrong order at two places, mended below and mended above."""
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
            "a more relevant document in its place never lowers the value",
            "002 §5; 000 §3",
            _replacements,
            _not_down,
        ),
        Axiom(
            "swap",
            "a more relevant document moved up, a less relevant one down, never lowers it",
            "002 §5; 000 §3",
            _swaps,
            _not_down,
        ),
        Axiom(
            "projection",
            "a more relevant document at the first difference, and nothing after it, never lowers it",
            "000 §3",
            _projections,
            _not_down,
        ),
        Axiom(
            "monotonicity", "one more document at the end never lowers the value", "Moffat 2013", _extensions, _not_down
        ),
        Axiom(
            "convergence",
            "a better document from below the cutoff, taken for one above it, raises the value",
            "Moffat 2013",
            _exchanges,
            _up,
        ),
        Axiom(
            "top-weightedness",
            "a more relevant document moved up, a less relevant one down, raises the value",
            "Moffat 2013",
            _swaps,
            _up,
        ),
        Axiom(
            "priority",
            "two neighbours put in the right order raise the value",
            "Amigó et al. 2013",
            _neighbour_swaps,
            _up,
        ),
        Axiom(
            "deepness",
            "two neighbours put right further up raise it by more than the same further down",
            "Amigó et al. 2013",
            _two_swaps,
            _up,
        ),
        Axiom(
            "confidence",
            "a document that is not relevant at the end lowers the value",
            "Amigó et al. 2013",
            _extension_by_nothing,
            _down,
        ),
    )
}
"""The axioms about single runs, by name. Others are about topics, or say that there is a run: see :func:`axioms`."""

THRESHOLDS = {
    "deepness threshold": (
        "for large n one relevant document first beats n relevant ones after n that are not",
        "Amigó et al. 2013",
    ),
    "closeness threshold": (
        "for some m one relevant document first loses to m relevant ones after m that are not",
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
    grades: int = 1,
    seconds: float = 3.0,
    seed: int = 0,
) -> AxiomFindings:
    """Check a measure, also your own, against the axioms on runs of up to a length over grades 0..``grades``.

    >>> found = axioms("P@4", length=4, seconds=1)
    >>> found["swap"].holds, found["top-weightedness"].holds, found["top-weightedness"].witness
    (True, False, ((0, 1), (1, 0)))
    """
    chosen = load_measure(measure)
    try:
        timed = 0 < seconds < float("inf")
    except TypeError:
        timed = False
    if not timed:
        raise OptionError(f"seconds={seconds!r} must be a number above 0")
    space = RunSpace(run_length(chosen, length), grades)
    looked = _Looked(RunValues(chosen, space))
    share = seconds / (len(AXIOMS) + 1)
    found: dict[str, Verdict] = {name: looked.at(axiom, share, seed) for name, axiom in AXIOMS.items()}
    found |= topic_axioms(chosen, space) | looked.thresholds()
    return AxiomFindings(chosen, space, {name: found[name] for name in statements()})


class _Looked:
    """What the values of a measure say about axioms, within a time."""

    def __init__(self, values: RunValues) -> None:
        self.values, self.space = values, values.space
        self.known: dict[JudgedRun, Any] = {}

    def value(self, run: JudgedRun) -> Any:
        if run not in self.known:
            if len(self.known) > MOST_KNOWN:
                self.known.clear()
            self.known[run] = self.values.of(run)
        return self.known[run]

    def holds(self, axiom: Axiom, case: Case) -> bool:
        low, high = case
        return axiom.holds(self.values.compare(self.value(high), self.value(low)))

    def at(self, axiom: Axiom, seconds: float, seed: int) -> Verdict:
        """The verdict on an axiom: all runs by growing length while time lasts, then runs drawn at random."""
        start, cases = time.monotonic(), 0
        for length in range(1, self.space.length + 1):
            for run in RunSpace(length, self.space.grades):
                for case in self._cases(axiom, run):
                    cases += 1
                    if not self.holds(axiom, case):
                        return Verdict(False, case, cases, self.values.proof, self.said(case))
                    if time.monotonic() > start + seconds / 2:
                        return self._sampled(axiom, length, cases, start + seconds, seed)
        if not cases:
            where = f"length {self.space.length} over grades 0..{self.space.grades}"
            return Verdict(None, why=f"there is no case on runs of {where}")
        return Verdict(True, None, cases, self.values.proof)

    def _cases(self, axiom: Axiom, run: JudgedRun) -> Iterator[Case]:
        """The cases of a run that stay within the length asked for."""
        return (case for case in axiom.cases(run, self.space.grades) if len(case[-1]) <= self.space.length)

    def _sampled(self, axiom: Axiom, reached: int, cases: int, end: float, seed: int) -> Verdict:
        random = np.random.default_rng(seed)
        while time.monotonic() < end:
            run = tuple(random.integers(0, self.space.grades + 1, self.space.length).tolist())
            for case in self._cases(axiom, run):
                cases += 1
                if not self.holds(axiom, case):
                    small = self._smaller(axiom, run, case, time.monotonic() + SHRINKING)
                    return Verdict(False, small, cases, self.values.proof, self.said(small))
                if time.monotonic() > end:
                    break
        why = f"all runs to length {reached - 1}, then some of length {self.space.length}"
        return Verdict(True, None, cases, Proof.SAMPLED, why)

    def _smaller(self, axiom: Axiom, run: JudgedRun, best: Case, end: float) -> Case:
        """A case that breaks the axiom, made of a run that no rank or grade can be taken from any more, as far as time
        lasts.
        """

        def broken(candidate: JudgedRun) -> Case | None:
            for case in self._cases(axiom, candidate):
                if not self.holds(axiom, case):
                    return case
                if time.monotonic() > end:
                    return None
            return None

        found = True
        while found and time.monotonic() < end:
            found = False
            fewer = [(*run[:i], *run[i + 1 :]) for i in range(len(run)) if len(run) > 1]
            lower = [(*run[:i], run[i] - 1, *run[i + 1 :]) for i in range(len(run)) if run[i]]
            for candidate in (*fewer, *lower):
                case = broken(candidate)
                if case is not None:
                    run, best, found = candidate, case, True
                    break
        return best

    def said(self, case: Case) -> str:
        """The runs of a case with their values."""
        return ", ".join(f"M({','.join(map(str, run))}) = {self.values.text(self.value(run))}" for run in case)

    def thresholds(self) -> dict[str, Verdict]:
        """The two axioms that speak of a length: far enough down, and near enough to the top. How far is far is not
        said, so that they are looked at for n = 1, 2, 4, … and not proven beyond.
        """
        top = self.space.grades

        def pair(n: int) -> Case:
            return (top, *(0,) * (2 * n - 1)), (*(0,) * n, *(top,) * n)

        # a function of the user's own need not know runs that are longer than asked for
        most = FAR if self.values.fold is not None else self.space.length // 2
        if most < NEAR:
            short = Verdict(None, why=f"runs of length {self.space.length} are too short to tell")
            return {"deepness threshold": short, "closeness threshold": short}
        lengths = sorted({*range(1, NEAR + 1), *(2**k for k in range(most.bit_length()) if 2**k <= most)})
        signs = {n: self.values.compare(*(self.values.of(run) for run in pair(n))) for n in lengths}
        last = lengths[-1]
        far = Verdict(
            signs[last] > 0, None if signs[last] > 0 else pair(last), len(lengths), Proof.SAMPLED, f"at n = {last}"
        )
        near = next((n for n in lengths if signs[n] < 0), None)
        if near is None:
            close = Verdict(False, pair(last), len(lengths), Proof.SAMPLED, f"for no m looked at up to {last}")
        else:
            close = Verdict(True, None, near, self.values.proof, f"m = {near}: {self.said(pair(near))}")
        return {"deepness threshold": far, "closeness threshold": close}
