"""Sentences that were once answered wrongly, refused or not read, and small, large and strange scores."""

import numpy as np
import pytest

import intervale as iv
from intervale.errors import OptionError
from intervale.statements import mean, parse_statement
from intervale.statements.forms.compound import AllOf, Measured

FOUR = {"A": [0, 1, 2, 3], "B": [1, 1, 0, 2], "C": [3, 0, 1, 1], "D": [0, 0, 1, 3]}


def ask(scores, said, scale="ordinal", **options):
    return iv.meaningful(iv.read_scores(scores, scale=scale, measure="M"), said, draws=0, **options)


@pytest.mark.parametrize(
    "said", ["A is best and mean(A) < 0.5", "not (rank(A) > 1) and mean(A) < 1.5", "rank(A) = 1 and mean(A) < 0.5"]
)
def test_numbers_are_no_systems(said):
    """A number in one part is not one of the systems that another part ranks."""
    assert ask({"A": [0, 0, 2], "B": [0, 1, 1]}, said).meaningful.holds is False


def test_numbers_in_brackets_beside_all_systems():
    for said in ("(A is best or mean(A) > 2) and mean(B) > 1", "not A significantly better than B by t or mean(A) > 1"):
        assert ask(FOUR, said).meaningful.holds is not None


def test_multiples_of_spreads_that_are_level():
    same = {"A": [1, 1], "B": [1, 1]}
    assert ask(same, "2 * sd(A) = sd(B)", topic_scale="own").meaningful.holds is False
    assert ask(same, "sd(A) = sd(B)", topic_scale="own").meaningful.holds is True


def test_spreads_of_small_and_large_scores():
    small = {"A": [1e-300, 3e-300, 2e-300], "B": [1e-300, 1e-300, 2e-300]}
    plain = {name: [1e300 * x for x in row] for name, row in small.items()}
    for said in ("var(A) > 2 * var(B)", "var(A) > 0", "sd(A) > sd(B)"):
        one, two = ask(small, said), ask(plain, said)
        assert (one.truth, one.meaningful.holds) == (two.truth, two.meaningful.holds)
    assert ask({"A": [1e300, 3e300], "B": [1e300, 2e300]}, "var(A) > var(B)").truth is True


@pytest.mark.parametrize("topic_scale", ["shared", "own"])
def test_spreads_beside_0_and_below(topic_scale):
    found = {said: ask(FOUR, said, topic_scale=topic_scale) for said in ("sd(A) > 0", "sd(A) >= 0", "sd(A) > -1")}
    assert all(one.truth for one in found.values())
    assert [one.meaningful.holds for one in found.values()] == [topic_scale == "shared", True, True]


def test_a_distance_is_the_same_both_ways():
    table = {"A": [-1], "B": [0]}
    both = [ask(table, said) for said in ("abs(mean(A) - mean(B)) < 1", "abs(mean(B) - mean(A)) < 1")]
    assert both[0].meaningful.holds is both[1].meaningful.holds is False
    both = [ask(table, said) for said in ("mean(A) + 1 > mean(B)", "mean(B) - mean(A) < 1", "mean(A) - mean(B) > -1")]
    assert len({one.meaningful.holds for one in both}) == 1


def test_a_number_beside_a_difference_in_a_ratio():
    said = "(mean(A) - mean(B) - 0.1) / (mean(C) - mean(D)) > 0"
    assert ask(FOUR, said, scale="interval").meaningful.holds is True
    assert ask(FOUR, "mean(A) - mean(B) > 0.1", scale="interval").meaningful.holds is True


@pytest.mark.parametrize(
    "said", ["mean(B) > mean(A) and mean(B) > mean(C)", "not mean(A) > mean(B)", "median(A - B) > 0.5", "ci(A, B) < -1"]
)
def test_false_sentences_of_several_parts_are_shown(said):
    from intervale.present.claims import claims_document, claims_tables

    found = iv.check_claims(iv.read_scores(FOUR, scale="ordinal", measure="M"), [said], draws=0)
    assert claims_tables(found)[0].rows
    assert claims_document(found)["sentences"][0]["read_as"] == str(parse_statement(said))
    assert parse_statement(str(parse_statement(said))) == parse_statement(said)


def test_reasons_name_numbers_as_they_were_written():
    for said in ("mean(A) - mean(B) < 1 and mean(C) > 0.5", "abs(mean(A) - mean(B)) < 1"):
        found = ask(FOUR, said)
        assert "number" not in f"{found.meaningful.why} {found.words}"


def test_a_measure_of_ones_own():
    assert ask(FOUR, 'mean(A) > mean(B) in "M"').measure == "M"
    said = Measured(parse_statement("mean(A) > mean(B)"), "M")
    assert parse_statement(str(said)) == said
    both = AllOf((Measured(parse_statement("mean(A) > 0.5"), "M"), Measured(parse_statement("mean(C) < 1.7"), "M")))
    assert ask(FOUR, both).truth is True


def test_built_in_python():
    assert str(-mean("A") > -mean("B")) == "mean(A) < mean(B)"
    assert parse_statement("-mean(A) < 0") == (mean("A") > 0)
    with pytest.raises(OptionError, match="at least one"):
        AllOf(())
    with pytest.raises(OptionError, match="named by a text"):
        mean(3)


@pytest.mark.parametrize(
    "said",
    [
        "A is at than B on 1",
        "A significantly better than B (t, p < 0.05",
        "A significantly better than B by t by sign",
        "A > B on -3 topics",
        "A > B on 1.5 topics",
    ],
)
def test_what_is_no_sentence_is_refused(said):
    with pytest.raises(OptionError):
        parse_statement(said)


def test_names_that_are_words_of_the_grammar():
    for name in ("significant", "significantly", "for"):
        said = mean(name) > mean("B")
        assert parse_statement(f"{said} and A > B on 1").parts[0] == said


def test_as_many_topics_as_are_named():
    assert ask(FOUR, "A > B on 2 of 4 topics").truth is True
    assert ask(FOUR, "A > B on 2 of 5 topics").truth is False


def test_a_family_of_signed_ranks_has_one_budget():
    random = np.random.default_rng(0)
    table = {f"S{n}": random.integers(0, 9, 12) for n in range(10)}
    found = ask(table, "significant(signed-rank) > 5", tries=2)
    assert found.meaningful.cases <= 400


@pytest.mark.parametrize("size", [1e-300, 1e300])
@pytest.mark.parametrize("scale", ["ordinal", "interval", "ratio"])
@pytest.mark.parametrize("topic_scale", ["shared", "own"])
def test_scores_at_the_ends_of_all_numbers(size, scale, topic_scale):
    table = {"A": [size, -size / 1e3, 2.0], "B": [1.0, size / 1e3, 0.5]}
    for said in (
        "A improves over B by 5%",
        "mean(A) - mean(B) > 0.1",
        "A is best",
        "sd(A) > sd(B)",
        "abs(mean(A) - mean(B)) < 1",
        "A significantly better than B by t",
        "A significantly better than B by signed-rank",
        "d(A, B) > 0.5",
        "ci(A, B) > 0.1",
        "median(A - B) > 0.5",
    ):
        ask(table, said, scale=scale, topic_scale=topic_scale, tries=5)
