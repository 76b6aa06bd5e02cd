"""The contents of the electronic appendix."""

from __future__ import annotations

from intervale_papers.register import Item, Section

DEFINITIONS = "definitions"
IN_SECTION_2 = "as in §2, and checked there"


def _of(*names: str) -> tuple[str, ...]:
    return tuple(f"001/A{name}" for name in names)


POSETS = (
    Item("Appendix §1, first lines", "Partial orders, comparable elements, bounds.", why=DEFINITIONS),
    Item("Appendix §1, Example 1", "Subsets under inclusion.", _of("1/example-1")),
    Item(
        "Appendix §1, Example 2",
        "Orders that are total, and weak ones.",
        _of("1/example-2", "1/weak", "1/weak-iff"),
    ),
    Item("Appendix §1, Table 1", "Weak, partial and total orders.", _of("1/table-1")),
    Item("Appendix §1, intervals and covers", "When an element covers another one.", _of("1/covers")),
    Item("Appendix §1, Hasse diagrams", "Elements on one level are incomparable.", why=IN_SECTION_2),
    Item(
        "Appendix §1, Example 3",
        "The divisors of 30 (diagram missing, described).",
        _of("1/example-3", "1/example-3-interval"),
    ),
    Item("Appendix §1, chains", "Chains of the divisors of 30, and their length.", _of("1/chains")),
    Item("Appendix §1, graded posets", "The rank function.", why=IN_SECTION_2),
    Item("Appendix §1, Example 4", "The maximal chains and ranks of the divisors of 30.", _of("1/example-4")),
    Item("Appendix §1, length of an interval", "Intervals of graded posets are graded.", why=IN_SECTION_2),
    Item("Appendix §1, least upper bounds", "They need not exist.", _of("1/no-bound")),
    Item("Appendix §1, Example 5", "Meets and joins of the divisors of 30.", _of("1/example-5")),
    Item("Appendix §1, Lemma 1", "When a bounded poset is a lattice.", _of("1/lemma-1")),
    Item(
        "Appendix §1, Proposition 2",
        "A condition on finite lattices, and what it is said to be for.",
        _of("1/graded-iff", "1/proposition-2"),
    ),
    Item("Appendix §1, last lines", "Foldes on shortest paths.", why=IN_SECTION_2),
)
MEASUREMENT = (
    Item("Appendix §2.1, first part", "What measurement is.", why="definitions in words"),
    Item("Appendix §2.1, Figure 1", "Trees (the figure is missing, described).", _of("2.1/trees", "2.1/sense")),
    Item(
        "Appendix §2.1, homomorphisms",
        "Relational structures and what maps one to the other.",
        _of("2.1/function"),
    ),
    Item("Appendix §2.1, rods", "Joining rods.", _of("2.1/rods")),
)
SCALES = (
    Item("Appendix §2.2, permissible transformations", "Representation and uniqueness.", why=DEFINITIONS),
    Item("Appendix §2.2, meaningfulness", "True, false and meaningful.", _of("2.2/true-or-false", "2.2/temperatures")),
    Item("Appendix §2.2, types", "How many there are, and how they differ.", _of("2.2/five", "2.2/constraints")),
    Item(
        "Appendix §2.2.1",
        "Nominal: languages.",
        _of("2.2.1/codings", "2.2.1/people", "2.2.1/mode", "2.2.1/quartile"),
    ),
    Item("Appendix §2.2.2, permissible transformations", "Increasing functions.", _of("2.2.2/increasing")),
    Item(
        "Appendix §2.2.2, Regulation 607/2009",
        "Tastes of sparkling wines by sugar content.",
        why="the sugar contents are in the regulation, and not in the paper",
    ),
    Item(
        "Appendix §2.2.2, wineries",
        "Ordinal: sparkling wines.",
        _of("2.2.2/fibonacci", "2.2.2/bottles", "2.2.2/median", "2.2.2/mean"),
    ),
    Item(
        "Appendix §2.2.3, acceptable operations",
        "Addition and subtraction, but not multiplication and division.",
        why="said in words; what it means for statistics is checked with Table 2",
    ),
    Item("Appendix §2.2.3", "Interval: temperatures.", _of("2.2.3/ratios", "2.2.3/mean", "2.2.3/month")),
    Item(
        "Appendix §2.2.4, geometric means",
        "That they are meaningful on a ratio scale.",
        _of("2.2.4/geometric", "2.2.4/other-mean", "2.2.4/derivation"),
    ),
    Item(
        "Appendix §2.2.4, distances",
        "Kilometres and miles.",
        _of("2.2.4/five-times", "2.2.4/miles"),
    ),
    Item("Appendix §2.2.4, kelvin", "Absolute temperatures.", _of("2.2.4/hotter", "2.2.4/kelvin")),
    Item(
        "Appendix §2.2.5, Table 2, statistics",
        "What each scale permits.",
        _of("2.2.5/statistics", "2.2.5/several", "2.2.5/spread", "2.2.5/richer"),
    ),
    Item(
        "Appendix §2.2.5, Table 2, tests",
        "Which tests each scale permits.",
        _of("2.2.5/non-parametric", "2.2.5/parametric"),
    ),
    Item("Appendix §2.2.5, Stevens", "How strict such rules should be.", why="a quotation and an opinion"),
    Item("Appendix §2.2.5, last lines", "MAP and GMAP.", _of("2.2.5/GMAP")),
)
SYMBOLS = (
    Item("Appendix §3, Table 3, elements of runs", "What r̂_j and r̂[j] are.", _of("3/degree")),
    Item("Appendix §3, Table 3, the other rows", "Symbols and where they are defined.", why="a list of symbols"),
)
SETS = (
    Item(
        "Appendix §4.1, Proposition 3",
        "Proposition 2 of the paper.",
        why="checked there; the steps of the proof follow",
    ),
    Item("Appendix §4.1, replacements", "They lead upwards, and everywhere.", _of("4.1/points", "4.1/iterated")),
    Item(
        "Appendix §4.1, covers",
        "Replacements by the next degree.",
        _of("4.1/rank", "4.1/between", "4.1/higher"),
    ),
    Item(
        "Appendix §4.1, joins",
        "Two covers have a join: a lattice.",
        _of("4.1/incomparable", "4.1/join", "4.1/lattice"),
    ),
)
RANKED_TOTAL = (
    Item(
        "Appendix §5.1, Proposition 4",
        "For which p gRBP is ordinal.",
        why="checked in §6.1; the steps of the proof follow",
    ),
    Item(
        "Appendix §5.1, Proposition 4, first part",
        "What is to be shown.",
        _of("5.1/ends", "5.1/extremes", "5.1/difference"),
    ),
    Item("Appendix §5.1, Proposition 4, the gap", "G as the smallest gap.", _of("5.1/gap", "5.1/index")),
    Item(
        "Appendix §5.1, Proposition 4, the inequality",
        "For which p and N it holds.",
        _of("5.1/inequality", "5.1/beyond", "5.1/sign", "5.1/iff", "5.1/strict"),
    ),
    Item(
        "Appendix §5.1, Proposition 5",
        "Gains that are not proportional.",
        _of("5.1/constant", "5.1/formula", "5.1/proposition-5", "5.1/indicator", "5.1/every"),
    ),
)
RANKED_PARTIAL = (
    Item(
        "Appendix §5.2, Proposition 6",
        "Proposition 3 of the paper.",
        why="checked there; the steps of the proof follow",
    ),
    Item("Appendix §5.2, eq. (3)", "The order with two degrees.", _of("5.2/binary")),
    Item("Appendix §5.2, one rank", "Swaps and replacements.", _of("5.2/one-rank")),
    Item(
        "Appendix §5.2, more ranks",
        "What is no cover.",
        _of("5.2/apart", "5.2/counts", "5.2/tail", "5.2/two-cases", "5.2/next", "5.2/no-cover"),
    ),
    Item(
        "Appendix §5.2, joins",
        "Two covers have a join: a lattice.",
        _of("5.2/two-covers", "5.2/join", "5.2/lattice"),
    ),
)
APPENDIX = (
    Section("Appendix §1 Poset, lattice, and Hasse diagram", POSETS),
    Section("Appendix §2.1 Measurement", MEASUREMENT),
    Section("Appendix §2.2 Scales", SCALES),
    Section("Appendix §3 Summary of used symbols", SYMBOLS),
    Section("Appendix §4 Set-based measures", SETS),
    Section("Appendix §5.1 Rank-based measures: total ordering", RANKED_TOTAL),
    Section("Appendix §5.2 Rank-based measures: partial ordering", RANKED_PARTIAL),
)
