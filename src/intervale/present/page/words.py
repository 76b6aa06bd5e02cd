"""The words of the report: terms with what they mean, and the sources."""

from __future__ import annotations

__all__ = ["BIBTEX", "FORMULAS", "TERMS"]

TERMS = {
    "mean": "The average of the scores over all topics.",
    "topic": "One information need: a query with its judgments.",
    "interval form": "The measure with equal steps: each value is replaced by its rank among all values that the "
    "measure can have.",
    "ordinal scale": "Scores say which run is better, but not by how much.",
    "interval scale": "Equal differences of scores mean equal differences between runs, so that means may be compared.",
    "meaningful": "A statement that is true, or false, on every scale that is as good as the one chosen.",
    "significant": "A difference that would rarely arise by chance, at the stated level and after the stated "
    "correction.",
    "S2NS": "Significant by the measure, but not on its interval scale.",
    "NS2S": "Not significant by the measure, but significant on its interval scale.",
    "group": "Systems that share a letter are not significantly different.",
    "rank-swap": "One judged run is at least as good as another if, down to every rank, it has at least as many "
    "documents of each grade or better. Every measure that rewards better documents and higher places agrees.",
    "dominates": "At least as good on every topic, and better on one; any sensible measure agrees.",
    "recall base": "How many relevant documents a topic has.",
    "judged": "An assessor has graded the document. Unjudged documents count as not relevant.",
    "tau": "Kendall's tau-b, a rank correlation: 1 if two measures rank systems alike, −1 if in reverse.",
    "any rescaling agrees": "Under every increasing change of scale that is the same on all topics.",
}
"""Terms that are explained where they stand."""

FORMULAS = {
    "interval form": "interval(M) = (φ − 1)/(size − 1), φ the rank of the value of M among its values on all runs of "
    "the length (Ferrante, Ferro and Fuhr 2021, eq. 2)",
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
