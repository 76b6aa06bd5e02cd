"""The contents of the group-theoretic paper: every item in the order of the pages, and what checks it."""

from __future__ import annotations

from intervale_papers.register import CONTENTS, Item, Section

DEFINITION = "a definition without a consequence of its own"
OTHERS = "what other papers say or argue"
ADVICE = "advice and motives, no statement to check"
APPENDIX = "the appendices are not in the text of the paper"


def _item(place: str, what: str, *names: str) -> Item:
    return Item(place, what, tuple(f"003/{name}" for name in names))


def _not(place: str, what: str, why: str) -> Item:
    return Item(place, what, why=why)


_FRONT = (
    Section(
        "Abstract and §1 Introduction",
        (
            _not(
                "Abstract", "Inconsistent evaluations are common in rankings.", "said again in §4.1, and checked there"
            ),
            _item("§1, distances", "Almost none of the metrics is a distance.", "1/distances"),
            _not(
                "§1, symmetric groups",
                "They are the most general structure on which rankings could be represented.",
                "a judgement on what a ranking is; rankings with ties, or of some of the items, are no permutations",
            ),
            _not("§1, the rest", "Why rankings are hard to evaluate, and what the paper brings.", ADVICE),
        ),
    ),
    Section(
        "§2 Related work",
        (
            _not(
                "§2", "Metrics for recommendation, retrieval and rank aggregation, and Diaconis's six metrics.", OTHERS
            ),
        ),
    ),
    Section(
        "§3 Metrics",
        (
            _item("Table 1", "The 33 metrics in three groups.", "table-1"),
            _not(
                "Table 1, type faces",
                "Bold, italic, underlined, plain and blue for the theoretical groups.",
                "bold and blue are lost in the text of the paper",
            ),
            _item("§3, set-based metrics", "Metrics of the confusion matrix see sets.", "3/set-based"),
            _item("§3, flat metrics", "Error-based metrics treat all positions alike.", "3/equal-importance"),
            _not("Figure 1, right", "The subdivision as a figure.", "the figure is not in the text of the paper"),
            _not("§3, Appendix B", "The definitions of the metrics.", APPENDIX),
        ),
    ),
    Section(
        "§4 Ranking evaluation metrics on symmetric groups",
        (
            _item("§4, symmetric group", "Bijective functions, n! of them.", "4/size"),
            _item("§4, composition", "The group operation, which is not commutative.", "4/composition"),
            _item("§4, first k", "The first k elements of a ranking, and metrics@k.", "4/first-k"),
            _not("§4, swaps", "A swap exchanges two elements; others call it a transposition.", DEFINITION),
            _item("§4.1, metrics", "What a ranking evaluation metric is.", "4.1/codomain", "4.1/real"),
            _item("§4.1, single input metrics", "Definitions for one ranking.", "4.1/single-input"),
            _item("Definition 1", "Consistent metrics, and the reversed metric.", "definition-1/reversed"),
            _not("§4.1, below Definition 1", "Proving consistency is tricky.", ADVICE),
            _item("Definition 2", "The agreement ratio over the power set of S_n.", "definition-2/power-set"),
            _not(
                "§4.1, sampling",
                "The size of the power set grows exponentially, so that a sample is drawn.",
                "a figure of speech: 2^(n!) and n! grow faster than exponentially in n",
            ),
            _item(
                "§4.1, values of the agreement ratio",
                "1 for consistent metrics, towards 0 otherwise, and symmetric.",
                "definition-2/one",
                "definition-2/zero",
                "definition-2/symmetric",
            ),
            _item("Figure 1, left", "Agreement ratios by group.", "4.1/groups"),
            _not(
                "Figure 1, colours",
                "Green, white and pink for agreement.",
                "the figure is not in the text of the paper",
            ),
            _item("§4.1, reference ranking", "Other rankings in place of the identity.", "4.1/reference"),
        ),
    ),
)

_PROPERTIES = (
    Section(
        "§5 Properties for ranking evaluation metrics",
        (
            _item("§5, inconsistent evaluations", "Most pairs of metrics are concerned.", "4.1/most"),
            _not("§5, list of properties", "Six properties, some of them from other domains.", OTHERS),
            _not("Footnote 1", "Where the code is.", "the address is anonymous, and the code is not with the paper"),
        ),
    ),
    Section(
        "§5.1 Identity of indiscernibles",
        (
            _item("Definition 3", "Different rankings, different values; with σ or with id.", "definition-3/rewrite"),
            _item("§5.1 and Table 3, first row", "Which metrics satisfy the IoI property.", "5.1/table-3"),
            _item("§5.1, metrics@k", "What they cannot distinguish.", "5.1/at-k", "5.1/cycles"),
            _item("Table 2", "Rankings that metrics cannot distinguish.", "table-2"),
            _item("Proposition 5.1", "DCG and nDCG satisfy the IoI property.", "proposition-5.1"),
            _not("Proposition 5.1, proof", "In Appendix A.", APPENDIX),
        ),
    ),
    Section(
        "§5.2 Symmetry property",
        (
            _not(
                "§5.2, ground truth",
                "In Recommender Systems and Information Retrieval it makes symmetry impossible.",
                "a judgement on the domains; by §7 symmetry is essential unless a ground truth is available",
            ),
            _item("Definition 4 and Table 3, second row", "Which metrics are symmetric.", "table-3/symmetry"),
        ),
    ),
    Section(
        "§5.3 Robustness",
        (
            _item("Definition 5", "The average change by a swap.", "5.3/average"),
            _item(
                "Table 3, third row",
                "Which metrics are Type I robust.",
                "table-3/robustness-1",
                "table-3/robustness-1-others",
                "table-3/kendall-robust",
            ),
            _item("Definition 6", "Renaming the items, or right-invariance.", "definition-6/renaming"),
            _not("§5.3, when it matters", "Where numbers are names of items, not importance scores.", ADVICE),
            _item("Proposition 5.2", "Which metrics are Type II robust.", "proposition-5.2"),
            _item("Table 3, fourth row", "The metrics of Proposition 5.2.", "table-3/robustness-2"),
            _not("Proposition 5.2, proof", "In Appendix A.", APPENDIX),
        ),
    ),
    Section(
        "§5.4 Sensitivity",
        (
            _item("Definition 7", "Swaps of one width, early and late.", "definition-7/top"),
            _item("Definition 8", "Width swap dependency prevents sensitivity.", "5.4/prevents"),
            _item("Lemma 5.3", "Kendall's τ, Spearman's ρ and NDPM.", "lemma-5.3"),
            _not("Lemma 5.3, proof", "In Appendix A.", APPENDIX),
            _item("§5.4 and Table 3, fifth row", "The other metrics.", "5.4/others"),
            _item("Table 3, sixth row", "Which metrics are sensitive.", "table-3/sensitivity"),
        ),
    ),
    Section(
        "§5.5 Stability",
        (
            _not("§5.5, aim", "The choice of k should not matter much.", ADVICE),
            _item("Definition 9", "Bounds that go to 0.", "definition-9/limit"),
            _item(
                "Table 3, seventh row",
                "Which metrics are stable.",
                "table-3/stability-informedness",
                "table-3/stability",
            ),
        ),
    ),
    Section(
        "§5.6 Distance",
        (
            _not("Definition 10", "The four axioms of a distance.", DEFINITION),
            _item("§5.6, Kendall's τ", "Proven elsewhere to be a distance.", "5.6/kendall"),
            _item("Table 3, last row", "Which metrics are distances.", "5.6/table-3", "table-3/distance"),
            _item(
                "§5.6, induced distances",
                "Differences of a metric of one ranking, and the IoI property.",
                "5.6/equivalent",
            ),
            _item(
                "Proposition 5.4",
                "Which differences of DCG and of nDCG are distances.",
                "proposition-5.4/difference",
                "proposition-5.4",
            ),
            _not("Proposition 5.4, proof", "In Appendix A.", APPENDIX),
        ),
    ),
)

_END = (
    Section(
        "§6 Are the metrics interpretable? Thoughts over maximal and minimal agreement properties",
        (
            _not(
                "Definition 11",
                "Maximal and minimal agreement; a metric with maximal agreement is bounded from above.",
                "a definition; that it bounds the metric is its part (b)",
            ),
            _item("§6, an example", "Kendall's τ and its bounds.", "6/kendall"),
            _item("§6, similarity", "What properties (1) and (2) imply.", "6/monotone"),
            _item("§6, lowest scores", "Error-based metrics.", "6/lowest"),
            _item("§6, m_max and n", "Hardly any metric, and automatically τ and ρ only.", "6/only"),
            _item("§6, inverse rankings", "The reversed ranking and the inverse.", "6/reversal", "6/group-inverse"),
            _not("§6, Diaconis", "Whether metrics are humanly interpretable.", OTHERS),
        ),
    ),
    Section(
        "§7 Discussion",
        (
            _not(
                "§7, robustness",
                "Small changes influence the evaluations proportionately, in a one-to-one fashion.",
                "a description in loose words; Definition 5 bounds what a swap changes, and says no more",
            ),
            _not(
                "§7, robustness and IoI",
                "With both, small changes are neither overlooked nor significant.",
                "it follows from Definitions 3 and 5, and none of the 33 metrics has both",
            ),
            _item("§7, symmetry", "Without it there is no distance.", "7/non-symmetric"),
            _item(
                "Table 4",
                "Properties by domain.",
                "7/table-4",
                "table-4/domains",
                "table-4/twice",
            ),
            _not("§7, the rest", "Which property is desirable where; metrics are widely used.", ADVICE),
        ),
    ),
    Section(
        "§8 Conclusion",
        (_not("§8", "Properties as the reasons for inconsistencies.", "a summary; reasons are not defined"),),
    ),
)

CONTENTS["003"] = (*_FRONT, *_PROPERTIES, *_END)
