"""The bench fails where a sum differs and no named reason gives it."""

import importlib
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent
SCRIPT = ROOT / "bench" / "evaluators.py"

TREC_EVAL = """#!{python}
import sys
import pytrec_eval
if sys.argv[1] == "--version":
    sys.exit("trec_eval version 9.0.8")
with open(sys.argv[-2]) as qrels, open(sys.argv[-1]) as run:
    names = {{"P_10", "recall_1000", "map", "ndcg_cut_10", "ndcg", "recip_rank"}}
    evaluator = pytrec_eval.RelevanceEvaluator(pytrec_eval.parse_qrel(qrels), names)
    for topic, scores in evaluator.evaluate(pytrec_eval.parse_run(run)).items():
        for name, score in scores.items():
            print(f"{{name}}\\t{{topic}}\\t{{score + {error} * (name == 'map' and topic == 'q-3'):.4f}}")
"""
"""What stands for trec_eval: the same scores, printed as it does."""


@pytest.fixture
def evaluators(monkeypatch):
    monkeypatch.syspath_prepend(str(ROOT / "bench"))
    return importlib.import_module("evaluators")


def never(check):
    raise AssertionError(check)


def test_sums_that_are_the_same_need_no_reason(evaluators):
    assert evaluators.checked(None, 4618.62 * (1 + 1e-12), 4618.62, never) == "the same"


@pytest.mark.parametrize("own", [4618.0, 4618.6201, float("nan")])
def test_a_difference_without_a_reason_fails(evaluators, own):
    with pytest.raises(evaluators.ToolError, match="no reason is known"):
        evaluators.checked(None, 4618.62, own, never)


def test_a_difference_must_be_what_the_reason_gives(evaluators):
    reason = evaluators.REASONS["pytrec_eval"]
    asked = []

    def ask(check):
        asked.append(check)
        return 4618.62, 4618.62

    assert evaluators.checked(reason, 4618.62, 4618.63, ask) == "intervale with ties='trec9'"
    assert asked == ["intervale with ties='trec9'"]
    with pytest.raises(evaluators.ToolError, match=r"sum to 4618\.625000; it compares .* gives 4618\.620000"):
        evaluators.checked(reason, 4618.625, 4618.63, ask)


def test_what_is_printed_lies_between_bounds(evaluators):
    reason = evaluators.REASONS["trec_eval 10"]
    assert evaluators.checked(reason, 1.0001, 1.00005, lambda check: (1.0, 1.0001)) == reason.check
    with pytest.raises(evaluators.ToolError, match=r"gives 1\.000000 to 1\.000100"):
        evaluators.checked(reason, 1.0002, 1.00005, lambda check: (1.0, 1.0001))


def test_every_check_is_one_of_the_tools(evaluators):
    text = (ROOT / "bench" / "tools.py").read_text("utf-8")
    assert all(f'"{reason.check}":' in text for reason in evaluators.REASONS.values())


def test_printed_scores_are_added_exactly(evaluators):
    assert evaluators.printed_sum("map  \t401\t0.1000\nP_10\tq 2\t1.0000\nndcg\tall\t0.0003\n") == 11003


def small(tmp_path, error):
    """The small bench on real-looking runs, with something that stands for trec_eval and is wrong by ``error``."""
    (tmp_path / "bin").mkdir()
    fake = tmp_path / "bin" / "trec_eval"
    fake.write_text(TREC_EVAL.format(python=sys.executable, error=error))
    fake.chmod(0o755)
    own = os.environ | {"PATH": f"{fake.parent}{os.pathsep}{os.environ['PATH']}", "PYTHONUTF8": "1"}
    words = ["--small", "--only", "real-looking", "--tools", "pytrec_eval,trec_eval", "--data", tmp_path]
    return subprocess.run([sys.executable, SCRIPT, *words], env=own, capture_output=True, text=True)


def test_all_sums_are_explained_on_real_looking_runs(tmp_path):
    done = small(tmp_path, 0)
    assert done.returncode == 0, done.stdout + done.stderr
    rows = [line.split(" | ") for line in done.stdout.splitlines() if line.startswith("| real-looking")]
    assert [row[1] for row in rows[:3]] == ["intervale", "pytrec_eval", "trec_eval"]
    assert rows[2][-1] == "intervale with ties='trec9', rounded |"


def test_one_wrong_score_fails_the_bench(tmp_path):
    done = small(tmp_path, 0.0002)
    assert done.returncode == 1
    assert "| trec_eval | failed: its scores sum to" in done.stdout


def test_a_small_run_is_no_history(tmp_path):
    command = [sys.executable, SCRIPT, "--small", "--history", tmp_path / "history.csv"]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 2
    assert "leave --history out" in done.stderr
    assert not (tmp_path / "history.csv").exists()
