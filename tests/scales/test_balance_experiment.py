"""The experiment of Ferrante, Ferro and Maistro 2015, §6: against the formula run by run, and its numbers."""

import numpy as np
import pytest
from scipy import stats

import intervale as iv
from intervale.measures import CATALOGUE
from intervale.orders import RunSpace
from intervale.scales import balancing_experiment
from intervale.scales.affine_folds import AffineFold
from intervale.scales.balance_experiment import BLOCK, _ByFold, _ByRun, _Plan, _scorer
from intervale.scales.folds import fold_of

FOLDS = [
    "AP",
    "RR",
    "ERR",
    "ERR(max_rel=4)",
    "Success@7",
    "P",
    "P@5",
    "RBP(p=0.8)",
    "RBP@25",
    "DCG(base=2)",
    "nDCG",
    "R",
]
RBP = "RBP(p=0.8)"


def plan(**given):
    asked = {
        "top": 0.2, "middle": (0.7, 0.3), "tail": (0.1, 0.7), "ranks": 6, "exact_shares": False,
        "trials": 12, "topics": 5, "length": 15, "alpha": 0.05, "seed": 4,
    }  # fmt: skip
    return _Plan(**asked | given)


def of_one_run(measure, tops, tail):
    """The exact value of every run that was drawn, one by one."""
    return np.array(
        [
            [float(measure.exact((*map(int, top[:, n]), *map(int, tail[:, n])), grades=1)) for n in range(top.shape[1])]
            for top in tops
        ]
    )


@pytest.mark.parametrize("text", FOLDS)
def test_tails_that_are_worked_out_once_give_exact_values(text):
    measure, asked = iv.parse_measure(text), plan()
    tops, tail = asked._drawn(np.random.default_rng(1), 40, 0)
    scorer = _scorer(measure, asked)
    assert isinstance(scorer, _ByFold)
    np.testing.assert_allclose(scorer(tops, tail), of_one_run(measure, tops, tail), rtol=1e-12)
    np.testing.assert_allclose(_ByRun(measure)(tops, tail), of_one_run(measure, tops, tail), rtol=1e-12)


def test_the_catalogue_is_scored_alike_with_its_fold_and_run_by_run():
    asked = plan()
    tops, tail = asked._drawn(np.random.default_rng(2), 30, 1)
    seen = 0
    for name in sorted(CATALOGUE):
        measure = iv.parse_measure("IPrec@0.5" if name == "IPrec" else name)
        if measure.has_fold and isinstance(scorer := _scorer(measure, asked), _ByFold):
            np.testing.assert_allclose(scorer(tops, tail), _ByRun(measure)(tops, tail), rtol=1e-10, err_msg=name)
            seen += 1
    assert seen >= 14


def test_a_state_that_is_no_number_and_steps_that_are_not_affine_are_left_alone():
    sbto = iv.parse_measure("SBTO")
    assert AffineFold.of(fold_of(sbto, RunSpace(6, 1))) is None
    fold = fold_of(iv.parse_measure("AP@6"), RunSpace(6, 1))
    squared = type(fold)(fold.start, lambda state, grade, rank: (state + grade, grade * state**2), 6, fold.gains)
    assert AffineFold.of(squared) is None
    blocked = type(fold)(fold.start, lambda state, grade, rank: None, 6, fold.gains)
    assert AffineFold.of(blocked) is None
    assert AffineFold.of(fold_of(iv.parse_measure("RBTO"), RunSpace(1200, 1))) is None  # too large for floats


# ---------------------------------------------------------------- the experiment


def by_the_formula(asked, measure):
    """Counts of significant trials: exact values, and the t test of scipy."""
    found = np.zeros((asked.ranks + 1, 2), dtype=int)
    for block in asked.blocks():
        random = np.random.default_rng(block.seed)
        first, second = (asked._drawn(random, block.trials * asked.topics, system) for system in (0, 1))
        a, b = of_one_run(measure, *first), of_one_run(measure, *second)
        for rnk in range(asked.ranks + 1):
            for trial in range(block.trials):
                some = slice(trial * asked.topics, (trial + 1) * asked.topics)
                if np.ptp(a[rnk, some] - b[rnk, some]) == 0:
                    continue
                test = stats.ttest_rel(a[rnk, some], b[rnk, some])
                found[rnk] += [test.pvalue < asked.alpha and side * test.statistic > 0 for side in (1, -1)]
    return tuple(map(tuple, found.tolist()))


@pytest.mark.parametrize("exact_shares", [False, True])
@pytest.mark.parametrize("text", [RBP, "AP", "ERR"])
def test_counts_are_those_of_the_formula(text, exact_shares):
    asked = plan(exact_shares=exact_shares)
    found = balancing_experiment(
        text, ranks=6, exact_shares=exact_shares, trials=12, topics=5, length=15, alpha=0.05, seed=4
    )
    assert found.counts[text] == by_the_formula(asked, iv.parse_measure(text))
    assert sum(map(sum, found.counts[text])) > 5


def drawn_anew(text, rnk, *, trials, topics, length):
    """The experiment as the paper tells it: every run drawn by itself, with numbers of its own."""
    measure, random = iv.parse_measure(text), np.random.default_rng(99)
    first, second = np.full(length, 0.1), np.full(length, 0.7)
    first[:20], second[:20] = 0.7, 0.3
    first[:rnk] = second[:rnk] = 0.2
    significant = 0
    for _ in range(trials):
        a, b = (measure.score((random.random((topics, length)) < one).astype(int), grades=1) for one in (first, second))
        significant += stats.ttest_rel(a, b).pvalue < 0.05
    return significant / trials


@pytest.mark.parametrize("rnk", [6, 9, 20])
def test_shares_are_those_of_trials_drawn_anew(rnk):
    share = balancing_experiment(RBP, trials=2000, length=60)[RBP][rnk]
    other = drawn_anew(RBP, rnk, trials=600, topics=50, length=60)
    error = (share * (1 - share) * (1 / 2000 + 1 / 600)) ** 0.5
    assert abs(share - other) < 4 * error + 0.002


def test_shares_of_documents_are_as_asked():
    asked = plan(exact_shares=True, length=26)
    for system in (0, 1):
        tops, tail = asked._drawn(np.random.default_rng(3), 500, system)
        assert (tail.sum(axis=0) == round(asked.tail[system] * 20)).all()
        for rnk in range(7):
            assert (tops[rnk, :rnk].sum(axis=0) == round(0.2 * rnk)).all()
            assert (tops[rnk, rnk:].sum(axis=0) == round(asked.middle[system] * (6 - rnk))).all()
        assert np.abs(tail.mean(axis=1) - tail.mean()).max() < 0.1  # no rank is preferred
    tops, tail = plan()._drawn(np.random.default_rng(3), 20_000, 1)
    assert tail.mean() == pytest.approx(0.7, abs=0.01)
    assert tops[3, :3].mean() == pytest.approx(0.2, abs=0.01)
    assert tops[3, 3:].mean() == pytest.approx(0.3, abs=0.01)


def test_the_same_call_has_the_same_answer_whoever_works():
    few = {"trials": 120, "length": 1000, "seed": 3}
    with iv.parallel(workers=1):
        alone = balancing_experiment([RBP, "AP"], **few)
    with iv.parallel(workers=3):
        together = balancing_experiment([RBP, "AP"], **few)
    assert alone == together
    assert alone[RBP] == balancing_experiment(RBP, **few)[RBP]  # whatever stands beside it
    assert alone[RBP] != balancing_experiment(RBP, **few | {"seed": 4})[RBP]


def test_the_picture_of_the_paper():
    found = balancing_experiment([RBP, "AP", "ERR"], trials=200)
    assert (found.index[RBP], found.index["ERR"], found.index["AP"]) == (8, 1, 957)
    assert np.mean(found[RBP][:8]) > 0.9
    assert found[RBP][20] < 0.15
    assert set(found["AP"]) == {1.0}  # its index lies far below rank 20
    assert (found.half(RBP), found.half("AP"), found.half("ERR")) in {(8, 20, 1), (8, 20, 2), (7, 20, 1), (7, 20, 2)}
    first = found.shares(RBP)[0]
    assert (first.rnk, first.share, first.first_better, first.second_better) == (0, 1.0, 1.0, 0.0)
    assert found.shares("AP")[20].second_better == 1.0  # what decides is the tail
    assert first.ci[1] == 1.0 > first.ci[0] > 0.97


def test_no_difference_is_no_significant_one():
    found = balancing_experiment([RBP, "Success@20"], trials=30, top=1, middle=(1, 1), tail=(0.5, 0.5), length=40)
    assert found.half("Success@20") is None
    assert sum(found["Success@20"]) == 0
    sure = balancing_experiment("P", trials=5, top=0, middle=(1, 0), tail=(1, 0), length=40, ranks=4)
    assert set(sure["P"]) == {1.0}  # no spread at all, and a difference


def test_own_measures_and_own_shares():
    @iv.measure
    def last(grades):
        return grades[..., -5:].sum(-1) * 1.0

    found = balancing_experiment([last, RBP], trials=20, topics=20, length=30, ranks=3, tail=(0.1, 0.9))
    name = next(name for name in found.counts if name != RBP)
    assert set(found[name]) == {1.0}
    assert (found.ranks, len(found[RBP]), found.tail) == (3, 4, (0.1, 0.9))


def test_rows():
    found = balancing_experiment([RBP, "AP"], trials=5, topics=4, length=30)
    table = found.to_arrow()
    names = ["measure", "index", "rnk", "share", "ci_low", "ci_high", "first_better", "second_better"]
    assert table.column_names == names
    assert table.num_rows == 42
    row = table.slice(21, 1).to_pylist()[0]
    assert (row["measure"], row["rnk"], row["index"]) == ("AP", 0, 24)


@pytest.mark.parametrize(
    ("given", "reason"),
    [
        ({"length": 20}, "length=20 must be above 20"),
        ({"trials": 0}, "trials=0 must be a whole number from 1"),
        ({"topics": 1}, "topics=1 must be a whole number from 2"),
        ({"ranks": 0}, "ranks=0 must be a whole number from 1"),
        ({"seed": -1}, "seed=-1 must be a whole number of at least 0"),
        ({"alpha": 5}, "alpha=5 must be between 0 and 1"),
        ({"alpha": "0.05"}, "alpha='0.05' must be between 0 and 1"),
        ({"measures": None}, "measures=None must be a measure or several"),
        ({"measures": [None]}, "None is not a measure"),
        ({"ranks": 200, "length": 201, "topics": 300_000, "trials": 1}, "too many; use fewer trials, topics or ranks"),
        ({"top": 20}, "top: 20 must be a share from 0 to 1"),
        ({"top": "x"}, "must be a share from 0 to 1"),
        ({"middle": 0.7}, "middle=0.7 must be two shares"),
        ({"tail": (0.7, float("nan"))}, "must be a share from 0 to 1"),
        ({"trials": 10**6, "topics": 1000}, "too many; use fewer trials"),
        ({"measures": []}, "needs a measure"),
        ({"measures": "Bpref"}, "no exact value"),
    ],
)
def test_bad_calls(given, reason):
    with pytest.raises(iv.IntervaleError, match=reason):
        balancing_experiment(**given)


def test_what_is_not_there_is_named():
    found = balancing_experiment(RBP, trials=2, topics=2, length=21)
    with pytest.raises(iv.OptionError, match=r"it has: RBP\(p=0.8\)"):
        found["AP"]


def test_a_function_is_not_asked_for_ever():
    @iv.measure
    def own(grades):
        return grades.sum(-1) * 1.0

    with pytest.raises(iv.OptionError, match="a function of your own is asked for every run"):
        balancing_experiment(own, trials=100_000, length=100)


@pytest.mark.parametrize("size", [{"ranks": 200, "length": 201}, {"ranks": 6, "length": 5000}, {}])
def test_a_block_holds_a_bounded_number_of_documents(size):
    asked = plan(trials=1000, topics=100, **size)
    blocks = asked.blocks()
    tops, tail = asked._drawn(np.random.default_rng(0), 1, 0)
    assert sum(block.trials for block in blocks) == 1000
    held = max(block.trials for block in blocks) * 100 * (tops.size + tail.size)
    assert held <= 2 * BLOCK
    assert asked.documents == 2 * 1000 * 100 * (tops.size + tail.size + asked.ranks)


def test_systems_may_differ_again_further_down():
    found = balancing_experiment(["AP", "R"], trials=60, length=34)
    first, second = found.majority("AP")
    assert first == tuple(range(len(first)))
    assert second == tuple(range(second[0], 21))
    assert found.half("AP") == first[-1] < second[0] - 1
    assert found.half("R") is None
    assert found.majority("R")[0] == ()
    assert found.majority("R")[1][-1] == 20
    with pytest.raises(iv.OptionError, match="is not in the experiment"):
        found.majority("RR")
