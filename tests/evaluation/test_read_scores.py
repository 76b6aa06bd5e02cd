"""Scores that were computed elsewhere: wide and long tables, frames, dictionaries."""

from __future__ import annotations

import json

import numpy as np
import pytest

from intervale.errors import InputError, OptionError
from intervale.evaluation import read_scores

SCORES = {"A": {"1": 0.5, "2": 0.25, "3": 1.0}, "B": {"1": 0.0, "2": 0.75, "3": 0.125}}
VALUES = np.array([list(row.values()) for row in SCORES.values()])


def wide(separator: str = ",") -> str:
    rows = [["topic", *SCORES], *([topic, *(repr(SCORES[s][topic]) for s in SCORES)] for topic in ("1", "2", "3"))]
    return "\n".join(separator.join(row) for row in rows) + "\n"


def long(measures: tuple[str, ...] = ()) -> str:
    lines = ["system,topic,value" + ",measure" * bool(measures)]
    for measure in measures or ("",):
        lines += [f"{s},{t},{x}" + f",{measure}" * bool(measure) for s, row in SCORES.items() for t, x in row.items()]
    return "\n".join(lines) + "\n"


def frames() -> dict[str, object]:
    import pandas
    import polars
    import pyarrow

    columns = {"topic": ["1", "2", "3"], **{system: list(row.values()) for system, row in SCORES.items()}}
    turned = {"system": list(SCORES), **{t: [SCORES[s][t] for s in SCORES] for t in ("1", "2", "3")}}
    return {
        "pandas": pandas.DataFrame(columns),
        "pandas with whole topics": pandas.DataFrame(columns | {"topic": [1, 2, 3]}),
        "polars": polars.DataFrame(columns),
        "arrow": pyarrow.table(columns),
        "rows": (pandas.DataFrame(turned), {"systems": "rows"}),
        "dictionary": SCORES,
        "lists": {system: list(row.values()) for system, row in SCORES.items()},
        "arrays": {system: np.array(list(row.values())) for system, row in SCORES.items()},
    }


@pytest.mark.parametrize("kind", frames())
def test_in_memory(kind) -> None:
    source = frames()[kind]
    given, options = source if isinstance(source, tuple) else (source, {})
    found = read_scores(given, measure="P@3", grades=1, **options)
    assert (found.systems, found.topics, found.names) == (("A", "B"), ("1", "2", "3"), ("P@3",))
    assert np.array_equal(found.values[0], VALUES)
    assert found.judged is None
    assert (found.scale("P@3").level, found.scale("P@3").shared) == ("interval", True)


@pytest.mark.parametrize(("name", "text"), [("m.csv", wide()), ("m.csv", long()), ("m.json", json.dumps(SCORES))])
def test_files(tmp_path, name, text) -> None:
    path = tmp_path / name
    path.write_text(text)
    found = read_scores(path)
    assert np.array_equal(found.values[0], VALUES)
    assert (found.systems, found.topics, found.names) == (("A", "B"), ("1", "2", "3"), ("score",))
    assert [one.role for one in found.provenance.files] == ["scores"]
    scale = found.scale("score")
    assert (scale.level, scale.equal_steps, scale.shared) == ("ordinal", None, None)


def test_parquet_of_other_tools(tmp_path) -> None:
    import pandas

    pandas.DataFrame({"qid": ["1", "2"], "A": [0.5, 0.25], "B": [1, 0]}).to_parquet(tmp_path / "m.parquet")
    found = read_scores(tmp_path / "m.parquet", measure="mine", scale="interval")
    assert found.values.tolist() == [[[0.5, 0.25], [1.0, 0.0]]]
    assert found.scale("mine").text == "an interval scale"


def test_long_with_several_measures(tmp_path) -> None:
    (tmp_path / "m.csv").write_text(long(("AP", "mine")))
    found = read_scores(tmp_path / "m.csv")
    assert found.names == ("AP", "mine")
    assert "AP: assumed to be the measure of that name" in found.notes
    assert "as given" not in found.scale("AP").why
    assert found.scale("mine").level == "ordinal"


def test_absent_is_not_zero(tmp_path) -> None:
    (tmp_path / "m.csv").write_text("topic,A,B\n1,0.5,\n2,0.25,0.75\n")
    found = read_scores(tmp_path / "m.csv")
    assert np.isnan(found.values[0, 1, 0])
    assert found.mean("B", "score") == 0.75
    assert found.policy.missing == "drop"
    assert any("1 of 4 scores are missing" in note for note in found.notes)


def test_saved_and_loaded_with_its_scale(tmp_path) -> None:
    found = read_scores(SCORES, measure="stars", scale="ordinal", topic_scale="own")
    found.save(tmp_path / "e.parquet")
    again = read_scores(tmp_path / "e.parquet")
    assert again == found
    assert (again.scale("stars").level, again.scale("stars").shared) == ("ordinal", False)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("topic,A,B\n1,0.5,x\n", "m.csv:2: topic 1, column B: expected a score, found 'x'"),
        ("topic,A,B\n1,0.5,1e999\n", "expected a finite score"),
        ("topic,A,A\n1,0.5,1\n", "column 'A' appears twice"),
        ("topic,A,B\n1,0.5,1\n1,0.5,1\n", "the topic '1' appears twice"),
        ("topic,A,B\n", "holds no scores"),
        ("topic\n1\n", "holds no scores"),
        ("system,topic,value\nA,1,0.5\nA,1,0.5\n", "m.csv:3: score, system A, topic 1 appears twice"),
        ("system,topic,value\nA,1,half\n", "m.csv:2: system A, topic 1: expected a score, found 'half'"),
        ("system,topic,value\n,1,0.5\n", "a row or column has no name"),
    ],
)
def test_bad_tables_say_where(tmp_path, text, says) -> None:
    path = tmp_path / "m.csv"
    path.write_text(text)
    with pytest.raises(InputError) as refused:
        read_scores(path)
    assert says in str(refused.value)


def test_refusals(tmp_path) -> None:
    (tmp_path / "q.txt").write_text("1 0 a 1\n")
    with pytest.raises(InputError, match="not a score matrix"):
        read_scores(tmp_path / "q.txt")
    with pytest.raises(OptionError, match="scale='best' is unknown"):
        read_scores(SCORES, scale="best")
    with pytest.raises(OptionError, match="topic_scale='none' is unknown"):
        read_scores(SCORES, scale="ordinal", topic_scale="none")
    with pytest.raises(OptionError, match="systems='x' is unknown"):
        read_scores(SCORES, systems="x")
    with pytest.raises(InputError, match="expected its scores by topic"):
        read_scores({"A": 0.5})
    with pytest.raises(InputError, match="not from int"):
        read_scores(3)
    read_scores(SCORES).save(tmp_path / "e.parquet")
    with pytest.raises(OptionError, match="leave out measure"):
        read_scores(tmp_path / "e.parquet", measure="AP")
