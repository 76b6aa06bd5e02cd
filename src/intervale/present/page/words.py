"""The words of the report: terms with what they mean, and the sources."""

from __future__ import annotations

__all__ = ["BIBTEX", "FORMULAS", "TERMS"]

TERMS = {
    "mean": "The scores of all topics added up and divided by their number.",
    "topic": "One information need: a query with its judgments.",
    "interval form": "The measure with its values put at equal steps: each value is replaced by its rank among all "
    "values that the measure can have.",
    "ordinal scale": "Scores say which run is better, and not by how much.",
    "interval scale": "Equal differences of scores mean equal differences of runs, so that means may be compared.",
    "significant": "A difference that would seldom come about by chance, at the level and after the correction stated.",
    "S2NS": "Significant by the measure, and no longer on its interval scale.",
    "NS2S": "Not significant by the measure, and significant on its interval scale.",
    "group": "Systems that share a letter are not told apart by the test.",
    "rank-swap": "One judged run is at least as good as another if at every rank it has had at least as many documents "
    "of every grade or better. Every measure that rewards better documents and higher places agrees.",
    "dominates": "At least as good on every topic, and better on one, whatever the measure.",
    "recall base": "How many relevant documents a topic has.",
    "judged": "A person has said how relevant the document is. Others count as not relevant.",
    "tau": "Kendall's tau-b, a rank correlation: 1 if two measures rank systems alike, −1 if in reverse.",
    "whatever the transformation": "Under every increasing change of scale that is the same on all topics.",
}
"""Terms that are explained where they stand."""

FORMULAS = {
    "interval form": "interval(M) = (φ − 1)/(size − 1), φ the rank of the value of M among its values on all runs of "
    "the length (Ferrante, Ferro and Fuhr 2021, eq. 2)",
    "rank-swap": "r ≼ s iff |{i ≤ k : r[i] ≥ j}| ≤ |{i ≤ k : s[i] ≥ j}| for every grade j and rank k (Ferrante, Ferro "
    "and Pontarollo 2019, eq. 8)",
    "dominance of scores": "A has the larger mean whatever the increasing f iff the share of topics with a score of "
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
