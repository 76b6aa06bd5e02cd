"""The contents of Giner, in the order of the pages."""

from __future__ import annotations

from intervale_papers.register import CONTENTS, Item, Section

DEFINITION = "a definition; what follows from it is checked below"
ELSEWHERE = "it says what later sections show, and is checked there"
GLOSS = "a gloss of the formula above it, in which more and higher stand for at least as many and at least as high"

INTRODUCTION = (
    Item("§1, first to third paragraph", "Measures map runs to numbers; the postulates of a metric.", why=DEFINITION),
    Item("§1, footnote 1", "The words metric and measure, and what each stands for.", why="a convention of language"),
    Item("§1, fourth paragraph", "The questions of the paper.", why=ELSEWHERE),
    Item("§1, fifth paragraph", "All metrics and pseudo-metrics are said to be found.", ("000/1/all-metrics",)),
    Item("§1, fifth and last paragraph", "The answers in short, and the plan.", why=ELSEWHERE),
)
LATTICE_THEORY = (
    Item("§2, posets and chains", "Partially ordered sets and totally ordered ones.", why=DEFINITION),
    Item("§2, intervals and covers", "Covering, and prime intervals.", ("000/2/covers", "000/2/prime")),
    Item("§2, Hasse diagrams and graded posets", "The diagram of the covers, and rank functions.", why=DEFINITION),
    Item("§2, bounds", "Upper and lower bounds, meet, join, top and bottom.", why=DEFINITION),
    Item(
        "§2, lattices",
        "Modular and distributive lattices; distributive ones are modular, and chains are distributive.",
        ("000/2/distributive", "000/2/chains"),
    ),
    Item(
        "§2, join-irreducible elements and footnote 2",
        "Elements that are no join of smaller ones are those with one element right below.",
        ("000/2/footnote-2",),
    ),
    Item("Theorem 1", "Unique irredundant joins of irreducibles in a distributive lattice.", ("000/theorem-1",)),
    Item("§2, valuations", "Valuations, isotone and positive ones.", why=DEFINITION),
    Item("Theorem 2", "A valuation is given by its values on the irreducibles.", ("000/theorem-2",)),
    Item("§2, eq. (1)", "Isotone valuations as sums of weights.", ("000/2/eq-1",)),
    Item("Theorem 3", "The distance of an isotone valuation and its three properties.", ("000/theorem-3",)),
    Item("Theorem 3, its lattice", "It is called L and then X.", why="two names of one thing"),
    Item(
        "§2, pseudo-metric and metric lattices",
        "When the distance is a metric: the valuation is positive, or a condition on meets and joins.",
        ("000/2/metric-condition", "000/2/metric-iff-positive"),
    ),
    Item("Theorem 4", "Metric lattices are modular.", ("000/theorem-4",)),
    Item(
        "§2, after Theorem 4",
        "The converse; distributive lattices are metric, and their isotone valuations are said to be positive.",
        ("000/2/converse", "000/2/distributive-metric", "000/2/isotone-is-positive", "000/2/J-grows"),
    ),
    Item(
        "§2, eq. (2)",
        "The distance as a shortest path, by the meet, and by the differing irreducibles.",
        ("000/2/eq-2",),
    ),
    Item("§2, constant weights", "Equal weights make the natural distance.", ("000/2/natural",)),
    Item("§2, last line", "The rank function is the distance from the bottom.", ("000/2/rank-function",)),
)
IR_SETTING = (
    Item("§3, system runs", "Runs of N documents.", why=DEFINITION),
    Item("§3, relevance degrees", "REL as a chain of degrees, by its neighbours.", ("000/3/degrees",)),
    Item(
        "§3, gain functions",
        "Gains, and the number of a degree as one.",
        ("000/3/positive-gains", "000/3/indicator"),
    ),
    Item("§3, set-based retrieval", "Runs as multisets, listed in decreasing order.", ("000/3/decreasing",)),
    Item("§3, rank-based retrieval and R(N)", "Runs as rankings; all runs of a length; examples.", ("000/3/finite",)),
    Item("§3, the three operations", "Replacement, projection and swapping in words.", why=DEFINITION),
    Item("§3, five orderings", "What the operations combine to.", ("000/3/five-orders",)),
    Item("§3, lattices of runs", "All five are said to be lattices.", ("000/3/lattices",)),
    Item("§3, gP and gR", "Their formulas, and who reads down to which rank.", ("000/3/gP", "000/3/gP-user")),
    Item(
        "§3, users of gP and gR",
        "What the scores represent: rates of relevance and of relevant documents.",
        why="the words do not say what would break them",
    ),
    Item("§3, gRBP", "Its formula, and what it is an expectation of.", ("000/3/gRBP", "000/3/RBP-last")),
    Item("§3, DCG", "Its formula, and readers who lose interest.", ("000/3/DCG", "000/3/DCG-interest")),
    Item(
        "§3, users of DCG",
        "The usual bases, and readers who inspect an unbounded number of items.",
        why="a matter of use; the formula has N items",
    ),
    Item("§3, valuations of runs", "Valuations again, for runs.", ("000/3/ordering-of-numbers",)),
    Item("Remark 1", "Ordinal scales and isotone measures.", ("000/3/remark-1",)),
    Item("§3, (i) and (ii)", "Which lattices are pseudo-metric or metric.", ("000/3/pseudo-metric-lattice",)),
    Item("§3, eq. (3)", "Isotone valuations of runs as sums of weights.", ("000/3/eq-3",)),
    Item("§3, after eq. (3)", "They make metrics, which are shortest paths.", ("000/3/metric",)),
    Item("§3, constant assignment", "Equal weights, and the rank function of runs.", ("000/3/rank-function",)),
    Item(
        "§3, last paragraphs",
        "What may exist where the lattice is metric, and where it is not.",
        (
            "000/3/not-metric",
            "000/3/metric-space",
            "000/3/could-be-ordinal",
            "000/3/join-reducible",
            "000/3/other-valuations",
            "000/3/isotone-only",
        ),
    ),
)
SETS_PROJECTED = (
    Item("§4.1, the order", "Projection and replacement of multisets: a total order.", ("000/4.1/order",)),
    Item("§4.1, J", "The irreducibles of the chain.", ("000/4.1/irreducible",)),
    Item(
        "Footnotes 3, 4, 5 and 6",
        "Isotone valuations are said to be positive in §4 and §5.",
        why="the sentence of §2 after Theorem 4 again, and checked there",
    ),
    Item("§4.1, M and d", "Its valuations and distances, the natural one among them.", ("000/4.1/distance",)),
    Item(
        "§4.1, the way to eq. (4)",
        "The first multisets listed, and two binomials that count steps.",
        ("000/4.1/listed", "000/4.1/binomial", "000/4.1/numbered-from-0", "000/4.1/second-binomial"),
    ),
    Item("§4.1, eq. (4)", "The natural distance from the worst multiset as a sum of binomials.", ("000/eq-4",)),
    Item(
        "§4.1, measures",
        "Every measure is a valuation; gP and gR are said not to be isotone, nor natural, with an example.",
        ("000/4.1/every-measure", "000/4.1/gP-isotone", "000/4.1/gP-numbers", "000/4.1/gR", "000/4.1/natural"),
    ),
)
SETS_REPLACED = (
    Item("§4.2, the order", "Replacement of multisets: a distributive lattice.", ("000/4.2/order",)),
    Item("§4.2, the order in words", "More documents above any degree.", why=GLOSS),
    Item("Proposition 1", "How many irreducibles are below a multiset.", ("000/proposition-1",)),
    Item("§4.2, M and d", "Its valuations and their distances.", ("000/4.2/distance",)),
    Item("§4.2, eq. (5)", "Equal weights make the sum of the grades, a metric.", ("000/eq-5",)),
    Item("§4.2, before Proposition 2", "gP and gR as valuations, quoted for rankings.", ("000/4.2/valuations",)),
    Item("Proposition 2", "gP and gR are positive.", ("000/proposition-2",)),
    Item("§4.2, last paragraph", "gP and gR as the natural distance, with its k.", ("000/4.2/natural", "000/4.2/k")),
)
RANKS_PROJECTED = (
    Item("§5.1, the order", "Projection and replacement of rankings: a total order.", ("000/5.1/order",)),
    Item("§5.1, J", "The irreducibles of the chain.", ("000/5.1/irreducible",)),
    Item("§5.1, M and d", "Its valuations and distances, the natural one among them.", ("000/5.1/distance",)),
    Item(
        "§5.1, the binary order",
        "Binary runs listed as numbers in base 2.",
        ("000/5.1/binary-order", "000/5.1/binary-list"),
    ),
    Item("§5.1, eq. (6)", "The distance from the worst ranking as a number in base c + 1.", ("000/eq-6",)),
    Item(
        "§5.1, gP and gR",
        "They are said not to be isotone, with an example.",
        ("000/5.1/gP-isotone", "000/5.1/gP"),
    ),
    Item("§5.1, AP", "It is said not to be isotone, by the same example.", ("000/5.1/AP", "000/5.1/AP-0.125")),
    Item("Proposition 3", "When RBP is isotone.", ("000/proposition-3",)),
    Item("§5.1, DCG", "It is said not to be isotone, with an example.", ("000/5.1/DCG-isotone", "000/5.1/DCG")),
    Item(
        "§5.1, last paragraph",
        "What is not isotone makes no pseudo-metric; RBP makes one that is said not to be natural.",
        ("000/5.1/not-pseudo-metric", "000/5.1/RBP-pseudo-metric", "000/5.1/RBP-natural"),
    ),
)
RANKS_REPLACED = (
    Item("§5.2, the order", "Replacement of rankings: a distributive lattice.", ("000/5.2/order",)),
    Item("§5.2, the order in words", "Higher degrees at each rank.", why=GLOSS),
    Item("Proposition 4", "How many irreducibles are below a ranking.", ("000/proposition-4",)),
    Item("§5.2, M and d", "Its valuations and their distances.", ("000/5.2/distance",)),
    Item("§5.2, eq. (7)", "Equal weights make the sum of the grades, a metric.", ("000/eq-7",)),
    Item("Proposition 5", "gP and gR are positive.", ("000/proposition-5",)),
    Item(
        "§5.2, after Proposition 5",
        "gP and gR as the natural distance, with its k.",
        ("000/5.2/natural",),
    ),
    Item("Proposition 6", "RBP and DCG are positive.", ("000/proposition-6",)),
    Item("§5.2, after Proposition 6", "RBP and DCG are not the natural distance.", ("000/5.2/not-natural",)),
)
RANKS_SWAPPED = (
    Item("§5.3, the order", "Swapping and replacement of rankings.", ("000/5.3/order",)),
    Item("§5.3, the order in words", "More relevant documents up to each rank.", why=GLOSS),
    Item(
        "§5.3, the lattice",
        "It is said to have an N5, no positive valuation and no natural distance.",
        ("000/5.3/modular", "000/5.3/natural-distance"),
    ),
    Item("§5.3, isotone valuations", "What they make, and which postulate is lost.", ("000/5.3/pseudo-metric",)),
    Item(
        "§5.3, gP and gR",
        "They are not positive, by an example.",
        ("000/5.3/swap-example", "000/5.3/gP-0.22"),
    ),
    Item("Proposition 7", "gP and gR are isotone valuations.", ("000/proposition-7",)),
    Item("Proposition 8", "RBP and DCG are isotone valuations.", ("000/proposition-8",)),
    Item("§5.3, last sentence", "Four measures as pseudo-metrics.", ("000/5.3/pseudo-metrics",)),
)
RELATED_WORK = (
    Item("§6, first to third paragraph", "Other papers on axioms of measures.", why="it is about other papers"),
    Item("§6, last paragraph", "An order that is new against reference [21].", ("000/6/new-ordering",)),
    Item(
        "§6, last sentence",
        "Metrics ask for less than ordinal and interval scales.",
        ("000/6/less-restrictive",),
    ),
)
CONCLUSIONS = (
    Item("§7, first paragraph", "A measure is a metric only with respect to an order.", ("000/7/domain",)),
    Item("§7, ordinal scales of [12]", "Scales in both directions are laid to [12].", ("000/7/both-ways",)),
    Item("§7, last sentence", "The results are said to cover the known scales.", ("000/7/generalised",)),
)
APPENDIX = (
    Item(
        "Appendix, proof of Proposition 1",
        "The irreducible multisets, those below a run, and joins.",
        ("000/appendix/eq-8", "000/appendix/listed-below", "000/appendix/unique-join", "000/appendix/join"),
    ),
    Item(
        "Appendix, proof of Proposition 1, last sentence",
        "The elements said to be listed below.",
        why="a slip of words: they are listed above",
    ),
    Item(
        "Appendix, proof of Proposition 2",
        "Steps of the order, and the sums of gains that rise with them.",
        ("000/appendix/covers-set", "000/appendix/strictly-below", "000/appendix/sums"),
    ),
    Item("Appendix, proofs of Propositions 4 and 5", "How they are shown.", why="the text at hand lacks these pages"),
    Item(
        "Appendix, proof of Proposition 6",
        "What is to be shown of RBP, and the steps of the order of rankings.",
        ("000/appendix/gP-for-RBP", "000/appendix/covers-rank"),
    ),
    Item(
        "Appendix, proof of Proposition 7",
        "What is to be shown; the order by counts above each degree, and by partial sums of gains.",
        ("000/appendix/valuation-property", "000/appendix/strict-counts", "000/appendix/prefix-sums"),
    ),
    Item("Appendix, proof of Proposition 8", "From ranks to weighted sums.", ("000/appendix/rank-by-rank",)),
)

CONTENTS["000"] = (
    Section(
        "Abstract",
        (
            Item(
                "Abstract",
                "Which measures are metrics under replacement, and pseudo-metrics under swapping.",
                ("000/abstract",),
            ),
        ),
    ),
    Section("§1 Introduction", INTRODUCTION),
    Section("§2 Lattice Theory", LATTICE_THEORY),
    Section("§3 IR Setting", IR_SETTING),
    Section("§4.1 Projection+Replacement [set-based]", SETS_PROJECTED),
    Section("§4.2 Replacement [set-based]", SETS_REPLACED),
    Section("§5.1 Projection+Replacement [rank-based]", RANKS_PROJECTED),
    Section("§5.2 Replacement [rank-based]", RANKS_REPLACED),
    Section("§5.3 Swapping+Replacement [rank-based]", RANKS_SWAPPED),
    Section("§6 Related Work", RELATED_WORK),
    Section("§7 Conclusions", CONCLUSIONS),
    Section("Appendix", APPENDIX),
)
