"""How often bounds hold: places among all runs against lists of all runs, and estimates of how many different values
there are over many seeds.

usage: brackets.py [--small] [--cases N] [--seeds N] [--seed S]

Measures, grades, gains and limits of a topic are drawn at random; for each, all runs are listed here, with totals in
whole numbers over one denominator, and the places of 30 of them are compared. In every other case lists of the smallest
values are cut short, so that tables answer. A place outside its bounds ends the bench with exit code 1. With --small,
few cases and seeds.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from random import Random
from typing import Any

os.environ["INTERVALE_CACHE"] = os.devnull

import numpy as np

import intervale as iv
from intervale.exact import smallest_walks

Array = np.ndarray[Any, Any]
MOST_RUNS, LONG, EVERY = 1 << 14, 24, 100
"""Up to how many runs a case has; every hundredth case is AP at up to 24 documents."""
ASKED, CUT_SHORT = 30, 20
KINDS = ("fold", "AP", "ERR", "RBP", "gRBP", "INSQ")
LENGTHS = (20, 30)
"""At how many documents estimates are compared with the exact number of values of AP."""


@dataclass(frozen=True)
class Case:
    """A measure, and for arrays of states a grade's next states and what it adds, in whole numbers."""

    measure: Any
    length: int
    grades: int
    start: int
    step: Callable[[Array, int, int], tuple[Array, Array]]
    most: tuple[int, ...] | None = None

    def listed(self) -> tuple[Array, Array]:
        """All runs that the topic allows, each as a number with a grade in each digit, and their totals."""
        runs, totals = np.zeros(1, np.int64), np.zeros(1, np.int64)
        states, counts = np.full(1, self.start, np.int64), np.zeros((self.grades, 1), np.int64)
        for rank in range(1, self.length + 1):
            after = [self.step(states, grade, rank) for grade in range(self.grades + 1)]
            runs = np.concatenate([runs * (self.grades + 1) + grade for grade in range(self.grades + 1)])
            totals = np.concatenate([totals + adds for _, adds in after])
            states = np.concatenate([reached for reached, _ in after])
            if self.most is not None:
                grade_of = np.repeat(np.arange(self.grades + 1), counts.shape[1])
                counts = np.tile(counts, self.grades + 1) + (grade_of == np.arange(1, self.grades + 1)[:, None])
                allowed = (counts <= np.array(self.most)[:, None]).all(axis=0)
                runs, totals, states, counts = runs[allowed], totals[allowed], states[allowed], counts[:, allowed]
        return runs, totals

    def grades_of(self, number: int) -> tuple[int, ...]:
        base = self.grades + 1
        return tuple(number // base**place % base for place in reversed(range(self.length)))


def drawn(kind: str, random: Random, most_runs: int = MOST_RUNS) -> Case:
    grades = random.choice([1, 1, 2, 3])
    longest = next(n for n in range(2, 60) if (grades + 1) ** (n + 1) > most_runs)
    length = random.randint(2, longest)
    most = None
    if kind in ("AP", "ERR") and random.random() < 0.3:
        most = tuple(random.randint(0, length) for _ in range(grades))
    return MADE[kind](random, length, grades, most)


def average_precision(random: Random, length: int, grades: int, most: tuple[int, ...] | None) -> Case:
    least = random.randint(1, grades)
    whole = lcm(*range(1, length + 1))

    def step(seen: Array, grade: int, rank: int) -> tuple[Array, Array]:
        relevant = int(grade >= least)
        return seen + relevant, (seen + 1) * (whole // rank) * relevant

    return Case(f"AP(rel={least})@{length}", length, grades, 0, step, most)


def expected_reciprocal_rank(random: Random, length: int, grades: int, most: tuple[int, ...] | None) -> Case:
    tenths = sorted(random.randint(1, 10) for _ in range(grades))
    length = min(length, 11)
    whole = lcm(*range(1, length + 1))

    def step(reads: Array, grade: int, rank: int) -> tuple[Array, Array]:
        stops = tenths[grade - 1] if grade else 0
        return reads * (10 - stops), reads * stops * 10 ** (length - rank) * (whole // rank)

    stop = ",".join(f"{grade}:{Fraction(tenth, 10)}" for grade, tenth in enumerate(tenths, start=1))
    return Case(f"ERR(stop={{{stop}}})@{length}", length, grades, 1, step, most)


def rank_biased(random: Random, length: int, grades: int, most: tuple[int, ...] | None) -> Case:
    tenths, length = random.choice([3, 5, 8, 9]), min(length, 14)

    def step(state: Array, grade: int, rank: int) -> tuple[Array, Array]:
        return state, np.full_like(state, (grade > 0) * tenths ** (rank - 1) * 10 ** (length - rank))

    return Case(f"RBP(p={tenths / 10})@{length}", length, grades, 0, step, most)


def graded_rank_biased(random: Random, length: int, grades: int, most: tuple[int, ...] | None) -> Case:
    gains, length = [0, *sorted(random.sample(range(1, 12), grades))], min(length, 14)

    def step(state: Array, grade: int, rank: int) -> tuple[Array, Array]:
        return state, np.full_like(state, gains[grade] * 2 ** (length - rank))

    named = ",".join(f"{grade}:{gain}" for grade, gain in enumerate(gains) if grade)
    return Case(f"gRBP(p=0.5,gains={{{named}}})@{length}", length, grades, 0, step, most)


def inverse_squares(random: Random, length: int, grades: int, most: tuple[int, ...] | None) -> Case:
    """T = 1: the weight of rank i is 1/(i + 1)²."""
    length = min(length, 14)
    whole = lcm(*(rank + 1 for rank in range(1, length + 1)))

    def step(state: Array, grade: int, rank: int) -> tuple[Array, Array]:
        return state, np.full_like(state, grade * (whole // (rank + 1)) ** 2)

    return Case(f"INSQ(T=1)@{length}", length, grades, 0, step, most)


def any_fold(random: Random, length: int, grades: int, most: tuple[int, ...] | None) -> Case:
    """A state moves among a few, and what is added depends on state, grade and rank, and may be below 0."""
    states, falls, least = random.randint(1, 4), random.randint(0, 1), random.choice([-20, 0, 0, 1])
    after = [[random.randrange(states) for _ in range(grades + 1)] for _ in range(states)]
    adds = [
        [Fraction(random.randint(least, 20), random.randint(1, 12)) for _ in range(grades + 1)] for _ in range(states)
    ]
    whole = lcm(*range(1, 13)) * lcm(*range(1, length + 1))

    def exactly(state: int, grade: int, rank: int) -> tuple[int, Fraction]:
        return after[state][grade], adds[state][grade] / rank**falls

    def step(state: Array, grade: int, rank: int) -> tuple[Array, Array]:
        moves = [exactly(before, grade, rank) for before in range(states)]
        to, numbers = ([move[0] for move in moves], [int(move[1] * whole) for move in moves])
        return np.array(to)[state], np.array(numbers)[state]

    def score(grades: Array) -> Array:
        rows = grades.reshape(-1, grades.shape[-1]).tolist()
        return np.array([one(row) for row in rows]).reshape(grades.shape[:-1])

    def one(row: list[int]) -> float:
        state, total = 0, Fraction(0)
        for rank, grade in enumerate(row, start=1):
            state, number = exactly(state, grade, rank)
            total += number
        return float(total)

    return Case(iv.measure(exact=iv.rank_by_rank(exactly, start=0))(score), length, grades, 0, step)


MADE = {
    "fold": any_fold,
    "AP": average_precision,
    "ERR": expected_reciprocal_rank,
    "RBP": rank_biased,
    "gRBP": graded_rank_biased,
    "INSQ": inverse_squares,
}


def outside(case: Case, random: Random) -> tuple[int, list[str]]:
    """How many places were compared, and those that are outside their bounds."""
    runs, totals = case.listed()
    order = np.sort(totals)
    chosen = sorted({0, len(runs) - 1, *(random.randrange(len(runs)) for _ in range(ASKED))})
    rows = [case.grades_of(int(runs[n])) for n in chosen]
    wrong = []
    scale = iv.interval_scale(
        case.measure, length=case.length, grades=case.grades, most=case.most, method="walks", tie_rule="max"
    )
    asked = totals[chosen]
    places = {"min": np.searchsorted(order, asked, "left") + 1, "max": np.searchsorted(order, asked, "right")}
    for rule, known in places.items():
        for run, place, (low, high) in zip(rows, known.tolist(), scale.rank_bounds_of(rows, rule), strict=True):
            if not low <= place <= high:
                wrong.append(
                    f"{case.measure}, grades 0..{case.grades}, {case.most}: {run} {rule} {place}: {low} {high}"
                )
    return 2 * len(rows), wrong


def compare(cases: int, seed: int) -> bool:
    random, listed = Random(seed), smallest_walks.MOST_LISTED
    kinds, places, wrong = Counter[str](), Counter[str](), []
    for number in range(cases):
        kind, most_runs = (KINDS[number % len(KINDS)], MOST_RUNS)
        if number % EVERY == EVERY - 1:
            kind, case = "AP, 2^20 runs and more", average_precision(random, random.randint(20, LONG), 1, None)
        else:
            case = drawn(kind, random, most_runs)
        smallest_walks.MOST_LISTED = CUT_SHORT if number % 2 else listed
        compared, found = outside(case, random)
        kinds[kind] += 1
        places[kind] += compared
        wrong += found
    print("| measures | cases | places compared |\n|---|---:|---:|")
    for kind in kinds:
        print(f"| {kind} | {kinds[kind]:,} | {places[kind]:,} |")
    print(
        f"\n{len(wrong)} of {places.total():,} places of {cases:,} measures are outside their bounds.", *wrong, sep="\n"
    )
    smallest_walks.MOST_LISTED = listed
    return not wrong


def cover(seeds: int, lengths: tuple[int, ...]) -> None:
    """Confidence intervals of the number of different values of AP, and of the ranks of five runs."""
    print("\n| AP, documents | seeds | intervals that hold: number of values | ranks of five runs, least to most |")
    print("|---:|---:|---:|---:|")
    for length in lengths:
        exact = iv.interval_scale(f"AP@{length}")
        random = np.random.default_rng(length)
        runs = [(random.random(length) < share).astype(int).tolist() for share in (0.1, 0.3, 0.45, 0.5, 0.6)]
        ranks, size, held = exact.ranks_of(runs), 0, np.zeros(len(runs), dtype=int)
        for seed in range(seeds):
            scale = iv.interval_scale(f"AP@{length}", method="multiplicities", seed=seed)
            low, high = scale.counting.size_bounds
            size += low <= exact.size <= high
            held += [low <= rank <= high for rank, (low, high) in zip(ranks, scale.rank_bounds_of(runs), strict=True)]
        print(f"| {length} | {seeds} | {size} | {held.min()} to {held.max()} |", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--small", action="store_true")
    parser.add_argument("--cases", type=int, default=2000)
    parser.add_argument("--seeds", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    cases, seeds = (12, 2) if chosen.small else (chosen.cases, chosen.seeds)
    held = compare(cases, chosen.seed)
    cover(seeds, LENGTHS[:1] if chosen.small else LENGTHS)
    sys.exit(0 if held else 1)


if __name__ == "__main__":
    main()
