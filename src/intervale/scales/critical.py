"""Critical steps: for some measures that are no sums over ranks, a few steps under an order stand for all.

If none of these steps goes down, none does; if all go up, all do; if all are equal, all steps of the space are. So AP,
RR, ERR, Success and SBTO are decided at any length, and what fails has a witness of that length.

Proofs. The measure looks at the first k of N ranks; grades are 0..c. For AP, RR and Success let b be the run with 1 for
relevant documents and 0 for others; where no grade is relevant all steps are 0. x is the chance of stopping of ERR, any
with 0 = x_0 ≤ x_1 ≤ … ≤ x_c ≤ 1; where gains make it fall, or stop readers at grade 0, nothing is proven. d_g = x_{g+1}
− x_g; where all are 0, all steps are.

- ``rank-replacement``, one grade raised at rank i. AP grows by at least 1/i where b changes and i ≤ k, else by 0; RR
  and Success grow or stay; ERR grows by Q · d_g · (1/i − T), Q the chance of coming to rank i, T ≤ 1/(i + 1) what the
  ranks after it are worth; SBTO numbers multisets in an order that extends this one. So nothing goes down, and what is
  flat is flat for a reason that shows at rank N: N > k, a grade that changes nothing, or (RR, Success, ERR with x_c =
  1) a document at rank 1 where all readers stop. Steps differ at ranks 1 and N, with and without a document at rank 1,
  or between grades (SBTO: 1 from grade 0 and N from grade 1; for N = 1, ERR: d_g), unless N = 1, or all are 0, or SBTO
  counts (c = 1, k = N), where all are 1.
- ``rank-swap``, a grade raised, or r[i] < r[j] exchanged. AP, RR and Success do not fall where a relevant document
  moves up; ERR grows by Q · (x_b − x_a) · (1/i − B − P/j), B + P/j ≤ 1/(i + 1) the mean of 1/rank of where one stops
  between them, or at j; SBTO stays. Flat steps are those above, and swaps for Success and SBTO. Steps that differ:
  raised at rank N with and without a document at rank 1, swaps at ranks 1, k and N − 1.
- ``rank-total``, (p, g, c, …, c) becomes (p, g + 1, 0, …, 0) at rank i. AP's step is linear in the number of relevant
  documents of p, RR's and Success's depends on whether there is one, ERR's is that of p = 0 times the chance of reading
  on after p, and the sign of SBTO's does not depend on p: so p = (0, …, 0) and p = (c, …, c) stand for all. Of the
  ranks: i > k is flat. For AP the step at k − 2 with p = 0 is 1/(k − 2) − 1/(k − 1) − 2/k < 0 where b changes, and it
  loses the tail where b does not; ERR is below; RR and Success have one sign at all i < k, grade by grade; SBTO falls
  at all i < k − 1, where two documents of grade c are lost for one. Smaller k are among the ranks 1, 2, k − 2, k − 1,
  k.
- ``rank-total``, ERR, p = 0, k > 1. Let q = 1 − x_c, h_g = d_g / (1 − x_g), where x_g < 1 (else the step is 0, and so
  is that of grade c − 1), and h the least h_g: q = (1 − h_0) · … · (1 − h_{c−1}). The step is (1 − x_g)/i · (h_g − x_c
  · G_i), G_i = Σ_{m ≤ k−i} i/(i + m) · q^(m−1), so that the grade of h stands for all; G_k = 0 and G_{k−1} = 1 − 1/k.

  With c ≥ 2, rank k − 1 stands for all: there h ≥ x_c · (1 − 1/k), and as q ≤ (1 − h)² or q = 0, x_c ≥ h · (2 − h), so
  that h ≥ 1 − 1/(k − 1), q ≤ 1/(k − 1)², and for i ≤ k − 2 G_i ≤ i/(i + 1)/(1 − q) ≤ 1 − 1/k.

  With c = 1, h = x_c and G_i ≤ 1 is asked. Rank k − 2 stands for all: there q · (k − 1) · (k − 2) ≤ k. At k − 3,
  (1 − G_i) · (k − 2) is 1 − q(k − 2)(k − 3)/(k − 1) − q²(k − 2)(k − 3)/k, least for the largest q, when it is (2k −
  2)/((k − 1)²(k − 2)) > 0. For i ≤ k − 4, G_i ≤ i/(i + 1) + i/(i + 2) · q/(1 − q), and that is below 1 if q · (i(i +
  1)/(i + 2) + 1) is, which is at most q · (k² − 6k + 10)/(k − 2) and below 1 as k² − 2k − 4 > 0.
- ``set-replacement`` and ``set-total`` are asked only where the order of documents does not matter: Success and SBTO
  with k = N, constants, and N = 1. Success depends on whether a document is relevant; SBTO is the number of the
  multiset in ``set-total``, so that its steps there are 1 unless grades from ``max_rel`` on are one, when (c − 1, …, c
  − 1) becomes (c, 0, …, 0), which is less, or for N = 1 the same.

The grades in question are the lowest, the highest, and those around the first that changes the gain; for ERR also the
first with the least h_g, where a grade that changes nothing is found, and the first whose d_g is not d_0.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Any

from intervale.measures import Fold, Measure
from intervale.measures.interval import SBTO
from intervale.measures.precision import Success
from intervale.measures.ranked import AP, ERR, GMAP, RR
from intervale.orders import JudgedRun, Order, RunSpace
from intervale.scales.cover_steps import CoverStep, smallness, whole_step

__all__ = ["critical_exchanges", "critical_steps", "extreme_steps", "is_proven", "special_grades"]

Pair = tuple[JudgedRun, JudgedRun]
PROVEN: tuple[type[Measure], ...] = (AP, GMAP, RR, ERR, Success, SBTO)


def is_proven(measure: Measure) -> bool:
    """Whether critical steps stand for all steps of this measure."""
    return type(measure) in PROVEN


def critical_steps(
    order: Order, measure: Measure, fold: Fold | None, space: RunSpace, value: Callable[[JudgedRun], Any]
) -> Iterator[CoverStep] | None:
    """The steps that stand for all; None where this is not proven of the measure and the order."""
    if fold is None or not is_proven(measure) or order.name not in _MAKERS:
        return None
    if type(measure) is not ERR:
        return extreme_steps(order, fold, space, value)
    chances: list[Any] = list(fold.gains)
    if chances[0] != 0 or chances != sorted(chances) or chances[-1] > 1:
        return None
    return extreme_steps(order, fold, space, value, _stopping_grades(chances))


def extreme_steps(
    order: Order,
    fold: Fold | None,
    space: RunSpace,
    value: Callable[[JudgedRun], Any],
    grades: Iterable[int] = (),
) -> Iterator[CoverStep]:
    """These steps for any measure, small runs first: first and last ranks, lowest and highest grades and some more."""
    maker = _MAKERS.get(order.name)
    grades, depth = sorted({*special_grades(fold, space.grades), *grades}), _depth(fold, space)
    pairs = set() if maker is None else set(maker(space.length, grades, space.grades, depth))
    for low, high in sorted(pairs, key=lambda pair: (smallness(pair[0]), pair[1])):
        yield whole_step(low, high, value(low), value(high))


def critical_exchanges(fold: Fold | None, space: RunSpace) -> Iterator[Pair]:
    """Runs with two neighbours exchanged: where the order of documents matters to one of the measures above, it matters
    to one of these (AP, RR and ERR at ranks 1 and 2; Success and SBTO where one of the two is past the cutoff).
    """
    yield from _neighbours(space.length, special_grades(fold, space.grades), _depth(fold, space))


def _depth(fold: Fold | None, space: RunSpace) -> int:
    return space.length if fold is None else min(fold.length, space.length)


def special_grades(fold: Fold | None, top: int) -> list[int]:
    """The grades g whose step to g + 1 can be special."""
    jump = 0
    if fold is not None:
        jump = next((g for g in range(top) if fold.gains[g] != fold.gains[g + 1]), 0)
    return sorted({g for g in (0, 1, jump - 1, jump, jump + 1, top - 1) if 0 <= g < top})


def _stopping_grades(chances: Sequence[Any]) -> set[int]:
    """The grades g of ERR with the least h_g and with another d_g than grade 0."""
    growths = [high - low for low, high in pairwise(chances)]
    hazards = {g: growth / (1 - chances[g]) for g, growth in enumerate(growths) if chances[g] < 1}
    return {min(hazards, key=hazards.__getitem__), next((g for g, d in enumerate(growths) if d != growths[0]), 0)}


def _one(length: int, rank: int, grade: int, first: int = 0) -> JudgedRun:
    """A grade at a rank, another at the first where that is another rank, and zeros."""
    run = [0] * length
    run[0] = first
    run[rank - 1] = grade
    return tuple(run)


def _raised(length: int, grades: list[int], top: int, ranks: set[int]) -> Iterator[Pair]:
    for rank in ranks:
        for first in (0, top) if rank > 1 else (0,):
            for g in grades:
                yield _one(length, rank, g, first), _one(length, rank, g + 1, first)


def _replacements(length: int, grades: list[int], top: int, depth: int) -> Iterator[Pair]:
    return _raised(length, grades, top, {1, length})


def _swaps(length: int, grades: list[int], top: int, depth: int) -> Iterator[Pair]:
    yield from _raised(length, grades, top, {length})
    yield from _neighbours(length, grades, depth)


def _neighbours(length: int, grades: list[int], depth: int) -> Iterator[Pair]:
    for rank in {rank for rank in (1, depth, length - 1) if 1 <= rank < length}:
        for g in grades:
            yield _one(length, rank + 1, g + 1), _one(length, rank, g + 1)


def _carries(length: int, grades: list[int], top: int, depth: int) -> Iterator[Pair]:
    for rank in {rank for rank in (1, 2, depth - 2, depth - 1, depth, depth + 1, length) if 1 <= rank <= length}:
        behind = length - rank
        for before in {(0,) * (rank - 1), (top,) * (rank - 1)}:
            for g in grades:
                yield (*before, g, *(top,) * behind), (*before, g + 1, *(0,) * behind)


def _set_replacements(length: int, grades: list[int], top: int, depth: int) -> Iterator[Pair]:
    for g in grades:
        yield _one(length, 1, g), _one(length, 1, g + 1)
    yield from _beside_the_best(length, top)


def _set_carries(length: int, grades: list[int], top: int, depth: int) -> Iterator[Pair]:
    for g in grades:
        yield (g,) * length, (g + 1, *(0,) * (length - 1))
    yield from _beside_the_best(length, top)


def _beside_the_best(length: int, top: int) -> Iterator[Pair]:
    if length > 1:
        yield _one(length, 2, 0, top), _one(length, 2, 1, top)


_MAKERS: dict[str, Callable[[int, list[int], int, int], Iterator[Pair]]] = {
    "rank-replacement": _replacements,
    "rank-swap": _swaps,
    "rank-total": _carries,
    "set-replacement": _set_replacements,
    "set-total": _set_carries,
}
