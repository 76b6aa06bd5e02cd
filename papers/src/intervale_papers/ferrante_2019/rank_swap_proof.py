"""Claims in the proof that binary runs are graded under swaps: the appendix, §5.2."""

from __future__ import annotations

from functools import cache
from itertools import combinations, product

import intervale as iv
from intervale_papers.ferrante_2019.findings import Run
from intervale_papers.findings import holds, wrong
from intervale_papers.register import Erratum, Finding, Kind, claim
from intervale_papers.wording import cases

LENGTHS = range(1, 7)
UP_TO = "of up to six documents"
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


def _apart() -> list[Pair]:
    """Those with k₂ > k₁ + 1."""
    return [pair for pair in _pairs() if len(pair[2]) > 1 and pair[2][1] > pair[2][0] + 1]


def _next() -> list[Pair]:
    """Those with k₂ = k₁ + 1."""
    return [pair for pair in _pairs() if len(pair[2]) > 1 and pair[2][1] == pair[2][0] + 1]


def _between(low: Run, run: Run, high: Run) -> bool:
    order = iv.order("rank-swap")
    return low != run != high and bool(order.leq(low, run)) and bool(order.leq(run, high))


def _put(run: Run, k: int, first: int, second: int) -> Run:
    """A run with other documents at ranks k and k + 1."""
    return (*run[: k - 1], first, second, *run[k + 1 :])


# ---------------------------------------------------------------- one rank


@claim(
    "001/A5.2/binary",
    "appendix §5.2, eq. (3)",
    "with two degrees the partial order of §6.2, eq. (8), is: as many relevant documents or more down to each rank",
)
def binary() -> Finding:
    number, right = 0, True
    for length in LENGTHS:
        for r, s in product(iv.RunSpace(length), repeat=2):
            number += 1
            printed = all(sum(r[:k]) <= sum(s[:k]) for k in range(1, length + 1))
            right = right and printed == _weakly_top_heavy(r, s)
    return holds(right, f"{cases(number, 'pair of runs')} {UP_TO}")


def _weakly_top_heavy(r: Run, s: Run) -> bool:
    """Equation (8) of the paper for degrees 0 and 1."""
    return all(
        sum(x >= degree for x in r[:k]) <= sum(x >= degree for x in s[:k])
        for degree, k in product((0, 1), range(1, len(r) + 1))
    )


@claim(
    "001/A5.2/one-rank",
    "appendix §5.2, 'If m = 1'",
    "where s has more relevant documents down to one rank k only, it is r with ranks k and k + 1 exchanged, or with "
    "the last rank replaced, and covers it",
)
def one_rank() -> Finding:
    found = [(r, s, ranks[0]) for r, s, ranks in _pairs() if len(ranks) == 1]
    right = all(
        s == (_put(r, k, 1, 0) if k < len(r) else (*r[:-1], 1))
        and not any(_between(r, u, s) for u in iv.RunSpace(len(r)))
        for r, s, k in found
    )
    return holds(right, f"{cases(len(found), 'pair of runs')} {UP_TO}")


# ---------------------------------------------------------------- more ranks


@claim(
    "001/A5.2/apart",
    "appendix §5.2, 'In the first case, k₂ > k₁ + 1'",
    "where k₂ > k₁ + 1, r has (0, 1) and s (1, 0) at ranks k₁ and k₁ + 1, and û, which is s with (0, 1) there, is "
    "between",
)
def apart() -> Finding:
    right = all(
        s[k - 1 : k + 1] == (1, 0) and r[k - 1 : k + 1] == (0, 1) and _between(r, _put(s, k, 0, 1), s)
        for r, s, (k, *_) in _apart()
    )
    return holds(right, f"{cases(len(_apart()), 'pair of runs')} {UP_TO}")


@claim(
    "001/A5.2/counts",
    "appendix §5.2, 'and this is impossible since', and the points on û ≺ ŝ and r̂ ≺ û",
    "where s is r with the last rank replaced, r has one relevant document more; down to rank k₁ û has one more than "
    "s, and down to rank k₂ r one more than û",
    erratum=Erratum(
        printed="|{i ≤ N : r̂[i] = a₁}| = 1 + |{i ≤ N : ŝ[i] = a₁}|; |{i ≤ k₁ : û[i] = a₁}| = 1 + |{i ≤ k₁ : ŝ[i] = "
        "a₁}|; |{i ≤ k₂ : r̂[i] = a₁}| = 1 + |{i ≤ k₂ : û[i] = a₁}|",
        reads="|{i ≤ N : ŝ[i] = a₁}| = 1 + |{i ≤ N : r̂[i] = a₁}|; |{i ≤ k₁ : ŝ[i] = a₁}| = 1 + |{i ≤ k₁ : û[i] = "
        "a₁}|; |{i ≤ k₂ : û[i] = a₁}| = 1 + |{i ≤ k₂ : r̂[i] = a₁}|",
        depends="that no run is between r̂ and ŝ in the first case, and û is in the other; both stand",
    ),
)
def counts() -> Finding:
    replaced = [(sum(r), sum(s)) for r, s, ranks in _pairs() if ranks == [len(r)]]
    found = [(r, _put(s, k1, 0, 1), s, k1, k2) for r, s, (k1, k2, *_) in _apart()]
    first = all(sum(s[:k1]) == 1 + sum(u[:k1]) for _, u, s, k1, _ in found)
    second = all(sum(u[:k2]) == 1 + sum(r[:k2]) for r, u, _, _, k2 in found)
    return wrong(
        Kind.MISPRINT,
        replaced and all(high == low + 1 for low, high in replaced) and first and second and found,
        f"r̂ = (0, 0), ŝ = (0, 1); r̂ = (0, 1, 0), û = (0, 1, 1), ŝ = (1, 0, 1); so for all {len(replaced)} and "
        f"{len(found)} such pairs r̂, ŝ {UP_TO}",
        "each of the three equations has its two runs exchanged",
    )


@claim(
    "001/A5.2/tail",
    "appendix §5.2, last point on r̂ ≺ û",
    "after rank k₂ û and r have the same documents, so that one count is 1 more than the other from there on",
    erratum=Erratum(
        printed="for any k₂ < k ≤ N since û[k] = r̂[k] for such values of k",
        reads="|{i ≤ k : r̂[i] = a₁}| ≤ |{i ≤ k : û[i] = a₁}| for any k₂ < k ≤ N since û[k] = ŝ[k] for such values "
        "of k and r̂ ⪯ ŝ",
        depends="that r̂ ≺ û and that ŝ does not cover r̂; both stand",
    ),
)
def tail() -> Finding:
    found = [(r, _put(s, k1, 0, 1), k2) for r, s, (k1, k2, *_) in _apart()]
    other = [(r, u) for r, u, k2 in found if r[k2:] != u[k2:]]
    level = [(r, u) for r, u, _ in found if sum(r) == sum(u)]
    pair = ((0, 1, 0, 1), (0, 1, 1, 0))
    return wrong(
        Kind.GAP,
        pair in other
        and pair in level
        and all(_between(r, u, s) for (r, u, _), (_, s, _) in zip(found, _apart(), strict=True)),
        f"r̂ = (0, 1, 0, 1), ŝ = (1, 0, 1, 0), û = (0, 1, 1, 0), with k₁ = 1, k₂ = 3; so in {len(other)} of "
        f"{len(found)} pairs r̂, ŝ {UP_TO}",
        "û is made from ŝ and has its documents there; the two counts may even be equal; û is between all the same",
    )


@claim(
    "001/A5.2/two-cases",
    "appendix §5.2, 'we can have two cases'",
    "where k₂ = k₁ + 1, at these ranks s has (1, 0) or (1, 1), and r has (0, 0)",
    erratum=Erratum(
        printed="When k₂ = k₁ + 1, we can have two cases",
        reads="When k₂ = k₁ + 1, we can have three cases; the third is ŝ = (…, a₁, a₁, ŝ[k₂ + 1], …), r̂ = (…, a₀, "
        "a₁, r̂[k₂ + 1], …), with û = (…, a₁, a₀, r̂[k₂ + 1], …) between",
        depends="that ŝ does not cover r̂, which stands",
    ),
)
def two_cases() -> Finding:
    seen = {(s[k - 1 : k + 1], r[k - 1 : k + 1]) for r, s, (k, *_) in _next()}
    third = [(r, s, k) for r, s, (k, *_) in _next() if r[k - 1 : k + 1] == (0, 1)]
    repaired = all(_between(r, _put(r, k, 1, 0), s) for r, s, k in third)
    return wrong(
        Kind.GAP,
        seen == {((1, 0), (0, 0)), ((1, 1), (0, 0)), ((1, 1), (0, 1))} and repaired,
        f"r̂ = (0, 1), ŝ = (1, 1), with (1, 0) between; such are {len(third)} of {len(_next()):,} pairs {UP_TO}",
        "a case is missing: (1, 1) in ŝ and (0, 1) in r̂",
    )


@claim(
    "001/A5.2/next",
    "appendix §5.2, 'In both cases, û given by'",
    "in both cases û = (…, 0, 1, ŝ[k₂ + 1], …) is between r and s",
    erratum=Erratum(
        printed="In both cases, û given by",
        reads="In the first case, and in the second if the counts differ at all ranks from k₂ on, û given by; and "
        "else, with "
        "q the first later rank at which they are equal, û is r̂ with its last a₀ before q and the a₁ after it "
        "exchanged",
        depends="that ŝ does not cover r̂, which stands",
    ),
)
def next_rank() -> Finding:
    found = [(r, s, ranks) for r, s, ranks in _next() if r[ranks[0] - 1 : ranks[0] + 1] == (0, 0)]
    failed = [(r, s) for r, s, ranks in found if not _between(r, _put(s, ranks[0], 0, 1), s)]
    second = all(s[ranks[0]] == 1 for r, s, ranks in found if (r, s) in failed)
    equal_later = {(r, s): ranks for r, s, ranks in found if s[ranks[0]] == 1 and len(ranks) < len(r) - ranks[0] + 1}
    repaired = all(_between(r, _raised(r, ranks), s) for (r, s), ranks in equal_later.items())
    pair = ((0, 0, 1, 1), (1, 1, 0, 0))
    return wrong(
        Kind.GAP,
        pair in failed and second and set(failed) <= set(equal_later) and repaired,
        "r̂ = (0, 0, 1, 1), ŝ = (1, 1, 0, 0): û = (0, 1, 0, 0) has one relevant document, r̂ two; so in "
        f"{len(failed)} of {len(found):,} pairs {UP_TO}",
        "not always in the second case: û may have fewer relevant documents than r̂; another run is between",
    )


def _raised(r: Run, ranks: list[int]) -> Run:
    """r with its last not relevant document before the first later rank of equal counts exchanged with the next one."""
    equal = next(k for k in range(ranks[0], len(r) + 1) if k not in ranks)
    last = max(i for i in range(1, equal) if r[i - 1] == 0)
    return _put(r, last, 1, 0)


@claim(
    "001/A5.2/no-cover",
    "appendix §5.2, 'ŝ cannot cover r̂' and 'Thus, we have shown'",
    "where s has more relevant documents down to two ranks or more it does not cover r: covers are swaps of length "
    "one and replacements in the last position",
)
def no_cover() -> Finding:
    found = [(r, s) for r, s, ranks in _pairs() if len(ranks) > 1]
    right = all(any(_between(r, u, s) for u in _steps(r)) for r, s in found)
    return holds(right, f"{cases(len(found), 'pair of runs')} {UP_TO}, each with a run between")


def _steps(r: Run) -> list[Run]:
    """What swaps of length one and a replacement in the last position make of a run."""
    swaps = [_put(r, k, 1, 0) for k in range(1, len(r)) if r[k - 1 : k + 1] == (0, 1)]
    return [*swaps, (*r[:-1], 1)] if r[-1] == 0 else swaps


# ---------------------------------------------------------------- joins


@claim(
    "001/A5.2/two-covers",
    "appendix §5.2, 'there exists at least an index'",
    "two runs that cover u come from two swaps, at i and at j other than i − 1, i, i + 1, or from a swap and the "
    "replacement in the last position",
)
def two_covers() -> Finding:
    number, right = 0, True
    for u in (tuple(run) for length in LENGTHS for run in iv.RunSpace(length)):
        swaps = [k for k in range(1, len(u)) if u[k - 1 : k + 1] == (0, 1)]
        above = set(iv.poset("rank-swap", len(u), 1).order.above(u))
        number += len(above) * (len(above) - 1) // 2
        right = right and above == set(_steps(u)) and all(j - i > 1 for i, j in combinations(swaps, 2))
        right = right and (len(above) < 2 or bool(swaps)) and not (u[-1] == 0 and swaps and swaps[-1] == len(u) - 1)
    return holds(right, f"{cases(number, 'pair of covers of one run')} {UP_TO}")


@claim(
    "001/A5.2/join",
    "appendix §5.2, points i and ii, 't̂ = r̂ ∨ ŝ'",
    "u with both changes covers both runs, has the counts of r down to rank i and those of s from rank i + 1 on, and "
    "is their join",
)
def join() -> Finding:
    number, right = 0, True
    for u in (tuple(run) for length in LENGTHS for run in iv.RunSpace(length)):
        for r, s in combinations(_steps(u), 2):  # by rank: r is a swap, at rank i
            number += 1
            i = next(k for k in range(1, len(u) + 1) if u[k - 1] != r[k - 1])
            t = tuple(b if b != a else c for a, b, c in zip(u, r, s, strict=True))
            counts = all(sum(t[:k]) == sum(r[:k]) for k in range(1, i + 1))
            counts = counts and all(sum(t[:k]) == sum(s[:k]) for k in range(i + 1, len(u) + 1))
            right = right and counts and t in _steps(r) and t in _steps(s) and _is_join(r, s, t)
    return holds(right, f"{cases(number, 'pair of covers of one run')} {UP_TO}")


def _is_join(r: Run, s: Run, t: Run) -> bool:
    order = iv.order("rank-swap")
    return all(order.leq(t, v) for v in iv.RunSpace(len(t)) if order.leq(r, v) and order.leq(s, v))


@claim("001/A5.2/lattice", "appendix §5.2, 'R(N) is a lattice'", "binary ranked runs are a lattice under (3)")
def lattice() -> Finding:
    number, right = 0, True
    for length in LENGTHS:
        p = iv.poset("rank-swap", length, 1).poset
        pairs = list(combinations(range(p.size), 2))
        number += len(pairs)
        right = right and all(p.join(x, y) is not None and p.meet(x, y) is not None for x, y in pairs)
    return holds(right, f"{cases(number, 'pair of runs')} {UP_TO}")
