"""Comparisons and correlations of evaluations: decisions, groups, baselines, missing topics, scales, notes."""

import numpy as np
import pytest
import scipy.stats

import intervale as iv
from intervale.stats.coefficients import COEFFICIENTS
from intervale.stats.letters import LETTERS, letter_groups, letters

TOPICS = [str(n) for n in range(12)]
QRELS = {t: {"a": 1, "b": 1, "c": 1} for t in TOPICS}


def run(*documents):
    return {t: {name: 9.0 - n for n, name in enumerate(documents)} for t in TOPICS}


SYSTEMS = {
    "good": run("a", "b", "c", "x"),
    "fair": run("a", "x", "b", "c"),
    "bad": run("x", "y", "z", "a"),
    "none": run("x", "y", "z", "w"),
}
for number, topic in enumerate(TOPICS):  # so that differences are not all the same
    if number % 3 == 0:
        SYSTEMS["fair"][topic] = dict(SYSTEMS["good"][topic])
    if number % 4 == 0:
        SYSTEMS["bad"][topic] = dict(SYSTEMS["fair"][topic])


def test_a_comparison_says_which_systems_differ():
    found = iv.compare(iv.evaluate(QRELS, SYSTEMS, ["RR@4", "P@4"]), tests=["t", "sign", "friedman"], correction="none")
    p4 = found.measures["P@4"]
    assert found.systems[p4.ranking[0]] == "good"
    decisions = p4.tests["sign"]
    assert decisions.pairs == 6
    for a, b, p in zip(decisions.first, decisions.second, decisions.p, strict=True):
        wins, _, losses = p4.wins(a, b)
        assert p == pytest.approx(scipy.stats.binomtest(wins, wins + losses).pvalue if wins + losses else 1.0)
    assert p4.wins(0, 3) == (12, 0, 0)
    assert any("P@4" in sentence and "pairs of systems differ" in sentence for sentence in found.statements)


def test_systems_share_a_letter_where_they_do_not_differ():
    found = iv.compare(iv.evaluate(QRELS, SYSTEMS, ["RR@4"]), tests="t").measures["RR@4"]
    different = found.different("t")
    groups = found.groups("t")
    for a in range(4):
        for b in range(a):
            assert different[a, b] == (not any(a in group and b in group for group in groups))


def test_groups_of_random_decisions():
    from dataclasses import replace

    found = iv.compare(iv.evaluate(QRELS, SYSTEMS, ["RR@4"]), tests="t").measures["RR@4"]
    random = np.random.default_rng(0)
    for _ in range(50):
        decisions = replace(found.tests["t"], significant=random.random(6) < 0.5)
        other = replace(found, tests={"t": decisions})
        different, groups = other.different("t"), other.groups("t")
        for a in range(4):
            for b in range(a):
                assert different[a, b] == (not any(a in group and b in group for group in groups))


def test_a_scale_that_a_test_needs_is_said_or_refused():
    notes = " ".join(iv.compare(iv.evaluate(QRELS, SYSTEMS, ["RR@4"]), tests=["t", "sign"]).notes)
    assert "RR@4: not on an interval scale" in notes
    assert "; the t test and the comparison with the best assume one" in notes
    with pytest.raises(iv.OptionError, match="needs an interval scale"):
        iv.compare(iv.evaluate(QRELS, SYSTEMS, ["RR@4"]), tests="t", strict=True)
    for allowed in (["P@4"], ["interval(RR@4)"]):
        assert iv.compare(iv.evaluate(QRELS, SYSTEMS, allowed), tests="t", strict=True).measures
    assert iv.compare(iv.evaluate(QRELS, SYSTEMS, ["RR@4"]), tests="sign", strict=True).measures
    assert "topics do not share one scale" in " ".join(
        iv.compare(iv.evaluate(QRELS, SYSTEMS, ["AP@4"]), tests="sign").notes
    )


def test_the_interval_form_stands_beside():
    found = iv.compare(iv.evaluate(QRELS, SYSTEMS, ["RR@4"], interval=True), tests=["t", "sign"]).measures["RR@4"]
    assert found.form == "interval(RR@4)"
    assert found.changed("sign") == (0, 0)  # the order is kept
    plain, form = found.tests["t"].significant, found.interval["t"].significant
    assert found.changed("t") == (int((plain & ~form).sum()), int((~plain & form).sum()))


def test_a_baseline_stands_second_in_every_pair():
    scored = iv.evaluate(QRELS, SYSTEMS, ["RR@4"])
    everything = iv.compare(scored, tests="t", correction="none").measures["RR@4"].tests["t"]
    against = iv.compare(scored, tests="t", baseline="fair", correction="none")
    against = against.measures["RR@4"].tests["t"]
    assert against.pairs == 3
    assert set(against.second.tolist()) == {1}
    place = next(n for n in range(6) if (everything.first[n], everything.second[n]) == (1, 2))
    other = against.first.tolist().index(2)
    assert against.outcome.statistic[other] == -everything.outcome.statistic[place]
    assert (against.outcome.low[other], against.outcome.high[other]) == (
        -everything.outcome.high[place],
        -everything.outcome.low[place],
    )
    corrected = iv.compare(scored, tests="t", baseline="fair", correction="bonferroni")
    assert corrected.measures["RR@4"].tests["t"].p == pytest.approx(np.minimum(1, 3 * against.p))


def test_missing_topics():
    short = dict(SYSTEMS) | {"bad": {t: SYSTEMS["bad"][t] for t in TOPICS[2:]}}
    found = iv.compare(iv.evaluate(QRELS, short, ["RR@4"], missing="drop"), tests=["t", "sign"], correction="none")
    found = found.measures["RR@4"]
    pairs = list(zip(found.tests["t"].first, found.tests["t"].second, strict=True))
    pair = pairs.index((0, 2))
    expected = scipy.stats.ttest_rel(found.scores[0][2:], found.scores[2][2:]).pvalue
    assert found.tests["t"].p[pair] == pytest.approx(expected)
    for test in ("anova2", "friedman", "anova1"):
        with pytest.raises(iv.OptionError, match=r"2 of 12 topics .*--missing zero"):
            iv.compare(iv.evaluate(QRELS, short, ["RR@4"], missing="drop"), tests=test)


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ({"tests": "welch"}, "one of: sign"),
        ({"alpha": 1.5}, "alpha=1.5"),
        ({"correction": "tukey"}, "one of: none"),
        ({"baseline": "nobody"}, "not among the systems"),
        ({"resamples": 3}, "resamples=3"),
        ({"seed": -1}, "seed=-1"),
    ],
)
def test_bad_calls_get_one_sentence(options, reason):
    with pytest.raises(iv.IntervaleError, match=reason) as error:
        iv.compare(iv.evaluate(QRELS, SYSTEMS, ["RR@4"]), **options)
    assert "\n" not in str(error.value)


def test_an_unknown_option_is_refused():
    scored = iv.evaluate(QRELS, SYSTEMS, ["RR@4"])
    with pytest.raises(TypeError, match="colour"):
        iv.compare(scored, colour="red")


def test_one_topic_is_no_comparison():
    with pytest.raises(iv.OptionError, match="needs at least two topics, found one"):
        iv.compare(iv.evaluate({"0": QRELS["0"]}, SYSTEMS, ["RR@4"]))


def test_what_is_tested_is_what_is_shown():
    """A count is a sum over topics, and is tested topic by topic."""
    found = iv.compare(iv.evaluate(QRELS, SYSTEMS, ["NumRelRet"]), tests="t")
    decisions = found.measures["NumRelRet"].tests["t"]
    middle = (decisions.outcome.low + decisions.outcome.high) / 2
    assert decisions.difference == pytest.approx(middle)
    assert any("not their sum" in note for note in found.notes)
    with pytest.raises(iv.OptionError, match="use a test for an ordinal scale"):
        iv.compare(iv.evaluate(QRELS, SYSTEMS, ["NumRelRet"]), tests="t", strict=True)


def test_one_system_is_no_comparison():
    with pytest.raises(iv.OptionError, match="needs two"):
        iv.compare(iv.evaluate(QRELS, {"good": SYSTEMS["good"]}, ["RR@4"]))


def test_decisions_that_bounds_leave_open():
    """Deep interval scores lie between bounds; a system and one that is nearly the same."""
    from dataclasses import replace

    table = iv.evaluate(QRELS, SYSTEMS, ["P@4"])
    scores = table.values.copy()
    random = np.random.default_rng(3)
    scores[0] = random.random(scores[0].shape)
    p = iv.compare(replace(table, values=scores), correction="none").measures["P@4"].tests["t"].p
    sure = iv.compare(replace(table, values=scores, errors=np.full(scores.shape, 1e-12)), correction="none")
    assert not sure.measures["P@4"].tests["t"].opened.any()
    alpha = float(np.sort(p)[2])
    loose = replace(table, values=scores, errors=np.full(scores.shape, 1e-3))
    loose = iv.compare(loose, alpha=alpha, correction="none")
    assert loose.measures["P@4"].tests["t"].opened.sum() >= 1
    assert any("decisions are open" in note for note in loose.notes)


# ---------------------------------------------------------------- correlations


def test_correlations_are_scipys():
    random = np.random.default_rng(4)
    for _ in range(20):
        x, y = random.integers(0, 9, 12).astype(float), random.integers(0, 9, 12).astype(float)
        assert COEFFICIENTS["tau"].value(x, y) == pytest.approx(scipy.stats.kendalltau(x, y).statistic)
        assert COEFFICIENTS["spearman"].value(x, y) == pytest.approx(scipy.stats.spearmanr(x, y).statistic)
        assert COEFFICIENTS["pearson"].value(x, y) == pytest.approx(scipy.stats.pearsonr(x, y).statistic)


def test_ap_correlation_with_ties_is_the_mean_over_all_orders():
    from itertools import pairwise, permutations

    def without_ties(order, x):
        total = sum(sum(x[order[j]] > x[order[i]] for j in range(i)) / i for i in range(1, len(order)))
        return 2 * total / (len(order) - 1) - 1

    random = np.random.default_rng(6)
    for _ in range(8):
        x, y = random.permutation(6).astype(float), random.integers(0, 3, 6).astype(float)
        orders = [order for order in permutations(range(6)) if all(y[a] >= y[b] for a, b in pairwise(order))]
        expected = np.mean([without_ties(order, x) for order in orders])
        assert COEFFICIENTS["tau-ap-a"].value(x, y) == pytest.approx(expected)
        assert COEFFICIENTS["tau-ap-b"].value(x, y) == pytest.approx(COEFFICIENTS["tau-ap-b"].value(y, x))


def test_overlap_of_rankings_with_ties_is_between_those_without():
    same = np.array([4.0, 3.0, 2.0, 1.0])
    assert COEFFICIENTS["rbo"].value(same, same) == pytest.approx(1.0)
    tied, turned = np.array([4.0, 2.5, 2.5, 1.0]), np.array([4.0, 2.0, 3.0, 1.0])
    assert COEFFICIENTS["rbo"].value(same, turned) < COEFFICIENTS["rbo"].value(same, tied) < 1
    assert COEFFICIENTS["rbo"].value(same, same[::-1]) < 0.9


def test_measures_and_their_interval_forms():
    found = iv.correlate(iv.evaluate(QRELS, SYSTEMS, ["RR@4", "P@4", "RBTO@4"], interval=True))
    own = {pair.a: pair for pair in found.own}
    assert own["P@4"].overall == own["P@4"].topics == 1.0
    assert own["RR@4"].topics == pytest.approx(1.0)
    pair = next(pair for pair in found.pairs if (pair.a, pair.b) == ("RR@4", "P@4"))
    assert pair.delta == pytest.approx(pair.interval_overall / pair.overall - 1)
    with pytest.raises(iv.OptionError, match="needs two measures"):
        iv.correlate(iv.evaluate(QRELS, SYSTEMS, ["RR@4"]))
    forms = iv.correlate(iv.evaluate(QRELS, SYSTEMS, ["interval(RR@4)", "interval(P@4)"]))
    assert len(forms.pairs) == 1
    with pytest.raises(iv.OptionError, match="digits=99"):
        iv.correlate(iv.evaluate(QRELS, SYSTEMS, ["RR@4", "P@4"]), digits=99)
    with pytest.raises(iv.OptionError, match="one of: tau"):
        iv.correlate(iv.evaluate(QRELS, SYSTEMS, ["RR@4", "P@4"]), coefficient="phi")


def test_too_many_groups_have_no_letters():
    """A row of systems of which each differs from those further away makes a group for each."""
    places = np.arange(70)
    found = letter_groups(np.abs(places[:, None] - places) > 1)
    assert len(found) == 69 > len(LETTERS)
    assert letters(found[:2], 3) == ["a", "ab", "b"]
    crossed = np.zeros((40, 40), dtype=bool)
    crossed[places[:20] * 2, places[:20] * 2 + 1] = True  # one of two, twenty times: a million sets
    assert letter_groups(crossed | crossed.T) == []
