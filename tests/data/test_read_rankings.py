"""Rankings with names, from files, frames and dictionaries."""

import itertools
import json

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from scipy.stats import rankdata

from intervale import InputError, OptionError
from intervale.data.named_rankings import NamedRankings, competition
from intervale.data.read_rankings import read_rankings

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
    with pytest.raises(InputError, match=r"r\.json: old: has numbers by item; say values='ranks' or 'scores'"):
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
        ("item,a\nx,1\nx,2\n", {"values": "ranks"}, "row 2: the item 'x' appears twice, first in row 1"),
        ("item,a\nx,1\ny,nan\n", {"values": "ranks"}, "row 2, column a: 'nan' is no rank; leave it blank"),
        ("item,a\nx,1\ny,high\n", {"values": "scores"}, "row 2, column a: 'high' is no score; expected a number"),
        ("item,a\nx,0\ny,1\n", {"values": "ranks"}, "row 1, column a: '0' is no rank; ranks are above 0"),
        ("item,a\n,1\ny,1\n", {"values": "ranks"}, "row 1: has no item"),
        ("item,a\nx,\ny,\n", {"values": "ranks"}, "column a: ranks no item"),
        ("item,a\nx,1\ny,2\n", {}, "say what the columns hold: values='ranks', 'scores' or 'items'"),
        ("item,a\nx,1\ny\n", {"values": "ranks"}, "r.csv:3: .*Expected 2 columns, got 1"),
        ("item\nx\n", {"values": "ranks"}, "no column 'rank' among item"),
        ("feature\nx\n", {"values": "ranks"}, "has the column 'feature' only"),
        ("item,a\n", {"values": "ranks"}, "has no rows"),
        ("item,a,a\nx,1,2\n", {"values": "ranks"}, "two columns are called 'a'"),
        ("item,a\nx,1\n", {"values": "ranks", "item": "itm"}, "no column 'itm'; did you mean item"),
        ("item,rank,score\nx,1,2\n", {}, "has ranks and scores"),
        ("ranking,item,a,b\nr,x,1,2\n", {}, "no column 'rank' or 'score' among ranking, item, a, b"),
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
    with pytest.raises(InputError, match="cannot be read from int"):
        read_rankings(3)
    with pytest.raises(InputError, match="r: the item 'a' appears twice in the ranking"):
        read_rankings({"r": ["a", "a"]})
    with pytest.raises(InputError, match=r"r: 1\.5 is no item"):
        read_rankings({"r": [1.5]})
    with pytest.raises(InputError, match="r: ranks no item"):
        read_rankings({"r": []})
    with pytest.raises(InputError, match="hold no ranking"):
        read_rankings({})
    with pytest.raises(InputError, match="r: nan is no score"):
        read_rankings({"r": {"a": float("nan")}})
    with pytest.raises(InputError, match="is a list of items, and has no ranks"):
        read_rankings({"r": ["a"]}, values="ranks")
    with pytest.raises(OptionError, match="values='points' must be one of: ranks, scores, items"):
        read_rankings({"r": ["a"]}, values="points")
    with pytest.raises(InputError, match="expected positions of 1 rankings × 2 items, found 1 × 3"):
        NamedRankings(("a", "b"), ("r",), np.array([[1, 2, 3]]))
    with pytest.raises(InputError, match="one more than the number of items ranked better"):
        NamedRankings(("a", "b", "c"), ("r",), np.array([[1, 2, 4]]))
