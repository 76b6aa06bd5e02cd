"""What is said of many systems: every case of the headline and of a baseline, each from data that cause it; and that
terminal, notebook, JSON and tidy tables say the same."""

import json
import re
from dataclasses import replace

import numpy as np
import pytest

import intervale as iv
from intervale.present.comparison import comparison_tables, evidence_of, systems_table
from intervale.present.comparison_document import comparison_document
from intervale.present.wording import answers
from tests.present.test_wording import runs_of

TOPICS = 12


def first_answer(systems, measure, *, interval=True, compare=(), **changes):
    qrels, runs = runs_of(systems)
    names = [measure, f"interval({measure})"] if interval else [measure]
    found = iv.compare(replace(iv.evaluate(qrels, runs, names), **changes), **dict(compare))
    answer = answers(found, evidence_of(found))[0]
    assert systems_table(found).lead[0] == str(answer) == f"{measure}: {answer.verdict} {answer.numbers}".strip()
    assert comparison_document(found)["answers"][0] == {
        "measure": measure,
        "verdict": answer.verdict,
        "numbers": answer.numbers,
    }
    assert answer.verdict.replace("'", "&#x27;") in found._repr_html_()
    return answer


def named(best, *others):
    """Systems by name."""
    return {"A": best, **dict(zip("BCD", others, strict=False))}


HEADLINES = {
    "only one, sound": (
        named(["1110"] * 11 + ["1100"], ["1000"] * 12, ["0100"] * 11 + ["1100"]),
        "P@4",
        "A is the best system on P@4.",
        "No other system may be the best (95% confidence, Hsu).",
    ),
    "only one, agrees": (
        named(["0100"] * 12, ["0000"] * 11 + ["1000"], ["0000"] * 12),
        "RR@4",
        "A scores highest on RR@4, and still does on equal steps.",
        "Against B it is ahead on 11 topics, behind on 1.",
    ),
    "only one, another leads on equal steps": (
        named(["1000"] * 28 + ["0000"] * 15, ["0100"] * 28 + ["0010"] * 15, ["0000"] * 43),
        "RR@4",
        "A scores highest on RR@4, but only because of how RR@4 spaces its scores.",
        "Against B it is ahead on 28 topics, behind on 15.",
    ),
    "others may be, too": (
        named(["1100", "1000", "1110"] * 4, ["1000", "1100", "1100"] * 4, ["0000"] * 12),
        "P@4",
        "A has the highest mean P@4, but the top is too close to call.",
        "B may be the best as well (95% confidence, Hsu).",
    ),
    "equal means": (
        named(["1000", "0100"] * 6, ["0100", "1000"] * 6, ["0000"] * 12),
        "RR@4",
        "A and B tie for the highest mean RR@4.",
        "They average 0.7500; C comes next with 0.",
    ),
    "the same result": (
        named(["1000", "0100"] * 6, ["1000", "0100"] * 6, ["0000"] * 12),
        "RR@4",
        "A and B are the same result under two names.",
        "They average 0.7500",
    ),
}


@pytest.mark.parametrize("case", HEADLINES)
def test_every_case_of_the_headline(case):
    systems, measure, verdict, numbers = HEADLINES[case]
    answer = first_answer(systems, measure)
    assert answer.verdict == verdict
    assert numbers in answer.numbers


def test_without_the_interval_form_the_headline_says_what_is_not_known():
    systems, measure, _, _ = HEADLINES["only one, agrees"]
    assert first_answer(systems, measure, interval=False).verdict == (
        "A scores highest on RR@4 as it spaces its scores. Whether it does on equal steps is not known: no interval "
        "form was computed (--interval)."
    )


def test_bounds_that_leave_the_leader_open():
    systems, _, _, _ = HEADLINES["others may be, too"]
    off = np.full((1, 3, TOPICS), 0.4)
    answer = first_answer(systems, "P@4", interval=False, errors=off)
    assert answer.verdict == "Not known: which system has the highest mean P@4, as scores lie between bounds."


def test_missing_topics_leave_out_who_may_be_the_best():
    qrels, runs = runs_of(HEADLINES["only one, sound"][0])
    runs["B"].pop("3")
    found = iv.compare(iv.evaluate(qrels, runs, ["P@4"], missing="drop"))
    (answer,) = answers(found, evidence_of(found))
    assert answer.verdict == "A has the highest mean P@4."
    assert answer.numbers.endswith(
        "Which systems may be the best was not tested: it needs every system on every topic."
    )


def test_strict_leaves_it_out_where_the_scale_does_not_allow_it():
    qrels, runs = runs_of(HEADLINES["only one, sound"][0])
    found = iv.compare(iv.evaluate(qrels, runs, ["RR@4", "P@4"]), tests="sign", strict=True)
    assert found.measures["RR@4"].best is None
    assert found.measures["P@4"].best is not None
    assert "it needs an interval scale (--strict)" in answers(found, evidence_of(found))[0].numbers


AGAINST = {
    "higher and lower": (
        named(["1110"] * 11 + ["1100"], ["1000"] * 12, ["0000"] * 11 + ["1000"]),
        "1 of 2 systems scores clearly higher than B, 1 clearly lower.",
        r"The highest, A, is 0.4792 above it \(simultaneous 95% CI 0.42.* to 0.5.*; p < 0.0001 among 2 comparisons, "
        r"Student's t test, Holm; ahead on 12 topics, behind on none\): clear, and no rescaling can reverse it.",
    ),
    "none": (
        named(["1100", "1000", "1110"] * 4, ["1000", "1100", "1100"] * 4, ["1000", "1000", "1100"] * 4),
        "None of 2 systems differs clearly from B.",
        r"The highest, A, is .*: too close to call.",
    ),
    "lower only": (
        named(["0000"] * 11 + ["1000"], ["1110"] * 11 + ["1100"], ["1000"] * 12),
        "2 of 2 systems score clearly lower than B, none higher.",
        r"C comes next, 0.4792 below it \(.*\): clear, and no rescaling can reverse it.",
    ),
}


@pytest.mark.parametrize("case", AGAINST)
def test_every_case_beside_a_baseline(case):
    systems, verdict, numbers = AGAINST[case]
    answer = first_answer(systems, "P@4", compare={"baseline": "B"})
    assert answer.verdict == verdict
    assert re.fullmatch(numbers, answer.numbers), answer.numbers


def random_systems(random, number):
    shares = random.uniform(0.2, 0.8, number)
    return {
        f"S{n}": ["".join(random.choice(["0", "1"], 4, p=[1 - share, share])) for _ in range(8)]
        for n, share in enumerate(shares)
    }


@pytest.mark.parametrize("seed", range(12))
def test_tables_documents_and_sentences_never_disagree(seed):
    """Chance and who may be the best: one answer each, wherever it is asked."""
    random = np.random.default_rng(seed)
    qrels, runs = runs_of(random_systems(random, int(random.integers(3, 6))))
    baseline = ["S1"] if random.random() < 0.5 else []
    found = iv.compare(iv.evaluate(qrels, runs, ["P@4", "RR@4"]), baseline=baseline, alpha=0.2)
    document = comparison_document(found, pairs=True)
    pairs, ranking = found.to_pandas(), found.ranking().to_pandas()
    table = comparison_tables(found)[0]
    for name, one in found.measures.items():
        decisions = one.tests["t"]
        told = {(row.a, row.b): row.significant for row in pairs[pairs.measure == name].itertuples()}
        listed = {
            (row["a"], row["b"]): row["significant"] for row in document["measures"][name]["tests"]["t"]["decisions"]
        }
        assert told == listed
        column = table.columns.index(name)
        marks = {row[0].value: row[column].marks for row in table.rows}
        for (a, b), significant in told.items():
            if baseline:
                assert ("†" in marks[a if b == "S1" else b]) == significant
            else:
                assert bool(set(marks[a]) & set(marks[b])) == (not significant)
        assert one.best is not None
        possible = {found.systems[s] for s in np.flatnonzero(one.best.possible)}
        rows = ranking[ranking.measure == name]
        assert possible == set(rows[rows.may_be_best].system) == set(document["measures"][name]["may_be_best"])
        assert decisions.pairs == len(told)
    json.dumps(document, allow_nan=False)


def test_many_systems_are_folded_and_none_is_lost():
    random = np.random.default_rng(0)
    systems = [f"S{n:02}" for n in range(45)]
    scores = {name: {str(t): float(x) for t, x in enumerate(random.uniform(0, 1, 10))} for name in systems}
    evaluation = iv.read_scores(scores, measure="P@10")
    found = iv.compare(evaluation, baseline="S20")
    table = systems_table(found)
    order = [found.systems[s] for s in found.measures["P@10"].ranking]
    place = order.index("S20")
    named = [row[0].value for row in table.rows]
    shown = [name for name in named if name in systems]
    assert shown[:10] == order[:10]
    assert set(order[max(0, place - 1) : place + 2]) <= set(shown)
    hidden = sum(int(re.search(r"\d+", name)[0]) for name in named if name.startswith("… "))
    assert len(shown) + hidden == 45
    assert "--all shows every system" in " ".join(table.legend)
    assert len(systems_table(found, every=True).rows) == 45
    assert found.ranking().to_pandas().system.tolist() == order


def test_many_systems_say_what_equal_steps_change():
    systems, measure, _, _ = HEADLINES["only one, another leads on equal steps"]
    answer = first_answer(systems, measure)
    qrels, runs = runs_of(systems)
    table = iv.evaluate(qrels, runs, [measure], interval=True)
    compared, evidence = iv.compare(table).measures[measure], iv.evidence(table).measures[measure]
    assert int(evidence.against.sum()) == 1
    number = sum(compared.changed("t"))
    decisions = f"{number} of 3 decisions change" if number else "no decision changes"
    assert answer.numbers.endswith(f"On equal steps {decisions}, and 1 order of means reverses.")
    assert "equal steps" not in first_answer(systems, "P@4").numbers  # on an interval scale as it is
