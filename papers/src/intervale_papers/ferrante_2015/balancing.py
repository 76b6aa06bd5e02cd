"""Claims of 002 §6: the balancing index, its formulas, and the algorithm."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import pairwise, product
from math import log

import intervale as iv
from intervale_papers.ferrante_2015.findings import SPACES, Run, argued, held, only_if, replaced, runs_of, swapped
from intervale_papers.register import Finding, claim

MEASURES = ("P", "gP", "RR", "AP", "RBP(p=0.5)", "RBP(p=0.8)", "nDCG(base=2)", "nDCG(base=10)", "ERR")
Formula = Callable[[int], int | None]


def _top(length: int, grades: int = 1) -> Run:
    """One document of the highest grade, first."""
    return (grades, *(0,) * (length - 1))


def _tail(length: int, b: int) -> Run:
    """Documents of the lowest grade above 0 from rank b on."""
    return (*(0,) * (b - 1), *(1,) * (length - b + 1))


def _off(text: str, printed: Formula, lengths: range, grades: int = 1) -> list[tuple[int, int | None, int | None]]:
    """Where a printed formula does not give the balancing index: length, index, formula."""
    found = [(n, iv.balancing_index(text, length=n, grades=grades), printed(n)) for n in lengths]
    return [(n, index, formula) for n, index, formula in found if index != formula]


# ---------------------------------------------------------------- what it means


@claim(
    "002/6/chain",
    "§6, In the above example, we have that",
    "a Swap and Replacements lead from (3,0,0,0,0) over (0,0,0,0,1) to (0,1,1,1,1), which is not comparable to it",
)
def chain() -> Finding:
    top, order = (3, 0, 0, 0, 0), iv.order("rank-swap")
    down = top in swapped((0, 0, 0, 0, 3), 3) and (0, 0, 0, 0, 3) in replaced((0, 0, 0, 0, 1), 3)
    tails = [_tail(5, b) for b in (5, 4, 3, 2)]
    up = all(high in replaced(low, 3) for low, high in pairwise(tails))
    apart = [tail for tail in tails if not order.comparable(top, tail)]
    return held(not (down and up and apart == tails[1:]), apart, "(0,0,0,0,1) is comparable to it; these are not")


@claim(
    "002/6/listed",
    "§6, As an example, four relevance degrees and runs of length 5",
    "the index looks for what balances (3,0,0,0,0) among (0,0,0,0,1), (0,0,0,1,1), (0,0,1,1,1) and (0,1,1,1,1)",
)
def listed() -> Finding:
    index = {text: iv.balancing_index(text, length=5, grades=3) for text in MEASURES}
    dcg = iv.parse_measure("DCG(base=2)")
    top, two, one = (dcg.exact(run, grades=3) for run in (_top(5, 3), _tail(5, 2), _tail(5, 1)))
    right = index["nDCG(base=2)"] == 1 and two < top <= one and index["AP"] in range(2, 6)
    remark = (
        "where the index is 2 or more; b = 1, with (1,1,1,1,1), belongs to the definition and is the index of others"
    )
    return only_if(right, index, remark)


@claim(
    "002/6/index-n",
    "§6, a measurement with B(n) → n",
    "with index n a measurement is like a set-based one of binary relevance",
)
def index_n() -> Finding:
    for text, (length, grades) in product(MEASURES, SPACES):
        ones = [run for run in runs_of(length, grades) if sum(1 for grade in run if grade) == 1]
        one_value = len({iv.parse_measure(text).exact(run, grades=grades) for run in ones}) == 1
        if (iv.balancing_index(text, length=length, grades=grades) == length) != one_value:
            return only_if(False, (text, length, grades), "a space differs")
    pair = _pair()
    right = pair.exact((1, 1, 0), grades=1) > pair.exact((0, 1, 1), grades=1)
    right &= bool(iv.scale(pair, length=3, order="rank-swap")["rank-swap"].isotone)
    remark = (
        "for runs with one relevant document, which then all have one value by eq. (1), and only then; "
        "relevant documents plus 1 where the first two are has index n, too, and looks at ranks"
    )
    return only_if(right and iv.balancing_index(pair, length=3) == 3, ((1, 1, 0), (0, 1, 1)), remark)


def _pair() -> iv.Measure:
    """The sum of the grades, and the product of the first two."""
    made: iv.Measure = iv.measure(exact=lambda run: sum(run) + run[0] * run[1])(
        lambda grades: grades.sum(-1) + grades[..., 0] * grades[..., 1]
    )
    return made


@claim(
    "002/6/index-1",
    "§6, On the contrary, a measurement with B(n) → 1",
    "with index 1 a measurement is not sensitive to more relevant documents after one at the top",
)
def index_1() -> Finding:
    lengths = range(2, 21)
    ones = [text for text in MEASURES if all(iv.balancing_index(text, length=n) == 1 for n in lengths)]
    grow = [
        text
        for text in ones
        if iv.parse_measure(text).exact((1, 1), grades=1) > iv.parse_measure(text).exact((1, 0), grades=1)
    ]
    remark = (
        "RR is not; RBP with p = 0.5 and ERR have index 1 and rise with each: they only never make up for the first"
    )
    return only_if(ones == ["RR", *grow] and "ERR" in grow, {"index 1": ones, "rise": grow}, remark)


@claim(
    "002/6/no-collection",
    "§6, it is not an empirical indicator",
    "the index of a measure that divides by the recall base does not depend on it",
)
def no_collection() -> Finding:
    index = [iv.balancing_index("AP", length=n) for n in range(1, 21)]
    wrong = [base for base in (1, 3, 50) if [iv.balancing_index(_over(base), length=n) for n in range(1, 21)] != index]
    return held(wrong, None, "AP to N = 20 with recall bases 1, 3 and 50")


def _over(base: int) -> iv.Measure:
    """AP with a recall base, as a measure of its own."""
    average = iv.parse_measure("AP")
    made: iv.Measure = iv.measure(exact=lambda run: average.exact(run, grades=1) * Fraction(1, base))(
        lambda grades: average.score(grades, grades=1) / base
    )
    return made


# ---------------------------------------------------------------- formulas


@claim(
    "002/6/AP",
    "§6, AP",
    "for AP the balancing index is the largest b with Σ k/(k + b − 1) ≥ 1, k from 1 to n − b + 1",
)
def balance_ap() -> Finding:
    def printed(n: int) -> int | None:
        fits = [b for b in range(1, n + 1) if sum(Fraction(k, k + b - 1) for k in range(1, n - b + 2)) >= 1]
        return max(fits, default=None)

    off = {grades: wrong for grades in (1, 3) if (wrong := _off("AP", printed, range(1, 41), grades))}
    return held(off, None, "lengths 1 to 40; with more grades AP only asks whether a document is relevant")


@claim(
    "002/6/RBP",
    "§6, RBP, b ≥ log_p(1 − p + p^n) + 1",
    "for RBP it is the largest b with b ≥ log_p(1 − p + p^n) + 1",
)
def balance_rbp() -> Finding:
    def largest(p: Fraction, fits: Callable[[Fraction, Fraction], bool]) -> Formula:
        """b against log_p(x) + 1 is p^(b − 1) against x, the other way round, as p < 1."""
        return lambda n: max((b for b in range(1, n + 1) if fits(p ** (b - 1), 1 - p + p**n)), default=None)

    lengths, persistence = range(2, 41), (Fraction(1, 2), Fraction(4, 5), Fraction(19, 20))
    mended = not any(_off(f"RBP(p={float(p)})", largest(p, lambda power, x: power >= x), lengths) for p in persistence)
    off = _off("RBP(p=0.8)", largest(Fraction(4, 5), lambda power, x: power <= x), lengths)
    bound = log(1 - 0.8 + 0.8**3, 0.8) + 1  # 2.52 for n = 3, so that b = 3, 4, … all fit
    index = iv.balancing_index("RBP(p=0.8)", length=3, method="linear")
    remark = "with ≤ it is right; with ≥ every large b fits, and n where b ends at n; named: length, index, formula"
    again = "the logarithm for n = 3, log_0.8(0.712) + 1 = 2.52, below which 2 lies, which Algorithm 1 finds"
    return argued(mended and len(off) == len(lengths), index == 2 < bound < 3, off[:3], remark, again)


@claim(
    "002/6/ERR",
    "§6, ERR, the exponent k − 1",
    "for ERR it is the largest b with x_min Σ (1 − x_min)^(k − 1)/k ≥ x_max, k from b to n",
)
def balance_err() -> Finding:
    text, lengths = "ERR(max_rel=4)", range(1, 31)
    mended = not any(_off(text, _err_formula(grades, lambda k, b: k - b), lengths, grades) for grades in (1, 2))
    off = _off(text, _err_formula(1, lambda k, b: k - 1), lengths)
    top, tail = (iv.parse_measure(text).exact(run, grades=1) for run in ((1, 0, 0, 0), (0, 1, 1, 1)))
    second = tail >= top > tail * Fraction(15, 16)  # the exponent k − 1 has one factor 15/16 too many at b = 2
    remark = "the exponent should be k − b, as the ranks before b are not relevant; named: length, index, formula"
    again = "ERR of (1,0,0,0) and (0,1,1,1) where a relevant document ends 1 in 16 searches: the second is larger"
    return argued(mended and bool(off), second, off[:3], remark, again)


def _err_formula(grades: int, exponent: Callable[[int, int], int]) -> Formula:
    """The formula for ERR(max_rel=4), the exponent a function of k and b."""
    low, high = Fraction(1, 16), Fraction(2**grades - 1, 16)

    def total(n: int, b: int) -> Fraction:
        return low * sum((1 - low) ** exponent(k, b) / Fraction(k) for k in range(b, n + 1))

    return lambda n: max((b for b in range(1, n + 1) if total(n, b) >= high), default=None)


@claim("002/6/nDCG", "§6, nDCG", "for nDCG it is max(b1, b2), by whether b is beyond the base of the logarithm")
def balance_ndcg() -> Finding:
    cases = [(base, grades, "", grades) for base, grades in product((2, 3, 10), (1, 2, 3))]
    off: dict[tuple[int, int, int], tuple[int | None, int | None]] = {}
    for base, grades, gains, high in [*cases, (2, 2, ",gains={2:3}", 3)]:
        wrong = _off(f"nDCG(base={base}{gains})", _ndcg_formula(base, high), range(1, 26), grades)
        off |= {(base, high, n): (index, printed) for n, index, printed in wrong}
    remark = "for runs at least as long as the base; b2 counts ranks up to the base that shorter runs do not have"
    return only_if(bool(off) and all(n < base for base, _, n in off), {"base, q_max, n: index, formula": off}, remark)


def _ndcg_formula(base: int, high: int) -> Formula:
    """The formula for nDCG, q_min = 1, for lengths to 25; exact, so that ties are."""
    weight = [iv.parse_measure(f"DCG(base={base})").exact((*(0,) * rank, 1), grades=1) for rank in range(25)]

    def printed(n: int) -> int | None:
        far = [b for b in range(base + 1, n + 1) if sum(weight[b - 1 : n], Fraction(0)) >= high]
        rest = sum(weight[base:n], Fraction(0))
        near = [b for b in range(1, base + 1) if rest + (base - b + 1) >= high]
        return max([*far, *near], default=None)

    return printed


# ---------------------------------------------------------------- algorithm


@claim(
    "002/6/empty",
    "§6, Recall that max{∅} = −∞",
    "there may be no b at all that balances, and then no index",
)
def empty() -> Finding:
    none = [iv.balancing_index("ERR", length=n, grades=grades) for n in range(1, 60) for grades in (2, 3)]
    some = [iv.balancing_index("ERR", length=n) for n in range(1, 60)]
    return held(
        set(none) != {None} or None in some,
        "ERR, c = 2",
        "ERR with three or four grades has none, looked at to N = 59; binary it has one",
    )


def _looped(text: str, n: int, grades: int) -> tuple[int, int]:
    """Algorithm 1 as printed, stopped by us at b = 0: where it ended, after how many rounds."""
    measure = iv.parse_measure(text)
    target, b, rounds = measure.exact(_top(n, grades), grades=grades), n, 0
    while b >= 1 and target > measure.exact(_tail(n, b), grades=grades):
        b, rounds = b - 1, rounds + 1
    return b, rounds


@claim(
    "002/6/algorithm-1",
    "§6, Algorithm 1, while refValue > cmpValue",
    "the algorithm gives the index of a measurement for runs of a length",
)
def algorithm_1() -> Finding:
    ends = {(text, n, grades): _looped(text, n, grades)[0] for text, n, grades in product(MEASURES, (5, 10), (1, 2, 3))}
    same = all((iv.balancing_index(text, length=n, grades=c) or 0) == b for (text, n, c), b in ends.items())
    lost = [case for case, b in ends.items() if b == 0]
    x = 0.25  # c = 2: no run of documents of grade 1, however long, gets to x ln(1/x)/(1 − x) = 0.46
    most, top = x * log(1 / x) / (1 - x), iv.parse_measure("ERR").exact((2,), grades=2)
    first = same and ("ERR", 10, 2) in lost and not any(c == 1 for _, _, c in lost)
    remark = (
        "where there is one, as always for c = 1; else, as for ERR over grade 1, whose limit 0.46 is below the 3/4 of "
        "one document of grade 2, the values never balance, and b goes on below 1"
    )
    return only_if(first and most < 0.75 == top, ("ERR", "N = 10", "c = 2"), remark)


@claim("002/6/iterations", "§6, The complexity of the algorithm", "the algorithm takes at most n − 1 rounds, so O(n)")
def iterations() -> Finding:
    rounds = {(text, n): _looped(text, n, 1)[1] for text, n in product(MEASURES, range(1, 21))}
    most = {text: max(rounds[text, n] - (n - 1) for n in range(1, 21)) for text in MEASURES}
    beyond = _looped("ERR", 10, 2)
    remark = "where there is an index; each round scores a run of n documents, which is no constant number of steps"
    return only_if(max(most.values()) == 0 and beyond == (0, 10), ("ERR", "N = 10", "c = 2", beyond), remark)
