"""Claims of §IV-C, Example 11, and of §IV-D: topics with different recall bases, runs of different lengths."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from itertools import combinations, pairwise
from math import lcm

import intervale as iv
from intervale.scales import order_flip, universe, universe_scale
from intervale_papers.findings import holds, under, wrong
from intervale_papers.register import Erratum, Finding, Kind, claim
from intervale_papers.wording import cases, listed, worded

MOST = 8
"""Lengths and recall bases are looked at up to here."""
SIZES = [(n, k) for n in range(1, MOST + 1) for k in range(1, MOST + 1)]
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


def _sets(sizes: Iterable[tuple[int, int]]) -> str:
    return listed(f"S[{n}, {k}]" for n, k in sizes)


@claim(
    "004/4.3/example-11",
    "§IV-C, Example 11, first possibility",
    "recall bases 1, 2 and 3 together give 0, 1/3, 1/2, 2/3, 1: not equidistant",
)
def example_11() -> Finding:
    together = sorted(_recall_values((1, 2, 3)))
    alone = [_equidistant(_recall_values([base])) for base in (1, 2, 3)]
    right = [str(value) for value in together] == ["0", "1/3", "1/2", "2/3", "1"] and all(alone)
    return holds(right and not _equidistant(together), f"together {listed(together)}; each alone is equidistant")


@claim(
    "004/4.3/example-11-six",
    "§IV-C, Example 11, second possibility",
    "sixths hold all values; 1/6 and 5/6 need a topic with six",
)
def example_11_six() -> Finding:
    sixths = {Fraction(n, lcm(1, 2, 3)) for n in range(7)}
    spare = sixths - _recall_values((1, 2, 3))
    enough = [base for base in range(1, 61) if _recall_values((1, 2, 3, base)) == sixths]
    return holds(
        spare == {Fraction(1, 6), Fraction(5, 6)} and enough == [6],
        f"{listed(sorted(spare))} are in no topic; of fourth recall bases to 60 only {listed(enough)} gives all sixths",
    )


@claim(
    "004/4.3/example-11-most",
    "§IV-C, Example 11, last sentence",
    "for most sets of recall bases there is no common equidistant scale",
)
def example_11_most() -> Finding:
    sets = [some for size in (2, 3, 4) for some in combinations(range(1, 11), size)]
    good = [some for some in sets if _equidistant(_recall_values(some))]
    right = all((some in good) == (max(some) == lcm(*some)) for some in sets) and 2 * len(good) < len(sets)
    return holds(
        right,
        f"{len(good)} of the {len(sets)} sets of 2 to 4 recall bases up to 10 have one",
        "just where the largest is a multiple of all",
    )


@claim(
    "004/4.4/fixed",
    "§IV-D, S with one n and one RB; §IV-D4",
    "on one length and one recall base P, R and F1 are one interval scale",
)
def fixed() -> Finding:
    alike = [iv.relate(*pair, length=n) for n in range(1, MOST + 1) for pair in combinations(("P", "R", "F"), 2)]
    if not all(one.relation == "same scale" and one.tau == 1 for one in alike):
        return holds(False, "on all runs of a length they are not one scale")
    for n, base in SIZES:
        runs = _universe([n], [base])
        spaced = all(_equidistant(_value(measure, run) for run in runs) for measure in "PRF")
        affine = all(
            _value("R", run) * base == _value("P", run) * n == _value("F", run) * (n + base) / 2 for run in runs
        )
        top = max(_value("P", run) for run in runs) == Fraction(min(n, base), n)
        if not (spaced and affine and top):
            return holds(False, f"n = {n}, RB = {base}")
    return holds(
        True,
        f"{len(SIZES)} pairs of a length and a recall base up to {MOST}",
        "their tau is 1, and P ends at min(n, RB)/n",
    )


@claim(
    "004/4.4/embedded",
    "§IV-D1, on one length and recall bases RB1, RB2, …",
    "the scales of P for one length are embedded in one interval scale up to min(n, max RB)/n",
)
def embedded() -> Finding:
    seen = 0
    for n in range(1, MOST + 1):
        for bases in combinations(range(1, MOST + 1), 3):
            together = {_value("P", run) for run in _universe([n], bases)}
            seen += 1
            if together != {Fraction(r, n) for r in range(min(n, max(bases)) + 1)}:
                return holds(False, f"n = {n}, RB = {listed(bases)}")
    return holds(True, f"{seen} cases: lengths to {MOST} with three recall bases to {MOST}")


@claim("004/4.4/nine", "§IV-D1, S[2, 2]", "S[2, 2] has the nine runs that are listed, with P 1/2, 1/2 and 1 for three")
def nine() -> Finding:
    printed = {(0, 1, 1), (0, 1, 2), (0, 2, 1), (0, 2, 2), (1, 2, 1), (1, 2, 2), (1, 1, 1), (1, 1, 2), (2, 2, 2)}
    found = list(universe(2, 2))
    values = [_value("P", run) for run in ((1, 2, 1), (1, 2, 2), (1, 1, 2))]
    return holds(
        set(found) == printed and len(found) == 9 and values == [Fraction(1, 2), Fraction(1, 2), 1],
        f"{cases(len(found), 'run')}; P[1, 2, 1] = P[1, 2, 2] = {worded(values[0])}, P[1, 1, 2] = {worded(values[2])}",
    )


@claim("004/4.4/precision", "§IV-D1", "Precision is an interval scale on S[N, K] for N ≤ 2 only")
def universe_precision() -> Finding:
    return _interval_where("P", lambda longest, base: longest <= 2)


@claim(
    "004/4.4/precision-images",
    "§IV-D1",
    "P has the values 0, 1 on S[1, K], 0, 1/2, 1 on S[2, K], 0, 1/3, 1/2, 1 on S[3, 1], and 2/3 with them for K ≥ 2",
)
def precision_images() -> Finding:
    small = [{listed(_image("P", longest, base)) for base in range(1, MOST + 1)} for longest in (1, 2)]
    found = [_image("P", 3, base) for base in range(1, MOST + 1)]
    right = [str(value) for value in found[0]] == ["0", "1/3", "1/2", "1"]
    return holds(
        right
        and small == [{"0 and 1"}, {"0, 1/2 and 1"}]
        and all(listed(one) == "0, 1/3, 1/2, 2/3 and 1" for one in found[1:]),
        f"on S[3, K] {listed(found[0])} for K = 1; {listed(found[1])} for K = 2 to {MOST}",
    )


@claim(
    "004/4.4/precision-bound",
    "§IV-D1, '0 ≤ r ≤ min{3, K}'",
    "these are the fractions r/n with 1 ≤ n ≤ 3 and 0 ≤ r ≤ min{3, K}",
    erratum=Erratum(
        r"0 \leq r \leq \min\{3, K\}",
        "0 ≤ r ≤ min{n, K}",
        "nothing else: the values that are listed are those of r ≤ min{n, K}",
        symbol=True,
    ),
)
def precision_bound() -> Finding:
    printed = {Fraction(r, n) for n in (1, 2, 3) for r in range(3)}
    meant = {Fraction(r, n) for n in (1, 2, 3) for r in range(min(n, 2) + 1)}
    return wrong(
        Kind.MISPRINT,
        sorted(meant) == _image("P", 3, 2) and max(printed) == 2,
        "n = 1 and r = 2 are within the bound for K = 2, and r/n = 2",
        "a run of length n has at most n relevant documents",
    )


@claim("004/4.4/precision-smallest", "§IV-D1, N > 3", "the smallest values of P on S[N, K] are 0, 1/N and 1/(N − 1)")
def precision_smallest() -> Finding:
    sizes = [(n, k) for n, k in SIZES if n >= 3]
    return _smallest("P", lambda longest, base: (Fraction(1, longest), Fraction(1, longest - 1)), sizes)


@claim("004/4.4/recall", "§IV-D2", "Recall is an interval scale on S[N, K] for K ≤ 2 only")
def universe_recall() -> Finding:
    return _interval_where("R", lambda longest, base: base <= 2)


@claim("004/4.4/recall-images", "§IV-D2", "R has the values 0, 1 on S[N, 1] and 0, 1/2, 1 on S[N, 2], whatever N")
def recall_images() -> Finding:
    found = [{listed(_image("R", longest, base)) for longest in range(1, MOST + 1)} for base in (1, 2)]
    return holds(
        found == [{"0 and 1"}, {"0, 1/2 and 1"}], f"{listed(found[0])} for K = 1, {listed(found[1])} for K = 2; N to 8"
    )


@claim("004/4.4/recall-smallest", "§IV-D2, K > 2", "the smallest values of R above 0 on S[N, K] are 1/K and 1/(K − 1)")
def recall_smallest() -> Finding:
    sizes = [(n, k) for n, k in SIZES if k >= 3]
    return _smallest("R", lambda longest, base: (Fraction(1, base), Fraction(1, base - 1)), sizes)


@claim(
    "004/4.4/condition",
    "§IV-D2, n2/n1 < r2/r1 < RB2/RB1",
    "under this condition P and R order two runs contrarily, as where r1 = r2, n1 = 2 n2 and RB2 = 2 RB1",
)
def condition() -> Finding:
    runs = [run for run in _universe(range(1, 6), range(1, 6)) if run[0]]
    for a in runs:
        for b in runs:
            contrary = _value("P", a) < _value("P", b) and _value("R", a) > _value("R", b)
            if contrary != (Fraction(b[1], a[1]) < Fraction(b[0], a[0]) < Fraction(b[2], a[2])):
                return holds(False, f"{worded(a)} and {worded(b)}")
    double = [((r, 2 * n, k), (r, n, 2 * k)) for r, n, k in runs]
    right = all(_value("P", a) < _value("P", b) and _value("R", a) > _value("R", b) for a, b in double)
    return holds(
        right,
        f"{len(runs) ** 2:,} pairs of runs with a relevant document, lengths and recall bases to 5",
        "under no other condition do they; doubling n1 and RB2 is an example",
    )


@claim("004/4.4/precision-recall-order", "§IV-D2", "for all N ≥ 2 and K ≥ 2 P and R order S[N, K] in different ways")
def precision_recall_order() -> Finding:
    alike = [size for size in SIZES if order_flip("P", "R", *size).holds]
    return holds(alike == [(1, 1)], f"alike on {_sets(alike)} only; N and K to {MOST}")


@claim("004/4.4/F1-formula", "§IV-D3", "the harmonic mean of P and R is 2r/(n + RB)")
def f1_formula() -> Finding:
    runs = _universe(range(1, MOST + 1), range(1, MOST + 1))
    some = [run for run in runs if run[0]]
    right = all(2 / (1 / _value("P", run) + 1 / _value("R", run)) == _value("F", run) for run in some)
    return under(
        right and len(some) < len(runs),
        f"equal for {len(some)} runs; for (0, 1, 1) and {len(runs) - len(some) - 1} more the first form divides by 0",
        "runs with a relevant document; for the others only the second form is defined",
    )


@claim("004/4.4/F1", "§IV-D3", "F1 is an interval scale on S[1, 1] only")
def universe_f() -> Finding:
    return _interval_where("F", lambda longest, base: longest == base == 1)


@claim(
    "004/4.4/F1-images", "§IV-D3", "F1 has the values 0, 2/3, 1 on S[2, 1] and S[1, 2], and 0, 1/2, 2/3, 1 on S[2, 2]"
)
def f1_images() -> Finding:
    found = [listed(_image("F", *size)) for size in ((2, 1), (1, 2), (2, 2))]
    return holds(found == ["0, 2/3 and 1"] * 2 + ["0, 1/2, 2/3 and 1"], "; ".join(found))


@claim(
    "004/4.4/F1-smallest",
    "§IV-D3",
    "the smallest values of F1 on S[N, K] are 0, 2/(N + K) and 2/(N + K − 1) for N ≥ 3 or K ≥ 3",
)
def f1_smallest() -> Finding:
    sizes = [(n, k) for n, k in SIZES if max(n, k) >= 3]
    return _smallest("F", lambda n, k: (Fraction(2, n + k), Fraction(2, n + k - 1)), sizes)


@claim("004/4.4/orders", "§IV-D", "on S[2, 2] Precision, Recall and F1 order runs in three ways")
def universe_orders() -> Finding:
    flips = {f"{a} and {b}": order_flip(a, b, 2, 2) for a, b in (("P", "R"), ("P", "F"), ("R", "F"))}
    return holds(
        not any(flip.holds for flip in flips.values()),
        "; ".join(f"{pair} differ on {listed(flip.witness or ())}" for pair, flip in flips.items()),
    )


@claim(
    "004/4.4/F1-order",
    "§IV-D3, last sentence",
    "for N ≥ 3 or K ≥ 3 F1 orders S[N, K] as neither P nor R does",
    erratum=Erratum(
        r"differs from both the orderings induced by  $Prec$  and  $Recall$",
        "differs from both the orderings induced by Prec and Recall where N ≥ 2 and K ≥ 2",
        "nothing else: §IV-D4 asks for N > 2 and K > 2, where it stands",
    ),
)
def f1_order() -> Finding:
    sizes = [(n, k) for n, k in SIZES if max(n, k) >= 3]
    like_p = [size for size in sizes if order_flip("P", "F", *size).holds]
    like_r = [size for size in sizes if order_flip("R", "F", *size).holds]
    return wrong(
        Kind.FALSE,
        like_p == [(n, 1) for n in range(3, MOST + 1)] and like_r == [(1, k) for k in range(3, MOST + 1)],
        "S[3, 1]: P = r/n and F1 = 2r/(n + 1) with r = 0 or 1; S[1, 3]: R = r/RB and F1 = 2r/(1 + RB)",
        f"with K = 1 F1 orders runs as P does, with N = 1 as R does; with N, K ≥ 2 the statement holds, to {MOST}",
    )


@claim(
    "004/4.4/both",
    "§IV-D4, 'Only in the trivial … case'",
    "only on S[2, 2] are P and R both interval scales and not affine transformations of each other",
    erratum=Erratum(
        "case  $N = 2$  and  $K = 2$ , i.e.  $S[2, 2]$",
        "cases S[1, 2], S[2, 1] and S[2, 2]",
        "nothing else: §IV-D1 and §IV-D2 state the cases N ≤ 2 and K ≤ 2 rightly",
    ),
)
def both() -> Finding:
    found = [s for s in SIZES if universe_scale("P", *s) and universe_scale("R", *s) and not order_flip("P", "R", *s)]
    images = [listed(_image(measure, 1, 2)) for measure in "PR"]
    return wrong(
        Kind.FALSE,
        found == [(1, 2), (2, 1), (2, 2)] and images == ["0 and 1", "0, 1/2 and 1"],
        f"on S[1, 2] P has the values {images[0]}, R has {images[1]}",
        f"both are equally spaced and neither is an affine transformation of the other; with N and K to {MOST} that is "
        f"so on {_sets(found)}",
    )


@claim(
    "004/4.4/all-stop",
    "§IV-D4",
    "for N > 2 and K > 2 none of P, R, F1 is an interval scale, and they order runs in three ways",
)
def all_stop() -> Finding:
    sizes = [(n, k) for n, k in SIZES if n > 2 and k > 2]
    for n, k in sizes:
        flips = (order_flip(a, b, n, k) for a, b in combinations("PRF", 2))
        if any(flips) or any(universe_scale(measure, n, k) for measure in "PRF"):
            return holds(False, f"S[{n}, {k}]")
    return holds(True, f"{cases(len(sizes), 'set')} S[N, K], N and K from 3 to {MOST}")


@claim(
    "004/4.4/one-fixed",
    "§IV-D4, special case",
    "with one length P stays an interval scale, with one recall base R does; the other does not, and orders otherwise",
)
def one_fixed() -> Finding:
    kept, lost, apart = True, set(), True
    for one, most in SIZES:
        by_length, by_base = _universe([one], range(1, most + 1)), _universe(range(1, most + 1), [one])
        p_kept, r_spaced, p_spaced, r_kept = (
            _equidistant(_value(measure, run) for run in runs) for runs in (by_length, by_base) for measure in "PR"
        )
        kept = kept and p_kept and r_kept
        lost |= {most} if not r_spaced and not p_spaced else set()
        apart = apart and (most == 1 or not (_alike("P", "R", by_length) or _alike("P", "R", by_base)))
    witness = sorted({_value("R", run) for run in _universe([2], (1, 2))})
    return under(
        kept and apart and lost == set(range(3, MOST + 1)),
        f"R on runs of length 2 with recall bases 1 and 2 has {listed(witness)}, which are equally spaced",
        f"where three or more recall bases, or lengths, from 1 on are mixed; up to {MOST}",
    )


@claim(
    "004/4.4/hypothesis",
    "§IV-D4, 'We hypothesize'",
    "mixing lengths and recall bases is more severe for rank-based measures than for P, R and F1",
)
def hypothesis() -> Finding:
    names = ("R", "F", "AP", "nDCG", "ERR", "RR", "RBP(p=0.3)", "RBP(p=0.5)", "RBP(p=0.8)")
    found = {one.name: one for one in iv.universes(names, longest=4, bases=4).measures}
    flips = {name: one.last.flips for name, one in found.items() if one.last.flips is not None}
    others = [one for name, one in found.items() if name not in flips]
    unchanged = all(cell.uneven == cell.uneven_alone for one in others for cell in one.cells.values())
    even = [one.name for one in others if one.last.spaced]
    more = min(flips["AP"], flips["nDCG"]) > max(flips["R"], flips["F"])
    shares = ", ".join(f"{name} {float(share):.1%}" for name, share in flips.items())
    return under(
        flips.keys() == {"R", "F", "AP", "nDCG"} and more and unchanged and even == ["RBP(p=0.5)"],
        "AP gives (0, 1) with RB = 1 a half and (1) with RB = 3 a third, and without RB a half and 1; RBP, RR and ERR "
        "have on S[N, K] the values that they have on runs of length N with RB = K",
        "where a constant of the topic divides the measure: the share of pairs of S[4, 4] that it orders the other way "
        f"round than without the constant is {shares}; mixing changes nothing for RBP, RR and ERR, of which only "
        "RBP(p=0.5) is equally spaced on S[4, 4]",
    )


def _interval_where(measure: str, expected: Callable[[int, int], bool]) -> Finding:
    where = []
    for longest, base in SIZES:
        verdict = universe_scale(measure, longest, base)
        where += [(longest, base)] if verdict else []
        if bool(verdict) != expected(longest, base):
            return holds(False, f"S[{longest}, {base}]")
    return holds(True, f"interval on {len(where)} of {len(SIZES)} sets S[N, K] with N and K to {MOST}")


def _smallest(
    measure: str, expected: Callable[[int, int], tuple[Fraction, Fraction]], sizes: list[tuple[int, int]]
) -> Finding:
    """The two smallest values above 0 on these sets."""
    for longest, base in sizes:
        low, one, two = _image(measure, longest, base)[:3]
        if low != 0 or (one, two) != expected(longest, base) or two - one == one:
            return holds(False, f"S[{longest}, {base}]")
    return holds(True, f"{cases(len(sizes), 'set')} S[N, K] with N and K to {MOST}", "and they are not equidistant")
