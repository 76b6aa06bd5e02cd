"""The contents of the paper: every item in the order of the pages, and what checks it."""

from __future__ import annotations

from intervale_papers.register import CONTENTS, Item, Section

DEFINITION = "a definition without a consequence of its own"
OTHERS = "what other papers say or argue"
NOT_HERE = "the runs of this track are not available"


def _item(place: str, what: str, *names: str) -> Item:
    return Item(place, what, tuple(f"004/{name}" for name in names))


def _not(place: str, what: str, why: str) -> Item:
    return Item(place, what, why=why)


_FRONT = (
    Section(
        "Abstract and §I Introduction",
        (
            _item("Abstract; §I, contribution 5", "Substantial effects for all measures.", "1/all-measures"),
            _not("Abstract, 25%", "A quarter of the decisions changes.", "said again in §VIII-C"),
            _item(
                "§I, list of scales", "What nominal, ordinal, interval and ratio scales allow.", "1/rank-correlation"
            ),
            _item("§I, reciprocal rank", "Its intervals are all different.", "1/rr-intervals"),
            _not("§I, the debate and the contributions", "Where the paper stands, and what it will do.", OTHERS),
        ),
    ),
    Section(
        "§II Experimental evaluation in IR",
        (_not("§II, Figure 1", "Cranfield experiments: documents, topics, judgments, runs.", DEFINITION),),
    ),
    Section(
        "§III-A Overview; §III-B Classification of the scales of measurement",
        (
            _not("§III-A", "Relational systems, homomorphisms, representation and uniqueness.", DEFINITION),
            _item("§III-B1, Example 1", "Countries on a nominal scale.", "3.2/example-1"),
            _item(
                "§III-B2, Example 2", "Sparkling wines on an ordinal scale.", "3.2/example-2-squares", "3.2/example-2"
            ),
            _not("§III-B2, footnote 5", "The ranges of sugar overlap.", "only their upper ends are used"),
            _item("§III-B3", "Affine transformations keep ratios of differences.", "3.2/ratio-of-differences"),
            _item("§III-B3, Example 3", "Celsius and Fahrenheit.", "3.2/example-3"),
            _not(
                "§III-B3, after Example 3",
                "One degree is the same amount of thermal energy all over the scale.",
                "a statement of physics",
            ),
            _not(
                "§III-B4, Example 4", "Kilometres and miles, factor 0.62; Kelvin.", "its numbers are those of Example 8"
            ),
        ),
    ),
    Section(
        "§III-C Admissible statistical operations",
        (
            _item("§III-C", "Which statistics a scale permits.", "3.3/permitted", "3.3/deviation"),
            _not("§III-C, footnote 6 and the debate", "Operations on numbers or on what they stand for.", OTHERS),
        ),
    ),
    Section(
        "§III-D Meaningfulness",
        (
            _item("§III-D", "A statement can be false and meaningful.", "3.4/mouse"),
            _item("§III-D, Example 5", "Most people come from Spain.", "3.4/example-5-mode", "3.4/example-5-quartile"),
            _item("§III-D, Example 6", "Two wineries.", "3.4/example-6-median", "3.4/example-6-mean"),
            _item(
                "§III-D, Example 7",
                "Temperatures in Rome, Oslo and Paris.",
                *("3.4/example-7-differences", "3.4/example-7-means", "3.4/example-7-geometric"),
            ),
            _item(
                "§III-D, formula in Example 7", "Means on interval scales may always be compared.", "3.4/means-interval"
            ),
            _item(
                "§III-D, Example 8",
                "Distances in miles, and half as hot.",
                *("3.4/example-8-miles", "3.4/example-8-kelvin"),
            ),
            _item("§III-D, formula in Example 8", "Geometric means on ratio scales, likewise.", "3.4/geometric-ratio"),
        ),
    ),
    Section(
        "§III-E Statistical significance testing",
        (
            _item("§III-E", "Which tests need which scale.", "3.5/ordinal-tests", "3.5/interval-tests"),
            _item("§III-E, sign and signed rank", "Ties are discarded.", "3.5/ties"),
            _item("§III-E, rank sum", "Paired samples.", "3.5/paired"),
            _item("§III-E, Kruskal-Wallis", "An extension of the rank sum test.", "3.5/kruskal-wallis"),
            _not("§III-E, end", "Whether tests should be tied to scales.", OTHERS),
        ),
    ),
)
_ISSUES = (
    Section(
        "§IV-A Why does studying the scale properties of IR evaluation measures matter?",
        (_not("§IV-A", "Where scales matter in retrieval; Robertson, Fuhr and Sakai.", OTHERS),),
    ),
    Section(
        "§IV-B A formal theory of scale properties for IR evaluation measures",
        (
            _item("§IV-B, list, binary", "Set-based and rank-based measures.", "4.2/set-based", "4.2/rank-based"),
            _item("§IV-B, list, multi-graded", "gP, gR and gRBP.", "4.2/graded-sets", "4.2/graded-rbp"),
            _item("§IV-B, induced order", "Values of most measures are not equally spaced.", "4.2/induced"),
            _item(
                "§IV-B, Figure 2",
                "The order of the 16 runs of length 4.",
                *("4.2/hasse", "4.2/levels", "4.2/named-runs"),
            ),
            _not("§IV-B, footnote 7", "All runs have to be on the scale.", DEFINITION),
            _item(
                "§IV-B, on tau",
                "Where measures agree, and where user models differ.",
                *("4.2/tau-comparable", "4.2/tau-incomparable"),
            ),
            _item(
                "§IV-B, Figure 3",
                "How seven measures order and space these runs.",
                *("4.2/equally-spaced", "4.2/agree", "4.2/agree-chains", "4.2/symmetric", "4.2/footnote-8"),
            ),
            _item(
                "§IV-B, after Figure 3",
                "Parts of the range that are not used.",
                *("4.2/rbp-range", "4.2/unused-ap", "4.2/unused-rr", "4.2/unused-rbp"),
            ),
            _not(
                "§IV-B, P and DCG",
                "They spread their values all over the possible range.",
                "the range of DCG is only what its values span",
            ),
            _item(
                "§IV-B, {0, 1, 2, 4, 13}",
                "A uniform variable without equal steps.",
                *("4.2/toy-mean", "4.2/toy-neighbours", "4.2/toy-error", "4.2/toy-scaled"),
            ),
            _item("§IV-B, large numbers", "Means of equally spaced values find the middle.", "4.2/calibrate"),
            _item("§IV-B, Example 9", "Reciprocal ranks and ranks.", "4.2/example-9"),
            _item(
                "§IV-B, Example 10 and Table 1",
                "AP reacts differently to the same swap.",
                *("4.2/table-1", "4.2/example-10", "4.2/example-10-ranks"),
            ),
        ),
    ),
    Section(
        "§IV-C Averaging across topics and correlation analysis revisited",
        (
            _item("§IV-C, tau", "The formula with ties.", "4.3/tau-formula", "4.3/tau-ends", "4.3/tau-zero"),
            _item(
                "§IV-C, P and R on TREC-8",
                "Overall 0.8588, and 1 topic by topic.",
                *("4.3/precision-recall", "4.3/topic-by-topic", "4.3/mixing"),
            ),
            _item("§IV-C, P and R on one topic", "One interval scale.", "4.3/affine"),
            _item("§IV-C, Celsius and Fahrenheit", "Their tau is always 1.", "4.3/celsius"),
            _item(
                "§IV-C, Example 11",
                "Recall on topics with 1, 2 and 3 relevant documents.",
                *("4.3/example-11", "4.3/example-11-six", "4.3/example-11-most"),
            ),
            _item("§IV-C, length of runs", "Almost all retrieve 1,000 documents.", "4.3/lengths"),
            _not("§IV-C, end", "Mass and weight; Voorhees' rule of thumb for tau.", OTHERS),
        ),
    ),
    Section(
        "§IV-D Why may scales change from topic to topic or from run length to run length?",
        (
            _item("§IV-D, S[N, K]", "Runs of bounded length and recall base.", "4.4/fixed", "4.4/nine"),
            _item(
                "§IV-D1, Precision",
                "An interval scale for N ≤ 2.",
                *("4.4/embedded", "4.4/precision", "4.4/precision-images", "4.4/precision-bound"),
                "4.4/precision-smallest",
            ),
            _item(
                "§IV-D2, Recall",
                "An interval scale for K ≤ 2.",
                *("4.4/recall", "4.4/recall-images", "4.4/recall-smallest"),
            ),
            _item(
                "§IV-D2, order",
                "Precision and recall order runs differently.",
                *("4.4/condition", "4.4/precision-recall-order"),
            ),
            _item(
                "§IV-D3, F1",
                "The harmonic mean, an interval scale on S[1, 1] only.",
                *("4.4/F1-formula", "4.4/F1", "4.4/F1-images", "4.4/F1-smallest"),
            ),
            _item("§IV-D3, order", "F1 orders runs in yet another way.", "4.4/orders", "4.4/F1-order"),
            _item("§IV-D4", "Summary of the three.", "4.4/both", "4.4/all-stop", "4.4/one-fixed", "4.4/hypothesis"),
            _not("§IV-D4, end", "Rank-based measures may be worse.", "a hypothesis"),
        ),
    ),
    Section("§V Related work", (_not("§V", "Conjoint measurement, axioms for measures.", OTHERS),)),
)
_MAPPING = (
    Section(
        "§VI Transforming IR measures to interval scales",
        (
            _item(
                "§VI, eq. (1) and (2)",
                "The ranked form of a measure.",
                *("6/order", "6/from-unit", "6/systems", "6/one-to-one"),
            ),
            _item("§VI, ties", "Mid, min, max and unique ranks.", "6/tied-values", "6/ties"),
            _item("§VI, after eq. (2)", "Closed forms for RBP and RR.", "6/rbp-formula"),
            _item(
                "§VI-A, Figures 4 and 5", "The two procedures on DCG at N = 4.", "6/example", "6/dcg-values", "6/index"
            ),
            _item("§VI-B", "Runs of different lengths.", "6/sizes"),
            _item("§VI-C", "Measures with and without the recall base.", "6/recall-base"),
            _item("§VI-C, Example 12", "Recall on two topics.", "6/example-12", "6/example-12-steps"),
            _item("§VI-D", "Memory for all runs.", "6/memory", "6/one-bit", "6/graded", "6/limits"),
        ),
    ),
    Section(
        "§VII Experimental setup",
        (
            _item("§VII, T08", "The collection of TREC-8.", "7/trec8"),
            _not(
                "§VII, T08, documents and pools",
                "528,155 documents, pools of depth 100.",
                "the documents, and which runs were pooled, are not available",
            ),
            _not("§VII, T26 and T27", "The Common Core tracks of 2017 and 2018.", NOT_HERE),
            _item("§VII, run lengths and systems", "How many runs there are, and pairs.", "7/spaces", "7/pairs"),
            _item("§VII, α", "The level of the tests.", "7/level"),
        ),
    ),
)
_OWN = Section(
    "§VIII-A Correlation between measures and their ranked version",
    (
        _item("§VIII-A, topic by topic", "Tau with the ranked form is 1.", "8.1/own-topics"),
        _not("§VIII-A, lower quartile", "Leaving weak runs out does not change the order of measures.", OTHERS),
        _item(
            "Table 2, T08",
            "Measures and their ranked forms.",
            *("8.1/table-2-free", "8.1/table-2-based", "8.1/table-2-ap"),
        ),
        _not("Table 2, T26 and T27", "The same on the other tracks.", NOT_HERE),
        _item("§VIII-A1, P and RBP(p=0.5)", "Tau 1 for two interval scales.", "8.1/ones", "8.1/other-scale"),
        _item("§VIII-A1, RR", "The furthest from an interval scale.", "8.1/rr-lowest", "8.1/rr-falls"),
        _item(
            "§VIII-A1, Figure 6",
            "Values of P, RBP and RR over all runs.",
            *("8.1/figure-6-precision", "8.1/rr-clusters", "8.1/clusters"),
        ),
        _item(
            "§VIII-A1, RBP",
            "With 0.3 and with 0.8.",
            *("8.1/rbp-p03", "8.1/rbp-p08", "8.1/rbp03-range", "8.1/rbp08-range", "8.1/rbp-stable"),
        ),
        _item("§VIII-A1, Figure 7", "The range of RBP.", "8.1/rbp-range", "8.1/rbp-no-ties"),
        _item(
            "§VIII-A1, Figure 8",
            "DCG, and the base of its logarithm.",
            *("8.1/dcg-range", "8.1/dcg-base", "8.1/dcg-falls", "8.1/dcg-ties"),
        ),
        _item("§VIII-A2, R and AP", "Losses by the recall base.", "8.1/recall-range", "8.1/ap-range"),
        _item("§VIII-A2, nDCG", "Near to DCG.", "8.1/ndcg-range", "8.1/ndcg-5", "8.1/recall-bases"),
        _not("§VIII-A2, recall bases on T26 and T27", "One and four topics with less than 10.", NOT_HERE),
        _item("§VIII-A2, end", "Shared ranked forms, and how to normalise.", "8.1/same-forms", "8.1/normalised"),
        _item("Table 3, T08", "With mid-ranks.", "8.1/table-3", "8.1/table-3-ap"),
        _not("Table 3, T26 and T27", "The same on the other tracks.", NOT_HERE),
        _item("§VIII-A3", "What mid-ranks do.", "8.1/mid-precision", "8.1/mid-rbp", "8.1/mid-lower"),
    ),
)
_AMONG = Section(
    "§VIII-B Correlation among measures and among their ranked versions",
    (
        _item("Table 4, T08", "All pairs of measures and of ranked forms.", "8.2/table-4", "8.2/table-4-ap"),
        _not("Table 4, T26 and T27", "The same on the other tracks.", NOT_HERE),
        _item("Table 4, Δ%", "Percentages and equal rows.", "8.2/percentages", "8.2/shared-forms", "8.2/tables-agree"),
        _item("§VIII-B", "Over- and underestimated correlations.", "8.2/span"),
        _item(
            "§VIII-B1, P and RBP", "0.7858, a meaningful statement; 5.3%.", "8.2/p-rbp05", "8.2/meaningful", "8.2/rbp-5"
        ),
        _item("§VIII-B1, RR", "Overestimated; the most ties.", "8.2/rr-over", "8.2/rr-ties"),
        _item("§VIII-B2", "P and R, DCG and nDCG.", "8.2/p-r", "8.2/dcg-ndcg"),
        _item("§VIII-B2, AP", "AP with P, R and DCG.", "8.2/ap-p-r", "8.2/ap-dcg", "8.2/ap-dcg-ranked"),
    ),
)
_RBP = ("8.3/rbp03-systems", "8.3/rbp03", "8.3/rbp03-decrease", "8.3/rbp08", "8.3/rbp03-ends", "8.3/rbp08-middle")
_TESTS = Section(
    "§VIII-C Significance testing analysis",
    (
        _item("§VIII-C, first paragraphs", "Where the tests are described.", "8.3/section"),
        _item("§VIII-C, models of ANOVA", "One way and two ways, Tukey's comparisons.", "8.3/anova-t"),
        _not("§VIII-C, Type I and II", "S2NS as false positives, NS2S as false negatives.", "a reading of the counts"),
        _item("Table 5, T08", "Decisions without recall base.", "8.3/table-5", "8.3/table-5-anova"),
        _item("Table 6, T08", "Decisions with it.", "8.3/table-6", "8.3/table-6-anova", "8.3/table-6-ap"),
        _not("Tables 5 and 6, T26 and T27", "The same on the other tracks.", NOT_HERE),
        _item(
            "Tables 5 and 6, all tracks",
            "Percentages and counts against each other.",
            *("8.3/percentages", "8.3/percentages-5", "8.3/possible", "8.3/shared-forms"),
        ),
        _item("§VIII-C, side note", "Which tests find more.", "8.3/parametric", "8.3/unadjusted"),
        _not(
            "§VIII-B and §VIII-C, other lengths", "Results for other run lengths are similar.", "they are not printed"
        ),
        _not(
            "§VIII-C, side note, Type I errors",
            "Tests of single pairs find more for want of an adjustment.",
            "which systems truly differ is not known",
        ),
        _item("§VIII-C, coarse trends", "What changes, and what does not.", "8.3/further-stronger", "8.3/ordinal-free"),
        _item(
            "§VIII-C, averages",
            "13 and 5, 2 and 4, 10 and 45%; 25% in all.",
            *("8.3/mean-free", "8.3/mean-ordinal", "8.3/mean-interval", "8.3/grand-mean"),
        ),
        _item("§VIII-C1, P and RBP(p=0.5)", "Nothing changes; 1,923 pairs.", "8.3/unchanged", "8.3/meaningful"),
        _item("§VIII-C1, RBP", "With 0.3 and with 0.8.", *_RBP),
        _item("§VIII-C1, DCG and RR", "Sharper at the ends; four values.", "8.3/dcg-sharper", "8.3/rr", "8.3/rr-four"),
        _item("§VIII-C2, tests", "Ordinal and interval tests.", "8.3/ordinal-based", "8.3/interval-more"),
        _item("§VIII-C2, recall", "Up to 558%.", "8.3/recall-558", "8.3/recall-positives"),
        _item("§VIII-C2, nDCG", "Like DCG.", "8.3/ndcg-bit"),
    ),
)
_END = Section(
    "§IX Conclusions and future work",
    (
        _item("§IX, correlations", "What the wrong scale does to them.", "9/inflates"),
        _not("§IX, the rest", "Summary and future work.", "said before"),
    ),
)
CONTENTS["004"] = (*_FRONT, *_ISSUES, *_MAPPING, _OWN, _AMONG, _TESTS, _END)
