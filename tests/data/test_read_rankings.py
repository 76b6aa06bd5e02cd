"""Rankings with names, from files, frames and dictionaries."""

import itertools
import json
import re
import sys
import warnings
from decimal import Decimal
from fractions import Fraction
from pathlib import Path

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from scipy.stats import rankdata

from intervale import InputError, OptionError, read_qrels
from intervale.cli.typed_rankings import typed
from intervale.data.named_rankings import NamedRankings, competition
from intervale.data.read_rankings import read_rankings
from intervale.rankings import consensus, evaluate

TIERS = {"old": (("b",), ("a", "c"), ("d",)), "new": (("d",), ("a",))}
SCORES = {"old": {"a": 2.0, "b": 9.5, "c": 2.0, "d": -1.0}, "new": {"a": 1.0, "d": 3.0}}
RANKS = {"old": {"a": 2.5, "b": 1.0, "c": 2.5, "d": 4.0}, "new": {"a": 2.0, "d": 1.0}}


def same(found, tiers=TIERS):
    assert {name: tuple(tuple(sorted(tier)) for tier in found.tiers(name)) for name in found.names} == tiers


def wide(numbers):
    return {"item": list("abcd")} | {name: [row.get(item) for item in "abcd"] for name, row in numbers.items()}


def long(numbers, column):
    rows = [(name, item, number) for name, row in numbers.items() for item, number in row.items()]
    return dict(zip(("ranking", "item", column), map(list, zip(*rows, strict=True)), strict=True))


def csv(columns):
    cells = [list(columns), *zip(*columns.values(), strict=True)]
    return "".join(",".join("" if cell is None else str(cell) for cell in row) + "\n" for row in cells)


FRAMES = {
    "pandas": pd.DataFrame,
    "polars": pl.DataFrame,
    "lazy": pl.LazyFrame,
    "arrow": pa.table,
    "index": lambda columns: pd.DataFrame(columns).set_index("item"),
    "unnamed": lambda columns: pd.DataFrame(columns).set_index("item").rename_axis(None),
}


@pytest.mark.parametrize("frame", FRAMES)
def test_wide_frames(frame):
    same(read_rankings(FRAMES[frame](wide(SCORES)), values="scores"))
    same(read_rankings(FRAMES[frame](wide(RANKS)), values="ranks"))


@pytest.mark.parametrize("frame", ["pandas", "polars", "arrow"])
def test_long_frames(frame):
    same(read_rankings(FRAMES[frame](long(SCORES, "score"))))
    same(read_rankings(FRAMES[frame](long(RANKS, "rank"))))
    same(read_rankings(FRAMES[frame](long(RANKS, "Position"))))
    same(read_rankings(FRAMES[frame](long(RANKS, "r")), values="ranks"))
    renamed = {{"ranking": "judge", "item": "feature"}.get(k, k): v for k, v in long(SCORES, "score").items()}
    same(read_rankings(FRAMES[frame](renamed), item="feature", ranking="judge"))


@pytest.mark.parametrize("ending", ["csv", "tsv", "parquet", "jsonl"])
@pytest.mark.parametrize("form", ["wide", "long"])
def test_files(tmp_path, ending, form):
    columns = wide(SCORES) if form == "wide" else long(SCORES, "score")
    path = tmp_path / f"r.{ending}"
    if ending == "parquet":
        pl.DataFrame(columns, strict=False).write_parquet(path)
    elif ending == "jsonl":
        rows = [dict(zip(columns, row, strict=True)) for row in zip(*columns.values(), strict=True)]
        path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    else:
        path.write_text(csv(columns).replace(",", "\t") if ending == "tsv" else csv(columns))
    same(read_rankings(path, values="scores"))


def test_dictionaries_and_json(tmp_path):
    same(read_rankings(SCORES))
    same(read_rankings(RANKS, values="ranks"))
    same(read_rankings({"old": ["b", ["a", "c"], "d"], "new": np.array(["d", "a"])}))
    (tmp_path / "r.json").write_text(json.dumps(RANKS))
    same(read_rankings(tmp_path / "r.json", values="ranks"))
    with pytest.raises(InputError, match=r"r\.json: old: has numbers by item; say values='ranks' or values='scores'"):
        read_rankings(tmp_path / "r.json")


def test_columns_that_list_items(tmp_path):
    (tmp_path / "r.csv").write_text("first,second\nx,y\ny,x\nz,\n")
    found = read_rankings(tmp_path / "r.csv", values="items")
    same(found, {"first": (("x",), ("y",), ("z",)), "second": (("y",), ("x",))})
    assert found["second"].tolist() == [2, 1, 0]


def test_one_ranking_is_called_as_its_file(tmp_path):
    (tmp_path / "bm25.csv").write_text("item,score\na,2\nb,3\n")
    (tmp_path / "dense.csv").write_text("item,rank\nb,2\nc,1\n")
    (tmp_path / "wide.csv").write_text("item,truth\nb,2\nc,1\n")
    found = read_rankings([tmp_path / "bm25.csv", str(tmp_path / "dense.csv")])
    assert (found.names, found.items) == (("bm25", "dense"), ("a", "b", "c"))
    assert found.positions.tolist() == [[2, 1, 0], [0, 2, 1]]
    assert read_rankings(tmp_path / "wide.csv", values="ranks").names == ("truth",)
    with pytest.raises(InputError, match=r"the ranking 'bm25' is in .*bm25\.csv too; rename one"):
        read_rankings([tmp_path / "bm25.csv", tmp_path / "bm25.csv"])


@pytest.mark.parametrize("numbers", list(itertools.product(range(3), repeat=4)))
def test_positions_are_those_of_scipy(numbers):
    row = np.array([n + 1 for n in numbers])
    assert competition(row).tolist() == rankdata(row, method="min").tolist()
    scored = read_rankings({"r": dict(zip("abcd", numbers, strict=True))})
    assert scored["r"].tolist() == rankdata(-row, method="min").tolist()


def test_parts():
    found = read_rankings(SCORES)
    assert (found.complete, found.tied, len(found)) == (False, True, 2)
    assert found.among("dc").positions.tolist() == [[2, 1], [1, 0]]
    assert found.without("old").names == ("new",)
    assert found.columns()["position"] == [1, 2, 2, 4, 1, 2]
    assert NamedRankings.joined([found.only(["new"]), found.only(["old"])]).names == ("new", "old")
    with pytest.raises(ValueError, match="read-only"):
        found.positions[0, 0] = 3
    with pytest.raises(OptionError, match="no ranking is called 'nw'; did you mean new"):
        found["nw"]
    with pytest.raises(OptionError, match="no ranking has the item 'e'"):
        found.among("abe")


@pytest.mark.parametrize(
    ("text", "options", "said"),
    [
        ("item,a\nx,1\nx,2\n", {"values": "ranks"}, "row 2, column item: the item 'x' appears twice, first in row 1"),
        ("a,b\n1,2\n2,1\n", {"values": "ranks"}, "no column is called 'item', and the first one, 'a', holds numbers"),
        ("a,b\n0.5,2\n,1\n", {"values": "scores"}, "call the column of items 'item', or add one"),
        ("feature,model,rank\na,m,1\nb,m,2\n", {"values": "ranks"}, "call that of the items 'item', and that of ranki"),
        ("item;a\nx;1,5\ny;2,5\n", {"values": "scores"}, "its separator seems to be ';'; save it with commas"),
        ("item,a\nx,1\ny,nan\n", {"values": "ranks"}, "row 2, column a: 'nan' is not a rank; leave it blank"),
        ("item,a\nx,1\ny,high\n", {"values": "scores"}, "row 2, column a: 'high' is not a score; expected a number"),
        ("item,a\nx,0\ny,1\n", {"values": "ranks"}, "row 1, column a: '0' is not a rank: ranks are 1 or more"),
        ("item,a\n,1\ny,1\n", {"values": "ranks"}, "row 1: has no item"),
        ("item,a\nx,\ny,\n", {"values": "ranks"}, "column a: ranks no item"),
        ("item,a\nx,1\ny,2\n", {}, "values='scores' or values='items'; a long table needs .*: item, a$"),
        ("item,a\nx,0.31\n", {"values": "ranks"}, "'0.31' is not a rank: .* add 1 to ranks that start at 0"),
        ("item,rank\nx,0.31\n", {}, "row 1: '0.31' is not a rank: ranks are 1 or more"),
        ("item,a\nx,1_0\n", {"values": "ranks"}, "'1_0' is not a rank; expected a number"),
        ("item,a\nx,-inf\n", {"values": "scores"}, "'-inf' is out of range: scores are finite"),
        ("item,a\nx,1e1001\n", {"values": "scores"}, "'1e1001' is .*: scores are finite, with exponents from -1000 to"),
        ("item,a\nx,1e99999999999999999999\n", {"values": "scores"}, "is out of range"),
        ("item;x;y\na;1;2\n", {"values": "ranks"}, "has one column, 'item;x;y': its separator seems to be ';'"),
        ("item\tx\na\t1\n", {"values": "ranks"}, "its separator seems to be a tab"),
        ("item,a, a\nx,1,2\n", {"values": "ranks"}, "two columns are called 'a'"),
        ("item,a\nx,1\ny\n", {"values": "ranks"}, "r.csv:3: .*Expected 2 columns, got 1"),
        ("item\nx\n", {"values": "ranks"}, "no column 'rank' among item"),
        ("feature\nx\n", {"values": "ranks"}, "has one column, 'feature', and ranks need a column of items"),
        ("item,a\n", {"values": "ranks"}, "has no rows"),
        ("item,a,a\nx,1,2\n", {"values": "ranks"}, "two columns are called 'a'"),
        ("item,a\nx,1\n", {"values": "ranks", "item": "itm"}, "no column 'itm'; did you mean item"),
        ("item,rank,score\nx,1,2\n", {}, "has ranks and scores"),
        ("ranking,item,a,b\nr,x,1,2\n", {}, "no column 'rank' or 'score' among ranking, item, a, b"),
        ("item,a,,b\nx,1,1,2\ny,2,2,1\n", {"values": "ranks"}, "column 3: has no name"),
        ("ranking,item,rank,\nr,x,1,1\n", {}, "column 4: has no name"),
        ("ranking,item,rank,topic\nr,x,1,t\n", {}, "has the column 'topic' beside ranking, item, rank; leave it out"),
        ("ranking,item,r,topic\nr,x,1,t\n", {"values": "ranks"}, "no column 'rank' among ranking, item, r, topic"),
        ("ranking,item,rank,position\nr,x,1,2\n", {}, "has the columns 'rank' and 'position', which both hold ranks;"),
        ("ranking,item,rank\nr,x,1\nr,x,2\n", {}, "row 2: the item 'x' appears twice in the ranking 'r'"),
        ("ranking,item,rank\nr,x,1\n,y,2\n", {}, "row 2: has no name of a ranking"),
        ("ranking,feature,rank\nr,x,1\n", {}, "no column 'item' among ranking, feature, rank; name it with item="),
        ("ranking,item,rank\nr,x,1\ns,x,\n", {}, "s: ranks no item"),
        ("a,b\nx,y\n,x\ny,\n", {"values": "items"}, "row 2, column a: has no item"),
        ("a,b\nx,y\nx,x\n", {"values": "items"}, "row 2, column a: the item 'x' appears twice, first in row 1"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_one_sentence(tmp_path, text, options, said):
    (tmp_path / "r.csv").write_text(text)
    with pytest.raises(InputError, match=said) as error:
        read_rankings(tmp_path / "r.csv", **options)
    assert str(error.value).startswith(str(tmp_path / "r.csv"))


def test_wrong_objects():
    with pytest.raises(InputError, match="expected rankings with names"):
        read_rankings([["a", "b"]])
    with pytest.raises(InputError, match="expected rankings with names"):
        read_rankings(["a", "b", "c"])
    with pytest.raises(InputError, match=r"bm25\.csv: no such file"):
        read_rankings(["bm25.csv"])
    with pytest.raises(InputError, match="cannot be read from int"):
        read_rankings(3)
    with pytest.raises(InputError, match="r: the item 'a' appears twice in the ranking"):
        read_rankings({"r": ["a", "a"]})
    with pytest.raises(InputError, match=r"r: the item 1\.5 is not text or a whole number"):
        read_rankings({"r": [1.5]})
    with pytest.raises(InputError, match="r: ranks no item"):
        read_rankings({"r": []})
    with pytest.raises(InputError, match="hold no ranking"):
        read_rankings({})
    with pytest.raises(InputError, match="r: nan is not a score"):
        read_rankings({"r": {"a": float("nan")}})
    with pytest.raises(InputError, match=r"r: .*True.* is not a score; expected a number"):
        read_rankings({"r": {"a": np.bool_(True)}})
    with pytest.raises(InputError, match=r"1\.5 is not text or a whole number"):
        read_rankings({1.5: ["a"]})
    with pytest.raises(InputError, match="r: inf is out of range: scores are finite"):
        read_rankings({"r": {"a": float("inf")}})
    with pytest.raises(OptionError, match="values='points' must be one of: ranks, scores, items"):
        read_rankings({"r": ["a"]}, values="points")
    with pytest.raises(InputError, match="expected positions of 1 rankings × 2 items, found 1 × 3"):
        NamedRankings(("a", "b"), ("r",), np.array([[1, 2, 3]]))
    with pytest.raises(InputError, match="one more than the number of items ranked better"):
        NamedRankings(("a", "b", "c"), ("r",), np.array([[1, 2, 4]]))


BY_TWO = pd.DataFrame({"item": list("abc"), "x": [3, 1, 2], "y": [1, 2, 3]})
REPEATED = BY_TWO.set_index("item", drop=False)


@pytest.mark.parametrize("stored", [False, True])
@pytest.mark.parametrize(
    ("frame", "named"),
    [
        (BY_TWO.sort_values("x"), None),
        (BY_TWO.set_index("item"), None),
        (REPEATED, None),
        (BY_TWO.set_index("item").rename_axis(None), None),
        (BY_TWO.set_index("item").rename_axis("feature"), None),
        (BY_TWO.rename_axis("row").sort_values("x"), None),
        (BY_TWO.rename(columns={"item": "feature"}).sort_values("x"), None),
        (BY_TWO.rename(columns={"item": "feature"}).set_index("feature", drop=False), None),
        (BY_TWO.rename(columns={"item": "feature"}).sort_values("x").rename_axis("row"), "feature"),
        (BY_TWO.assign(fold=[7, 8, 9]).set_index(["item", "fold"]), None),
    ],
)
def test_an_index_is_never_a_ranking(tmp_path, frame, named, stored):
    if stored:
        frame.to_parquet(tmp_path / "r.parquet")
        frame = tmp_path / "r.parquet"
    found = read_rankings(frame, values="ranks", item=named)
    same(found, {"x": (("b",), ("c",), ("a",)), "y": (("a",), ("b",), ("c",))})


def test_an_index_beside_lists_and_in_long_tables(tmp_path):
    lists = pd.DataFrame({"old": list("abc"), "new": list("cab")})
    assert read_rankings(lists.iloc[::-1], values="items").names == ("old", "new")
    same(read_rankings(pd.DataFrame(long(RANKS, "rank")).set_index(["ranking", "item"])))
    with pytest.raises(InputError, match="has no columns"):
        read_rankings(pd.DataFrame(index=[0, 1]), values="ranks")
    with pytest.raises(InputError, match="no column 'rank' among item"):
        read_rankings(pd.DataFrame(index=[2, 1]), values="ranks")
    counted = pd.DataFrame({"x": [2, 1]}, index=pd.RangeIndex(2, name="item"))
    same(read_rankings(counted, values="ranks"), {"x": (("1",), ("0",))})
    BY_TWO.sort_values("x").to_csv(tmp_path / "r.csv")
    assert read_rankings(tmp_path / "r.csv", values="ranks").names == ("x", "y")
    (tmp_path / "long.csv").write_text(",ranking,item,rank\n4,r,a,2\n2,r,b,1\n")
    same(read_rankings(tmp_path / "long.csv"), {"r": (("b",), ("a",))})
    (tmp_path / "corner.csv").write_text(",x\n7,2\n8,1\n")
    same(read_rankings(tmp_path / "corner.csv", values="ranks"), {"x": (("8",), ("7",))})


@pytest.mark.parametrize("name", [None, "movieId"])
def test_an_index_of_numbers_holds_items(name):
    frame = pd.DataFrame({"x": [1, 2, 3], "y": [2, 1, 3]}, index=pd.Index([10, 20, 30], name=name))
    tiers = {"x": (("10",), ("20",), ("30",)), "y": (("20",), ("10",), ("30",))}
    same(read_rankings(frame, values="ranks"), tiers)
    same(read_rankings(frame["x"], values="ranks"), {"x": tiers["x"]})
    same(read_rankings([frame["x"], frame["y"]], values="ranks"), tiers)
    same(read_rankings([frame[["x"]], frame[["y"]]], values="ranks"), tiers)
    words = pd.DataFrame({"feature": list("abcd"), "x": [4, 1, 2, 3]})
    assert read_rankings(words[words["x"] < 4], values="ranks").items == ("b", "c", "d")  # rows 1, 2 and 3


def test_a_series_without_an_index():
    with pytest.raises(InputError, match="a Series without an index has no items"):
        read_rankings(pl.Series("x", ["a", "b"]))


def test_a_column_without_a_name_holds_items_unless_words_follow(tmp_path):
    for text, items in (
        (",a,b\n1,1,2\n2,2,1\n3,3,3\n", ("1", "2", "3")),
        (",a,b\n7,2,1\n8,1,2\n", ("7", "8")),
        (",feature,a,b\n0,x,1,2\n1,y,2,1\n", ("x", "y")),
        (",item,a,b\n0,x,1,2\n1,y,2,1\n", ("x", "y")),
    ):
        (tmp_path / "r.csv").write_text(text)
        found = read_rankings(tmp_path / "r.csv", values="ranks")
        assert (found.names, found.items) == (("a", "b"), items)


def test_files_without_an_ending(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name in ("first", "second"):
        Path(name).write_text(f"item\t{name}\nx\t1\ny\t2\n")
    assert read_rankings(["first", "second"], values="ranks").names == ("first", "second")


@pytest.mark.parametrize("metadata", [b"3", b"no json", b'{"index_columns": 3}'])
def test_what_a_file_says_of_its_index_may_be_wrong(metadata):
    table = pa.table({"item": ["a", "b"], "x": [1, 2]}).replace_schema_metadata({b"pandas": metadata})
    assert read_rankings(table, values="ranks").names == ("x",)


def test_a_series_is_one_ranking():
    series = pd.Series({"a": 0.5, "b": 2.0, "c": None})
    same(read_rankings(series), {"ranking": (("b",), ("a",))})
    assert read_rankings(series).items == ("a", "b", "c")
    same(read_rankings(series.rename("model") + 1, values="ranks"), {"model": (("a",), ("b",))})
    same(read_rankings(series.rename("rank") + 1, values="scores"), {"rank": (("a",), ("b",))})
    assert evaluate(series.dropna(), {"x": ["b", "a"]}, ["tau"])["x", "tau"].exact == 1
    same(read_rankings({"x": series, "y": {"c": 1}}), {"x": (("b",), ("a",)), "y": (("c",),)})
    for wrong in (pd.Series(["a", "b"]), pd.Series([0.1, 0.2])):
        with pytest.raises(InputError, match="this one only counts rows; set the items as its index"):
            read_rankings(wrong)
    with pytest.raises(InputError, match="ranking: 'z' is not a score"):
        read_rankings(pd.Series({"a": "z"}))
    with pytest.raises(InputError, match="the item 'a' appears twice"):
        read_rankings(pd.Series([1, 2], index=["a", "a"]))
    with pytest.raises(InputError, match="a Series without an index has no items"):
        read_rankings(pl.Series([1, 2]))


def test_columns_with_known_names_say_what_they_hold(tmp_path):
    (tmp_path / "gold.csv").write_text("item,rank\na,1\nb,2\n")
    (tmp_path / "model.csv").write_text("item,score\na,2\nb,1\n")
    (tmp_path / "wide.csv").write_text("item,rank,x\na,1,1\nb,2,2\n")
    (tmp_path / "both.csv").write_text("item,rank,score\na,1,1\nb,2,2\n")
    best_first, worst_first = (("a",), ("b",)), (("b",), ("a",))
    for values in ("ranks", "scores", None):
        same(read_rankings(tmp_path / "gold.csv", values=values), {"gold": best_first})
        same(read_rankings(tmp_path / "model.csv", values=values), {"model": best_first})
    same(read_rankings(tmp_path / "wide.csv", values="scores"), {"rank": best_first, "x": worst_first})
    same(read_rankings(tmp_path / "wide.csv", values="ranks"), {"rank": best_first, "x": best_first})
    same(read_rankings(tmp_path / "both.csv", values="scores"), {"both": worst_first})


@pytest.mark.parametrize("values", ["ranks", "scores"])
def test_lists_need_no_word(tmp_path, values):
    (tmp_path / "r.json").write_text('{"r": ["b", "a"]}')
    same(read_rankings(tmp_path / "r.json", values=values), {"r": (("b",), ("a",))})
    numbers = {"x": {"a": 3, "b": 2, "c": 1}}
    assert evaluate(["a", "b", "c"], numbers, ["tau"], values="scores")["x", "tau"].exact == 1


@pytest.mark.parametrize(
    ("lower", "higher"),
    [
        (2**53, 2**53 + 1),
        (float(2**53), 2**53 + 1),
        (0.1, Decimal("0.10000000000000000001")),
        (Decimal("0.1"), Fraction(10**30 + 1, 10**31)),
        (0.1, "0.10000000000000000001"),
        (10**1500, 10**1500 + 1),
        (np.int64(2**60), np.int64(2**60 + 1)),
    ],
)
def test_close_numbers_are_told_apart(lower, higher):
    same(read_rankings({"r": {"a": lower, "b": higher}}), {"r": (("b",), ("a",))})


@pytest.mark.parametrize("one", [0.5, "0.5", "5e-1", Decimal("0.50"), Fraction(1, 2), np.float64(0.5), np.float32(0.5)])
def test_equal_numbers_of_any_type_are_ties(one):
    same(read_rankings({"r": {"a": one, "b": 0.5}}), {"r": (("a", "b"),)})


def test_close_numbers_in_files_are_told_apart(tmp_path):
    (tmp_path / "r.csv").write_text(f"item,rank\na,{10**20 - 1}\nb,{10**20 - 2}\nc,1.5\nd,1.5000\n")
    same(read_rankings(tmp_path / "r.csv"), {"r": (("c", "d"), ("b",), ("a",))})
    pl.DataFrame({"item": ["a", "b"], "score": [2**60, 2**60 + 1]}).write_parquet(tmp_path / "r.parquet")
    same(read_rankings(tmp_path / "r.parquet"), {"r": (("b",), ("a",))})


CLOSE = ("1e-400", "0.3", "0.30000000000000001", "99999999999999999999998", "99999999999999999999999")


def test_numbers_in_json_are_those_that_were_written(tmp_path):
    tiers = {"x": tuple((str(place),) for place in reversed(range(5)))}
    numbers = ", ".join(f'"{place}": {number}' for place, number in enumerate(CLOSE))
    (tmp_path / "r.json").write_text(f'{{"x": {{{numbers}}}}}')
    same(read_rankings(tmp_path / "r.json", values="scores"), tiers)
    rows = (f'{{"item": {place}, "x": {number}}}\n' for place, number in enumerate(CLOSE))
    (tmp_path / "r.jsonl").write_text("".join(rows))
    same(read_rankings(tmp_path / "r.jsonl", values="scores"), tiers)
    (tmp_path / "zero.json").write_text('{"x": {"a": 1e-400, "b": 0}}')
    same(read_rankings(tmp_path / "zero.json", values="scores"), {"x": (("a",), ("b",))})


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('{"r": {"a": 0.5}}', "r: 0.5 is not a rank: ranks are 1 or more"),
        ('{"r": {"a": NaN}}', "r: nan is not a rank; leave it blank"),
        ('{"r": {"a": 1e99999999999999999999}}', "is out of range: ranks are finite"),
        ('{"r": ["a", 1.5]}', "r: the item 1.5 is not text or a whole number"),
    ],
)
def test_numbers_in_json_that_are_refused(tmp_path, text, said):
    (tmp_path / "r.json").write_text(text)
    with pytest.raises(InputError, match=re.escape(said)):
        read_rankings(tmp_path / "r.json", values="ranks")


def test_numbers_in_json_lines_that_are_refused(tmp_path):
    for number, said in (("NaN", "'NaN' is not a score; leave it blank"), ("9" * 5000, "is out of range: scores are")):
        (tmp_path / "r.jsonl").write_text(f'{{"item": "a", "x": {number}}}\n')
        with pytest.raises(InputError, match=f"row 1, column x: .*{said}"):
            read_rankings(tmp_path / "r.jsonl", values="scores")


def test_whole_numbers_in_json_lines_that_are_too_large_elsewhere(tmp_path):
    sys.set_int_max_str_digits(sys.int_info.default_max_str_digits)  # as a new process has it; map lifts the limit
    path = tmp_path / "q.jsonl"
    for grade, said in (
        ("9" * 30, r"too large to be read \(at most 2\^63"),
        ("9" * 5000, "with too many digits to be"),
    ):
        path.write_text(f'{{"topic": "a", "document": "d", "grade": {grade}}}\n')
        with pytest.raises(InputError, match=f"holds a (whole )?number .*{said}"):
            read_qrels(path)


def test_what_to_do_with_a_file_of_no_known_kind(tmp_path):
    (tmp_path / "r.txt").write_text("a 1\nb 2\n")
    with pytest.raises(InputError, match=r"name a file that ends in \.csv, \.tsv, \.parquet, \.json or \.jsonl"):
        read_rankings(tmp_path / "r.txt")
    (tmp_path / "r.tsv").write_text("item\nx\n")
    with pytest.raises(InputError, match="no column 'score' among item"):
        read_rankings(tmp_path / "r.tsv", values="scores")


def test_pandas_columns_with_names_of_several_types():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        found = read_rankings(pd.DataFrame({"item": ["a", "b"], 0: [1, 2], 1: [2, 1]}), values="ranks")
    same(found, {"0": (("a",), ("b",)), "1": (("b",), ("a",))})


@pytest.mark.parametrize("text", [r'{"\ud800": ["a"]}', r'{"r": ["\ud800"]}', r'{"r": {"\ud800": 1}}'])
def test_names_are_unicode_text(tmp_path, text):
    (tmp_path / "r.json").write_text(text)
    with pytest.raises(InputError, match=r"'.ud800' is not valid Unicode text"):
        read_rankings(tmp_path / "r.json", values="scores")


def test_names_are_stripped(tmp_path):
    (tmp_path / "r.csv").write_text("item, x , rank\na,1,2\nb,2,1\n")
    found = read_rankings(tmp_path / "r.csv", values="ranks", item=" item")
    same(found, {"x": (("a",), ("b",)), "rank": (("b",), ("a",))})
    assert read_rankings({" r ": [" a"]}).columns()["ranking"] == ["r"]
    (tmp_path / "blank.csv").write_text("item,x,\na,1,\n")
    with pytest.raises(InputError, match="column 3: has no name"):
        read_rankings(tmp_path / "blank.csv", values="ranks")
    with pytest.raises(InputError, match="ranking 1: has no name"):
        read_rankings({" ": ["a"]})


@pytest.mark.parametrize("name", ["r.csv", "r.json", "r.jsonl", "r.txt"])
def test_texts_are_utf_8(tmp_path, name):
    (tmp_path / name).write_bytes("item\tnaïveté\ncafé\t1\n".encode("latin-1"))
    with pytest.raises(InputError, match=":1: is not UTF-8 text; save it as UTF-8"):
        read_rankings(tmp_path / name, values="ranks")


def test_typed_rankings(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    judges = [typed(word) for word in ("a,b,c", "a, b,c", "a,b,c", "b,a,c", "a,b,c")]
    assert read_rankings(judges).names == ("a,b,c", "a, b,c", "a,b,c (2)", "b,a,c", "a,b,c (3)")
    assert consensus(judges).order == ("a", "b", "c")
    long_word = ",".join(f"feature-{n}" for n in range(60))
    assert len(read_rankings(typed(long_word)).items) == 60
    (tmp_path / "a,b.csv").write_text("item,rank\nx,1\n")
    assert [typed(word) for word in ("a,b.csv", "s3://b/a,b.csv", "judge", "-")] == [
        "a,b.csv",
        "s3://b/a,b.csv",
        "judge",
        "-",
    ]
    for empty in ("", " ", ","):
        with pytest.raises(InputError, match="the ranking is empty; name a file, or write items with commas"):
            typed(empty)
    with pytest.raises(InputError, match="a,,b: item 2 is blank; write items with commas"):
        typed("a,,b")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[" * 100_000 + "]" * 100_000, "too deep to be read"),
        ('{"x": {"a": ' + "9" * 5000 + "}}", "too many digits to be read"),
        ('{"x": ', "not JSON"),
    ],
)
def test_json_that_cannot_be_read(tmp_path, text, said):
    sys.set_int_max_str_digits(sys.int_info.default_max_str_digits)  # as a new process has it; map lifts the limit
    (tmp_path / "r.json").write_text(text)
    with pytest.raises(InputError, match=said):
        read_rankings(tmp_path / "r.json")
