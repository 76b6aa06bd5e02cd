"""The contents of 001: its electronic appendix."""

from __future__ import annotations

from intervale_papers.register import Item


def _of(*names: str) -> tuple[str, ...]:
    return tuple(f"001/A{name}" for name in names)


APPENDIX = (
    Item("Appendix §1, Example 1", "Subsets under inclusion.", _of("1/example-1")),
    Item("Appendix §1, Example 2", "Orders that are total, and weak ones.", _of("1/example-2", "1/weak")),
    Item("Appendix §1, Table 1", "Weak, partial and total orders.", _of("1/table-1")),
    Item(
        "Appendix §1, Example 3",
        "The divisors of 30 (diagram missing, described).",
        _of("1/example-3", "1/example-3-interval"),
    ),
    Item("Appendix §1, Example 4", "Their maximal chains and ranks.", _of("1/example-4")),
    Item("Appendix §1, Example 5", "Their meets and joins.", _of("1/example-5")),
    Item("Appendix §1, Lemma 1", "When a bounded poset is a lattice.", _of("1/lemma-1")),
    Item("Appendix §1, Proposition 2", "When a finite lattice is graded (Stanley).", _of("1/proposition-2")),
    Item("Appendix §1, last lines", "Foldes on shortest paths.", why="as in §2, and checked there"),
    Item("Appendix §2.1, first part", "What measurement is.", why="definitions in words"),
    Item("Appendix §2.1, Figure 1", "Trees (the figure is missing, described).", _of("2.1/trees", "2.1/sense")),
    Item("Appendix §2.1, homomorphisms", "Relational structures, formally.", why="definitions"),
    Item("Appendix §2.1, rods", "Joining rods.", _of("2.1/rods")),
    Item("Appendix §2.2, permissible transformations", "Representation and uniqueness.", why="definitions"),
    Item("Appendix §2.2, meaningfulness", "True, false and meaningful.", _of("2.2/true-or-false", "2.2/temperatures")),
    Item(
        "Appendix §2.2, types",
        "Five types of scales, of which four are listed.",
        why="a count of words, and four follow",
    ),
    Item("Appendix §2.2.1", "Nominal: languages.", _of("2.2.1/mode", "2.2.1/people", "2.2.1/quartile")),
    Item("Appendix §2.2.2", "Ordinal: sparkling wines.", _of("2.2.2/fibonacci", "2.2.2/median", "2.2.2/mean")),
    Item("Appendix §2.2.3", "Interval: temperatures.", _of("2.2.3/ratios", "2.2.3/mean", "2.2.3/month")),
    Item(
        "Appendix §2.2.4",
        "Ratio: geometric means, distances, kelvin.",
        _of("2.2.4/geometric", "2.2.4/miles", "2.2.4/factor", "2.2.4/kelvin"),
    ),
    Item("Appendix §2.2.5, Table 2, statistics", "What each scale permits.", _of("2.2.5/statistics", "2.2.5/spread")),
    Item(
        "Appendix §2.2.5, Table 2, tests",
        "Which tests each scale permits.",
        _of("2.2.5/parametric", "2.2.5/non-parametric"),
    ),
    Item("Appendix §2.2.5, Stevens", "How strict such rules should be.", why="a quotation and an opinion"),
    Item("Appendix §2.2.5, last lines", "MAP and GMAP.", _of("2.2.5/GMAP")),
    Item("Appendix §3, Table 3", "Symbols.", why="a list of symbols"),
    Item(
        "Appendix §4.1, Proposition 3",
        "Proposition 2 of the paper.",
        why="checked there; the steps of the proof follow",
    ),
    Item("Appendix §4.1, covers", "Replacements by the next degree.", _of("4.1/iterated", "4.1/higher")),
    Item("Appendix §4.1, joins", "Two covers have a join: a lattice.", _of("4.1/join", "4.1/lattice")),
    Item("Appendix §5.1, Proposition 4, first part", "What is to be shown.", _of("5.1/ends", "5.1/extremes")),
    Item("Appendix §5.1, Proposition 4, the gap", "G as the smallest gap.", _of("5.1/gap", "5.1/index")),
    Item(
        "Appendix §5.1, Proposition 4, the inequality",
        "For which p and N it holds.",
        _of("5.1/inequality", "5.1/sign", "5.1/beyond", "5.1/strict"),
    ),
    Item("Appendix §5.1, Proposition 5", "Gains that are not proportional.", _of("5.1/proposition-5")),
    Item(
        "Appendix §5.2, Proposition 6",
        "Proposition 3 of the paper.",
        why="checked there; the steps of the proof follow",
    ),
    Item("Appendix §5.2, one rank", "Exchanges and replacements.", _of("5.2/one-rank", "5.2/one-more")),
    Item(
        "Appendix §5.2, more ranks",
        "What is no cover.",
        _of("5.2/apart", "5.2/tail", "5.2/two-cases", "5.2/next", "5.2/no-cover"),
    ),
    Item("Appendix §5.2, joins", "Two covers have a join: a lattice.", _of("5.2/join", "5.2/lattice")),
)
