"""Input × works: one small collection in every shape that people have, judgments and runs, gives the very same numbers.

Objects are those of the real packages; a package that is not installed is skipped with its name. BEIR, MTEB, MS MARCO
and RecBole are files in their formats.
"""

import dataclasses
import importlib
import io
import json
import sys
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.parquet
import pytest

import intervale as iv
from intervale.cli import main

QRELS = {"q1": {"d1": 2, "d2": 0, "d3": 1}, "q2": {"d1": 1, "d4": 2}, "q3": {"d5": 1, "d6": 0}}
RUN = {
    "q1": {"d2": 3.5, "x9": 2.5, "d1": 1.5, "d3": 0.5},
    "q2": {"d4": 9.0, "d2": 8.0, "d1": 7.0},
    "q9": {"d1": 1.0},
}
"""Graded judgments, a document that nobody judged, a topic that the run lacks, and one without judgments."""
MEASURES = ["nDCG@3", "AP", "ERR@3", "Judged@2", "P@2"]
JUDGED = [(topic, document, grade) for topic, some in QRELS.items() for document, grade in some.items()]
FOUND = [(topic, document, score) for topic, some in RUN.items() for document, score in some.items()]
RANKED = [(topic, document, rank) for topic, some in RUN.items() for rank, document in enumerate(some, start=1)]


def package(name: str) -> Any:
    with warnings.catch_warnings():  # what a package says about its own imports
        warnings.simplefilter("ignore")
        return pytest.importorskip(name, reason=f"{name} is not installed")


def columns(rows: list[tuple[str, str, float]], *names: str) -> dict[str, list[Any]]:
    return dict(zip(names, map(list, zip(*rows, strict=True)), strict=True))


def values(qrels: Any, runs: Any, **options: Any) -> list[list[list[float]]]:
    return iv.evaluate(qrels, runs, MEASURES, **options).values.tolist()


EXPECTED = values(QRELS, {"mine": RUN})


def test_the_collection_tells_shapes_apart() -> None:
    """The measures see grades, ranks, and what was not judged."""
    assert len({str(one) for one in EXPECTED}) == len(MEASURES)
    assert values({topic: dict.fromkeys(some, 1) for topic, some in QRELS.items()}, {"mine": RUN}) != EXPECTED
    backwards = {topic: {document: -score for document, score in some.items()} for topic, some in RUN.items()}
    assert values(QRELS, {"mine": backwards}) != EXPECTED


# ---------------------------------------------------------------- objects


class Judgment(NamedTuple):
    topic: str
    document: str
    grade: int


@dataclasses.dataclass
class Retrieved:
    query_id: str
    doc_id: str
    score: float
    text: str = "a text"


def pandas_indexed(rows: list[Any], *names: str) -> Any:
    return package("pandas").DataFrame(columns(rows, *names)).set_index(list(names[:2]))


def pandas_series(rows: list[Any], *names: str) -> Any:
    return pandas_indexed(rows, *names)[names[2]]


def hugging_face(rows: list[Any], *names: str) -> Any:
    """Selected, filtered and shuffled: the table underneath has other rows, in another order."""
    datasets = package("datasets")
    noise = [("q1", "d9", 0), *rows, ("q2", "d9", 3)]
    whole = datasets.Dataset.from_dict(columns(noise, *names))
    kept = whole.filter(lambda row: row[names[1]] != "d9", load_from_cache_file=False)
    return kept.shuffle(seed=3)


def hugging_face_selected(rows: list[Any], *names: str) -> Any:
    whole = package("datasets").Dataset.from_dict(columns([*rows, ("q1", "d9", 3)], *names))
    return whole.select(range(len(rows)))


def hugging_face_streamed(rows: list[Any], *names: str) -> Any:
    return package("datasets").Dataset.from_dict(columns(rows, *names)).to_iterable_dataset()


def ranx(kind: str, content: dict[str, Any], **options: Any) -> Any:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return getattr(package("ranx"), kind)(content, **options)


class IrDataset:
    """As a dataset of ir_datasets: judgments and scored documents, a new iterator each time."""

    def qrels_iter(self) -> Iterator[Any]:
        formats = package("ir_datasets").formats
        return (formats.TrecQrel(*row, "0") for row in JUDGED)

    def scoreddocs_iter(self) -> Iterator[Any]:
        formats = package("ir_datasets").formats
        return (formats.GenericScoredDoc(*row) for row in FOUND)


def ir_dataset(folder: Path) -> Any:
    """A dataset made of the real classes over local files."""
    ir_datasets = package("ir_datasets")
    from ir_datasets.formats import TrecQrels, TrecScoredDocs
    from ir_datasets.util import LocalDownload

    qrels = trec_qrels(folder)
    run = trec_run(folder)
    definition = {0: "not relevant", 1: "relevant", 2: "highly relevant"}
    return ir_datasets.Dataset(TrecQrels(LocalDownload(qrels), definition), TrecScoredDocs(LocalDownload(run)))


def ir_qrels(kind: str) -> Callable[[Path], Any]:
    """Judgments of one of the types of ir_datasets, with fields that are not looked at."""

    def make(folder: Path) -> Any:
        package("ir_datasets")
        module, _, name = kind.rpartition(".")
        row = getattr(importlib.import_module(f"ir_datasets.{module}"), name)
        extra = {field: "0" for field in row._fields if field not in ("query_id", "doc_id", "relevance")}
        return [row(query_id=q, doc_id=d, relevance=g, **extra) for q, d, g in JUDGED]

    return make


def arrow_reader(rows: list[Any], *names: str) -> Any:
    return pa.table(columns(rows, *names)).to_reader(max_chunksize=2)


class Streams:
    """Anything that speaks the Arrow interface."""

    def __init__(self, table: pa.Table) -> None:
        self.table = table

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        return self.table.__arrow_c_stream__(requested_schema)


# ---------------------------------------------------------------- files


def put(folder: Path, name: str, text: str | bytes) -> Path:
    path = folder / name
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    return path


def lines(rows: list[Any], form: str, header: str = "") -> str:
    return header + "".join(form.format(*row) + "\n" for row in rows)


def trec_qrels(folder: Path) -> Path:
    return put(folder, "qrels.txt", lines(JUDGED, "{} 0 {} {}"))


def trec_run(folder: Path) -> Path:
    return put(folder, "run.txt", lines(FOUND, "{} Q0 {} 1 {} mine"))


def parquet(folder: Path, name: str, table: pa.Table) -> Path:
    pyarrow.parquet.write_table(table, folder / name)
    return folder / name


def records(rows: list[Any], *names: str) -> list[dict[str, Any]]:
    return [dict(zip(names, row, strict=True)) for row in rows]


MTEB = {"mteb_model_meta": {"model_name": "org/model", "revision": "abc"}, "default": {"test": RUN}}
THREE = {"columns": ["topic,document,grade"]}

QRELS_OBJECTS: dict[str, Callable[[Path], Any]] = {
    "dictionary": lambda _: QRELS,
    "dictionary of dictionaries with whole numbers of NumPy": lambda _: {
        topic: {document: np.int8(grade) for document, grade in some.items()} for topic, some in QRELS.items()
    },
    "named tuples": lambda _: [Judgment(*row) for row in JUDGED],
    "generator of named tuples": lambda _: (Judgment(*row) for row in JUDGED),
    "dictionaries as rows": lambda _: records(JUDGED, "query-id", "corpus-id", "score"),
    "ir_measures Qrel": lambda _: [package("ir_measures").Qrel(*row) for row in JUDGED],
    "an object with qrels_iter": lambda _: IrDataset(),
    "ir_datasets dataset": ir_dataset,
    **{
        f"ir_datasets {kind.rpartition('.')[2]}": ir_qrels(kind)
        for kind in (
            "formats.GenericQrel",
            "formats.TrecQrel",
            "formats.TrecSubQrel",
            "formats.TrecPrel",
            "formats.ToucheQualityQrel",
            "formats.ToucheQualityCoherenceQrel",
            "formats.ToucheQualityComparativeStanceQrel",
            "formats.ToucheControversialStanceQrel",
            "datasets.highwire.TrecGenomicsQrel",
            "datasets.highwire.HighwireQrel",
            "datasets.clueweb12.MisinfoQrel",
            "datasets.clueweb12.EhealthQrel",
            "datasets.natural_questions.NqQrel",
            "datasets.codesearchnet.CodeSearchNetChallengeQrel",
        )
    },
    "ranx Qrels": lambda _: ranx("Qrels", QRELS),
    "Hugging Face dataset, filtered and shuffled": lambda _: hugging_face(JUDGED, "query-id", "corpus-id", "score"),
    "Hugging Face dataset, selected": lambda _: hugging_face_selected(JUDGED, "query-id", "corpus-id", "score"),
    "Hugging Face dataset, streamed": lambda _: hugging_face_streamed(JUDGED, "query-id", "corpus-id", "score"),
    "polars frame": lambda _: package("polars").DataFrame(columns(JUDGED, "user_id", "item_id", "relevance")),
    "polars lazy frame": lambda _: package("polars").LazyFrame(columns(JUDGED, "userId", "itemId", "label")),
    "Arrow table": lambda _: pa.table(columns(JUDGED, "qid", "docid", "rel")),
    "Arrow reader": lambda _: arrow_reader(JUDGED, "query_id", "doc_id", "relevance"),
    "what speaks Arrow": lambda _: Streams(pa.table(columns(JUDGED, "topic", "document", "grade"))),
    "pandas frame": lambda _: package("pandas").DataFrame(columns(JUDGED, "qid", "docno", "label")),
    "pandas frame, ids in the index": lambda _: pandas_indexed(JUDGED, "qid", "docno", "label"),
    "pandas frame, a column with anything in it": lambda _: (
        package("pandas").DataFrame(columns(JUDGED, "qid", "docno", "label")).assign(odd=[1, "x", None, [], {}, 1, 2])
    ),
    "pandas Series": lambda _: pandas_series(JUDGED, "qid", "docno", "label"),
    "pandas Series without names, topics first": lambda _: pandas_series(JUDGED, "qid", "docno", "label").rename_axis(
        [None, None]
    ),
    "pandas Series, documents first": lambda _: pandas_series(JUDGED, "qid", "docno", "label").swaplevel(),
}
RUN_OBJECTS: dict[str, Callable[[Path], Any]] = {
    "dictionary": lambda _: RUN,
    "lists of ids": lambda _: {topic: list(some) for topic, some in RUN.items()},
    "arrays of ids": lambda _: {topic: np.array(list(some)) for topic, some in RUN.items()},
    "generator of dataclasses": lambda _: (Retrieved(*row) for row in FOUND),
    "list of dataclasses": lambda _: [Retrieved(*row) for row in FOUND],
    "dictionaries as rows": lambda _: records(FOUND, "qid", "docid", "score"),
    "rows with ranks": lambda _: records(RANKED, "qid", "docid", "rank"),
    "ir_measures ScoredDoc": lambda _: [package("ir_measures").ScoredDoc(*row) for row in FOUND],
    "generator of ScoredDoc": lambda _: (package("ir_measures").ScoredDoc(*row) for row in FOUND),
    "an object with scoreddocs_iter": lambda _: IrDataset(),
    "ir_datasets dataset": ir_dataset,
    "ir_datasets GenericScoredDoc": lambda _: IrDataset().scoreddocs_iter(),
    "ranx Run": lambda _: ranx("Run", RUN, name="bm25"),
    "Hugging Face dataset, filtered and shuffled": lambda _: hugging_face(FOUND, "query-id", "corpus-id", "score"),
    "Hugging Face dataset, selected": lambda _: hugging_face_selected(FOUND, "query-id", "corpus-id", "score"),
    "Hugging Face dataset, streamed": lambda _: hugging_face_streamed(FOUND, "query-id", "corpus-id", "score"),
    "polars frame": lambda _: package("polars").DataFrame(columns(FOUND, "user_id", "item_id", "prediction")),
    "polars lazy frame": lambda _: package("polars").LazyFrame(columns(FOUND, "user", "item", "rating")),
    "Arrow table": lambda _: pa.table(columns(FOUND, "qid", "pid", "score")),
    "Arrow reader": lambda _: arrow_reader(FOUND, "query_id", "doc_id", "score"),
    "what speaks Arrow": lambda _: Streams(pa.table(columns(FOUND, "topic", "document", "similarity"))),
    "pandas frame": lambda _: package("pandas").DataFrame(columns(FOUND, "qid", "docno", "score")),
    "pandas frame of PyTerrier": lambda _: (
        package("pandas")
        .DataFrame(columns(FOUND, "qid", "docno", "score"))
        .assign(query="some words", docid=range(len(FOUND)), rank=0)
    ),
    "pandas frame, ids in the index": lambda _: pandas_indexed(FOUND, "qid", "docno", "score"),
    "pandas Series": lambda _: pandas_series(FOUND, "qid", "docno", "score"),
    "predictions of MTEB": lambda _: MTEB,
}
QRELS_FILES: dict[str, tuple[Callable[[Path], Path], list[str]]] = {
    "TREC text": (trec_qrels, []),
    "MS MARCO qrels": (lambda folder: put(folder, "qrels.dev.tsv", lines(JUDGED, "{}\t0\t{}\t{}")), []),
    "BEIR qrels": (
        lambda folder: put(folder, "test.tsv", lines(JUDGED, "{}\t{}\t{}", "query-id\tcorpus-id\tscore\n")),
        [],
    ),
    "BEIR qrels, Windows": (
        lambda folder: put(
            folder, "test.tsv", lines(JUDGED, "{}\t{}\t{}", "query-id\tcorpus-id\tscore\n").replace("\n", "\r\n")
        ),
        [],
    ),
    "CSV": (lambda folder: put(folder, "qrels.csv", lines(JUDGED, "{},{},{}", "userId,itemId,relevance\n")), []),
    "JSON": (lambda folder: put(folder, "qrels.json", json.dumps(QRELS)), []),
    "JSON rows": (
        lambda folder: put(folder, "qrels.json", json.dumps(records(JUDGED, "qid", "docid", "label"))),
        [],
    ),
    "JSON Lines": (
        lambda folder: put(
            folder, "qrels.jsonl", "\n".join(map(json.dumps, records(JUDGED, "query-id", "corpus-id", "score")))
        ),
        [],
    ),
    "Parquet": (
        lambda folder: parquet(folder, "qrels.parquet", pa.table(columns(JUDGED, "query_id", "doc_id", "relevance"))),
        [],
    ),
    "RecBole labels": (
        lambda folder: put(
            folder,
            "test.inter",
            lines(JUDGED, "{}\t{}\t{}\t88", "user_id:token\titem_id:token\tlabel:float\tt:float\n"),
        ),
        [],
    ),
    "three columns without a header": (
        lambda folder: put(folder, "qrels.tsv", lines(JUDGED, "{}\t{}\t{}")),
        ["--columns", "topic,document,grade"],
    ),
    "four columns in another order": (
        lambda folder: put(folder, "qrels.txt", lines(JUDGED, "{2}  {1} 88 {0}")),
        ["--columns", "grade,document,-,topic"],
    ),
    "a header that is not known": (
        lambda folder: put(folder, "qrels.csv", lines(JUDGED, "{},{},{}", "a,b,c\n")),
        ["--columns", "qid,docid,grade"],
    ),
}
RUN_FILES: dict[str, tuple[Callable[[Path], Path], list[str]]] = {
    "TREC text": (trec_run, []),
    "MS MARCO run": (
        lambda folder: put(folder, "run.dev.tsv", lines(RANKED, "{}\t{}\t{}")),
        ["--columns", "topic,document,rank"],
    ),
    "MS MARCO run, blanks": (
        lambda folder: put(folder, "run.dev", lines(RANKED, "{} {}  {}")),
        ["--columns", "qid,pid,rank"],
    ),
    "TSV": (lambda folder: put(folder, "run.tsv", lines(FOUND, "{}\t{}\t{}", "qid\tpid\tscore\n")), []),
    "TSV with ranks": (lambda folder: put(folder, "run.tsv", lines(RANKED, "{}\t{}\t{}", "qid\tpid\trank\n")), []),
    "CSV": (lambda folder: put(folder, "run.csv", lines(FOUND, "{},{},{}", "user,item,prediction\n")), []),
    "CSV without a header": (
        lambda folder: put(folder, "run.csv", lines(FOUND, "{},{},{}")),
        ["--columns", "topic,document,score"],
    ),
    "BEIR results": (lambda folder: put(folder, "results.json", json.dumps(RUN)), []),
    "JSON lists": (
        lambda folder: put(folder, "run.json", json.dumps({topic: list(some) for topic, some in RUN.items()})),
        [],
    ),
    "predictions of MTEB": (lambda folder: put(folder, "Task_predictions.json", json.dumps(MTEB)), []),
    "JSON Lines": (
        lambda folder: put(folder, "run.jsonl", "\n".join(map(json.dumps, records(FOUND, "qid", "docid", "score")))),
        [],
    ),
    "Parquet": (
        lambda folder: parquet(folder, "run.parquet", pa.table(columns(FOUND, "query-id", "corpus-id", "score"))),
        [],
    ),
    "RecBole predictions": (
        lambda folder: put(
            folder, "run.inter", lines(FOUND, "{}\t{}\t{}", "user_id:token\titem_id:token\tscore:float\n")
        ),
        [],
    ),
}


@pytest.mark.parametrize("shape", QRELS_OBJECTS)
def test_judgments(shape: str, tmp_path: Path) -> None:
    assert values(QRELS_OBJECTS[shape](tmp_path), {"mine": RUN}) == EXPECTED


@pytest.mark.parametrize("shape", RUN_OBJECTS)
@pytest.mark.parametrize("how", ["alone", "in a list", "by name"])
def test_runs(shape: str, how: str, tmp_path: Path) -> None:
    run = RUN_OBJECTS[shape](tmp_path)
    assert values(QRELS, {"alone": run, "in a list": [run], "by name": {"mine": run}}[how]) == EXPECTED


def as_printed(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> list[list[list[float]]]:
    """The scores that the command line prints."""
    with pytest.raises(SystemExit) as end:
        main(["evaluate", *arguments, *(word for name in MEASURES for word in ("-m", name)), "--per-topic", "--json"])
    out, err = capsys.readouterr()
    assert not end.value.code, err
    (topics,) = (one["topics"] for one in json.loads(out)["systems"].values())
    return [[[row[name] for row in topics.values()]] for name in MEASURES]


@pytest.mark.parametrize("shape", QRELS_FILES)
def test_files_of_judgments(shape: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    make, options = QRELS_FILES[shape]
    path, run = make(tmp_path), put(tmp_path, "mine.run", lines(FOUND, "{} Q0 {} 1 {} mine"))
    assert values(path, run, columns=options[1:] or None) == EXPECTED
    assert as_printed([str(path), str(run), *options], capsys) == EXPECTED


@pytest.mark.parametrize("shape", RUN_FILES)
def test_files_of_runs(shape: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    make, options = RUN_FILES[shape]
    path, qrels = make(tmp_path), put(tmp_path, "the.qrels", lines(JUDGED, "{} 0 {} {}"))
    assert values(qrels, path, columns=options[1:] or None) == EXPECTED
    assert as_printed([str(qrels), str(path), *options], capsys) == EXPECTED


def test_columns_of_both(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    qrels = put(tmp_path, "qrels.tsv", lines(JUDGED, "{}\t{}\t{}"))
    run = put(tmp_path, "run.tsv", lines(RANKED, "{}\t{}\t{}"))
    both = ["topic,document,grade", "topic,document,rank"]
    assert values(qrels, run, columns=both) == EXPECTED
    words = [str(qrels), str(run), "--columns", both[0], "--columns", both[1]]
    assert as_printed(words, capsys) == EXPECTED
    assert values(qrels, [run], columns=[name.split(",") for name in both]) == EXPECTED
    assert values(JUDGED, {"mine": RANKED}, columns=both) == EXPECTED
    assert values(JUDGED, RANKED, columns=both) == EXPECTED


def test_standard_input(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    text = lines(JUDGED, "{}\t{}\t{}", "query-id\tcorpus-id\tscore\n")
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode())))
    assert as_printed(["-", str(trec_run(tmp_path))], capsys) == EXPECTED


# ---------------------------------------------------------------- names, notes, thresholds


def test_objects_name_their_systems(tmp_path: Path) -> None:
    bm25, other = ranx("Run", RUN, name="bm25"), ranx("Run", RUN, name="other")
    assert iv.evaluate(QRELS, [bm25, other]).systems == ("bm25", "other")
    assert iv.evaluate(QRELS, {"mine": bm25}).systems == ("mine",)
    predictions = put(tmp_path, "Task_predictions.json", json.dumps(MTEB))
    assert iv.evaluate(QRELS, predictions).systems == ("org/model",)


def test_ranks_alone_are_on_record(tmp_path: Path) -> None:
    run = put(tmp_path, "run.tsv", "q1\td1\t1\nq1\td3\t2\nq1\td2\t2\n")
    found = iv.evaluate(QRELS, run, "AP", columns="topic,document,rank")
    assert "run: ranks only; the score is minus the rank" in found.notes
    assert "run: 2 documents have tied scores" in found.notes
    assert not any("ranks only" in note for note in iv.evaluate(QRELS, {"mine": RUN}, "AP").notes)


RATED = [("u1", "a", 5.0), ("u1", "b", 3.5), ("u1", "c", 4.0), ("u2", "a", 1.0)]
LIKED = {"u1": {"a": 1, "b": 0, "c": 1}, "u2": {"a": 0}}
SHOWN = {"u1": ["b", "c", "a"], "u2": ["a"]}
RATINGS: dict[str, Callable[[Path], Any]] = {
    "RecBole": lambda folder: put(
        folder, "ml.inter", lines(RATED, "{}\t{}\t{}\t88", "user_id:token\titem_id:token\trating:float\ttime:float\n")
    ),
    "MovieLens": lambda folder: put(
        folder, "ratings.csv", lines(RATED, "{},{},{},88", "userId,movieId,rating,timestamp\n")
    ),
    "frame": lambda _: package("pandas").DataFrame(columns(RATED, "user", "item", "rating")),
    "rows": lambda _: records(RATED, "user", "item", "rating"),
    "dictionary": lambda _: {"u1": {"a": 5.0, "b": 3.5, "c": 4.0}, "u2": {"a": 1.0}},
    "TREC text": lambda folder: put(folder, "qrels", lines(RATED, "{} 0 {} {}")),
    "read before": lambda _: iv.read_qrels(records(RATED, "user", "item", "rating"), relevant_from=4),
}


@pytest.mark.parametrize("shape", RATINGS)
def test_ratings(shape: str, tmp_path: Path) -> None:
    options = {"columns": "topic,document,rating,-"} if shape == "MovieLens" else {}
    found = iv.evaluate(RATINGS[shape](tmp_path), SHOWN, ["AP", "nDCG@2"], relevant_from=4, **options)
    assert found.values.tolist() == iv.evaluate(LIKED, SHOWN, ["AP", "nDCG@2"]).values.tolist()
    assert found.policy.relevant_from == 4
    assert found.policy.grades == 1
    assert "grades: 1 from 4 on, 0 below" in found.policy.sentences()


@pytest.mark.parametrize("shape", ["RecBole", "frame", "rows"])
def test_a_threshold_is_asked_for(shape: str, tmp_path: Path) -> None:
    with pytest.raises(iv.InputError, match=r"holds ratings; say from which on an item is relevant: relevant_from=4"):
        iv.evaluate(RATINGS[shape](tmp_path), SHOWN, "AP")


def test_a_threshold_is_kept_with_a_saved_evaluation(tmp_path: Path) -> None:
    found = iv.evaluate(records(RATED, "user", "item", "rating"), SHOWN, "AP", relevant_from=4)
    found.save(tmp_path / "found.parquet")
    assert iv.read_scores(tmp_path / "found.parquet").policy == found.policy
    read = iv.read_qrels(records(RATED, "user", "item", "rating"), relevant_from=4)
    assert iv.evaluate(read, SHOWN, "AP").policy == found.policy
    with pytest.raises(iv.OptionError, match="relevant_from=3, but the judgments were made with relevant_from=4"):
        iv.evaluate(read, SHOWN, "AP", relevant_from=3)


def test_ratings_are_scores_in_a_run() -> None:
    assert iv.read_run(records(RATED, "user", "item", "rating")).score.tolist() == [5.0, 3.5, 4.0, 1.0]
    both = [{"user": "u1", "item": "a", "rating": 5.0, "prediction": 2.5}]
    assert iv.read_run(both).score.tolist() == [2.5]


def test_robustness_takes_what_evaluate_takes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    qrels = put(tmp_path, "ml.inter", lines(RATED, "{}\t{}\t{}", "user_id:token\titem_id:token\trating:float\n"))
    for name, rows in (("one", RATED), ("two", [(u, i, -r) for u, i, r in RATED])):
        put(tmp_path, name, lines(rows, "{}\t{}\t{}"))
    words = [str(qrels), str(tmp_path / "one"), str(tmp_path / "two"), "-m", "RR", "--keep", "1", "--json"]
    with pytest.raises(SystemExit) as end:
        main(["robustness", *words, "--columns", "topic,document,score", "--relevant-from", "4"])
    assert not end.value.code
    assert json.loads(capsys.readouterr().out)["pools"][0]["measures"]["RR"]["tau"]["mean"] == 1.0


# ---------------------------------------------------------------- refusals


def test_several_splits_are_named(tmp_path: Path) -> None:
    datasets = package("datasets")
    one = datasets.Dataset.from_dict(columns(JUDGED, "query-id", "corpus-id", "score"))
    both = datasets.DatasetDict({"dev": one, "test": one})
    for qrels, run in ((both, RUN), (QRELS, both)):
        with pytest.raises(iv.InputError, match=r"holds the splits dev, test; give one of them, such as data\['dev'\]"):
            iv.evaluate(qrels, run, "AP")
    assert values(both["test"], RUN) == EXPECTED


@pytest.mark.parametrize(
    ("qrels", "run", "message"),
    [
        (lambda: ranx("Run", RUN), lambda: RUN, "looks like a run: judgments come first"),
        (lambda: QRELS, lambda: ranx("Qrels", QRELS), "looks like judgments: judgments come first"),
        (lambda: [package("ir_measures").ScoredDoc(*row) for row in FOUND], lambda: RUN, "looks like a run"),
        (lambda: QRELS, lambda: [package("ir_measures").Qrel(*row) for row in JUDGED], "looks like judgments"),
        (lambda: MTEB, lambda: RUN, "looks like a run"),
        (lambda: {"q1": ["d1"]}, lambda: RUN, r"topic 'q1': documents without grades; write a grade for each"),
        (lambda: {"q1": {"d1", "d2"}}, lambda: RUN, r"documents without grades"),
        (lambda: iter([]), lambda: RUN, "holds nothing; a generator can be read only once"),
        (lambda: QRELS, lambda: iter([]), "holds nothing; a generator can be read only once"),
        (lambda: [], lambda: RUN, "holds nothing"),
        (lambda: "q1 0 d1 1\nq1 0 d2 0\n", lambda: RUN, "expected the name of a file, found a text"),
        (lambda: QRELS, lambda: '{"q1": {"d1": 1}}', "expected the name of a file, found a text"),
        (lambda: QRELS, lambda: object(), r"cannot be read from object; give a file, .* ranx or ir_datasets"),
        (lambda: 7, lambda: RUN, r"cannot be read from int; give a file"),
        (lambda: b"q1 0 d1 1", lambda: RUN, "cannot be read from bytes"),
        (lambda: [1, 2], lambda: RUN, "expected rows with names, such as named tuples; found 1"),
        (lambda: JUDGED, lambda: RUN, "rows have no names; say what they hold, such as columns='topic,document,grade'"),
        (lambda: QRELS, lambda: [{"qid": "q1", "docid": "d1", "score": 1.0}, {"qid": "q1"}], "row 2 has no document"),
        (lambda: [{"qid": "q1", "docid": "d1"}], lambda: RUN, r"no column 'grade' \(or relevance, rel, label\)"),
        (lambda: [{"qid": 1, "docid": "d", "rel": 1, "label": 0}], lambda: RUN, "both 'rel' and 'label' could be the"),
        (lambda: QRELS, lambda: [{"qid": 1, "docid": "d", "score": 1, "sim": 0}], "both 'score' and 'sim' could be"),
        (lambda: package("pandas").Series([1, 2]), lambda: RUN, "a Series needs an index of two levels"),
    ],
)
def test_what_cannot_be_read_is_said(qrels: Callable[[], Any], run: Callable[[], Any], message: str) -> None:
    with pytest.raises(iv.InputError, match=message):
        iv.evaluate(qrels(), run(), "AP")


def test_a_generator_is_read_once() -> None:
    rows = (Judgment(*row) for row in JUDGED)
    assert values(rows, RUN) == EXPECTED
    with pytest.raises(iv.InputError, match="a generator can be read only once"):
        values(rows, RUN)


def test_a_generator_of_files_is_several_runs(tmp_path: Path) -> None:
    for name in "ab":
        put(tmp_path, f"{name}.run", lines(FOUND, "{} Q0 {} 1 {} " + name))
    found = iv.evaluate(QRELS, (path for path in sorted(tmp_path.glob("*.run"))), MEASURES)
    assert found.systems == ("a", "b")
    assert [Path(one.name).name for one in found.provenance.files] == ["a.run", "b.run"]


@pytest.mark.parametrize(
    ("columns", "message"),
    [
        ("topic,document,rank", "has no grade"),
        ("topic,document,points", "'points' is unknown; use topic, document"),
        ("topic,grade", "must name topic and document"),
        ("topic,document,grade,score", "must name topic and document, and grade"),
        ("topic,document,grade,grade", "grade is named twice"),
        (["topic,document,grade", "qid,docid,label"], "columns of judgments are given twice"),
        (7, "must be names such as"),
    ],
)
def test_columns_that_cannot_be(columns: Any, message: str) -> None:
    with pytest.raises(iv.OptionError, match=message):
        iv.read_qrels(JUDGED, columns=columns)


def test_columns_are_for_what_has_some() -> None:
    with pytest.raises(iv.InputError, match="has no columns to be topic,document,grade: it is a dictionary"):
        iv.read_qrels(QRELS, columns="topic,document,grade")


def test_lines_are_found_in_files_without_a_header(tmp_path: Path) -> None:
    run = put(tmp_path, "run.tsv", "q1\td1\t1\nq1\t1\t2\nq1\td2\t3\nq1\td1\t4\n")
    with pytest.raises(iv.InputError, match=r"run\.tsv:4: topic q1: document d1 is retrieved twice"):
        iv.evaluate(QRELS, run, "AP", columns="topic,document,rank")
    qrels = put(tmp_path, "qrels.tsv", "query-id\tcorpus-id\tscore\nq1\td1\t1\nq1\td1\t2\n")
    with pytest.raises(iv.InputError, match=r"qrels\.tsv:3: topic q1: document d1 is judged twice"):
        iv.evaluate(qrels, RUN, "AP")
