"""Measures of intervale in the real PyTerrier, on data frames and own transformers: no Java is needed."""

import os
import subprocess
import sys
import tomllib
import warnings
from pathlib import Path

import pandas
import pytest
import scipy.stats
from ir_measures import AP, nDCG
from statsmodels.stats.multitest import multipletests

import intervale as iv
from intervale.data.made_up import made_up_collection
from intervale.integrations import pyterrier as module

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # of what PyTerrier imports
    pt = pytest.importorskip("pyterrier", reason="needs the package pyterrier: pip install 'intervale[ecosystem]'")

pytestmark = pytest.mark.filterwarnings("ignore:The inplace keyword in DataFrame")
"""PyTerrier uses it, and pandas means to remove it."""
ROOT = Path(__file__).resolve().parents[2]
FIXED = module.interval(nDCG @ 5, grades=3)
FORM = "interval(nDCG@5,grades=3)"


class Known(pt.Transformer):
    """A retrieval system whose answers are known."""

    def __init__(self, answers):
        self.answers = answers

    def transform(self, topics):
        return topics.merge(self.answers, on="qid")


@pytest.fixture(scope="module")
def data():
    """Topics, judgments and three systems as PyTerrier has them, and the same as dictionaries. Grade 3 is on one
    topic only.
    """
    qrels, runs = made_up_collection()
    qrels = {topic: {document: min(grade, 2) for document, grade in inner.items()} for topic, inner in qrels.items()}
    systems = dict(list(runs.items())[:3])
    first = next(iter(qrels))
    document = next(iter(qrels[first]))
    qrels = qrels | {first: qrels[first] | {document: 3}}
    rows = [(topic, document, grade) for topic, inner in qrels.items() for document, grade in inner.items()]
    judged = pandas.DataFrame(rows, columns=["qid", "docno", "label"])
    topics = pandas.DataFrame({"qid": list(qrels), "query": "words"})
    return topics, judged, {name: frame(run) for name, run in systems.items()}, qrels, systems


def frame(run):
    rows = [(topic, document, score) for topic, inner in run.items() for document, score in inner.items()]
    found = pandas.DataFrame(rows, columns=["qid", "docno", "score"])
    return found.assign(rank=found.groupby("qid").score.rank(ascending=False, method="first").astype(int) - 1)


def evaluated(qrels, runs, **options):
    return iv.evaluate(qrels, runs, [FORM, "nDCG@5", "AP"], ties="trec9", **options)


def experiment(data, measures=(FIXED, nDCG @ 5, AP), *, known=True, **options):
    topics, judged, frames, *_ = data
    systems = [Known(answers) for answers in frames.values()] if known else list(frames.values())
    given = {"validate": "ignore", "names": list(frames)} | options
    return pt.Experiment(systems, given.pop("topics", topics), judged, list(measures), **given)


@pytest.mark.parametrize("options", [{}, {"batch_size": 1}, {"batch_size": 4}, {"known": False}, {"plan": "tree"}])
def test_every_topic_has_the_score_of_evaluate(data, options):
    found = experiment(data, perquery=True, verbose=False, **options)
    wanted = evaluated(*data[3:])
    rows = {(row.name, row.qid, row.measure): row.value for row in found.itertuples(index=False)}
    assert len(rows) == len(found) == 3 * 3 * len(data[3])
    for (system, topic, name), value in rows.items():
        score = wanted.by_topic(system, name)[topic]
        assert value == score if name == FORM else value == pytest.approx(score, rel=1e-12)


@pytest.mark.parametrize("options", [{}, {"batch_size": 3}])
def test_baseline_and_correction(data, options):
    found = experiment(data, baseline=0, correction="holm", **options).set_index("name")
    wanted = evaluated(*data[3:])
    first, *others = wanted.systems
    matrix = dict(zip(wanted.systems, wanted.matrix(FORM), strict=True))
    p = [scipy.stats.ttest_rel(matrix[other], matrix[first]).pvalue for other in others]
    assert list(found[FORM]) == pytest.approx([wanted.mean(system, FORM) for system in wanted.systems], rel=1e-12)
    assert list(found[f"{FORM} p-value"][others]) == pytest.approx(p)
    assert list(found[f"{FORM} p-value corrected"][others]) == pytest.approx(multipletests(p, method="holm")[1])
    assert list(found[f"{FORM} +"][others]) == [int((matrix[other] > matrix[first]).sum()) for other in others]
    assert list(found[f"{FORM} -"][others]) == [int((matrix[other] < matrix[first]).sum()) for other in others]


def test_a_part_of_the_topics_is_on_the_same_scale(data):
    topics, _, _, qrels, runs = data
    part = topics.iloc[1:5]
    found = experiment(data, [FIXED], topics=part, perquery=True)
    wanted = evaluated(qrels, runs)
    assert set(found.qid) == set(part.qid)
    for row in found.itertuples(index=False):
        assert row.value == wanted.by_topic(row.name, FORM)[row.qid]


def test_topics_without_a_result_or_without_judgments(data):
    topics, judged, frames, qrels, runs = data
    more = pandas.concat([topics, pandas.DataFrame({"qid": ["unjudged"], "query": ["words"]})])
    system = next(iter(frames))
    answers = frames[system][frames[system].qid != topics.qid[2]]
    for options in ({"filter_by_qrels": True}, {"filter_by_topics": False, "filter_by_qrels": True}):
        found = pt.Experiment([answers], more, judged, [FIXED], names=["A"], perquery=True, **options)
        run = {topic: inner for topic, inner in runs[system].items() if topic != topics.qid[2]}
        wanted = evaluated(qrels, {"A": run}).by_topic("A", FORM)
        assert dict(zip(found.qid, found.value, strict=True)) == wanted
        assert wanted[topics.qid[2]] == 0.0


def test_results_that_are_saved_give_the_same(data, tmp_path):
    before = experiment(data, save_dir=str(tmp_path))
    again = experiment(data, save_dir=str(tmp_path), save_mode="reuse")
    pandas.testing.assert_frame_equal(before, again)
    assert set(before.columns) == {"name", FORM, "nDCG@5", "AP"}
    found = iv.evaluate(data[3], sorted(tmp_path.glob("*.res.gz")), ["nDCG@5"])
    assert found.systems == tuple(sorted(data[2])), "all have the tag pyterrier: files name them"


def test_evaluate_of_pyterrier(data):
    _, judged, frames, qrels, runs = data
    system = next(iter(frames))
    found = pt.Evaluate(frames[system], judged, [FIXED])
    assert found == {FORM: evaluated(qrels, runs).mean(system, FORM)}


# ---------------------------------------------------------------- the top grade, and means that are none


def test_a_top_grade_from_the_judgments_is_warned_of(data):
    free = module.interval(nDCG @ 5)
    with pytest.warns(UserWarning, match=r"top grade 3, from these judgments; write interval\(nDCG@5,grades=3\)"):
        found = experiment(data, [free])
    with pytest.warns(UserWarning, match="top grade 3") as caught:
        experiment(data, [module.interval(nDCG @ 5)])
    assert [warning.filename for warning in caught if "top grade" in str(warning.message)] == [__file__]
    wanted = evaluated(*data[3:])
    assert list(found["interval(nDCG@5)"]) == pytest.approx([wanted.mean(s, FORM) for s in wanted.systems], rel=1e-12)
    with pytest.warns(UserWarning, match="top grade") as caught:
        experiment(data, [module.interval(nDCG @ 5)], batch_size=2)
    tops = {str(warning.message).split(",")[0] for warning in caught if "top grade" in str(warning.message)}
    assert len(tops) > 1, "parts of the judgments have different top grades, and each is named"


def test_binary_forms_need_no_top_grade(data):
    found = experiment(data, [module.interval("AP@10")], batch_size=2)
    wanted = iv.evaluate(*data[3:], ["interval(AP@10)"], ties="trec9")
    means = [wanted.mean(system, "interval(AP@10)") for system in wanted.systems]
    assert list(found["interval(AP@10)"]) == pytest.approx(means, rel=1e-12)


@pytest.mark.parametrize("name", ["GMAP", "GMBpref", "NumNonRelRet"])
def test_measures_that_are_not_averaged_are_not_there(name):
    """pt.Experiment takes the mean of every measure that it does not know."""
    words = rf"pt\.Experiment averages topics, and {name} needs their (sum|geometric mean): use ir_measures\.calc_agg"
    with pytest.raises(AttributeError, match=words):
        getattr(module, name)
    assert name not in dir(module)
    with pytest.raises(iv.MeasureError, match=words):
        module.measure(name)


def test_any_other_measure_is_there(data):
    with pytest.raises(iv.MeasureError, match="NumRet needs their sum"):
        module.measure("NumRet")
    with pytest.raises(iv.MeasureError, match="an interval scale is for means"):
        module.interval("GMAP@3")
    found = experiment(data, [module.measure("AP(rel=2)")])
    wanted = iv.evaluate(*data[3:], ["AP(rel=2)"], ties="trec9")
    assert list(found["intervale(AP(rel=2))"]) == pytest.approx([wanted.mean(s, "AP(rel=2)") for s in wanted.systems])


# ---------------------------------------------------------------- the entry point


def test_the_entry_point(tmp_path):
    """In a fresh process, by the entry points of pyproject.toml as an installed package has them."""
    groups = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["entry-points"]
    folder = tmp_path / f"intervale-{iv.__version__}.dist-info"
    folder.mkdir()
    (folder / "METADATA").write_text(f"Metadata-Version: 2.1\nName: intervale\nVersion: {iv.__version__}\n")
    lines = [
        line for group, named in groups.items() for line in (f"[{group}]", *(f"{k} = {v}" for k, v in named.items()))
    ]
    (folder / "entry_points.txt").write_text("\n".join(lines) + "\n")
    script = """
import sys, warnings
warnings.simplefilter("ignore")
import pyterrier as pt
warnings.simplefilter("error")
loaded = [name for name in sys.modules if name.startswith("intervale")]
assert "intervale" in pt.__all__
assert sorted(loaded) == sorted(LIGHT), loaded
import pandas
from ir_measures import nDCG
qrels = pandas.DataFrame({"qid": ["1", "2"], "docno": ["a", "b"], "label": [2, 1]})
run = pandas.DataFrame({"qid": ["1", "2"], "docno": ["a", "x"], "score": [1.0, 1.0], "rank": [0, 0]})
topics = pandas.DataFrame({"qid": ["1", "2"], "query": ["x", "y"]})
found = pt.Experiment([run], topics, qrels, [pt.intervale.interval(nDCG@5, grades=2)], names=["A"])
print(found["interval(nDCG@5,grades=2)"][0])
""".replace("LIGHT", repr(["intervale", "intervale._version", "intervale.errors", *PACKAGE]))
    path = os.pathsep.join([str(tmp_path), *(p for p in sys.path if p)])
    done = subprocess.run(
        [sys.executable, "-c", script],
        env=os.environ | {"PYTHONPATH": path},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    wanted = iv.evaluate(
        {"1": {"a": 2}, "2": {"b": 1}}, {"A": {"1": {"a": 1.0}, "2": {"x": 1.0}}}, ["interval(nDCG@5,grades=2)"]
    )
    assert float(done.stdout) == wanted.mean("A", "interval(nDCG@5,grades=2)")


PACKAGE = ["intervale.integrations", "intervale.integrations.pyterrier"]


def test_names_of_the_module():
    assert {"interval", "measure", "DCG", "gRBP"} <= set(dir(module))
    with pytest.raises(AttributeError, match="_nothing"):
        module._nothing  # noqa: B018
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        module.nothing  # noqa: B018
