"""``intervale balance`` and its experiment."""

import csv
import io
import json

import pytest

import intervale as iv

FEW = ("--trials", 20, "--length", 60, "--topic-count", 20)


def test_the_index_is_as_before(intervale):
    assert "RBP(p=0.8): balancing index 8 of 1000" in intervale("balance", "RBP(p=0.8)", "--length", 1000).out
    found = json.loads(intervale("balance", "AP", "ERR", "--length", 9, "--json").out)["balance"]
    assert [one["index"] for one in found] == [iv.balancing_index(name, length=9) for name in ("AP", "ERR")]


def test_the_experiment(intervale):
    done = intervale("balance", "AP", "RBP(p=0.8)", "--experiment", *FEW)
    assert (done.code, done.err) == (0, "")
    assert done.out.startswith("AP: the second system is significantly better in most trials at every rnk")
    assert "balancing index 8." in done.out
    assert (
        "20% of both down to rank rnk, then 70% and 30% down to rank 20, then 10% and 70% down to rank 60" in done.out
    )
    assert "20 trials drawn with seed 0 are a sample" in done.out
    assert done.out == intervale("balance", "AP", "RBP(p=0.8)", "--experiment", *FEW).out


def test_the_document_is_the_result(intervale):
    words = ("--shares", "0.1,0.9:0.2,0:0.5", "--ranks", 5, "--exact-shares", "--alpha", 0.01, "--seed", 7)
    done = intervale("balance", "RR", "--experiment", *FEW, *words, "--json")
    document = json.loads(done.out)["experiment"]
    found = iv.balancing_experiment(
        "RR", top=0.1, middle=(0.9, 0.2), tail=(0, 0.5), ranks=5, exact_shares=True, trials=20, topics=20, length=60,
        alpha=0.01, seed=7,
    )  # fmt: skip
    assert [one["share"] for one in document["measures"]["RR"]["shares"]] == list(found["RR"])
    assert (document["tail"], document["ranks"], document["exact_shares"]) == ([0, 0.5], 5, True)
    assert document["measures"]["RR"]["index"] == found.index["RR"]
    low, high = document["measures"]["RR"]["shares"][0]["ci"]
    assert 0 <= low <= found["RR"][0] <= high <= 1


@pytest.mark.parametrize("form", ["table", "md", "latex", "html", "csv", "json"])
def test_formats(intervale, form):
    done = intervale("balance", "AP", "ERR", "--experiment", *FEW, "-f", form)
    assert (done.code, done.err) == (0, "")
    if form == "csv":
        rows = list(csv.DictReader(io.StringIO(done.out)))
        assert len(rows) == 42
        assert list(rows[0])[:4] == ["measure", "index", "rnk", "share"]


@pytest.mark.parametrize("suffix", ["svg", "png", "pdf", "html"])
def test_pictures(intervale, tmp_path, suffix):
    pytest.importorskip("altair")
    path, curve = tmp_path / f"a.{suffix}", tmp_path / f"b.{suffix}"
    assert intervale("balance", "AP", "ERR", "--experiment", *FEW, "--plot", path, "--curve", curve).code == 0
    assert min(path.stat().st_size, curve.stat().st_size) > 1000
    if suffix == "svg":
        assert "AP has 50" in path.read_text("utf-8")  # an index that is not in the picture


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["--plot", "a.svg"], "--plot is about the experiment: add --experiment; --curve draws the index"),
        (["--length", 9, "--trials", 5], "--trials is about the experiment: add --experiment"),
        (["--length", 9, "--exact-shares"], "--exact-shares is about the experiment"),
        (["--experiment", "--grades", 2], "--experiment is about relevant or not: leave --grades out"),
        (["--experiment", "--shares", "0.2,0.7,0.3"], "--shares '0.2,0.7,0.3' must be the share at the top"),
        (["--experiment", "--shares", "0.2,0.7:0.3,0.1:x"], "must be the share at the top"),
        (["--experiment", "--shares", "0.2,7:0.3,0.1:0.7"], "middle: 7.0 must be a share from 0 to 1"),
        (["--experiment", "--length", 20], "--length 20 must be above 20"),
        (["--experiment", "--trials", 0], "--trials 0 must be a whole number"),
        (["--experiment", "--plot", "a.svg", "--curve", "a.svg"], "a.svg"),
    ],
)
def test_bad_calls_get_one_sentence(intervale, words, reason):
    pytest.importorskip("altair")
    done = intervale("balance", "AP", *words)
    assert (done.code, done.out) == (2, "")
    assert reason in done.err
    assert done.err.count("\n") == 1
