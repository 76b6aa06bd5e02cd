"""What of a ranking holds on every scale: against transformations one by one, and ``meaningful`` pair by pair."""

from dataclasses import replace
from itertools import combinations, permutations, product

import numpy as np
import pytest
from scipy import stats

import intervale as iv
from intervale.errors import OptionError
from intervale.exact.posets import Poset
from intervale.statements import smallest_t
from intervale.statements.leaderboard import RELATIONS
from intervale.statements.scores import scores_of
from intervale.statements.smallest_t import least_ratios, needed_ratio
from intervale.statements.student import t_range

SYSTEMS = tuple("ABCDE")
QUICK = {"tries": 20, "draws": 0}


def table(values, scale="ordinal", topics="shared"):
    scores = dict(zip(SYSTEMS, np.asarray(values, dtype=float).tolist(), strict=False))
    return iv.read_scores(scores, measure="M", scale=scale, topic_scale=topics)


def tables(systems, topics, values, number, seed=0):
    """Small tables in which some systems are ahead of others often, and some always."""
    random = np.random.default_rng(seed)
    for _ in range(number):
        quality = random.integers(0, values, size=(systems, 1))
        yield np.clip(quality + random.integers(-2, 3, size=(systems, topics)), 0, values - 1)


def significant(values, level):
    """Where the first has a larger mean and p of Student's t for pairs is at most the level; of one table, or many."""
    apart = values[..., :, None, :] - values[..., None, :, :]
    mean, error = apart.mean(axis=-1), stats.sem(apart, axis=-1)
    t = np.where(error > 0, mean / np.where(error > 0, error, 1.0), np.where(mean > 0, np.inf, 0.0))
    return (2 * stats.t.sf(t, apart.shape[-1] - 1) <= level) & (mean > 0)


def test_all_increasing_maps_of_small_tables():
    """Steps that are ever larger come near every single step: what holds under all of these maps holds under every
    increasing one.
    """
    steps = np.array(list(product([1.0, 1e3, 1e6], repeat=4)))
    maps = np.hstack([np.zeros((len(steps), 1)), np.cumsum(steps, axis=1)])
    seen = {"larger": 0, "better": 0, "lost": 0}
    for values in tables(3, 6, 5, 40):
        found = iv.leaderboard(table(values), alpha=0.6).measures["M"]
        changed = maps[:, values]
        larger, better = _larger(changed).all(axis=0), significant(changed, 0.2).all(axis=0)
        assert (found.larger == larger).all(), values
        assert (found.significant == significant(values, 0.2)).all(), values
        assert (found.better == better).all(), values
        seen["larger"] += larger.sum()
        seen["better"] += better.sum()
        seen["lost"] += (found.significant & ~better).sum()
    assert min(seen.values()) > 5, seen


def test_all_changes_by_topic_of_small_tables():
    """Where each topic has its own scale: a factor for each. Only a level at which t = 1 is significant leaves
    something.
    """
    factors = np.array(list(product([1.0, 1e-3, 1e3], repeat=4)))
    kept = 0
    for values, (scale, alpha) in zip(
        tables(3, 4, 4, 60), [("ordinal", 0.05), ("interval", 0.999), ("ratio", 0.999)] * 20, strict=True
    ):
        found = iv.leaderboard(table(values, scale, "own"), alpha=alpha).measures["M"]
        level = alpha / 3
        changed = values * factors[:, None]
        assert (found.larger == _larger(changed).all(axis=0)).all(), values
        assert (found.better == significant(changed, level).all(axis=0)).all(), values
        assert not found.better.any()  # at four topics t = 1 needs a level of 0.391
    for values in tables(2, 4, 4, 60, seed=1):
        found = iv.leaderboard(table(values, "ordinal", "own"), alpha=0.45).measures["M"]
        assert (found.better == significant(values * factors[:, None], 0.45).all(axis=0)).all(), values
        kept += found.better.sum()
    assert kept > 5
    assert needed_ratio(2, 0.5) == pytest.approx(1)
    assert needed_ratio(1000, 0.31) > 1 > needed_ratio(1000, 0.32)


def _larger(values):
    means = values.mean(axis=-1)
    return means[..., :, None] - means[..., None, :] > 1e-12 * np.abs(means).sum()


def test_the_smallest_t_of_a_pair():
    """For all pairs at once as for each pair alone."""
    for values in tables(4, 9, 6, 30, seed=2):
        scores = scores_of(table(values), None, None, None)
        pairs = list(permutations(range(4), 2))
        least = least_ratios(scores.codes, *np.array(pairs).T)
        for (a, b), ratio in zip(pairs, least.tolist(), strict=True):
            low, topics = t_range(scores, SYSTEMS[a], SYSTEMS[b]).low, 9
            if ratio < 0:
                assert low <= 1e-9
            elif np.isinf(ratio):
                assert (values[a] == values[b]).all()
            elif ratio < topics:
                assert low == pytest.approx(np.sqrt((topics - 1) * ratio / (topics - ratio)), abs=1e-9)


@pytest.mark.parametrize("piece", [1, 1 << 16])
def test_the_smallest_ratio_is_that_of_one_of_all_steps(piece, monkeypatch):
    """On all small tables, step by step: also at values that only a third system has."""
    monkeypatch.setattr(smallest_t, "PIECE", piece)
    for topics, values in ((1, 4), (2, 3)):
        for some in product(range(values), repeat=3 * topics):
            places = np.array(some).reshape(3, topics)
            pairs = list(permutations(range(3), 2))
            for (a, b), found in zip(pairs, least_ratios(places, *np.array(pairs).T).tolist(), strict=True):
                ratios = [np.inf]
                for step in range(1, values):
                    d = (places[a] >= step).astype(int) - (places[b] >= step)
                    if d.any():
                        ratios.append(float(d.sum() * abs(d.sum()) / (d**2).sum()))
                assert found == min(ratios)


@pytest.mark.parametrize(
    ("scale", "topics"), [*product(["ordinal", "interval", "ratio"], ["shared", "own"]), ("nominal", "shared")]
)
def test_as_meaningful_says_pair_by_pair(scale, topics):
    seen = 0
    for values in tables(3, 7, 5, 6 if scale == "nominal" else 12, seed=3):
        evaluation = table(values, scale, topics)
        found = iv.leaderboard(evaluation, alpha=0.3).measures["M"]
        for a, b in permutations(range(3), 2):
            mean = iv.meaningful(evaluation, f"mean({SYSTEMS[a]}) > mean({SYSTEMS[b]})", **QUICK)
            assert found.larger[a, b] == (mean.truth and mean.meaningful.holds is True)
            said = f"{SYSTEMS[a]} significantly better than {SYSTEMS[b]} by t"
            test = iv.meaningful(evaluation, said, alpha=0.1, **QUICK)
            assert found.significant[a, b] == test.truth
            assert found.better[a, b] == (test.truth and test.meaningful.holds is True), values
            seen += test.truth
    assert seen > 3


def test_not_known_as_meaningful_says():
    """Scores alone: neither the scale nor whether topics share it is known."""
    seen = set()
    for values in tables(3, 6, 4, 15, seed=4):
        scores = dict(zip(SYSTEMS, values.astype(float).tolist(), strict=False))
        evaluation = iv.read_scores(scores, measure="M")
        found = iv.leaderboard(evaluation, alpha=0.3).measures["M"]
        for a, b in permutations(range(3), 2):
            mean = iv.meaningful(evaluation, f"mean({SYSTEMS[a]}) > mean({SYSTEMS[b]})", **QUICK)
            test = iv.meaningful(
                evaluation, f"{SYSTEMS[a]} significantly better than {SYSTEMS[b]} by t", alpha=0.1, **QUICK
            )
            for said, yes, perhaps in (
                (mean, found.larger, found.larger_unknown),
                (test, found.better, found.better_unknown),
            ):
                if said.truth:
                    answer = True if yes[a, b] else None if perhaps[a, b] else False
                    assert answer is said.meaningful.holds
                    seen.add(answer)
                else:
                    assert not yes[a, b]
                    assert not perhaps[a, b]
    assert seen == {True, None}


@pytest.mark.parametrize("scale", ["ordinal", "interval"])
@pytest.mark.parametrize("topics", ["shared", "own"])
def test_both_are_strict_partial_orders(scale, topics):
    chains = 0
    for values in tables(5, 6, 6, 25, seed=5):
        found = iv.leaderboard(table(values, scale, topics), alpha=0.9).measures["M"]
        for above in (found.larger, found.better, found.significant):
            assert not above.diagonal().any()
            for a, b, c in permutations(range(5), 3):
                assert not above[a, b] or not above[b, a]
                assert not (above[a, b] and above[b, c]) or above[a, c]
            chains += sum(above[a, b] and above[b, c] for a, b, c in permutations(range(5), 3))
        for relation, poset in found.posets().items():
            above = getattr(found, relation)
            assert all(poset.leq(y, x) == bool(x == y or above[x, y]) for x, y in product(range(5), repeat=2))
    assert chains > 20


def test_significance_at_one_level_is_transitive():
    """Where each pair has a level of its own it is not: so the level of all is one."""
    random = np.random.default_rng(6)
    broken = 0
    for _ in range(300):
        values = np.cumsum(random.normal(0.8, 1.0, size=(3, 5)), axis=0)[::-1]
        at = {level: significant(values, level) for level in (0.05, 0.2)}
        assert all(not (one[0, 1] and one[1, 2]) or one[0, 2] for one in at.values())
        broken += at[0.2][0, 1] and at[0.2][1, 2] and not at[0.05][0, 2]
    assert broken


def test_places_counts_and_groups():
    values = [[9, 9, 9, 9], [5, 6, 5, 6], [5, 6, 5, 6], [1, 7, 1, 1]]
    found = iv.leaderboard(table(values))
    one = found.measures["M"]
    assert one.places.tolist() == [1, 2, 2, 4]
    assert [ends.tolist() for ends in one.bands()] == [[1, 2, 2, 2], [1, 4, 4, 4]]
    assert one.ranking == [0, 1, 2, 3]
    assert one.groups() == [[0], [1, 2, 3]]
    assert one.group_poset(one.groups()).above == [(), (0,)]
    counts = one.counts()
    assert (counts["pairs"], counts["unequal"], counts["larger"]) == (6, 5, 3)
    assert one.kept == 3 / 5
    assert found.level == 0.05 / 6
    columns = found.columns()
    assert list(columns["a"]) == ["A", "A", "A", "B", "B", "C"]
    assert list(columns["larger_on_every_scale"]) == [True, True, True, False, False, False]
    assert all(isinstance(poset, Poset) for poset in one.posets().values())
    with pytest.raises(OptionError, match="relation 'worse' is unknown; use one of: larger, better"):
        one.bands("worse")
    assert RELATIONS == ("larger", "better")


def test_places_are_not_left_under_any_map():
    """The place by mean, under many maps, stays within the band."""
    maps = np.cumsum(np.array(list(product([1.0, 1e3], repeat=5))), axis=1)
    moved = 0
    for values in tables(5, 6, 5, 20, seed=7):
        one = iv.leaderboard(table(values)).measures["M"]
        best, worst = one.bands()
        for new in maps:
            places = 1 + _larger(new[values]).sum(axis=0)
            assert (best <= places).all()
            assert (places <= worst).all()
            moved += (places != one.places).any()
    assert moved > 20


def test_scores_that_are_all_the_same_very_large_or_very_small():
    flat = iv.leaderboard(table([[1, 1, 1], [1, 1, 1]])).measures["M"]
    assert flat.counts()["unequal"] == 0
    assert flat.kept is flat.better_kept is None
    plain = np.array([[3, 4, 5], [1, 2, 3], [1, 5, 1]])
    known = iv.leaderboard(table(plain)).measures["M"]
    for factor in (1e-300, 1e300):
        for scale, topics in product(["ordinal", "interval", "nominal"], ["shared", "own"]):
            iv.leaderboard(table(plain * factor, scale, topics))
        found = iv.leaderboard(table(plain * factor)).measures["M"]
        assert (found.larger == known.larger).all()
        assert (found.significant == known.significant).all()
    two = iv.leaderboard(table([[1, 2], [0, 1]], "interval")).measures["M"]
    assert two.better[0, 1]
    assert two.better_kept == 1


def test_scores_between_bounds():
    """What bounds leave open is not settled; what they do not is."""
    exact = table([[5, 6, 7, 9], [1, 2, 3, 4], [1, 2, 3, 4.5]], "interval")
    for off, open_means, open_tests, better in ((1e-9, 0, 0, 2), (0.1, 1, 1, 2), (1.0, 1, 3, 0)):
        found = iv.leaderboard(replace(exact, errors=np.full(exact.values.shape, off)), alpha=0.3).measures["M"]
        counts = found.counts()
        assert (counts["open"], counts["significant_open"]) == (open_means, open_tests)
        assert counts["significant"] == counts["better"] == better
    loose = iv.leaderboard(replace(exact, errors=np.full(exact.values.shape, 0.1)), alpha=0.3, scale="ordinal")
    assert loose.measures["M"].counts()["better"] == 0
    assert loose.measures["M"].counts()["better_unknown"] == 2
    rows = loose.columns()
    answers = dict(zip(zip(rows["a"], rows["b"], strict=True), rows["larger_on_every_scale"], strict=True))
    assert answers == {("A", "B"): True, ("A", "C"): True, ("C", "B"): None}
    assert list(rows["significantly_better_on_every_scale"]) == [None, None, None]


def test_other_scales_than_the_measures_own():
    evaluation = table([[1, 2, 8], [3, 3, 3]], "interval")
    assert iv.leaderboard(evaluation).measures["M"].counts()["larger"] == 1
    assert iv.leaderboard(evaluation, scale="ordinal").measures["M"].counts()["larger"] == 0
    assert iv.leaderboard(evaluation, topic_scale="own").measures["M"].counts()["larger"] == 0


def test_refusals():
    good = table([[1, 2, 3], [2, 3, 4]])
    with pytest.raises(OptionError, match="leaderboard needs an evaluation, not dict"):
        iv.leaderboard({"A": [1.0]})
    with pytest.raises(OptionError, match="alpha=1 must be a number above 0 and below 1"):
        iv.leaderboard(good, alpha=1)
    with pytest.raises(OptionError, match="scale='x' is unknown"):
        iv.leaderboard(good, scale="x")
    with pytest.raises(OptionError, match="needs two systems"):
        iv.leaderboard(table([[1, 2, 3]]))
    with pytest.raises(OptionError, match="at least two topics"):
        iv.leaderboard(table([[1], [2]]))
    missing = table([[1, np.nan, 3], [2, 3, 4]])
    with pytest.raises(OptionError, match="needs every system on every topic, and 1 of 3 topics are missing for some"):
        iv.leaderboard(missing)
    runs = {"A": {"1": {"a": 1.0}, "2": {"a": 1.0}}, "B": {"1": {"x": 2.0, "a": 1.0}, "2": {"x": 1.0}}}
    qrels = {"1": {"a": 1}, "2": {"a": 1}}
    with pytest.raises(OptionError, match="a mean over topics"):
        iv.leaderboard(iv.evaluate(qrels, runs, ["NumRet"]))
    found = iv.leaderboard(iv.evaluate(qrels, runs, ["NumRet", "P@1"]))
    assert list(found.measures) == ["P@1"]
    assert "NumRet: not a mean over topics" in found.notes[0]


def test_on_real_scores(shared_data):
    """129 systems: as ``evidence`` counts, and as ``meaningful`` says of some pairs."""
    folder = shared_data("trec8-adhoc")
    runs = sorted((folder / "runs").iterdir())[::8]
    evaluation = iv.evaluate(folder / "qrels.trec8.txt", runs, ["RR@10", "nDCG@10"], ties="trec9")
    found = iv.leaderboard(evaluation)
    for name, one in iv.evidence(evaluation).measures.items():
        assert (one.sound == found.measures[name].larger).all()
    one, checked = found.measures["RR@10"], 0
    for a, b in combinations(one.ranking, 2):
        if one.significant[a, b] and checked < 25:
            said = f"'{one.systems[a]}' significantly better than '{one.systems[b]}' by t"
            answer = iv.meaningful(evaluation, said, measure="RR@10", alpha=found.level, **QUICK)
            assert answer.truth
            assert answer.meaningful.holds == bool(one.better[a, b])
            checked += 1
    assert checked == 25 or one.significant.sum() < 25
