"""The tables of docs/moving-from-*.md, run: both columns, with the real package, on the collection that the page shows.

A table whose first column is called ``TOOL call``, ``TOOL measure`` or ``TOOL command`` is run line by line. Its column
``same`` says what must come out: ``yes`` (also ``yes, to 4 digits``), ``no``, or ``without ties``: the same on the run
without tied scores, and not on the run of the page.
"""

import importlib
import math
import re
import shlex
import shutil
import subprocess
import sys
import warnings
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import pytest

import intervale as iv

DOCS = Path(__file__).resolve().parent.parent.parent / "docs"
TOOLS = {
    "trec_eval": "pytrec_eval",
    "pytrec_eval": "pytrec_eval",
    "ir_measures": "ir_measures",
    "ranx": "ranx",
    "PyTerrier": "pyterrier",
}
"""The tools that have a page, and the package that runs their side."""
QRELS = {"1": {"d1": 2, "d2": 1, "d3": 0, "d4": 1}, "2": {"d5": 1, "d6": 0, "d8": 0}, "3": {"d7": 1, "d0": 0}}
TIED = {"1": {"d3": 0.9, "d1": 0.8, "d2": 0.8, "d9": 0.7}, "2": {"d5": 0.5, "d6": 0.5, "d8": 0.4}}
UNTIED = {"1": {"d3": 0.9, "d1": 0.8, "d2": 0.75, "d9": 0.7}, "2": {"d5": 0.5, "d6": 0.6, "d8": 0.4}}


class Row(NamedTuple):
    tool: str
    kind: str  # call, measure or command
    theirs: str
    ours: str
    same: str


def page(tool: str) -> str:
    return (DOCS / f"moving-from-{tool.lower().replace('_', '-')}.md").read_text("utf-8")


def tables(text: str, header: str) -> Iterator[list[str]]:
    """The rows below each header that matches, as cells."""
    for found in re.finditer(rf"^\| {header} \|[^\n]*\n\|[-|]+\n((?:\|[^\n]*\n)+)", text, re.MULTILINE):
        for line in found[found.re.groups].splitlines():
            yield [cell.strip() for cell in line.strip("|").split(" | ")]


def rows() -> list[Row]:
    return [
        Row(tool, kind, cells[0].strip("`"), cells[1].strip("`"), cells[2])
        for tool in TOOLS
        for kind in ("call", "measure", "command")
        for cells in tables(page(tool), f"{tool} {kind}")
    ]


ROWS = rows()


def package(tool: str) -> Any:
    name = TOOLS[tool]
    return pytest.importorskip(name, reason=f"{name} is not installed: pip install 'intervale[ecosystem]'")


@pytest.fixture(autouse=True)
def quiet() -> Iterator[None]:
    """What other packages warn about when they are imported, compiled or called is theirs."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


# ---------------------------------------------------------------- both sides of a row


IMPORTED = {
    "pytrec_eval": {"pytrec_eval": "RelevanceEvaluator compute_aggregated_measure"},
    "ir_measures": {"ir_measures": "nDCG AP RR Qrel ScoredDoc calc_aggregate iter_calc evaluator"},
    "ranx": {"ranx": "Qrels Run compare evaluate"},
    "PyTerrier": {"pyterrier.measures": "nDCG RR"},
}
"""What a reader of the page has imported, by module."""


def names(tool: str) -> dict[str, Any]:
    space = {"pt": package(tool)} if tool == "PyTerrier" else {}
    for module, public in IMPORTED[tool].items():
        package(tool)
        space |= {name: getattr(importlib.import_module(module), name) for name in public.split()}
    return space


def by_call(row: Row, run: Mapping[str, Any]) -> tuple[Any, Any]:
    """Both cells are expressions, about what the first ``python`` block of the page defines."""
    space = names(row.tool)
    if "interval(" in row.theirs and row.tool == "ir_measures":
        space["interval"] = importlib.import_module("intervale.integrations.ir_measures").interval
    block = re.search(r"^```python\n(.*?)^```", page(row.tool), re.MULTILINE | re.DOTALL)
    assert block
    code, changed = re.subn(r"^run = .*$", f"run = {run!r}", block[1], flags=re.MULTILINE)
    assert changed == 1
    exec(code, space)
    assert space.get("judged", space["qrels"]) == QRELS, "the collection of the page"
    return eval(row.theirs, space), eval(row.ours, space)


def ranx_scores(measure: str, run: Mapping[str, Any]) -> dict[str, float]:
    ranx = package("ranx")
    scored = ranx.Run(run)
    ranx.evaluate(ranx.Qrels(QRELS), scored, measure, make_comparable=True)
    return dict(scored.scores[measure])


GDEVAL = {"ERR@20", "nDCG(dcg='exp-log2')@10"}


def ir_measures_scores(measure: str, run: Mapping[str, Any]) -> dict[str, float]:
    ir_measures = package("ir_measures")
    if measure in GDEVAL and shutil.which("perl") is None:
        pytest.skip("gdeval, which ir_measures calls for this measure, needs perl")
    return {one.query_id: one.value for one in ir_measures.iter_calc([ir_measures.parse_measure(measure)], QRELS, run)}


SCORES: dict[str, Callable[[str, Mapping[str, Any]], dict[str, float]]] = {
    "ranx": ranx_scores,
    "ir_measures": ir_measures_scores,
}


def by_measure(row: Row, run: Mapping[str, Any]) -> tuple[Any, Any]:
    """Both cells are names of measures; the score of each topic is compared."""
    return SCORES[row.tool](row.theirs, run), iv.evaluate(QRELS, run, [row.ours]).by_topic("run", row.ours)


def by_command(row: Row, run: Mapping[str, Any], folder: Path) -> tuple[Any, Any]:
    """Both cells are command lines, about the two files of the page."""
    lines = {
        "qrels.txt": [f"{t} 0 {d} {g}" for t, inner in QRELS.items() for d, g in inner.items()],
        "run.txt": [
            f"{t} Q0 {d} {n} {s} mine" for t, inner in run.items() for n, (d, s) in enumerate(inner.items(), 1)
        ],
    }
    for name, text in lines.items():
        (folder / name).write_text("\n".join(text) + "\n")
    if row.tool == "trec_eval":
        theirs = trec_eval(shlex.split(row.theirs)[1:], run)
    else:
        package(row.tool)
        printed = [line.split("\t") for line in output(folder, "-m", *shlex.split(row.theirs)).splitlines()]
        theirs = {tuple(line[:-1])[-2:]: float(line[-1]) for line in printed}
    command = [*shlex.split(row.ours), "-f", "csv"]
    ours = [line.split(",") for line in output(folder, "-m", *command).splitlines()[1:]]
    if "--per-topic" in row.ours:
        return list(theirs.values()), [float(line[-1]) for line in ours if line[1] != "all"]
    return list(theirs.values()), [float(line[-1]) for line in ours]


def output(folder: Path, *words: str) -> str:
    done = subprocess.run([sys.executable, *words], cwd=folder, capture_output=True, encoding="utf-8", check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def trec_eval(words: list[str], run: Mapping[str, Any]) -> dict[str, float]:
    """What trec_eval prints for these options, by trec_eval 9 as pytrec_eval has it."""
    pytrec_eval = package("trec_eval")
    option = {flag: words[words.index(flag) + 1] for flag in ("-m", "-l", "-M") if flag in words}
    known = {"-m", "-l", "-M", "-c", "-q", "-J"}
    assert words[-2:] == ["qrels.txt", "run.txt"]
    assert {word for word in words if word[0] == "-"} <= known
    depth = int(option.get("-M", 1000))
    order = {topic: sorted(inner, key=lambda d: (inner[d], d), reverse=True)[:depth] for topic, inner in run.items()}
    cut = {topic: {document: run[topic][document] for document in kept} for topic, kept in order.items()}
    evaluator = pytrec_eval.RelevanceEvaluator(QRELS, {option["-m"]}, int(option.get("-l", 1)), "-J" in words)
    found = evaluator.evaluate(cut)
    (name,) = {name for scores in found.values() for name in scores}
    scores = {topic: found[topic][name] for topic in found}
    if "-c" in words:
        missing = math.log(0.00001) if name.startswith("gm_") else 0.0
        scores |= {topic: missing for topic in QRELS if topic not in found}
    return scores if "-q" in words else {"all": pytrec_eval.compute_aggregated_measure(name, list(scores.values()))}


# ---------------------------------------------------------------- are they the same?


def plain(value: Any) -> Any:
    """Numbers in lists and dictionaries by text, and what is NaN left out."""
    if isinstance(value, Mapping):
        inner = {str(key): plain(one) for key, one in value.items()}
        return {key: one for key, one in sorted(inner.items()) if one is not None and one != {}}
    if isinstance(value, (int, float)) or (hasattr(value, "item") and not getattr(value, "shape", ())):
        return None if math.isnan(float(value)) else float(value)
    return [plain(one) for one in value]


def alike(theirs: Any, ours: Any, digits: int) -> bool:
    theirs, ours = plain(theirs), plain(ours)
    if isinstance(theirs, dict) and isinstance(ours, dict):
        if len(theirs) == len(ours) == 1:  # one measure under two names
            theirs, ours = list(theirs.values()), list(ours.values())
        else:
            if theirs.keys() != ours.keys():
                return False
            return all(alike(theirs[key], ours[key], digits) for key in theirs)
    if isinstance(theirs, list) and isinstance(ours, list):
        return len(theirs) == len(ours) and all(map(lambda a, b: alike(a, b, digits), theirs, ours))
    return math.isclose(theirs, ours, rel_tol=0, abs_tol=0.51 * 10.0**-digits)


def compared(row: Row, run: Mapping[str, Any], folder: Path) -> tuple[bool, str]:
    by = {"call": by_call, "measure": by_measure}.get(row.kind)
    theirs, ours = by(row, run) if by else by_command(row, run, folder)
    digits = re.search(r"to (\d) digits", row.same)
    return alike(theirs, ours, int(digits[1]) if digits else 12), f"{plain(theirs)}\n{plain(ours)}"


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row.tool}: {row.theirs} | {row.ours}")
def test_a_row(row, tmp_path):
    """What the column ``same`` says, on the run of the page and on one without ties."""
    tied, values = compared(row, TIED, tmp_path)
    assert row.same == "without ties" or tied == row.same.startswith("yes"), values
    if row.same == "without ties":
        assert not tied, f"the same with ties, too:\n{values}"
    untied, values = compared(row, UNTIED, tmp_path)
    assert untied == (row.same != "no"), values


# ---------------------------------------------------------------- nothing is left out


def test_every_page_has_rows_and_every_row_says_whether_it_is_the_same():
    assert {row.tool for row in ROWS} == set(TOOLS)
    assert {row.same for row in ROWS} <= {"yes", "no", "without ties", "yes, to 4 digits", "yes, to 5 digits"}
    assert sorted(path.name for path in DOCS.glob("moving-from-*.md")) == sorted(
        f"moving-from-{tool.lower().replace('_', '-')}.md" for tool in TOOLS
    )


def test_the_pages_show_the_collection_that_is_run():
    """Those with ``python`` blocks are looked at where they are run."""
    text = page("trec_eval")
    for topic, inner in QRELS.items():
        assert all(f"\n{topic} 0 {document} {grade}\n" in text for document, grade in inner.items())
    for topic, inner in TIED.items():
        lines = [f"\n{topic} Q0 {document} {n} {s} mine\n" for n, (document, s) in enumerate(inner.items(), 1)]
        assert all(line in text for line in lines)
    for tool in ("pytrec_eval", "ir_measures", "ranx", "PyTerrier"):
        assert f"\nrun = {TIED!r}\n".replace("'", '"') in page(tool)


BY_GOLDENS = {"rbp", "rbp_resid", "unj_5", "ndcg.1=3,2=9", "11pt_avg..25,.5,.75"}
"""pytrec_eval lacks them or their parameters (the fourth crashes); ``tests/golden`` has what trec_eval says."""


ROUNDED_UP = ("11pt_avg", "1")
"""trec_eval 9 rounds recall levels up where trec_eval 10 and intervale round them to the nearest: with 3 documents."""


def trec_eval_names() -> dict[str, str]:
    text = page("trec_eval").partition("## Names")[2]
    cells = [*tables(text, r"trec_eval \| here")]
    return {re.findall("`([^`]+)`", theirs)[0]: re.findall("`([^`]+)`", ours)[0] for theirs, ours, *_ in cells if ours}


@pytest.mark.parametrize("name", trec_eval_names())
def test_a_name_of_trec_eval(name):
    """Each name in the tables of the page stands for the measure beside it, with the same score on every topic."""
    pytrec_eval = package("trec_eval")
    ours = trec_eval_names()[name]
    table = iv.evaluate(QRELS, TIED, [ours, name], ties="trec9", missing="drop")
    assert table.by_topic("run", ours)["1"] == table.by_topic("run", table.names[-1])["1"]
    if name in BY_GOLDENS:
        return
    found = pytrec_eval.RelevanceEvaluator(QRELS, {name}).evaluate(TIED)
    (printed,) = found["1"]
    for topic, scores in found.items():
        value = table.by_topic("run", ours)[topic]
        logarithm = math.log(max(value, 0.00001)) if name.startswith("gm_") else value
        assert (scores[printed] == pytest.approx(logarithm, abs=1e-12)) == ((name, topic) != ROUNDED_UP)
