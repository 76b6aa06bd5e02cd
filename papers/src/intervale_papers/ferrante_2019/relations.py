"""Claims about measures that are, or are not, a positive linear transformation of another one: §5.1 and §6.1."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import product
from math import isclose

import intervale as iv
from intervale_papers.ferrante_2019.findings import SMALL, gain_sets, on_scale, proportional, scored, value
from intervale_papers.ferrante_2019.rank_total import smallest_gap
from intervale_papers.findings import holds, under
from intervale_papers.register import Finding, claim
from intervale_papers.wording import cases, listed

LONG = 20
"""A length at which runs are too many to list: there two sums over ranks are compared by what each rank adds."""


def _with(measure: str, gains: Sequence[int], **more: str) -> str:
    """A measure with gains written out."""
    named = ",".join(f"{grade}:{gain}" for grade, gain in enumerate(gains) if grade)
    parts = [*(f"{name}={text}" for name, text in more.items()), f"gains={{{named}}}"]
    return f"{measure}({','.join(parts)})"


def _same_scale(one: str, two: str, length: int, grades: int) -> bool | None:
    return iv.relate(one, two, length=length, grades=grades).same_scale.holds


# ---------------------------------------------------------------- sets


@claim("001/5.1.1/formulas", "§5.1.1", "P = M/N, R = M/RB and F = 2M/(N + RB) with M of (3)")
def formulas() -> Finding:
    broken, places = [], list(product(iv.RunSpace(4, 1, "set"), range(3)))
    for run, missed in places:
        base, found = sum(run) + missed, scored(run, (1,) * missed, ["P@4", "R@4", "F@4"])
        rank = float(value("SBTO", run))
        wanted = [rank / 4, rank / base if base else 0, 2 * rank / (4 + base)]
        broken += [] if all(map(isclose, found.values(), wanted)) else [run]
    related = {(text, n): iv.relate("SBTO", text, length=n) for text, n in product("PRF", (*range(1, 9), 50))}
    linear = all(one.relation == "same scale" and one.beta == 0 for one in related.values())
    return holds(
        not broken and linear and all(related["P", n].alpha == Fraction(1, n) for n in (4, 50)),
        broken or cases(len(places)),
        "multisets of 4, with 0 to 2 relevant documents missed; at RB = 0 R has no value, and 0 is taken; positive "
        "linear transformations at N = 1 to 8 and 50",
    )


@claim(
    "001/5.1.2/not-interval",
    "§5.1.2, first paragraph",
    "with more grades gP and gR are no positive linear transformation of (3)",
)
def not_interval() -> Finding:
    places = [
        (text, gains, length)
        for text, grades, length in product(("gP", "gR"), (2, 3), range(1, 5))
        for gains in gain_sets(grades, 5)
    ]
    kept = [
        (text, gains, n)
        for text, gains, n in places
        if on_scale(text, "set-total", n, len(gains) - 1, gains) == "interval"
    ]
    linear = [
        (text, gains, n) for text, gains, n in places if _same_scale("SBTO", _with(text, gains), n, len(gains) - 1)
    ]
    tied = [value("gP", run, 2) for run in ((1, 1), (2, 0))]
    ranks = [int(value("SBTO", run, 2)) for run in ((1, 1), (2, 0))]
    return under(
        kept == linear and all(n == 1 and proportional(gains) for _, gains, n in kept) and kept and len(set(tied)) == 1,
        f"{cases(len(places))}: gP and gR, gains to 5, c = 2 and 3, N to 4; {{1, 1}} and {{2, 0}} have {listed(ranks)} "
        f"by (3) and {tied[0]} both by gP with gains 0, 1, 2",
        "from two documents on; on single documents they are, where gains are proportional to grades",
    )


@claim(
    "001/5.1.2/proportional",
    "§5.1.2, 'since gR and gP are both proportional to'",
    "gP and gR are both proportional to G, the sum of gains over the largest one",
)
def proportional_sums() -> Finding:
    sets = [*gain_sets(2, 4), *gain_sets(3, 4)]
    places = list(product(sets, (*range(1, 5), LONG)))
    found = {
        (gains, n): iv.relate(_with("gP", gains), _with("gR", gains), length=n, grades=len(gains) - 1)
        for gains, n in places
    }
    linear = all(one.relation == "same scale" and one.beta == 0 for one in found.values())
    runs = [(gains, run) for gains in sets for run in iv.RunSpace(3, len(gains) - 1, "set")]
    summed = all(
        value(_with("gP", gains), run, len(gains) - 1) * 3 == Fraction(sum(gains[x] for x in run), gains[-1])
        for gains, run in runs
    )
    return holds(
        linear and summed,
        f"{cases(len(places))} of gains to 4, c = 2 and 3, N = 1 to 4 and {LONG}; gP = G/N for "
        f"{cases(len(runs), 'run of length 3')}",
        "so that the two are one scale, and order runs alike; gR = G/RB, on one topic",
    )


# ---------------------------------------------------------------- ranked runs


@claim(
    "001/6.1/gains-needed",
    "§6.1, 'in order for gRBP_p to be a linear positive transformation of (7)'",
    "gRBP is a positive linear transformation of (7) only if gains are proportional to grades",
)
def gains_needed() -> Finding:
    sets, persistences = [*gain_sets(2, 4), *gain_sets(3, 4)], ("1/5", "1/4", "1/3", "1/2", "4/5")
    places = list(product(sets, persistences, range(1, 4)))
    linear = {
        (gains, p, n) for gains, p, n in places if _same_scale("RBTO", _with("gRBP", gains, p=p), n, len(gains) - 1)
    }
    wanted = {(gains, p, n) for gains, p, n in places if proportional(gains) and (n == 1 or p == f"1/{len(gains)}")}
    uneven = len({gains for gains in sets if not proportional(gains)})
    return holds(
        linear == wanted and uneven and wanted,
        f"{cases(len(places))}: gains to 4, c = 2 and 3, p = {listed(persistences)}, N to 3; with gains 0, 1, 3 the "
        "documents a₁ and a₂ have 1/3 and 1 of the largest gain, and ranks 1 and 2",
        f"{uneven} sets of gains are not proportional, and none of them does at any p, on single documents either",
    )


@claim(
    "001/6.1/RBP-formula",
    "§6.1, 'gRBP with (c + 1)⁻¹'",
    "with p = 1/(c + 1) and g(a_j) = K j, gRBP = M/(c + 1)^N with M of (7), and G = 1/c",
)
def rbp_formula() -> Finding:
    looked_at, broken = 0, []
    for length, grades in ((n, c) for n, c in SMALL if (c + 1) ** n <= 128):
        gains = tuple(7 * grade for grade in range(grades + 1))
        measures = (f"gRBP(p=1/{grades + 1})", _with("gRBP", gains, p=f"1/{grades + 1}"))
        for run, measure in product(iv.RunSpace(length, grades), measures):
            number, looked_at = sum(x * (grades + 1) ** i for i, x in enumerate(run[::-1])), looked_at + 1
            broken += [] if value(measure, run, grades) * (grades + 1) ** length == number else [run]
        broken += [] if smallest_gap(gains) == Fraction(1, grades) else [gains]
    spaces = list(product((1, 2, 5, LONG), (1, 2, 3)))
    related = {(n, c): iv.relate("RBTO", f"gRBP(p=1/{c + 1})", length=n, grades=c) for n, c in spaces}
    return holds(
        not broken and all((one.alpha, one.beta) == (Fraction(1, (c + 1) ** n), 0) for (n, c), one in related.items()),
        broken or f"{cases(looked_at)}; gRBP is M/243 for N = 5, c = 2 and M/32 for c = 1",
        f"K = 1 and 7, on all spaces of up to 128 runs; by what each rank adds also at N = {LONG}, c = 1 to 3",
    )


@claim(
    "001/6.1/smaller-p",
    "§6.1, 'On the other hand gRBP_p with p < G/(G+1)'",
    "with gains proportional to grades, gRBP with p < G/(G + 1) is no positive linear transformation of (7)",
)
def smaller_p() -> Finding:
    places = [(c, p, n) for c in (1, 2, 3) for p in (c + 2, c + 3, 10) for n in (*range(1, 6), LONG)]
    found = {(c, p, n): iv.relate("RBTO", f"gRBP(p=1/{p})", length=n, grades=c) for c, p, n in places}
    linear = {n for (_, _, n), one in found.items() if one.relation == "same scale"}
    alike = all(one.same_order.holds and one.same_order.proven for one in found.values())
    growth = [value("RBP(p=1/3)", run) * Fraction(9, 2) for run in ((0, 1), (1, 0))]
    return under(
        linear == {1} and alike and growth == [1, 3],
        f"{cases(len(places))}: c = 1 to 3, p = 1/(c + 2), 1/(c + 3) and 1/10, N to 5 and {LONG}; for c = 1, p = 1/3 "
        "(0, 1) and (1, 0) have 2/9 and 6/9 by RBP, and 1 and 2 by (7)",
        "from two documents on; with one any p will do. It orders all runs as (7) does, and spaces them otherwise",
    )
