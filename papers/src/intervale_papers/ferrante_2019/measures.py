"""Claims of 001 about the measures as defined: §4."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import isclose, log
from typing import Any

import intervale as iv
from intervale_papers.ferrante_2019.findings import SMALL, Run, decided, scored, under, value
from intervale_papers.register import Finding, claim

HALF = Fraction(1, 2)


def _runs(most: int = 5) -> list[tuple[Run, int]]:
    """Runs of up to ``most`` documents with their top grade."""
    return [(run, grades) for length, grades in SMALL if length <= most for run in iv.RunSpace(length, grades)]


@claim("001/4.1/size", "§4.1; §5.1, '|R(N)| ='", "there are C(N + c, N) multisets of N judged documents")
def number_of_multisets() -> Finding:
    broken = [
        (length, grades)
        for length, grades in SMALL
        if len({tuple(sorted(run)) for run in iv.RunSpace(length, grades)}) != iv.RunSpace(length, grades, "set").size
    ]
    return decided(broken, len(SMALL), "all ranked runs of the small spaces sorted and counted")


@claim("001/4.1.1/gP", "§4.1.1", "gP is the mean gain over the largest gain, and P for binary grades whatever g(a₁)")
def generalised_precision() -> Finding:
    broken: list[Any] = [
        run for run, grades in _runs() if value("gP", run, grades) != Fraction(sum(run), len(run) * grades)
    ]
    broken += [
        run
        for run, grades in _runs(6)
        if grades == 1 and not value("gP(gains={1:3})", run) == value("gP", run) == value("P", run)
    ]
    return decided(broken, len(_runs()))


@claim(
    "001/4.1.2/gR", "§4.1.2, with the recall base of §4", "gR with RB the sum of all gains is recall for binary grades"
)
def generalised_recall() -> Finding:
    names = ["gR(literal=True)@3", "gR(literal=True,gains={1:3})@3", "R@3"]
    for run in iv.RunSpace(3):
        printed, tripled, recall = (scored(run, (1, 1, 0), names)[name] for name in names)
        if not isclose(printed, recall) or not isclose(3 * tripled, recall):
            return decided(run)
    graded = scored((2, 2, 1), (), names)[names[0]]
    remark = (
        "for g(a₁) = 1; with g(a₁) = 3 it is a third of recall, and all documents of grades 2, 2, 1 have gR "
        "1/2: the formula divides by g(a_c) once more than a share does"
    )
    return under(isclose(graded, 0.5), f"gR(2, 2, 1) = {graded}", remark)


@claim("001/4.1.3/F", "§4.1.3", "F is the harmonic mean of P and R")
def f_measure() -> Finding:
    names, cases = ["P@4", "R@4", "F@4"], 0
    for run, missed in product(iv.RunSpace(4), range(3)):
        if sum(run):
            cases += 1
            precision, recall, found = scored(run, (1,) * missed, names).values()
            if not isclose(found, 2 / (1 / precision + 1 / recall)):
                return decided((run, missed))
    none = scored((0, 0, 0, 0), (1,), names)["F@4"]
    return under(
        none == 0, cases, "where a relevant document was retrieved; else the formula is 0/0, and F is set to 0"
    )


@claim("001/4.2.1/AP", "§4.2.1", "RB · AP is the sum over relevant documents of the precision down to them")
def average_precision() -> Finding:
    broken = [
        run
        for run, grades in _runs(6)
        if grades == 1
        and value("AP", run)
        != sum((Fraction(sum(run[:i]), i) * run[i - 1] for i in range(1, len(run) + 1)), Fraction(0))
    ]
    return decided(broken, 2**7 - 2, "all binary runs of up to 6 documents")


@claim("001/4.2.2/gRBP", "§4.2.2", "gRBP is (1 − p)/g(a_c) Σ pⁱ⁻¹ g, and RBP where c = 1 and g(a₁) = 1")
def graded_rbp() -> Finding:
    def formula(run: Run, grades: int, p: Fraction) -> Fraction:
        return (1 - p) / grades * sum((p**i * grade for i, grade in enumerate(run)), Fraction(0))

    broken = [
        (run, grades)
        for (run, grades), p in product(_runs(4), (HALF, Fraction(4, 5)))
        if value(f"gRBP(p={p})", run, grades) != formula(run, grades, p)
        or (grades == 1 and value(f"RBP(p={p})", run) != formula(run, 1, p))
    ]
    return decided(broken, len(_runs(4)), "runs of up to 4 documents, p = 1/2 and 4/5")


@claim("001/4.2.3/DCG", "§4.2.3", "DCG is the sum of gains over max(1, log_b i): nothing is discounted down to rank b")
def discounted() -> Finding:
    def formula(run: Run, base: int) -> float:
        return sum(grade / max(1.0, log(i) / log(base)) for i, grade in enumerate(run, start=1))

    broken = [
        run
        for run, grades in _runs()
        if not isclose(float(value("DCG(base=2)", run, grades)), formula(run, 2), abs_tol=1e-12)
        or value("DCG(base=10)", run, grades) != sum(run)
    ]
    return decided(broken, len(_runs()), "runs of up to 5 documents, bases 2 and 10; with base 10 all are plain sums")


@claim("001/4.2.4/ERR", "§4.2.4", "ERR is Σ 1/i · x_i · ∏ (1 − x_j) with x = (2^g − 1)/2^g(a_c)")
def expected_reciprocal_rank() -> Finding:
    def formula(run: Run, grades: int) -> Fraction:
        total, left = Fraction(0), Fraction(1)
        for i, grade in enumerate(run, start=1):
            stop = Fraction(2**grade - 1, 2**grades)
            total, left = total + stop * left / i, left * (1 - stop)
        return total

    return decided([run for run, grades in _runs() if value("ERR", run, grades) != formula(run, grades)], len(_runs()))
