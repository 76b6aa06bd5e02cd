"""The words of the report: what its script puts names and numbers in, terms with what they mean, and the sources."""

from __future__ import annotations

__all__ = ["BIBTEX", "FORMULAS", "TEMPLATES", "TERMS"]

TEMPLATES = {
    "board_best": "{k} of {s} systems may be the best on {m} (shaded). Press A or B to compare two systems below.",
    "board_alone": "Only {a} may be the best on {m} (shaded). Press A or B to compare two systems below.",
    "board": "Systems by their mean {m}. Press A or B to compare two systems below.",
    "board_note": "Bars are {level} confidence intervals of each mean. To compare two systems use the pair below, not "
    "the overlap of bars: topics are shared.",
    "board_hsu": "May be best: not excluded by Hsu's multiple comparisons with the best, {level} confidence.",
    "board_base": "▲ clearly higher than {b}, ▼ clearly lower ({by}).",
    "equal_is": "Interval form: each score is replaced by its rank among all scores that the measure can have.",
    "p_untested": "not tested here",
    "p_is": "After correction for all comparisons of the measure.",
    "board_equal": "Equal steps: the mean of equal-step scores, and by how many places a system moves there.",
    "all": "Show all {s}",
    "fewer": "Show the first {s}",
    "found": "{n} of {s} systems",
    "leader": "leader",
    "best": "may be best",
    "won": "{a} is ahead on {wins}, {b} on {losses}{tied}.",
    "press": "Press a topic to see the two lists.",
    "tied": ", tied on {ties}",
    "bins": "Each bar is about {n} topics: the mean of their differences.",
    "carry": "How far does “{a} is better” carry?",
    "carry_equal": "Are they the same?",
    "same_mean": "The same mean on this measure",
    "tied_everywhere": "Tied on every topic",
    "tied_yes": "Tied on all {n} topics.",
    "tied_no": "{a} is ahead on {wins} topics and behind on {losses}.",
    "even": "Its steps are equal already.",
    "hsu_differs": "Which systems may be the best is another question, with another test: the two need not agree.",
    "not_carried": "The scores of {a} by topic are not in this page, which has those of the first {n} systems.",
    "no_common": "They share no topic.",
    "elsewhere": "{a} has the higher mean {m}; the test of this pair is not in this page.",
    "no_mean": "{a} or {b} has no mean {m}.",
    "elsewhere_why": "The page has the tests with the leader and among the first 40 systems. This command has all:",
    "one_system": "Choose two different systems.",
    "lists": "Topic {t}: grades of the first {n} documents",
    "lists_key": "? was not judged.",
    "baseline": "baseline",
    "same_here": "{a} and {b} have the same grades here, down to rank {n}.",
    "better_here": "{a} is better than {b} here by any sensible measure, down to rank {n}.",
    "not_comparable": "Neither is better here by every sensible measure, down to rank {n}: {p} prefers {a}, {q} "
    "prefers {b}.",
    "lacks": "{a} has no documents for this topic, which is left out.",
    "scores_here": "{a} scores {x}, {b} {y} on {m}.",
    "topics": "The median system scores {low} on the hardest topic ({hardest}) and {high} on the easiest ({easiest}).",
    "two_topics": "Hardest first.",
    "press_topic": "Press a topic to see the lists of A and B.",
    "topic_bins": "Each band is about {n} topics, hardest first.",
    "middle": "middle 80% of systems",
    "median": "median",
    "heat": "Rows: systems, the highest mean first. Columns: topics, hardest first. Darker is better (in dark "
    "mode, lighter).",
    "copied": "Copied.",
    "copy_failed": "Copying is not allowed here: select the text instead.",
}
"""What the script of the page says, with places for names and numbers."""

TERMS = {
    "mean": "The average of the scores over all topics.",
    "topic": "One information need: a query with its judgments.",
    "equal-step score": "The interval form of a measure: each score is replaced by its rank among all scores that the "
    "measure can have, so that all steps are equal.",
    "ordinal scale": "Scores say which list is better, but not by how much.",
    "interval scale": "Equal differences of scores mean equal differences between lists: means may be compared.",
    "clear, suggestive, too close to call": "p below the level after correction for all comparisons; p below it for "
    "the pair alone; everything else.",
    "may be the best": "Not excluded as the best by Hsu's multiple comparisons with the best, which allow for a leader "
    "that was chosen from the data.",
    "lost there, gained there": "Pairs that a test calls different by the measure but not on equal steps (S2NS), and "
    "the other way round (NS2S).",
    "rank-swap": "One judged list is at least as good as another if, down to every rank, it has at least as many "
    "documents of each grade or better. Any sensible measure, one that rewards better documents and higher places, "
    "agrees.",
    "any rescaling agrees": "Under every increasing change of scale that is the same on all topics.",
    "judged": "An assessor has graded the document. Unjudged documents count as not relevant.",
}
"""What words mean, in the method section."""

FORMULAS = {
    "equal-step score": "interval(M) = (φ − 1)/(size − 1), φ the rank of the value of M among its values on all runs "
    "of the length (Ferrante, Ferro and Fuhr 2021, eq. 2)",
    "rank-swap": "r ≼ s iff |{i ≤ k : r[i] ≥ j}| ≤ |{i ≤ k : s[i] ≥ j}| for every grade j and rank k (Ferrante, Ferro "
    "and Pontarollo 2019, eq. 8)",
    "dominance of scores": "A has the larger mean under every increasing f iff the share of topics with a score of "
    "at least x is, for every x, at least as large for A, and somewhere larger",
}

BIBTEX = """@article{ferrante2021meaningful,
  author = {Ferrante, Marco and Ferro, Nicola and Fuhr, Norbert},
  title = {Towards Meaningful Statements in {IR} Evaluation: Mapping Evaluation Measures to Interval Scales},
  journal = {IEEE Access}, volume = {9}, year = {2021}
}
@article{ferrante2019general,
  author = {Ferrante, Marco and Ferro, Nicola and Pontarollo, Silvia},
  title = {A General Theory of {IR} Evaluation Measures},
  journal = {IEEE Transactions on Knowledge and Data Engineering}, volume = {31}, number = {3}, year = {2019}
}
@inproceedings{ferrante2015utility,
  author = {Ferrante, Marco and Ferro, Nicola and Maistro, Maria},
  title = {Towards a Formal Framework for Utility-oriented Measurements of Retrieval Effectiveness},
  booktitle = {ICTIR}, year = {2015}
}
"""
