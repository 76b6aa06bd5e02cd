"""Claims of 001 in the proof that binary runs are graded under swaps: the appendix, §5.2."""

from __future__ import annotations

from functools import cache
from itertools import combinations, product

import intervale as iv
from intervale_papers.ferrante_2019.findings import Run, decided, twice, value
from intervale_papers.register import Finding, claim

LENGTHS = range(1, 7)
Pair = tuple[Run, Run, list[int]]


@cache
def _pairs() -> list[Pair]:
    """All r ≺ s of up to six binary documents, with the ranks down to which s has more relevant ones."""
    found = []
    for length in LENGTHS:
        runs = list(iv.RunSpace(length))
        for r, s in product(runs, repeat=2):
            gaps = [sum(s[:k]) - sum(r[:k]) for k in range(1, length + 1)]
            if r != s and min(gaps) >= 0:
                found.append((r, s, [k for k, gap in enumerate(gaps, start=1) if gap]))
    return found


def _between(low: Run, run: Run, high: Run) -> bool:
    order = iv.order("rank-swap")
    return low != run != high and bool(order.leq(low, run)) and bool(order.leq(run, high))


@claim(
    "001/A5.2/one-rank",
    "appendix §5.2, 'If m = 1'",
    "where s has more down to one rank k only, it is r with ranks k and k + 1 exchanged, or with the last "
    "rank replaced, and covers it",
)
def one_rank() -> Finding:
    cases = 0
    for r, s, ranks in _pairs():
        if len(ranks) == 1:
            cases += 1
            k = ranks[0]
            made = (*r[: k - 1], 1, 0, *r[k + 1 :]) if k < len(r) else (*r[:-1], 1)
            if s != made or s not in iv.order("rank-swap").above(r):
                return decided((r, s))
    return decided(None, cases, "all pairs of up to 6 documents")


@claim(
    "001/A5.2/one-more",
    "appendix §5.2, 'and this is impossible since'",
    "where s is r with the last rank replaced, r has one relevant document more than s",
)
def one_more() -> Finding:
    r, s = (0, 0), (0, 1)
    turned = [pair for pair in _pairs() if pair[2] == [len(pair[0])] and sum(pair[0]) == 1 + sum(pair[1])]
    more = value("SBPO", s) - value("SBPO", r)
    remark = "it is s that has one more; the same equation stands the wrong way round in the points on û further down"
    return twice(not turned, more == 1, (r, s), remark, "the documents counted by SBPO")


@claim(
    "001/A5.2/apart",
    "appendix §5.2, 'In the first case, k₂ > k₁ + 1'",
    "where k₂ > k₁ + 1, s with ranks k₁ and k₁ + 1 exchanged back is between r and s",
)
def apart() -> Finding:
    cases = 0
    for r, s, ranks in _pairs():
        if len(ranks) > 1 and ranks[1] > ranks[0] + 1:
            cases, k = cases + 1, ranks[0]
            if (
                s[k - 1 : k + 1] != (1, 0)
                or r[k - 1 : k + 1] != (0, 1)
                or not _between(r, (*s[: k - 1], 0, 1, *s[k + 1 :]), s)
            ):
                return decided((r, s))
    return decided(None, cases, "all pairs of up to 6 documents")


@claim(
    "001/A5.2/tail",
    "appendix §5.2, 'since û[k] = r̂[k]'",
    "there, û and r have the same documents after rank k₂, so that one count is 1 more than the other",
)
def tail() -> Finding:
    r, s, u = (0, 1, 0, 1), (1, 0, 1, 0), (0, 1, 1, 0)
    made = [(*s[: ranks[0] - 1], 0, 1, *s[ranks[0] + 1 :]) for low, high, ranks in _pairs() if (low, high) == (r, s)]
    counts = [value("SBPO", run) for run in (r, u)]
    remark = "û was made from s, and has its documents there; r ≺ û is right, as r ⪯ s (the ranks are 1 and 3)"
    return twice(
        made == [u] and u[3:] != r[3:], counts[0] == counts[1], (r, u, s), remark, "the number of relevant documents"
    )


@claim(
    "001/A5.2/two-cases",
    "appendix §5.2, 'we can have two cases'",
    "then at the two ranks s has (1, 0) or (1, 1) and r has (0, 0)",
)
def two_cases() -> Finding:
    seen = {
        (s[k - 1 : k + 1], r[k - 1 : k + 1])
        for r, s, ranks in _pairs()
        if len(ranks) > 1
        for k in ranks[:1]
        if ranks[1] == k + 1
    }
    r, s, order = (0, 1), (1, 1), iv.order("rank-swap")
    missing = order.leq(r, s) and [sum(s[:k]) - sum(r[:k]) for k in (1, 2)] == [1, 1]
    remark = "a third one is missing: (1, 1) in s and (0, 1) in r"
    return twice(
        ((1, 1), (0, 1)) in seen and len(seen) == 3,
        missing,
        (r, s),
        remark,
        "the two runs: 0, 1 and 1, 2 relevant documents down to ranks 1, 2",
    )


@claim(
    "001/A5.2/next",
    "appendix §5.2, 'In both cases, û given by'",
    "in both cases (…, 0, 1, ŝ[k₂ + 1], …) is between r and s",
)
def next_rank() -> Finding:
    r, s, u = (0, 0, 1, 1), (1, 1, 0, 0), (0, 1, 0, 0)
    failed = [
        (low, high)
        for low, high, ranks in _pairs()
        if len(ranks) > 1 and ranks[1] == (k := ranks[0]) + 1 and low[k - 1 : k + 1] == (0, 0)
        if not _between(low, (*high[: k - 1], 0, 1, *high[k + 1 :]), high)
    ]
    only_second = all(high[k - 1 : k + 1] == (1, 1) for low, high in failed for k in [_first(low, high)])
    remark = (
        "not in the second case: û has one relevant document, r two (nor in the third, r = (0, 1, 1), s = (1, 1, 0)); "
        "that s does not cover r is right"
    )
    return twice(
        (r, s) in failed and only_second,
        sum(u) < sum(r),
        (r, u, s),
        remark,
        "the number of relevant documents of û and r",
    )


def _first(r: Run, s: Run) -> int:
    return next(k for k in range(len(r)) if r[k] != s[k]) + 1


@claim(
    "001/A5.2/no-cover",
    "appendix §5.2, 'ŝ cannot cover r̂'",
    "where s has more down to two ranks or more, it does not cover r",
)
def no_cover() -> Finding:
    broken = [(r, s) for r, s, ranks in _pairs() if len(ranks) > 1 and s in iv.order("rank-swap").above(r)]
    between = [
        (r, s)
        for r, s, ranks in _pairs()
        if len(r) <= 4 and len(ranks) > 1 and not any(_between(r, u, s) for u in iv.RunSpace(len(r)))
    ]
    return decided(
        broken or between, len(_pairs()), "so many pairs of up to 6 documents; a run between was looked for up to 4"
    )


@claim(
    "001/A5.2/join",
    "appendix §5.2, points i and ii, 't̂ = r̂ ∨ ŝ'",
    "two covers of u change ranks that do not meet, and u with both changes covers both and is their join",
)
def join() -> Finding:
    cases = 0
    for length in LENGTHS:
        found = iv.poset("rank-swap", length, 1)
        for u, above in zip(found.runs, found.poset.above, strict=True):
            for x, y in combinations(above, 2):
                r, s, cases = found.runs[x], found.runs[y], cases + 1
                both = tuple(b if b != a else c for a, b, c in zip(u, r, s, strict=True))
                meet = any(a != b and a != c for a, b, c in zip(u, r, s, strict=True))
                t = found.number(both)
                if (
                    meet
                    or found.poset.join(x, y) != t
                    or t not in found.poset.above[x]
                    or t not in found.poset.above[y]
                ):
                    return decided((u, r, s))
    return decided(None, cases, "all pairs of covers, lengths 1 to 6")


@claim("001/A5.2/lattice", "appendix §5.2, 'R(N) is a lattice'", "with binary grades (8) makes a lattice")
def lattice() -> Finding:
    for length in LENGTHS:
        p = iv.poset("rank-swap", length, 1).poset
        if any(p.join(x, y) is None or p.meet(x, y) is None for x, y in combinations(range(p.size), 2)):
            return decided(length)
    return decided(None, 6, "all pairs, lengths 1 to 6; with three grades it is none")
