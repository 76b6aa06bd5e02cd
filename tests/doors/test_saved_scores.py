"""Saved tables of scores: rows by their names, and a sentence for each that is damaged."""

import io
import json

import numpy as np
import pyarrow as pa
import pyarrow.compute
import pyarrow.parquet
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import intervale as iv
from intervale.cli import main
from intervale.measures import ScoreTable
from tests.conftest import CASES_FACTOR

TABLE = iv.evaluate(
    {f"q{i}": {"a": 1, "b": i % 3} for i in range(1, 6)},
    {
        "A": {f"q{i}": {"a": 1.0, "b": 2.0 - i % 2} for i in range(1, 6)},
        "B": {f"q{i}": {"x": 3.0, "b": 2.0, "a": 1.0} for i in range(1, 6)},
        "C": {f"q{i}": {"y": 3.0} for i in range(1, 5)},
    },
    ["AP@5", "nDCG@5", "NumRet"],
    missing="drop",
)
WHOLE = TABLE.to_parquet_bytes()


def arrow():
    return pyarrow.parquet.read_table(io.BytesIO(WHOLE))


def saved(table, path):
    pyarrow.parquet.write_table(table, path)
    return path


def texts(table):
    """The same with names as plain texts."""
    for name in ("system", "topic", "measure"):
        table = table.set_column(table.column_names.index(name), name, table.column(name).cast(pa.string()))
    return table


def with_column(name, column):
    table = arrow()
    return table.set_column(table.column_names.index(name), name, column)


def about(**changed):
    table = arrow()
    said = json.loads(table.schema.metadata[b"intervale"])
    said = {key: value for key, value in (said | changed).items() if value is not ...}
    return table.replace_schema_metadata({"intervale": json.dumps(said)})


@pytest.mark.parametrize(
    "order",
    [
        [("system", "descending")],
        [("topic", "ascending"), ("system", "descending"), ("measure", "ascending")],
        [("value", "ascending"), ("system", "ascending"), ("topic", "ascending"), ("measure", "ascending")],
    ],
)
def test_a_table_that_another_tool_sorted_gives_the_same_scores(tmp_path, order):
    table = texts(arrow())
    ordered = table.take(pyarrow.compute.sort_indices(table, sort_keys=order))
    again = ScoreTable.from_parquet(saved(ordered, tmp_path / "scores.parquet"))
    assert np.array_equal(again.values, TABLE.values, equal_nan=True)
    assert again.all_means() == TABLE.all_means()


def test_plain_text_columns_floats_of_32_bits_and_columns_in_another_order_are_read(tmp_path):
    table = texts(arrow()).select(["value", "measure", "topic", "system"])
    table = table.set_column(0, "value", table.column("value").cast(pa.float32()))
    again = ScoreTable.from_parquet(saved(table, tmp_path / "scores.parquet"))
    assert np.array_equal(again.values, TABLE.values.astype(np.float32), equal_nan=True)


def test_unsigned_scores_do_not_wrap(tmp_path):
    numbers = pa.array([2**64 - 1] * arrow().num_rows, pa.uint64())
    again = ScoreTable.from_parquet(saved(with_column("value", numbers), tmp_path / "scores.parquet"))
    assert (again.values == 2.0**64).all()


DAMAGED = {
    "a row is missing": lambda: arrow().slice(1),
    "a row is there twice": lambda: pa.concat_tables([arrow().slice(1), arrow().slice(1, 1)]),
    "another system": lambda: with_column("system", pa.array(["Z"] * arrow().num_rows)),
    "systems as numbers": lambda: with_column("system", pa.array(range(arrow().num_rows))),
    "no system": lambda: with_column("system", pa.array([None] * arrow().num_rows, pa.string())),
    "lists as scores": lambda: with_column("value", pa.array([[1.0]] * arrow().num_rows)),
    "texts as scores": lambda: with_column("value", pa.array(["1"] * arrow().num_rows)),
    "infinite scores": lambda: with_column("value", pa.array([float("inf")] * arrow().num_rows)),
    "negative errors": lambda: arrow().append_column("error", pa.array([-1.0] * arrow().num_rows)),
    "errors missing": lambda: arrow().append_column("error", pa.array([None] * arrow().num_rows, pa.float64())),
    "no column of scores": lambda: arrow().drop_columns(["value"]),
    "two columns of scores": lambda: arrow().append_column("value", arrow().column("value")),
    "no metadata": lambda: arrow().replace_schema_metadata({}),
    "no JSON": lambda: arrow().replace_schema_metadata({"intervale": "{"}),
    "not UTF-8": lambda: arrow().replace_schema_metadata({"intervale": b'{"names": "\xff"}'}),
    "nested too deep": lambda: arrow().replace_schema_metadata({"intervale": "[" * 100_000}),
    "JSON that is a list": lambda: arrow().replace_schema_metadata({"intervale": "[]"}),
    "no names": lambda: about(names=...),
    "names that are numbers": lambda: about(names=[1, 2, 3]),
    "no systems": lambda: about(systems=[]),
    "systems twice": lambda: about(systems=["A", "A", "C"]),
    "systems that are a text": lambda: about(systems="ABC"),
    "half a character": lambda: about(systems=["\ud800", "B", "C"]),
    "topics that are null": lambda: about(topics=None),
    "too few measures": lambda: about(measures=["AP@5"]),
    "measures that are lists": lambda: about(measures=[["AP@5"], [], {}]),
    "a measure that does not exist": lambda: about(measures=["AP@5", "nDCG@5", "Foo"]),
    "a cutoff that does not exist": lambda: about(measures=["AP@-5", "nDCG@5", "NumRet"]),
    "an aggregate that does not exist": lambda: about(as_saved=[{"aggregate": "median", "has_best": True}] * 3),
    "an aggregate that is a list": lambda: about(as_saved=[{"aggregate": [], "has_best": True}] * 3),
    "notes that are numbers": lambda: about(notes=[1]),
    "a policy that is a list": lambda: about(policy=["zero"]),
    "a policy with another name": lambda: about(policy={"tie": "trec"}),
    "a policy that does not exist": lambda: about(policy={"ties": "luck"}),
    "a policy that is a dictionary": lambda: about(policy={"ties": {}}),
    "grades below 1": lambda: about(policy={"grades": -1}),
    "grades beyond all grades": lambda: about(policy={"grades": 10**9}),
}


@pytest.mark.parametrize("kind", DAMAGED)
def test_a_damaged_table_is_one_sentence_with_the_file(tmp_path, capsys, kind):
    path = saved(DAMAGED[kind](), tmp_path / "scores.parquet")
    with pytest.raises(iv.InputError, match=r"scores\.parquet: \S"):
        ScoreTable.from_parquet(path)
    with pytest.raises(SystemExit) as left:
        main(["report", str(path), "-o", str(tmp_path / "report.html")])
    said = capsys.readouterr().err
    assert left.value.code == 2
    assert said.startswith("intervale: ")
    assert said.count("\n") == 1


def test_a_folder_or_an_address_is_not_read(tmp_path):
    saved(arrow(), tmp_path / "part.parquet")
    for path in (tmp_path, "https://localhost/scores.parquet", tmp_path / "none.parquet", "a\0b.parquet"):
        with pytest.raises(iv.InputError):
            ScoreTable.from_parquet(path)


def test_a_small_file_that_unpacks_to_very_many_scores_is_refused_before_it_is_unpacked(tmp_path, monkeypatch):
    from intervale.measures import saved as module

    monkeypatch.setattr(module, "MOST_SCORES", 10)
    (tmp_path / "scores.parquet").write_bytes(WHOLE)
    with pytest.raises(iv.InputError, match="at most 10 are read"):
        ScoreTable.from_parquet(tmp_path / "scores.parquet")


def read(content, path):
    """A table, or None where it was refused by a sentence; anything else is an error of ours."""
    path.write_bytes(content)
    try:
        return ScoreTable.from_parquet(path)
    except iv.IntervaleError as error:
        said = str(error)
    assert said.startswith(f"{path}: ")
    return None


@settings(max_examples=int(300 * CASES_FACTOR))
@given(data=st.data())
def test_fuzz_damaged_bytes(tmp_path_factory, data):
    """A file with bytes changed, cut off or doubled is refused, or is the table that was written."""
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
KEYS = ("measures", "as_saved", "names", "systems", "topics", "policy", "notes")


@settings(max_examples=int(300 * CASES_FACTOR))
@given(changed=st.dictionaries(st.sampled_from(KEYS), JSON, min_size=1, max_size=3))
def test_fuzz_metadata(tmp_path_factory, changed):
    content = io.BytesIO()
    pyarrow.parquet.write_table(about(**changed), content)
    read(content.getvalue(), tmp_path_factory.getbasetemp() / "fuzz.parquet")
