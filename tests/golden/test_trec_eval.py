"""trec_eval 10, to all digits that it prints: its own test files, and all runs of TREC-8 ad hoc.

Sources: shared/data/trec_eval-test (inputs and outputs of trec_eval's own ``make quicktest``, options in COMMANDS.txt)
and shared/data/trec8-adhoc (129 runs × 50 topics with the outputs of ``trec_eval -q -m all_trec``).

Not checked: the preference files (out of scope), out.test.aqZ (its values are z-scores), and of the other files the
lines of measures that the catalogue leaves to trec_eval: G, binG, Rndcg, ndcg_rel, relstring, runid, utility.

One difference is known and wanted. ``rbp_resid`` is 0 in trec_eval where every retrieved document was judged, though
p^n is left, and where a topic is missing, though everything is left.
"""

import dataclasses
import tarfile
from collections.abc import Iterable
from dataclasses import dataclass

import pytest

import intervale as iv
from tests.sizes import MORE

LEFT_TO_TREC_EVAL = {"G", "binG", "Rndcg", "ndcg_rel", "relstring_20", "relstring", "runid", "utility"}
LEFT_TO_TREC_EVAL |= {"utility_2,-1,0,0"}


@dataclass(frozen=True)
class Line:
    """One line of an output: measure, topic or ``all``, and the value as it is printed."""

    measure: str
    topic: str
    value: str

    def printed(self, value: float) -> str:
        """A value with as many digits as the line has."""
        return f"{value:.4f}" if "." in self.value else f"{value:.0f}"


def lines_of(output: str) -> list[Line]:
    parts = (line.split("\t") for line in output.splitlines() if line.strip())
    lines = [Line(measure.strip(), topic.strip(), value.strip()) for measure, topic, value in parts]
    return [line for line in lines if line.measure not in LEFT_TO_TREC_EVAL]


def measures_of(lines: list[Line]) -> dict[str, iv.Measure]:
    return {name: iv.parse_measure(name) for name in dict.fromkeys(line.measure for line in lines)}


def differing(table: iv.Evaluation, system: str, lines: list[Line]) -> list[tuple[Line, float]]:
    """The lines that are not what the system's scores print as, with the scores."""
    by_topic = {name: table.by_topic(system, name) | {"all": table.mean(system, name)} for name in table.names}
    values = ((line, by_topic[line.measure][line.topic]) for line in lines)
    return [(line, value) for line, value in values if line.printed(value) != line.value]


# ---------------------------------------------------------------- trec_eval's own tests


@pytest.mark.parametrize(
    ("output", "qrels", "results", "options", "count"),
    [
        ("out.test", "qrels.test", "results.test", {"missing": "drop"}, 29),
        ("out.test", "qrels.test.with-comments", "results.test", {"missing": "drop"}, 29),
        ("out.comment.test", "qrels.comment.test", "results.comment.test.gz", {"missing": "drop"}, 29),
        ("out.test.a", "qrels.test", "results.test", {"missing": "drop"}, 93),
        ("out.test.aq", "qrels.test", "results.test", {"missing": "drop"}, 363),
        ("out.test.aqc", "qrels.test", "results.trunc", {}, 363),
        ("out.test.aqcM", "qrels.test", "results.trunc", {"depth": 100}, 363),
        ("out.test.meas_params", "qrels.test", "results.test", {"missing": "drop"}, 84),
    ],
)
def test_own_files(shared_data, output, qrels, results, options, count):
    folder = shared_data("trec_eval-test")
    lines = lines_of((folder / output).read_text())
    assert len(lines) == count
    table = iv.evaluate(folder / qrels, {"run": folder / results}, measures_of(lines), **options)
    wrong = differing(table, "run", lines)
    if options.get("missing") != "drop":  # topic 302 is missing: see above
        wrong = [(line, x) for line, x in wrong if line.measure != "rbp_resid" or line.topic not in ("302", "all")]
    assert wrong == []


def test_relevance_level_2(shared_data):
    """``-l2`` is rel=2 of every measure that has rel; num_ret counts all that is retrieved, with or without."""
    folder = shared_data("trec_eval-test")
    lines = lines_of((folder / "out.test.aql").read_text())
    assert len(lines) == 363
    measures = {
        name: dataclasses.replace(measure, rel=2) if measure.rel is not None and name != "num_ret" else measure
        for name, measure in measures_of(lines).items()
    }
    table = iv.evaluate(folder / "qrels.rel_level", {"run": folder / "results.test"}, measures, missing="drop")
    assert differing(table, "run", lines) == []


def test_names_in_the_outputs_are_the_names_we_print(shared_data):
    """``all_trec`` stands for all measures of trec_eval's that the catalogue has."""
    lines = lines_of((shared_data("trec_eval-test") / "out.test.a").read_text())
    assert set(measures_of(lines).values()) == set(iv.parse_measures("all_trec"))


# ---------------------------------------------------------------- TREC-8 ad hoc


def test_all_runs_of_trec_8(shared_data):
    """Every fourth of them where time is short."""
    folder = shared_data("trec8-adhoc")
    qrels = iv.read_qrels(folder / "qrels.trec8.txt")
    with tarfile.open(folder / "trec_eval-outputs.tar.xz") as outputs:
        files = {member.name: outputs.extractfile(member).read().decode() for member in outputs if member.isfile()}
    lines = {name.removeprefix("eval/eval."): lines_of(text) for name, text in files.items()}
    measures = measures_of(lines["READWARE"]) | {"Judged": iv.parse_measure("Judged")}
    assert len(lines) == 129
    assert sum(map(len, lines.values())) > 500_000
    wrong = []
    for names in batched(lines if MORE else sorted(lines)[::4], 16):
        runs = {name: folder / "runs" / f"input.{name}.xz" for name in names}
        table = iv.evaluate(qrels, runs, measures, missing="drop")  # the outputs were made without -c
        for name in names:
            wrong += [(name, *found) for found in unexplained(table, name, lines[name])]
    assert wrong == []


def batched(items: Iterable[str], size: int) -> list[list[str]]:
    whole = sorted(items)
    return [whole[start : start + size] for start in range(0, len(whole), size)]


def unexplained(table: iv.Evaluation, system: str, lines: list[Line]) -> list[tuple[Line, float]]:
    """The lines that differ, but for residuals of topics of which every retrieved document was judged (trec_eval has
    0 there) and the mean over such topics.
    """
    judged = table.by_topic(system, "Judged")
    wrong = differing(table, system, lines)
    known = {
        line.topic
        for line, _ in wrong
        if line.measure == "rbp_resid" and line.value == "0.0000" and judged.get(line.topic) == 1.0
    }
    known |= {"all"} if known else set()
    return [(line, value) for line, value in wrong if line.measure != "rbp_resid" or line.topic not in known]
