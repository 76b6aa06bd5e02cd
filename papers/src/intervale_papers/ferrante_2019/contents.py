"""The contents of 001: the paper."""

from __future__ import annotations

from intervale_papers.ferrante_2019.contents_appendix import APPENDIX
from intervale_papers.register import CONTENTS, Item

DEFINITION = "a definition without a consequence of its own"
AGAIN = "said again in §8, and checked there"


def _of(*names: str) -> tuple[str, ...]:
    return tuple(f"001/{name}" for name in names)


PAPER = (
    Item("Abstract", "Which measures are interval scales.", why=AGAIN),
    Item("§1", "Why scales matter, and what was found.", why=f"an introduction; its findings are {AGAIN}"),
    Item("§2, posets", "Partial orders, intervals, covers, chains, maximal chains.", why=DEFINITION),
    Item("§2, Hasse diagrams", "Elements on one level are incomparable.", _of("2/levels")),
    Item(
        "§2, graded posets", "The rank function, and the length of an interval.", _of("2/rank-function", "2/intervals")
    ),
    Item("§2, natural distance", "Foldes: it is the length of a shortest path.", _of("2/shortest-path")),
    Item("§3.1", "Relational structures, homomorphisms, measurements.", why=DEFINITION),
    Item(
        "§3.2, scales",
        "What nominal, ordinal, interval and ratio scales allow.",
        _of("3.2/mean", "3.2/rank-correlation"),
    ),
    Item("§3.2, uniqueness", "Interval scales of one structure are linear in each other.", _of("3.2/uniqueness")),
    Item("§3.2, van Rijsbergen", "There is no empirical order of retrieval.", why="a quotation"),
    Item("§3.2, weak orders", "Weak and total orders, intervals and differences.", why=DEFINITION),
    Item(
        "§3.2, Definition 1",
        "Difference structures (axiom i is missing in the text); solvability means equal spacing.",
        _of("3.2/solvability"),
    ),
    Item("§3.2, Theorem 1", "A difference structure has an interval scale.", _of("3.2/theorem-1")),
    Item("§3.3", "From an order to an interval scale in six steps.", _of("3.3/procedure", "3.3/minus-one")),
    Item("Example 1", "The numbers 0..N.", _of("example-1", "example-1/numbers")),
    Item("§4", "Relevance degrees, runs, gains, recall base, measures.", why=DEFINITION),
    Item("§4.1", "Sets of judged documents are multisets.", _of("4.1/size")),
    Item("§4.1.1", "Generalised precision.", _of("4.1.1/gP")),
    Item("§4.1.2", "Generalised recall.", _of("4.1.2/gR")),
    Item("§4.1.3", "F measure.", _of("4.1.3/F")),
    Item("§4.2", "Ranked runs.", why=DEFINITION),
    Item("§4.2.1", "Average precision.", _of("4.2.1/AP")),
    Item("§4.2.2", "Rank-biased precision with grades.", _of("4.2.2/gRBP")),
    Item("§4.2.3", "Discounted cumulated gain.", _of("4.2.3/DCG")),
    Item("§4.2.4", "Expected reciprocal rank.", _of("4.2.4/ERR")),
    Item("§5.1, eq. (1)", "The total order on sets.", _of("5.1/first-difference", "5.1/first-example")),
    Item("§5.1, after eq. (1)", "It is total, and a chain.", _of("5.1/total", "5.1/chain")),
    Item("§5.1, eq. (2)", "Its rank function.", _of("5.1/tails", "5.1/codomain", "5.1/written")),
    Item("Example 2", "The rank of {3, 2, 1, 0, 0}.", _of("example-2", "example-2/objects")),
    Item("§5.1, Definition 2", "Differences are numbers of steps.", _of("5.1/differences")),
    Item("§5.1, eq. (3)", "The rank function is an interval scale.", _of("5.1/set-total", "5.1/stray-sum")),
    Item("§5.1, how (3) works", "What documents add.", _of("5.1/a1", "5.1/decreasing", "5.1/replacements")),
    Item("Example 3", "The same replacement in two runs.", _of("example-3", "example-3/replaced")),
    Item("§5.1.1", "Binary grades: P, R and F.", _of("5.1.1/mass", "5.1.1/formulas", "5.1/binary")),
    Item(
        "§5.1.2", "More grades: gP and gR are not on the scale.", _of("5.1.2/not-interval", "5.1/graded", "5.1.2/long")
    ),
    Item("§5.2, Replacement", "The axiom behind eq. (4).", _of("5.2/axiom")),
    Item("§5.2, eq. (4)", "The partial order on sets.", _of("5.2/partial")),
    Item("Example 4", "Two runs that cannot be compared.", _of("example-4")),
    Item("§5.2.1", "Binary grades: the total order again.", _of("5.2.1/same")),
    Item("§5.2.2, first lines", "Bounds and size.", _of("5.2.2/bounded")),
    Item("Proposition 2", "All maximal chains have one length.", _of("5.2.2/proposition-2")),
    Item("Example 5", "The diagram for N = 3, c = 3 (missing, described).", _of("example-5", "5.2.2/covers")),
    Item("Example 6", "Steps to {3, 1, 0}.", _of("example-6")),
    Item("§5.2.2, Definition 3", "Differences along maximal chains.", _of("5.2.2/chains")),
    Item("§5.2.2, eq. (5)", "The rank function is an interval scale.", _of("5.2/set-replacement")),
    Item(
        "§5.2.2, gP and gR",
        "They are interval scales iff gains are proportional.",
        _of("5.2.2/gP", "5.2.2/gR", "5.2/gains"),
    ),
    Item("Example 7", "Gains for which gP is none.", _of("example-7", "example-7/gains")),
    Item("§5.3, first lines", "The order that a measure makes.", _of("5.3/total", "5.3/only-if")),
    Item(
        "§5.3, proportional gains", "It is one of the others.", _of("5.3/same-binary", "5.3/same-graded", "5.3/linear")
    ),
    Item("§5.3, other gains", "No interval scales, even so.", _of("5.3/covers", "5.3/not-interval")),
    Item("§6.1, eq. (6)", "Strong top-heaviness: the total order on ranked runs.", _of("6.1/top-heavy", "6.1/total")),
    Item("§6.1, rank function", "Runs as numbers to base c + 1.", _of("6.1/base")),
    Item("Example 8", "Ranks of runs.", _of("example-8/binary", "example-8")),
    Item("§6.1, Definition 4", "Differences are numbers of steps.", _of("6.1/differences")),
    Item("§6.1, eq. (7)", "The rank function is an interval scale.", _of("6.1/rank-total")),
    Item("§6.1, ordinal", "For which p gRBP is ordinal.", _of("6.1/RBP-ordinal", "6.1/RBP-binary", "6.1/others")),
    Item("Example 9", "Runs that measures turn round.", _of("example-9", "example-9/p", "example-9/any-p")),
    Item(
        "§6.1, interval",
        "gRBP with p = 1/(c + 1) and proportional gains, and nothing else.",
        _of("6.1/RBP-formula", "6.1/four-runs", "6.1/RBP-interval", "6.1/only", "6.1/gains"),
    ),
    Item("§6.2, Replacement and Swap", "The axioms behind eq. (8).", _of("6.2/axioms")),
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
    Item("§6.3, first lines", "Where the measure makes an order of before.", _of("6.3/same")),
    Item("§6.3, claim", "gRBP, ERR and DCG are none even so.", _of("6.3/induced", "6.3/RBP", "6.3/ERR-DCG")),
    Item("§6.3, DCG", "The three largest runs for N = 3, c = 2.", _of("6.3/three-biggest", "6.3/equal-iff")),
    Item(
        "§7",
        "Other theories of measures; the MZ metric.",
        why="related work; the MZ metric is shown elsewhere, in [28]",
    ),
    Item("§8, sets", "What was found for sets.", _of("8/set-binary", "8/set-graded")),
    Item("§8, ranked runs", "What was found for ranked runs.", _of("8/rank-binary", "8/rank-graded")),
    Item("§8, future work", "Robustness, power, other distances.", why="plans"),
)
CONTENTS["001"] = PAPER + APPENDIX
