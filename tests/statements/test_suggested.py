"""Sentences for a paper: each true and meaningful as it is, or under the assumption that it says."""

import itertools

import numpy as np
import pytest

import intervale as iv
from intervale.data.made_up import made_up_collection
from intervale.statements import meaningful, parse_statement
from intervale.statements.claims import STANDS, check_claims
from intervale.statements.suggested import SENTENCES, TESTED, suggested


@pytest.fixture(scope="module")
def demo():
    return iv.evaluate(*made_up_collection(), ["nDCG@10", "P@10", "RR@10", "AP"])


def test_what_is_suggested_stands_and_nothing_else_does(demo):
    """Twin: every form of every pair, decided by itself."""
    for measure, (a, b) in itertools.product(demo.names, itertools.permutations(demo.systems, 2)):
        found = suggested(demo, measure, a, b, tests=list(TESTED))
        forms = [*SENTENCES, *(f"{{a}} significantly better than {{b}} by {test}" for test in TESTED)]
        lines = [form.format(a=a, b=b) for form in forms]
        plain, assumed = [], []
        for line in lines:
            one = meaningful(demo, line, measure=measure, draws=0)
            on = meaningful(demo, line, measure=measure, draws=0, scale="interval", topic_scale="shared")
            if one.truth and one.meaningful.holds:
                plain.append(line)
            elif one.truth and on.meaningful.holds:
                assumed.append(line)
        assert [one.line for one in found] == [f"{parse_statement(line)} in {measure}" for line in plain + assumed]
        assert [one.assumed for one in found] == [False] * len(plain) + [True] * len(assumed)
        if plain:
            again = check_claims(demo, plain, measure=measure, draws=0)
            assert {one.outcome for one in again.checked} == {STANDS}


def test_a_line_reads_back_whatever_systems_are_called():
    names = ("run 2 {x}", 'say "A" \\ > B')
    table = iv.read_scores(dict(zip(names, ([3.0, 5, 4], [1.0, 2, 3]), strict=True)), scale="interval", measure="{m}")
    found = suggested(table, "{m}", *names)
    assert [parse_statement(one.line).statement for one in found] == [one.meaning.statement for one in found]
    assert len(found) == 3
    assert all(name in one.words for one in found for name in names)
    assert "(4.0000 against 2.0000)" in found[0].words


@pytest.mark.parametrize(
    "scores",
    [
        {"A": [1.0, 1.0], "B": [1.0, 1.0]},
        {"A": [np.nan, np.nan], "B": [1.0, 1.0]},
        {"A": [1e-300, 2e-300], "B": [1e300, 3e300]},
        {"A": [1.0, np.nan], "B": [np.nan, 1.0]},
    ],
    ids=["equal", "no scores", "far apart", "no common topic"],
)
def test_scores_of_which_nothing_can_be_said(scores):
    table = iv.read_scores(scores, scale="ordinal", measure="m")
    assert suggested(table, "m", "A", "B", tests=["t"]) == []


def test_a_nominal_scale_is_never_taken_for_an_interval_scale():
    table = iv.read_scores({"A": [3, 3, 3], "B": [1, 1, 2]}, scale="nominal", measure="m")
    assert suggested(table, "m", "A", "B", tests=list(TESTED)) == []
