"""One tool, one collection: read the files, score every topic under six measures, print how many scores there are and
their sum; on standard error the peak memory in kB, and the seconds where they do not include start-up and reading.

usage: tools.py TOOL SOURCE QRELS RUN...      SOURCE: files, dicts or frames
"""

from __future__ import annotations

import resource
import sys
import time
from collections.abc import Callable
from typing import Any

TREC_NAMES = {"P_10", "recall_1000", "map", "ndcg_cut_10", "ndcg", "recip_rank"}
NAMES = ["P@10", "R@1000", "AP", "nDCG@10", "nDCG", "RR"]
RANX_NAMES = ["precision@10", "recall@1000", "map", "ndcg@10", "ndcg", "mrr"]

Result = tuple[int, float]


def intervale(source: str, qrels: str, runs: list[str]) -> Result:
    import intervale as iv

    if source == "files":
        table = iv.evaluate(qrels, runs, NAMES)
        return table.values.size, float(table.values.sum())
    given = _dicts(qrels, runs) if source == "dicts" else _frames(qrels, runs)
    started = time.perf_counter()
    table = iv.evaluate(given[0], given[1], NAMES)
    _report(started)
    return table.values.size, float(table.values.sum())


def pytrec_eval(source: str, qrels: str, runs: list[str]) -> Result:
    import pytrec_eval

    def scored(judgments: Any, answers: list[Any]) -> Result:
        evaluator = pytrec_eval.RelevanceEvaluator(judgments, TREC_NAMES)
        return _counted(evaluator.evaluate(answer) for answer in answers)

    if source == "files":
        with open(qrels) as file:
            judgments = pytrec_eval.parse_qrel(file)
        answers = []
        for run in runs:
            with open(run) as file:
                answers.append(pytrec_eval.parse_run(file))
        return scored(judgments, answers)
    if source == "frames":
        judgments, frames = _frames(qrels, runs)
        started = time.perf_counter()
        result = scored(_nested(judgments, "relevance"), [_nested(frame, "score") for frame in frames])
    else:
        judgments, answers = _dicts(qrels, runs)
        started = time.perf_counter()
        result = scored(judgments, answers)
    _report(started)
    return result


def ir_measures(source: str, qrels: str, runs: list[str]) -> Result:
    import ir_measures

    measures = [ir_measures.parse_measure(name) for name in NAMES]
    started = time.perf_counter()
    if source == "files":
        judgments: Any = list(ir_measures.read_trec_qrels(qrels))
        answers: Any = (ir_measures.read_trec_run(run) for run in runs)
    else:
        judgments, answers = _dicts(qrels, runs) if source == "dicts" else _frames(qrels, runs)
        started = time.perf_counter()
    evaluator = ir_measures.evaluator(measures, judgments)
    values = [metric.value for answer in answers for metric in evaluator.iter_calc(answer)]
    if source != "files":
        _report(started)
    return len(values), float(sum(values))


def ranx(source: str, qrels: str, runs: list[str]) -> Result:
    from ranx import Qrels, Run, evaluate

    if source == "files":
        judgments = Qrels.from_file(qrels, kind="trec")
        answers = [Run.from_file(run, kind="trec") for run in runs]
    else:
        if source == "dicts":
            raw_qrels, raw_runs = _dicts(qrels, runs)
            evaluate(Qrels({"q": {"d": 1}}), Run({"q": {"d": 1.0}}), RANX_NAMES)  # compiled before the clock starts
            started = time.perf_counter()
            judgments, answers = Qrels(raw_qrels), [Run(raw) for raw in raw_runs]
        else:
            frame_qrels, frame_runs = _frames(qrels, runs)
            text = {"query_id": object, "doc_id": object}  # ranx knows no other text
            frame_qrels = frame_qrels.astype(text | {"relevance": "int64"})
            frame_runs = [frame.astype(text) for frame in frame_runs]
            evaluate(Qrels({"q": {"d": 1}}), Run({"q": {"d": 1.0}}), RANX_NAMES)
            started = time.perf_counter()
            judgments = Qrels.from_df(frame_qrels, q_id_col="query_id", doc_id_col="doc_id", score_col="relevance")
            answers = [Run.from_df(f, q_id_col="query_id", doc_id_col="doc_id", score_col="score") for f in frame_runs]
    values = [evaluate(judgments, answer, RANX_NAMES, return_mean=False, make_comparable=True) for answer in answers]
    if source != "files":
        _report(started)
    return sum(len(v) for value in values for v in value.values()), float(
        sum(v.sum() for value in values for v in value.values())
    )


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
    return count, total


def _report(started: float) -> None:
    print(f"seconds {time.perf_counter() - started:.6f}", file=sys.stderr)


TOOLS: dict[str, Callable[[str, str, list[str]], Result]] = {
    "intervale": intervale,
    "pytrec_eval": pytrec_eval,
    "ir_measures": ir_measures,
    "ranx": ranx,
}

if __name__ == "__main__":
    tool, source, qrels, *runs = sys.argv[1:]
    print(*TOOLS[tool](source, qrels, runs))
    print(f"peak {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss}", file=sys.stderr)
