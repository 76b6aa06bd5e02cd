"""Difference structures: the worked examples, each axiom broken alone, and all axioms against six loops."""

from decimal import Decimal
from fractions import Fraction
from itertools import product
from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import intervale as iv
from intervale.exact.differences import AXIOMS
from intervale.exact.verdict import Proof

# ------------------------------------------------------------ the axioms, written out


def compares(leq, p, q):
    return leq(p, q) or leq(q, p)


def tied(leq, p, q):
    return leq(p, q) and leq(q, p)


def slow_weak_order(objects, leq):
    pairs = list(product(objects, repeat=2))
    total = all(compares(leq, p, q) for p, q in product(pairs, repeat=2))
    return total and all(leq(p, r) for p, q, r in product(pairs, repeat=3) if leq(p, q) and leq(q, r))


def broken_sign(leq, a, b, c, d):
    return leq((a, b), (c, d)) and not leq((d, c), (b, a))


def broken_monotonicity(leq, a, b, c, a1, b1, c1):
    return leq((a, b), (a1, b1)) and leq((b, c), (b1, c1)) and not leq((a, c), (a1, c1))


def broken_solvability(objects, leq, a, b, c, d):
    if not (leq((a, a), (c, d)) and leq((c, d), (a, b))):
        return False
    up = any(tied(leq, (a, x), (c, d)) for x in objects)
    down = any(tied(leq, (x, b), (c, d)) for x in objects)
    return not (up and down)


def slow_axioms(objects, leq):
    return {
        "weak order": slow_weak_order(objects, leq),
        "sign": not any(broken_sign(leq, *found) for found in product(objects, repeat=4)),
        "weak monotonicity": not any(broken_monotonicity(leq, *found) for found in product(objects, repeat=6)),
        "solvability": not any(broken_solvability(objects, leq, *found) for found in product(objects, repeat=4)),
    }


def assert_witnesses(objects, leq, axioms):
    """That every witness breaks its axiom."""
    for name, verdict in axioms.items():
        if verdict:
            assert verdict.witness is None
        elif name == "sign":
            assert broken_sign(leq, *verdict.witness)
        elif name == "weak monotonicity":
            assert broken_monotonicity(leq, *verdict.witness)
        elif name == "solvability":
            assert broken_solvability(objects, leq, *verdict.witness)
        elif len(verdict.witness) == 2:
            assert not compares(leq, *verdict.witness)
        else:
            p, q, r = verdict.witness
            assert leq(p, q)
            assert leq(q, r)
            assert not leq(p, r)


def assert_as_written(objects, leq):
    found = iv.difference_structure(objects, leq)
    assert {name: verdict.holds for name, verdict in found.axioms.items()} == slow_axioms(objects, leq)
    assert_witnesses(objects, leq, found.axioms)
    assert_represents(objects, leq, found)
    return found


def assert_represents(objects, leq, found):
    """Theorem 1: where all axioms hold there is a measure that orders differences as the relation does."""
    assert (found.measure is not None) == found.holds
    if found.holds:
        M = found.measure
        assert sorted(set(M.values())) == list(range(len(set(M.values()))))
        assert found.representation
        assert found.uniqueness
        for a, b, c, d in product(objects, repeat=4):
            assert leq((a, b), (c, d)) == (M[b] - M[a] <= M[d] - M[c])
    else:
        assert found.representation.holds is found.uniqueness.holds is None
        assert found.failed in found.representation.why


def by_numbers(number):
    def leq(ab, cd):
        return number[ab[1]] - number[ab[0]] <= number[cd[1]] - number[cd[0]]

    return leq


def by_levels(level):
    return lambda ab, cd: level[ab] <= level[cd]


def levels(draw, n):
    """Levels of all differences: any, or odd under turning round, or those of numbers, one of them perhaps changed."""
    kind, spread = draw.choice(["any", "odd", "numbers", "changed"]), draw.randint(1, 4)
    value = [draw.randint(0, spread) for _ in range(n)]
    level = {(a, b): value[b] - value[a] for a, b in product(range(n), repeat=2)}
    if kind == "any":
        return {pair: draw.randint(0, spread) for pair in level}
    if kind == "odd":
        upper = {(a, b): draw.randint(-spread, spread) for a, b in level if a < b}
        return {(a, b): 0 if a == b else upper[a, b] if a < b else -upper[b, a] for a, b in level}
    if kind == "changed":
        level[draw.choice(sorted(level))] += draw.choice([-1, 1])
    return level


@pytest.mark.parametrize(("n", "cases"), [(1, 5), (2, 200), (3, 250), (4, 60)])
def test_random_levels_against_six_loops(n, cases):
    draw = Random(n)
    found = [assert_as_written(range(n), by_levels(levels(draw, n))) for _ in range(cases)]
    patterns = {tuple(map(bool, one.axioms.values())) for one in found}
    assert len(patterns) >= {1: 1, 2: 4, 3: 5, 4: 4}[n]  # that the cases are not all alike


@pytest.mark.parametrize(("n", "cases"), [(1, 4), (2, 300), (3, 150), (4, 40)])
def test_random_relations_against_six_loops(n, cases):
    draw = Random(n)
    pairs = list(product(range(n), repeat=2))
    for _ in range(cases):
        share = draw.choice([0.02, 0.3, 0.8, 0.98])
        related = {found for found in product(pairs, repeat=2) if draw.random() < share}
        assert_as_written(range(n), lambda ab, cd, known=related: (ab, cd) in known)


@pytest.mark.parametrize("flips", [1, 2])
def test_relations_close_to_that_of_equal_steps(flips):
    """One or two truth values changed, in a relation that satisfies all axioms."""
    draw = Random(flips)
    numbers, pairs = range(3), list(product(range(3), repeat=2))
    whole = {(p, q) for p, q in product(pairs, repeat=2) if p[1] - p[0] <= q[1] - q[0]}
    for _ in range(80):
        related = whole ^ {(draw.choice(pairs), draw.choice(pairs)) for _ in range(flips)}
        found = assert_as_written(numbers, lambda ab, cd, known=related: (ab, cd) in known)
        assert found.holds == (related == whole)


@given(st.lists(st.integers(0, 12), min_size=1, max_size=4))
def test_numbers_alone_and_their_differences_as_a_relation(values):
    objects = sorted(set(values))
    related = assert_as_written(objects, lambda ab, cd: ab[1] - ab[0] <= cd[1] - cd[0])
    alone = iv.difference_structure(values)
    assert {name: bool(one) for name, one in alone.axioms.items()} == {
        name: bool(one) for name, one in related.axioms.items()
    }
    assert alone.measure == related.measure
    assert bool(alone.representation) == bool(related.representation)
    if not alone.holds:
        assert broken_solvability(
            objects, lambda ab, cd: ab[1] - ab[0] <= cd[1] - cd[0], *alone.axioms["solvability"].witness
        )


# ------------------------------------------------------------ each axiom broken alone


CIRCLE = {("rock", "paper"): 1, ("paper", "scissors"): 1, ("scissors", "rock"): 1}


def around(ab, cd):
    """How much better the second is: everything beats what stands before it in a circle."""

    def gain(x, y):
        return CIRCLE.get((x, y), 0) - CIRCLE.get((y, x), 0)

    return gain(*ab) <= gain(*cd)


@pytest.mark.parametrize(
    ("axiom", "objects", "leq"),
    [
        ("weak order", "ab", lambda ab, cd: False),
        ("sign", "ab", lambda ab, cd: ab[0] <= cd[0]),
        ("weak monotonicity", ["rock", "paper", "scissors"], around),
        ("solvability", [0, 1, 3], lambda ab, cd: ab[1] - ab[0] <= cd[1] - cd[0]),
    ],
)
def test_each_axiom_fails_alone(axiom, objects, leq):
    found = assert_as_written(objects, leq)
    assert [name for name in AXIOMS if not found.axioms[name]] == [axiom] == [found.failed]
    assert repr(found) == f"DifferenceStructure({axiom} fails)"


def test_a_weak_order_that_is_total_and_not_transitive():
    beats = {("aa", "ab"), ("ab", "ba"), ("ba", "aa")}

    def leq(ab, cd):
        return ("".join(ab), "".join(cd)) in beats or ("".join(cd), "".join(ab)) not in beats

    found = assert_as_written("ab", leq).axioms["weak order"]
    assert found.why == "not transitive"
    assert len(found.witness) == 3


# ------------------------------------------------------------ worked examples


@pytest.mark.parametrize("N", [0, 1, 9, 30])
def test_example_1_natural_numbers(N):
    """Ferrante, Ferro and Pontarollo 2019, Example 1: Δ(a, b) = b − a on 0, …, N."""
    alone = iv.difference_structure(range(N + 1))
    related = iv.difference_structure(range(N + 1), lambda ab, cd: ab[1] - ab[0] <= cd[1] - cd[0])
    for found in (alone, related):
        assert found.holds
        assert found.failed is None
        assert found.measure == {a: a for a in range(N + 1)}  # M(a) = ρ(a) = a
    assert alone.axioms["weak order"].proof is Proof.THEOREM
    assert related.axioms["weak order"].proof is Proof.EXHAUSTIVE
    assert related.axioms["solvability"].cases == (N + 1) ** 4


def test_example_1_the_solution_in_its_numbers():
    """a, b, c, d = 1, 6, 7, 9: d′ = 3 and d″ = 4; without them solvability fails there."""

    def leq(ab, cd):
        return ab[1] - ab[0] <= cd[1] - cd[0]

    a, b, c, d = 1, 6, 7, 9
    numbers = range(10)
    assert leq((a, a), (c, d))
    assert leq((c, d), (a, b))
    assert [x for x in numbers if tied(leq, (a, x), (c, d))] == [3]
    assert [x for x in numbers if tied(leq, (x, b), (c, d))] == [4]
    for missing in (3, 4):
        left = [x for x in numbers if x != missing]
        assert broken_solvability(left, leq, a, b, c, d)
        assert iv.difference_structure(left).failed == iv.difference_structure(left, leq).failed == "solvability"


def test_ties_have_the_same_measure():
    height = {"Ada": 180, "Bob": 170, "Cyd": 180, "Dan": 190, "Eve": 170}
    found = assert_as_written(list(height), by_numbers(height))
    assert found.measure == {"Ada": 1, "Bob": 0, "Cyd": 1, "Dan": 2, "Eve": 0}


@given(
    st.integers(2, 12),
    st.fractions(Fraction(1, 50), 50, max_denominator=50),
    st.fractions(-50, 50, max_denominator=50),
)
def test_measures_are_unique_up_to_an_affine_map(n, alpha, beta):
    """αM + β is as good as M: the same relation and the same measure; a square is not."""
    values = [alpha * k + beta for k in range(n)]
    found = iv.difference_structure(values)
    assert list(found.measure.values()) == list(range(n))
    assert "αM + β" in found.uniqueness.why
    ratio = {(a, b): (values[b] - values[a]) / (values[1] - values[0]) for a, b in product(range(n), repeat=2)}
    assert ratio == {(a, b): b - a for a, b in ratio}
    assert n == 2 or iv.difference_structure([k * k for k in range(n)]).failed == "solvability"


@pytest.mark.parametrize(
    "values", [[0.1, 0.2, 0.3], np.array([0.1, 0.2, 0.3]), [Decimal("0.1"), Decimal("0.2"), Decimal("0.3")]]
)
def test_floats_are_the_decimals_that_they_are_written_as(values):
    assert list(iv.difference_structure(values).measure.values()) == [0, 1, 2]


def test_large_sets_of_numbers():
    found = iv.difference_structure(range(0, 120_000, 3))
    assert found.holds
    assert found.measure[119_997] == 39_999
    assert iv.difference_structure([*range(40_000), 40_001]).axioms["solvability"].witness == (39_999, 40_001, 0, 1)


def test_what_fails_leaves_no_representation():
    found = iv.difference_structure([0, 1, 3])
    assert [verdict.holds for verdict in found.axioms.values()] == [True, True, True, False]
    assert found.representation.holds is found.uniqueness.holds is None
    assert found.representation.why == "not a difference structure: solvability fails"


# ------------------------------------------------------------ what is refused


def test_an_exception_is_an_error_that_names_the_pairs():
    with pytest.raises(iv.OptionError, match=r"leq failed on \('a', 'a'\), \('b', 'a'\): KeyError: 'b'"):
        iv.difference_structure("ab", lambda ab, cd: {"a": 1}[cd[0]] <= 1)


@pytest.mark.parametrize(
    ("objects", "leq", "reason"),
    [
        ([], None, "no numbers"),
        ([], lambda ab, cd: True, "no objects"),
        (range(61), lambda ab, cd: True, r"61 objects are too many .* \(at most 60\)"),
        ("aba", lambda ab, cd: True, "'a' appears twice"),
        ([[1], [2]], lambda ab, cd: True, r"\[1\] cannot be an object"),
        (["a"], None, "'a' is not a number"),
        ([1, None], None, "None is not a number"),
        ([1, float("nan")], None, "nan is not a number"),
        ([1, 2], 3, "leq=3 must be a function"),
    ],
)
def test_what_is_refused(objects, leq, reason):
    with pytest.raises(iv.OptionError, match=reason):
        iv.difference_structure(objects, leq)
