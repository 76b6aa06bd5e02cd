"""Axioms about topics: what a measure does with judgments of documents that a run did not retrieve (Moffat 2013).

They are looked at on scores as an evaluation gives them, of small runs on topics made for them, in floats. That refutes
and does not prove: what is not refuted is undecided, unless the definition of the measure settles it.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import product

from intervale.data import Policy, judge
from intervale.exact.verdict import Proof, Verdict, undecided
from intervale.measures import Measure
from intervale.orders import JudgedRun, RunSpace

__all__ = ["OF_TOPICS", "topic_axioms"]

OF_TOPICS = {
    "boundedness": ("the value lies between 0 and 1", "Moffat 2013"),
    "localization": ("the value depends on the retrieved documents only", "Moffat 2013"),
    "completeness": ("the value is defined for topics without relevant documents", "Moffat 2013"),
    "realizability": ("on every topic with a relevant document some run has the value 1", "Moffat 2013"),
}
MOST_TOPICS, MOST_RUNS, FEW_GRADES = 3000, 256, 3
TOLERANCE = 1e-9
Judged = tuple[JudgedRun, tuple[int, ...]]
"""A run, and the grades of documents that were judged and not retrieved."""


def topic_axioms(measure: Measure, space: RunSpace) -> dict[str, Verdict]:
    """The verdicts on the axioms about topics."""
    cases = list(_topics(space))
    scores = _scores(measure, cases, space.grades)
    return {
        "boundedness": _bounded(cases, scores),
        "localization": _local(measure, cases, scores),
        "completeness": _complete(measure, space),
        "realizability": _realizable(measure, space),
    }


def _bounded(cases: list[Judged], scores: list[float]) -> Verdict:
    for (run, _), score in zip(cases, scores, strict=True):
        if not math.isnan(score) and not -TOLERANCE <= score <= 1 + TOLERANCE:
            return Verdict(False, (run,), len(cases), Proof.NUMERIC, f"a score of {score:.6g}")
    return _not_refuted(len(cases))


def _not_refuted(topics: int) -> Verdict:
    return undecided(f"not refuted on {topics:,} small topics", topics)


def _local(measure: Measure, cases: list[Judged], scores: list[float]) -> Verdict:
    alone = {run: score for (run, others), score in zip(cases, scores, strict=True) if not others}
    for (run, others), score in zip(cases, scores, strict=True):
        if not math.isnan(score) and abs(alone[run] - score) > TOLERANCE * max(abs(alone[run]), abs(score)):
            why = f"{alone[run]:.6g}, and {score:.6g} where documents of grades {others} were judged and not retrieved"
            return Verdict(False, (run,), len(cases), Proof.NUMERIC, why)
    if measure.local:
        return Verdict(True, None, len(cases), Proof.THEOREM, "its definition uses the retrieved documents only")
    return _not_refuted(len(cases))


def _complete(measure: Measure, space: RunSpace) -> Verdict:
    """On a topic without relevant documents. The catalogue has 0 by convention where there is nothing to divide by."""
    run = (0,) * min(space.length, 3)
    if measure.defined_by == "function":
        (score,) = _scores(measure, [(run, ())], space.grades)
        if math.isnan(score):
            return Verdict(False, (run,), 1, Proof.NUMERIC, "it gives no number")
        return _not_refuted(1)
    if measure.recall_based:
        why = "it divides by a number of the topic; 0 by convention here, as in trec_eval"
        return Verdict(False, (run,), 1, Proof.THEOREM, why)
    return Verdict(True, None, 1, Proof.THEOREM, "its definition divides by no number of the topic")


def _realizable(measure: Measure, space: RunSpace) -> Verdict:
    """The best run that each of some topics allows: with few relevant documents, with more than a run can hold, of one
    grade and of several.
    """
    top = min(space.grades, FEW_GRADES)
    counts = sorted({1, 2, 3, space.length, space.length + 1})
    topics = [(grade,) * many for grade in {1, top} for many in counts if many <= space.length + 1]
    topics += [tuple(range(top, 0, -1))] if top > 1 else []
    for documents in sorted(topics, key=len):
        cases = list(_runs_of(documents, space))
        scores = _scores(measure, cases, space.grades)
        best = max((score for score in scores if not math.isnan(score)), default=math.nan)
        if not abs(best - 1) <= TOLERANCE:
            relevant = len(documents)
            why = f"on a topic with {relevant} relevant document{'s' * (relevant > 1)} the best run scores {best:.6g}"
            return Verdict(False, (cases[scores.index(best)][0],), len(cases), Proof.NUMERIC, why)
    return _not_refuted(len(topics))


def _runs_of(documents: tuple[int, ...], space: RunSpace) -> Iterator[Judged]:
    """The runs that a topic with these relevant documents allows: all where they are few, else the best first."""
    if (space.grades + 1) ** space.length <= MOST_RUNS:
        for run in product(range(space.grades + 1), repeat=space.length):
            left = list(documents)
            try:
                for grade in run:
                    if grade:
                        left.remove(grade)
            except ValueError:
                continue
            yield run, tuple(left)
        return
    first = sorted(documents, reverse=True)[: space.length]
    rest = list(documents)
    for grade in first:
        rest.remove(grade)
    zeros = (0,) * (space.length - len(first))
    yield (*first, *zeros), tuple(rest)
    yield (*zeros, *first), tuple(rest)


def _topics(space: RunSpace) -> Iterator[Judged]:
    """Runs by growing length, each alone and with documents that were judged and not retrieved."""
    count = 0
    for length in range(1, space.length + 1):
        for run in RunSpace(length, min(space.grades, FEW_GRADES)):
            for others in ((), (1,), (space.grades, space.grades, 1)):
                yield run, others
            count += 3
            if count > MOST_TOPICS:
                return


def _scores(measure: Measure, cases: Sequence[Judged], grades: int) -> list[float]:
    """The scores of runs as an evaluation gives them, each on a topic of its own."""
    qrels: dict[str, dict[str, int]] = {}
    run: dict[str, dict[str, float]] = {}
    for n, (profile, others) in enumerate(cases):
        topic = f"{n:08d}"
        judged = {f"d{rank}": grade for rank, grade in enumerate(profile)}
        qrels[topic] = judged | {f"other{k}": grade for k, grade in enumerate(others)}
        run[topic] = {document: -float(rank) for rank, document in enumerate(judged)}
    longest = max(len(profile) for profile, _ in cases)
    whole = measure.on_space(longest, None)  # what needs a cutoff looks at all of the longest run
    scores, _ = whole.scored(judge(qrels, {"run": run}, Policy(grades=grades)))
    return [float(score) for score in scores[0]]
