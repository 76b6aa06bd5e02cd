"""``RelevanceEvaluator`` as in pytrec_eval, without its compiled part: the same calls, names, topics and numbers.

>>> from intervale.integrations.pytrec_eval import RelevanceEvaluator
>>> evaluator = RelevanceEvaluator({"q1": {"a": 1, "b": 2}}, {"map", "ndcg_cut_10", "interval(nDCG@2)"})
>>> evaluator.evaluate({"q1": {"a": 2.0, "b": 1.0}, "q2": {"a": 1.0}})
{'q1': {'interval(nDCG@2)': 0.75, 'map': 1.0, 'ndcg_cut_10': 0.8597186998521972}}

Names of trec_eval mean what they mean there: ``P`` is nine cutoffs, ``gm_map`` is a logarithm on each topic,
``iprec_at_recall`` rounds recall levels as trec_eval 9. Any other name is one of intervale's. Left out are trec_eval's
measures that intervale lacks, also where a nickname such as ``all_trec`` names them, and ``runid``, which is 0 there.
A topic for which nothing was retrieved has 0 where pytrec_eval divides 0 by 0.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import TypeVar

import numpy as np

from intervale.data import read_qrels
from intervale.errors import InputError, MeasureError, OptionError, shown
from intervale.evaluation import evaluate
from intervale.exact import exact_number
from intervale.measures import Measure, load_measure, parse_measures
from intervale.measures.recall_points import IPrec, IPrecAvg
from intervale.measures.sets import SetF
from intervale.measures.trec_names import NICKNAMES, TREC_FAMILIES, TREC_SINGLE

__all__ = [
    "RelevanceEvaluator",
    "compute_aggregated_measure",
    "parse_qrel",
    "parse_run",
    "supported_measures",
    "supported_nicknames",
]

NEWER = ("rbp", "rbp_resid", "unj")
"""Names of trec_eval 10, which no nickname of pytrec_eval stands for."""
supported_measures = frozenset({*TREC_SINGLE, *TREC_FAMILIES})
supported_nicknames = {name: frozenset(inside).difference(NEWER) for name, inside in NICKNAMES.items()}
_PARAMETERS = re.compile(r"(\w+?)[._](\d*\.?\d+(?:,\d*\.?\d+)*)")
_FLOOR = 1e-5
Number = TypeVar("Number", int, float)


class RelevanceEvaluator:
    """Scores of runs on each topic that has judgments, by the names of trec_eval and of intervale.

    ``relevance_level`` is the grade from which a document is relevant, ``judged_docs_only_flag`` removes documents
    without a judgment from the run first. A name of intervale says by itself what is relevant, as in ``AP(rel=2)@10``,
    and is refused where that is not ``relevance_level``. Documents are ordered by score as float32, equal scores by
    document id descending.
    """

    def __init__(
        self,
        query_relevance: Mapping[str, Mapping[str, int]],
        measures: Iterable[str],
        relevance_level: int = 1,
        judged_docs_only_flag: bool = False,
    ) -> None:
        if isinstance(measures, str):
            raise OptionError(f"measures is a text; write {{{measures!r}}}")
        self._measures = _asked(measures, relevance_level)
        _check_ids(query_relevance)
        self._judged = {topic: inner for topic, inner in query_relevance.items() if len(inner)}
        self._qrels = read_qrels(self._judged) if self._judged else None
        self._judged_only = bool(judged_docs_only_flag)

    def evaluate(self, scores: Mapping[str, Mapping[str, float]]) -> dict[str, dict[str, float]]:
        """{topic: {measure: score}} of a run, for the topics that both have."""
        _check_ids(scores)
        run = {topic: dict(found) for topic, found in scores.items() if topic in self._judged}
        if self._judged_only:
            run = {topic: self._only_judged(topic, found) for topic, found in run.items()}
        if not run or self._qrels is None:
            return {}
        qrels, answers = self._qrels, {topic: found for topic, found in run.items() if found}
        if not answers:  # a topic aside, so that there is a run
            aside = max(self._judged, key=len) + "x"
            qrels, answers = read_qrels({**self._judged, aside: {"x": 0}}), {aside: {"x": 1.0}}
        found = evaluate(qrels, {"run": answers}, self._measures, ties="trec9").by_topic("run")
        logarithms = [name for name in self._measures if name.startswith("gm_")]
        for row in found.values():
            row.update({name: math.log(max(row[name], _FLOOR)) for name in logarithms})
        return {topic: found[topic] for topic in run}

    def _only_judged(self, topic: str, found: Mapping[str, float]) -> dict[str, float]:
        grades = self._judged[topic]
        return {document: score for document, score in found.items() if grades.get(document, -1) >= 0}


def _check_ids(given: Mapping[str, Mapping[str, object]]) -> None:
    """Refuse ids that are not text, as pytrec_eval does: 1 and "1" would be two topics."""
    for topic, inner in given.items():
        for kind, one in (("topic", topic), *(("document", document) for document in inner)):
            if not isinstance(one, str):
                raise InputError(f"{kind} {shown(one)} is not text: write ids in quotes")


def compute_aggregated_measure(measure: str, values: Iterable[float]) -> float:
    """The values of a measure on topics put together: the mean, the sum of a count, the geometric mean of GMAP.

    >>> compute_aggregated_measure("num_ret", [10, 20]), compute_aggregated_measure("P_5", [0.2, 0.4])
    (30.0, 0.30000000000000004)
    """
    listed = np.array(list(values), dtype=np.float64)
    if measure.startswith("gm_"):
        return float(np.exp(listed.mean()))
    return parse_measures(measure)[0].combine(listed)


def parse_run(f_run: Iterable[str]) -> dict[str, dict[str, float]]:
    """{topic: {document: score}} of the lines of a TREC run.

    >>> parse_run(["q1 Q0 d1 1 2.5 tag"])
    {'q1': {'d1': 2.5}}
    """
    return _parsed(f_run, ("topic", "Q0", "document", "rank", "score", "tag"), 4, float)


def parse_qrel(f_qrel: Iterable[str]) -> dict[str, dict[str, int]]:
    """{topic: {document: grade}} of the lines of TREC qrels.

    >>> parse_qrel(["q1 0 d1 2"])
    {'q1': {'d1': 2}}
    """
    return _parsed(f_qrel, ("topic", "iteration", "document", "grade"), 3, int)


def _parsed(
    lines: Iterable[str], columns: tuple[str, ...], place: int, number: Callable[[str], Number]
) -> dict[str, dict[str, Number]]:
    found: dict[str, dict[str, Number]] = {}
    for at, line in enumerate(lines, start=1):
        words = line.split()
        if len(words) != len(columns):
            wanted = f"{len(columns)} columns ({', '.join(columns)})"
            raise InputError(f"line {at}: expected {wanted}, found {len(words)}")
        inner = found.setdefault(words[0], {})
        if words[2] in inner:
            raise InputError(f"line {at}: document {words[2]!r} appears twice for topic {words[0]!r}")
        try:
            inner[words[2]] = number(words[place])
        except ValueError:
            raise InputError(f"line {at}: {columns[place]} {words[place]!r} is not a number") from None
    return found


# ---------------------------------------------------------------- names


class _IPrec(IPrec):
    """Interpolated precision as in trec_eval 9."""

    rounding = 0.9


class _IPrecAvg(IPrecAvg):
    """The same averaged."""

    rounding = 0.9


def _asked(measures: Iterable[str], level: int) -> dict[str, Measure]:
    """The measures by the names that stand in results. Parameters of a family take the place of its own."""
    given: dict[str, set[Fraction]] = {}
    ours: dict[str, Measure] = {}
    for text in sorted({name for asked in measures for name in supported_nicknames.get(asked, {asked})}):
        match = _PARAMETERS.fullmatch(text)
        if text in supported_measures:
            given.setdefault(text, set())
        elif match and (match[1] in TREC_FAMILIES or match[1] in ("set_F", "11pt_avg")):
            given.setdefault(match[1], set()).update(exact_number(number) for number in match[2].split(","))
        else:
            ours[text] = _said(text, level)
    at = {"rel": level}
    pairs = (pair for family, chosen in given.items() for pair in _family(family, sorted(chosen)))
    theirs = {name: measure if measure.rel is None else replace(measure, **at) for name, measure in pairs}
    return dict(sorted((ours | theirs).items()))


def _family(name: str, chosen: list[Fraction]) -> Iterable[tuple[str, Measure]]:
    """The measures of one name of trec_eval, each by its name in results."""
    if name == "set_F":
        yield name, SetF(beta=math.sqrt(chosen[0])) if chosen else SetF()
    elif name == "11pt_avg":
        yield name, _IPrecAvg(levels=tuple(chosen)) if chosen else _IPrecAvg()
    elif name in TREC_SINGLE:
        yield name, TREC_SINGLE[name]
    else:
        build, defaults = TREC_FAMILIES[name]
        for parameter in chosen or map(Fraction, defaults):
            if name == "iprec_at_recall":
                yield f"{name}_{float(parameter):.2f}", _IPrec(recall=parameter)
            elif name == "Rprec_mult":
                yield f"{name}_{float(parameter):.2f}", build(parameter)
            else:
                yield f"{name}_{int(parameter)}", build(parameter)


def _said(text: str, level: int) -> Measure:
    """The measure of intervale that a text names, where documents are relevant from this grade on."""
    measure = load_measure(text)
    rel = (measure.derived_from or measure).rel
    if rel not in (None, level):
        raise MeasureError(
            f"{text}: relevant from grade {rel}, but relevance_level is {level}; write rel={level} in it"
        )
    return measure
