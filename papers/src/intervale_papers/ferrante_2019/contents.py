"""The contents of the paper and of its electronic appendix."""

from __future__ import annotations

from intervale_papers.ferrante_2019.contents_appendix import APPENDIX
from intervale_papers.register import CONTENTS, Item, Section

DEFINITION = "a definition without a consequence of its own"
AGAIN = "said again in §8, and checked there"


def _of(*names: str) -> tuple[str, ...]:
    return tuple(f"001/{name}" for name in names)


INTRODUCTION = (
    Item("Abstract", "Which measures are interval scales ('gRPB' is a slip for gRBP).", why=AGAIN),
    Item("§1", "Why scales matter, and what was found.", why=f"an introduction; its findings are {AGAIN}"),
)
POSETS = (
    Item("§2, posets", "Partial orders, intervals, chains, maximal chains.", why=DEFINITION),
    Item("§2, covers", "When an element covers another one.", _of("2/covers")),
    Item("§2, Hasse diagrams", "Elements on one level are incomparable.", _of("2/levels")),
    Item(
        "§2, graded posets", "The rank function, and the length of an interval.", _of("2/rank-function", "2/intervals")
    ),
    Item("§2, natural distance", "Foldes: it is the length of a shortest path.", _of("2/shortest-path")),
)
MEASUREMENT = (
    Item("§3.1", "Relational structures, homomorphisms, measurements.", why=DEFINITION),
    Item(
        "§3.2, scales",
        "What nominal, ordinal, interval and ratio scales allow.",
        _of("3.2/mean", "3.2/variation", "3.2/rank-correlation"),
    ),
    Item("§3.2, uniqueness", "Interval scales of one structure are linear in each other.", _of("3.2/uniqueness")),
    Item("§3.2, van Rijsbergen", "There is no empirical order of retrieval.", why="a quotation"),
    Item("§3.2, weak orders", "Weak and total orders.", why=DEFINITION),
    Item("§3.2, differences", "Null intervals, and the sign of a difference.", _of("3.2/zero")),
    Item(
        "§3.2, Definition 1",
        "Difference structures (axiom i is lost in the text).",
        _of("3.2/definition-1", "3.2/adding", "3.2/solvability"),
    ),
    Item("§3.2, Theorem 1", "A difference structure has an interval scale.", _of("3.2/theorem-1")),
    Item("§3.3", "From an order to an interval scale in six steps.", _of("3.3/procedure", "3.3/minus-one")),
    Item("Example 1, the numbers 0..N", "They are a difference structure.", _of("example-1", "example-1/integers")),
    Item("Example 1, points i to iv", "The axioms one by one.", _of("example-1/weak", "example-1/monotone")),
    Item("Example 1, last part", "The solvability condition with numbers.", _of("example-1/numbers")),
)
FORMALISM = (
    Item("§4, first part", "Relevance degrees, runs, gains, recall base.", why=DEFINITION),
    Item("§4, evaluation measures", "Most are normalised.", _of("4/normalised")),
    Item("§4.1", "Sets of judged documents are multisets.", _of("4.1/size")),
    Item("§4.1.1", "Generalised precision.", _of("4.1.1/gP", "4.1.1/binary")),
    Item("§4.1.2", "Generalised recall.", _of("4.1.2/gR")),
    Item("§4.1.3", "F measure.", _of("4.1.3/F")),
    Item("§4.2", "Ranked runs.", why=DEFINITION),
    Item("§4.2.1", "Average precision.", _of("4.2.1/AP", "4.2.1/subscript")),
    Item("§4.2.2", "Rank-biased precision with grades.", _of("4.2.2/gRBP", "4.2.2/binary")),
    Item("§4.2.3", "Discounted cumulated gain.", _of("4.2.3/DCG")),
    Item("§4.2.4", "Expected reciprocal rank.", _of("4.2.4/ERR")),
    Item("§4.2.2 and §4.2.3, typical values", "Of p and b, for patient users.", why="a custom, without data"),
)
SETS_TOTAL = (
    Item("§5.1, eq. (1)", "The total order on sets.", _of("5.1/first-difference", "5.1/first-example")),
    Item("§5.1, after eq. (1)", "It is total.", _of("5.1/total")),
    Item("§5.1, eq. (2)", "Its rank function.", _of("5.1/tails", "5.1/codomain", "5.1/written")),
    Item("Example 2", "The rank of {3, 2, 1, 0, 0}.", _of("example-2", "example-2/zeros", "example-2/objects")),
    Item("§5.1, Definition 2", "Differences are numbers of steps.", _of("5.1/differences", "5.1/additive")),
    Item(
        "§5.1, eq. (3)", "The rank function is an interval scale.", _of("5.1/chain", "5.1/set-total", "5.1/stray-sum")
    ),
    Item(
        "§5.1, how (3) works",
        "What documents add.",
        _of("5.1/a1", "5.1/decreasing", "5.1/replacements"),
    ),
    Item("Example 3", "The same replacement in two runs.", _of("example-3", "example-3/replaced")),
    Item("§5.1.1", "Binary grades: P, R and F.", _of("5.1.1/mass", "5.1.1/formulas", "5.1/binary")),
    Item(
        "§5.1.2",
        "More grades: gP and gR are not on the scale.",
        _of("5.1.2/not-interval", "5.1/graded", "5.1.2/proportional", "5.1.2/long"),
    ),
)
SETS_PARTIAL = (
    Item("§5.2, Replacement", "The axiom behind eq. (4).", _of("5.2/axiom")),
    Item("§5.2, eq. (4)", "The partial order on sets.", _of("5.2/partial")),
    Item("Example 4", "Two runs that cannot be compared.", _of("example-4")),
    Item("§5.2.1", "Binary grades: the total order again.", _of("5.2.1/same")),
    Item("§5.2.2, first lines", "Bounds and size.", _of("5.2.2/bounded")),
    Item("Proposition 2", "All maximal chains have one length.", _of("5.2.2/proposition-2")),
    Item("Example 5", "The diagram for N = 3, c = 3 (missing, described).", _of("example-5/covers", "example-5")),
    Item("§5.2.2, covers", "Replacements by the next degree.", _of("5.2.2/covers")),
    Item("Example 6", "Steps to {3, 1, 0}.", _of("example-6")),
    Item("§5.2.2, Definition 3", "Differences along maximal chains.", _of("5.2.2/chains")),
    Item("§5.2.2, eq. (5)", "The rank function is an interval scale.", _of("5.2/set-replacement")),
    Item("§5.2.2, 'ratio scale'", "A name for gains g(a_j) = K j.", why=DEFINITION),
    Item(
        "§5.2.2, gP and gR",
        "They are interval scales iff gains are proportional.",
        _of("5.2.2/gP", "5.2.2/gR", "5.2/gains"),
    ),
    Item("Example 7", "Gains for which gP is none.", _of("example-7", "example-7/gains")),
)
SETS_INDUCED = (
    Item("§5.3, first lines", "The order that a measure makes.", _of("5.3/total", "5.3/only-if")),
    Item(
        "§5.3, proportional gains", "It is one of the others.", _of("5.3/same-binary", "5.3/same-graded", "5.3/linear")
    ),
    Item("§5.3, other gains", "No interval scales, even so.", _of("5.3/covers", "5.3/not-interval")),
)
RANKS_TOTAL = (
    Item("§6.1, eq. (6)", "Strong top-heaviness: the total order on ranked runs.", _of("6.1/top-heavy", "6.1/total")),
    Item("§6.1, rank function", "Runs as numbers to base c + 1.", _of("6.1/base")),
    Item("Example 8", "Ranks of runs.", _of("example-8/binary", "example-8")),
    Item("§6.1, Definition 4", "Differences are numbers of steps.", _of("6.1/differences", "6.1/axioms")),
    Item("§6.1, eq. (7)", "The rank function is an interval scale.", _of("6.1/rank-total")),
    Item("§6.1, ordinal", "For which p gRBP is ordinal.", _of("6.1/RBP-ordinal", "6.1/RBP-binary", "6.1/others")),
    Item("Example 9", "Runs that measures turn round.", _of("example-9", "example-9/p", "example-9/any-p")),
    Item(
        "§6.1, interval",
        "gRBP with p = 1/(c + 1) and proportional gains, and nothing else.",
        _of("6.1/index", "6.1/gains-needed", "6.1/RBP-formula", "6.1/RBP-interval", "6.1/smaller-p", "6.1/four-runs")
        + _of("6.1/only", "6.1/gains"),
    ),
)
RANKS_PARTIAL = (
    Item("§6.2, Replacement and Swap", "The axioms behind eq. (8).", _of("6.2/axioms", "6.2/swap")),
    Item("§6.2, eq. (8)", "Weak top-heaviness: the partial order on ranked runs.", _of("6.2/partial")),
    Item("Example 10", "Two runs that cannot be compared.", _of("example-10", "example-10/total")),
    Item("§6.2, bounds", "Worst and best run.", _of("6.2/bounded")),
    Item("Proposition 3", "Binary: all maximal chains have one length.", _of("6.2.1/proposition-3")),
    Item("Example 11", "The diagram for N = 4 (missing, described).", _of("example-11", "example-11/maximal")),
    Item("§6.2.1, covers", "Exchanges of neighbours, replacements at the end.", _of("6.2.1/covers")),
    Item("Example 12", "Steps to (1, 0, 1, 1).", _of("example-12")),
    Item("§6.2.1, Definition 5", "Differences along maximal chains.", _of("6.2.1/chains")),
    Item("§6.2.1, eq. (9)", "The rank function is an interval scale.", _of("6.2/rank-swap-binary")),
    Item("§6.2.1, measures", "None of them is an interval scale.", _of("6.2/not-interval")),
    Item("Example 13", "Steps of different size.", _of("example-13")),
    Item("§6.2.1, last line", "All of them are ordinal.", _of("6.2/ordinal", "6.2/ordinal-iff")),
    Item("§6.2.2", "More grades: not graded.", _of("6.2/not-graded")),
    Item("Example 14", "Two chains of different length (diagram missing, described).", _of("example-14")),
)
RANKS_INDUCED = (
    Item("§6.3, first lines", "Where the measure makes an order of before.", _of("6.3/same")),
    Item("§6.3, claim", "gRBP, ERR and DCG are none even so.", _of("6.3/induced", "6.3/ERR-DCG")),
    Item("§6.3, DCG", "The three largest runs for N = 3, c = 2.", _of("6.3/three-biggest", "6.3/equal-iff")),
)
RELATED = (
    Item(
        "§7",
        "Other theories of measures; the MZ metric.",
        why="related work; the MZ metric is shown elsewhere, in [28]",
    ),
)
CONCLUSIONS = (
    Item("§8, sets", "What was found for sets.", _of("8/set-binary", "8/set-graded")),
    Item("§8, ranked runs", "What was found for ranked runs.", _of("8/rank-binary", "8/rank-graded")),
    Item("§8, new measures", "Eq. (3), (5), (7) and (9).", why="interval scales by §5 and §6, and checked there"),
    Item("§8, future work", "Robustness, power, other distances.", why="plans"),
)
PAPER = (
    Section("Abstract and §1 Introduction", INTRODUCTION),
    Section("§2 Poset, lattice, and Hasse diagram", POSETS),
    Section("§3 Measurement theory", MEASUREMENT),
    Section("§4 Basic formalism", FORMALISM),
    Section("§5 Set-based measures: §5.1 Total ordering", SETS_TOTAL),
    Section("§5.2 Partial ordering", SETS_PARTIAL),
    Section("§5.3 Induced total ordering", SETS_INDUCED),
    Section("§6 Rank-based measures: §6.1 Total ordering", RANKS_TOTAL),
    Section("§6.2 Partial ordering", RANKS_PARTIAL),
    Section("§6.3 Induced total ordering", RANKS_INDUCED),
    Section("§7 Related work", RELATED),
    Section("§8 Conclusions and future work", CONCLUSIONS),
)
CONTENTS["001"] = PAPER + APPENDIX
