"""Saved evaluations: rows and columns by their names, and a sentence for each file that is damaged."""

import io
import json
import tracemalloc
from dataclasses import replace

import numpy as np
import pyarrow as pa
import pyarrow.compute
import pyarrow.parquet
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import intervale as iv
from intervale.cli import main
from intervale.evaluation import load as module
from tests.conftest import CASES_FACTOR


@iv.measure
def first_two(grades):
    return grades[..., :2].sum(-1)


def evaluation():
    """Three systems on five topics, of which C lacks one; nDCG@5 between bounds, and a measure of the user's own."""
    made = iv.evaluate(
        {f"q{i}": {"a": 1, "b": i % 3} for i in range(1, 6)},
        {
            "A": {f"q{i}": {"a": 1.0, "b": 2.0 - i % 2} for i in range(1, 6)},
            "B": {f"q{i}": {"x": 3.0, "b": 2.0, "a": 1.0} for i in range(1, 6)},
            "C": {f"q{i}": {"y": 3.0} for i in range(1, 5)},
        },
        ["AP@5", "nDCG@5", "NumRet", first_two],
        missing="drop",
    )
    errors, order = np.zeros(made.values.shape), np.full(made.values.shape, -1)
    errors[1, 0], order[1, 0] = 0.125, np.arange(5)
    return replace(made, errors=errors, order=order)


TABLE = evaluation()
WHOLE = TABLE.saved_bytes()
ROWS, HALF = 15, "\ud800"
OWN = 3
"""The place of the user's own measure."""


def arrow():
    return pyarrow.parquet.read_table(io.BytesIO(WHOLE))


def said():
    return json.loads(arrow().schema.metadata[b"intervale"])


def saved(table, path):
    pyarrow.parquet.write_table(table, path)
    return path


def texts(table):
    """The same with names as plain texts."""
    for name in ("system", "topic"):
        table = table.set_column(table.column_names.index(name), name, table.column(name).cast(pa.string()))
    return table


def with_column(name, column):
    table = arrow()
    return table.set_column(table.column_names.index(name), name, column)


def changed(name, row, value):
    """A column of which one row has another value."""
    table = arrow()
    values = table.column(name).to_pylist()
    values[row] = value
    return with_column(name, pa.array(values, table.column(name).type))


def about(**other):
    """The same file with other metadata; a key that is ``...`` is left out."""
    document = {key: value for key, value in (said() | other).items() if value is not ...}
    return arrow().replace_schema_metadata({"intervale": json.dumps(document)})


def entry(place=0, **other):
    """Other metadata of one measure."""
    entries = said()["measures"]
    entries[place] = {key: value for key, value in (entries[place] | other).items() if value is not ...}
    return about(measures=entries)


def as_saved(**other):
    kept = said()["measures"][OWN]["as_saved"] | other
    return entry(OWN, as_saved={key: value for key, value in kept.items() if value is not ...})


def scale(**other):
    kept = said()["measures"][OWN]["as_saved"]["scale"] | other
    return as_saved(scale={key: value for key, value in kept.items() if value is not ...})


def policy(**other):
    return about(policy=said()["policy"] | other)


def provenance(**other):
    kept = said()["provenance"] | other
    return about(provenance={key: value for key, value in kept.items() if value is not ...})


def judgments(**other):
    kept = said()["judgments"] | other
    return about(judgments={key: value for key, value in kept.items() if value is not ...})


def counts(first):
    """Other judgments of the first topic."""
    return judgments(grades=[first, *said()["judgments"]["grades"][1:]])


# ------------------------------------------------------------ what is read


def test_it_is_read_back(tmp_path):
    again = iv.read_scores(saved(arrow(), tmp_path / "scores.parquet"))
    assert replace(again, measures=TABLE.measures) == TABLE
    assert again.errors is not None
    assert again.order is not None


@pytest.mark.parametrize(
    "order",
    [
        [("system", "descending")],
        [("topic", "ascending"), ("system", "descending")],
        [("AP@5", "ascending"), ("system", "ascending"), ("topic", "ascending")],
    ],
)
def test_a_table_that_another_tool_sorted_is_the_same_evaluation(tmp_path, order):
    table = texts(arrow())
    ordered = table.take(pyarrow.compute.sort_indices(table, sort_keys=order))
    again = iv.read_scores(saved(ordered, tmp_path / "scores.parquet"))
    assert replace(again, measures=TABLE.measures) == TABLE
    assert again.all_means() == TABLE.all_means()


def test_plain_text_columns_floats_of_32_bits_and_columns_in_another_order_are_read(tmp_path):
    table = texts(arrow())
    table = table.set_column(table.column_names.index("AP@5"), "AP@5", table.column("AP@5").cast(pa.float32()))
    again = iv.read_scores(saved(table.select(table.column_names[::-1]), tmp_path / "scores.parquet"))
    assert np.array_equal(again.values[0], TABLE.values[0].astype(np.float32), equal_nan=True)
    assert np.array_equal(again.values[1:], TABLE.values[1:], equal_nan=True)
    assert again.judged.same_as(TABLE.judged)


def test_lists_of_other_widths_are_read(tmp_path):
    table = with_column("rank", arrow().column("rank").cast(pa.list_(pa.uint64())))
    table = table.set_column(
        table.column_names.index("grade"), "grade", table.column("grade").cast(pa.large_list(pa.float32()))
    )
    assert iv.read_scores(saved(table, tmp_path / "scores.parquet")).judged.same_as(TABLE.judged)


def test_unsigned_scores_do_not_wrap(tmp_path):
    numbers = pa.array([2**64 - 1] * ROWS, pa.uint64())
    again = iv.read_scores(saved(with_column("AP@5", numbers), tmp_path / "scores.parquet"))
    assert (again.matrix("AP@5") == 2.0**64).all()


def test_a_column_that_is_not_named_does_not_matter(tmp_path):
    table = arrow().append_column("comment", pa.array(["x"] * ROWS))
    again = iv.read_scores(saved(table, tmp_path / "scores.parquet"))
    assert replace(again, measures=TABLE.measures) == TABLE


def test_negative_grades_are_kept(tmp_path):
    """In the pool, not judged: for whole grades and for floats."""
    for odd in ({"a": 1, "b": -1, "c": -2, "d": 0}, {"a": 0.5, "b": -0.5, "c": -3.0, "d": 0.0}):
        run = {"q": {"b": 4.0, "c": 3.0, "a": 2.0, "d": 1.0}}
        made = iv.evaluate({"q": odd}, {"A": run}, ["DCG@3"])
        made.save(tmp_path / "scores.parquet")
        assert iv.read_scores(tmp_path / "scores.parquet") == made


@pytest.mark.parametrize("what", ["system", "measure"])
def test_a_name_that_is_not_unicode_text_is_not_saved(tmp_path, what):
    names = {"system": "A", "measure": "AP"} | {what: HALF}
    made = iv.evaluate({"q": {"a": 1}}, {names["system"]: {"q": {"a": 1.0}}}, {names["measure"]: "AP"})
    with pytest.raises(iv.OptionError, match=f"the {what} .* is not valid Unicode"):
        made.save(tmp_path / "scores.parquet")
    assert not (tmp_path / "scores.parquet").exists()


def test_a_score_matrix_with_a_system_called_like_the_package_is_a_score_matrix(tmp_path):
    table = pa.table({"topic": ["1", "2"], "intervale": [0.5, 1.0], "other": [0.25, 0.5]})
    found = iv.read_scores(saved(table, tmp_path / "scores.parquet"))
    assert found.systems == ("intervale", "other")


# ------------------------------------------------------------ what is refused

DAMAGED = {
    # rows
    "a row is missing": lambda: arrow().slice(1),
    "no rows": lambda: arrow().slice(0, 0),
    "a row too many": lambda: pa.concat_tables([arrow(), arrow().slice(1, 1)]),
    "a row is there twice": lambda: pa.concat_tables([arrow().slice(1), arrow().slice(1, 1)]),
    "another system": lambda: with_column("system", pa.array(["Z"] * ROWS)),
    "another topic": lambda: with_column("topic", pa.array(["q9"] * ROWS)),
    "systems as numbers": lambda: with_column("system", pa.array(range(ROWS))),
    "topics as numbers": lambda: with_column("topic", pa.array(range(ROWS))),
    "no system": lambda: with_column("system", pa.array([None] * ROWS, pa.string())),
    "no topic": lambda: with_column("topic", pa.array([None] * ROWS, pa.string())),
    # columns
    "no column of systems": lambda: arrow().drop_columns(["system"]),
    "no column of topics": lambda: arrow().drop_columns(["topic"]),
    "two columns of systems": lambda: arrow().append_column("system", arrow().column("system")),
    "lists as scores": lambda: with_column("AP@5", pa.array([[1.0]] * ROWS)),
    "texts as scores": lambda: with_column("AP@5", pa.array(["1"] * ROWS)),
    "truths as scores": lambda: with_column("AP@5", pa.array([True] * ROWS)),
    "infinite scores": lambda: with_column("AP@5", pa.array([float("inf")] * ROWS)),
    "no column of scores": lambda: arrow().drop_columns(["AP@5"]),
    "two columns of scores": lambda: arrow().append_column("AP@5", arrow().column("AP@5")),
    "negative errors": lambda: changed("nDCG@5 error", 0, -1.0),
    "an error missing": lambda: changed("nDCG@5 error", 0, None),
    "an infinite error": lambda: changed("nDCG@5 error", 0, float("inf")),
    "errors as texts": lambda: with_column("nDCG@5 error", pa.array(["1"] * ROWS)),
    "no column of errors": lambda: arrow().drop_columns(["nDCG@5 error"]),
    "two columns of errors": lambda: arrow().append_column("nDCG@5 error", arrow().column("nDCG@5 error")),
    "an order below -1": lambda: changed("nDCG@5 order", 0, -2),
    "an order missing": lambda: changed("nDCG@5 order", 0, None),
    "an order that is not whole": lambda: with_column("nDCG@5 order", pa.array([0.5] * ROWS)),
    "an order beyond floats": lambda: changed("nDCG@5 order", 0, 2**62),
    "no column of orders": lambda: arrow().drop_columns(["nDCG@5 order"]),
    # judged runs
    "no column of ranks": lambda: arrow().drop_columns(["rank"]),
    "no column of grades": lambda: arrow().drop_columns(["grade"]),
    "no column of documents retrieved": lambda: arrow().drop_columns(["retrieved"]),
    "two columns of ranks": lambda: arrow().append_column("rank", arrow().column("rank")),
    "ranks that are no lists": lambda: with_column("rank", pa.array([1] * ROWS)),
    "grades that are no lists": lambda: with_column("grade", pa.array([1] * ROWS)),
    "a null list of ranks": lambda: changed("rank", 0, None),
    "a null list of grades": lambda: changed("grade", 0, None),
    "a null rank": lambda: changed("rank", 0, [1, None]),
    "a null grade": lambda: changed("grade", 0, [None, 1]),
    "fewer ranks than grades": lambda: changed("rank", 0, [1]),
    "fewer grades than ranks": lambda: changed("grade", 0, [1]),
    "ranks not ascending": lambda: changed("rank", 0, [2, 1]),
    "a rank twice": lambda: changed("rank", 0, [1, 1]),
    "a rank of 0": lambda: changed("rank", 0, [0, 1]),
    "a negative rank": lambda: changed("rank", 0, [-1, 1]),
    "a rank beyond the documents retrieved": lambda: changed("rank", 0, [1, 3]),
    "a rank that is not whole": lambda: with_column("rank", pa.array([[1.5]] * ROWS)),
    "a rank that is not a number": lambda: with_column("rank", pa.array([[float("nan")]] * ROWS)),
    "an infinite rank": lambda: with_column("rank", pa.array([[float("inf")]] * ROWS)),
    "ranks as texts": lambda: with_column("rank", arrow().column("rank").cast(pa.list_(pa.string()))),
    "ranks in lists in lists": lambda: with_column("rank", pa.array([[[1]]] * ROWS)),
    "a grade above the top grade": lambda: changed("grade", 0, [1, 3]),
    "a grade that nobody gave": lambda: changed("grade", 0, [2, 1]),
    "a grade more often than it was given": lambda: changed("grade", 1, [1, 1]),
    "a grade below -1": lambda: changed("grade", 0, [-2, 1]),
    "a grade that is not whole": lambda: with_column(
        "grade",
        pa.array([[g - 0.5 for g in row] for row in arrow().column("grade").to_pylist()], pa.list_(pa.float64())),
    ),
    "a grade that is not a number": lambda: with_column(
        "grade",
        pa.array([[float("nan") for _ in row] for row in arrow().column("grade").to_pylist()], pa.list_(pa.float64())),
    ),
    "an infinite grade": lambda: with_column(
        "grade",
        pa.array([[float("inf") for _ in row] for row in arrow().column("grade").to_pylist()], pa.list_(pa.float64())),
    ),
    "grades as texts": lambda: with_column("grade", arrow().column("grade").cast(pa.list_(pa.string()))),
    "documents of a topic that the run lacks": lambda: changed("retrieved", 0, None),
    "fewer documents than none": lambda: changed("retrieved", 0, -1),
    "half a document": lambda: with_column("retrieved", pa.array([2.5] * ROWS)),
    "documents without end": lambda: with_column("retrieved", pa.array([float("inf")] * ROWS)),
    "more documents than ranks": lambda: with_column("retrieved", pa.array([1e300] * ROWS)),
    "documents as texts": lambda: with_column("retrieved", pa.array(["2"] * ROWS)),
    # the document
    "no metadata": lambda: arrow().replace_schema_metadata({}),
    "metadata under another name": lambda: arrow().replace_schema_metadata({"other": json.dumps(said())}),
    "no JSON": lambda: arrow().replace_schema_metadata({"intervale": "{"}),
    "not UTF-8": lambda: arrow().replace_schema_metadata({"intervale": b'{"names": "\xff"}'}),
    "nested too deeply": lambda: arrow().replace_schema_metadata({"intervale": "[" * 100_000}),
    "JSON that is a list": lambda: arrow().replace_schema_metadata({"intervale": "[]"}),
    "JSON that is a number": lambda: arrow().replace_schema_metadata({"intervale": "1"}),
    "an empty document": lambda: arrow().replace_schema_metadata({"intervale": "{}"}),
    "no format": lambda: about(format=...),
    "another format": lambda: about(format=2),
    "a format that is a list": lambda: about(format=[1]),
    # names
    "systems not there": lambda: about(systems=...),
    "no systems": lambda: about(systems=[]),
    "systems twice": lambda: about(systems=["A", "A", "C"]),
    "a system too few": lambda: about(systems=["A", "B"]),
    "systems that are a text": lambda: about(systems="ABC"),
    "systems that are numbers": lambda: about(systems=[1, 2, 3]),
    "half a character": lambda: about(systems=[HALF, "B", "C"]),
    "topics not there": lambda: about(topics=...),
    "topics that are null": lambda: about(topics=None),
    "topics twice": lambda: about(topics=["q1", "q1", "q3", "q4", "q5"]),
    "a topic too many": lambda: about(topics=["q1", "q2", "q3", "q4", "q5", "q6"]),
    "topics of half characters": lambda: about(topics=[HALF, "q2", "q3", "q4", "q5"]),
    "notes not there": lambda: about(notes=...),
    "notes that are numbers": lambda: about(notes=[1]),
    "notes that are a text": lambda: about(notes="all well"),
    # measures
    "measures not there": lambda: about(measures=...),
    "measures that are a text": lambda: about(measures="AP@5"),
    "measures that are texts": lambda: about(measures=["AP@5"]),
    "measures that are lists": lambda: about(measures=[["AP@5"], [], {}]),
    "a measure without a name": lambda: entry(name=...),
    "a name that is a number": lambda: entry(name=1),
    "a name twice": lambda: entry(name="nDCG@5"),
    "a measure without a definition": lambda: entry(measure=...),
    "a definition that is a list": lambda: entry(measure=["AP@5"]),
    "a measure that does not exist": lambda: entry(measure="Foo"),
    "a cutoff that does not exist": lambda: entry(measure="AP@-5"),
    "a definition without end": lambda: entry(measure="interval(" * 10_000),
    "a measure without a column": lambda: entry(column=...),
    "a column that is not there": lambda: entry(column="P@1"),
    "a column that is a number": lambda: entry(column=0),
    "a column of names": lambda: entry(column="system"),
    "a column of lists": lambda: entry(column="rank"),
    "a column of errors that is not there": lambda: entry(error="AP@5 error"),
    "a column of errors that is null": lambda: entry(error=None),
    "a column of errors that is a list": lambda: entry(1, error=["nDCG@5 error"]),
    "a column of orders that is not there": lambda: entry(order="AP@5 order"),
    "a column of orders that is null": lambda: entry(order=None),
    "a column of orders with names": lambda: entry(1, order="topic"),
    "as saved that is a text": lambda: entry(OWN, as_saved="mean"),
    "as saved that is empty": lambda: entry(OWN, as_saved={}),
    "as saved left out of an own measure": lambda: entry(OWN, as_saved=...),
    "an aggregate that does not exist": lambda: as_saved(aggregate="median"),
    "an aggregate that is a list": lambda: as_saved(aggregate=[]),
    "no aggregate": lambda: as_saved(aggregate=...),
    "has_best that is a number": lambda: as_saved(has_best=1),
    "no has_best": lambda: as_saved(has_best=...),
    "no scale": lambda: as_saved(scale=...),
    "a scale that is null": lambda: as_saved(scale=None),
    "a scale that is a text": lambda: as_saved(scale="interval"),
    "a scale that is a list": lambda: as_saved(scale=["interval"]),
    "a level that does not exist": lambda: scale(level="absolute"),
    "a level that is a list": lambda: scale(level=["ordinal"]),
    "no level": lambda: scale(level=...),
    "why is a number": lambda: scale(why=1),
    "no why": lambda: scale(why=...),
    "shared is a text": lambda: scale(shared="yes"),
    "no shared": lambda: scale(shared=...),
    "equal steps are a number": lambda: scale(equal_steps=1),
    "no equal steps": lambda: scale(equal_steps=...),
    "a scale with more": lambda: scale(more=1),
    # policy
    "no policy": lambda: about(policy=...),
    "a policy that is null": lambda: about(policy=None),
    "a policy that is a list": lambda: about(policy=["zero"]),
    "a policy with another name": lambda: policy(tie="trec"),
    "a policy that does not exist": lambda: policy(ties="luck"),
    "missing that does not exist": lambda: policy(missing="one"),
    "duplicates that do not exist": lambda: policy(duplicates=None),
    "a policy that is a dictionary": lambda: policy(ties={}),
    "grades below 1": lambda: policy(grades=-1),
    "grades beyond all grades": lambda: policy(grades=10**9),
    "grades that are a text": lambda: policy(grades="2"),
    "other grades than the judgments": lambda: policy(grades=3),
    "no grades, and the judgments have them": lambda: policy(grades=None),
    "a depth below 1": lambda: policy(depth=0),
    "a depth that is not whole": lambda: policy(depth=2.5),
    # where it came from
    "no provenance": lambda: about(provenance=...),
    "a provenance that is a list": lambda: about(provenance=[]),
    "no versions": lambda: provenance(versions=...),
    "versions that are a list": lambda: provenance(versions=["1"]),
    "a version that is a number": lambda: provenance(versions={"intervale": 1}),
    "no files": lambda: provenance(files=...),
    "files that are a number": lambda: provenance(files=0),
    "files that are a text": lambda: provenance(files="q.txt"),
    "files that are texts": lambda: provenance(files=["q.txt"]),
    "a file without a hash": lambda: provenance(files=[{"role": "qrels", "name": "q.txt"}]),
    "a file with more": lambda: provenance(files=[{"role": "qrels", "name": "q.txt", "sha256": "0", "path": "/"}]),
    "a name of a file that is a number": lambda: provenance(files=[{"role": "qrels", "name": 1, "sha256": "0"}]),
    # judgments
    "judgments not there": lambda: about(judgments=...),
    "judgments that are null": lambda: about(judgments=None),
    "judgments that are a list": lambda: about(judgments=[]),
    "judgments without a top grade": lambda: judgments(top=...),
    "a top grade of 0": lambda: judgments(top=0),
    "a top grade that is a text": lambda: judgments(top="2"),
    "a top grade that is not whole": lambda: judgments(top=2.0),
    "a top grade that is true": lambda: judgments(top=True),
    "another top grade": lambda: judgments(top=4),
    "no grades of topics": lambda: judgments(grades=...),
    "grades of topics that are a dictionary": lambda: judgments(grades={}),
    "grades of too few topics": lambda: judgments(grades=said()["judgments"]["grades"][1:]),
    "grades of too many topics": lambda: judgments(grades=[[], *said()["judgments"]["grades"]]),
    "a topic without grades": lambda: counts(None),
    "grades of a topic that are a text": lambda: counts("11"),
    "grades of a topic that are numbers": lambda: counts([1, 1]),
    "grades of a topic without counts": lambda: counts([[1]]),
    "grades of a topic with more": lambda: counts([[1, 2, 3]]),
    "grades as texts in judgments": lambda: counts([["1", 2]]),
    "a grade above the top in judgments": lambda: counts([[3, 1], [1, 2]]),
    "a negative grade in judgments": lambda: counts([[1, 2], [-1, 1]]),
    "a grade that is not whole in judgments": lambda: counts([[1.5, 1], [1, 2]]),
    "a grade that is not a number in judgments": lambda: counts([[float("nan"), 2]]),
    "an infinite grade in judgments": lambda: counts([[float("inf"), 2]]),
    "grades not falling": lambda: counts([[0, 1], [1, 2]]),
    "a grade twice in judgments": lambda: counts([[1, 1], [1, 1]]),
    "a count of 0": lambda: counts([[2, 0], [1, 2]]),
    "a negative count": lambda: counts([[2, -1], [1, 2]]),
    "a count that is not whole": lambda: counts([[1, 2.5]]),
    "a count that is a float": lambda: counts([[1, 2.0]]),
    "a count that is a text": lambda: counts([[1, "2"]]),
    "a count that is true": lambda: counts([[2, True], [1, 2]]),
    "a count that is not a number": lambda: counts([[1, float("nan")]]),
    "an infinite count": lambda: counts([[1, float("inf")]]),
    "a count without end": lambda: counts([[1, 10**400]]),
    "a count of very many": lambda: counts([[1, 10**15]]),
    "many counts of many": lambda: judgments(grades=[[[2, 3 * 10**7], [1, 2]]] * 5),
    "run notes not there": lambda: about(run_notes=...),
    "run notes that are numbers": lambda: about(run_notes=[1]),
    "run notes that are a text": lambda: about(run_notes="ties"),
}


def refused(content, path):
    """The one sentence by which a file is refused."""
    path.write_bytes(content)
    with pytest.raises(iv.InputError, match=r"scores\.parquet: \S") as error:
        iv.read_scores(path)
    assert "\n" not in str(error.value)
    return str(error.value)


def parquet(table):
    content = io.BytesIO()
    pyarrow.parquet.write_table(table, content)
    return content.getvalue()


@pytest.mark.parametrize("kind", DAMAGED)
def test_a_damaged_file_is_one_sentence_with_its_name(tmp_path, capsys, kind):
    path = tmp_path / "scores.parquet"
    refused(parquet(DAMAGED[kind]()), path)
    with pytest.raises(SystemExit) as left:
        main(["report", str(path), "-o", str(tmp_path / "report.html")])
    told = capsys.readouterr().err
    assert left.value.code == 2
    assert told.startswith("intervale: ")
    assert told.count("\n") == 1
    assert "scores.parquet: " in told


def test_a_folder_or_an_address_is_not_read(tmp_path):
    saved(arrow(), tmp_path / "part.parquet")
    for path in (tmp_path, "https://localhost/scores.parquet", tmp_path / "none.parquet", "a\0b.parquet"):
        with pytest.raises((iv.InputError, iv.OptionError)):  # the latter where nothing is installed for the address
            iv.read_scores(path)


def test_a_small_file_that_unpacks_to_very_many_values_is_refused_before_it_is_unpacked(tmp_path, monkeypatch):
    monkeypatch.setattr(module, "MOST_VALUES", 10)
    monkeypatch.setattr(module._Reader, "evaluation", None)
    assert "at most 10 are read" in refused(WHOLE, tmp_path / "scores.parquet")


@pytest.mark.parametrize("column", ["rank", "comment"])
def test_a_small_file_with_very_long_lists_is_refused_before_it_is_unpacked(tmp_path, monkeypatch, column):
    lists = pa.array([[1] * 1000] * ROWS)
    table = with_column("rank", lists) if column == "rank" else arrow().append_column(column, lists)
    content = parquet(table)
    assert len(content) < 20_000
    monkeypatch.setattr(module, "MOST_VALUES", 10_000)
    monkeypatch.setattr(module._Reader, "evaluation", None)
    assert "at most 10,000 are read" in refused(content, tmp_path / "scores.parquet")


@pytest.mark.parametrize("first", [[[1, 10**8 + 1]], [[1, 10**15]], [[2, 9 * 10**7], [1, 9 * 10**7]]])
def test_very_many_judged_documents_are_refused_before_memory_is_used(tmp_path, first):
    content = parquet(counts(first))
    tracemalloc.start()
    try:
        assert "judged documents; at most 100,000,000 are read" in refused(content, tmp_path / "scores.parquet")
        assert tracemalloc.get_traced_memory()[1] < 20_000_000
    finally:
        tracemalloc.stop()


def read(content, path):
    """An evaluation, or None where it was refused by a sentence; anything else is an error of ours."""
    path.write_bytes(content)
    try:
        return iv.read_scores(path)
    except iv.IntervaleError as error:
        said = str(error)
    assert said.startswith(f"{path}: ")
    return None


@settings(max_examples=int(300 * CASES_FACTOR))
@given(data=st.data())
def test_fuzz_damaged_bytes(tmp_path_factory, data):
    """A file with bytes changed, cut off or doubled is refused, or is the evaluation that was written."""
    content = bytearray(WHOLE)
    for _ in range(data.draw(st.integers(1, 4))):
        place = data.draw(st.integers(0, len(content) - 1))
        match data.draw(st.sampled_from(["change", "cut", "insert", "zero"])):
            case "change":
                content[place] ^= data.draw(st.integers(1, 255))
            case "cut":
                del content[place : place + data.draw(st.integers(1, 50))]
            case "insert":
                content[place:place] = data.draw(st.binary(min_size=1, max_size=20))
            case "zero":
                content[place : place + 8] = bytes(8)
        if not content:
            break
    read(bytes(content), tmp_path_factory.getbasetemp() / "fuzz.parquet")


JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=8)
    | st.sampled_from(["AP", "os:getcwd"]),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=4),
    max_leaves=8,
)


def places(document, path=()):
    """The way to every key and item of a JSON document."""
    inner = (
        document.items() if isinstance(document, dict) else enumerate(document) if isinstance(document, list) else ()
    )
    for key, value in inner:
        yield (*path, key)
        yield from places(value, (*path, key))


PLACES = list(places(said()))


@settings(max_examples=int(300 * CASES_FACTOR))
@given(changed=st.dictionaries(st.sampled_from(PLACES), JSON, min_size=1, max_size=3))
def test_fuzz_metadata(tmp_path_factory, changed):
    """Anything in the place of anything that a file says."""
    document = said()
    for path, value in sorted(changed.items(), key=lambda item: -len(item[0])):
        inner = document
        for key in path[:-1]:
            inner = inner[key]
        inner[path[-1]] = value
    table = arrow().replace_schema_metadata({"intervale": json.dumps(document)})
    read(parquet(table), tmp_path_factory.getbasetemp() / "fuzz.parquet")


LISTS = st.lists(
    st.none() | st.lists(st.none() | st.floats() | st.integers(-3, 4).map(float), max_size=3),
    min_size=ROWS,
    max_size=ROWS,
)


@settings(max_examples=int(200 * CASES_FACTOR))
@given(rank=LISTS, grade=LISTS, retrieved=st.lists(st.none() | st.floats(), min_size=ROWS, max_size=ROWS))
def test_fuzz_judged_runs(tmp_path_factory, rank, grade, retrieved):
    """Any lists in the place of ranks and grades: refused, or judged runs that can be scored."""
    table = arrow()
    for name, values, kind in (
        ("rank", rank, pa.list_(pa.float64())),
        ("grade", grade, pa.list_(pa.float64())),
        ("retrieved", retrieved, pa.float64()),
    ):
        table = table.set_column(table.column_names.index(name), name, pa.array(values, kind))
    found = read(parquet(table), tmp_path_factory.getbasetemp() / "fuzz.parquet")
    if found is not None:
        assert (found.score(["AP", "nDCG@3"]).values <= 1).all()
