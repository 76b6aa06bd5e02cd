"""Results that took long are kept, checked when read, and made again when damaged."""

import json

import pytest

import intervale as iv
from intervale.scales import cache, mapping
from intervale.scales.mapping import _scale

RUN = (1, 0, 0, 1, 0, 0, 1, 1, 0, 0, 0, 1)


@pytest.fixture
def kept(tmp_path, monkeypatch):
    """A cache of its own that keeps everything; scales are made anew."""
    monkeypatch.setenv("INTERVALE_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(mapping, "WORTH_KEEPING", 0.0)
    _scale.cache_clear()
    yield tmp_path / "cache"
    _scale.cache_clear()


def asked(text="AP@12"):
    _scale.cache_clear()
    scale = iv.interval_scale(text)
    return scale.rank_of(RUN), scale.size


def never(*arguments):
    raise AssertionError("counted again")


@pytest.mark.parametrize("text", ["AP@12", "RBP(p=0.8)@12", "nDCG@12"])
def test_what_was_counted_is_not_counted_again(kept, monkeypatch, text):
    first = asked(text)
    assert len(cache.files()) == 1
    monkeypatch.setattr("intervale.exact.sums._counted", never)
    monkeypatch.setattr("intervale.exact.totals.HalfSums.at_most", never)
    assert asked(text) == first


def test_a_new_value_is_counted_from_what_is_known(kept):
    asked()
    _scale.cache_clear()
    scale = iv.interval_scale("AP@12")
    other = tuple(reversed(RUN))
    with cache.without_cache():
        _scale.cache_clear()
        expected = iv.interval_scale("AP@12").rank_of(other)
    assert scale.rank_of(other) == expected


def test_short_work_is_not_kept(kept, monkeypatch):
    monkeypatch.setattr(mapping, "WORTH_KEEPING", 100.0)
    asked()
    assert cache.files() == []


def test_the_cache_can_be_left_out(kept):
    with cache.without_cache():
        asked()
    assert cache.files() == []


@pytest.mark.parametrize(
    "damage",
    [
        lambda text: "",
        lambda text: text[: len(text) // 2],
        lambda text: text.replace('"format": 2', '"format": 1'),
        lambda text: text.replace('"version": "', '"version": "0'),
        lambda text: json.dumps(json.loads(text) | {"result": {"ranks": {"1/2": 7}, "bounds": [], "counts": []}}),
        lambda text: json.dumps(json.loads(text) | {"key": {"measure": "P@12"}}),
        lambda text: "[" * 100_000,
        lambda text: "null",
    ],
)
def test_a_damaged_result_is_made_again(kept, damage):
    first = asked()
    (path,) = cache.files()
    path.write_text(damage(path.read_text()))
    assert asked() == first
    assert json.loads(path.read_text())["result"]["ranks"]


def test_limits_that_other_versions_drew_are_not_used(kept):
    first = asked()
    (path,) = cache.files()
    document = json.loads(path.read_text())
    document["result"]["bounds"][0] -= 1
    document["checksum"] = cache._checksum(document)
    path.write_text(json.dumps(document))
    assert asked() == first


def test_a_folder_that_cannot_be_written_costs_only_time(tmp_path, monkeypatch):
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("INTERVALE_CACHE", str(tmp_path / "file"))
    monkeypatch.setattr(mapping, "WORTH_KEEPING", 0.0)
    assert asked()[1] > 0
    assert cache.files() == []
    assert cache.clear() == 0


def test_nothing_but_results_is_removed(kept):
    asked()
    (kept / "mine.txt").write_text("keep")
    (kept / "package.json").write_text("{}")
    (kept / ".intervale-left.part").write_text("")
    assert cache.clear() == 2
    assert sorted(path.name for path in kept.iterdir()) == ["mine.txt", "package.json"]


def test_ranks_that_cannot_be_are_not_used(kept):
    first = asked("DCG@12")
    (path,) = cache.files()
    document = json.loads(path.read_text())
    document["result"]["ranks"] = dict.fromkeys(document["result"]["ranks"], 10**6)
    document["checksum"] = cache._checksum(document)
    path.write_text(json.dumps(document))
    assert asked("DCG@12") == first


def test_without_the_cache_a_scale_of_this_process_forgets_too(kept):
    scale = iv.interval_scale("DCG@12")
    rank = scale.rank_of(RUN)
    scale._memory._found["ranks"] = dict.fromkeys(scale._memory._found["ranks"], 7)
    assert scale.rank_of(RUN) == 7
    with cache.without_cache():
        assert scale.rank_of(RUN) == rank
