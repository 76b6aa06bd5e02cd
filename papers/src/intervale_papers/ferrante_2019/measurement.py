"""Claims about measurement in the appendix: §2.1, and §2.2 before the types of scales."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations, pairwise, permutations, product, zip_longest

import intervale as iv
from intervale_papers.findings import holds, wrong
from intervale_papers.register import Erratum, Finding, Kind, claim
from intervale_papers.wording import cases

HEIGHTS = {"Ananas": 15.47, "Banana": 67.13, "Papaya": 93.00}
TALLER = {("Papaya", "Banana"), ("Papaya", "Ananas"), ("Banana", "Ananas")}
MUCH_TALLER = {("Papaya", "Ananas"), ("Banana", "Ananas")}
LISTED_SCALES = ("nominal", "ordinal", "interval", "ratio")


def fahrenheit(celsius: Fraction | int) -> Fraction:
    """Degrees Fahrenheit of degrees Celsius."""
    return Fraction(9, 5) * celsius + 32


def _relations(heights: dict[str, float]) -> tuple[set[tuple[str, str]], set[tuple[str, str]]]:
    """The pairs with x > y, and those with x > y + 50."""
    pairs = list(permutations(heights, 2))
    return (
        {(a, b) for a, b in pairs if heights[a] > heights[b]},
        {(a, b) for a, b in pairs if heights[a] > heights[b] + 50},
    )


@claim(
    "001/A2.1/trees",
    "appendix §2.1, 'In the case of the example of Figure 1'",
    "the heights printed represent 'taller than' by x > y and 'much taller than' by x > y + 50",
)
def trees() -> Finding:
    right = _relations(HEIGHTS) == (TALLER, MUCH_TALLER)
    witness = "93.00 and 67.13 exceed 15.47 + 50 = 65.47, and 93.00 does not exceed 67.13 + 50 = 117.13"
    return holds(right, witness, kind=Kind.TABLES)


@claim(
    "001/A2.1/sense",
    "appendix §2.1, 'provided that, for example'",
    "where a Papaya tree is taller than a Banana tree, any measure of height gives the Banana tree the higher number",
    erratum=Erratum(
        printed="assigns a higher number to the Banana tree than to the Papaya one",
        reads="assigns a higher number to the Papaya tree than to the Banana one",
    ),
)
def sense() -> Finding:
    given = [dict(zip(HEIGHTS, order, strict=True)) for order in permutations(HEIGHTS.values())]
    keeping = [one for one in given if _relations(one)[0] == TALLER]
    broken = keeping == [HEIGHTS] and not any(one["Banana"] > one["Papaya"] for one in keeping)
    return wrong(
        Kind.MISPRINT,
        broken,
        f"of {len(given)} ways to give the three heights to the three trees, one keeps 'taller than': Papaya 93.00, "
        "Banana 67.13, Ananas 15.47",
        "the two trees are exchanged: the taller one gets the higher number, as the representation condition has it",
    )


@claim(
    "001/A2.1/function",
    "appendix §2.1, 'there exists at least one'",
    "M is a function, that is each element of the domain has at least one, but not necessarily only one, image",
    erratum=Erratum(
        printed="at least one, but not necessarily only one, corresponding image element",
        reads="one and only one corresponding image element, which may be the image of other elements, too",
    ),
)
def function() -> Finding:
    rows = [row for row in product((False, True), repeat=2) if any(row)]
    given = list(product(rows, repeat=3))
    functions = [one for one in given if all(sum(row) == 1 for row in one)]
    shared = [one for one in functions if len(set(one)) < 3]
    return wrong(
        Kind.MISPRINT,
        len(functions) < len(given) and shared,
        f"of {len(given)} ways to give three trees at least one of two numbers each, {len(functions)} are functions, "
        f"and in {len(shared)} two trees have the same number",
        "a function gives one image to each element; not one-to-one means that elements may share it; §3.1 of the "
        "paper has 'one corresponding image element'",
    )


@claim(
    "001/A2.1/rods",
    "appendix §2.1, 'consider a set of rods'",
    "with M the length of a rod, a ≻ b iff M(a) > M(b), and M(a ∘ b) = M(a) + M(b)",
)
def rods() -> Finding:
    made = ["".join(pieces) for size in range(1, 5) for pieces in product("xo", repeat=size)]
    pairs = list(product(made, repeat=2))
    right = all(
        _sticks_out(a, b) == (len(a) > len(b)) and len(a + b) == len(a) + len(b) and _sticks_out(a + b, a)
        for a, b in pairs
    )
    return holds(right, f"{cases(len(pairs), 'pair of rods')} of up to four pieces of one length, laid side by side")


def _sticks_out(rod: str, other: str) -> bool:
    """Whether something of a rod is left where the other ends."""
    return any(piece is not None and beside is None for piece, beside in zip_longest(rod, other))


# ---------------------------------------------------------------- meaningfulness


@claim(
    "001/A2.2/true-or-false",
    "appendix §2.2, 'A banana weights more'",
    "'a banana weighs more than an ananas' is false and meaningful; 'twice the temperature' may be true and is not",
)
def true_or_false() -> Finding:
    kilograms = iv.read_scores({"banana": [0.12], "ananas": [1.1]}, scale="ratio")
    degrees = iv.read_scores({"Rome": [20], "Oslo": [10]}, scale="interval")
    weight = iv.meaningful(kilograms, "mean(banana) > mean(ananas)")
    twice_as = iv.meaningful(degrees, "mean(Rome) >= 2 * mean(Oslo)")
    right = weight.meaningful and not weight.truth and twice_as.truth and not twice_as.meaningful
    return holds(right, f"20 is twice 10, and after {twice_as.flip} it is not", "with weights of 0.12 and 1.1 kg")


@claim(
    "001/A2.2/temperatures",
    "appendix §2.2, 'in Rome is 20 °C'",
    "20 °C and 10 °C are 68 °F and 50 °F, for which 'twice' is false",
)
def temperatures() -> Finding:
    rome, oslo = fahrenheit(20), fahrenheit(10)
    return holds([rome, oslo] == [68, 50] and rome != 2 * oslo, f"{rome} and {oslo}; twice 50 is 100")


@claim(
    "001/A2.2/five",
    "appendix §2.2, 'five major types of scales'",
    "there are five major types of scales, which are listed and discussed",
    erratum=Erratum(
        printed="We can classify five major types of scales", reads="We can classify four major types of scales"
    ),
)
def five() -> Finding:
    return wrong(
        Kind.MISPRINT,
        len(LISTED_SCALES) != 5,
        "nominal, ordinal, interval and ratio are listed",
        "four are listed, and discussed in §2.2.1 to §2.2.4 and in Table 2; §1 and §3.2 of the paper have four",
    )


@claim(
    "001/A2.2/constraints",
    "appendix §2.2, 'increasing constraints'",
    "from nominal to ratio scales, the permissible transformations of each type are fewer than those of the one before",
)
def constraints() -> Finding:
    maps = list(product(range(10), repeat=4))
    classes = [
        {f for f in maps if len(set(f)) == 4},
        {f for f in maps if all(a < b for a, b in pairwise(f))},
        {f for f in maps if f[0] < f[1] and len({b - a for a, b in pairwise(f)}) == 1},
        {f for f in maps if f[0] > 0 and all(f[i] * (j + 1) == f[j] * (i + 1) for i, j in combinations(range(4), 2))},
    ]
    sizes = [f"{len(found):,}" for found in classes]
    witness = "of functions of 1..4 into 0..9, {} are one-to-one, {} increasing, {} αx + β, {} αx".format(*sizes)
    return holds(all(later < before for before, later in pairwise(classes)), f"{witness}, each within the one before")
