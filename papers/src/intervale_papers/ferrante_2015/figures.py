"""Claims of §6, Figures 1 and 2: the index over run lengths, and the experiment with RBP."""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise

import numpy as np

import intervale as iv
from intervale.scales import balancing_curve, balancing_experiment
from intervale_papers.ferrante_2015.spaces import Array
from intervale_papers.findings import holds, under
from intervale_papers.printed import printed_table
from intervale_papers.register import Finding, Kind, claim
from intervale_papers.wording import cases, listed

LENGTHS = (1, 2, 3, 5, 10, 20, 50, 100, 200, 500, 1000)
LONG = LENGTHS[4:]
DEPTH, TRIALS, TOPICS = 50, 200, 50
"""RBP with p = 0.8 has all but 0.8^50, about 10⁻⁵, of its weight on the first 50 ranks."""


def _printed_index(text: str) -> int:
    """The index that the text gives for a measure in Figure 1(a)."""
    return next(int(row["index"]) for row in printed_table("ferrante-2015/figure-1a") if row["measure"] == text)


@claim(
    "002/6/figure-1a",
    "§6, Figure 1(a), RBP",
    "RBP has index 8 for p = 0.8 at all lengths above 20, and almost 60 for p = 0.95",
)
def figure_1a() -> Finding:
    saturated = {iv.balancing_index("RBP(p=0.8)", length=n) for n in (*range(21, 101), 1000)}
    before, deep = iv.balancing_index("RBP(p=0.8)", length=20), iv.balancing_index("RBP(p=0.95)", length=1000)
    right = saturated == {_printed_index("RBP(p=0.8)")} and deep == _printed_index("RBP(p=0.95)") - 1
    witness = (
        f"p = 0.8: {listed(saturated)} for n = 21 to 100 and 1000, {before} at n = 20; p = 0.95: {deep} at n = 1000"
    )
    return holds(right and before not in saturated, witness)


@claim(
    "002/6/figure-1a-ERR",
    "§6, Figure 1(a), ERR is the most top-heavy",
    "ERR has index 1 at every length, so that relevant documents from rank 2 to the end do not make up for the first",
)
def figure_1a_err() -> Finding:
    exact = iv.parse_measure("ERR").exact
    below = all(exact((0, *(1,) * n), grades=1) < exact((1, *(0,) * n), grades=1) for n in range(1, 60))
    binary = {iv.balancing_index("ERR", length=n) for n in LENGTHS} == {_printed_index("ERR")}
    graded = {iv.balancing_index("ERR", length=n, grades=2) for n in LENGTHS} == {None}
    small = balancing_curve("ERR(max_rel=4)", LENGTHS)
    witness = (
        f"with chance 1/2, 1 at {cases(len(LENGTHS), 'length')} to 1000; with chance 1/16, {listed(small)} at "
        f"{listed(LENGTHS)}"
    )
    condition = (
        "with binary relevance and a relevant document that ends the search half of the time; with three degrees "
        "and the chances 1/4 and 3/4 there is no index, and with small chances it is larger"
    )
    return under(below and binary and graded and max(b or 0 for b in small) > 1, witness, condition)


@claim(
    "002/6/figure-1a-AP",
    "§6, Figure 1(a), B(n) → n for AP and nDCG",
    "for AP and nDCG the index tends to n",
)
def figure_1a_ap() -> Finding:
    curves = {text: balancing_curve(text, LONG) for text in ("AP", "nDCG(base=2)", "nDCG(base=10)")}
    gaps = {text: [n - (b or 0) for n, b in zip(LONG, curve, strict=True)] for text, curve in curves.items()}
    grow = all(low <= high for found in gaps.values() for low, high in pairwise(found))
    near = all(found[-1] / LONG[-1] < 0.05 for found in gaps.values())
    root = abs(gaps["AP"][-1] / (2 * LONG[-1]) ** 0.5 - 1) < 0.1
    told = "; ".join(f"{text} {gaps[text][0]} and {gaps[text][-1]}" for text in gaps)
    condition = (
        "as a share of n, B(n)/n → 1, which is what lies close to the bisector in the picture; the distance n − "
        "B(n) itself grows without end, for AP as √(2n) and for nDCG as the logarithm of n"
    )
    return under(grow and near and root, f"n − B(n) at n = {LONG[0]} and {LONG[-1]}: {told}", condition)


@claim(
    "002/6/figure-1a-between",
    "§6, Figure 1(a), RBP falls somehow in-between",
    "the index of RBP lies between those of ERR and of AP and nDCG",
)
def figure_1a_between() -> Finding:
    lengths = range(1, 81)
    low, average, dcg = (balancing_curve(text, lengths) for text in ("ERR", "AP", "nDCG(base=2)"))
    out: dict[str, list[int]] = {}
    for p in ("0.8", "0.95"):
        found = zip(lengths, low, balancing_curve(f"RBP(p={p})", lengths), average, dcg, strict=True)
        out[p] = [n for n, least, b, *most in found if not (least or 0) <= (b or 0) <= min(one or 0 for one in most)]
    last = max(n for beyond in out.values() for n in beyond)
    told = listed(f"{cases(len(beyond), 'length')}, at most {beyond[-1]}, for p = {p}" for p, beyond in out.items())
    condition = (
        f"for n > {last}, looked at to {lengths[-1]}, after which the index of RBP stays below 60 and those of AP "
        "and nDCG grow; on shorter runs RBP can be less top-heavy than AP or nDCG"
    )
    return under(0 < last < 70, f"not between at {told}", condition)


@claim(
    "002/6/figure-1a-p",
    "§6, Figure 1(a), as p increases, it tends to be less top-heavy",
    "the index of RBP grows with p",
)
def figure_1a_p() -> Finding:
    steps = [round(0.05 * k, 2) for k in range(2, 20)]
    curve = [iv.balancing_index(f"RBP(p={p})", length=1000) or 0 for p in steps]
    right = curve[0] < curve[-1] and all(low <= high for low, high in pairwise(curve))
    return holds(right, f"n = 1000, p = {steps[0]} to {steps[-1]} by 0.05: {listed(curve)}")


# ---------------------------------------------------------------- the experiment


def _segments() -> list[tuple[int, int]]:
    """The percentages of relevant documents of the two systems: down to rnk, from there to rank 20, and below."""
    return [(int(row["r"]), int(row["s"])) for row in printed_table("ferrante-2015/figure-2")]


@claim(
    "002/6/more-than-twice",
    "§6, when rnk = 0, r_t contains more than twice relevant documents in the top ranks than s_t",
    "with rnk = 0 the first system has more than twice as many relevant documents in the top 20 ranks as the "
    "second, and much less below",
)
def more_than_twice() -> Finding:
    _, (first, second), (below_first, below_second) = _segments()
    top, below = (
        [20 * share // 100 for share in (first, second)],
        [980 * share // 100 for share in (below_first, below_second)],
    )
    witness = f"{top[0]} and {top[1]} in the top 20 ranks, {below[0]} and {below[1]} in the 980 below"
    return holds(top[0] > 2 * top[1] and 2 * below[0] < below[1], witness, kind=Kind.TABLES)


@lru_cache(maxsize=1)
def _drawn() -> tuple[float, ...]:
    """How often the two systems differ for rnk = 0, …, 20, each document relevant by a chance of its own."""
    return balancing_experiment("RBP(p=0.8)", trials=TRIALS, topics=TOPICS, length=DEPTH)["RBP(p=0.8)"]


@lru_cache(maxsize=1)
def _dealt() -> tuple[float, ...]:
    """The same with the named share of each segment exactly relevant, to the nearest document, in any order."""
    from scipy.special import stdtrit

    random, found = np.random.default_rng(0), []
    for rnk in range(21):
        many = (rnk, 20 - rnk, DEPTH - 20)
        first, second = (_scores(many, [pair[system] / 100 for pair in _segments()], random) for system in (0, 1))
        apart = first - second
        t = np.abs(apart.mean(axis=1)) / (apart.std(axis=1, ddof=1) / TOPICS**0.5)
        found.append(float((t > stdtrit(TOPICS - 1, 0.975)).mean()))
    return tuple(found)


def _scores(many: tuple[int, ...], shares: list[float], random: np.random.Generator) -> Array:
    """RBP of trials × topics runs, made of segments: how many ranks, and which share of them is relevant."""
    parts = zip(many, shares, strict=True)
    rows = [np.tile(np.arange(ranks) < round(share * ranks), (TRIALS * TOPICS, 1)) for ranks, share in parts]
    runs = np.concatenate([random.permuted(one, axis=1) for one in rows], axis=1).astype(np.int8)
    return iv.parse_measure("RBP(p=0.8)").score(runs, grades=1).reshape(TRIALS, TOPICS)


def _percent(shares: tuple[float, ...], ranks: tuple[int, ...]) -> str:
    return f"{listed(f'{shares[rnk]:.0%}' for rnk in ranks)} for rnk = {listed(ranks)}"


@claim(
    "002/6/figure-1b-before",
    "§6, Figure 1(b), as far as rnk grows up the balancing index b = 8",
    "while the equal top is no longer than the index, 8, the two systems almost always differ significantly",
)
def figure_1b_before() -> Finding:
    exact, drawn = _dealt(), _drawn()
    right = min(exact[:8]) > 0.95 and exact[8] > 0.75 and min(drawn[:6]) > 0.95 and 0.4 < drawn[8] < 0.65
    witness = (
        f"exact shares: {_percent(exact, (5, 7, 8))}; each document drawn: {_percent(drawn, (5, 7, 8))}; {TRIALS} "
        "trials"
    )
    condition = (
        "where each segment has exactly the named share of relevant documents; where each document is drawn by "
        "itself it is so to rnk = 5, and at 8 about one time in two; which was done is not said"
    )
    return under(right, witness, condition)


@claim(
    "002/6/figure-1b-after",
    "§6, Figure 1(b), as soon as rnk passes the balancing index",
    "beyond rnk = 8 the chance of a significant difference gets lower and lower",
)
def figure_1b_after() -> Finding:
    ranks = (8, 10, 12, 15)
    falls = all(shares[low] > shares[high] for shares in (_drawn(), _dealt()) for low, high in pairwise(ranks))
    uneven = [rnk + 1 for rnk in range(8, 13) if _dealt()[rnk] < _dealt()[rnk + 1]]
    remark = f"with exact shares, rounded to whole documents, single steps rise, to rnk = {listed(uneven)}"
    drawn, exact = _percent(_drawn(), ranks), listed(f"{_dealt()[rnk]:.0%}" for rnk in ranks)
    return holds(
        falls, f"each document drawn: {drawn}; exact shares: {exact}; {TRIALS} trials, first {DEPTH} ranks", remark
    )


@claim(
    "002/6/figure-1b-tail",
    "§6, Figure 1(b), completely ignoring the long tail",
    "with equal tops of 20 ranks the systems are found different hardly more often than by chance, 5%",
)
def figure_1b_tail() -> Finding:
    drawn, exact = _drawn()[20], _dealt()[20]
    witness = f"each document drawn: {drawn:.1%}; exact shares: {exact:.1%}; {TRIALS} trials, first {DEPTH} ranks"
    return holds(max(drawn, exact) <= 0.12, witness, "10% and 70% are relevant from rank 21 on")
