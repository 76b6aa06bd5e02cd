"""Axioms that a measure may or may not satisfy, checked on all small runs, then on a sample.

Each axiom is a statement about a few runs. Cases are looked at by growing length, so that the first one that breaks
the axiom is a smallest; where time runs out before the length asked for, runs are drawn at random, and a case that
breaks the axiom is made smaller as far as it goes.

Sources: Replacement, Swap (Ferrante, Ferro and Maistro 2015, §5; 002) and Projection (Giner, §3; 000); the seven
numeric properties of Moffat 2013; the constraints of Amigó, Gonzalo and Verdejo 2013.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np

from intervale.errors import MeasureError, OptionError
from intervale.exact import exact_text
from intervale.exact.verdict import Proof, Verdict
from intervale.measures import Measure, evaluate, parse_measure
from intervale.measures.own import OwnMeasure
from intervale.orders import JudgedRun, RunSpace
from intervale.scales.roads import run_length

__all__ = ["AXIOMS", "Axiom", "AxiomFindings", "axioms"]

Case = tuple[JudgedRun, ...]
Value = Callable[[JudgedRun], Any]
TOLERANCE = 1e-9
MOST_TOPICS = 4000
FAR = 50
"""How many places count as far down."""


@dataclass(frozen=True)
class Axiom:
    """A statement about a few runs: how cases are made of one run, and how their values must compare.

    ``cases`` gives all cases of a run of one length; ``holds`` decides one from the signs of differences.
    """

    name: str
    statement: str
    source: str
    cases: Callable[[JudgedRun, int], Iterator[Case]]
    holds: Callable[[Value, Callable[[Any], int], Case], bool]


@dataclass(frozen=True)
class AxiomFindings:
    """The verdicts of a measure on the axioms, and what Replacement and Swap together make of it."""

    measure: Measure
    space: RunSpace
    verdicts: dict[str, Verdict]

    def __getitem__(self, name: str) -> Verdict:
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


def _not_down(value: Value, sign: Callable[[Any], int], case: Case) -> bool:
    low, high = case
    return sign(value(high) - value(low)) >= 0


def _up(value: Value, sign: Callable[[Any], int], case: Case) -> bool:
    low, high = case
    return sign(value(high) - value(low)) > 0


def _down(value: Value, sign: Callable[[Any], int], case: Case) -> bool:
    low, high = case
    return sign(value(high) - value(low)) < 0


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

OF_TOPICS = {
    "boundedness": ("the value lies between 0 and 1", "Moffat 2013"),
    "localization": ("the value depends on the retrieved documents only", "Moffat 2013"),
    "completeness": ("the value is defined for topics without relevant documents", "Moffat 2013"),
    "realizability": ("on every topic with a relevant document some run has the value 1", "Moffat 2013"),
}
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
    chosen = parse_measure(measure)
    if seconds <= 0:
        raise OptionError(f"seconds={seconds} must be above 0")
    space = RunSpace(run_length(chosen, length), grades)
    looked = _Looked(chosen, space)
    share = seconds / (len(AXIOMS) + 1)
    found: dict[str, Verdict] = {name: looked.at(axiom, share, seed) for name, axiom in AXIOMS.items()}
    found |= _of_topics(chosen, space) | looked.thresholds()
    return AxiomFindings(chosen, space, {name: found[name] for name in statements()})


class _Looked:
    """The values of a measure on runs of any length up to the space's, and what they say about axioms."""

    def __init__(self, measure: Measure, space: RunSpace) -> None:
        self.measure, self.space = measure, space
        self.numeric = isinstance(measure, OwnMeasure) and measure.twin is None
        self.known: dict[JudgedRun, Any] = {}
        self.value((0,) * space.length)  # a measure without values says so now

    def value(self, run: JudgedRun) -> Any:
        if run not in self.known:
            if self.numeric:
                score = float(self.measure.score(np.array([run]), grades=self.space.grades)[0])
                if np.isnan(score):
                    raise MeasureError(f"{self.measure} is not defined for the run {run}")
                self.known[run] = score
            else:
                self.known[run] = self.measure.exact(run, grades=self.space.grades)
        return self.known[run]

    def sign(self, difference: Any) -> int:
        if self.numeric and abs(difference) <= TOLERANCE:
            return 0
        return int(difference > 0) - int(difference < 0)

    def at(self, axiom: Axiom, seconds: float, seed: int) -> Verdict:
        """The verdict on an axiom: all runs by growing length while time lasts, then runs drawn at random."""
        end, cases = time.monotonic() + seconds, 0
        exhaustive = Proof.NUMERIC if self.numeric else Proof.EXHAUSTIVE
        for length in range(1, self.space.length + 1):
            for run in RunSpace(length, self.space.grades):
                for case in self._cases(axiom, run):
                    cases += 1
                    if not axiom.holds(self.value, self.sign, case):
                        return Verdict(False, case, cases, exhaustive, self.said(case))
                if time.monotonic() > end:
                    return self._sampled(axiom, length, cases, seconds, seed)
        if not cases:
            return Verdict(
                None, why=f"no case on runs of length {self.space.length} over grades 0..{self.space.grades}"
            )
        return Verdict(True, None, cases, exhaustive)

    def _cases(self, axiom: Axiom, run: JudgedRun) -> Iterator[Case]:
        """The cases of a run that stay within the length asked for."""
        return (case for case in axiom.cases(run, self.space.grades) if len(case[-1]) <= self.space.length)

    def _sampled(self, axiom: Axiom, reached: int, cases: int, seconds: float, seed: int) -> Verdict:
        random = np.random.default_rng(seed)
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            run = tuple(random.integers(0, self.space.grades + 1, self.space.length).tolist())
            for case in self._cases(axiom, run):
                cases += 1
                if not axiom.holds(self.value, self.sign, case):
                    small = self._smaller(axiom, run)
                    return Verdict(
                        False, small, cases, Proof.NUMERIC if self.numeric else Proof.EXHAUSTIVE, self.said(small)
                    )
                if time.monotonic() > end:
                    break
        return Verdict(
            True,
            None,
            cases,
            Proof.SAMPLED,
            f"all runs to length {reached - 1}, then some of length {self.space.length}",
        )

    def _smaller(self, axiom: Axiom, run: JudgedRun) -> Case:
        """A case that breaks the axiom, made of a run that no rank or grade can be taken from any more."""

        def broken(candidate: JudgedRun) -> Case | None:
            for case in self._cases(axiom, candidate):
                if not axiom.holds(self.value, self.sign, case):
                    return case
            return None

        best = broken(run)
        assert best is not None
        found = True
        while found:
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
        return ", ".join(f"M({','.join(map(str, run))}) = {self._text(self.value(run))}" for run in case)

    def _text(self, value: Any) -> str:
        return f"{value:.6g}" if isinstance(value, float) else exact_text(value)

    def thresholds(self) -> dict[str, Verdict]:
        """The two axioms that speak of a length: far enough down, and near enough to the top."""
        top, exhaustive = self.space.grades, Proof.NUMERIC if self.numeric else Proof.EXHAUSTIVE

        def pair(n: int) -> Case:
            return (top, *(0,) * (2 * n - 1)), (*(0,) * n, *(top,) * n)

        def compared(n: int) -> int:
            first, many = pair(n)
            return self.sign(self.value(first) - self.value(many))

        # a function of the user's own need not know runs that are longer than asked for
        most = FAR if hasattr(self.measure, "fold") else max(1, self.space.length // 2)
        deep = compared(most) > 0
        far = Verdict(deep, pair(most) if not deep else None, 1, exhaustive, f"n = {most}")
        near = next((n for n in range(1, most + 1) if compared(n) < 0), None)
        why = f"for no m up to {most}" if near is None else f"m = {near}: {self.said(pair(near))}"
        close = Verdict(near is not None, pair(most) if near is None else None, near or most, exhaustive, why)
        return {"deepness threshold": far, "closeness threshold": close}


def _of_topics(measure: Measure, space: RunSpace) -> dict[str, Verdict]:
    """The axioms about topics: scores of runs together with judgments of documents that they did not retrieve."""
    cases = list(_topics(space))
    scores = _scores(measure, [(run, others) for run, others in cases])
    outside = next((n for n, score in enumerate(scores) if not -TOLERANCE <= score <= 1 + TOLERANCE), None)
    found = {
        "boundedness": Verdict(True, None, len(cases), Proof.NUMERIC)
        if outside is None
        else Verdict(False, (cases[outside][0],), len(cases), Proof.NUMERIC, f"a score of {scores[outside]:.6g}")
    }
    by_run: dict[JudgedRun, dict[tuple[int, ...], float]] = {}
    for (run, others), score in zip(cases, scores, strict=True):
        by_run.setdefault(run, {})[others] = float(score)
    moved = next(
        ((run, others, bare, score) for run, known in by_run.items() for others, score in known.items()
         if abs((bare := known[()]) - score) > TOLERANCE), None,
    )  # fmt: skip
    found["localization"] = Verdict(True, None, len(cases), Proof.NUMERIC)
    if moved is not None:
        run, others, bare, score = moved
        why = f"{bare:.6g}, and {score:.6g} where documents of grades {others} were judged and not retrieved"
        found["localization"] = Verdict(False, (run,), len(cases), Proof.NUMERIC, why)
    local = bool(found["localization"].holds)
    why = "" if local else "nothing to divide by; here 0 by convention, as trec_eval has it"
    found["completeness"] = Verdict(local, None if local else ((0,) * min(space.length, 3),), 1, Proof.NUMERIC, why)
    found["realizability"] = _realizable(measure, space)
    return found


def _topics(space: RunSpace) -> Iterator[tuple[JudgedRun, tuple[int, ...]]]:
    """Runs, each with the grades of documents that were judged and not retrieved."""
    count = 0
    for length in range(1, space.length + 1):
        for run in RunSpace(length, space.grades):
            for others in ((), (1,), (space.grades, space.grades, 1)):
                yield run, others
            count += 3
            if count > MOST_TOPICS:
                return


def _realizable(measure: Measure, space: RunSpace) -> Verdict:
    """On topics with 1, 2, … relevant documents, the best run of the length, all of them first."""
    cases = []
    for grade in range(1, space.grades + 1):
        for many in range(1, min(space.length, 12) + 1):
            first = (grade,) * many
            cases.append(((*first, *(0,) * (space.length - many)), ()))
    for (run, _), score in zip(cases, _scores(measure, cases), strict=True):
        if abs(score - 1) > TOLERANCE:
            relevant = sum(1 for grade in run if grade)
            why = f"on a topic with {relevant} relevant document{'s' * (relevant > 1)} the best run scores {score:.6g}"
            return Verdict(False, (run,), len(cases), Proof.NUMERIC, why)
    return Verdict(True, None, len(cases), Proof.NUMERIC)


def _scores(measure: Measure, cases: Sequence[tuple[JudgedRun, tuple[int, ...]]]) -> list[float]:
    """The scores of runs as an evaluation gives them, each on a topic of its own."""
    qrels: dict[str, dict[str, int]] = {}
    run: dict[str, dict[str, float]] = {}
    for n, (profile, others) in enumerate(cases):
        topic = f"{n:08d}"
        judged = {f"d{rank}": grade for rank, grade in enumerate(profile)}
        qrels[topic] = judged | {f"other{k}": grade for k, grade in enumerate(others)}
        run[topic] = {document: -float(rank) for rank, document in enumerate(judged)}
    top = max((max(profile, default=0) for profile, _ in cases), default=1)
    longest = max(len(profile) for profile, _ in cases)
    whole = measure.on_space(longest, None)  # what needs a cutoff looks at all of the longest run
    table = evaluate(qrels, {"run": run}, {"measure": whole}, grades=max(1, top))
    return [float(score) for score in table.matrix("measure")[0]]
