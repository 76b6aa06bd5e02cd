"""The contents of the paper: every item in the order of the pages, with the claims that check it or why none does."""

from __future__ import annotations

from intervale_papers.register import CONTENTS, Item, Section

NOTHING = "a definition without a consequence to check"
RODS = (
    "examples from elsewhere; the rods are R at first and A in ⟨A, ≼, ∘⟩, and additivity, printed as A ∪ B ⇒ M(A) "
    "+ M(B), is M(A ∪ B) = M(A) + M(B)"
)
INTO_NUMBERS = (
    "by proof, not by computing: right for finite and countable sets of degrees; an uncountable one, such as pairs "
    "of real numbers in the order of a dictionary, need not fit into the real numbers"
)

FRONT = (
    Section(
        "Abstract and §1 Introduction",
        (
            Item(
                "Abstract and §1", "Aims of the framework, and how the paper is laid out.", why="no statement to check"
            ),
        ),
    ),
    Section(
        "§2.1 Representational theory of measurement",
        (
            Item("§2.1, measurement", "Measurement in words, with the height of trees.", why="words and an analogy"),
            Item(
                "§2.1, representation condition",
                "Relations among entities imply relations among numbers, and are implied by them.",
                ("002/2.1/representation",),
            ),
            Item("§2.1, homomorphism", "Relational structures and maps between them.", why=NOTHING),
            Item(
                "§2.1, not an isomorphism",
                "A measurement may give different entities one value.",
                ("002/2.1/one-to-one",),
            ),
            Item("§2.1, rods and sets", "Length of rods, and measure theory, as examples.", why=RODS),
        ),
    ),
    Section(
        "§2.2 Our framework",
        (Item("§2.2", "What the sections bring, and related work.", why="an outline and related work"),),
    ),
    Section(
        "§3.1 Topics, documents, ground-truth",
        (
            Item(
                "§3.1, degrees as numbers",
                "Without loss of generality relevance degrees are numbers from 0 on.",
                why=INTO_NUMBERS,
            ),
            Item(
                "§3.1, relevance degrees",
                "Relevance degrees are an ordered set with a least one, of which only the order is used.",
                ("002/3.1/ordinal-grades",),
            ),
            Item("§3.1, ground truth", "A map of topics and documents to relevance degrees.", why=NOTHING),
            Item("§3.1, recall base", "The number of relevant documents of a topic.", ("002/3.1/recall-base",)),
        ),
    ),
    Section(
        "§3.2 Set-based retrieval",
        (
            Item(
                "§3.2, sets of documents",
                "Sets of n retrieved documents, and all of them together.",
                ("002/3.2/power-set",),
            ),
            Item("§3.2, judged sets", "Judged runs as multisets of relevance degrees.", ("002/3.2/universe",)),
        ),
    ),
    Section(
        "§3.3 Rank-based retrieval",
        (Item("§3.3", "Ranked runs without duplicates, and judged runs as vectors of degrees.", why=NOTHING),),
    ),
)

RUNS = (
    Section(
        "§4 Empirical relational structure",
        (
            Item(
                "§4, theory of measure",
                "Measures of sets are additive, and monotone for that reason.",
                ("002/4/additive-monotone",),
            ),
            Item("§4, inclusion", "Appending a document orders no runs.", ("002/4/inclusion",)),
            Item(
                "§4, union and fusion",
                "Values of joined or fused runs neither add up nor need they grow.",
                ("002/4/additivity", "002/4/fusion"),
            ),
            Item("§4, basic cases", "Two cases in which everybody agrees which run is better.", ("002/4/basic-cases",)),
            Item("§4, other frameworks", "How others put it.", why="related work"),
        ),
    ),
    Section(
        "§4.1 Set-based retrieval",
        (
            Item("§4.1, order", "The partial order of runs as sets.", ("002/4.1/order", "002/4.1/above")),
            Item("§4.1, example", "Three sets with four degrees, two of them not comparable.", ("002/4.1/example",)),
            Item("§4.1, extremes", "Least and greatest set with so many relevant documents.", ("002/4.1/extremes",)),
            Item("§4.1, binary relevance", "Binary sets are totally ordered.", ("002/4.1/binary",)),
            Item("§4.1, ratio scale", "Degrees on a ratio scale can be summed up.", ("002/4.1/ratio",)),
        ),
    ),
    Section(
        "§4.2 Rank-based retrieval",
        (
            Item("§4.2, order", "The partial order of ranked runs.", ("002/4.2/order",)),
            Item(
                "§4.2, examples",
                "Pairs of ranked runs with four degrees, comparable or not.",
                ("002/4.2/example", "002/4.2/moved-forward", "002/4.2/equal-sets"),
            ),
            Item("§4.2, binary example", "Two binary runs that are not comparable.", ("002/4.2/binary-example",)),
            Item(
                "§4.2, eq. (1)",
                "Least and greatest run with one relevant document, and with k.",
                ("002/4.2/one-relevant", "002/4.2/eq-1"),
            ),
            Item("§4.2, no total order", "Ranked runs are never totally ordered.", ("002/4.2/never-total",)),
        ),
    ),
)

MEASUREMENTS = (
    Section(
        "§5 Utility-oriented measurements of retrieval effectiveness",
        (
            Item(
                "§5, Definition 5.1",
                "A utility-oriented measurement is a function of judged runs that is monotone.",
                why="a definition; its consequences stand below",
            ),
            Item("§5, other monotonicity", "How it differs from growing runs.", ("002/5/monotonicity",)),
            Item("§5, Replacement and Swap", "Two steps that should not lower a value.", ("002/5/moves",)),
            Item("§5, other constraints", "What Swap recalls: priority and convergence.", why="related work"),
            Item("§5, Theorem 5.2", "Monotone means Replacement and Swap.", ("002/5/theorem-5.2",)),
            Item("§5, proof, first part", "How the counts of two runs differ after a Swap.", ("002/5/proof-counts",)),
            Item(
                "§5, proof, second part",
                "A way from a run to a greater one by Swaps and Replacements.",
                ("002/5/proof-documents", "002/5/proof-construction", "002/5/proof-example", "002/5/proof-last"),
            ),
            Item("§5, sets", "For sets Replacement is enough.", ("002/5/theorem-sets",)),
            Item(
                "§5, final remark",
                "All measurements agree on comparable runs, and some two disagree on any others.",
                ("002/5/agree", "002/5/disagree"),
            ),
            Item(
                "§5, example",
                "Precision and AP on two runs that are not comparable.",
                ("002/5/example-values", "002/5/example"),
            ),
        ),
    ),
    Section(
        "§5.1 Examples of application of the equivalence theorem",
        (
            Item("§5.1, measures", "AP, RBP and nDCG are utility-oriented, and ERR.", ("002/5.1/measures",)),
            Item(
                "§5.1, ERR",
                "The formula of ERR, and the maps of degrees to chances for which it is utility-oriented.",
                ("002/5.1/ERR", "002/5.1/any-map"),
            ),
            Item(
                "§5.1, Replacement, derivatives",
                "The partial derivatives of ERR in the last two chances, and their sign.",
                ("002/5.1/slopes-positive", "002/5.1/slopes"),
            ),
            Item(
                "§5.1, Replacement, general case",
                "The sign of the other derivatives, from the last terms of a sum to the first.",
                ("002/5.1/S", "002/5.1/last-terms", "002/5.1/S-bound"),
            ),
            Item(
                "§5.1, Swap, neighbours",
                "What a Swap changes in ERR; swapping neighbours does not lower it.",
                ("002/5.1/swap-terms", "002/5.1/neighbours"),
            ),
            Item(
                "§5.1, Swap, general case",
                "Swapping any two documents, by induction over what lies between.",
                ("002/5.1/D", "002/5.1/D-one", "002/5.1/D-induction", "002/5.1/D-positive"),
            ),
        ),
    ),
)

BALANCING = (
    Section(
        "§6 Balancing",
        (
            Item(
                "§6, definition and example",
                "What the balancing index is, and what it looks for.",
                ("002/6/definition", "002/6/listed"),
            ),
            Item("§6, chain", "Steps from the one run to the other.", ("002/6/chain",)),
            Item(
                "§6, extremes",
                "What an index near n, and near 1, says.",
                ("002/6/index-n", "002/6/index-n-sensitive", "002/6/index-1"),
            ),
            Item("§6, top heaviness", "The index beside other notions of top heaviness.", why="related work"),
            Item("§6, AP", "The index of AP.", ("002/6/AP",)),
            Item("§6, RBP", "The index of RBP.", ("002/6/RBP", "002/6/explicit")),
            Item("§6, ERR", "The index of ERR.", ("002/6/ERR",)),
            Item("§6, nDCG", "The index of nDCG.", ("002/6/nDCG",)),
            Item("§6, empty sets", "No b may balance.", ("002/6/empty",)),
            Item(
                "§6, Algorithm 1", "The index by looking, and what it costs.", ("002/6/algorithm-1", "002/6/iterations")
            ),
            Item("§6, not empirical", "The index needs no collection.", ("002/6/no-collection",)),
            Item(
                "§6, Figure 1(a)",
                "The index over run lengths, as the text describes the picture.",
                (
                    "002/6/figure-1a-AP",
                    "002/6/figure-1a-ERR",
                    "002/6/figure-1a-between",
                    "002/6/figure-1a",
                    "002/6/figure-1a-p",
                ),
            ),
            Item(
                "§6, Figure 2",
                "How two systems are made up for an experiment.",
                ("002/6/more-than-twice",),
            ),
            Item(
                "§6, Figure 1(b)",
                "How often the two systems differ significantly, as their tops become alike.",
                ("002/6/figure-1b-before", "002/6/figure-1b-after", "002/6/figure-1b-tail"),
            ),
        ),
    ),
    Section(
        "§7 Conclusions and future work",
        (Item("§7", "Summary and future work.", why="no statement to check"),),
    ),
)

CONTENTS["002"] = (*FRONT, *RUNS, *MEASUREMENTS, *BALANCING)
