"""Claims about the measures as they are defined: §4."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import comb, isclose, log
from typing import Any

import intervale as iv
from intervale_papers.ferrante_2019.findings import SMALL, Run, scored, value
from intervale_papers.findings import holds, under, wrong
from intervale_papers.register import Erratum, Finding, Kind, claim
from intervale_papers.wording import cases

HALF = Fraction(1, 2)


def _runs(most: int = 5) -> list[tuple[Run, int]]:
    """Runs of up to ``most`` documents with their top grade."""
    return [(run, grades) for length, grades in SMALL if length <= most for run in iv.RunSpace(length, grades)]


def _as_defined(broken: list[Any], looked_at: int, remark: str) -> Finding:
    return holds(not broken, broken or cases(looked_at, "run"), remark, Kind.CONFORMITY)


@claim(
    "001/4/normalised",
    "§4, 'most of the evaluation measures are normalized'",
    "most of the measures of §4 have values in [0, 1]",
)
def normalised() -> Finding:
    names = ["gP@3", "gR@3", "F@3", "AP@3", "gRBP(p=4/5)@3", "ERR@3", "DCG(base=2)@3"]
    found = [scored(run, (2, 1), names) for run in iv.RunSpace(3, 2)]
    within = [name for name in names if all(0 <= one[name] <= 1 for one in found)]
    return holds(
        within == names[:-1],
        f"{cases(len(found), 'run')} of three documents, c = 2, with two relevant documents missed",
        "all but DCG: gP, gR, F, AP, gRBP with p = 4/5, and ERR",
    )


@claim("001/4.1/size", "§4.1; §5.1, '|R(N)| ='", "there are C(N + c, N) multisets of N judged documents")
def number_of_multisets() -> Finding:
    broken = [
        (length, grades)
        for length, grades in SMALL
        if len({tuple(sorted(run)) for run in iv.RunSpace(length, grades)}) != comb(length + grades, length)
    ]
    return holds(not broken, broken or cases(len(SMALL), "space"), "all ranked runs of each space sorted and counted")


@claim("001/4.1.1/gP", "§4.1.1", "gP is the mean gain over the largest gain")
def generalised_precision() -> Finding:
    runs = _runs()
    broken = [run for run, grades in runs if value("gP", run, grades) != Fraction(sum(run), len(run) * grades)]
    return _as_defined(broken, len(runs), "of up to 5 documents, with the grades as gains")


@claim("001/4.1.1/binary", "§4.1.1, last line", "for c = 1 gP is precision")
def binary_precision() -> Finding:
    runs = [run for run, grades in _runs(6) if grades == 1]
    broken = [run for run in runs if not value("gP(gains={1:3})", run) == value("gP", run) == value("P", run)]
    same = all(_equal("P", text, n) for text in ("gP", "gP(gains={1:3})") for n in (*range(1, 7), 50))
    return holds(
        not broken and same,
        broken or cases(len(runs), "run"),
        "of up to 6 documents, with g(a₁) = 1 and 3; at N = 50, too, by what each rank adds",
    )


def _equal(one: str, two: str, length: int) -> bool:
    """Whether two measures have the same values on all binary runs of a length."""
    found = iv.relate(one, two, length=length)
    return found.relation == "same scale" and (found.alpha, found.beta) == (1, 0)


@claim("001/4.1.2/gR", "§4.1.2, with the recall base of §4", "for c = 1 gR is recall, where RB is the sum of all gains")
def generalised_recall() -> Finding:
    names = ["gR(literal=True)@3", "gR(literal=True,gains={1:3})@3", "R@3"]
    found = [[scored(run, (1, 1, 0), names)[name] for name in names] for run in iv.RunSpace(3)]
    with_one = all(isclose(printed, recall) for printed, _, recall in found)
    third = all(isclose(3 * tripled, recall) for _, tripled, recall in found)
    graded = scored((2, 2, 1), (), names)[names[0]]
    return under(
        with_one and third and isclose(graded, 0.5),
        f"{cases(len(found), 'run')} of three documents: with g(a₁) = 3 each has a third of its recall",
        "if g(a₁) = 1, as it usually is (§4); the formula divides by g(a_c) while RB has the gains as they are: a "
        "run (2, 2, 1) with all relevant documents has gR = 1/2",
    )


@claim("001/4.1.3/F", "§4.1.3", "F is the harmonic mean 2PR/(P + R) of precision and recall")
def f_measure() -> Finding:
    names = ["P@4", "R@4", "F@4"]
    places = [(run, missed) for run, missed in product(iv.RunSpace(4), range(3)) if sum(run)]
    found = [tuple(scored(run, (1,) * missed, names).values()) for run, missed in places]
    right = all(isclose(f, 2 / (1 / p + 1 / r)) for p, r, f in found)
    none = tuple(scored((0, 0, 0, 0), (1,), names).values())
    return under(
        right and none == (0, 0, 0),
        f"{cases(len(found))}: runs of four documents, up to two relevant ones missed; for (0, 0, 0, 0) P = R = 0",
        "if a relevant document is retrieved; else the formula is 0/0, and F is 0 by 2M/(N + RB) of §5.1.1",
    )


def _average_precision(run: Run) -> Fraction:
    places = range(1, len(run) + 1)
    return sum((Fraction(sum(run[:i]), i) * run[i - 1] for i in places), Fraction(0))


@claim("001/4.2.1/AP", "§4.2.1", "RB · AP is the sum over relevant documents of the precision down to them")
def average_precision() -> Finding:
    runs = [run for run, grades in _runs(6) if grades == 1]
    broken = [run for run in runs if value("AP", run) != _average_precision(run)]
    return _as_defined(broken, len(runs), "all binary runs of up to 6 documents")


@claim(
    "001/4.2.1/subscript",
    "§4.2.1, the formula",
    "the last gain of the formula is that of r̂_t[i], the first that of r̂[j]",
    erratum=Erratum("g(r̂_t[i])", "g(r̂[i])", symbol=True),
)
def subscript() -> Finding:
    values = [_average_precision(run) for run in ((1, 0, 1, 0, 1), (1, 1, 0, 0, 0))]
    return wrong(
        Kind.MISPRINT,
        values == [1 + Fraction(2, 3) + Fraction(3, 5), 2],
        "with r̂[i] the formula gives the values of Example 9, 1 + 2/3 + 3/5 and 2",
        "§4.2 has runs r̂ and their elements r̂[i]; a run r̂_t is not defined",
    )


def _rbp(run: Run, grades: int, p: Fraction) -> Fraction:
    return (1 - p) / grades * sum((p**i * grade for i, grade in enumerate(run)), Fraction(0))


@claim("001/4.2.2/gRBP", "§4.2.2", "gRBP is (1 − p)/g(a_c) Σ pⁱ⁻¹ g(r̂[i])")
def graded_rbp() -> Finding:
    runs = _runs(4)
    broken = [
        run
        for (run, grades), p in product(runs, (HALF, Fraction(4, 5)))
        if value(f"gRBP(p={p})", run, grades) != _rbp(run, grades, p)
    ]
    return _as_defined(broken, len(runs), "of up to 4 documents, with p = 1/2 and 4/5")


@claim("001/4.2.2/binary", "§4.2.2, last line", "for c = 1 and g(a₁) = 1 gRBP is RBP")
def binary_rbp() -> Finding:
    runs = [run for run, grades in _runs(6) if grades == 1]
    broken = [
        run
        for run, p in product(runs, (HALF, Fraction(4, 5)))
        if not value(f"gRBP(p={p})", run) == value(f"RBP(p={p})", run) == value(f"gRBP(p={p},gains={{1:3}})", run)
    ]
    same = all(_equal(f"RBP(p={p})", f"gRBP(p={p})", n) for p in (HALF, Fraction(4, 5)) for n in (*range(1, 7), 50))
    return holds(
        not broken and same,
        broken or cases(len(runs), "run"),
        "of up to 6 documents, with p = 1/2 and 4/5; with g(a₁) = 3, too; at N = 50 by what each rank adds",
    )


@claim("001/4.2.3/DCG", "§4.2.3", "DCG is the sum of gains over max{1, log_b i}")
def discounted() -> Finding:
    def formula(run: Run, base: int) -> float:
        return sum(grade / max(1.0, log(i) / log(base)) for i, grade in enumerate(run, start=1))

    runs = _runs()
    broken = [
        run
        for (run, grades), base in product(runs, (2, 10))
        if not isclose(float(value(f"DCG(base={base})", run, grades)), formula(run, base), abs_tol=1e-12)
    ]
    return _as_defined(broken, len(runs), "of up to 5 documents, with the bases 2 and 10")


@claim("001/4.2.4/ERR", "§4.2.4", "ERR is Σ 1/i · x_i · ∏ (1 − x_j) with x = (2^g − 1)/2^g(a_c)")
def expected_reciprocal_rank() -> Finding:
    def formula(run: Run, grades: int) -> Fraction:
        total, left = Fraction(0), Fraction(1)
        for i, grade in enumerate(run, start=1):
            stop = Fraction(2**grade - 1, 2**grades)
            total, left = total + stop * left / i, left * (1 - stop)
        return total

    runs = _runs()
    return _as_defined(
        [run for run, grades in runs if value("ERR", run, grades) != formula(run, grades)],
        len(runs),
        "of up to 5 documents, with the grades as gains",
    )
