"""Relational structures: the worked examples of the papers, homomorphisms against all tuples, and what is refused."""

import operator
from fractions import Fraction
from itertools import chain, combinations, product
from math import gcd, lcm
from random import Random

import pytest

import intervale as iv
from intervale.exact import structures

# ------------------------------------------------------------ Ferrante, Ferro and Pontarollo 2019, appendix 1


def subsets(elements):
    return [
        frozenset(part) for part in chain.from_iterable(combinations(elements, k) for k in range(len(elements) + 1))
    ]


@pytest.mark.parametrize("elements", ["", "a", "ab", "abc"])
def test_examples_1_and_2_the_power_set_by_inclusion(elements):
    power_set = iv.relational(subsets(elements), {"in": lambda E, F: E <= F})
    found = power_set.poset("in")
    assert found.preorder.antisymmetric
    assert all(found.facts[name] for name in ("bounded", "graded", "ranked", "lattice", "distributive"))
    assert bool(found.facts["total"]) == (len(elements) <= 1)
    assert bool(power_set.weak_order("in")) == (len(elements) <= 1)
    for E, F in product(power_set.objects, repeat=2):
        assert found.meet(E, F) == E & F
        assert found.join(E, F) == E | F
        assert found.distance(E, F) == len(E ^ F)
        assert found.rank(E) == len(E)


def test_a_weak_order_by_a_function_that_is_not_injective():
    """The height of people: antisymmetric iff no two have the same."""
    height = {"Ada": 180, "Bob": 170, "Cyd": 180, "Dan": 190}
    people = iv.relational(height, {"at most as tall": lambda a, b: height[a] <= height[b]})
    found = people.poset("at most as tall")
    assert people.weak_order("at most as tall")
    assert found.classes == (("Ada", "Cyd"), ("Bob",), ("Dan",))
    assert not found.preorder.antisymmetric
    assert found.facts["total"]
    assert found.rank("Cyd") == found.rank("Ada") == 1
    assert found.interval("Bob", "Cyd") == ["Bob", "Ada", "Cyd"]
    assert found.covers() == [("Ada", "Dan"), ("Bob", "Ada")]
    different = iv.relational(["Bob", "Ada", "Dan"], {"at most as tall": lambda a, b: height[a] <= height[b]})
    assert different.poset("at most as tall").preorder.antisymmetric


DIVISORS = [1, 2, 3, 5, 6, 10, 15, 30]


@pytest.fixture(scope="module")
def divisors():
    return iv.relational(DIVISORS, {"divides": lambda a, b: b % a == 0}).poset("divides")


def test_example_3_covers_and_incomparable_divisors(divisors):
    assert set(divisors.covers()) == {
        *[(1, 2), (1, 3), (1, 5)],
        *[(2, 6), (2, 10), (3, 6), (3, 15), (5, 10), (5, 15)],
        *[(6, 30), (10, 30), (15, 30)],
    }
    assert divisors.interval(1, 2) == [1, 2]
    assert set(divisors.interval(1, 6)) == {1, 2, 3, 6}  # printed as {1, 2, 6}
    assert not divisors.leq(3, 10)
    assert not divisors.leq(10, 3)
    assert divisors.interval(3, 10) == []
    assert divisors.facts["total"].witness == (2, 3)


def test_example_4_maximal_chains_and_ranks(divisors):
    chains = [[DIVISORS[x] for x in found] for found in divisors.poset.maximal_chains()]
    assert chains == [[1, 2, 6, 30], [1, 2, 10, 30], [1, 3, 6, 30], [1, 3, 15, 30], [1, 5, 10, 30], [1, 5, 15, 30]]
    assert divisors.facts["graded"]
    assert divisors.facts["ranked"]
    assert {x: divisors.rank(x) for x in DIVISORS} == {1: 0, 2: 1, 3: 1, 5: 1, 6: 2, 10: 2, 15: 2, 30: 3}


def test_the_length_of_an_interval_is_the_shortest_path(divisors):
    for s, t in product(DIVISORS, repeat=2):
        if divisors.leq(s, t):
            assert divisors.distance(s, t) == divisors.rank(t) - divisors.rank(s)
    assert divisors.distance(6, 5) == 3  # by 30 and 10 or 15, or down to 1


def test_example_5_meets_and_joins(divisors):
    assert divisors.facts["lattice"]
    assert (divisors.join(2, 15), divisors.meet(2, 15)) == (30, 1)
    for s, t in product(DIVISORS, repeat=2):
        assert divisors.join(s, t) == lcm(s, t)
        assert divisors.meet(s, t) == gcd(s, t)


def test_example_1_of_the_paper_the_poset_of_natural_numbers():
    """0, …, N by ≤ is total and graded of rank N, with ρ(a) = a."""
    numbers = iv.relational(range(10), {"at most": operator.le})
    found = numbers.poset("at most")
    assert all(found.facts.values())
    assert [found.rank(a) for a in range(10)] == list(range(10))
    assert found.covers() == [(a, a + 1) for a in range(9)]
    assert numbers.weak_order("at most")
    assert numbers.homomorphism(found.rank, {"at most": operator.le}, both_ways=True)


# ------------------------------------------------------------ appendix 2: measurement


PAPAYA, BANANA, ANANAS = "papaya", "banana", "ananas"
TALLER = {(PAPAYA, BANANA), (PAPAYA, ANANAS), (BANANA, ANANAS)}
MUCH_TALLER = {(PAPAYA, ANANAS), (BANANA, ANANAS)}
HEIGHT = {ANANAS: 15.47, BANANA: 67.13, PAPAYA: 93.00}
IMAGES = {"taller": operator.gt, "much taller": lambda x, y: x > y + 50}


def trees(much_taller=MUCH_TALLER):
    return iv.relational([ANANAS, BANANA, PAPAYA], {"taller": TALLER, "much taller": much_taller})


def test_figure_1_trees():
    assert trees().holds("much taller", BANANA, ANANAS)
    assert not trees().holds("much taller", PAPAYA, BANANA)
    one_way = trees().homomorphism(HEIGHT, IMAGES)
    assert one_way.holds is True
    assert one_way.cases == 5  # the pairs of both relations
    both = trees().homomorphism(HEIGHT, IMAGES, both_ways=True)
    assert both.holds is True
    assert both.cases == 18


def test_figure_1_with_a_broken_image():
    turned = {ANANAS: 15.47, BANANA: 93.00, PAPAYA: 67.13}
    broken = trees().homomorphism(turned, IMAGES)
    assert broken.witness == ("taller", (PAPAYA, BANANA), (67.13, 93.00))
    assert broken.why == "taller holds, its image does not"
    short = trees().homomorphism({**HEIGHT, BANANA: 65.47}, IMAGES)  # 65.47 is not more than 15.47 + 50
    assert short.witness == ("much taller", (BANANA, ANANAS), (65.47, 15.47))


def test_figure_1_implied_by():
    """Without one of its pairs "much taller" still implies its image, and is not implied by it."""
    fewer = trees({(PAPAYA, ANANAS)})
    assert fewer.homomorphism(HEIGHT, IMAGES)
    broken = fewer.homomorphism(HEIGHT, IMAGES, both_ways=True)
    assert broken.witness == ("much taller", (BANANA, ANANAS), (67.13, 15.47))
    assert broken.why == "much taller does not hold, its image does"


def test_languages_are_nominal():
    """Appendix 2.2.1: any one-to-one numbering represents who speaks the same language, and nothing else."""
    first = {"English": 1, "French": 2, "German": 3, "Italian": 4}
    second = {"English": 20, "French": 30, "German": 13, "Italian": 11}
    spoken = [*["English"] * 5, *["German"] * 3, "French", "Italian"]
    people = iv.relational(enumerate(spoken), {"same": lambda a, b: a[1] == b[1]})
    for numbers in (first, second):
        assert people.homomorphism(lambda one, M=numbers: M[one[1]], {"same": operator.eq}, both_ways=True)
    merged = {**first, "French": 1}
    assert people.homomorphism(lambda one: merged[one[1]], {"same": operator.eq})
    assert not people.homomorphism(lambda one: merged[one[1]], {"same": operator.eq}, both_ways=True)
    assert not people.weak_order("same")
    assert people.poset("same").covers() == []
    languages = iv.relational(first, {"before": lambda a, b: first[a] < first[b]})
    assert not languages.homomorphism(second, {"before": operator.lt})  # no order: quartiles mean nothing


WINES = ["pas dosè", "extra brut", "brut", "extra dry", "sec", "demi-sec", "doux"]


def fibonacci(n):
    return n if n < 2 else fibonacci(n - 1) + fibonacci(n - 2)


def test_wines_are_ordinal():
    """Appendix 2.2.2: M₂ = fibonacci(M₁ + 1) keeps the order of wines, and not that of differences."""
    first = {wine: place + 1 for place, wine in enumerate(WINES)}
    second = {wine: fibonacci(first[wine] + 1) for wine in WINES}
    assert list(second.values()) == [1, 2, 3, 5, 8, 13, 21]
    wines = iv.relational(
        WINES,
        {
            "sweeter": lambda a, b: first[a] > first[b],
            "further": lambda a, b, c, d: first[b] - first[a] > first[d] - first[c],
        },
    )
    images = {"sweeter": operator.gt, "further": lambda x, y, z, w: y - x > w - z}
    assert wines.homomorphism(first, images, both_ways=True)
    assert wines.homomorphism(second, images).witness[0] == "further"
    order = iv.relational(WINES, {"sweeter": wines.relations["sweeter"].function})
    assert order.homomorphism(second, {"sweeter": operator.gt}, both_ways=True)
    assert iv.difference_structure(first.values()).holds
    assert not iv.difference_structure(second.values()).holds


CELSIUS = {"Rome": Fraction(20), "Oslo": Fraction(10), "Rome before": Fraction(12), "Oslo before": Fraction(7)}
FAHRENHEIT = {
    "Rome": Fraction(68),
    "Oslo": Fraction(50),
    "Rome before": Fraction("53.6"),
    "Oslo before": Fraction("44.6"),
}


@pytest.mark.parametrize("k", [2, Fraction(1, 2), Fraction(5, 8)])
def test_temperatures_ratios_of_differences_survive_affine_maps(k):
    """Appendix 2.2.3: the difference between Rome and Oslo is twice that of one month ago, on either scale."""
    assert {town: Fraction(9, 5) * value + 32 for town, value in CELSIUS.items()} == FAHRENHEIT

    def times(w, x, y, z):
        return w - x == k * (y - z)

    def on_celsius(a, b, c, d):
        return times(CELSIUS[a], CELSIUS[b], CELSIUS[c], CELSIUS[d])

    towns = iv.relational(CELSIUS, {"times": on_celsius})
    assert towns.holds("times", "Rome", "Oslo", "Rome before", "Oslo before") == (k == 2)
    assert towns.homomorphism(CELSIUS, {"times": times}, both_ways=True)
    assert towns.homomorphism(FAHRENHEIT, {"times": times}, both_ways=True)


def test_temperatures_ratios_do_not_survive():
    """Twice as warm in Celsius is not so in Fahrenheit; lengths in kilometres and miles agree."""
    towns = iv.relational(CELSIUS, {"twice": lambda a, b: CELSIUS[a] == 2 * CELSIUS[b]})
    assert towns.holds("twice", "Rome", "Oslo")
    broken = towns.homomorphism(FAHRENHEIT, {"twice": lambda x, y: x == 2 * y})
    assert broken.witness == ("twice", ("Rome", "Oslo"), (68, 50))
    km = {"Padua": 400, "Oslo": 2000}
    far = iv.relational(km, {"five times": lambda a, b: km[a] == 5 * km[b]})
    miles = {town: Fraction("0.62") * one for town, one in km.items()}
    assert far.homomorphism(miles, {"five times": lambda x, y: x == 5 * y}, both_ways=True)


def test_rods_with_an_order_and_a_concatenation():
    """Ferrante, Ferro and Maistro 2015, §2.1: a ≼ b ⇔ M(a) ≤ M(b) and M(a ∘ b) = M(a) + M(b)."""
    length = {"short": 1, "short too": 1, "middle": 2, "long": 3}
    joined = {
        *[("short", "short too", "middle"), ("short too", "short", "middle"), ("short", "short", "middle")],
        *[("short", "middle", "long"), ("middle", "short", "long"), ("short too", "middle", "long")],
    }
    rods = iv.relational(length, {"at most": lambda a, b: length[a] <= length[b], "joined": joined})
    images = {"at most": operator.le, "joined": lambda x, y, z: x + y == z}
    assert rods.homomorphism(length, images)
    assert rods.homomorphism(lambda rod: Fraction(5, 2) * length[rod], images)  # a ratio scale
    shifted = rods.homomorphism(lambda rod: length[rod] + 1, images)
    assert shifted.witness == ("joined", ("short", "short", "middle"), (2, 2, 3))
    incomplete = rods.homomorphism(length, images, both_ways=True)  # not all that fit were joined
    assert incomplete.witness[0] == "joined"
    assert not rods.holds("joined", *incomplete.witness[1])


def test_sets_with_inclusion_and_disjoint_union():
    """The same with sets: a measure is monotonic, and additive where sets are disjoint."""
    weight = {"a": 1, "b": 2, "c": 4}
    sets = iv.relational(subsets("abc"), {"in": lambda A, B: A <= B, "union": lambda A, B, C: not A & B and A | B == C})
    images = {"in": operator.le, "union": lambda x, y, z: x + y == z}
    assert sets.homomorphism(lambda A: sum(weight[x] for x in A), images)
    assert sets.homomorphism(len, images)
    assert not sets.homomorphism(len, images, both_ways=True)
    broken = sets.homomorphism(lambda A: len(A) ** 2, images)
    assert broken.witness[0] == "union"
    falls = sets.homomorphism(lambda A: -len(A), images)
    assert falls.witness[0] == "in"


# ------------------------------------------------------------ against definitions


def with_places(k, members):
    """Whether k things are among tuples, as a function of k arguments."""
    return [lambda a: (a,) in members, lambda a, b: (a, b) in members, lambda a, b, c: (a, b, c) in members][k - 1]


def drawn_mapping(draw):
    """Objects 0..n-1, a relation of arity k, a function and the image of the relation; often one implies the other."""
    n, k, spread = draw.randint(1, 4), draw.randint(1, 3), draw.randint(1, 4)
    f = [draw.randint(0, spread) for _ in range(n)]
    share = draw.choice([0.1, 0.5, 0.9])
    listed = {t for t in product(range(n), repeat=k) if draw.random() < share}
    image = {t for t in product(range(spread + 1), repeat=k) if draw.random() < 0.5}
    kind = draw.choice(["any", "implies", "represents"])
    if kind == "implies":
        image |= {tuple(f[x] for x in t) for t in listed}
    elif kind == "represents":
        listed = {t for t in product(range(n), repeat=k) if tuple(f[x] for x in t) in image}
    return n, k, f, listed, image


def test_homomorphisms_against_all_tuples():
    draw = Random(3)
    outcomes = set()
    for _ in range(200):
        n, k, f, listed, image = drawn_mapping(draw)
        implies = all(tuple(f[x] for x in t) in image for t in listed)
        implied = all(t in listed for t in product(range(n), repeat=k) if tuple(f[x] for x in t) in image)
        outcomes.add((implies, implied))
        for relation in (listed, with_places(k, listed)):
            found = iv.relational(range(n), {"r": relation})
            one_way = found.homomorphism(f.__getitem__, {"r": with_places(k, image)})
            both = found.homomorphism(dict(enumerate(f)), {"r": with_places(k, image)}, both_ways=True)
            assert one_way.holds == implies
            assert both.holds == (implies and implied)
            assert both.cases == n**k or not both
            for verdict in (one_way, both):
                assert_breaks(verdict, f, listed, image)
    assert len(outcomes) == 4


def assert_breaks(verdict, f, listed, image):
    """That a witness breaks the condition, in the direction that is said."""
    if verdict:
        assert verdict.witness is None
    else:
        name, objects, values = verdict.witness
        assert name == "r"
        assert values == tuple(f[x] for x in objects)
        assert (objects in listed) != (values in image)
        assert verdict.why.startswith("r holds" if objects in listed else "r does not hold")


def test_weak_orders_against_the_definition():
    draw = Random(5)
    outcomes = set()
    for _ in range(300):
        n = draw.randint(1, 4)
        key = [draw.randint(0, 3) for _ in range(n)]
        related = {(x, y) for x, y in product(range(n), repeat=2) if key[x] <= key[y]}
        for _ in range(draw.randint(0, 2)):
            related ^= {(draw.randrange(n), draw.randrange(n))}
        found = iv.relational(range(n), {"r": related}).weak_order("r")
        total = all((x, y) in related or (y, x) in related for x, y in product(range(n), repeat=2))
        transitive = all((x, z) in related for x, y in related for w, z in related if y == w)
        assert found.holds == (total and transitive)
        outcomes.add((total, transitive))
        if not total:
            x, y = found.witness
            assert found.why == "not comparable"
            assert not {(x, y), (y, x)} & related
        elif not transitive:
            x, y, z = found.witness
            assert found.why == "not transitive"
            assert {(x, y), (y, z)} <= related
            assert (x, z) not in related
    assert len(outcomes) == 4


def test_posets_that_have_no_rank_and_no_bounds():
    """0 < 1 < 4 and 0 < 2 < 3 < 4, and 5 apart."""
    arrows = {(0, 1), (1, 4), (0, 2), (2, 3), (3, 4), (0, 4), (0, 3), (2, 4)}
    found = iv.relational(range(6), {"r": arrows | {(x, x) for x in range(6)}}).poset("r")
    assert not found.facts["ranked"]
    with pytest.raises(iv.OptionError, match="no rank function: 0 to 1 to 4 and 0 to 2 to 3 to 4"):
        found.rank(0)
    assert found.join(1, 5) is None
    assert found.meet(1, 5) is None
    assert found.distance(1, 5) is None
    assert found.distance(1, 3) == 2
    assert found.facts["lattice"].witness == ("join", 4, 5)
    assert repr(found) == "ObjectPoset(6 objects in 6 classes)"


def test_ranks_where_the_poset_is_ranked_and_not_graded():
    """a < b < c and d < c: d is minimal, and one step below c."""
    found = iv.relational(
        "abcd", {"r": {*zip("abcd", "abcd", strict=True), *[("a", "b"), ("b", "c"), ("a", "c"), ("d", "c")]}}
    )
    poset = found.poset("r")
    assert not poset.facts["graded"]
    assert poset.facts["ranked"]
    assert [poset.rank(x) for x in "abcd"] == [0, 1, 2, 1]


# ------------------------------------------------------------ what is refused


def fails(*given):
    return 1 / 0


@pytest.mark.parametrize(
    ("objects", "relations", "reason"),
    [
        ([], {}, "no objects"),
        (["a", "b", "a"], {}, "'a' appears twice"),
        ([["a"]], {}, "not hashable"),
        (["a"], {"r": {("a", "b")}}, "r has .*, and 'b' is not one of the objects"),
        (["a"], {"r": {("a", ("b",))}}, "is not one of the objects"),
        (["a"], {"r": [("a", ["a"])]}, r"\['a'\] is not one of the objects"),
        (["a"], {"r": [("a",), ("a", "a")]}, "tuples of different lengths"),
        (["a"], {"r": ["a"]}, "r must have tuples of objects, not 'a'"),
        (["a"], {"r": 3}, "r must be a set of tuples of objects or a function, not 3"),
        (["a"], {"r": lambda *all: True}, "r must take a fixed number of objects"),
        (["a"], {"r": lambda: True}, "r must take a fixed number of objects"),
        (["a"], {"r": lambda a, *, b: True}, "r must take a fixed number of objects"),
        (["a"], {"r": max}, "r does not say how many objects it takes"),
        (["a"], {1: {("a",)}}, "the name of a relation must be a text, not 1"),
        (["a"], [("r", {("a",)})], "relations must be a dictionary"),
    ],
)
def test_structures_that_are_refused(objects, relations, reason):
    with pytest.raises(iv.OptionError, match=reason):
        iv.relational(objects, relations)


@pytest.mark.parametrize(
    ("ask", "reason"),
    [
        (lambda s: s.holds("tallr", "a", "b"), "unknown relation 'tallr'; did you mean taller"),
        (lambda s: s.holds("taller", "a"), "taller relates 2 objects, not 1"),
        (lambda s: s.holds("taller", "a", "z"), "'z' is not one of the objects"),
        (lambda s: s.holds("taller", "a", ["b"]), r"\['b'\] is not one of the objects"),
        (lambda s: s.holds("fails", "a", "b"), "fails failed on 'a', 'b': ZeroDivisionError: division by zero"),
        (lambda s: s.poset("fails"), "fails failed on 'a', 'a': ZeroDivisionError"),
        (lambda s: s.weak_order("fails"), "fails failed on 'a', 'a': ZeroDivisionError"),
        (lambda s: s.poset("taller"), "taller is not a preorder: not reflexive at 'a'"),
        (lambda s: s.poset("next"), "next is not a preorder: not transitive at 'a', 'b', 'c'"),
        (lambda s: s.poset("joined"), "joined relates 3 objects; an order relates two"),
        (lambda s: s.poset("equal").rank("z"), "'z' is not one of the objects"),
        (lambda s: s.poset("equal").rank(["a"]), r"\['a'\] is not one of the objects"),
    ],
)
def test_questions_that_are_refused(ask, reason):
    relations = {
        "taller": {("a", "b")},
        "fails": lambda a, b: fails(a, b),
        "next": lambda a, b: ord(b) - ord(a) in (0, 1),
        "joined": {("a", "b", "c")},
        "equal": operator.eq,
    }
    with pytest.raises(iv.OptionError, match=reason):
        ask(iv.relational("abc", relations))


@pytest.mark.parametrize(
    ("f", "images", "reason"),
    [
        ({"a": 1}, {"r": operator.lt}, "no value for 'b'"),
        (3, {"r": operator.lt}, "values are given by a dictionary or a function of an object, not by 3"),
        (fails, {"r": operator.lt}, "the value failed on 'a': ZeroDivisionError"),
        (ord, {}, "every relation needs an image; there is none for r"),
        (ord, {"r": operator.lt, "s": operator.lt}, "unknown relation 's'"),
        (ord, {"r": 3}, "the image of r must be a function of values, not 3"),
        (ord, {"r": fails}, r"the image of r \(of 'a', 'b'\) failed on 97, 98: ZeroDivisionError"),
        (ord, {"r": lambda x: True}, r"the image of r \(of 'a', 'b'\) failed on 97, 98: TypeError"),
    ],
)
def test_images_that_are_refused(f, images, reason):
    with pytest.raises(iv.OptionError, match=reason):
        iv.relational("ab", {"r": {("a", "b")}}).homomorphism(f, images)


def test_an_error_of_a_relation_is_no_verdict():
    broken = iv.relational([2, 1, 0], {"r": lambda a, b: a / b > 1})
    with pytest.raises(iv.OptionError, match="r failed on 2, 0: ZeroDivisionError"):
        broken.homomorphism(abs, {"r": operator.gt})


def test_an_image_is_asked_only_where_the_relation_holds():
    """One way, the image may be undefined elsewhere; both ways it is asked everywhere."""
    found = iv.relational([1, 2, 0], {"r": {(2, 1)}})
    assert found.homomorphism(abs, {"r": lambda x, y: x / y > 1})
    with pytest.raises(iv.OptionError, match=r"the image of r \(of 1, 0\) failed"):
        found.homomorphism(abs, {"r": lambda x, y: x / y > 1}, both_ways=True)


def test_a_relation_without_tuples_has_the_arity_of_its_image():
    nothing = iv.relational([1, 2], {"r": []})
    assert nothing.homomorphism(abs, {"r": operator.lt}).cases == 0
    assert nothing.homomorphism(abs, {"r": lambda x, y, z: x > y > z}, both_ways=True).cases == 8
    assert nothing.homomorphism(abs, {"r": operator.lt}, both_ways=True).witness == ("r", (1, 2), (1, 2))
    assert not nothing.holds("r", 1, 2)
    with pytest.raises(iv.OptionError, match="not reflexive at 1"):
        nothing.poset("r")


def test_arguments_with_a_default_are_not_objects():
    found = iv.relational([1, 2, 70], {"much more": lambda a, b, by=50: a > b + by})
    assert found.relations["much more"].arity == 2
    assert repr(found) == "RelationalStructure(3 objects: much more/2)"
    assert [t for t in product([1, 2, 70], repeat=2) if found.holds("much more", *t)] == [(70, 1), (70, 2)]


def test_too_many_tuples_are_refused_before_anything_is_asked():
    large = iv.relational(range(3163), {"r": lambda a, b: fails()})
    for ask in (large.poset, large.weak_order, lambda name: large.homomorphism(fails, {name: fails})):
        with pytest.raises(iv.OptionError, match=r"10004569 tuples of objects, too many to look at \(at most 10,000"):
            ask("r")
    few = iv.relational(range(3163), {"r": {(0, 1)}})
    assert few.homomorphism(abs, {"r": operator.lt}).cases == 1  # listed: the others are not looked at
    assert structures.MOST_TUPLES == 10_000_000
