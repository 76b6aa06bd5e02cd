"""Claims of 003 about metrics on rankings as permutations.

The appendix with the definitions is missing: the metrics are those of ``intervale.rankings``, which says what was
chosen. A claim is called refuted only where the usual readings of a definition agree on it.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations, permutations
from statistics import mean
from typing import Any

from intervale.rankings import (
    MEANINGS,
    PAPER,
    Group,
    RankingMetric,
    Sample,
    agreement,
    consistency,
    dcg,
    listwise,
    mean_change,
    metric,
    own_metric,
)
from intervale.rankings import properties as look
from intervale_papers.group_theoretic.printed import TABLE_3, printed
from intervale_papers.group_theoretic.readings import fixed_relevant, moved_sensitive, scaled_shares, widths_by_hand
from intervale_papers.group_theoretic.table_2 import compared
from intervale_papers.register import CONTENTS, Finding, Item, Outcome, claim

CONFIRMED, REFUTED, CONDITIONAL, UNDECIDED = Outcome.CONFIRMED, Outcome.REFUTED, Outcome.CONDITIONAL, Outcome.UNDECIDED
LOOKED = "all triples of S_2, S_3 and S_4 in exact numbers, without the theorem"
ROW = TABLE_3["symmetry"]
CONFUSION = [name for name, one in PAPER.items() if one.group is Group.CONFUSION]


@claim("003/proposition-5.1", "Proposition 5.1", "DCG and nDCG have different values on different rankings")
def proposition_5_1() -> Finding:
    ties = [look(one, n=8, only=["identity"])["identity"] for one in ("DCG", "nDCG", dcg("exponential"))]
    small = [look(one, n=6, only=["identity"])["identity"].holds for one in ("DCG", dcg("exponential"))]
    if any(tie.holds for tie in ties) or not all(small):
        return Finding(UNDECIDED)
    remark = (
        "discounts 1, 1/2, 1/3 at positions 1, 3, 7: ties from n = 7, with gains 2^r − 1 from n = 8; none to n = 6. "
        "003's own Table 3 prints ✗ for both, against this proposition"
    )
    again = _in_floats("DCG", ties[0].witness)
    return Finding(REFUTED if again else UNDECIDED, ties[0].witness[1:], remark, again)


def _in_floats(name: str, witness: Any) -> str:
    """Whether floats have the tie too: the name of this second computation, or nothing."""
    values = [metric(name).score(ranking) for ranking in witness[1:]]
    return f"{values[0]:.12g} and {values[1]:.12g} in floats" if abs(values[0] - values[1]) < 1e-11 else ""


@claim("003/5.1/table-3", "Table 3, first row", "no metric has different values on different rankings")
def table_3_identity() -> Finding:
    assert set(TABLE_3["identity"]) == {"x"}
    ties = {name: look(name, n=7, only=["identity"])["identity"] for name in PAPER}
    wrong = [name for name, tie in ties.items() if tie.holds]
    last = max((len(tie.witness[1]) for tie in ties.values() if tie.witness), default=0)
    if wrong:
        return Finding(UNDECIDED, wrong)
    remark = f"all have ties, the last from n = {last} on; for DCG and nDCG 003's own Proposition 5.1 says the contrary"
    return Finding(CONFIRMED, last, remark)


@claim("003/proposition-5.2", "Proposition 5.2", "only MSE, RMSE, MAE, MAPE, R², τ and ρ are Type II robust")
def proposition_5_2() -> Finding:
    listed = [name for name in PAPER if printed(name, "robustness-2").holds]  # type: ignore[union-attr]
    brute = {name: own_metric(_brute(name), name=name) for name in (*listed, "SMAPE", "NDPM")}
    robust = [name for name, one in brute.items() if look(one, n=4, only=["robustness-2"])["robustness-2"]]
    sets = [bool(look(one, n=4, only=["robustness-2"])["robustness-2"]) for one in ("recall", listwise("recall"))]
    if robust != list(brute) or sets != [True, False]:
        return Finding(UNDECIDED, robust)
    remark = (
        "these seven are, and so are SMAPE, a sum over items, and NDPM, which is (1 − τ)/2; the confusion matrix "
        "family is where the top k are the items at positions 1..k, and is not with σ(1..k) as 003 writes it"
    )
    again = "all pairs and renamings of S_4, without the theorem"
    return Finding(REFUTED, ("SMAPE", "NDPM"), remark, again)


def _brute(name: str) -> Callable[..., Any]:
    """A function that nothing is known of, so that all pairs of rankings are looked at."""
    return lambda s, t: metric(name).exact(s, t)


@claim("003/lemma-5.3", "Lemma 5.3", "Kendall's τ, Spearman's ρ and NDPM are width swap independent")
def lemma_5_3() -> Finding:
    names = ("Kendall tau", "Spearman rho", "NDPM")
    if all(look(name, n=12, only=["width-swap"])["width-swap"] for name in names):
        remark = (
            "if it means that only the width counts, which Definition 8 and Table 3 call dependent: a swap of width w "
            "has 2w − 1 inversions and Σ d² = 2w²"
        )
        return Finding(CONDITIONAL, names, remark)
    return Finding(UNDECIDED)


@claim("003/5.4/others", "§5.4 and Table 3", "of the other metrics none is width-swap dependent")
def others_width_swap() -> Finding:
    found = [name for name in PAPER if look(name, n=12, only=["width-swap"])["width-swap"]]
    wrong = [name for name in found if not printed(name, "width-swap").holds]  # type: ignore[union-attr]
    remark = "a swap of width w has Σ |d| = 2w and Σ d² = 2w² wherever it is, which is all that these see"
    if not wrong:
        return Finding(CONFIRMED, found)
    by_hand = all(widths_by_hand(wrong, n) for n in range(5, 9))
    again = "all swaps of 5 to 8 items by the plain formulas" if by_hand else ""
    return Finding(REFUTED if again else UNDECIDED, wrong, remark, again)


@claim("003/5.4/prevents", "§5.4", "a width-swap dependent metric is not sensitive")
def width_swap_prevents() -> Finding:
    tau, sigma = metric("Kendall tau"), (2, 1, 3, 4)
    values = [str(tau.exact((1, 2, 3, 4), after)) for after in ((1, 2, 3, 4), (2, 1, 4, 3))]
    marks = {name: printed(name, "sensitivity").holds for name in PAPER}  # type: ignore[union-attr]
    dependent = [name for name in PAPER if look(name, n=6, only=["width-swap"])["width-swap"]]
    put = {name: bool(look(name, n=6, only=["sensitivity"])["sensitivity"]) for name in PAPER}
    moved = {name: moved_sensitive(name, 6) for name in PAPER}
    agree = [sum(found[name] == mark for name, mark in marks.items()) for found in (put, moved)]
    if not any(moved[name] for name in dependent) and all(put[name] for name in dependent) and values[0] != values[1]:
        remark = (
            "m((i j) ∘ σ) may be m(σ, (i j) ∘ σ), how far the swap moves σ: then width-swap dependent metrics are not "
            f"sensitive, as 003 says, and {agree[1]} of 33 marks come out. It may be m(id, (i j) ∘ σ), as m((i j)) is "
            f"in Definition 8: then they all are, as for σ = (1 2) τ of (1 2) ∘ σ is {values[0]} and of (3 4) ∘ σ "
            f"{values[1]}, and {agree[0]} come out"
        )
        return Finding(CONDITIONAL, sigma, remark)
    return Finding(UNDECIDED, agree)


@claim("003/5.6/kendall", "§5.6 and Table 3", "Kendall's τ is a distance")
def kendall_is_a_distance() -> Finding:
    names = ("Kendall tau", "Kendall", "NDPM")
    tau, count, share = (look(name, n=6, only=["distance"])["distance"] for name in names)
    if count and share and not tau:
        remark = (
            "the number of discordant pairs is, and its share NDPM (Table 3: ✗); the coefficient of §6 has τ(σ, σ) = 1"
        )
        return Finding(CONDITIONAL, tau.witness, remark)
    return Finding(UNDECIDED)


@claim("003/5.6/table-3", "Table 3, last row", "SMAPE and NDPM are no distances")
def no_distances() -> Finding:
    marks = [printed(name, "distance") for name in ("SMAPE", "NDPM")]
    found = [look(name, n=6, only=["distance"])["distance"] for name in ("SMAPE", "NDPM")]
    whys = [verdict.why for verdict in found]
    if any(mark is None or mark.holds for mark in marks):
        return Finding(UNDECIDED, whys)
    if all(found):
        brute = [own_metric(_brute(name), name=name) for name in ("SMAPE", "NDPM")]
        again = LOOKED if all(look(one, n=4, only=["distance"])["distance"] for one in brute) else ""
        return Finding(REFUTED if again else UNDECIDED, whys, "both satisfy the four axioms, for all n", again)
    return Finding(CONFIRMED if not any(found) else UNDECIDED, whys)


@claim("003/proposition-5.4", "Proposition 5.4", "for DCG and nDCG |m(σ) − m(ν)| is a distance, m(σ) − m(ν) is none")
def proposition_5_4() -> Finding:
    found = {name: [look(name, n=n, only=["distance"])["distance"] for n in (6, 7)] for name in ("DCG", "nDCG")}
    if all(small and not large for small, large in found.values()):
        remark = (
            "to n = 6; from n = 7 on different rankings are at distance 0. m(σ) − m(ν) is none: it is negative one way"
        )
        again = _in_floats("DCG", (None, *found["DCG"][1].witness))
        return Finding(REFUTED if again else UNDECIDED, found["DCG"][1].witness, remark, again)
    return Finding(UNDECIDED)


@claim("003/table-2", "Table 2", "which metrics tell (1 2) from id, (3 4) and (2 4), n = 10 with 5 relevant")
def table_2() -> Finding:
    rows = compared(PAPER.values())
    wrong = sorted({one.metric for one in rows if one.told_apart != one.in_paper})
    if wrong == ["GMR", "MRR", "meanRank"] and all(
        one.tau == tuple(range(1, 11)) for one in rows if not one.told_apart and one.in_paper
    ):
        remark = "all marks but those of MRR, GMR and meanRank for id: the five relevant positions are the same"
        return Finding(CONDITIONAL, wrong, remark)
    return Finding(CONFIRMED if not wrong else UNDECIDED, wrong)


@claim("003/table-3/symmetry", "Table 3, second row", "which metrics are symmetric")
def table_3_symmetry() -> Finding:
    found = {name: look(name, n=6, only=["symmetry"])["symmetry"].holds for name in PAPER}
    wrong = [n for n in PAPER if printed(n, "symmetry").holds and not found[n]]  # type: ignore[union-attr]
    wrong += [n for n in PAPER if not printed(n, "symmetry").holds and found[n]]  # type: ignore[union-attr]
    later = [n for place, n in enumerate(PAPER, 1) if found[n] is not None and found[n] != (ROW[place] == "v")]
    if wrong == ["MAPE", "DCG", "SMAPE", "R2"] and later == ["SMAPE"]:
        remark = (
            "all marks but these: MAPE is relative to the first ranking, DCG has one ranking and nothing to exchange "
            "(both ✓); SMAPE and R² are symmetric on permutations (both ✗). The row has 35 marks for 33 metrics: read "
            "from its second mark, all but SMAPE come out. To n = 6 by looking"
        )
        return Finding(CONDITIONAL, wrong, remark)
    return Finding(UNDECIDED, wrong) if wrong else Finding(CONFIRMED, len(found))


@claim("003/table-3/robustness-1", "Table 3, third row", "which metrics of the confusion matrix are Type I robust")
def table_3_robustness() -> Finding:
    differ = {}
    for k in (10, 30):
        found = {name: look(name, k=k, only=["robustness-1"])["robustness-1"] for name in CONFUSION}
        differ[k] = [name for name, v in found.items() if bool(v) != printed(name, "robustness-1").holds]  # type: ignore[union-attr]
    if not differ[10] and differ[30]:
        remark = (
            f"003 does not say for which k: with k = 10 all {len(CONFUSION)} marks, with the 30 of Figure 1 not these"
        )
        return Finding(CONDITIONAL, differ[30], remark)
    return Finding(UNDECIDED, differ)


@claim("003/table-3/kendall-robust", "Table 3, third row", "Kendall's τ is Type I robust: a swap changes it by 0.00")
def kendall_robust() -> Finding:
    found = look("Kendall tau", n=2, only=["robustness-1"])["robustness-1"]
    half = look("NDPM", n=2, only=["robustness-1"])["robustness-1"]
    if half and not found:
        return Finding(CONDITIONAL, found.witness, "0.009 rounds to 0.01; half of it, as for (1 − τ)/2, rounds to 0.00")
    return Finding(CONFIRMED if found else UNDECIDED, found.why)


@claim("003/table-3/stability", "Table 3, seventh row", "which metrics are stable: m@k is within 1/k of m@(k − 1)")
def which_are_stable() -> Finding:
    marks = {name: printed(name, "stability").holds for name in PAPER}  # type: ignore[union-attr]
    found = {name: bool(look(name, n=2, only=["stability"])["stability"]) for name in PAPER}
    differ = [name for name in PAPER if found[name] != marks[name]]
    fixed = {count: fixed_relevant(count, Sample()) for count in (10, 30)}
    still = {count: [name for name in CONFUSION if told[name] != marks[name]] for count, told in fixed.items()}
    scaled = scaled_shares(Sample())
    robust = float(mean_change(metric("MSE"), Sample())[0].mean()) / 99**2 < 0.005
    if not differ or min(scaled.values()) < 0.975 or not robust or not all(still.values()):
        return Finding(UNDECIDED, differ)
    remark = (
        f"not with k relevant and k retrieved items and positions 1..n: these {len(differ)} marks differ. With 10 "
        f"relevant items fixed, as precision@k is used, {len(still[10])} of the 19 of the confusion matrix still do "
        f"({', '.join(still[10])}), with 30 fixed {len(still[30])}. With positions scaled to 0..1 "
        + ", ".join(f"{name} is below 1/k in {share:.2%}" for name, share in scaled.items())
        + " of the steps, but then MSE would be Type I robust, which Table 3 denies"
    )
    return Finding(UNDECIDED, differ, f"no reading was found that gives the row: {remark}")


@claim("003/definition-1/reversed", "Definition 1", "the first line of (1) makes −m2 non-consistent with m1 if m2 is")
def reversed_metric() -> Finding:
    tau, ndpm = metric("Kendall tau"), metric("NDPM")
    turned = own_metric(lambda s, t: -ndpm.exact(s, t), name="−NDPM")
    found, back = consistency(tau, ndpm, n=4), consistency(tau, turned, n=4)
    witness = s, m, v = (1, 3, 2), (2, 1, 3), (1, 2, 3)
    start = (1, 2, 3)
    tied = tau.exact(start, s) == tau.exact(start, m) and ndpm.exact(start, s) == ndpm.exact(start, m)
    if found.holds is False and back.holds and tied:
        remark = (
            "τ and NDPM = (1 − τ)/2 are non-consistent, τ and −NDPM consistent: σ and μ have equal τ and equal NDPM, "
            "which meets the first line for both, as μ = σ does whatever the metrics"
        )
        again = "the inequalities of the witness in floats" if _breaks(tau, ndpm, s, v) else ""
        return Finding(REFUTED if again else UNDECIDED, witness, remark, again)
    return Finding(UNDECIDED)


def _breaks(one: RankingMetric, two: RankingMetric, s: tuple[int, ...], v: tuple[int, ...]) -> bool:
    """m1(σ) ≤ m1(ν) and m2(σ) > m2(ν), in floats from the formulas."""
    start = tuple(range(1, len(s) + 1))
    return bool(one.score(start, s) <= one.score(start, v) and two.score(start, s) > two.score(start, v))


@claim("003/definition-1/symmetric", "§4.1", "the agreement ratio does not depend on which metric comes first")
def consistency_is_symmetric() -> Finding:
    one, other = consistency("Spearman rho", "Kendall tau", n=4), consistency("Kendall tau", "Spearman rho", n=4)
    if one.holds and other.holds is False:
        remark = "a tie in the first metric counts, one in the second does not; with signs of differences both do"
        return Finding(CONDITIONAL, other.witness, remark)
    return Finding(UNDECIDED)


@claim("003/4.1/most", "§4.1", "most pairs of the 33 metrics are non-consistent")
def most_pairs() -> Finding:
    turned = {name: own_metric(_negated(name), name=f"−{name}") for name in PAPER}
    broken = {
        (a, b)
        for a, b in permutations(PAPER, 2)
        if consistency(a, b, n=4).holds is False and consistency(a, turned[b], n=4).holds is False
    }
    pairs = [(a, b) for a, b in combinations(PAPER, 2) if {(a, b), (b, a)} <= broken]
    share = len(pairs) / (len(PAPER) * (len(PAPER) - 1) / 2)
    remark = f"{share:.0%}, whichever comes first and also with one turned round, n = 4"
    return Finding(CONFIRMED if share > 0.5 else UNDECIDED, len(pairs), remark)


def _negated(name: str) -> Callable[..., Any]:
    one = metric(name)
    return (lambda s: -one.exact(s)) if one.inputs == 1 else (lambda s, t: -one.exact(s, t))


@claim(
    "003/4.1/groups", "§4.1, Figure 1", "metrics of one theoretical group agree more with each other than with others"
)
def groups_agree() -> Finding:
    odd = {}
    for oriented in (False, True):
        found = agreement(n=6, oriented=oriented)
        group = {name: one.group for name, one in PAPER.items()}
        means: dict[tuple[Group, bool], list[float]] = {}
        for a, b in permutations(PAPER, 2):
            means.setdefault((group[a], group[a] is group[b]), []).append(float(found[a, b].ratio))
        odd[oriented] = [str(g) for g in dict.fromkeys(group.values()) if mean(means[g, True]) <= mean(means[g, False])]
    if odd == {False: ["correlation"], True: []}:
        return Finding(
            CONDITIONAL, odd[False], "where larger always means more alike; as they stand NDPM runs against τ"
        )
    return Finding(UNDECIDED, odd)


@claim("003/6/only", "§6", "only τ and ρ have automatically m(σ, σ) = m_max for all n, and a lower bound")
def only_two_interpretable() -> Finding:
    needs = ("maximal-agreement", "minimal-agreement", "constant-maximum")
    assert set(needs) < set(MEANINGS)
    found = [name for name in PAPER if all(look(name, n=6, only=needs).verdicts.values())]
    others = [name for name in found if name not in ("Kendall tau", "Spearman rho", "nDCG", "MRR")]
    ones = {metric("recall").exact(range(1, n + 1), range(1, n + 1), k=1) for n in range(2, 20)}
    if {"Kendall tau", "Spearman rho", "recall"} < set(found) and ones == {1}:
        remark = (
            'if "automatically" leaves out what is divided by a number of items: recall(σ, σ) = 1 for all n, and no '
            "recall is larger or below 0, so for these; but they are shares, as τ and ρ are. nDCG is normalised, and "
            "MRR is only for a fixed k"
        )
        return Finding(CONDITIONAL, others, remark)
    return Finding(CONFIRMED if found == ["Kendall tau", "Spearman rho"] else UNDECIDED, found)


@claim("003/6/kendall", "§6", "τ(σ, σ) = 1 and −1 ≤ τ ≤ 1")
def kendall_bounds() -> Finding:
    found = look("Kendall tau", n=7, only=["maximal-agreement", "minimal-agreement", "constant-maximum"])
    tau = metric("Kendall tau")
    lowest = {min(tau.exact(range(1, n + 1), other) for other in permutations(range(1, n + 1))) for n in range(2, 8)}
    good = lowest == {-1} and all(found.verdicts.values()) and tau.exact((1, 2), (1, 2)) == 1
    return Finding(CONFIRMED if good else REFUTED, 7, "to n = 7 by looking")


CONTENTS["003"] = (
    Item("Table 1", "33 metrics in three groups", why="a list; all are in intervale.rankings"),
    Item("§4", "rankings as permutations, swaps, the first k", why="definitions; the first k are read in two ways"),
    Item("Definition 1", "consistent metrics", ("003/definition-1/reversed", "003/4.1/most")),
    Item("Definition 2", "the agreement ratio", ("003/definition-1/symmetric",)),
    Item("Figure 1", "agreement ratios of all pairs, by group", ("003/4.1/groups",)),
    Item("Table 2", "rankings that metrics cannot tell apart", ("003/table-2",)),
    Item("Definition 3, Proposition 5.1", "identity of indiscernibles", ("003/proposition-5.1", "003/5.1/table-3")),
    Item("Table 3, symmetry", "Definition 4", ("003/table-3/symmetry",)),
    Item("Table 3, rob I", "Definition 5", ("003/table-3/robustness-1", "003/table-3/kendall-robust")),
    Item("Definition 6, Proposition 5.2", "Type II robustness", ("003/proposition-5.2",)),
    Item(
        "Definitions 7 and 8, Lemma 5.3", "sensitivity, swaps", ("003/lemma-5.3", "003/5.4/others", "003/5.4/prevents")
    ),
    Item("Table 3, stability", "Definition 9", ("003/table-3/stability",)),
    Item("Definition 10, Table 3, distance", "distances", ("003/5.6/kendall", "003/5.6/table-3")),
    Item("Proposition 5.4", "induced distances", ("003/proposition-5.4",)),
    Item("Definition 11, §6", "maximal and minimal agreement", ("003/6/kendall", "003/6/only")),
    Item("Table 4", "properties by domain", why="advice; intervale rankings select --domain follows it"),
)
