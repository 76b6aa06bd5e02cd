"""The page of sentences: each as it was written, in the grammar, and decided.

usage: make_sentences.py [--to FILE]     docs/sentences.md by default
"""

from __future__ import annotations

import argparse
from functools import cache
from pathlib import Path

import intervale as iv
from intervale.data.made_up import made_up_collection

HERE = Path(__file__).parent
TEXT = """# Sentences, decided

What papers write, and what is left of it on the scale it is about. Each sentence is in the [grammar](statements.md), on
the scores that the source gives, or on the collection that `intervale demo` writes; {numbers}. *By topic* means that
each topic has its own scale. `docs/make_sentences.py` makes this page, and a test checks that it is up to date.

A sentence can be meaningful and false (a mouse is not heavier than an elephant, in whatever unit), and true and not
meaningful (the first winery has the larger mean, in grams).

## Quoted

{quoted}

## Made up

{made_up}
"""
WORDS = {True: "yes", False: "no", None: "not known"}
F21 = "Ferrante, Ferro and Fuhr 2021"
F19 = "Ferrante, Ferro and Pontarollo 2019, appendix"
F15 = "Ferrante, Ferro and Maistro 2015"
MEASURES = (
    *("AP", "AP@10", "P@5", "P@10", "R@10", "RR", "RR@10", "nDCG@10", "DCG@10", "Bpref", "RBP(p=0.8)@10"),
    *("interval(P@5)", "interval(RR@10)", "interval(DCG@5)", "DCG@5", "interval(AP@5)", "AP@5"),
)


def judged(ranks: dict[str, list[list[int]]], relevant: int, measure: str) -> iv.Evaluation:
    """Runs given as relevance by rank, a list a topic, with so many relevant documents."""
    topics = range(len(next(iter(ranks.values()))))
    qrels = {str(t + 1): {f"r{n}": 1 for n in range(relevant)} for t in topics}
    runs = {}
    for system, lists in ranks.items():
        runs[system] = {}
        for t, marks in enumerate(lists):
            documents = [f"r{sum(marks[:n])}" if mark else f"n{n}" for n, mark in enumerate(marks)]
            runs[system][str(t + 1)] = {name: float(-n) for n, name in enumerate(documents)}
    return iv.evaluate(qrels, runs, [measure])


@cache
def scores(name: str) -> iv.Evaluation:
    """What a sentence is about."""
    tables = {
        "wine": ({"X": [6, 6, 12, 17, 32], "Y": [3, 3, 3, 12, 50]}, "ordinal"),
        "temperatures": ({"Paris": [2, 2, 4, 8, 36], "Rome": [1, 2, 4, 15, 34]}, "interval"),
        "people": ({"people": [1, 1, 1, 1, 1, 4, 4, 4, 3, 2]}, "nominal"),
        "bottles": ({"brut": [12], "extra": [6]}, "ordinal"),
        "degrees": ({"cool": [10], "mild": [20], "hot": [30]}, "interval"),
        "two months": ({"Rome": [20, 12], "Oslo": [10, 7]}, "interval"),
        "distances": ({"Oslo": [2000], "Padua": [400]}, "ratio"),
        "kelvin": ({"first": [273], "second": [546]}, "ratio"),
        "weights": ({"light": [0.02, 0.15], "heavy": [5000, 1.2]}, "ratio"),
        "grades": ({"high": [2], "partial": [1]}, "ratio"),
        "numbers": ({"X": [1, 4, 9], "Y": [2, 3, 5]}, "ratio"),
    }
    if name in tables:
        return iv.read_scores(tables[name][0], scale=tables[name][1])
    if name == "two queries, RR":
        first = {"A": [[1, 0, 0, 0], [0, 0, 0, 1]], "B": [[0, 1, 0, 0], [0, 1, 0, 0]]}
        return judged(first, 1, "RR")
    if name == "two queries, AP":
        runs = {"A": [[1, 1, 1, 0], [1, 0, 0, 1]], "B": [[1, 1, 0, 1], [1, 0, 1, 0]]}
        return judged(runs | {"C": [[0, 0, 1, 0], [0, 1, 0, 1]], "D": [[0, 0, 0, 1], [0, 1, 1, 0]]}, 4, "AP")
    return iv.evaluate(*made_up_collection(), MEASURES)


DEMO = "demo"
QUOTED = (
    ("The median of the first winery is greater", F21, "Example 6", "median(X) > median(Y)", "wine"),
    ("The average of the first winery is greater", F21, "Example 6", "mean(X) > mean(Y)", "wine"),
    (
        "brut may be twice as sweet as extra brut",
        F21,
        "Example 2",
        "score(brut, 1) = 2 * score(extra, 1)",
        "bottles",
    ),
    ("6 g/l of sugar more than extra brut", F21, "Example 2", "score(brut, 1) - score(extra, 1) = 6", "bottles"),
    ("20°C is twice as hot as 10°C", F21, "Example 3", "score(mild, 1) / score(cool, 1) = 2", "degrees"),
    (
        *("the same as the increase between 20°C and 30°C", F21, "Example 3"),
        *("score(mild, 1) - score(cool, 1) = score(hot, 1) - score(mild, 1)", "degrees"),
    ),
    (
        *("twice as high as it was one month ago", F21, "Example 7"),
        *("(score(Rome, 1) - score(Oslo, 1)) / (score(Rome, 2) - score(Oslo, 2)) = 2", "two months"),
    ),
    ("The median temperature in Paris is the same", F21, "Example 7", "median(Paris) = median(Rome)", "temperatures"),
    ("The mean temperature in Paris is less", F21, "Example 7", "mean(Paris) < mean(Rome)", "temperatures"),
    ("The geometric mean of temperature in Paris", F21, "Example 7", "gmean(Paris) > gmean(Rome)", "temperatures"),
    (
        *("but the opposite is true when we consider the geometric mean", F21, "Example 7"),
        *("mean(Paris) < mean(Rome) and gmean(Paris) > gmean(Rome)", "temperatures"),
    ),
    ("five times as distant as Rome and Padua", F21, "Example 8", "score(Oslo, 1) = 5 * score(Padua, 1)", "distances"),
    ("a thing is half as hot as another thing", F21, "Example 8", "score(first, 1) = 0.5 * score(second, 1)", "kelvin"),
    ("The geometric mean of X is greater", F21, "Example 8", "gmean(X) > gmean(Y)", "numbers"),
    ("A mouse weights more than an elephant", F21, "§III-D", "light > heavy on 1", "weights"),
    ("Most people come from Spain", F21, "Example 5", "mode(people) = 1", "people"),
    ("The lowest quartile consist of Spanish people", F21, "Example 5", "quantile(people, 0.25) = 1", "people"),
    ("telling us that system A is better than B", F21, "Example 9", "MRR(A) > MRR(B)", "two queries, RR"),
    ("MAP, will say that A performs better than B", F21, "Example 10", "MAP(A) > MAP(B)", "two queries, AP"),
    (
        *("while in the second case, C is worse than D", F21, "Example 10"),
        *("mean(A) > mean(B) and mean(C) < mean(D) in MAP", "two queries, AP"),
    ),
    ("significantly different system pairs", F21, "§VIII-C", "significant(anova1) > 3 in P@10", DEMO),
    ("correlation is always 1.0", F21, "§VIII-A, Precision", 'tau(P@5, "interval(P@5)") = 1', DEMO),
    ("in the range 0.67 – 0.93", F21, "§VIII-A, RR", '0.67 <= tau(RR@10, "interval(RR@10)") <= 0.93', DEMO),
    ("its overall correlation is above 0.9", F21, "§VIII-A, DCG", 'tau(DCG@5, "interval(DCG@5)") > 0.9', DEMO),
    ("between 0.94 and 0.97", F21, "§VIII-B", '0.94 <= tau("interval(AP@5)", "interval(DCG@5)") <= 0.97', DEMO),
    ("their Kendall's τ correlation is 1", F21, "§IV-C, on a topic", "tau(P@10, R@10, t01) = 1", DEMO),
    ("their Kendall's τ is less than 1", F21, "§IV-D", "tau(P@10, R@10) < 1", DEMO),
    ("whether a system A is better than a system B", F21, "§IV-A", "aurora is better than borealis in P@10", DEMO),
    (
        *("a Student's t test with α = 0.05", F15, "§6"),
        *("aurora is significantly different from cirrus by t at 0.05 in RBP(p=0.8)@10", DEMO),
    ),
    ("more than twice relevant documents in the top", F15, "§6", "mean(aurora) > 2 * mean(dune) in P@10", DEMO),
    (
        "twice as relevant as a partially relevant one",
        F15,
        "§4.1",
        "score(high, 1) = 2 * score(partial, 1)",
        "grades",
    ),
    ("A banana weights more than an ananas", F19, "§2.2", "light > heavy on 2", "weights"),
    ("Rome is twice as the one in Oslo", F19, "§2.2", "score(Rome, 1) = 2 * score(Oslo, 1)", "two months"),
    (
        *("twice as the one month ago", F19, "§2.2.3"),
        *("score(Rome, 1) - score(Oslo, 1) = 2 * (score(Rome, 2) - score(Oslo, 2))", "two months"),
    ),
    ("The mean of x_i is greater than the mean of y_i", F19, "§2.2.3", "mean(Paris) > mean(Rome)", "temperatures"),
    ("The geometric mean of x_i is greater than the mean", F19, "§2.2.4", "gmean(X) > mean(Y)", "numbers"),
    ("a thing is twice as hot as another thing", F19, "§2.2.4", "score(second, 1) / score(first, 1) = 2", "kelvin"),
)
MADE_UP = (
    "aurora is best in nDCG@10",
    "rank(borealis) <= 2 in P@10",
    "rank(dune) = 4 in AP@10",
    "mean(aurora) > mean(borealis) > mean(cirrus) > mean(dune) in RR@10",
    "aurora > dune on most topics in nDCG@10",
    "aurora >= dune on all topics in RR@10",
    "wins(aurora, borealis) > losses(aurora, borealis) in nDCG@10",
    "aurora beats borealis on 11 of 25 topics in nDCG@10",
    "aurora improves over cirrus by 5% in P@10",
    "mean(aurora) - mean(cirrus) > 0.05 in P@10",
    "mean(aurora) - mean(cirrus) > 0.05 in nDCG@10",
    "abs(mean(aurora) - mean(borealis)) < 0.05 in P@10",
    "mean(aurora) + mean(dune) > 2 * mean(cirrus) in P@10",
    "not mean(dune) > mean(aurora) in RR@10",
    "mean(aurora) > mean(cirrus) or mean(borealis) > mean(cirrus) in AP@10",
    "sd(aurora) < sd(cirrus) in P@10",
    "var(aurora) < 2 * var(cirrus) in RR@10",
    "median(aurora - cirrus) > 0 in nDCG@10",
    "percentile(aurora, 25) > percentile(cirrus, 25) in P@10",
    "aurora is significantly better than cirrus in P@10",
    "aurora is significantly better than dune by t-test at 0.01 with holm in RR@10",
    "aurora is significantly better than dune by Wilcoxon in nDCG@10",
    "aurora is not significantly different from borealis by sign test in AP@10",
    "p(aurora, dune, signed-rank) < 0.05 in P@10",
    "d(aurora, cirrus) > 0.5 in P@10",
    "ci(aurora, dune) > 0 in RR@10",
    "ci(aurora, dune) > 0.1 in P@10",
    "spearman(AP@10, nDCG@10) > 0.9",
    "significant(friedman) >= 3 in nDCG@10",
)


def row(number: int, said: str, sentence: str, of: str) -> str:
    found = iv.meaningful(scores(of), sentence, draws=0)
    verdict = found.meaningful
    scale = f"{found.scale}{'' if found.shared else ', by topic'}"
    if found.other:
        own = ", by topic" if "each topic has its own" in found.other else ""
        scale += f"; {found.other.split(', ')[1].split(' ')[1]}{own}"
    known = WORDS[verdict.holds] if verdict.holds is not None else "not decided"
    cells = (str(number), said, f"`{sentence}`", scale, "yes" if found.truth else "no", known, verdict.why)
    return f"| {' | '.join(cell.replace('|', '&#124;') for cell in cells)} |"


def page() -> str:
    """The whole page."""
    head = "| | {} | in the grammar | scale | true | meaningful | why |\n|---:|---|---|---|---|---|---|"
    quoted = [
        row(n, f"“{said}” ({source}, {place})", sentence, of)
        for n, (said, source, place, sentence, of) in enumerate(QUOTED, 1)
    ]
    ours = [row(n, "made up", sentence, DEMO) for n, sentence in enumerate(MADE_UP, len(QUOTED) + 1)]
    return TEXT.format(
        quoted=head.format("quoted") + "\n" + "\n".join(quoted),
        made_up=head.format("") + "\n" + "\n".join(ours),
        numbers=f"{len(QUOTED)} are quoted from papers, {len(MADE_UP)} are made up",
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--to", type=Path, default=HERE / "sentences.md")
    chosen = parser.parse_args()
    text = page()
    chosen.to.write_text(text, encoding="utf-8")
    print(text)


if __name__ == "__main__":
    main()
