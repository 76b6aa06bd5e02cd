"""Signed ranks on other scales, against all orders of the differences by size."""

from itertools import combinations, product

import numpy as np
import pytest

import intervale as iv
from intervale.statements import shared_ranks, signed_ranks
from intervale.statements.forms.significance import Significant
from intervale.statements.scores import Source, scores_of
from intervale.statements.transformations import is_permissible
from intervale.stats import pairwise
from intervale.stats.outcome import Setting


def arrangements(up, down):
    """All sequences of groups of equal sizes, from the smallest."""
    if up == down == 0:
        yield ()
    for ahead, behind in product(range(up + 1), range(down + 1)):
        if ahead + behind:
            yield from (((ahead, behind), *rest) for rest in arrangements(up - ahead, down - behind))


def of_differences(differences):
    found = pairwise.signed_rank(np.array([np.maximum(differences, 0), -np.minimum(differences, 0)]), None, Setting())
    return float(found.p[0]), float(found.effect[0])


def of_groups(groups):
    return of_differences([sign * n for n, (u, v) in enumerate(groups, 1) for sign in [1.0] * u + [-1.0] * v])


@pytest.mark.parametrize("most_exact", [15, 0])
@pytest.mark.parametrize("number", range(1, 7))
def test_extremes_against_all_arrangements(number, most_exact, monkeypatch):
    """By the exact distribution, and by the normal one as if it began with one topic."""
    monkeypatch.setattr(pairwise, "MOST_EXACT", most_exact)
    monkeypatch.setattr(signed_ranks, "MOST_EXACT", most_exact)
    for up in range(number + 1):
        found = signed_ranks.extremes.__wrapped__(up, number - up)
        every = [of_groups(groups) for groups in arrangements(up, number - up)]
        for one, sign in ((found.first, 1), (found.second, -1)):
            p = min((p for p, effect in every if sign * effect > 0), default=None)
            assert (None if one is None else one.p) == (p if p is None else pytest.approx(p, rel=1e-12))
        assert found.most.p == pytest.approx(max(p for p, _ in every), rel=1e-12)
        for one in found[:3]:
            if one is not None:
                assert of_groups(one.groups)[0] == pytest.approx(one.p, rel=1e-12)
                assert np.sum(one.groups, axis=0).tolist() == [up, number - up]


@pytest.mark.parametrize(("up", "down"), [(12, 8), (9, 6), (25, 5), (20, 0), (3, 14), (35, 15), (17, 0), (100, 60)])
def test_random_orders_stay_between_the_extremes(up, down):
    found = signed_ranks.extremes(up, down)
    random = np.random.default_rng(1)
    for _ in range(300):
        sizes = random.integers(1, random.integers(2, 2 * (up + down)), up + down)
        p, effect = of_differences(np.where(np.arange(up + down) < up, sizes, -sizes).astype(float))
        end = found.first if effect > 0 else found.second
        assert p <= found.most.p + 1e-12
        assert effect == 0 or p >= end.p * (1 - 1e-12)


def test_tails_against_all_arrangements():
    for number, widest in ((5, 5), (6, 2), (4, 1)):
        for doubled in range(number * (number + 1) // 2 + 1):
            found = []
            for groups in arrangements(number, 0):
                sizes = [size for size, _ in groups]
                if max(sizes) <= widest:
                    ranks = [2 * sum(sizes[:n]) + size + 1 for n, size in enumerate(sizes) for _ in range(size)]
                    sums = [sum(some) for k in range(number + 1) for some in combinations(ranks, k)]
                    found.append(min(1.0, 2 * sum(x <= doubled for x in sums) / 2**number))
            assert signed_ranks.tails(number, doubled, widest) == (min(found), max(found))


# ------------------------------------------------------------ statements


@pytest.mark.parametrize("scale", ["ordinal", "interval", "ratio"])
def test_topics_with_scales_of_their_own(scale):
    """Every number of topics ahead, behind and level, both sentences, three levels: all are decided."""
    random = np.random.default_rng(2)
    for up, down in product(range(5), range(3)):
        if up + down < 2:
            continue
        base = random.integers(1, 9, up + down + 1) / 8
        ahead = base + random.integers(1, 5, up + down + 1) / 7
        a = np.where(np.arange(up + down + 1) < up, ahead, base)
        b = np.where(np.arange(up + down + 1) < up, base, np.append(ahead[:-1], base[-1]))
        table = {"A": a.tolist(), "B": b.tolist(), "C": (3 * random.random(up + down + 1)).tolist()}
        every = [of_groups(groups) for groups in arrangements(up, down)]
        for better, level in product((True, False), (0.05, 0.2, 0.5)):
            truths = {p <= level and (effect > 0 or not better) for p, effect in every}
            said = Significant("A", "B", "signed-rank", better)
            own = iv.read_scores(table, scale=scale, topic_scale="own")
            found = iv.meaningful(own, said, alpha=level, tries=1, draws=0)
            assert found.meaningful.holds is (len(truths) == 1), (up, down, better, level)
            if found.flip:
                assert "orders" in found.meaningful.why
                check_flip(found, table, scale, level)


def check_flip(found, table, scale, level):
    scores = scores_of(iv.read_scores(table, scale=scale, topic_scale="own"), None, None, None)
    assert is_permissible(found.flip.change, scores)
    moved = found.flip.change.apply(scores.values)
    p, effect = of_differences(moved[0] - moved[1])
    assert (p <= level and (effect > 0 or not found.statement.better)) != found.truth


@pytest.mark.parametrize("apart", [1e-9, 1e-5, 1.0])
@pytest.mark.parametrize("unit", [1e-300, 1.0, 1e300])
def test_flips_survive_rounding(apart, unit):
    """Fifty topics, scores that hardly differ, and units at the ends of the floats: what is decided is flipped."""
    random = np.random.default_rng(3)
    base = 0.1 + 0.3 * random.random(50)
    b = base + apart * (0.01 + random.random(50)) * np.where(np.arange(50) < 35, -0.1, 0.1)
    table = {"A": (unit * base).tolist(), "B": (unit * b).tolist()}
    for level in (1e-4, 0.5):
        said = Significant("A", "B", "signed-rank")
        own = iv.read_scores(table, scale="ratio", topic_scale="own")
        found = iv.meaningful(own, said, alpha=level, tries=1, draws=0)
        assert found.meaningful.holds is False
        assert "orders" in found.meaningful.why


def test_missing_topics_and_scores_that_are_all_equal():
    gaps = {"A": [1.0, 2.0, np.nan, 4.0, 1.0], "B": [2.0, np.nan, 1.0, 1.0, 1.0]}
    for own, scale in product(("own", "shared"), ("ordinal", "ratio")):
        table = iv.read_scores(gaps, scale=scale, topic_scale=own)
        found = iv.meaningful(table, "A significantly better than B by signed-rank", draws=0, tries=1)
        assert found.meaningful.holds is True
        same = iv.read_scores({"A": [1.0, 2.0], "B": [1.0, 2.0]}, scale=scale, topic_scale=own)
        assert iv.meaningful(same, "A significantly different from B by signed-rank", draws=0).meaningful.holds is True


# ------------------------------------------------------------ one ordinal scale


def maps(values, largest):
    """Steps from 1 to ``largest``, each way of choosing them."""
    steps = np.array(list(product(range(1, largest + 1), repeat=values - 1)))
    return np.concatenate([np.zeros((len(steps), 1), int), np.cumsum(steps, axis=1)], axis=1)


@pytest.mark.parametrize("exact", [True, False])
def test_one_ordinal_scale_against_all_increasing_maps(exact, monkeypatch):
    """Tables of five topics and four values. Going through all orders decides each; bounds and directed changes are
    right, and leave few.
    """
    if not exact:
        monkeypatch.setattr(shared_ranks, "MOST_PROGRAMS", -1)
    every = maps(4, 5)
    random = np.random.default_rng(4)
    looked_at = undecided = 0
    for _ in range(40):
        a, b = random.integers(0, 4, 5), random.integers(0, 4, 5)
        b = np.where(random.random(5) < 0.3, np.minimum(a, b), b)
        if len(np.unique([a, b])) < 4:
            continue
        moved = [of_differences((one[a] - one[b]).astype(float)) for one in every]
        table = iv.read_scores({"A": a, "B": b}, scale="ordinal")
        for better, level in product((True, False), (0.1, 0.2, 0.5)):
            truths = {p <= level and (effect > 0 or not better) for p, effect in moved}
            said = Significant("A", "B", "signed-rank", better)
            found = said.decision(case := said.case(Source(table), Setting(level)), case.truth().holds)
            looked_at += 1
            if found is None:
                undecided += 1
                continue
            assert found.holds is (len(truths) == 1), (a, b, better, level)
            if not found.holds:
                assert is_permissible(found.flip, case.scores)
                assert case.truth(found.flip.apply(case.scores.values)).holds != case.truth().holds
    assert looked_at > 100
    assert undecided <= (0 if exact else looked_at // 5)


def test_bounds_hold_for_large_tables():
    """p under random increasing transformations stays between the bounds, with forty topics and twenty."""
    random = np.random.default_rng(6)
    settled = 0
    for number in (12, 20, 40):
        for lean in (0.0, 0.2, 0.5):
            a, b = random.integers(0, 20, number), random.integers(0, 20, number)
            b = np.where(random.random(number) < lean, np.minimum(a, b), b)
            scores = scores_of(iv.read_scores({"A": a, "B": b}, scale="ordinal"), None, None, None)
            found = shared_ranks.shared_reach(scores, "A", "B")
            settled += found.most < 1 or found.least > 1e-3
            for _ in range(100):
                steps = 10.0 ** random.uniform(0, random.choice([0.1, 1, 4]), len(scores.chain))
                moved = np.cumsum(np.round(steps))[scores.codes]
                p, effect = of_differences(moved[0] - moved[1])
                assert p <= found.most * (1 + 1e-9)
                assert effect == 0 or p >= (found.first if effect > 0 else found.second) * (1 - 1e-9)
    assert settled >= 2
