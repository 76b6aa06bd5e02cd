"""One tool, one collection: read it, score every topic under six measures, print how many scores there are and their
sum, and the seconds (on the clock, of CPU) where they do not include start-up and reading, as JSON.

usage: tools.py TOOL SOURCE QRELS RUN...      SOURCE: files, parquet, dicts or frames

Beside the tools stand the checks, which are not timed: intervale under the rule by which a tool breaks ties.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable
from functools import partial
from typing import Any

TREC_NAMES = {"P_10", "recall_1000", "map", "ndcg_cut_10", "ndcg", "recip_rank"}
NAMES = ["P@10", "R@1000", "AP", "nDCG@10", "nDCG", "RR"]
RANX_NAMES = ["precision@10", "recall@1000", "map", "ndcg@10", "ndcg", "mrr"]

Result = dict[str, float]


def intervale(source: str, qrels: str, runs: list[str], ties: str = "trec") -> Result:
    table, spent = _intervale(source, qrels, runs, ties)
    return {"count": table.values.size, "total": float(table.values.sum())} | spent


def printed(source: str, qrels: str, runs: list[str], ties: str) -> Result:
    """Between what the sum lies if every score is printed with 4 decimals: a score that lies within a billionth of
    where rounding changes may go either way."""
    import numpy as np

    table, _ = _intervale(source, qrels, runs, ties)
    low, high = (float(np.rint((table.values + error) * 10_000).sum() / 10_000) for error in (-1e-9, 1e-9))
    return {"low": low, "high": high}


def _intervale(source: str, qrels: str, runs: list[str], ties: str) -> tuple[Any, Result]:
    import intervale as iv

    if source in ("files", "parquet"):
        return iv.evaluate(qrels, runs, NAMES, ties=ties), {}
    given = _dicts(qrels, runs) if source == "dicts" else _frames(qrels, runs)
    clock = _Clock()
    return iv.evaluate(given[0], given[1], NAMES, ties=ties), clock.spent()


def pytrec_eval(source: str, qrels: str, runs: list[str]) -> Result:
    import pytrec_eval

    def scored(judgments: Any, answers: list[Any]) -> Result:
        evaluator = pytrec_eval.RelevanceEvaluator(judgments, TREC_NAMES)
        return _counted(evaluator.evaluate(answer) for answer in answers)

    if source == "files":
        return scored(*_dicts(qrels, runs))
    if source == "dicts":
        judgments, answers = _dicts(qrels, runs)
        clock = _Clock()
        return scored(judgments, answers) | clock.spent()
    judgments, frames = _frames(qrels, runs)
    clock = _Clock()
    result = scored(_nested(judgments, "relevance"), [_nested(frame, "score") for frame in frames])
    return result if source == "parquet" else result | clock.spent()


def ir_measures(source: str, qrels: str, runs: list[str]) -> Result:
    import ir_measures

    measures = [ir_measures.parse_measure(name) for name in NAMES]
    if source == "files":
        judgments: Any = list(ir_measures.read_trec_qrels(qrels))
        answers: Any = (ir_measures.read_trec_run(run) for run in runs)
    else:
        judgments, answers = _dicts(qrels, runs) if source == "dicts" else _frames(qrels, runs)
    clock = _Clock()
    evaluator = ir_measures.evaluator(measures, judgments)
    values = [metric.value for answer in answers for metric in evaluator.iter_calc(answer)]
    result = {"count": len(values), "total": float(sum(values))}
    return result | (clock.spent() if source in ("dicts", "frames") else {})


def ranx(source: str, qrels: str, runs: list[str]) -> Result:
    from ranx import evaluate

    judgments, answers, clock = _ranx(source, qrels, runs)
    values = [evaluate(judgments, answer, RANX_NAMES, return_mean=False, make_comparable=True) for answer in answers]
    scores = [score for value in values for score in value.values()]
    result = {"count": sum(map(len, scores)), "total": float(sum(score.sum() for score in scores))}
    return result | (clock.spent() if source in ("dicts", "frames") else {})


def order_of_ranx(source: str, qrels: str, runs: list[str]) -> Result:
    """intervale on the rankings that ranx holds: equal scores are in the order of a sort that keeps none. That ranx's
    scores never rise from one rank to the next is checked here, so that only ties are left to differ."""
    import numpy as np
    import pyarrow as pa

    import intervale as iv

    judgments, answers, _ = _ranx(source, qrels, runs)
    pairs, grades = _columns(judgments.to_typed_list())
    judged = pa.table(pairs | {"relevance": grades.astype(np.int64)})
    total = 0.0
    for answer in answers:
        lists = answer.make_comparable(judgments).to_typed_list()
        if any((np.diff(ranking[:, 1]) > 0).any() for ranking in lists):
            raise SystemExit("ranx does not rank by score")
        pairs, scores = _columns(lists)
        table = iv.evaluate(judged, pa.table(pairs | {"score": -np.arange(float(len(scores)))}), NAMES)
        total += float(table.values.sum())
    return {"low": total, "high": total}


def _columns(lists: Any) -> tuple[dict[str, Any], Any]:
    """ranx's arrays, one a topic, of documents (numbers that stand for their ids) and values: as columns."""
    import numpy as np

    topics = np.repeat(np.arange(len(lists)), [len(rows) for rows in lists])
    documents, values = np.concatenate(list(lists)).T
    ids = np.ascontiguousarray(documents).view(np.int64)
    return {"query_id": topics.astype(str).tolist(), "doc_id": ids.astype(str).tolist()}, values


def _ranx(source: str, qrels: str, runs: list[str]) -> tuple[Any, list[Any], _Clock]:
    from ranx import Qrels, Run, evaluate

    if source == "files":
        clock = _Clock()
        judgments = Qrels.from_file(qrels, kind="trec")
        return judgments, [Run.from_file(run, kind="trec") for run in runs], clock
    if source != "parquet":
        evaluate(Qrels({"q": {"d": 1}}), Run({"q": {"d": 1.0}}), RANX_NAMES)  # compiled before the clock starts
    if source == "dicts":
        raw_qrels, raw_runs = _dicts(qrels, runs)
        clock = _Clock()
        return Qrels(raw_qrels), [Run(raw) for raw in raw_runs], clock
    frame_qrels, frame_runs = _frames(qrels, runs)
    text = {"query_id": object, "doc_id": object}  # ranx knows no other text
    frame_qrels = frame_qrels.astype(text | {"relevance": "int64"})
    frame_runs = [frame.astype(text) for frame in frame_runs]
    clock = _Clock()
    judgments = Qrels.from_df(frame_qrels, q_id_col="query_id", doc_id_col="doc_id", score_col="relevance")
    answers = [Run.from_df(f, q_id_col="query_id", doc_id_col="doc_id", score_col="score") for f in frame_runs]
    return judgments, answers, clock


def _dicts(qrels: str, runs: list[str]) -> tuple[Any, list[Any]]:
    import pytrec_eval

    with open(qrels) as file:
        judgments = pytrec_eval.parse_qrel(file)
    answers = []
    for run in runs:
        with open(run) as file:
            answers.append(pytrec_eval.parse_run(file))
    return judgments, answers


def _frames(qrels: str, runs: list[str]) -> tuple[Any, list[Any]]:
    import pandas as pd

    if qrels.endswith(".parquet"):
        return pd.read_parquet(qrels), [pd.read_parquet(run) for run in runs]
    text = {0: "str", 2: "str"}
    judgments = pd.read_csv(qrels, sep=r"\s+", header=None, usecols=[0, 2, 3], dtype=text)
    judgments.columns = ["query_id", "doc_id", "relevance"]
    answers = []
    for run in runs:
        answer = pd.read_csv(run, sep=r"\s+", header=None, usecols=[0, 2, 4], dtype=text)
        answer.columns = ["query_id", "doc_id", "score"]
        answers.append(answer)
    return judgments, answers


def _nested(frame: Any, value: str) -> dict[str, dict[str, Any]]:
    nested: dict[str, dict[str, Any]] = {}
    for topic, document, number in zip(frame["query_id"], frame["doc_id"], frame[value].tolist(), strict=True):
        nested.setdefault(topic, {})[document] = number
    return nested


def _counted(results: Any) -> Result:
    count, total = 0, 0.0
    for result in results:
        for scores in result.values():
            count += len(scores)
            total += sum(scores.values())
    return {"count": count, "total": total}


class _Clock:
    """Seconds since it was made, on the clock and of CPU."""

    def __init__(self) -> None:
        self.started = time.perf_counter(), time.process_time()

    def spent(self) -> Result:
        return {"seconds": time.perf_counter() - self.started[0], "cpu": time.process_time() - self.started[1]}


TOOLS: dict[str, Callable[[str, str, list[str]], Result]] = {
    "intervale": intervale,
    "pytrec_eval": pytrec_eval,
    "ir_measures": ir_measures,
    "ranx": ranx,
    "intervale with ties='trec9'": partial(intervale, ties="trec9"),
    "intervale with ties='trec9', rounded": partial(printed, ties="trec9"),
    "intervale, rounded": partial(printed, ties="trec"),
    "intervale on ranx's rankings": order_of_ranx,
}
"""The tools, and behind them the checks: what gives the sum of a tool that differs."""

if __name__ == "__main__":
    tool, source, qrels, *runs = sys.argv[1:]
    print(json.dumps(TOOLS[tool](source, qrels, runs)))
