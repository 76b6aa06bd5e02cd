"""Universes S[N, K] written from the formulas, run by run and pair by pair: the slow twin of ``scales/universe*``.

Values are fractions; those of nDCG are floats, in which different values of small universes differ by far more than
rounding.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations, pairwise, product
from math import log2

CLOSE = 1e-12


def topics(most, grades):
    """How many documents of grade 1, 2, …: at least one, at most so many."""
    return [t for t in product(range(most + 1), repeat=grades) if 1 <= sum(t) <= most]


def universe(longest, bases, grades):
    return [
        (run, topic)
        for topic in topics(bases, grades)
        for n in range(1, longest + 1)
        for run in product(range(grades + 1), repeat=n)
        if all(run.count(g) <= topic[g - 1] for g in range(1, grades + 1))
    ]


def own(name, run, top):
    """The value without the constant of the topic."""
    relevant = [int(grade > 0) for grade in run]
    if name in ("R", "F"):
        return Fraction(sum(relevant))
    if name == "P":
        return Fraction(sum(relevant), len(run))
    if name == "AP":
        return sum((Fraction(sum(relevant[:i]), i) for i in range(1, len(run) + 1) if relevant[i - 1]), Fraction(0))
    if name == "RR":
        return next((Fraction(1, i) for i, one in enumerate(relevant, start=1) if one), Fraction(0))
    if name == "RBP(p=0.5)":
        return sum((Fraction(one, 2**i) for i, one in enumerate(relevant, start=1)), Fraction(0))
    if name == "ERR":
        total, left = Fraction(0), Fraction(1)
        for i, grade in enumerate(run, start=1):
            stop = Fraction(2**grade - 1, 2**top)
            total, left = total + left * stop / i, left * (1 - stop)
        return total
    return sum(grade / log2(i + 1) for i, grade in enumerate(run, start=1))


def constant(name, run, topic):
    """What the topic divides by."""
    base = sum(topic)
    if name in ("R", "AP"):
        return base
    if name == "F":
        return Fraction(len(run) + base, 2)
    if name == "nDCG":
        ideal = [grade for grade in range(len(topic), 0, -1) for _ in range(topic[grade - 1])]
        return own("nDCG", ideal, len(topic))
    return 1


def value(name, run, topic):
    return own(name, run, len(topic)) / constant(name, run, topic)


def different(values):
    """The different values in order."""
    found = []
    for one in sorted(values):
        if not found or one - found[-1] > CLOSE:
            found.append(one)
    return found


def equally_spaced(values):
    found = different(values)
    steps = [b - a for a, b in pairwise(found)]
    return not steps or max(steps) - min(steps) <= CLOSE


def sign(x):
    return 0 if abs(x) <= CLOSE else 1 if x > 0 else -1


def opposite_pairs(first, second):
    """How many pairs two lists of values order oppositely, of how many."""
    pairs = list(combinations(range(len(first)), 2))
    turned = [(i, j) for i, j in pairs if sign(first[i] - first[j]) * sign(second[i] - second[j]) < 0]
    return turned, len(pairs)


def size(run, topic):
    wanted = sum(grade * count for grade, count in enumerate(topic, start=1))
    return sum(run) + len(run) + wanted, sum(run), len(run), topic, run
