"""Sentences as people write them: what they are read as, and what is said where they cannot be read."""

from pathlib import Path

import pytest

import intervale as iv
from intervale.errors import OptionError
from intervale.statements import parse_statement

DRAFTS = Path(__file__).parents[3] / "shared" / "drafts" / "statements.txt"

READ = {
    "mean(A)-mean(B) > 0": "mean(A) > mean(B)",
    "mean(A) - 0.05 > mean(B)": "mean(A) > mean(B) + 0.05",
    "0.05 < mean(A) - mean(B)": "mean(A) - mean(B) > 0.05",
    "percentile(A, 25) > 20%": "quantile(A, 0.25) > 0.2",
    "average(A) > avg(B)": "mean(A) > mean(B)",
    "A improves over B by 5%": "(mean(A) - mean(B)) / mean(B) >= 0.05",
    "A is 5% better than B": "(mean(A) - mean(B)) / mean(B) >= 0.05",
    "A is 5% worse than B": "(mean(A) - mean(B)) / mean(B) <= -0.05",
    "A outperforms B by more than 5%": "(mean(A) - mean(B)) / mean(B) > 0.05",
    "A outperforms B": "mean(A) > mean(B)",
    "A does not outperform B": "not mean(A) > mean(B)",
    "A is not better than B.": "not mean(A) > mean(B)",
    "A has a higher median than B": "median(A) > median(B)",
    "A has a higher MAP than B": "mean(A) > mean(B) in AP",
    "A has the lowest mean nDCG@10": "mean(A) is the smallest in nDCG@10",
    "MAP(A) > MAP(B)": "mean(A) > mean(B) in AP",
    "A outperforms B in terms of NDCG@10": "mean(A) > mean(B) in nDCG@10",
    "mean(A) > mean(B) in RBP(p=0.5)@10": 'mean(A) > mean(B) in "RBP(p=0.5)@10"',
    "A > B on 401": "score(A, 401) > score(B, 401)",
    "A >= B on topic 3": "score(A, 3) >= score(B, 3)",
    "A > B on most topics": "share(A > B) > 0.5",
    "A is better than B on most topics": "share(A > B) > 0.5",
    "A beats B on 30 topics": "wins(A, B) = 30",
    "A beats B on at least 30 of 50 topics": "wins(A, B) >= 30",
    "A wins over B on all topics": "share(A > B) = 1",
    "A >= B on 60% of the topics": "share(A >= B) = 0.6",
    "A beats B on 30 of 50 topics": "wins(A, B) = 30 and share(A > B) = 0.6",
    "A scores higher than B on the majority of topics": "share(A > B) > 0.5",
    "A is better than B on more than 30 topics": "wins(A, B) > 30",
    "A outperforms B and C in MAP": "mean(A) > mean(B) and mean(A) > mean(C) in AP",
    "A and B outperform C": "mean(A) > mean(C) and mean(B) > mean(C)",
    "A outperforms all other systems": "mean(A) is the largest",
    "A achieves the highest MAP of all runs": "mean(A) is the largest in AP",
    "A ranks first": "rank(A) = 1",
    "A is in the top 3": "rank(A) <= 3",
    "A is more than 50% better than B": "(mean(A) - mean(B)) / mean(B) > 0.5",
    "mean(A) is larger than 1.5 × mean(B)": "mean(A) > 1.5 * mean(B)",
    "mean(A) exceeds mean(B), and mean(B) is at least 0.2!": "mean(A) > mean(B) and mean(B) >= 0.2",
    "A outperforms B (p < 0.01)": "A significantly better than B by t at 0.01",
    "A is statistically significantly better than B at 95%": "A significantly better than B by t at 0.05",
    "A is significantly better than B at the 99% confidence level": "A significantly better than B by t at 0.01",
    "A differs significantly from B by Wilcoxon rank sum": "A significantly different from B by rank-sum",
    "A significantly outperforms B in MAP by paired Student's t-test, Holm": (
        "A significantly better than B by t with holm in AP"
    ),
    "A significantly outperforms B (p < 0.01, Wilcoxon, Bonferroni)": (
        "A significantly better than B by signed-rank at 0.01 with bonferroni"
    ),
    "stddev(A) <> std(B)": "sd(A) != sd(B)",
    "p-value(A, B) < 5%": "p(A, B, t) < 0.05",
    "A outperforms B on P@10": "mean(A) > mean(B) in P@10",
    "A is the best system": "mean(A) is the largest",
    "A is not the best": "not mean(A) is the largest",
    "median(A) is the lowest": "median(A) is the smallest",
    "rank(A) < rank(B)": "mean(A) > mean(B)",
    "mean(A) > mean(B) > mean(C)": "mean(A) > mean(B) and mean(B) > mean(C)",
    "abs(mean(A) - mean(B)) < 0.01": "mean(A) - mean(B) < 0.01 and mean(B) - mean(A) < 0.01",
    "not (mean(A) > 1 or mean(B) > 1)": "not (mean(A) > 1 or mean(B) > 1)",
    "A significantly better than B": "A significantly better than B by t",
    "A is significantly worse than B by paired t-test at the 5% level": "B significantly better than A by t at 0.05",
    "A significantly outperforms B (Wilcoxon signed rank test, p < 0.01)": (
        "A significantly better than B by signed-rank at 0.01"
    ),
    "A significantly better than B with holm-bonferroni by t": "A significantly better than B by t with holm",
    "A is not significantly different from B by sign test": "not A significantly different from B by sign",
    "0.05 > p(A, B)": "p(A, B, t) < 0.05",
    "effect(A, B) >= 0.5": "d(A, B) >= 0.5",
    "kendall(AP, RR) > 0.9": "tau(AP, RR) > 0.9",
    "significant(t-test) > 3": "significant(t) > 3",
}
REFUSED = {
    "A > B": "write a statistic, such as mean(A) > mean(B), or name topics: A > B on 401",
    "A outperfoms B": "did you mean outperforms?",
    "hello": "write it in quotation marks",
    "A is significantly better than B (p = 0.003)": "write p < 0.01",
    "A is significantly better than B at 0.95": "write at 0.05, or at 95%",
    "GMAP(A) > GMAP(B)": "write, for instance, gmean(A) > gmean(B) in AP",
    "A outperforms B in nDGC@10": "did you mean nDCG",
    "A outperforms B in P@10 and nDCG@10": "write one sentence for each",
    "mean(A, B) > mean(C)": "write mean(A) + mean(B) > 2 * mean(C)",
    "mean(A) ≈ mean(B)": "write abs(mean(A) - mean(B)) < 0.01",
    "var(A) > 0.01": "write sd(A) > 0.1",
    "A improves over B by 0.05": "write mean(A) - mean(B) > 0.05",
    "MAP(A) > P@10(B)": "write one sentence for each measure",
    "mean(A) > mean(B) in magic": "in nDCG@10",
    "mean(A) > mean(B) in AP and mean(A) > mean(B) in RR": "write one sentence for each",
    "mean(A) * mean(B) > 1": "is not a sum, multiple or ratio",
    "2 * wins(A, B) > 3": "have multiples",
    "A significantly better than B by magic": "use one of: sign",
    "A significantly better than B by t at 3": "above 0 and below 1",
    "A significantly better than B by t with magic": "use one of: none, bonferroni",
    "A significantly different from B by anova with Bonferroni correction": "corrects for all pairs of systems itself",
    "ci(A, B) = 0": "above (>) or below (<)",
    "wins(A, B) > mean(A)": "with a number or other topics",
    "sd(A) > mean(A)": "compare it with another sd, or a number",
    "score(A) > 1": "a system and a topic",
    "mean(A) > mean(B) now": "unexpected 'now'",
    "abs(mean(A)) > mean(B)": "compare it with a number",
    "gmean(A - B) > 0": "is not for differences",
    "quantile(A - B) > 0": "needs a share",
    "A has the highest magic": "no statistic and no measure",
    "A > B on some topics": "a number of topics",
    "()": "found the end",
    "and": "found the end",
    "mean(A) and mean(B) > 1": "expected a relation",
}


@pytest.mark.parametrize("said", READ)
def test_what_a_sentence_is_read_as(said):
    found = parse_statement(said)
    assert str(found) == READ[said]
    assert parse_statement(str(found)) == found


@pytest.mark.parametrize("said", REFUSED)
def test_what_cannot_be_read_is_refused_with_what_to_write(said):
    with pytest.raises(OptionError) as caught:
        parse_statement(said)
    assert REFUSED[said] in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.skipif(not DRAFTS.exists(), reason="needs drafts/statements.txt in the folder shared beside the project")
def test_sentences_that_papers_use():
    """All of them are read, or refused with what to write instead."""
    lines = DRAFTS.read_text(encoding="utf-8").splitlines()
    read = {line: _read(line) for line in lines}
    assert all(parse_statement(str(found)) == found for found in read.values() if not isinstance(found, OptionError))
    refused = {line: str(found) for line, found in read.items() if isinstance(found, OptionError)}
    assert all("write" in why for why in refused.values())
    assert len(lines) == 37
    assert list(refused) == ["mean(A, B) > mean(C)", "mean(A) ≈ mean(B)", "A > B"]


def _read(text):
    try:
        return parse_statement(text)
    except OptionError as error:
        return error


@pytest.mark.parametrize("name", ["and", "or", "not", "in", "on", "is", "run 1", "a.", "é(1)", '"', "1", "-x"])
def test_any_name_in_quotation_marks(name):
    from intervale.statements import mean

    said = mean(name) > mean("B")
    assert parse_statement(str(said)) == said
    table = iv.read_scores({name: [1, 2], "B": [0, 1]}, scale="interval")
    marked = '"' + name.replace('"', '\\"') + '"'
    for text in (f"{marked} outperforms B", f"{marked} > B on most topics", f"{marked} is best"):
        assert iv.meaningful(table, text).truth is True


def test_a_measure_in_a_sentence():
    qrels = {"1": {"a": 1, "b": 1}, "2": {"a": 1}}
    runs = {
        "A": {"1": {"a": 2.0, "b": 1.0}, "2": {"a": 1.0}},
        "B": {"1": {"x": 2.0, "b": 1.0}, "2": {"x": 2.0, "a": 1.0}},
    }
    table = iv.evaluate(qrels, runs, ["AP", "P@2"])
    found = iv.meaningful(table, "A outperforms B in MAP")
    assert (found.measure, found.truth) == ("AP", True)
    with pytest.raises(OptionError, match="unknown measure 'RR'"):
        iv.meaningful(table, "MRR(A) > MRR(B)")
    with pytest.raises(OptionError, match="one sentence for each"):
        iv.meaningful(table, "tau(AP, P@2) > 0 and mean(A) > mean(B)")
    both = iv.meaningful(table, "0 <= tau(AP, P@2) and tau(AP, P@2) <= 1", draws=0)
    assert (both.truth, both.other[:3]) == (True, "P@2")
