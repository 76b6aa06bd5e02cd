"""Rankings of items by name against a reference: against scipy, scikit-learn, and all orders of tied items."""

from fractions import Fraction
from itertools import permutations, product

import numpy as np
import pytest
from scipy.stats import kendalltau, rankdata, spearmanr
from sklearn import metrics as sk

import intervale as iv
from intervale.errors import InputError, OptionError
from intervale.present.ranking_scores import rule_notes, scores_document, scores_table
from intervale.rankings import METRICS, evaluate, metric, own_metric
from intervale.rankings.digits import digits
from intervale.rankings.evaluate import MISSING, TIES, scored
from intervale.rankings.ties import Tied

ITEMS = [f"item {letter}" for letter in "dbeacf"]
TIE_FREE = ("Cayley", "Ulam", "Hamming", "weighted Kendall", "GMR")
RULED = [name for name in METRICS if name not in TIE_FREE]


def drawn(seed, count, most):
    """Rankings by numbers of which a smaller one is better, with ties."""
    return np.random.default_rng(seed).integers(0, most, size=(count, len(ITEMS)))


def named(rows):
    return {f"r{number}": dict(zip(ITEMS, (-row).tolist(), strict=True)) for number, row in enumerate(rows)}


@pytest.mark.parametrize("name", METRICS)
def test_without_ties_it_is_the_metric(name):
    rows = [np.random.default_rng(seed).permutation(6) + 1 for seed in range(6)]
    found = evaluate("r0", named(rows), [name], k=2 if metric(name).depends_on_k else None)
    for number in range(1, 6):
        one, k = metric(name), 2 if metric(name).depends_on_k else None
        score = found[f"r{number}", name]
        assert score.exact == one.exact(rows[0], rows[number], k=k)
        if score.value is not None:
            assert score.value == pytest.approx(one.score(rows[0], rows[number], k=k))


@pytest.mark.parametrize("ties", ["average", "min"])
def test_ties_as_in_scipy_and_scikit_learn(ties):
    compared = 0
    names = ["tau", "rho", "R2", "MSE", "RMSE", "MAE", "MAPE", "DCG", "nDCG", "footrule", "Spearman", "Chebyshev"]
    for seed in range(40):
        rows = drawn(seed, 2, 5)
        first, second = (rankdata(row, method=ties) for row in rows)
        if len(set(first)) == 1 or len(set(second)) == 1:
            continue
        found = evaluate("r0", named(rows), names, ties=ties)
        got = {name: found["r1", name].value for name in names}
        gains = 7 - first
        expected = {
            "tau": kendalltau(*rows).statistic,
            "rho": spearmanr(*rows).statistic,
            "R2": sk.r2_score(first, second),
            "MSE": sk.mean_squared_error(first, second),
            "RMSE": sk.mean_squared_error(first, second) ** 0.5,
            "MAE": sk.mean_absolute_error(first, second),
            "MAPE": sk.mean_absolute_percentage_error(first, second),
            "DCG": sk.dcg_score([gains], [-rows[1]]),
            "nDCG": sk.ndcg_score([gains], [-rows[1]]),
            "footrule": np.abs(first - second).sum(),
            "Spearman": np.linalg.norm(first - second),
            "Chebyshev": np.abs(first - second).max(),
        }
        assert got == pytest.approx(expected)
        compared += 1
    assert compared > 30


def orders(row):
    """All rankings without ties that keep the order of tiers."""
    tiers = [np.flatnonzero(row == at) for at in np.unique(row)]
    for parts in product(*(permutations(tier) for tier in tiers)):
        places = [place for part in parts for place in part]
        found = np.empty(len(row), dtype=int)
        found[places] = np.arange(1, len(row) + 1)
        yield found


@pytest.mark.parametrize("name", ["DCG", "MRR", "meanRank"])
def test_means_over_all_orders_of_tied_items(name):
    one = metric(name)
    for seed in range(12):
        second = drawn(seed, 1, 3)[0]
        first = np.random.default_rng(seed).permutation(6) + 1
        k = 2 if one.depends_on_k else None
        found = evaluate("r0", named([first, second]), [name], k=k, ties="average")["r1", name]
        values = [one.score(first, order, k=k) for order in orders(second)]
        assert found.value == pytest.approx(np.mean(values))


@pytest.mark.parametrize("ties", ["average", "min"])
def test_a_pair_tied_in_one_ranking_is_half_a_pair_in_different_order(ties):
    for seed in range(20):
        rows = drawn(seed, 2, 3)
        kinds = [np.sign(row[:, None] - row[None])[np.triu_indices(6, 1)] for row in rows]
        apart = sum((Fraction(int(abs(x - y)), 2) for x, y in zip(*kinds, strict=True)), Fraction(0))
        found = evaluate("r0", named(rows), ["Kendall", "NDPM"], ties=ties)
        assert found["r1", "Kendall"].exact == apart
        told = kinds[0] != 0
        if told.any():
            against, silent = (kinds[1][told] == -kinds[0][told]).sum(), (kinds[1][told] == 0).sum()
            assert found["r1", "NDPM"].exact == Fraction(int(2 * against + silent), int(2 * told.sum()))


def test_the_confusion_matrix_is_defined_where_no_tie_crosses_k():
    for seed in range(30):
        rows = drawn(seed, 2, 4)
        for k in (1, 2, 3):
            found = evaluate("r0", named(rows), ["recall", "MCC"], k=k, ties="min")
            tops = [{frozenset(np.flatnonzero(order <= k)) for order in orders(row)} for row in rows]
            if all(len(top) == 1 for top in tops):
                ((first,), (second,)) = tops
                assert found["r1", "recall"].exact == Fraction(len(first & second), k)
                truth, said = ([place in top for place in range(6)] for top in (first, second))
                assert found["r1", "MCC"].value == pytest.approx(sk.matthews_corrcoef(truth, said))
            else:
                assert found["r1", "recall"].value is None
                assert f"crosses position k = {k}" in found["r1", "recall"].why


def test_lists_of_the_top_k():
    """The location parameter of Fagin, Kumar and Sivakumar 2003, and RBO to the depth of the shorter list."""
    lists = {"one": ["a", "b", "c"], "two": ["c", "d", "a"]}
    found = evaluate("one", lists, ["footrule", "Kendall", "RBO distance"], ties="min", missing="bottom")
    assert found.items == {"two": 4}
    assert found["two", "footrule"].exact == 2 + 2 + 2 + 2  # a 1 and 3, b 2 and 4, c 3 and 1, d 4 and 2
    # in different order: a-c, a-d, b-c, b-d; in the same order: a-b, c-d
    assert found["two", "Kendall"].exact == 4
    p = Fraction(9, 10)
    overlap = (0 + p * Fraction(0, 2) + p**2 * Fraction(2, 3)) / (1 + p + p**2)
    assert found["two", "RBO distance"].exact == 1 - overlap


def test_only_common_items():
    found = evaluate("one", {"one": ["a", "b", "c", "d"], "two": ["c", "x", "a"]}, ["tau"], missing="common")
    assert (found.items, found["two", "tau"].exact) == ({"two": 2}, -1)


def test_one_ranking_with_ties_has_exact_numbers_of_one_kind_for_all():
    found = evaluate("x", {"x": ["a", "b", "c"], "y": ["b", "a", "c"], "z": ["b", ["a", "c"]]}, ["tau"], ties="min")
    assert {one.exact_is for one in found.scores.values()} == {"its square with its sign"}
    assert found["y", "tau"].exact == Fraction(1, 9)


@pytest.mark.parametrize("name", RULED)
def test_every_rule_gives_the_metric_where_there_are_no_ties(name):
    """A third ranking has a tie, so that the rule is used."""
    rows = [np.random.default_rng(seed).permutation(6) + 1 for seed in (1, 2)]
    third = np.array([1, 2, 3, 4, 5, 5])
    for ties in ("average", "min"):
        found = evaluate("r0", named([*rows, third]), [name], k=2 if metric(name).depends_on_k else None, ties=ties)
        k = 2 if metric(name).depends_on_k else None
        assert found.ruled
        expected = metric(name).score(*rows, k=k)
        assert found["r1", name].value == (pytest.approx(expected) if np.isfinite(expected) else None)


@pytest.mark.parametrize("name", TIE_FREE)
def test_metrics_without_a_rule_are_refused_by_name(name):
    rankings = {"x": ["a", "b", "c"], "y": ["b", ["a", "c"]]}
    with pytest.raises(OptionError, match=f"y has ties, and {name} cannot be computed"):
        evaluate("x", rankings, [name, "tau"], ties="average")
    own = own_metric(lambda s, t: s[0] - t[0], name="mine")
    with pytest.raises(OptionError, match="mine cannot be computed: functions of your own"):
        evaluate("x", rankings, [own], ties="average")


def test_all_items_tied_is_undefined():
    found = evaluate("x", {"x": ["a", "b", "c"], "y": [["b", "a", "c"]]}, ["tau", "rho", "MSE"], ties="average")
    assert found["y", "tau"].value is None
    assert "ties all items" in found["y", "rho"].why
    assert found["y", "MSE"].exact == Fraction(2, 3)


def test_references_of_all_kinds(tmp_path):
    rankings = {"x": ["b", "a", "c"]}
    (tmp_path / "gold.csv").write_text("item,rank\na,1\nb,2\nc,3\n")
    for reference in (["a", "b", "c"], {"a": 3, "b": 2, "c": 1}, {"gold": ["a", "b", "c"]}, str(tmp_path / "gold.csv")):
        assert evaluate(reference, rankings, ["tau"])["x", "tau"].exact == Fraction(1, 3)
    frame = evaluate("x", rankings | {"y": ["a", "b", "c"]}, ["tau"]).columns()
    assert list(frame["ranking"]) == ["y"]


@pytest.mark.parametrize(
    ("call", "error", "said"),
    [
        (lambda: evaluate("x", {"x": ["a", "b"]}), InputError, "no ranking beside the reference"),
        (lambda: evaluate(["a", "b"], {"x": ["a", "a"]}), InputError, "'a' appears twice"),
        (lambda: evaluate(["a", "b"], {"x": ["a"]}), InputError, "x does not rank 'b', which reference does"),
        (lambda: evaluate(["a"], {"x": ["a", "b", "c"]}), InputError, "reference does not rank 'b' and 1 more"),
        (lambda: evaluate(["a", "b"], {"x": ["c", "d"]}, missing="common"), InputError, "have 0 items in common"),
        (lambda: evaluate(["a", "b"], {"x": [["a", "b"]]}), InputError, "x ties 'a' and 'b'"),
        (lambda: evaluate(["a", "b", "c"], {"x": ["a"]}, missing="bottom"), InputError, "x leaves out 'b' and 'c'"),
        (lambda: evaluate(["a", "b"], {"x": ["b", "a"]}, []), OptionError, "no metric is named"),
        (lambda: evaluate(["a", "b"], {"x": ["b", "a"]}, ties="max"), OptionError, f"one of: {', '.join(TIES)}"),
        (lambda: evaluate("z", {"x": ["b", "a"]}), OptionError, "no ranking is called 'z'"),
        (lambda: evaluate(["a", "b"], {"x": {"a": float("nan"), "b": 1.0}}), InputError, "x: nan is not a score"),
        (lambda: evaluate(["a", "b"], {"x": ["b", "a"]}, 5), OptionError, "metrics=5 must be metrics: their names, or"),
        (lambda: evaluate(["a", "b"], {"x": ["b", "a"]}, [5]), OptionError, "unknown ranking metric 5; give its name"),
        (lambda: evaluate({"p": ["a"], "q": ["a"]}, {"x": ["a"]}), InputError, "holds 2 rankings"),
    ],
)
def test_wrong_calls(call, error, said):
    with pytest.raises(error) as found:
        call()
    assert said in str(found.value)


def test_a_score_is_of_a_ranking_and_a_metric():
    found = evaluate(["a", "b"], {"x": ["b", "a"]}, ["tau"])
    for at in ("x", ("x",), ("x", "tau", "rho")):
        with pytest.raises(OptionError, match="is not a ranking and a metric: write scores"):
            found[at]
    with pytest.raises(OptionError, match=r"no ranking is called \['x'\]"):
        found[["x"], "tau"]
    with pytest.raises(OptionError, match=r"unknown ranking metric \[1\]; give its name"):
        found["x", [1]]


@pytest.mark.parametrize("name", ["RBO distance", "MAPE", "MRR", "weighted Kendall", "tau"])
def test_long_rankings_have_the_first_digits(name):
    """Python writes no integers of more than 4,300 digits."""
    n = 20_000
    rows = np.arange(1, n + 1), np.random.default_rng(1).permutation(n) + 1
    score = scored(metric(name), Tied(*rows, (n, n)), None, ruled=False)
    assert score.value == pytest.approx(metric(name).score(*rows) if name != "weighted Kendall" else float(score.exact))
    assert score.text_is == ("the value" if name == "tau" else "the value; first digits")
    digits = Fraction(score.text)
    assert digits == score.exact if name == "tau" else abs(digits - score.exact) <= abs(digits) / 10**19


def test_long_numbers_reach_every_format():
    def huge(s, t):
        return Fraction(10**5000 + s[0], 3 * 10**5000)

    found = evaluate(["a", "b"], {"x": ["b", "a"]}, [huge])
    assert scores_document(found)["rankings"]["x"]["huge"]["exact"] == "0.33333333333333333333"
    assert found.columns()["exact_is"] == ["the value; first digits"]
    said = scores_table(found, exact=True).footer
    assert "huge: a long number, of which the first digits are shown" in said
    assert digits(Fraction(10**98 + 1, 10**98)) == f"{10**98 + 1}/{10**98}"  # 199 characters
    assert digits(Fraction(10**99 + 1, 10**99)) == "1.0000000000000000000"


def test_a_value_is_the_exact_number_rounded_once():
    third = evaluate(list("abcd"), {"x": list("bdac")}, ["tau", "NDPM", "MCC", "footrule", "MAPE"])
    assert all(one.value == float(one.exact) for one in third.scores.values())
    rho = evaluate(list("abc"), {"x": list("bac"), "y": list("acb")}, list(METRICS), k=1)
    rational = [one for one in rho.scores.values() if one.exact_is == "the value" and isinstance(one.exact, Fraction)]
    assert len(rational) > 40
    assert all(one.value == float(one.exact) for one in rational)


def test_which_way_a_function_points_is_said():
    def top5(s, t):
        return sum(a <= 5 and b <= 5 for a, b in zip(s, t, strict=True))

    found = evaluate(list("abcdef"), {"x": list("fbcdea"), "y": list("bacdef")}, [top5])
    assert scores_table(found).lead == ("Closest to reference: y by top5.",)
    said = scores_table(found).footer
    assert "top5: larger is taken to mean more alike, as m(σ, σ) is the largest on S_6" in said


def test_a_typed_reference_is_told_from_a_ranking_of_its_name():
    found = evaluate(["a", "b"], {"reference": ["b", "a"]}, ["tau"])
    assert found["reference", "tau"].exact == -1
    assert found.reference == "the reference"


def test_notes_say_what_was_decided_where_something_was():
    def notes(rankings, **options):
        return rule_notes(evaluate(["a", "b", "c"], rankings, ["tau"], **options))

    assert notes({"x": ["b", "a", "c"]}, ties="average", missing="bottom") == []
    assert len(notes({"x": ["b", ["a", "c"]]}, ties="average")) == 2
    assert notes({"x": ["b", "a"]}, missing="common") == [MISSING["common"]]


def test_metrics_with_one_rule_share_a_note():
    names = ["MSE", "RMSE", "tau", "MAE", "recall", "MCC"]
    said = rule_notes(evaluate(list("abc"), {"x": ["b", ["a", "c"]]}, names, k=1, ties="average"))
    beginnings = [note.partition(": ")[0] for note in said[1:]]
    assert beginnings == ["MSE, RMSE, MAE", "Kendall tau", "recall, MCC"]


def test_the_package_has_it():
    assert iv.rankings.evaluate is evaluate


def test_rbo_sees_ties_that_reach_into_its_depth():
    tied = {"x": [["a", "b"]]}
    found = evaluate(["a"], tied, ["RBO distance"], ties="average", missing="bottom")["x", "RBO distance"]
    assert (found.value, found.why) == (None, "the ranking has a tie among its first 1")
    tied = {"x": ["a", ["b", "c"]]}
    found = evaluate(["a"], tied, ["RBO distance"], ties="average", missing="bottom")["x", "RBO distance"]
    assert found.exact == 0


def test_one_k_for_all():
    rankings = {"x": list("bac"), "y": list("dabc")}
    with pytest.raises(OptionError, match="recall: give one k, such as k=1, as rankings are compared on 3 to 4"):
        evaluate(list("abc"), rankings, ["recall", "tau"], ties="average", missing="bottom")
    found = evaluate(list("abc"), rankings, ["recall", "tau"], k=1, ties="average", missing="bottom")
    assert found.k == 1
    with pytest.raises(OptionError, match="k=2 is for metrics with k relevant items, such as recall; rankings c"):
        evaluate(list("abc"), {"x": list("bac")}, ["nDCG"], k=2)
    assert evaluate(list("abc"), {"x": list("bac")}, "tau")["x", "tau"].exact == Fraction(1, 3)
