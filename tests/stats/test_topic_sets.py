"""Topic set sizes: power and its inverses against R and statsmodels, simulation, and what must be monotone."""

import math

import numpy as np
import pytest
import scipy.stats
from hypothesis import given
from hypothesis import strategies as st
from statsmodels.stats.power import FTestAnovaPower, TTestPower

import intervale as iv
from intervale.data.made_up import made_up_collection
from intervale.stats.noncentral import f_noncentrality, f_power, first_enough
from intervale.stats.requirements import relative_width
from intervale.stats.variances import of_differences, of_scores

# power.t.test(delta=D, sd=S, sig.level=A, power=B, type="paired", strict=TRUE, tol=1e-10)$n
T_SIZES = [
    (0.05, 0.2, 0.05, 0.8, 127.515830511),
    (0.1, 0.5, 0.05, 0.8, 198.150820954),
    (0.02, 0.14, 0.05, 0.8, 386.51929162),
    (0.5, 0.3, 0.01, 0.95, 9.92932385953),
    (1, 0.1, 0.05, 0.99, 2.41800312311),
]
# power.t.test(n=N, delta=0.05, sd=0.2, type="paired", strict=TRUE)$power
T_POWERS = [(2, 0.0530797513751), (5, 0.0723474629928), (50, 0.410380641761), (500, 0.999852367861)]
# power.t.test(n=N, sd=0.2, power=0.8, type="paired", strict=TRUE, tol=1e-12)$delta
T_DIFFERENCES = [(10, 0.199200274291), (50, 0.0808366004272)]
# power.anova.test(groups=M, between.var=0.1^2/2/(M-1), within.var=0.04, power=0.8)$n; the same with n=50: $power
ANOVA1 = [
    (2, 63.7656100951, 0.69689340563),
    (3, 78.0847913988, 0.59337032628),
    (10, 126.046640272, 0.34705378941),
    (50, 240.279162008, 0.155446846682),
]
# f <- function(n) { v <- (m-1)*(n-1); pf(qf(0.05,m-1,v,lower=F), m-1, v, ncp=n*0.1^2/2/0.04, lower=F) }
# uniroot(function(n) f(n)-0.8, c(2.0001,1e5), tol=1e-10)$root; f(50)
ANOVA2 = [
    (2, 64.7378826433, 0.688219350196),
    (3, 78.5851814374, 0.588683804745),
    (10, 126.140342601, 0.346378137452),
    (50, 240.292671555, 0.155409136704),
]
# 2*qt(0.975,n-1)*0.2/sqrt(n)*sqrt(2/(n-1))*exp(lgamma(n/2)-lgamma((n-1)/2))
WIDTHS = [(2, 2.86748334343), (10, 0.27831941156), (50, 0.113100265714)]


def answer(**asked):
    (found,) = iv.design(**asked).answers
    return found


class TestPower:
    @pytest.mark.parametrize(("difference", "deviation", "alpha", "power", "topics"), T_SIZES)
    def test_topics_for_t_as_in_r(self, difference, deviation, alpha, power, topics):
        found = answer(difference=difference, difference_variance=deviation**2, alpha=alpha, power=power)
        assert found.topics == math.ceil(topics)

    @pytest.mark.parametrize(("topics", "power"), T_POWERS)
    def test_power_of_t_as_in_r(self, topics, power):
        found = answer(difference=0.05, difference_variance=0.04, topic_count=topics)
        assert found.power == pytest.approx(power, rel=1e-10)

    @pytest.mark.parametrize(("topics", "difference"), T_DIFFERENCES)
    def test_difference_for_t_as_in_r(self, topics, difference):
        assert answer(difference_variance=0.04, topic_count=topics).difference == pytest.approx(difference, rel=1e-9)

    @pytest.mark.parametrize(("method", "rows"), [("anova1", ANOVA1), ("anova2", ANOVA2)])
    def test_analysis_of_variance_as_in_r(self, method, rows):
        for systems, topics, power in rows:
            asked = {"method": method, "system_count": systems, "difference": 0.1, "variance": 0.04}
            assert answer(**asked).topics == math.ceil(topics)
            assert answer(**asked, topic_count=50).power == pytest.approx(power, abs=1e-8)  # as exact as pf

    def test_an_example_in_print(self):
        """Vidakovic 2011, Statistics for Bioengineering Sciences, Example 11.8: four groups, λ = n/4, α = 0.05."""
        assert f_power(0.05, 3, 4 * 59, 15) == pytest.approx(0.9122, abs=5e-5)
        found = answer(method="anova1", system_count=4, difference=math.sqrt(0.5), variance=1, power=0.9)
        assert found.topics == 58

    @pytest.mark.parametrize("alpha", [0.001, 0.05, 0.2])
    @pytest.mark.parametrize("effect", [0.01, 0.2, 0.5])
    def test_as_in_statsmodels(self, alpha, effect):
        for topics in (3, 20, 60):
            wanted = TTestPower().power(effect, topics, alpha)
            found = answer(difference=effect, difference_variance=1, topic_count=topics, alpha=alpha)
            assert found.power == pytest.approx(wanted, rel=1e-8)
            f = effect / math.sqrt(2 * 6)
            wanted = FTestAnovaPower().power(f, topics * 6, alpha, k_groups=6)
            asked = {"method": "anova1", "system_count": 6, "variance": 1, "difference": effect}
            assert answer(**asked, topic_count=topics, alpha=alpha).power == pytest.approx(wanted, rel=1e-8)

    @pytest.mark.parametrize("alpha", [1e-6, 0.05])
    @pytest.mark.parametrize("above", [1, 9, 300])
    def test_as_in_scipy(self, alpha, above):
        for below in (1, 30, 5000):
            for noncentral in (0.5, 8.0, 60.0):
                wanted = scipy.stats.ncf.sf(scipy.stats.f.isf(alpha, above, below), above, below, noncentral)
                assert f_power(alpha, above, below, noncentral) == pytest.approx(wanted, rel=1e-9)

    def test_by_simulation(self):
        random = np.random.default_rng(2)
        samples, topics, difference = 4000, 12, 0.5
        normal = random.normal(size=(samples, topics)) + difference
        t = normal.mean(axis=1) / normal.std(axis=1, ddof=1) * math.sqrt(topics)
        share = float((np.abs(t) > 2.200985160082949).mean())  # qt(0.975, 11)
        power = answer(difference=difference, difference_variance=1, topic_count=topics).power
        assert abs(share - power) < 4 * math.sqrt(power * (1 - power) / samples)

    def test_two_systems_in_a_two_way_analysis_are_a_paired_t_test(self):
        for topics in (2, 7, 90):
            t = answer(difference=0.1, variance=0.03, topic_count=topics).power
            assert answer(
                method="anova2", system_count=2, difference=0.1, variance=0.03, topic_count=topics
            ).power == pytest.approx(t, rel=1e-12)

    @pytest.mark.parametrize("noncentral", [0.0, 1e-300, 1e-3, 50.0, 1e4, 1e8, 1.0001e8, 1e20, 1e300])
    @pytest.mark.parametrize("below", [1, 30, 10**9])
    def test_extreme_noncentrality(self, noncentral, below):
        power = f_power(0.05, 1, below, noncentral)
        assert 0.05 - 1e-8 <= power <= 1
        assert power <= f_power(0.05, 1, below, noncentral * 1.5) + 1e-9
        if noncentral >= 1e4:
            assert power > 0.95

    def test_a_large_noncentrality_is_taken_as_its_mean(self):
        """The two ways meet where one takes over, for critical values that are as large."""
        for below in (1, 2, 3):
            under, over = (f_power(1e-9, 1, below, 1e8 * x) for x in (1, 1 + 1e-12))
            assert under == pytest.approx(over, abs=1e-6)

    @given(st.floats(0.01, 0.999), st.integers(1, 40), st.integers(1, 400), st.sampled_from([1e-9, 0.01, 0.05, 0.3]))
    def test_noncentrality_is_the_inverse_of_power(self, share, above, below, alpha):
        power = alpha + (1 - alpha) * share
        assert f_power(alpha, above, below, f_noncentrality(alpha, above, below, power)) == pytest.approx(
            power, abs=1e-9
        )

    @given(st.integers(2, 500), st.integers(2, 10**9))
    def test_the_first_that_is_enough(self, first, wanted):
        assert first_enough(lambda n: n >= wanted, first, 10**9) == max(first, wanted)
        assert first_enough(lambda n: n > 10**9, first, 10**9) is None


class TestWidth:
    @pytest.mark.parametrize(("topics", "width"), WIDTHS)
    def test_as_in_r(self, topics, width):
        assert answer(method="ci", difference_variance=0.04, topic_count=topics).width == pytest.approx(width, rel=1e-9)

    def test_the_smallest_number_of_topics(self):
        found = answer(method="ci", difference_variance=0.04, width=0.1)
        assert relative_width(0.05, found.topics) * 0.2 <= 0.1 < relative_width(0.05, found.topics - 1) * 0.2

    def test_it_is_the_mean_width(self):
        random = np.random.default_rng(3)
        deviations = random.normal(size=(20_000, 5)).std(axis=1, ddof=1)
        widths = 2 * 2.7764451051977934 * deviations / math.sqrt(5)  # qt(0.975, 4)
        error = widths.std() / math.sqrt(20_000)
        assert abs(widths.mean() - relative_width(0.05, 5)) < 4 * error

    def test_many_topics(self):
        widths = [relative_width(0.05, n) for n in (2, 3, 10, 10**4, 10**4 + 1, 10**6, 10**9)]
        assert widths == sorted(widths, reverse=True)
        assert widths[-1] == pytest.approx(2 * 1.959963984540054 / math.sqrt(10**9), rel=1e-8)


@given(
    st.floats(0.01, 1),
    st.floats(0.001, 1),
    st.sampled_from(["t", "anova1", "anova2"]),
    st.floats(0.3, 0.98),
    st.floats(1.05, 3),
)
def test_what_needs_more_topics(difference, variance, method, power, more):
    """A smaller difference, a larger variance, a larger power, a smaller alpha, and more systems."""
    number = {} if method == "t" else {"system_count": 5}
    asked = {"difference": difference, "variance": variance, "method": method, "power": power} | number
    start = answer(**asked).topics
    assert answer(**asked | {"difference": difference / more}).topics >= start
    assert answer(**asked | {"variance": variance * more}).topics >= start
    assert answer(**asked | {"power": 1 - (1 - power) / more}).topics >= start
    assert answer(**asked | {"alpha": 0.05 / more}).topics >= start
    assert answer(**asked | {"topic_count": start, "power": None}).power >= power
    assert start == 2 or answer(**asked | {"topic_count": start - 1, "power": None}).power < power
    found = answer(**asked | {"topic_count": start, "difference": None}).difference
    assert found <= difference * (1 + 1e-9)
    if number:
        assert answer(**asked | {"system_count": 9}).topics >= start


SCORES = np.random.default_rng(5).beta(2, 3, (4, 12)) + np.random.default_rng(6).random(12)


def evaluation_of(scores):
    systems = "ABCDEFGH"[: len(scores)]
    table = {s: {str(t): float(x) for t, x in enumerate(row)} for s, row in zip(systems, scores, strict=True)}
    return iv.read_scores(table, measure="M", scale="interval")


class TestVariances:
    def test_within_systems(self):
        assert of_scores(SCORES).value == pytest.approx(SCORES.var(axis=1, ddof=1).mean(), rel=1e-12)

    def test_of_differences(self):
        pooled, largest, pair = of_differences(SCORES)
        each = {(a, b): (SCORES[a] - SCORES[b]).var(ddof=1) for a in range(4) for b in range(a + 1, 4)}
        assert pooled.value == pytest.approx(np.mean(list(each.values())), rel=1e-12)
        assert largest.value == pytest.approx(each[pair], rel=1e-12)
        assert largest.value == pytest.approx(max(each.values()), rel=1e-12)
        residuals = SCORES - SCORES.mean(axis=1, keepdims=True)
        residuals = residuals - residuals.mean(axis=0)
        assert pooled.value == pytest.approx(2 * (residuals**2).sum() / (3 * 11), rel=1e-12)

    def test_the_limit_is_a_jackknife_of_the_logarithm(self):
        """By the definition: the variance again without each topic."""
        for number, variance in ((0, of_scores), (1, lambda scores: of_differences(scores)[0])):
            without = np.log([variance(np.delete(SCORES, t, axis=1)).value for t in range(12)])
            error = math.sqrt(11 / 12 * ((without - without.mean()) ** 2).sum())
            found = variance(SCORES)
            assert found.high == pytest.approx(found.value * math.exp(1.795884818704043 * error), rel=1e-9), number

    def test_missing_topics(self):
        scores = SCORES.copy()
        scores[0, :3] = scores[2, 5] = math.nan
        rows = [row[~np.isnan(row)] for row in scores]
        freedom = sum(len(row) - 1 for row in rows)
        assert of_scores(scores).value == pytest.approx(sum(row.var() * len(row) for row in rows) / freedom)
        pairs = [scores[a] - scores[b] for a in range(4) for b in range(a + 1, 4)]
        rows = [row[~np.isnan(row)] for row in pairs]
        freedom = sum(len(row) - 1 for row in rows)
        found = of_differences(scores)[0]
        assert found.value == pytest.approx(sum(row.var() * len(row) for row in rows) / freedom)
        without = np.log([of_differences(np.delete(scores, t, axis=1))[0].value for t in range(12)])
        error = math.sqrt(11 / 12 * ((without - without.mean()) ** 2).sum())
        assert found.high == pytest.approx(found.value * math.exp(1.795884818704043 * error), rel=1e-9)

    def test_a_limit_holds_about_as_often_as_it_should(self):
        random = np.random.default_rng(7)
        held = []
        for _ in range(400):
            difficulty = random.beta(0.8, 1.6, 25)
            held.append(of_differences(random.normal(difficulty, 0.3, (6, 25)))[0].high >= 2 * 0.09)
        assert 0.91 <= np.mean(held) <= 0.98

    @pytest.mark.parametrize("unit", [1e-140, 1.0, 1e140])
    def test_large_and_tiny_scores(self, unit):
        found = iv.design(evaluation_of(SCORES * unit), difference=0.1 * unit).answers[0]
        assert found.topics == iv.design(evaluation_of(SCORES), difference=0.1).answers[0].topics

    def test_two_topics_have_no_limit(self):
        found = iv.design(evaluation_of(SCORES[:, :2]), difference=0.1).answers[0]
        assert found.source.variance.high == math.inf
        assert found.cautious == math.inf


class TestEvaluation:
    def test_sources_stand_side_by_side(self):
        found = iv.design(evaluation_of(SCORES), difference=[0.1, 0.2], power=[0.5, 0.8])
        assert len(found.requirements) == 3 * 4
        assert [one.source.of for one in found.answers] == ["all pairs, pooled"] * 4
        pooled, twice, largest = found.requirements[::4]
        assert twice.source.variance.value == pytest.approx(2 * of_scores(SCORES).value)
        assert pooled.topics <= largest.topics
        assert pooled.cautious >= pooled.topics
        assert largest.cautious is None

    def test_a_pair(self):
        found = iv.design(evaluation_of(SCORES), difference=0.1, pair=("C", "A")).answers[0]
        assert found.source.pair == ("C", "A")
        assert found.source.variance.value == pytest.approx((SCORES[0] - SCORES[2]).var(ddof=1))

    def test_the_table_is_that_of_the_variance(self):
        evaluation = evaluation_of(SCORES)
        one, two = (iv.design(evaluation, difference=0.1, method=name).answers[0] for name in ("anova1", "anova2"))
        assert one.source.variance.value == pytest.approx(of_scores(SCORES).value)
        assert two.source.variance.value == pytest.approx(of_differences(SCORES)[0].value / 2)
        assert two.topics < one.topics

    def test_less_power_where_the_variance_may_be_larger(self):
        found = iv.design(evaluation_of(SCORES), difference=0.1, topic_count=30).answers[0]
        assert 0.05 < found.cautious < found.power
        found = iv.design(evaluation_of(SCORES), topic_count=30).answers[0]
        assert found.cautious > found.difference

    def test_the_scale_is_looked_at(self):
        runs = {"A": {"1": {"a": 1.0}, "2": {"x": 2.0, "b": 1.0}}, "B": {"1": {"x": 2.0, "a": 1.0}, "2": {"b": 1.0}}}
        evaluation = iv.evaluate({"1": {"a": 1}, "2": {"b": 1}}, runs, ["RR@5"])
        assert "RR@5: not on an interval scale" in iv.design(evaluation, difference=0.1).notes[0]
        with pytest.raises(iv.OptionError, match=r"RR@5 is on an ordinal scale .* t needs an interval scale"):
            iv.design(evaluation, difference=0.1, strict=True)

    def test_a_note_on_several_measures_is_made_once(self):
        evaluation = iv.evaluate(*made_up_collection(), ["AP@10", "nDCG@10"])
        notes = iv.design(evaluation, difference=0.1).notes
        assert sum(note.startswith("AP@10, nDCG@10: topics do not share one scale") for note in notes) == 1

    def test_scores_without_spread(self):
        with pytest.raises(iv.OptionError, match="M: nothing follows from a variance of 0"):
            iv.design(evaluation_of(np.ones((3, 5))), difference=0.1)


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        ({}, "give the difference to detect"),
        ({"difference": 0.1}, "one variance is needed"),
        ({"difference": 0.1, "variance": 1, "difference_variance": 1}, "one variance is needed"),
        ({"difference": 0.1, "variance": 0}, "variance of 0"),
        ({"difference": 0.1, "variance": -1}, "variance of -2"),
        ({"difference": 0.1, "variance": math.inf}, "variance of inf"),
        ({"difference": 0, "variance": 1}, "difference=0 must be a number above 0"),
        ({"difference": math.nan, "variance": 1}, "difference=nan must be"),
        ({"difference": 1e-9, "variance": 1}, "more than 1,000,000,000 topics would be needed"),
        ({"width": 1e-9, "variance": 1, "method": "ci"}, "more than 1,000,000,000 topics would be needed"),
        ({"difference": 0.1, "variance": 1, "power": 0.05}, "power must be a number above alpha"),
        ({"difference": 0.1, "variance": 1, "power": 1}, "power must be a number above alpha"),
        ({"difference": 0.1, "variance": 1, "alpha": 0}, "alpha=0 must be"),
        ({"difference": 0.1, "variance": 1, "topic_count": 1}, "topic_count=1 must be"),
        ({"difference": 0.1, "variance": 1, "topic_count": 9, "power": 0.8}, "leave out the one to be computed"),
        ({"difference": 0.1, "variance": 1, "method": "z"}, "use one of: t, anova1, anova2, ci"),
        ({"difference": 0.1, "variance": 1, "method": "anova1"}, "needs the number of systems"),
        ({"difference": 0.1, "variance": 1, "method": "anova1", "system_count": 1}, "system_count=1 must be"),
        ({"difference": 0.1, "variance": 1, "system_count": 3}, "for analysis of variance"),
        ({"width": 0.1, "variance": 1}, "use the method ci"),
        ({"difference": 0.1, "variance": 1, "method": "ci"}, "needs its width"),
        ({"difference": 0.1, "variance": 1, "pair": ("A", "B")}, "pair needs data"),
        ({"difference": 0.1, "variance": 1, "strict": True}, "strict needs data"),
    ],
)
def test_refused(asked, message):
    with pytest.raises(iv.OptionError, match=message):
        iv.design(**asked)


def test_refused_with_data():
    evaluation = evaluation_of(SCORES)
    for asked, message in [
        ({"variance": 1}, "not both"),
        ({"pair": ("A", "A")}, "two different systems"),
        ({"pair": ("A", "Z")}, "'Z'"),
        ({"pair": ("A", "B"), "method": "anova2"}, "about all systems"),
    ]:
        with pytest.raises(iv.OptionError, match=message):
            iv.design(evaluation, difference=0.1, **asked)
    with pytest.raises(iv.OptionError, match="design needs an evaluation"):
        iv.design("scores.csv", difference=0.1)
