"""Claims of Ferrante, Ferro and Maistro 2015 (002) about utility-oriented measurements and the balancing index."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import product

import intervale as iv
from intervale.claims.register import Finding, Outcome, claim
from intervale.exact.logsum import exact_sum

CONFIRMED, REFUTED, CONDITIONAL = Outcome.CONFIRMED, Outcome.REFUTED, Outcome.CONDITIONAL
SPACES = [(length, grades) for length in range(1, 6) for grades in range(1, 4) if (grades + 1) ** length <= 300]


@claim("002/5/theorem-5.2", "§5, Theorem 5.2", "a function is monotone on runs iff it satisfies Replacement and Swap")
def theorem_5_2() -> Finding:
    """On a space: what chains of Replacements and Swaps reach is what the order compares."""
    from intervale.scales.axioms import AXIOMS

    swap, cases = iv.order("rank-swap"), 0
    for length, grades in SPACES:
        runs = list(iv.RunSpace(length, grades))
        below: dict[tuple[int, ...], set[tuple[int, ...]]] = {run: {run} for run in runs}
        rising = sorted(runs, key=lambda run: (sum(run), sum(grade * rank for rank, grade in enumerate(reversed(run)))))
        for run in rising:  # every step raises the sum of grades, or at one sum how far up they stand
            for name in ("replacement", "swap"):
                for _, higher in AXIOMS[name].cases(run, grades):
                    below[higher] |= below[run]
        for r, s in product(runs, repeat=2):
            cases += 1
            if (r in below[s]) != bool(swap.leq(r, s)):
                return Finding(REFUTED, (r, s))
    return Finding(CONFIRMED, cases, "all pairs of runs of these spaces: chains of both reach what the order compares")


@claim("002/5.1/measures", "§5.1", "AP, RBP, nDCG and ERR are utility-oriented measurements")
def measures() -> Finding:
    for text, (length, grades) in product(("AP", "RBP(p=0.8)", "nDCG(base=2)", "ERR"), SPACES):
        isotone = iv.scale(text, length=length, grades=grades, order="rank-swap")["rank-swap"].isotone
        if not isotone:
            return Finding(REFUTED, (text, isotone.witness))
    return Finding(CONFIRMED, len(SPACES), "all runs of these spaces")


@claim("002/5/example", "§5", "AP prefers (1,0,0,1,0) to (0,1,1,0,1), Precision the other")
def example() -> Finding:
    runs = ((1, 0, 0, 1, 0), (0, 1, 1, 0, 1))
    by_ap, by_p = ([iv.parse_measure(text).exact(run) for run in runs] for text in ("AP", "P@5"))
    if by_ap[0] > by_ap[1] and by_p[0] < by_p[1]:
        return Finding(CONFIRMED, (by_ap, by_p))
    return Finding(
        REFUTED, (by_ap, by_p), "the values are right, and 3/2 is less than 53/30: AP prefers the second, too"
    )


def _compared(
    text: str, printed: Callable[[int], int | None], lengths: range, grades: int = 1
) -> list[tuple[int, ...]]:
    """Where a printed formula does not give the balancing index: length, index, formula."""
    found = [(n, iv.balancing_index(text, length=n, grades=grades), printed(n)) for n in lengths]
    return [(n, index or 0, formula or 0) for n, index, formula in found if index != formula]


@claim("002/6/AP", "§6", "for AP the balancing index is the largest b with Σ k/(k + b − 1) ≥ 1, k from 1 to n − b + 1")
def balance_ap() -> Finding:
    def printed(n: int) -> int | None:
        fits = [b for b in range(1, n + 1) if sum(Fraction(k, k + b - 1) for k in range(1, n - b + 2)) >= 1]
        return max(fits, default=None)

    off = _compared("AP", printed, range(1, 41))
    return Finding(REFUTED if off else CONFIRMED, off or 40, "lengths 1 to 40")


@claim("002/6/RBP", "§6", "for RBP it is the largest b with b ≥ log_p(1 − p + p^n) + 1")
def balance_rbp() -> Finding:
    p = Fraction(4, 5)

    def largest(n: int, fits: Callable[[Fraction, Fraction], bool]) -> int | None:
        """b against log_p(x) + 1 is p^(b − 1) against x, the other way round, as p < 1."""
        return max((b for b in range(1, n + 1) if fits(p ** (b - 1), 1 - p + p**n)), default=None)

    lengths = range(1, 41)
    off = _compared("RBP(p=0.8)", lambda n: largest(n, lambda power, x: power <= x), lengths)
    if not off:
        return Finding(CONFIRMED, 40)
    mended = not _compared("RBP(p=0.8)", lambda n: largest(n, lambda power, x: power >= x), lengths)
    return Finding(REFUTED, off[:3], "with ≤ it is right; named: length, index, formula" if mended else "nor with ≤")


@claim("002/6/ERR", "§6", "for ERR it is the largest b with x_min Σ (1 − x_min)^(k − 1)/k ≥ x_max, k from b to n")
def balance_err() -> Finding:
    def largest(n: int, x: Fraction, exponent: Callable[[int, int], int]) -> int | None:
        def total(b: int) -> Fraction:
            return x * sum(((1 - x) ** exponent(k, b) / Fraction(k) for k in range(b, n + 1)), Fraction(0))

        return max((b for b in range(1, n + 1) if total(b) >= x), default=None)

    sixteenth, text = Fraction(1, 16), "ERR(max_rel=4)"  # one grade above 0, at which a reader stops in one of 16 cases
    if _compared(text, lambda n: largest(n, sixteenth, lambda k, b: k - b), range(1, 31)):
        return Finding(REFUTED, None, "neither as printed nor with the exponent k − b")
    off = _compared(text, lambda n: largest(n, sixteenth, lambda k, b: k - 1), range(1, 31))
    remark = "the exponent should be k − b, as the ranks before b are not relevant; named: length, index, formula"
    return Finding(REFUTED if off else CONFIRMED, off or 30, remark)


@claim("002/6/nDCG", "§6", "for nDCG it is max(b1, b2), by whether b is beyond the base of the logarithm")
def balance_ndcg() -> Finding:
    def formula(base: int, grades: int) -> Callable[[int], int | None]:
        def printed(n: int) -> int | None:
            dcg = iv.parse_measure(f"DCG(base={base})")  # exact, so that ties are
            weight = [dcg.exact((*(0,) * rank, 1), grades=1) for rank in range(n)]
            sums = {b: exact_sum(weight[b - 1 :]) for b in range(base + 1, n + 1)}
            far = [b for b, total in sums.items() if total >= grades]
            rest = exact_sum(weight[base:])
            near = [b for b in range(1, min(base, n) + 1) if rest + (base - b + 1) >= grades]
            return max([*far, *near], default=None)

        return printed

    off = {
        (base, grades): wrong
        for base, grades in product((2, 3, 10), (1, 2, 3))
        if (wrong := _compared(f"nDCG(base={base})", formula(base, grades), range(1, 31), grades))
    }
    if not off:
        return Finding(CONFIRMED, 30)
    short = all(n < base for (base, _), wrong in off.items() for n, _, _ in wrong)
    remark = "right for runs at least as long as the base; b2 counts ranks up to the base that shorter runs do not have"
    return Finding(CONDITIONAL if short else REFUTED, off, remark)


@claim("002/6/algorithm-1", "§6, Algorithm 1", "the algorithm finds the index in at most n − 1 iterations")
def algorithm_1() -> Finding:
    for text, grades in product(("AP", "RBP(p=0.8)", "nDCG(base=2)", "ERR"), (1, 2, 3)):
        measure, n = iv.parse_measure(text), 10
        first = measure.exact((grades, *(0,) * (n - 1)), grades=grades)
        tries = (measure.exact((*(0,) * (b - 1), *(1,) * (n - b + 1)), grades=grades) for b in range(n, 0, -1))
        if not any(first <= value for value in tries):
            return Finding(REFUTED, (text, n, grades), "no b from n down to 1 will do here, and it goes on below 1")
    return Finding(CONFIRMED, 12)


@claim("002/6/figure-1a", "§6, Figure 1(a)", "ERR has index 1, RBP 8 for p = 0.8 beyond length 20, almost 60 for 0.95")
def figure_1a() -> Finding:
    err = {iv.balancing_index("ERR", length=n) for n in range(2, 200, 13)}
    rbp = [iv.balancing_index("RBP(p=0.8)", length=n) for n in (20, 21, 25, 30, 1000)]
    deep = iv.balancing_index("RBP(p=0.95)", length=1000)
    if err != {1} or set(rbp[-2:]) != {8} or deep != 59:
        return Finding(REFUTED, (err, rbp, deep))
    outcome = CONDITIONAL if 7 in rbp[1:] else CONFIRMED
    return Finding(outcome, (rbp, deep), "8 from where p^n is small enough; 59 for p = 0.95")
