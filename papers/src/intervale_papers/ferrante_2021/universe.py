"""Claims of §IV-C and §IV-D: topics with different recall bases, runs of different lengths."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from itertools import combinations, pairwise
from math import lcm

from intervale_papers.ferrante_2021.findings import conditional, confirmed, refuted
from intervale_papers.register import Finding, Outcome, claim

MOST = 8
"""Lengths and recall bases are looked at up to here."""
Triple = tuple[int, int, int]


def _value(measure: str, run: Triple) -> Fraction:
    r, n, base = run
    return {"P": Fraction(r, n), "R": Fraction(r, base), "F": Fraction(2 * r, n + base)}[measure]


def _universe(lengths: Iterable[int], bases: Iterable[int]) -> list[Triple]:
    """Runs [r, n, RB] with these lengths and recall bases."""
    bases = list(bases)
    return [(r, n, base) for n in lengths for base in bases for r in range(min(n, base) + 1)]


def _image(measure: str, longest: int, largest: int) -> list[Fraction]:
    """The values on S[N, K], in order."""
    from intervale.scales import universe

    return sorted({_value(measure, run) for run in universe(longest, largest)})


def _equidistant(values: Iterable[Fraction]) -> bool:
    return len({b - a for a, b in pairwise(sorted(set(values)))}) <= 1


def _alike(first: str, second: str, runs: list[Triple]) -> bool:
    """Whether two measures order these runs in one way."""
    return all(
        (_value(first, a) < _value(first, b)) == (_value(second, a) < _value(second, b)) for a in runs for b in runs
    )


def _recall_values(bases: Iterable[int]) -> set[Fraction]:
    return {Fraction(r, base) for base in bases for r in range(base + 1)}


@claim(
    "004/4.3/example-11",
    "§IV-C, Example 11, first possibility",
    "recall bases 1, 2 and 3 together give 0, 1/3, 1/2, 2/3, 1: not equidistant",
)
def example_11() -> Finding:
    together = sorted(_recall_values((1, 2, 3)))
    alone = [_equidistant(_recall_values([base])) for base in (1, 2, 3)]
    right = [str(value) for value in together] == ["0", "1/3", "1/2", "2/3", "1"] and all(alone)
    return confirmed(right and not _equidistant(together), together)


@claim(
    "004/4.3/example-11-six",
    "§IV-C, Example 11, second possibility",
    "sixths hold all values; 1/6 and 5/6 need a topic with six",
)
def example_11_six() -> Finding:
    sixths = {Fraction(n, lcm(1, 2, 3)) for n in range(7)}
    spare = sixths - _recall_values((1, 2, 3))
    right = spare == {Fraction(1, 6), Fraction(5, 6)} and _recall_values((1, 2, 3, 6)) == sixths
    return confirmed(right, sorted(spare))


@claim(
    "004/4.3/example-11-most",
    "§IV-C, Example 11, last sentence",
    "for most sets of recall bases there is no common equidistant scale",
)
def example_11_most() -> Finding:
    sets = [some for size in (2, 3, 4) for some in combinations(range(1, 11), size)]
    good = [some for some in sets if _equidistant(_recall_values(some))]
    right = all((some in good) == (max(some) == lcm(*some)) for some in sets) and 2 * len(good) < len(sets)
    return confirmed(
        right, (len(good), len(sets)), "just where the largest is a multiple of all; 2 to 4 bases up to 10"
    )


@claim(
    "004/4.4/fixed",
    "§IV-D, S with one n and one RB; §IV-D4",
    "on one length and one recall base P, R and F1 are one interval scale",
)
def fixed() -> Finding:
    for n in range(1, MOST + 1):
        for base in range(1, MOST + 1):
            runs = _universe([n], [base])
            spaced = all(_equidistant(_value(measure, run) for run in runs) for measure in "PRF")
            affine = all(
                _value("R", run) * base == _value("P", run) * n == _value("F", run) * (n + base) / 2 for run in runs
            )
            top = max(_value("P", run) for run in runs) == Fraction(min(n, base), n)
            if not (spaced and affine and top):
                return confirmed(False, (n, base))
    return confirmed(True, MOST**2, "and P ends at min(n, RB)/n; lengths and recall bases up to 8")


@claim("004/4.4/nine", "§IV-D1, S[2, 2]", "S[2, 2] has the nine runs that are listed")
def nine() -> Finding:
    from intervale.scales import universe

    printed = {(0, 1, 1), (0, 1, 2), (0, 2, 1), (0, 2, 2), (1, 2, 1), (1, 2, 2), (1, 1, 1), (1, 1, 2), (2, 2, 2)}
    return confirmed(set(universe(2, 2)) == printed and len(list(universe(2, 2))) == 9, sorted(printed))


@claim("004/4.4/precision", "§IV-D1", "Precision is an interval scale on S[N, K] for N ≤ 2 only")
def universe_precision() -> Finding:
    return _interval_where("P", lambda longest, base: longest <= 2)


@claim("004/4.4/precision-images", "§IV-D1", "P has the values 0, 1/3, 1/2, 1 on S[3, 1], and 2/3 with them for K ≥ 2")
def precision_images() -> Finding:
    found = [[str(value) for value in _image("P", 3, base)] for base in range(1, MOST + 1)]
    right = found[0] == ["0", "1/3", "1/2", "1"]
    return confirmed(right and all(one == ["0", "1/3", "1/2", "2/3", "1"] for one in found[1:]), found[:2])


@claim("004/4.4/precision-smallest", "§IV-D1, N > 3", "the smallest values of P on S[N, K] are 0, 1/N and 1/(N − 1)")
def precision_smallest() -> Finding:
    return _smallest("P", lambda longest, base: (Fraction(1, longest), Fraction(1, longest - 1)), 3, 1)


@claim("004/4.4/recall", "§IV-D2", "Recall is an interval scale on S[N, K] for K ≤ 2 only")
def universe_recall() -> Finding:
    return _interval_where("R", lambda longest, base: base <= 2)


@claim("004/4.4/recall-images", "§IV-D2", "R has the values 0, 1 on S[N, 1] and 0, 1/2, 1 on S[N, 2], whatever N")
def recall_images() -> Finding:
    found = {tuple(map(str, _image("R", longest, base))) for longest in range(1, MOST + 1) for base in (1, 2)}
    return confirmed(found == {("0", "1"), ("0", "1/2", "1")}, sorted(found))


@claim("004/4.4/recall-smallest", "§IV-D2, K > 2", "the smallest values of R above 0 on S[N, K] are 1/K and 1/(K − 1)")
def recall_smallest() -> Finding:
    return _smallest("R", lambda longest, base: (Fraction(1, base), Fraction(1, base - 1)), 1, 3)


@claim(
    "004/4.4/condition",
    "§IV-D2, n2/n1 < r2/r1 < RB2/RB1",
    "under this condition, and no other, P and R order two runs contrarily",
)
def condition() -> Finding:
    runs = [run for run in _universe(range(1, 6), range(1, 6)) if run[0]]
    for a in runs:
        for b in runs:
            contrary = _value("P", a) < _value("P", b) and _value("R", a) > _value("R", b)
            if contrary != (b[1] / a[1] < b[0] / a[0] < b[2] / a[2]):
                return confirmed(False, (a, b))
    double = [(r, n, base) for r, n, base in runs if r <= min(n, base) and 2 * n <= 10]
    right = all(_value("P", (r, 2 * n, k)) < _value("P", (r, n, 2 * k)) for r, n, k in double)
    return confirmed(right, len(runs) ** 2, "runs with a relevant document; doubling n1 and RB2 is an example of it")


@claim("004/4.4/precision-recall-order", "§IV-D2", "for all N ≥ 2 and K ≥ 2 P and R order S[N, K] in different ways")
def precision_recall_order() -> Finding:
    from intervale.scales import order_flip

    alike = [(n, k) for n in range(1, MOST + 1) for k in range(1, MOST + 1) if order_flip("P", "R", n, k).holds]
    return confirmed(alike == [(1, 1)], alike, "alike on S[1, 1] only; N and K up to 8")


@claim("004/4.4/F1-formula", "§IV-D3", "the harmonic mean of P and R is 2r/(n + RB)")
def f1_formula() -> Finding:
    runs = _universe(range(1, MOST + 1), range(1, MOST + 1))
    right = all(2 / (1 / _value("P", run) + 1 / _value("R", run)) == _value("F", run) for run in runs if run[0])
    return conditional(right, (0, 1, 1), "where r > 0: without relevant documents the first form divides by 0")


@claim("004/4.4/F1", "§IV-D3", "F1 is an interval scale on S[1, 1] only")
def universe_f() -> Finding:
    return _interval_where("F", lambda longest, base: longest == base == 1)


@claim(
    "004/4.4/F1-images", "§IV-D3", "F1 has the values 0, 2/3, 1 on S[2, 1] and S[1, 2], and 0, 1/2, 2/3, 1 on S[2, 2]"
)
def f1_images() -> Finding:
    found = [[str(value) for value in _image("F", *size)] for size in ((2, 1), (1, 2), (2, 2))]
    return confirmed(found == [["0", "2/3", "1"]] * 2 + [["0", "1/2", "2/3", "1"]], found)


@claim(
    "004/4.4/F1-smallest",
    "§IV-D3",
    "the smallest values of F1 on S[N, K] are 0, 2/(N + K) and 2/(N + K − 1) for N ≥ 3 or K ≥ 3",
)
def f1_smallest() -> Finding:
    def expected(n: int, k: int) -> tuple[Fraction, Fraction]:
        return Fraction(2, n + k), Fraction(2, n + k - 1)

    by_length, by_base = _smallest("F", expected, 3, 1), _smallest("F", expected, 1, 3)
    return confirmed(by_length.outcome == by_base.outcome == Outcome.CONFIRMED, by_base.witness, "N and K up to 8")


@claim("004/4.4/orders", "§IV-D", "on S[2, 2] Precision, Recall and F1 order runs in three ways")
def universe_orders() -> Finding:
    from intervale.scales import order_flip

    flips = [order_flip(a, b, 2, 2) for a, b in (("P", "R"), ("P", "F"), ("R", "F"))]
    return confirmed(not any(flip.holds for flip in flips), [flip.witness for flip in flips])


@claim("004/4.4/F1-order", "§IV-D3, last sentence", "for N ≥ 3 or K ≥ 3 F1 orders S[N, K] as neither P nor R does")
def f1_order() -> Finding:
    from intervale.scales import order_flip

    sizes = [(n, k) for n in range(1, MOST + 1) for k in range(1, MOST + 1) if max(n, k) >= 3]
    like_p = [(n, k) for n, k in sizes if order_flip("P", "F", n, k).holds]
    like_r = [(n, k) for n, k in sizes if order_flip("R", "F", n, k).holds]
    first = like_p == [(n, 1) for n in range(3, MOST + 1)] and like_r == [(1, k) for k in range(3, MOST + 1)]
    second = _alike("P", "F", _universe(range(1, 4), [1])) and _alike("R", "F", _universe([1], range(1, 4)))
    return refuted(
        first,
        second,
        ("S[3, 1]", "P = r/n, F1 = 2r/(n + 1), r = 0 or 1", "S[1, 3]", "R = r/RB, F1 = 2r/(1 + RB)"),
        "with K = 1 F1 orders runs as P does, with N = 1 as R does; with N, K ≥ 2 the statement holds (up to 8)",
        "comparing all pairs of runs of S[3, 1] and S[1, 3] by the formulas of the section",
    )


@claim(
    "004/4.4/both",
    "§IV-D4",
    "only on S[2, 2] are P and R both interval scales and not affine transformations of each other",
)
def both() -> Finding:
    from intervale.scales import order_flip, universe_scale

    sizes = [(n, k) for n in range(1, MOST + 1) for k in range(1, MOST + 1)]
    found = [s for s in sizes if universe_scale("P", *s) and universe_scale("R", *s) and not order_flip("P", "R", *s)]
    return conditional(found == [(1, 2), (2, 1), (2, 2)], found, "S[1, 2] and S[2, 1], too; N and K up to 8")


@claim(
    "004/4.4/all-stop",
    "§IV-D4",
    "for N > 2 and K > 2 none of P, R, F1 is an interval scale, and they order runs in three ways",
)
def all_stop() -> Finding:
    from intervale.scales import order_flip, universe_scale

    for n in range(3, MOST + 1):
        for k in range(3, MOST + 1):
            flips = (order_flip(a, b, n, k) for a, b in combinations("PRF", 2))
            if any(flips) or any(universe_scale(measure, n, k) for measure in "PRF"):
                return confirmed(False, (n, k))
    return confirmed(True, (MOST - 2) ** 2, "N and K from 3 to 8")


@claim(
    "004/4.4/one-fixed",
    "§IV-D4, special case",
    "with one length P stays an interval scale, with one recall base R does; the other does not",
)
def one_fixed() -> Finding:
    found = {}
    for one in range(1, MOST + 1):
        for most in range(1, MOST + 1):
            by_length, by_base = _universe([one], range(1, most + 1)), _universe(range(1, most + 1), [one])
            spaced = [
                _equidistant(_value(measure, run) for run in runs) for runs in (by_length, by_base) for measure in "PR"
            ]
            found[one, most] = spaced
    kept = all(spaced[0] and spaced[3] for spaced in found.values())
    lost = all(spaced[1] == spaced[2] == (most <= 2) for (_, most), spaced in found.items())
    witness = sorted({_value("R", run) for run in _universe([2], (1, 2))})
    return conditional(
        kept and lost,
        ("R on runs of length 2 with RB 1 and 2", [str(value) for value in witness]),
        "the other stops where three recall bases, or three lengths, are mixed; up to 8",
    )


def _interval_where(measure: str, expected: Callable[[int, int], bool]) -> Finding:
    from intervale.scales import universe_scale

    for longest in range(1, MOST + 1):
        for base in range(1, MOST + 1):
            verdict = universe_scale(measure, longest, base)
            if bool(verdict) != expected(longest, base):
                return confirmed(False, (longest, base, verdict.witness))
    return confirmed(True, MOST**2, "N and K up to 8")


def _smallest(measure: str, expected: Callable[[int, int], tuple[Fraction, Fraction]], n: int, k: int) -> Finding:
    """The two smallest values above 0 from S[n, k] on."""
    for longest in range(n, MOST + 1):
        for base in range(k, MOST + 1):
            low, one, two = _image(measure, longest, base)[:3]
            if low != 0 or (one, two) != expected(longest, base) or two - one == one:
                return confirmed(False, (longest, base))
    return confirmed(True, MOST, "and they are not equidistant; N and K up to 8")
