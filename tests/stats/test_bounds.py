"""What rounding and bounds may not decide: constant differences, ties that may dissolve, deep scales, far tails."""

from dataclasses import replace

import numpy as np
import pytest
import scipy.special
import scipy.stats

import intervale as iv
from intervale.stats import studentised
from intervale.stats.outcome import Bounds, Setting
from intervale.stats.registry import TESTS
from intervale.stats.resampling import bootstrap
from intervale.stats.studentised import critical_range, range_beyond

SETTING = Setting(resamples=2000)

# ---------------------------------------------------------------- the bootstrap


@pytest.mark.parametrize("by", [0.1, 0.25, 1 / 3, 0.001, 1e-6])
@pytest.mark.parametrize("topics", [5, 20, 50])
def test_a_difference_that_is_the_same_on_every_topic_is_the_surest(by, topics):
    """What differs is rounding: 0.3 − 0.2 is not 0.2 − 0.1 in floats."""
    scores = np.round(np.random.default_rng(topics).random(topics), 2)
    found = TESTS["bootstrap"].run(np.stack([scores + by, scores]), None, SETTING)
    assert found.p[0] == 1 / (1 + SETTING.resamples)
    assert found.low[0] == pytest.approx(by) == found.high[0]
    assert TESTS["t"].run(np.stack([scores + by, scores]), None, SETTING).p[0] == 0


def test_small_differences_beside_a_large_score_are_not_the_same():
    """Scores of a deep scale differ by many orders of magnitude: rounding of the largest is none of the smallest."""
    first = np.array([0.5, 3e-30, 5e-40, 2e-35])
    second = np.array([0.5, 1e-30, 2e-40, 1e-36])
    found = TESTS["t"].run(np.stack([first, second]), None, SETTING)
    assert np.isfinite(found.statistic[0])
    assert 0.3 < found.p[0] < 0.5
    off = np.full((2, 4), 1e-3)
    assert TESTS["t"].run(np.stack([first, second]) * 1e-200, Bounds(off), SETTING).p_high[0] == 1
    assert TESTS["bootstrap"].run(np.stack([first, second]) * 1e-200, Bounds(off), SETTING).p_high[0] == 1


def test_one_relevant_document_more_on_every_topic():
    topics = [str(n) for n in range(20)]
    qrels = {t: {f"d{n}": 1 for n in range(10)} for t in topics}
    fewer = {t: {f"d{n}" if n < 2 + int(t) % 5 else f"x{n}": 10.0 - n for n in range(10)} for t in topics}
    more = {t: {f"d{n}" if n < 3 + int(t) % 5 else f"x{n}": 10.0 - n for n in range(10)} for t in topics}
    found = iv.compare(iv.evaluate(qrels, {"A": fewer, "B": more}, ["P@10"]), tests=["bootstrap", "t", "sign"])
    tests = found.measures["P@10"].tests
    assert tests["bootstrap"].p[0] == pytest.approx(1 / 10_001)
    assert all(tests[name].significant[0] for name in tests)


def test_nearly_the_same_difference_is_noted_and_other_tests_are_not_fooled():
    """Of the samples of 20 topics a third miss the one that differs: they have no spread, and an infinite t."""
    table = iv.evaluate(
        {str(n): {"a": 1} for n in range(20)}, {"A": {"0": {"a": 1.0}}, "B": {"0": {"x": 1.0}}}, ["P@1"]
    )
    scores = np.zeros((1, 2, 20))
    scores[0, 0] = [0.1] * 19 + [0.2]
    table = replace(table, values=scores)
    found = iv.compare(table, tests=["bootstrap", "sign", "randomisation"])
    tests = found.measures["P@1"].tests
    assert tests["bootstrap"].p[0] > 0.3
    assert tests["sign"].p[0] < 1e-5
    assert tests["randomisation"].p[0] < 1e-3
    assert any("bootstrap" in note and "use the sign or the randomisation test" in note for note in found.notes)
    spread = iv.compare(replace(table, values=np.random.default_rng(0).random((1, 2, 20))), tests="bootstrap")
    assert not any("without spread" in note for note in spread.notes)


# ---------------------------------------------------------------- bounds of p


@pytest.mark.parametrize("name", ["sign", "rank-sum", "kruskal-wallis", "friedman", "signed-rank", "bootstrap"])
def test_bounds_of_p_hold_where_ties_form_and_dissolve(name):
    """Scores on a coarse grid, tied with exact and inexact ones; perturbed freely, to the ends, and into ties."""
    random = np.random.default_rng(11)
    setting = Setting(resamples=200)
    for _ in range(60):
        systems, topics = random.integers(2, 5), random.integers(3, 9)
        scores = random.integers(0, 4, (systems, topics)) / 4
        errors = random.choice([0.0, 0.125, 0.26], scores.shape, p=[0.6, 0.2, 0.2])
        found = TESTS[name].run(scores, Bounds(errors), setting)
        for kind in range(12):
            moved = random.uniform(-1, 1, scores.shape) if kind % 3 else random.integers(-1, 2, scores.shape)
            inside = scores + errors * moved
            inside = np.clip(np.round(inside * 8) / 8, scores - errors, scores + errors) if kind > 8 else inside
            p = TESTS[name].run(inside, None, setting).p
            assert (found.p_low <= p + 1e-12).all()
            assert (p <= found.p_high + 1e-12).all()


def test_ties_within_one_system_may_dissolve():
    """No comparison between the two systems is open, and the variance of the ranks still is."""
    scores = np.array([[0.5, 0.5, 0.5, 0.5, 0.5], [0.1, 0.2, 0.25, 0.9, 0.95]])
    errors = np.where(scores == 0.5, 0.01, 0.0)
    apart = scores + errors * np.array([-1, -0.5, 0, 0.5, 1])
    for name in ("rank-sum", "kruskal-wallis"):
        found = TESTS[name].run(scores, Bounds(errors), SETTING)
        p = TESTS[name].run(apart, None, SETTING).p[0]
        assert found.p[0] != p
        assert found.p_low[0] <= p <= found.p_high[0]


# ---------------------------------------------------------------- far tails


@pytest.mark.parametrize("freedom", [1, 2, 7, 49, 6321, np.inf])
def test_the_studentised_range_of_two_is_students_t_however_far_out(freedom):
    q = np.geomspace(0.01, 1e9 if freedom < 3 else 36, 200)
    below = -q / np.sqrt(2)
    expected = 2 * (scipy.special.ndtr(below) if freedom == np.inf else scipy.special.stdtr(freedom, below))
    assert range_beyond(q, 2, freedom) == pytest.approx(expected, rel=1e-11, abs=0)


def test_far_out_the_studentised_range_is_that_of_the_widest_pair():
    for groups in (3, 10, 129):
        pair, all_of_them = (float(range_beyond(np.array([30.0]), k)[0]) for k in (2, groups))
        assert all_of_them == pytest.approx(groups * (groups - 1) / 2 * pair, rel=1e-6)


@pytest.mark.parametrize("freedom", [1, 3, 49, np.inf])
@pytest.mark.parametrize("alpha", [0.05, 1e-5, 1e-9])
def test_critical_ranges_down_to_the_least_alpha(alpha, freedom):
    expected = -np.sqrt(2) * float(scipy.stats.t.ppf(alpha / 2, freedom))
    assert critical_range(alpha, 2, freedom) == pytest.approx(expected, rel=1e-8)


# ---------------------------------------------------------------- deep scales

DEPTH = 60
MEASURE = f"RBP(p=0.8)@{DEPTH}"
FORM = f"interval({MEASURE})"


def deep_runs():
    """B is A with one relevant document more at the last rank; twin is A under another name."""
    random = np.random.default_rng(2)
    topics = [str(n) for n in range(8)]
    qrels = {t: {f"r{n}": 1 for n in range(DEPTH)} for t in topics}
    first, second = {}, {}
    for topic in topics:
        places = set(random.choice(DEPTH - 1, 15, replace=False).tolist())
        first[topic] = _run(places)
        second[topic] = _run(places | {DEPTH - 1})
    return qrels, {"A": first, "B": second, "twin": first}


def _run(relevant):
    return {f"r{n}" if n in relevant else f"x{n}": 1000.0 - n for n in range(DEPTH)}


@pytest.fixture(scope="module")
def deep():
    qrels, runs = deep_runs()
    return iv.evaluate(qrels, runs, [MEASURE, FORM])


def test_scores_between_bounds_have_their_measures_order(deep):
    order = deep.mean_order(FORM)
    assert deep.errors is not None
    assert order.larger.tolist() == [[False, False, False], [True, False, True], [False, False, False]]
    assert order.equal.tolist() == [[True, False, True], [False, True, False], [True, False, True]]
    assert order.best.tolist() == [False, True, False]
    assert order.open_pairs == 0


def test_the_star_is_where_the_larger_mean_is(deep):
    from intervale.present import evaluation_table

    rows = {row[0].value: [cell.best for cell in row[1:]] for row in evaluation_table(deep).rows}
    columns = evaluation_table(deep).columns[1:]
    stars = {name: [system for system in rows if rows[system][columns.index(name)]] for name in (MEASURE, FORM)}
    assert stars == {MEASURE: ["B"], FORM: ["B"]}


def test_equal_means_are_said_of_the_same_judged_runs_only(deep):
    table = replace(deep, names=(FORM,), measures=deep.measures[1:], values=deep.values[1:], errors=deep.errors[1:])
    table = replace(table, order=deep.order[1:])
    found = iv.evidence(table).measures[FORM]
    assert found.counts()["equal means"] == 1
    assert "order of means open" not in found.counts()
    assert {(claim.larger, claim.smaller) for claim in found.claims()} == {("B", "A"), ("B", "twin")}
    compared = iv.compare(table, tests=["sign", "t", "friedman"]).measures[FORM]
    pairs = list(zip(compared.tests["sign"].first.tolist(), compared.tests["sign"].second.tolist(), strict=True))
    assert compared.tests["sign"].outcome.statistic[pairs.index((0, 1))] == -8
    assert compared.tests["sign"].p[pairs.index((0, 2))] == 1
    assert not compared.tests["sign"].opened.any()
    assert compared.tests["t"].p[pairs.index((0, 2))] == 1
    assert not compared.tests["t"].opened[pairs.index((0, 2))]
    assert compared.wins(1, 0) == (8, 0, 0)


def test_a_measure_and_its_interval_form_rank_alike(deep):
    found = iv.correlate(deep).own[0]
    assert found.overall == pytest.approx(1.0)
    assert found.topics == pytest.approx(1.0)
    assert found.opened == 0


def test_statements_know_the_order_too(deep):
    found = iv.meaningful(deep, "mean(B) > mean(A)", measure=FORM)
    assert (found.truth, found.opened, bool(found)) == (True, False, True)
    same = iv.meaningful(deep, "mean(A) = mean(twin)", measure=FORM)
    assert (same.truth, same.opened) == (True, False)


def test_what_bounds_leave_open_is_open_everywhere(deep):
    """Without the exact order, as in a table whose order was not kept, nothing is told apart, and nothing is equal."""
    table = replace(deep, order=None)
    order = table.mean_order(FORM)
    assert order.open_pairs == 3
    assert not order.best.any()
    found = iv.evidence(table).measures[MEASURE]
    assert found.form.open_pairs == 3
    assert iv.correlate(table).own[0].opened == 3
    assert any("open" in note for note in iv.correlate(table).notes)
    compared = iv.compare(table, tests=["sign", "t"])
    inner = compared.measures[MEASURE].interval
    assert inner["sign"].opened.any()
    assert not (inner["sign"].significant & inner["sign"].opened).any()
    assert any("open" in sentence for sentence in compared.statements)
    assert iv.meaningful(table, "mean(B) > mean(A)", measure=FORM).opened is True


def test_errors_of_topics_are_in_the_document(deep):
    from intervale.present import evaluation_document

    found = evaluation_document(deep, per_topic=True)["systems"]["A"]
    assert set(found["errors"]) == set(found["topics"]) == set(deep.topics)
    for number, topic in enumerate(deep.topics):
        assert found["errors"][topic] == {FORM: deep.errors[1, 0, number]}
    assert "errors" not in evaluation_document(deep)["systems"]["A"]


@pytest.mark.parametrize("across", [True, False])
def test_means_are_never_called_larger_or_equal_wrongly(across):
    """Against the truth: scores drawn, and then known between bounds, with and without their order."""
    from intervale.measures.mean_order import mean_order, tightened

    random = np.random.default_rng(3)
    for _ in range(300):
        true = random.integers(0, 5, (4, 3)) / 4 + (0 if across else np.array([0.0, 7.0, 1.0]))
        errors = random.choice([0.0, 0.2, 0.6], true.shape)
        middles = true + errors * random.uniform(-1, 1, true.shape)
        order = np.unique(true, return_inverse=True)[1].reshape(true.shape)
        if random.random() < 0.3:
            for array in (true, middles):
                array[0, 0] = np.nan
        for known in (None, order):
            values, off = middles, errors
            if known is not None:
                values, off = tightened(middles, errors, known, across=across)
                inside = np.isnan(true) | (np.abs(values - true) <= off + 1e-12)
                assert inside.all()
                assert (off <= errors + 1e-12)[~np.isnan(true)].all()
            means = np.nanmean(values, axis=1)
            found = mean_order(means, values, off, known, across=across)
            truth = np.nanmean(true, axis=1)
            apart = np.round(truth[:, None] - truth[None], 9)
            assert (apart[found.larger] > 0).all()
            assert (apart[found.equal] == 0).all()
            assert not (found.larger & found.equal).any()


def test_two_orders_of_the_same_scores_have_the_same_mean():
    """One scale for all topics: a mean does not depend on which topic has which run."""
    qrels, runs = deep_runs()
    topics = list(qrels)
    turned = {topic: runs["A"][other] for topic, other in zip(topics, topics[::-1], strict=True)}
    table = iv.evaluate(qrels, {"A": runs["A"], "turned": turned}, [FORM])
    assert table.mean_order(FORM).equal.all()


# ---------------------------------------------------------------- averages of errors


def test_errors_are_averaged_over_the_topics_that_are_there(deep):
    """A plain number beside a mean, and topics that a run lacks, are no scores without error."""
    from intervale.statements.grammar import parse_statement
    from intervale.statements.scores import Source

    table = replace(deep, order=None, errors=np.where(deep.errors > 0, 0.01, 0.0) + np.array([0, 0.01])[:, None, None])
    low, high = table.mean_bounds("A", FORM)
    middle = (low + high) / 2
    for number, opened in ((high - 1e-3, True), (high + 1e-3, False), (low + 1e-3, True), (middle, True)):
        found = iv.meaningful(table, f"mean(A) > {number:.12f}", measure=FORM)
        assert found.opened is opened, number
    values = table.values.copy()
    values[:, :, 2:] = np.nan
    two = replace(table, values=values)
    said = parse_statement("mean(A) > mean(B)")
    case = said.case(Source(two, FORM), Setting())
    low, high = two.mean_bounds("A", FORM)
    assert case.scores.off(case.statement.left) == pytest.approx((high - low) / 2)


@pytest.mark.parametrize("spread", [1e-12, 1e-10, 1e-8, 1e-7, 1e-6, 1e-3])
def test_the_bootstrap_is_sure_of_a_difference_however_small_its_spread(spread):
    """0.1 more on every topic, give or take very little: t is huge, and no sample comes near it."""
    random = np.random.default_rng(5)
    scores = np.stack([np.full(20, 0.3), 0.4 + spread * random.standard_normal(20)])
    found = bootstrap(scores, None, Setting())
    assert found.p[0] < 0.001
    assert np.isfinite([found.low[0], found.high[0]]).all()
    assert not found.shaky[0]


@pytest.mark.parametrize("freedom", [1.0, 7.0, 49.0, 500.0, 6958.0, 48951.0])
@pytest.mark.parametrize("groups", [2, 3, 10, 143, 1000])
def test_many_ranges_are_as_likely_as_few(groups, freedom):
    """Polynomials, where there are many q; the integral of each, where there are few."""
    q = np.append(np.random.default_rng(1).random(1100) ** 2 * 60, [0.0, 1e-9, 39.99, 40.0, 1e3, np.inf])
    few = np.concatenate([range_beyond(part, groups, freedom) for part in np.array_split(q, 4)])
    assert range_beyond(q, groups, freedom) == pytest.approx(few, rel=5e-10, abs=0)


def test_a_table_is_made_as_far_as_it_is_asked_for():
    rows = []
    table = studentised.Table(lambda q: rows.append(len(q)) or (-q[:, 0], -np.ones(len(q))))
    assert table.beyond(np.array([1.0, 2.0])) == pytest.approx(np.exp([-1.0, -2.0]))
    assert sum(rows) == studentised.ROWS
    assert table.beyond(np.array([20.0, 51.0])) == pytest.approx([np.exp(-20.0), 0.0])
    assert table.beyond(np.array([50.0])) == pytest.approx([np.exp(-50.0)])
    assert sum(rows) == 5001


@pytest.mark.parametrize("count", [1, 2, 3, 16, 64, 256])
def test_nodes_and_weights_are_those_of_eigenvalues(count):
    nodes, weights = studentised.legendre(count)
    expected, beside = np.polynomial.legendre.leggauss(count)
    assert nodes == pytest.approx(expected, abs=3e-16)
    assert weights == pytest.approx(beside, abs=5e-14)
    assert weights.sum() == pytest.approx(2.0, abs=1e-13)
    assert (weights * nodes**2).sum() == pytest.approx(2 / 3 if count > 1 else 0.0, abs=1e-13)
