"""Discriminative power: which pairs are counted, the interval by its definition, and how often it holds the truth."""

import math

import numpy as np
import pytest
import scipy.stats

import intervale as iv
from intervale.data.made_up import made_up_collection
from intervale.exact.progress import parallel
from intervale.stats.jackknife import standard_error, subsets
from intervale.stats.registry import TESTS


def evaluation_of(scores, measure="M"):
    table = {f"S{s}": {str(t): float(x) for t, x in enumerate(row)} for s, row in enumerate(scores)}
    return iv.read_scores(table, measure=measure, scale="interval")


def share_by_scipy(scores, alpha=0.05):
    pairs = [(a, b) for a in range(len(scores)) for b in range(a + 1, len(scores))]
    return float(np.mean([scipy.stats.ttest_rel(scores[a], scores[b]).pvalue <= alpha for a, b in pairs]))


def drawn(random, systems, topics):
    """Systems that differ a little, on topics of different difficulty."""
    return 0.04 * np.arange(systems)[:, None] + random.normal(size=topics) + 0.2 * random.normal(size=(systems, topics))


SCORES = drawn(np.random.default_rng(1), 6, 20)


@pytest.fixture(scope="module")
def made_up():
    return iv.evaluate(*made_up_collection(), ["RR@10", "P@10"], interval=True)


class TestShare:
    def test_as_by_scipy(self):
        for alpha in (0.001, 0.05, 0.5):
            (found,) = iv.discriminative_power(evaluation_of(SCORES), alpha=alpha, ci=False).measures
            assert found.share == share_by_scipy(SCORES, alpha)
            assert found.significant == round(found.share * 15)

    @pytest.mark.parametrize("test", [name for name, test in TESTS.items() if not test.needs_baseline])
    def test_pairs_are_those_of_compare_alone(self, made_up, test):
        found = iv.discriminative_power(made_up, test=test, ci=False, resamples=200)
        decided = iv.compare(made_up, tests=test, correction="none", resamples=200).measures
        assert [one.name for one in found.measures] == ["RR@10", "interval(RR@10)", "P@10", "interval(P@10)"]
        for one in found.measures:
            wanted = decided[one.form_of].interval[test] if one.form_of else decided[one.name].tests[test]
            assert one.significant == wanted.significant.sum()
            assert one.levels.tolist() == sorted(wanted.outcome.p.tolist())

    def test_the_curve(self):
        found = iv.discriminative_power(evaluation_of(SCORES), ci=False)
        columns = found.columns()
        assert columns["rank"] == list(range(1, 16))
        assert columns["p"] == found.measures[0].levels.tolist()
        row = columns["p"].index(min(columns["p"]))
        a, b = (int(columns[name][row][1:]) for name in "ab")
        assert columns["p"][row] == pytest.approx(scipy.stats.ttest_rel(SCORES[a], SCORES[b]).pvalue)
        assert sum(columns["significant"]) == found.measures[0].significant

    def test_differences_that_were_needed(self):
        (found,) = iv.discriminative_power(evaluation_of(SCORES), ci=False).measures
        pairs = [(a, b) for a in range(6) for b in range(a + 1, 6)]
        size = {pair: abs(SCORES[pair[0]].mean() - SCORES[pair[1]].mean()) for pair in pairs}
        told = {pair: scipy.stats.ttest_rel(*SCORES[list(pair)]).pvalue <= 0.05 for pair in pairs}
        assert found.smallest_significant == pytest.approx(min(size[pair] for pair in pairs if told[pair]))
        assert found.largest_not == pytest.approx(max(size[pair] for pair in pairs if not told[pair]))


class TestInterval:
    def test_by_its_definition(self):
        """Subsets without a quarter of the topics, the test on each by scipy."""
        found = iv.discriminative_power(evaluation_of(SCORES), seed=3).measures[0]
        shares = np.array([share_by_scipy(SCORES[:, kept]) for kept in subsets(20, 5, 100, 3)])
        error = math.sqrt(15 / 5) * math.sqrt(((shares - shares.mean()) ** 2).mean())
        half = 2.093024054408263 * error  # qt(0.975, 19)
        assert found.ci == pytest.approx((max(0, found.share - half), min(1, found.share + half)), rel=1e-12)

    def test_subsets(self):
        found = subsets(9, 2, 50, 0)
        assert all(len(set(kept)) == 7 and set(kept) <= set(range(9)) for kept in found)
        assert len({tuple(kept) for kept in found}) > 20

    def test_the_error_of_a_mean_is_the_usual_one(self):
        values = np.random.default_rng(0).random(12)
        wanted = values.std(ddof=1) / math.sqrt(12)
        assert standard_error(np.array([np.delete(values, i).mean() for i in range(12)])) == pytest.approx(wanted)
        without = np.array([values[kept].mean() for kept in subsets(12, 3, 20_000, 0)])
        assert standard_error(without, 3, 12) == pytest.approx(wanted, rel=0.03)

    def test_same_call_same_answer(self):
        first = iv.discriminative_power(evaluation_of(SCORES))
        with parallel(workers=3):
            assert iv.discriminative_power(evaluation_of(SCORES)).measures[0].ci == first.measures[0].ci
        assert iv.discriminative_power(evaluation_of(SCORES), seed=1).measures[0].ci != first.measures[0].ci

    def test_measures_are_compared_on_the_same_topics(self, made_up):
        found = iv.discriminative_power(made_up)
        shares = {one.name: one.share for one in found.measures}
        assert len(found.differences) == 6
        for one in found.differences:
            assert one.difference == shares[one.a] - shares[one.b]
        same = next(one for one in found.differences if one.a == "P@10" and one.b == "interval(P@10)")
        assert (same.difference, same.ci) == (0.0, None)  # the same decisions on every subset
        other = next(one for one in found.differences if one.a == "RR@10" and one.b == "P@10")
        assert other.ci[0] <= other.difference <= other.ci[1]

    def test_it_holds_the_mean_share_about_as_often_as_it_should(self):
        random = np.random.default_rng(4)
        shares = [iv.discriminative_power(evaluation_of(drawn(random, 8, 16)), ci=False) for _ in range(150)]
        truth = np.mean([one.measures[0].share for one in shares])
        held = []
        for _ in range(60):
            low, high = iv.discriminative_power(evaluation_of(drawn(random, 8, 16))).measures[0].ci
            held.append(low <= truth <= high)
        assert 0.8 <= np.mean(held) <= 1

    def test_a_bootstrap_tells_apart_more(self):
        """Why there is none here: repeated topics make p smaller."""
        random = np.random.default_rng(5)
        more = []
        for _ in range(20):
            scores = drawn(random, 8, 10)
            again = [scores[:, random.integers(0, 10, 10)] for _ in range(10)]
            mean = np.mean([TESTS["t"].run(one, None, iv.stats.outcome.Setting()).p <= 0.05 for one in again])
            more.append(mean - share_by_scipy(scores))
        assert np.mean(more) > 0.02


class TestWhereThereIsLittle:
    def test_two_systems(self):
        found = iv.discriminative_power(evaluation_of(SCORES[:2]))
        assert found.measures[0].ci is None
        assert "no confidence intervals: they need 4 systems and 8 topics" in found.notes

    def test_missing_topics(self):
        table = {f"S{s}": {str(t): float(x) for t, x in enumerate(row) if t != s} for s, row in enumerate(SCORES)}
        found = iv.discriminative_power(iv.read_scores(table, measure="M", scale="interval"))
        assert found.measures[0].ci is None
        assert "no confidence intervals: scores are missing for some topics" in found.notes

    def test_constant_scores(self):
        (found,) = iv.discriminative_power(evaluation_of(np.ones((5, 10)))).measures
        assert (found.share, found.ci, found.smallest_significant, found.largest_not) == (0.0, None, None, 0.0)
        (found,) = iv.discriminative_power(evaluation_of(np.arange(5.0)[:, None] + np.zeros(10))).measures
        assert (found.share, found.ci, found.smallest_significant, found.largest_not) == (1.0, None, 1.0, None)

    @pytest.mark.parametrize("unit", [1e-300, 1e300])
    def test_large_and_tiny_scores(self, unit):
        found = iv.discriminative_power(evaluation_of(SCORES / 10 * unit)).measures[0]
        assert found.ci == iv.discriminative_power(evaluation_of(SCORES)).measures[0].ci


def test_notes(made_up):
    """What the test assumes, and what comes with the data; not what compare says of corrections."""
    found = iv.discriminative_power(made_up, ci=False)
    assert found.notes[0].startswith("RR@10: not on an interval scale")
    assert "the t test assumes one" in found.notes[0]
    assert found.notes[1:] == made_up.notes


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        ({"test": "all"}, "one test of all pairs"),
        ({"test": "x"}, "test 'x' is unknown"),
        ({"alpha": 0}, "alpha=0"),
        ({"strict": True}, "RR@10 is on an ordinal scale"),
    ],
)
def test_refused(made_up, asked, message):
    with pytest.raises(iv.OptionError, match=message):
        iv.discriminative_power(made_up, **asked)


def test_a_picture(made_up):
    chart = iv.discriminative_power(made_up, ci=False).plot().to_dict()
    points = chart["layer"][0]["data"]["values"]
    assert {point["measure"] for point in points} == {"RR@10", "interval(RR@10)", "P@10", "interval(P@10)"}
    assert [point["share"] for point in points[:6]] == pytest.approx([1 / 6, 2 / 6, 3 / 6, 4 / 6, 5 / 6, 1])
