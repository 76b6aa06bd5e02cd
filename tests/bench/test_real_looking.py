"""The collection of the bench that looks as archives do has what it says, and is read as by pytrec_eval."""

import doctest
import importlib
import re
from itertools import pairwise
from pathlib import Path

import pytest

import intervale as iv

ROOT = Path(__file__).resolve().parent.parent.parent
MEASURES = ["P@10", "AP", "nDCG@10", "nDCG", "RR"]


@pytest.fixture
def bench(monkeypatch):
    monkeypatch.syspath_prepend(str(ROOT / "bench"))
    return importlib.import_module("make_data"), importlib.import_module("real_looking")


@pytest.fixture
def files(bench, tmp_path):
    return bench[0].made(tmp_path, "real-looking", small=True)


def columns(path):
    return list(zip(*(line.split() for line in path.read_text("utf-8").splitlines()), strict=True))


def test_scores_of_all_styles(bench, files):
    styles = {
        "17 digits": lambda s: len(re.sub(r"\D", "", s).lstrip("0")) >= 16,
        "mixed decimals": lambda s: re.fullmatch(r"\d+(\.\d+)?", s),
        "exponents": lambda s: re.fullmatch(r"\d\.\d+e[-+]\d\d", s),
        "negative": lambda s: s.startswith("-"),
        "whole numbers": str.isdigit,
        "4 decimals": lambda s: re.fullmatch(r"\d+\.\d{4}", s),
    }
    assert list(styles) == list(bench[1].STYLES)
    for path, (name, right) in zip(files[1], styles.items(), strict=False):
        scores = columns(path)[4]
        assert sum(bool(right(score)) for score in scores) > 0.95 * len(scores), name
    decimals = {len(score.partition(".")[2]) for score in columns(files[1][1])[4]}
    assert decimals == {*range(9)}


def test_some_runs_are_unsorted_and_one_mixes_topics(bench, files):
    unsorted, mixed = [], []
    for number, path in enumerate(files[1]):
        topics, _, _, _, scores, _ = columns(path)
        pieces = 1 + sum(one != two for one, two in pairwise(topics))
        rises = sum(p == q and s < t for (p, s), (q, t) in pairwise(zip(topics, map(float, scores), strict=True)))
        if pieces > len({*topics}):
            mixed.append(number)
        elif rises > len(topics) / 3:
            unsorted.append(number)
    assert mixed == [bench[1].MIXED_FILE]
    assert unsorted == [1]


def test_ids_of_all_lengths_and_no_two_the_same(bench, files):
    names = [bench[1].document_name(number) for number in range(20_000)]
    assert {len(name) for name in names} == {*range(1, 61)}
    assert len({*names}) == len(names)
    assert any(not name.isascii() for name in names)
    assert not any(re.search(r"\s", name) for name in names)
    documents = {document for path in files[1] for document in columns(path)[2]}
    assert {len(document) for document in documents} >= {1, *range(4, 61)}
    assert {*columns(files[0])[0]} == {"q-1", "402", "q-3", "404", "q-5"}


def test_the_examples_of_names_hold(bench):
    assert doctest.testmod(bench[1]).attempted == 3
    assert doctest.testmod(bench[1]).failed == 0


def test_the_same_files_every_time(bench, files, tmp_path):
    again = bench[0].made(tmp_path / "again", "real-looking", small=True)
    assert [path.read_bytes() for path in again[1]] == [path.read_bytes() for path in files[1]]
    assert again[0].read_bytes() == files[0].read_bytes()


def test_intervale_scores_it_as_pytrec_eval_does(files):
    import pytrec_eval

    with files[0].open(encoding="utf-8") as file:
        judged = pytrec_eval.parse_qrel(file)
    evaluator = pytrec_eval.RelevanceEvaluator(judged, {"P_10", "map", "ndcg_cut_10", "ndcg", "recip_rank"})
    table = iv.evaluate(files[0], files[1], MEASURES, ties="trec9")
    for path, system in zip(files[1], table.systems, strict=True):
        with path.open(encoding="utf-8") as file:
            theirs = evaluator.evaluate(pytrec_eval.parse_run(file))
        ours = table.by_topic(system)
        for topic, scores in theirs.items():
            assert sorted(ours[topic].values()) == pytest.approx(sorted(scores.values()), abs=1e-12)


def test_parquet_holds_what_the_text_holds(bench, tmp_path):
    text = bench[0].made(tmp_path, "b", small=True)
    parquet = bench[0].made(tmp_path, "parquet", small=True)
    assert iv.evaluate(*parquet, MEASURES).values.tolist() == iv.evaluate(*text, MEASURES).values.tolist()


def test_trec8_is_unpacked_or_said_to_be_absent(bench, shared_data, tmp_path):
    qrels, runs = bench[0].made(tmp_path, "trec8", small=True, trec8=shared_data("trec8-adhoc"))
    assert [run.parent for run in runs] == [tmp_path / "trec8-1"]
    assert len(iv.evaluate(qrels, runs, ["AP"]).topics) == 50


def test_absent_runs_are_said_to_be(bench, tmp_path):
    with pytest.raises(bench[0].AbsentError, match="TREC-8"):
        bench[0].made(tmp_path, "trec8", trec8=tmp_path)
