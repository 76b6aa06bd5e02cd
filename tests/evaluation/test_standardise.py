"""Standardised scores: against the definitions in plain loops, on which scale they are, saved and read back."""

import json
import math
import statistics

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import intervale as iv
from intervale.evaluation.standardise import FORMS

NUMBERS = st.sampled_from([0.0, 0.1, 0.1 + 0.2, 0.3, 0.5, 0.75, 1.0])
TABLES = st.integers(2, 5).flatmap(
    lambda topics: st.lists(st.lists(NUMBERS, min_size=topics, max_size=topics), min_size=2, max_size=6)
)


def made(rows, names="ABCDEFGH", scale="interval", **more):
    return iv.read_scores(dict(zip(names, rows, strict=False)), measure="M", scale=scale, **more)


def by_definition(form, x, others):
    """The standardised score of x, where the reference systems have the scores others."""
    others = [y for y in others if not math.isnan(y)]
    if form == "ecdf":
        return sum(round(y, 9) <= round(x, 9) for y in others) / len(others)
    if len(others) < 2 or len({round(y, 9) for y in others}) == 1:
        z = 0.0
    else:
        z = (x - statistics.fmean(others)) / statistics.stdev(others)
    if form == "linear":
        return min(1.0, max(0.0, 0.15 * z + 0.5))
    return statistics.NormalDist().cdf(z) if form == "normal" else z


@pytest.mark.parametrize("form", FORMS)
@given(TABLES, st.booleans())
def test_by_definition(form, rows, apart):
    """Relative to the systems themselves, and to others."""
    table = made(rows)
    apart = apart and len(rows) > 2
    reference = made([row[::-1] for row in rows[1:]], "WXYZVU") if apart else None
    found = table.standardise(form, reference)
    beside = table if reference is None else reference
    for s, row in enumerate(rows):
        for t, x in enumerate(row):
            expected = by_definition(form, x, beside.values[0, :, t].tolist())
            assert found.values[0, s, t] == pytest.approx(expected, abs=1e-12)
    assert (found.systems, found.topics, found.names) == (table.systems, table.topics, (f"{form}(M)",))


@given(TABLES, st.data())
def test_nothing_that_a_scale_permits_changes_them(rows, data):
    """z under αx + β, and ecdf under any increasing function, on each topic another one."""
    x = np.array(rows)
    linear, increasing = x.copy(), x.copy()
    for topic in range(x.shape[1]):
        alpha, beta = data.draw(st.sampled_from([(0.5, 1.0), (4.0, -3.0), (1e-6, 0.0)]))
        linear[:, topic] = alpha * x[:, topic] + beta
        increasing[:, topic] = data.draw(st.sampled_from([np.exp, np.cbrt, lambda v: v**5 + 2]))(x[:, topic].round(9))
    for form in ("z", "normal", "linear"):
        assert made(linear.tolist()).standardise(form).values == pytest.approx(
            made(rows).standardise(form).values, abs=1e-7
        )
    assert (made(increasing.tolist()).standardise("ecdf").values == made(rows).standardise("ecdf").values).all()


def test_z_depends_on_the_scale_where_that_is_ordinal():
    """B is above the average of the reference, or below it."""
    rows = [[0.0, 1.0], [0.1, 0.95], [1.0, 0.0]]
    means = [made(one).standardise("z").mean("B", "z(M)") for one in (rows, [[x**4 for x in row] for row in rows])]
    assert means[0] > 0.02
    assert means[1] < -0.08


@pytest.mark.parametrize(
    ("form", "scale", "rows", "expected"),
    [
        ("z", "interval", [[0, 1], [1, 0]], ("interval", True, True)),
        ("z", "ordinal", [[0, 1], [1, 0]], ("ordinal", False, False)),
        ("z", "nominal", [[0, 1], [1, 0]], ("nominal", False, False)),
        ("linear", "interval", [[0, 1], [1, 0]], ("interval", True, True)),
        ("linear", "interval", [[0, 0]] * 20 + [[9, 0]], ("ordinal", True, False)),
        ("normal", "ratio", [[0, 1], [1, 0]], ("ordinal", True, False)),
        ("normal", "ordinal", [[0, 1], [1, 0]], ("ordinal", False, False)),
        ("ecdf", "ordinal", [[0, 1], [1, 0]], ("interval", True, True)),
        ("ecdf", "nominal", [[0, 1], [1, 0]], ("nominal", False, False)),
    ],
)
def test_scales(form, scale, rows, expected):
    names = [f"S{n}" for n in range(len(rows))]
    found = made(rows, names, scale, topic_scale="own").standardise(form).scale(f"{form}(M)")
    assert (found.level, found.shared, found.equal_steps) == expected


def test_what_is_not_known_stays_so():
    table = iv.read_scores({"A": [0, 1], "B": [1, 0]}, measure="clicks")
    assert table.standardise("z").scale("z(clicks)").equal_steps is None
    assert "z needs an interval scale on each topic" in table.standardise("z").scale("z(clicks)").why


def test_measures_of_runs_interval_forms_and_decisions():
    qrels = {t: {"a": 1, "b": 1} for t in "1234"}
    orders = ["abx", "xab", "xyb", "axb"]
    runs = {
        f"S{n}": {t: {d: 9.0 - k for k, d in enumerate(orders[(n + int(t) // 2) % 4])} for t in qrels} for n in range(4)
    }
    table = iv.evaluate(qrels, runs, ["P@3", "RR@3"], interval=True)
    found = table.standardise("z")
    assert found.names == ("z(P@3)", "z(interval(P@3))", "z(RR@3)", "z(interval(RR@3))")
    levels = [found.scale(name).level for name in found.names]
    assert levels == ["interval", "interval", "ordinal", "interval"]
    assert found.values[0] == pytest.approx(found.values[1])  # P@3 is on an interval scale already
    decisions = iv.compare(found, tests="t")
    assert "z(RR@3): not on an interval scale" in " ".join(decisions.notes)
    assert iv.compare(found.subset(measures=["z(P@3)"]), tests="t", strict=True).measures
    with pytest.raises(iv.OptionError, match="interval scale"):
        iv.compare(found.subset(measures=["z(RR@3)"]), tests="t", strict=True)


def test_topics_without_spread_and_scores_that_are_cut_off_are_noted():
    rows = [[1.0, 0.0]] * 20 + [[1.0, 1.0]]
    names = [f"S{n}" for n in range(21)]
    found = made(rows, names).standardise("linear")
    assert (found.values[0, :, 0] == 0.5).all()
    assert "linear(M): the reference systems have one score on 1 of 2 topics; z is taken as 0 there" in " ".join(
        found.notes
    )
    assert "linear(M): 1 of 42 scores are cut off at 0 or 1" in found.notes
    with pytest.raises(iv.OptionError, match="z needs at least two reference systems, found one"):
        made([[0.5, 0.25]], "A").standardise("z")
    other = made([[9.0, 0.0]], "N").standardise("z", made([[1.0, 0.0], [1.0, 1.0]]))
    assert other.values[0, 0, 0] == 0  # as in trec_eval, however far the score is from the only one of the reference
    two = made([[0.9, 0.0], [0.1, 1.0]], "NM").standardise("z", made([[0.5, 0.0], [0.5, 1.0]]))
    assert two.scale("z(M)").level == "ordinal"
    assert "different scores are taken as 0" in two.scale("z(M)").why


@pytest.mark.parametrize("size", [1e-300, 1e300])
def test_scores_of_any_size(size):
    found = made([[size, 0], [2 * size, 1], [3 * size, 2]]).standardise("z")
    assert found.values[0, :, 0] == pytest.approx([-1, 0, 1])


def test_missing_scores_stay_missing():
    table = iv.read_scores({"A": {"1": 1.0, "2": 1.0}, "B": {"1": 3.0}, "C": {"1": 2.0, "2": 5.0}}, measure="M")
    for form in FORMS:
        found = table.standardise(form)
        assert np.isnan(found.values[0]).tolist() == [[False, False], [False, True], [False, False]]
        assert found.values[0, 0, 1] == pytest.approx(by_definition(form, 1.0, [1.0, 5.0]))


def test_saved_and_read_back(tmp_path):
    table = made([[0.0, 0.5], [1.0, 0.5], [0.25, 0.0]])
    for form in FORMS:
        found = table.standardise(form)
        found.save(tmp_path / "z.parquet")
        again = iv.read_scores(tmp_path / "z.parquet")
        assert again == found
        assert again.scale(f"{form}(M)") == found.scale(f"{form}(M)")


def test_a_reference_with_runs_computes_the_measures():
    qrels = {"1": {"a": 1}, "2": {"a": 1, "b": 1}}
    runs = {"A": {"1": {"a": 1.0}, "2": {"x": 2.0, "a": 1.0}}, "B": {"1": {"x": 1.0}, "2": {"a": 2.0, "b": 1.0}}}
    reference = iv.evaluate(qrels, runs, ["P@1"])
    new = iv.evaluate(qrels, {"N": {"1": {"a": 1.0}, "2": {"a": 1.0}}}, ["AP"]).subset(topics=["2"])
    found = new.standardise("z", reference)
    assert found.values[0, 0, 0] == pytest.approx(by_definition("z", 0.5, [0.25, 1.0]))


@pytest.mark.parametrize(
    ("call", "reason"),
    [
        (lambda e: e.standardise("t"), "is unknown; use one of: z, normal, linear, ecdf"),
        (lambda e: e.standardise("z", e.subset(topics=["1"])), "the reference has no topic 2: evaluate"),
        (lambda e: e.standardise("z", made([[1, 2], [3, 4]]).standardise("z")), "the reference: unknown measure 'M'"),
        (lambda e: e.standardise("z", {"A": 1}), "standardise needs an evaluation"),
        (lambda e: e.standardise("z", made([[1, math.nan]])), "no score on topic 2"),
    ],
)
def test_refused(call, reason):
    with pytest.raises(iv.OptionError, match=reason):
        call(made([[0, 1], [1, 0]]))


def test_bounds_are_refused():
    table = made([[0, 1], [1, 0]])
    off = iv.Evaluation(
        table.systems, table.topics, table.names, table.measures, table.values, errors=np.full((1, 2, 2), 0.1)
    )
    with pytest.raises(iv.OptionError, match="between bounds only"):
        off.standardise("z")


def test_on_the_command_line(tmp_path, monkeypatch, capsys):
    from intervale.cli import main

    monkeypatch.chdir(tmp_path)
    (tmp_path / "new.csv").write_text("topic,N,O\n1,0.5,0.25\n2,1,0\n")
    (tmp_path / "old.csv").write_text("topic,A,B\n1,0,1\n2,0.5,0.25\n3,1,1\n")

    def run(*words):
        with pytest.raises(SystemExit) as end:
            main(list(words))
        done = capsys.readouterr()
        return end.value.code, done.out, done.err

    words = ("new.csv", "-m", "P@4", "--standardise", "z", "--reference", "old.csv")
    code, out, _ = run("evaluate", *words, "--per-topic", "--json")
    reference = iv.read_scores("old.csv", measure="P@4")
    found = iv.read_scores("new.csv", measure="P@4").standardise("z", reference)
    assert code == 0
    assert json.loads(out)["systems"]["N"]["topics"]["2"]["z(P@4)"] == pytest.approx(found.by_topic("N", "z(P@4)")["2"])
    assert json.loads(run("compare", *words, "--json")[1])["measures"]["z(P@4)"]["tests"]["t"]["permitted"]
    assert run("evaluate", *words, "-o", "z.parquet")[0] == 0
    assert "z(P@4)" in run("evaluate", "z.parquet", "--aggregate", "median")[1]
    for bad, reason in (
        (("--reference", "old.csv"), "--reference is for --standardise"),
        (("--standardise", "y"), "use one of: z, normal, linear, ecdf"),
        (("--standardise", "z", "--reference", "nowhere.csv"), "nowhere.csv"),
        (("--standardise", "z", "--reference", "old.csv", "-o", "old.csv"), "old.csv"),
    ):
        code, _, err = run("evaluate", "new.csv", "-m", "P@4", *bad)
        assert code == 2
        assert reason in err
