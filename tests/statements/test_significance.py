"""Statements about tests, p-values, effect sizes and confidence intervals, against transformations of small tables."""

from dataclasses import replace
from fractions import Fraction
from itertools import product

import numpy as np
import pytest

import intervale as iv
from intervale.errors import OptionError
from intervale.statements.expressions import Number
from intervale.statements.forms.confidence import ConfidenceIs
from intervale.statements.forms.effect_size import EffectIs
from intervale.statements.forms.p_value import PValueIs
from intervale.statements.forms.significance import Significant
from intervale.statements.forms.significant_pairs import SignificantPairs
from intervale.statements.scores import Source
from intervale.statements.student import common_topics
from intervale.statements.tested import corrected_levels, pair_reach
from intervale.statements.transformations import is_permissible
from intervale.stats.corrections import CORRECTIONS
from intervale.stats.outcome import Setting
from intervale.stats.registry import TESTS

SIZES = (1.0, 1.3, 40.0, 3e5)
QUICK = {"tries": 1, "draws": 0}


def tables(systems, topics, values, number, seed):
    """Small tables, some with a system that leads."""
    random = np.random.default_rng(seed)
    for _ in range(number):
        table = random.integers(0, values, (systems, topics)).astype(float)
        table[0] += (random.random() < 0.5) * random.integers(0, 2, topics)
        yield dict(zip("ABCD", 1 + table, strict=False))


def moved(scores):
    """The scores under many permissible transformations of an ordinal scale: all choices of steps of some sizes, or of
    factors by topic where each has its own scale.
    """
    if scores.shared:
        for steps in product(SIZES, repeat=len(scores.chain) - 1):
            places = np.concatenate([[0.0], np.cumsum(steps)])
            yield np.where(scores.codes < 0, np.nan, places[scores.codes])
    else:
        for factors in product(SIZES[1::2] if len(scores.systems) > 2 else SIZES[1:], repeat=len(scores.topics)):
            yield scores.values * np.array(factors)


def truths(case):
    found = set()
    for values in moved(case.scores):
        try:
            found.add(case.truth(values).holds)
        except OptionError:
            continue
    return found


def check(said, table, topic_scale, alpha=0.2):
    """A decision against brute force: 1 where there is none, else 0."""
    case = said.case(Source(iv.read_scores(table, scale="ordinal", topic_scale=topic_scale)), Setting(alpha))
    try:
        now = case.truth().holds
    except OptionError:
        return 0
    found = case.statement.decision(case, now)
    if found is None:
        return 1
    if found.holds:
        assert truths(case) == {now}, (str(said), table, topic_scale)
    else:
        assert is_permissible(found.flip, case.scores)
        assert case.truth(found.flip.apply(case.scores.values)).holds != now
    return 0


# ------------------------------------------------------------ levels and corrections


@pytest.mark.parametrize(
    ("test", "topic_scale", "most"),
    [("t", "shared", 0), ("t", "own", 3), ("signed-rank", "shared", 0), ("signed-rank", "own", 0)],
)
def test_corrected_tests_against_transformations(test, topic_scale, most):
    undecided = 0
    for table in tables(3, 4, 2, 5, 1):
        for correction in (None, *CORRECTIONS):
            for level, better in ((Fraction(1, 5), True), (Fraction(1, 2), False)):
                said = Significant("A", "B", test, better, level, correction)
                undecided += check(said, table, topic_scale)
    assert undecided <= most


def test_bonferroni_is_the_test_at_a_smaller_level():
    for table in tables(3, 6, 4, 20, 2):
        for scale in ("shared", "own"):
            evaluation = iv.read_scores(table, scale="ordinal", topic_scale=scale)
            one = iv.meaningful(evaluation, Significant("A", "B", "t", True, Fraction(3, 10), "bonferroni"), **QUICK)
            other = iv.meaningful(evaluation, Significant("A", "B", "t", True, Fraction(1, 10)), **QUICK)
            assert (one.truth, one.meaningful.holds) == (other.truth, other.meaningful.holds)
            assert one.sides == (pytest.approx(min(1.0, 3 * other.sides[0])), 0.3)


@pytest.mark.parametrize("correction", CORRECTIONS)
def test_p_at_the_level_is_significant_for_any_correction_of_one_pair(correction):
    """Five topics, the smallest p is 1/4: rounding in a correction does not decide."""
    table = {"A": [6.0, 5.0, 2.0, 5.0, 2.0, 4.0], "B": [2.0, 3.0, 6.0, 5.0, 5.0, 6.0]}
    said = Significant("A", "B", "signed-rank", False, Fraction(1, 4), correction)
    found = iv.meaningful(iv.read_scores(table, scale="ordinal", topic_scale="own"), said, **QUICK)
    assert (found.truth, found.meaningful.holds) == (False, False)


@pytest.mark.parametrize("correction", CORRECTIONS)
def test_levels_of_corrections_hold_whatever_other_pairs_are(correction):
    random = np.random.default_rng(7)
    scores = Source(iv.read_scores({name: [1.0, 2.0, 3.0] for name in "ABCD"}, scale="ordinal")).scores()
    strict, loose = corrected_levels(0.1, scores, correction)
    for _ in range(300):
        p = 10.0 ** random.uniform(-4, 0, 6)
        p[0] = random.choice([strict * (1 - 1e-9), loose * (1 + 1e-9), p[0]])
        adjusted = CORRECTIONS[correction][1](p)[0]
        assert adjusted <= 0.1 or p[0] > strict
        assert adjusted > 0.1 or p[0] <= loose


def test_corrections_leave_out_pairs_without_common_topics():
    table = {"A": [1.0, 2.0, 4.0, np.nan], "B": [0.0, 0.5, 1.0, np.nan], "C": [np.nan, np.nan, np.nan, 3.0]}
    for scale, correction in product(("interval", "ordinal"), ("bonferroni", "holm")):
        evaluation = iv.read_scores(table, scale=scale)
        alone, corrected = (
            iv.meaningful(evaluation, Significant("A", "B", "t", True, None, name), **QUICK)
            for name in (None, correction)
        )
        assert (alone.sides, alone.meaningful.holds) == (corrected.sides, corrected.meaningful.holds)


def test_compare_and_statements_correct_alike():
    random = np.random.default_rng(8)
    table = {name: random.random(12).tolist() for name in "ABCD"}
    evaluation = iv.read_scores(table, scale="interval")
    for correction in CORRECTIONS:
        decisions = next(iter(iv.compare(evaluation, correction=correction).measures.values())).tests["t"]
        for first, second, p in zip(decisions.first, decisions.second, decisions.p, strict=True):
            said = Significant("ABCD"[first], "ABCD"[second], "t", False, None, correction)
            assert iv.meaningful(evaluation, said).sides[0] == pytest.approx(p, rel=1e-12)


def test_words_and_text():
    said = Significant("A", "run 2", "t", True, Fraction(1, 100), "holm")
    assert str(said) == 'A significantly better than "run 2" by t at 0.01 with holm'
    assert str(SignificantPairs("t", ">", Fraction(3), Fraction(1, 10), "bh")) == "significant(t) > 3 at 0.1 with bh"
    evaluation = iv.read_scores(
        {"A": [3.0, 5.0, 4.0], "run 2": [1.0, 2.0, 2.5], "C": [1.0, 1.0, 2.0]}, scale="interval"
    )
    found = iv.meaningful(evaluation, said)
    words = said.words(said.truth(said.case(Source(evaluation), Setting())), 0.05)
    assert words.endswith("corrected over all pairs of systems (Holm), alpha 0.01")
    assert (found.meaningful.holds, found.sides[1]) == (True, 0.01)


@pytest.mark.parametrize(
    ("made", "words"),
    [
        (lambda: Significant("A", "B", "t", True, Fraction(2)), "the level 2 must be a number above 0 and below 1"),
        (lambda: Significant("A", "B", "t", True, None, "magic"), "correction='magic' is unknown"),
        (
            lambda: Significant("A", "B", "anova2", True, None, "holm"),
            "anova2 corrects for all pairs of systems itself",
        ),
        (lambda: SignificantPairs("friedman", ">", Fraction(1), None, "bh"), "leave out 'with bh'"),
        (lambda: PValueIs("A", "B", "t", "<", Fraction(3, 2)), "compare a p-value with a number from 0 to 1"),
        (lambda: ConfidenceIs("A", "B", Fraction(95), ">"), "the confidence must be a number above 0 and below 1"),
        (lambda: ConfidenceIs("A", "B", Fraction(1, 2), "="), "lies above"),
        (lambda: ConfidenceIs("A", "B", Fraction(1, 2), ">", Number(Fraction(1))), "pass both, or neither"),
    ],
)
def test_refused_at_once(made, words):
    with pytest.raises(OptionError, match=words):
        made()


@pytest.mark.parametrize(
    ("said", "words"),
    [
        (PValueIs("A", "A", "t", "<", Fraction(1, 2)), "both systems are the same"),
        (EffectIs("A", "A", ">", Fraction(1, 2)), "both systems are the same"),
        (ConfidenceIs("A", "A", Fraction(1, 2), ">"), "both systems are the same"),
        (EffectIs("A", "B", ">", Fraction(1, 2)), "all differences are the same"),
        (PValueIs("A", "C", "t", "<", Fraction(1, 2)), "at least two topics"),
    ],
)
def test_refused_with_the_scores(said, words):
    table = {"A": [1.5, 2.5, 3.5], "B": [1.0, 2.0, 3.0], "C": [1.0, np.nan, np.nan]}
    with pytest.raises(OptionError, match=words):
        iv.meaningful(iv.read_scores(table, scale="ordinal"), said)


# ------------------------------------------------------------ p-values, effects, intervals


@pytest.mark.parametrize(
    ("test", "topic_scale", "most"),
    [("t", "shared", 4), ("t", "own", 13), ("signed-rank", "shared", 0), ("signed-rank", "own", 5)],
)
def test_p_values_against_transformations(test, topic_scale, most):
    undecided = 0
    for table in tables(2, 4, 3, 8, 3):
        for relation, number in product(("<", ">=", "="), (Fraction(1, 20), Fraction(1, 4), Fraction(7, 10))):
            undecided += check(PValueIs("A", "B", test, relation, number), table, topic_scale)
    assert undecided <= most


@pytest.mark.parametrize(("topic_scale", "most"), [("shared", 9), ("own", 11)])
def test_effects_against_transformations(topic_scale, most):
    undecided = 0
    for table in tables(2, 4, 3, 8, 4):
        for relation, number in product(
            (">", "<=", "!="), (Fraction(-3, 10), Fraction(0), Fraction(1, 2), Fraction(2))
        ):
            undecided += check(EffectIs("A", "B", relation, number), table, topic_scale)
    assert undecided <= most


@pytest.mark.parametrize(("topic_scale", "most"), [("shared", 0), ("own", 0)])
def test_intervals_against_transformations(topic_scale, most):
    """With 0, and with a number that moves with the scale."""
    undecided = 0
    for table in tables(2, 4, 2, 8, 5):
        for confidence, relation in product((Fraction(1, 2), Fraction(9, 10)), "><"):
            said = ConfidenceIs("A", "B", confidence, relation)
            undecided += check(said, table, topic_scale)
            if topic_scale == "shared":
                for high, low in ((2, 1), (1, 2), (3, 1)):
                    numbers = {"high": Number(Fraction(high)), "low": Number(Fraction(low))}
                    undecided += check(replace(said, **numbers), table, topic_scale)
    assert undecided <= most


def test_an_interval_beyond_0_is_the_t_test():
    for table in tables(2, 6, 5, 20, 9):
        for scale in ("shared", "own"):
            evaluation = iv.read_scores(table, scale="ordinal", topic_scale=scale)
            ci = iv.meaningful(evaluation, ConfidenceIs("A", "B", Fraction(9, 10), ">"), **QUICK)
            t = iv.meaningful(evaluation, Significant("A", "B", "t", True, Fraction(1, 10)), **QUICK)
            assert (ci.truth, ci.meaningful.holds) == (t.truth, t.meaningful.holds)


def test_numbers_of_the_forms():
    from scipy.stats import ttest_rel, wilcoxon

    random = np.random.default_rng(10)
    a, b = random.random(9), random.random(9)
    evaluation = iv.read_scores({"A": a, "B": b}, scale="interval")
    half = Fraction(1, 2)
    t = ttest_rel(a, b)
    sides = {
        said: iv.meaningful(evaluation, said)
        for said in (EffectIs("A", "B", ">", half), PValueIs("A", "B", "t", "<", half))
    }
    effect, p = (found.sides[0] for found in sides.values())
    assert (effect, p) == (pytest.approx(t.statistic / 3), pytest.approx(t.pvalue))
    assert iv.meaningful(evaluation, PValueIs("A", "B", "signed-rank", "<", half)).sides[0] == pytest.approx(
        wilcoxon(a, b).pvalue
    )
    for relation, end in ((">", 0), ("<", 1)):
        said = ConfidenceIs("A", "B", Fraction(99, 100), relation, Number(Fraction(1, 100)), Number(Fraction(0)))
        found = iv.meaningful(evaluation, said)
        assert found.sides == (pytest.approx(t.confidence_interval(0.99)[end]), pytest.approx(0.01))
        assert found.meaningful.holds is True
        assert str(said) == f"ci(A, B, 0.99) {relation} 0.01"
    assert str(ConfidenceIs("A", "B", Fraction(19, 20), ">")) == "ci(A, B) > 0"
    assert str(PValueIs("A", "B", "t", "<", Fraction(1, 20))) == "p(A, B, t) < 0.05"
    assert str(EffectIs("A", "B", ">", half)) == "d(A, B) > 0.5"
    assert all(found.meaningful.holds for found in sides.values())


@pytest.mark.parametrize(
    ("test", "topic_scale", "most"),
    [("t", "shared", 0), ("t", "own", 2), ("signed-rank", "shared", 0), ("signed-rank", "own", 0)],
)
def test_how_many_pairs_against_transformations(test, topic_scale, most):
    undecided = 0
    for table in tables(3, 4, 2, 4, 6):
        for number, correction in product((0, 1, 2, 3), (None, "bonferroni", "holm")):
            said = SignificantPairs(test, ">=", Fraction(number), Fraction(3, 10), correction)
            undecided += check(said, table, topic_scale)
    assert undecided <= most


@pytest.mark.parametrize("unit", [1e-300, 1e300])
@pytest.mark.parametrize("topic_scale", ["shared", "own"])
def test_huge_and_tiny_scores(unit, topic_scale):
    table = {"A": np.array([5.0, 4.0, 7.0, 3.0, 6.0]) * unit, "B": np.array([3.0, 4.5, 2.0, 1.0, 6.0]) * unit}
    evaluation = iv.read_scores(table, scale="ordinal", topic_scale=topic_scale)
    tenth, half = Fraction(1, 10), Fraction(1, 2)
    for said in (
        *(Significant("A", "B", test, better, tenth) for test in ("t", "signed-rank") for better in (True, False)),
        *(PValueIs("A", "B", test, "<", half) for test in ("t", "signed-rank")),
        EffectIs("A", "B", ">", half),
        ConfidenceIs("A", "B", half, ">"),
        ConfidenceIs("B", "A", half, "<"),
    ):
        assert iv.meaningful(evaluation, said, **QUICK).meaningful.holds is not None, str(said)


def test_two_topics_and_constant_scores():
    for table in (
        {"A": [1.0, 1.0], "B": [1.0, 1.0]},
        {"A": [2.0, 3.0], "B": [1.0, 2.0]},
        {"A": [2.0, 1.0], "B": [1.0, 2.0]},
    ):
        for scale, own in product(("ordinal", "interval", "ratio"), ("shared", "own")):
            evaluation = iv.read_scores(table, scale=scale, topic_scale=own)
            for test in ("t", "signed-rank"):
                for said in (Significant("A", "B", test), PValueIs("A", "B", test, ">", Fraction(1, 2))):
                    iv.meaningful(evaluation, said, **QUICK)
            assert common_topics(Source(evaluation).scores(), "A", "B") == 2


def test_analysis_of_variance_of_two_systems_is_the_t_test():
    for table in tables(2, 6, 5, 10, 11):
        for own in ("shared", "own"):
            evaluation = iv.read_scores(table, scale="ordinal", topic_scale=own)
            one, other = (
                iv.meaningful(evaluation, Significant("A", "B", test, True, Fraction(1, 10)), **QUICK)
                for test in ("t", "anova2")
            )
            assert (one.truth, one.meaningful.holds) == (other.truth, other.meaningful.holds)


# ------------------------------------------------------------ exchanges


@pytest.mark.parametrize("topic_scale", ["shared", "own"])
@pytest.mark.parametrize("better", [True, False])
def test_exchanges_against_transformations(topic_scale, better):
    """The randomisation test at levels that so few topics reach; where topics have scales of their own, all decided."""
    opened = 0
    for level in (Fraction(1, 4), Fraction(1, 2), Fraction(3, 4)):
        said = Significant("A", "B", "randomisation", better=better, level=level)
        opened += sum(check(said, table, topic_scale) for table in tables(2, 4, 3, 25, 3))
    assert opened <= (0 if topic_scale == "own" else 30)


def test_exchanges_of_a_sample_of_many_topics():
    """Beyond 12 topics p is from a sample of exchanges, which is the same for all sizes of the differences."""
    random = np.random.default_rng(0)
    signs = np.where(np.arange(20) < 17, 1.0, -1.0)
    scores = iv.read_scores({"A": 5 + signs, "B": np.full(20, 5.0)}, scale="ordinal", topic_scale="own")
    case = Significant("A", "B", "randomisation").case(Source(scores), Setting(0.05, 300, 0))
    least = pair_reach(TESTS["randomisation"], case.scores, "A", "B", case.setting)
    for _ in range(30):
        sizes = 10.0 ** random.uniform(-3, 3, 20)
        truth = case.truth(case.scores.values * sizes)
        favoured = (signs * sizes).sum() > 0
        assert truth.left >= (least.first if favoured else least.second)
