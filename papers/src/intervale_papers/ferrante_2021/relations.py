"""Claims about how two measures relate on the runs of one topic: one scale, one order, or two (§IV-B, §IV-C, §VIII)."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import combinations

import intervale as iv
from intervale.orders import OwnOrder
from intervale_papers.ferrante_2021.judged import evaluated
from intervale_papers.ferrante_2021.printed import LENGTHS
from intervale_papers.ferrante_2021.spacing import SEVEN, Run, comparable, equally_spaced_at
from intervale_papers.findings import holds, under, wrong
from intervale_papers.register import Erratum, Finding, Kind, claim
from intervale_papers.wording import cases, listed, worded

STRICT = ("AP", "RBP(p=0.3)", "RBP(p=0.5)", "RBP(p=0.8)")
"""The measures of Figure 3 that tell comparable runs apart."""


@cache
def _related() -> dict[tuple[str, str], iv.Relation]:
    """How each two measures of Figure 3 relate on the runs of length 4, and where these are comparable."""
    return {pair: iv.relate(*pair, length=4) for pair in combinations(SEVEN, 2)}


def _split() -> dict[tuple[Run, Run], bool]:
    """For each two runs of length 4, whether two measures of Figure 3 order them contrarily."""
    scales = [iv.interval_scale(measure, length=4) for measure in SEVEN]
    ranks = {run: [scale.rank_of(run) for scale in scales] for run in iv.RunSpace(4)}
    return {
        (a, b): any(x < y for x, y in zip(ranks[a], ranks[b], strict=True))
        and any(x > y for x, y in zip(ranks[a], ranks[b], strict=True))
        for a, b in combinations(ranks, 2)
    }


def _tied(measure: str, pairs: list[tuple[Run, Run]]) -> list[tuple[Run, Run]]:
    """The pairs of runs of length 4 that have the same value."""
    scale = iv.interval_scale(measure, length=4)
    return [(a, b) for a, b in pairs if scale.rank_of(a) == scale.rank_of(b)]


# ---------------------------------------------------------------- comparable runs


@claim(
    "004/4.2/agree",
    "§IV-B, Figures 2 and 3",
    "the measures of Figure 3 agree on two runs where these are comparable, and only there",
)
def agree() -> Finding:
    split = _split()
    compared = [pair for pair in split if comparable(*pair)]
    alike = [relation.comparable.discordant == 0 for relation in _related().values() if relation.comparable]
    ties = {measure: _tied(measure, compared) for measure in SEVEN}
    strict = tuple(measure for measure, some in ties.items() if not some)
    agreed = {pair for pair, relation in _related().items() if relation.agree}
    return under(
        all(split[pair] != comparable(*pair) for pair in split)
        and alike == [True] * 21
        and strict == STRICT
        and agreed == set(combinations(STRICT, 2)),
        f"no two measures order one of the {len(compared)} comparable pairs of runs of length 4 contrarily; with each "
        f"of the other {len(split) - len(compared)} some two do",
        f"ties apart: P ties {listed(ties['P'][0])}, RR {listed(ties['RR'][0])}, DCG with base 2 "
        f"{listed(ties['DCG(base=2)'][0])}, which others order; AP and RBP order all comparable runs strictly, and "
        "alike",
    )


@claim(
    "004/4.2/named-runs",
    "§IV-B, after Figure 2, 'therefore, all IR measures agree on these runs'",
    "all measures order (1, 1, 0, 1), (1, 1, 0, 0) and (1, 0, 1, 1) below (1, 1, 1, 0) in the same way, and disagree "
    "on (1, 1, 0, 0) with (1, 0, 1, 1) and with (0, 1, 1, 1)",
)
def named_runs() -> Finding:
    top, two = (1, 1, 1, 0), (1, 1, 0, 0)
    below, apart = ((1, 1, 0, 1), two, (1, 0, 1, 1)), ((1, 0, 1, 1), (0, 1, 1, 1))
    named = OwnOrder("named", leq=lambda r, s: r == s or (r in below and s == top))
    other = OwnOrder("other", leq=lambda r, s: r == s or (r == two and s in apart))
    ties = {measure: [run for run, _ in _tied(measure, [(run, top) for run in below])] for measure in SEVEN}
    contrary = iv.relate("P", "RBP(p=0.3)", length=4, order=other).comparable
    counted = [iv.relate(*pair, length=4, order=named).comparable for pair in combinations(SEVEN, 2)]
    values = [[iv.interval_scale(m, length=4).value_of(run) for run in (two, *apart)] for m in ("P", "RBP(p=0.3)")]
    return under(
        all(one is not None and one.discordant == 0 and one.pairs == 3 for one in counted)
        and {m for m in SEVEN if ties[m]} == {"P", "RR"}
        and contrary is not None
        and contrary.discordant == 2,
        f"P is {listed(values[0])} for (1, 1, 0, 0), (1, 0, 1, 1) and (0, 1, 1, 1), RBP with p = 0.3 is "
        f"{listed(float(x) for x in values[1])}",
        f"ties apart: P ties {listed(ties['P'])} with (1, 1, 1, 0), RR all {len(ties['RR'])}; no two of the seven "
        "measures of Figure 3 order one of them contrarily",
    )


@claim(
    "004/4.2/agree-chains",
    "§IV-B, on Figure 3, 'the common comparable runs'",
    "the common comparable runs, on which alone all measures agree, are the lowest three and the highest three",
)
def agree_chains() -> Finding:
    runs = list(iv.RunSpace(4))
    with_all = {run for run in runs if all(comparable(run, other) for other in runs)}
    lowest, highest = ((0, 0, 0, 0), (0, 0, 0, 1), (0, 0, 1, 0)), ((1, 1, 0, 1), (1, 1, 1, 0), (1, 1, 1, 1))
    chains = {*lowest, *highest}
    outside = [pair for pair, apart in _split().items() if not apart and not set(pair) & chains]
    along = OwnOrder("two chains", leq=lambda r, s: r <= s and ({r, s} <= {*lowest} or {r, s} <= {*highest} or r == s))
    counted = {pair: iv.relate(*pair, length=4, order=along).comparable for pair in combinations(SEVEN, 2)}
    one_way = all(one is not None and one.discordant == 0 and one.pairs == 6 for one in counted.values())
    tied = {m for m in SEVEN if _tied(m, [*combinations(lowest, 2), *combinations(highest, 2)])}
    return under(
        with_all == chains and outside and one_way and tied == {"P", "RR"},
        f"the measures also agree on {cases(len(outside), 'pair')} outside of these six runs, such as "
        f"{listed(outside[0])}",
        "if common means comparable with each of the 16 runs, and ties apart: P ties (0, 0, 0, 1) and (0, 0, 1, 0), "
        "and (1, 1, 0, 1) and (1, 1, 1, 0); RR ties the highest three",
    )


# ---------------------------------------------------------------- Kendall's tau


@claim("004/4.2/tau-comparable", "§IV-B, on Kendall's tau", "on comparable runs the tau of two measures is 1")
def tau_comparable() -> Finding:
    chain = [(0, 0, 0, 0), (0, 0, 0, 1), (0, 0, 1, 0), (0, 0, 1, 1), (0, 1, 0, 1), (0, 1, 1, 0), (0, 1, 1, 1)]
    runs = {str(n): [run] for n, run in enumerate(chain)}
    strict, tied = iv.correlate(evaluated(runs, ["AP@4", "RBP(p=0.8)@4", "P@4", "RR@4"], [4])).pairs[::5]
    ordered = all(iv.order("rank-swap").leq(a, b) for a, b in combinations(chain, 2))
    taus = {pair: relation.comparable.tau for pair, relation in _related().items() if relation.comparable}
    ones = {pair for pair, tau in taus.items() if tau == 1}
    deep = iv.relate("AP", "RBP(p=0.8)", length=30).agree
    return under(
        ordered
        and strict.overall == 1
        and tied.overall < 1
        and ones == {*combinations(STRICT, 2)}
        and deep.holds
        and deep.proven,
        f"on a chain of seven runs from (0, 0, 0, 0) to (0, 1, 1, 1) AP and RBP(p=0.8) have 1, P and RR "
        f"{tied.overall:.4f}; over all comparable pairs at N = 4 P and RR have {taus['P', 'RR']:.4f}",
        f"for measures that tell comparable runs apart: of the {len(taus)} pairs of measures of Figure 3 the "
        f"{len(ones)} of AP and RBP have 1; P, RR and DCG with base 2 tie some runs that others do not",
    )


@claim(
    "004/4.2/tau-incomparable",
    "§IV-B, on Kendall's tau",
    "on runs that are not comparable the tau of two measures is less than 1, as all order them differently",
    erratum=Erratum(
        "is less than 1, since all of them order these runs differently",
        "can be less than 1, since measures may order these runs differently",
        "nothing else; §VIII-A1 and §VIII-B1 use that RBP with p = 0.3 and 0.5 order all runs alike",
    ),
)
def tau_incomparable() -> Finding:
    low, half = (iv.interval_scale(f"RBP(p={p})", length=4) for p in ("0.3", "0.5"))
    apart = [(a, b) for a, b in combinations(iv.RunSpace(4), 2) if not comparable(a, b)]
    alike = [pair for pair in apart if _sign(low, pair) == _sign(half, pair) != 0]
    lengths = [iv.relate("RBP(p=0.3)", "RBP(p=0.5)", length=n) for n in (*range(4, 11), 30)]
    return wrong(
        Kind.FALSE,
        apart and alike == apart,
        f"RBP with p = 0.3 and with 0.5 order all {len(apart)} pairs of runs of length 4 that are not comparable alike",
        "two measures may agree on runs that are not comparable, on all of them even; only that not all measures do is "
        "right",
        second=all(one.relation == "same order" and one.same_order.proven for one in lengths),
        again="the theorem that both follow the total order of strong top-heaviness, at N = 4 to 10 and 30",
    )


def _sign(scale: iv.IntervalScale, pair: tuple[Run, Run]) -> int:
    a, b = (scale.rank_of(run) for run in pair)
    return int(a > b) - int(a < b)


# ---------------------------------------------------------------- precision and recall


@claim("004/4.2/footnote-8", "§IV-B, footnote 8", "with N = RB = 4 precision and recall have the same scores")
def footnote_8() -> Finding:
    runs = {str(n): [run] for n, run in enumerate(iv.RunSpace(4))}
    table = evaluated(runs, ["P@4", "R@4"], [4])
    same = [run for run in runs if len(set(table.means(run).values())) == 1]
    found = iv.relate("P@4", "R@4")
    return holds(
        len(same) == len(runs) and found.relation == "same scale" and (found.alpha, found.beta) == (4, 0),
        cases(len(same), "run"),
        "R is N/RB times P on any topic",
    )


@claim(
    "004/4.3/affine",
    "§IV-C, 'an affine transformation of this interval scale' and 'as Celsius and Fahrenheit are'; §VIII-A2; §VIII-B2",
    "on one topic P and R are affine transformations of SBTO, and so of each other: one interval scale",
)
def affine() -> Finding:
    lengths = (*range(1, 11), 30, 100)
    found = {
        (one, two, n): iv.relate(one, two, length=n)
        for one, two in combinations(("SBTO", "P", "R"), 2)
        for n in lengths
    }
    right = all(one.relation == "same scale" and one.beta == 0 for one in found.values())
    factors = all(
        (found["SBTO", "P", n].alpha, found["SBTO", "R", n].alpha, found["P", "R", n].alpha) == (Fraction(1, n), 1, n)
        for n in lengths
    )
    spaced = all(equally_spaced_at("SBTO", n) for n in lengths[:10])
    return holds(
        right and factors and spaced,
        f"P = SBTO/N, R = SBTO/RB and R = N/RB · P at N = {listed(lengths)}",
        "SBTO is the number of relevant documents where grades are binary",
    )


# ---------------------------------------------------------------- measures of §VIII


@claim(
    "004/8.1/other-scale",
    "§VIII-A1, 'but different from the one of Precision'; §IV-B, 'different scales'",
    "RBP with p = 1/2 is an interval scale, and another one than P",
)
def other_scale() -> Finding:
    found = {n: iv.relate("P", "RBP(p=0.5)", length=n) for n in (*range(2, 11), *LENGTHS[2:])}
    apart = all(one.relation == "different orders" for one in found.values())
    spaced = all(equally_spaced_at(measure, n) for measure in ("P", "RBP(p=0.5)") for n in range(2, 11))
    low, high = found[3].never_opposite.witness or ((), ())
    values = [[iv.interval_scale(m, length=3).value_of(run) for run in (low, high)] for m in ("P", "RBP(p=0.5)")]
    return holds(
        apart and spaced and values[0][0] < values[0][1] and values[1][0] > values[1][1],
        f"{worded(low)} and {worded(high)} have {listed(values[0])} by P and {listed(values[1])} by RBP",
        "lengths 2 to 10, 20 and 30; on single documents RBP is half of P",
    )


@claim(
    "004/8.1/rbp-p03", "§VIII-A, B", "RBP with p = 0.3 and with p = 0.5 order runs alike and have the same ranked form"
)
def rbp_alike() -> Finding:
    seen = 0
    for length in range(1, 11):
        low, half = (iv.interval_scale(f"RBP(p={p})", length=length) for p in ("0.3", "0.5"))
        runs = list(iv.RunSpace(length))
        seen += len(runs)
        if low.ranks_of(runs) != half.ranks_of(runs):
            return holds(False, f"N = {length}")
    found = [iv.relate("RBP(p=0.3)", "RBP(p=0.5)", length=n) for n in (20, 30, 100)]
    return holds(
        all(one.relation == "same order" and one.same_order.proven for one in found),
        f"all {seen:,} runs of lengths 1 to 10",
        "at N = 20, 30 and 100, too, by theorem: both follow the total order of strong top-heaviness, and space it "
        "differently",
    )


@claim(
    "004/8.1/rbp-p08",
    "§VIII-A1, on RBP",
    "RBP with p = 0.8 orders runs otherwise than with p = 0.5, and is not equally spaced",
)
def rbp_other() -> Finding:
    differ = []
    for length in range(1, 11):
        deep, half = (iv.interval_scale(f"RBP(p={p})", length=length) for p in ("0.8", "0.5"))
        runs = list(iv.RunSpace(length))
        differ += [length] if deep.ranks_of(runs) != half.ranks_of(runs) else []
    found = {n: iv.relate("RBP(p=0.5)", "RBP(p=0.8)", length=n).relation for n in (1, 2, *range(3, 11), 20, 30)}
    uneven = [length for length in (5, 10) if not equally_spaced_at("RBP(p=0.8)", length)]
    low, high = (iv.interval_scale("RBP(p=0.8)@3").value_of(run) for run in ((1, 0, 0), (0, 1, 1)))
    return holds(
        differ == list(range(3, 11))
        and [n for n, relation in found.items() if relation == "different orders"] == [*range(3, 11), 20, 30]
        and uneven == [5, 10]
        and float(low) < float(high),
        f"(1, 0, 0) has {worded(low)}, (0, 1, 1) has {worded(high)}",
        "lengths 3 to 10, 20 and 30; with one or two documents the order is the same",
    )


@claim(
    "004/8.1/dcg-base",
    "§VIII-A1, on DCG with base 10",
    "DCG with base 10 counts relevant documents up to N = 10, the same interval scale as P, and not beyond",
)
def dcg_base() -> Finding:
    even = [length for length in range(1, 14) if equally_spaced_at("DCG(base=10)", length)]
    sizes = [iv.interval_scale("DCG(base=10)", length=length).size for length in (5, 10, 11)]
    found = {n: iv.relate("P", "DCG(base=10)", length=n) for n in range(1, 14)}
    same = [n for n, one in found.items() if one.relation == "same scale" and (one.alpha, one.beta) == (n, 0)]
    low, high = found[11].same_order.witness or ((), ())
    return holds(
        even == same == list(range(1, 11)) and sizes[:2] == [6, 11] and sizes[2] > 12,
        f"DCG is N times P down to N = 10; {listed(sizes)} values at N = 5, 10 and 11",
        "equally spaced at lengths 1 to 10, not at 11 to 13; at N = 11 a relevant document at rank "
        f"{low.index(1) + 1} counts less than one at rank {high.index(1) + 1}",
    )


@claim(
    "004/8.1/same-forms",
    "§VIII-A2, end; §VIII-C2, 'share the same interval scale'",
    "P and R, and DCG and nDCG, are mapped to the same ranked measure",
)
def same_forms() -> Finding:
    runs = {str(n): [run] for n, run in enumerate(iv.RunSpace(6))}
    twins = (("P@6", "R@6"), ("DCG(base=2)@6", "nDCG(base=2)@6"), ("DCG(base=10)@6", "nDCG(base=10)@6"))
    right = True
    for base in (6, 9):
        table = evaluated(runs, [name for pair in twins for name in pair], [base])
        for one, two in twins:
            by_one, by_two = ({run: round(table.mean(run, name), 12) for run in runs} for name in (one, two))
            right = right and _places(by_one) == _places(by_two)
    pairs = (("P", "R"), ("DCG(base=2)", "nDCG(base=2)"), ("DCG(base=10)", "nDCG(base=10)"))
    scales = {iv.relate(*pair, length=n).relation for pair in pairs for n in LENGTHS[:3]}
    return holds(
        right and scales == {"same scale"},
        f"{len(runs)} runs of length 6, recall bases 6 and 9: the same ranks",
        "on a topic each is the other times a constant, by theorem at N = 5, 10 and 20, too",
    )


def _places(scores: dict[str, float]) -> dict[str, int]:
    """The rank of each run among the different scores."""
    values = sorted(set(scores.values()))
    return {run: values.index(score) + 1 for run, score in scores.items()}
