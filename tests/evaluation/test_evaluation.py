"""The evaluation: made from data or scores, saved whole, joined, and parts of it."""

from __future__ import annotations

import numpy as np
import pytest

from intervale.data import judge
from intervale.data.made_up import made_up_collection
from intervale.errors import OptionError
from intervale.evaluation import Evaluation, evaluate, read_scores
from intervale.measures import measure

MEASURES = ["P@5", "AP@5", "nDCG@10", "num_ret", "GMAP", "Bpref"]
QRELS, RUNS = made_up_collection()
NAMES = list(RUNS)


@pytest.fixture(scope="module")
def found() -> Evaluation:
    return evaluate(QRELS, RUNS, MEASURES, interval=True)


def test_holds_the_judged_runs(found: Evaluation) -> None:
    judged = judge(QRELS, RUNS)
    assert found.judged is not None
    assert found.judged.same_as(judged)
    assert (found.systems, found.topics) == (judged.systems, judged.topics.names)
    assert found.interval_forms == {"P@5": "interval(P@5)", "AP@5": "interval(AP@5)", "nDCG@10": "interval(nDCG@10)"}


def test_without_measures() -> None:
    alone = evaluate(QRELS, RUNS)
    assert alone.names == ()
    assert alone.values.shape == (0, len(RUNS), len(QRELS))
    assert "without measures" in repr(alone)
    with pytest.raises(OptionError, match="no scores"):
        alone.mean(alone.systems[0], "AP")


@pytest.mark.parametrize("options", [{}, {"missing": "drop"}, {"depth": 3}, {"ties": "trec9"}, {"grades": 4}])
def test_saved_and_loaded_is_equal(tmp_path, options) -> None:
    runs = {name: dict(list(run.items())[n % 2 :]) for n, (name, run) in enumerate(RUNS.items())}
    whole = evaluate(QRELS, runs, MEASURES, interval=True, **options)
    whole.save(tmp_path / "e.parquet")
    again = read_scores(tmp_path / "e.parquet")
    assert again == whole
    assert again.provenance.versions == whole.provenance.versions
    assert again.judged is not None
    assert again.judged.notes == whole.judged.notes
    assert again.score(MEASURES, interval=True) == whole


def test_scores_between_bounds_are_saved_too(tmp_path) -> None:
    deep = evaluate(QRELS, RUNS, ["RBP(p=0.85)@60"], interval=True)
    assert deep.errors is not None
    deep.save(tmp_path / "e.parquet")
    assert read_scores(tmp_path / "e.parquet") == deep


def test_loaded_from_any_order_of_rows_and_columns(tmp_path, found: Evaluation) -> None:
    import pyarrow.parquet as parquet

    found.save(tmp_path / "e.parquet")
    table = parquet.read_table(tmp_path / "e.parquet")
    rows = np.random.default_rng(1).permutation(table.num_rows)
    parquet.write_table(table.select(table.column_names[::-1]).take(rows), tmp_path / "turned.parquet")
    assert read_scores(tmp_path / "turned.parquet") == found


def test_a_row_for_each_system_and_topic(tmp_path, found: Evaluation) -> None:
    import pyarrow.parquet as parquet

    found.save(tmp_path / "e.parquet")
    table = parquet.read_table(tmp_path / "e.parquet")
    assert table.num_rows == len(found.systems) * len(found.topics)
    assert table.column_names == ["system", "topic", *found.names, "retrieved", "rank", "grade"]


def test_names_of_columns_do_not_clash(tmp_path) -> None:
    odd = evaluate(QRELS, RUNS, {"rank": "AP", "system": "P@5", "grade": "RR", "rank (measure)": "nDCG@10"})
    odd.save(tmp_path / "e.parquet")
    assert read_scores(tmp_path / "e.parquet") == odd


def test_float_grades(tmp_path) -> None:
    floats = evaluate({"q": {"a": 0.5, "b": 2.25}}, {"A": {"q": {"b": 2.0, "x": 1.5, "a": 1.0}}}, ["DCG@3"])
    floats.save(tmp_path / "e.parquet")
    assert read_scores(tmp_path / "e.parquet") == floats


def test_own_measure_comes_back_as_named_scores(tmp_path) -> None:
    @measure
    def first_two(grades):
        return grades[..., :2].sum(-1)

    own = evaluate(QRELS, RUNS, [first_two, "AP"])
    own.save(tmp_path / "e.parquet")
    again = read_scores(tmp_path / "e.parquet")
    assert again.names == own.names
    np.testing.assert_array_equal(again.values, own.values)
    assert again.scale("first_two").why.startswith("as saved")
    assert (again.scale("first_two").level, again.scale("first_two").shared) == (
        own.scale("first_two").level,
        own.scale("first_two").shared,
    )
    again.save(tmp_path / "twice.parquet")
    assert read_scores(tmp_path / "twice.parquet").scale("first_two") == again.scale("first_two")
    with pytest.raises(OptionError, match="unknown measure"):
        again.mean(again.systems[0], "P@5")


# ------------------------------------------------------------ join and subset


@pytest.mark.parametrize("options", [{}, {"missing": "drop"}])
@pytest.mark.parametrize("measures", [MEASURES, ["RBP(p=0.85)@60"]])
def test_joined_is_evaluated_together(options, measures) -> None:
    parts = [
        evaluate(QRELS, {name: RUNS[name] for name in names}, measures, interval=True, **options)
        for names in (NAMES[:2], NAMES[2:])
    ]
    joined, together = parts[0].join(parts[1]), evaluate(QRELS, RUNS, measures, interval=True, **options)
    assert joined.noted(()) == together.noted(())


def test_join_finds_topics_and_measures_by_name(found: Evaluation) -> None:
    first = found.subset(systems=NAMES[:1])
    other = found.subset(systems=NAMES[1:], topics=found.topics[::-1], measures=found.names[::-1])
    assert first.join(other).noted(()) == found.noted(())


def test_subset_is_evaluated_alone(found: Evaluation) -> None:
    part = found.subset(systems=NAMES[1:3], topics=found.topics[2:5], measures=["AP@5", "P@5"])
    alone = evaluate(QRELS, {name: RUNS[name] for name in NAMES[1:3]}, ["AP@5", "P@5"], topics=found.topics[2:5])
    assert part.noted(()) == alone.noted(())
    about = f"part of an evaluation of {len(NAMES)} systems on {len(QRELS)} topics, which the notes below are about"
    assert about in part.notes
    assert part.subset(topics=part.topics[:1]).notes.count(about) == 1
    joined = found.subset(systems=NAMES[:1]).join(found.subset(systems=NAMES[1:]))
    assert not any("part of an evaluation" in note for note in joined.notes)


def test_what_does_not_fit_is_refused(found: Evaluation) -> None:
    first, rest = found.subset(systems=NAMES[:1]), found.subset(systems=NAMES[1:])
    refusals = {
        "in both": found,
        "different topics": rest.subset(topics=rest.topics[1:]),
        "different measures": rest.subset(measures=["AP@5"]),
        "different policies: ties=trec; ties=trec9": evaluate(
            QRELS, {n: RUNS[n] for n in NAMES[1:]}, MEASURES, interval=True, ties="trec9"
        ),
        "P@5 is the measure P@5 in one": evaluate(
            QRELS, {n: RUNS[n] for n in NAMES[1:]}, dict(zip(found.names, found.names[::-1], strict=True))
        ),
        "different judgments": evaluate(
            {topic: {**judgments, "new": 1} for topic, judgments in QRELS.items()},
            {n: RUNS[n] for n in NAMES[1:]},
            MEASURES,
            interval=True,
        ),
        "only scores": read_scores({"new": dict.fromkeys(found.topics, 0.5)}, measure="P@5"),
    }
    for why, other in refusals.items():
        with pytest.raises(OptionError, match=r"in both|different|is |only scores") as refused:
            (first.subset(measures=["P@5"]) if why == "only scores" else first).join(other)
        assert why in str(refused.value), why
    for part in ({"systems": ["nobody"]}, {"topics": []}, {"measures": ["nDCG@3"]}):
        with pytest.raises(OptionError, match=r"unknown|at least one"):
            found.subset(**part)


# ------------------------------------------------------------ scales


def test_scales_are_asked_once_and_never_by_evaluate(monkeypatch) -> None:
    from intervale.evaluation import ask as module

    asked: list[str] = []
    really = module.scale_of
    monkeypatch.setattr(module, "scale_of", lambda *given: asked.append(str(given[0])) or really(*given))
    here = evaluate(QRELS, RUNS, MEASURES)
    assert asked == []
    for _ in range(3):
        assert here.scale("P@5").level == "interval"
        assert here.subset(systems=NAMES[:2]).scale("P@5").level == "interval"
    assert asked == ["P@5"]


def test_known_scales_follow_their_measures() -> None:
    here = evaluate(QRELS, RUNS, ["P@5", "AP@5"])
    known = here.scale("P@5")
    assert here.score({"precision": "P@5"}).scales == {"precision": known}
    assert here.score({"precision": "P@5", "RR": "RR"}).scales == {"precision": known}


def test_provenance_hashes_files_when_asked(tmp_path) -> None:
    from hashlib import sha256

    qrels, run = tmp_path / "q.txt", tmp_path / "a.run"
    qrels.write_text("1 0 a 1\n")
    run.write_text("1 Q0 a 1 2.5 A\n")
    here = evaluate(qrels, [run], ["RR"])
    assert [(one.role, one.sha256) for one in here.provenance.files] == [
        ("qrels", sha256(qrels.read_bytes()).hexdigest()),
        ("run", sha256(run.read_bytes()).hexdigest()),
    ]
    changed = evaluate(qrels, [run], ["RR"])
    run.write_text("1 Q0 a 1 2.55 A\n")
    assert changed.provenance.files[1].sha256 == "changed since it was read"
    here.save(tmp_path / "e.parquet")
    again = read_scores(tmp_path / "e.parquet").provenance.files
    assert [(one.role, one.name) for one in again] == [
        ("qrels", "q.txt"),
        ("run", "a.run"),
        ("evaluation", str(tmp_path / "e.parquet")),
    ]
    assert again[2].sha256 == sha256((tmp_path / "e.parquet").read_bytes()).hexdigest()
