"""What is said of two systems: every case of the wording, each from data that cause it, on the terminal and in JSON."""

import html
from dataclasses import replace

import numpy as np
import pytest

import intervale as iv
from intervale.present.comparison import comparison_tables
from intervale.present.comparison_document import comparison_document
from intervale.present.evidence import evidence_pairs, evidence_sentences
from intervale.present.wording import answers


def runs_of(systems):
    """Judged runs of four documents from strings of 0 and 1, one for each topic."""
    topics = [str(n) for n in range(len(next(iter(systems.values()))))]
    qrels = {t: {f"r{n}": 1 for n in range(4)} for t in topics}
    runs = {
        name: {
            t: {f"r{n}" if mark == "1" else f"x{n}": 9.0 - n for n, mark in enumerate(marks)}
            for t, marks in zip(topics, rows, strict=True)
        }
        for name, rows in systems.items()
    }
    return qrels, runs


def said(systems, measure, *, interval=True, tests="t", **changes):
    qrels, runs = runs_of(systems)
    names = [measure, f"interval({measure})"] if interval else [measure]
    table = replace(iv.evaluate(qrels, runs, names), **changes)
    compared = iv.compare(table, tests=tests)
    found = iv.evidence(table)
    pair = evidence_pairs(found, compared)[0]
    sentence = str(pair)
    if len(systems) == 2:
        assert comparison_tables(compared, found)[0].lead[0].startswith(f"{measure}: {sentence}")
        assert comparison_document(compared, found)["answers"][0]["verdict"] == sentence
    assert f"{measure}: {sentence}" in comparison_document(compared, found)["statements"]
    assert f"{measure}: {sentence}" in evidence_sentences(found, compared)
    return sentence


MIXED = {"A": ["1110"] * 11 + ["0000"], "B": ["1000", "0100"] * 5 + ["0100"] + ["1111"]}
"""A has more relevant documents on most topics; B has the best run of all."""


CASES = {
    "clear, strongest": (
        {"A": ["1000"] * 12, "B": ["0100", "1000", "0010"] * 4},
        "RR@4",
        "A is better than B on RR@4. The difference is clear, and no rescaling of the scores can reverse it.",
    ),
    "clear, interval scale only": (
        MIXED,
        "P@4",
        "A is better than B on P@4. The difference is clear, and its scores may be averaged.",
    ),
    "clear, agrees": (
        {"A": ["0100"] * 20, "B": ["0000"] * 19 + ["1000"]},
        "RR@4",
        "A scores clearly higher than B, and its mean is still the higher one on equal steps. How much higher depends "
        "on how RR@4 spaces its scores.",
    ),
    "clear, agrees, topics with scales of their own": (
        MIXED,
        "AP@4",
        "A scores clearly higher than B, and its mean is still the higher one on equal steps (assuming that all topics "
        "share one scale). How much higher depends on how AP@4 spaces its scores.",
    ),
    "clear, equal on equal steps": (
        {"A": ["1000", "0000"] * 50, "B": ["0100", "0001"] * 50},
        "RR@4",
        "A scores clearly higher than B, but only as RR@4 spaces its scores: on equal steps they are equal. Do not "
        "call it better.",
    ),
    "clear, reverses": (
        {"A": ["1000", "0000"] * 100, "B": ["0100", "0010"] * 100},
        "RR@4",
        "A scores clearly higher than B, but only as RR@4 spaces its scores: on equal steps the order reverses. Do not "
        "call it better.",
    ),
    "suggestive": (
        {"A": ["1100"] * 20, "B": ["1100"] * 15 + ["1000"] * 5, "C": ["1110", "1000"] * 10},
        "P@4",
        "Suggestive, not settled: A scores higher than B (p = 0.021 for this pair alone), but not clearly so among 3 "
        "comparisons.",
    ),
    "too close, sound": (
        {"A": ["1100", "1000", "1110"], "B": ["1000", "1100", "1100"]},
        "P@4",
        "Too close to call: A has the higher mean, which no rescaling can reverse, but 3 topics do not separate it "
        "from B.",
    ),
    "too close, agrees": (
        {"A": ["1000", "0100", "0001"], "B": ["0100", "0010", "0010"]},
        "RR@4",
        "Too close to call: A has the higher mean, but 3 topics do not separate it from B.",
    ),
    "too close, equal on equal steps": (
        {"A": ["1000", "0000"], "B": ["0100", "0001"]},
        "RR@4",
        "Too close to call: A has the higher mean, but 2 topics do not separate it from B, and on equal steps they are "
        "equal.",
    ),
    "too close, reverses": (
        {"A": ["1000", "0000"], "B": ["0100", "0010"]},
        "RR@4",
        "Too close to call: A has the higher mean, but 2 topics do not separate it from B, and on equal steps the "
        "order reverses.",
    ),
    "equal": ({"A": ["1000", "0100"], "B": ["0100", "1000"]}, "RR@4", "A and B have the same mean RR@4."),
}


@pytest.mark.parametrize("case", CASES)
def test_every_case_of_the_wording(case):
    systems, measure, expected = CASES[case]
    assert said(systems, measure) == expected


def test_without_the_interval_form_equal_steps_are_not_known():
    systems, measure, _ = CASES["clear, agrees"]
    assert said(systems, measure, interval=False) == (
        "A scores clearly higher than B as RR@4 spaces its scores. Whether it does on equal steps is not known: no "
        "interval form was computed (--interval)."
    )


def test_a_test_that_is_not_about_means_may_find_the_other_ahead():
    systems = {"A": ["0001"] * 9 + ["1000"], "B": ["0010"] * 9 + ["0000"]}
    assert said(systems, "RR@4", tests="sign") == (
        "Not settled: A has the higher mean, but the sign test finds B ahead."
    )


def test_bounds_that_leave_the_means_or_the_test_open():
    systems = {"A": ["1110"] * 4 + ["1100"] * 4, "B": ["1100"] * 4 + ["1000"] * 3 + ["1100"]}
    off = np.full((1, 2, 8), 0.05)
    assert said(systems, "P@4", interval=False, errors=off) == (
        "Not known: A has the higher mean, but scores lie between bounds, and these leave the test open."
    )
    assert said(systems, "P@4", interval=False, errors=10 * off) == (
        "Not known: whether A or B has the higher mean P@4, as scores lie between bounds."
    )


def test_better_is_said_where_the_statement_is_meaningful_and_nowhere_else():
    """One question, one answer: all pairs of random systems, shared and own scales, ordinal and interval."""
    random = np.random.default_rng(4)
    seen = set()
    for _ in range(25):
        systems = {
            name: ["".join(random.choice(["0", "1"], 4, p=[1 - share, share])) for _ in range(4)]
            for name, share in (("A", 0.7), ("B", 0.5), ("C", 0.3))
        }
        qrels, runs = runs_of(systems)
        missing = {"missing": "drop"} if random.random() < 0.4 else {}
        if missing:
            runs["B"].pop("1")
        table = iv.evaluate(qrels, runs, ["P@4", "RR@4", "R@4", "AP@4"], **missing)
        for name, one in iv.evidence(table).measures.items():
            for a, b in zip(*np.nonzero(one.means.larger), strict=True):
                first, second = one.systems[a], one.systems[b]
                found = iv.meaningful(table, f"mean({first}) > mean({second})", measure=name, draws=0)
                assert found.truth
                assert bool(one.sound[a, b]) == (found.meaningful.holds is True), (name, systems)
                seen.add((name, bool(one.sound[a, b])))
    assert len(seen) == 7  # P@4 is always sound: an interval scale that topics share


def test_a_baseline_counts_its_own_pairs_only():
    systems = {name: MIXED["A"][n:] + MIXED["B"][:n] for n, name in enumerate("ABCDE")}
    qrels, runs = runs_of(systems)
    table = iv.evaluate(qrels, runs, ["P@4"])
    compared = iv.compare(table, baseline="A")
    found = iv.evidence(table, baseline="A")
    assert compared.measures["P@4"].tests["t"].pairs == 4 == sum(found.measures["P@4"].counts().values())


@pytest.mark.parametrize("refused", [True, False])
def test_a_scale_that_is_not_known_is_said_to_be_so(monkeypatch, refused):
    """Not known is not 'not equally spaced': compare, meaningful and --strict say so."""
    from types import SimpleNamespace

    from intervale.evaluation import ask
    from intervale.exact.verdict import Verdict

    why = "10^60 runs are too many to check"

    def too_large(*_, **__):
        if refused:
            raise iv.OptionError(why)
        return SimpleNamespace(scale=None, equal_steps=Verdict(None, why=why))

    monkeypatch.setattr(ask, "own_scale", too_large)
    qrels, runs = runs_of(MIXED)
    table = iv.evaluate(qrels, runs, ["P@4"])
    compared = iv.compare(table)
    scale = compared.measures["P@4"].scale
    assert (scale.level, scale.equal_steps) == ("ordinal", None)
    assert "is not known: 10^60 runs are too many" in scale.why
    assert any(note.startswith("P@4: perhaps not on an interval scale (whether") for note in compared.notes)
    assert not any("not equally spaced" in note for note in compared.notes)
    assert comparison_document(compared)["measures"]["P@4"]["equal_steps"] is None
    found = iv.meaningful(table, "mean(A) > mean(B)")
    assert found.meaningful.holds is None
    assert "not known" in found.scale_text
    with pytest.raises(iv.OptionError, match="not known"):
        iv.compare(table, strict=True)


@pytest.mark.parametrize("road", ["memory", "parquet"])
def test_a_table_knows_its_own_grades(road, tmp_path):
    """gains={2:3} makes steps unequal where there is a grade 2, and nobody has to say that there is."""
    qrels = {str(t): {"a": 2, "b": 1, "c": 1} for t in range(6)}
    one = {str(t): {"a": 3.0, "b": 2.0, "x": 1.0} for t in range(6)}
    other = {str(t): {"x": 3.0, "b": 2.0, "c": 1.0 - t % 2 * 3} for t in range(6)}
    table = iv.evaluate(qrels, {"A": one, "B": other}, ["gP(gains={2:3})@5"])
    if road == "parquet":
        table.save(tmp_path / "scores.parquet")
        table = iv.read_scores(tmp_path / "scores.parquet")
    (name,) = table.names
    assert table.grades == 2
    assert iv.compare(table).measures[name].scale.level == "ordinal"
    assert iv.compare(iv.evaluate(qrels, {"A": one, "B": other}, [name])).measures[name].scale.level == "ordinal"
    assert iv.evidence(table).measures[name].scale.level == "ordinal"
    assert iv.meaningful(table, "mean(A) > mean(B)").scale == "ordinal"
    with pytest.raises(iv.OptionError, match="needs an interval scale"):
        iv.compare(table, strict=True)


def test_holm_is_the_default_and_named():
    systems, _, _ = CASES["suggestive"]
    qrels, runs = runs_of(systems)
    found = iv.compare(iv.evaluate(qrels, runs, ["P@4"]))
    t = found.measures["P@4"].tests["t"]
    assert found.correction == "holm"
    assert t.p[0] == pytest.approx(3 * t.outcome.p[0])
    legends = " ".join(line for table in comparison_tables(found) for line in table.legend)
    assert "do not differ significantly (Student's t test, Holm, α = 0.05)" in legends
    assert "differ significantly (Student's t test, Holm, 0.05)" in found.statements[0]
    plain = iv.compare(iv.evaluate(qrels, runs, ["P@4"]), correction="none")
    assert "not corrected" in plain.statements[0]


def test_one_row_is_no_mean_of_rows():
    systems = {"A": ["1000"] * 20, "B": ["0100"] * 19 + ["0000"]}
    qrels, runs = runs_of(systems)
    found = iv.compare(iv.evaluate(qrels, runs, ["RR@4", "P@4"], interval=True))
    assert len(found.changed) == 1
    legends = " ".join(line for table in comparison_tables(found) for line in table.legend)
    assert "each a measure and a test" in legends
    assert "mean of the rows above" not in legends


@pytest.mark.parametrize("measure", ["P@4", "RR@4", "AP@4", "nDCG@4"])
def test_the_page_says_what_the_terminal_says(measure):
    from tests.present.page_data import text_of

    qrels, runs = runs_of(MIXED)
    table = iv.evaluate(qrels, runs, [measure, f"interval({measure})"])
    compared, page = iv.compare(table), text_of(iv.report(table))
    (answer,) = answers(compared, iv.evidence(table))
    assert compared.sentences() == [str(answer)]
    assert answer.verdict in html.unescape(page)
    assert answer.numbers in html.unescape(page)
    sound = iv.meaningful(table, "mean(A) > mean(B)", measure=measure).meaningful.holds
    assert ("is better than" in answer.verdict) == bool(sound)
