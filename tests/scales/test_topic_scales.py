"""Whether topics share a scale, against all subsets of topics and all equally spaced refinements."""

import random
from fractions import Fraction
from importlib import import_module
from itertools import combinations, pairwise
from pathlib import Path

import pytest

from intervale.errors import MeasureError, OptionError, UndecidedError
from intervale.evaluation.topic_scales import judged_counts
from intervale.exact import LogSum
from intervale.exact.quotients import Quotient, compare_quotients
from intervale.exact.verdict import Proof, undecided
from intervale.measures import parse_measure
from intervale.present.topics import topics_document, topics_tables
from intervale.scales import topic_kinds
from intervale.scales.shared_scales import ValueSet, partition, shared_scales
from intervale.scales.topic_scales import FEW, Refinement, value_text
from intervale.scales.topic_scales import topic_scales as scales_of
from tests.oracle.topics import sorted_quotients, topic_value
from tests.scales.test_topic_values import MEASURES, allowed

RATIONAL = [text for text in MEASURES if "DCG" not in text and "rel=2" not in text]
LOGARITHMIC = [text for text in MEASURES if "DCG" in text]


# ---------------------------------------------------------------- slow twins


def reached(measure, judged, length):
    """The values of all runs that a topic allows, one by one."""
    return sorted_quotients(topic_value(measure, run, judged) for run in allowed(length, judged))


def spaced(values):
    """All steps equal, by floats with a wide margin for irrational values and exactly for others."""
    if any(isinstance(value, LogSum | Quotient) for value in values):
        steps = [float(high) - float(low) for low, high in pairwise(values)]
        return all(step == pytest.approx(steps[0], rel=1e-9) for step in steps)
    return len({high - low for low, high in pairwise(values)}) <= 1


def together(sets):
    return sorted_quotients(value for values in sets for value in values)


def maximal_sets(values):
    """Of all sets of topics those whose union is equally spaced and to which none can be added."""
    names = list(values)
    sharing = [
        frozenset(some)
        for size in range(1, len(names) + 1)
        for some in combinations(names, size)
        if spaced(together([values[name] for name in some]))
    ]
    return {one for one in sharing if not any(one < other for other in sharing)}


def smallest_refinement(values):
    """The smallest number of equal steps from 0 to the largest value that hits all values."""
    largest = values[-1]
    steps = next(n for n in range(1, 10**5) if all((value / (largest / n)).denominator == 1 for value in values))
    return largest / steps, steps, [k * largest / steps for k in range(steps + 1) if k * largest / steps not in values]


def drawn(seed, top, number=5, most=5):
    draw = random.Random(seed)
    return {f"q{n}": tuple(draw.randint(0, most) for _ in range(top + 1)) for n in range(number)}


def brute(text, topics, length):
    """The values of each topic that reaches more than 0."""
    measure, found = parse_measure(text), {}
    for name, judged in topics.items():
        top = len(judged) - 1
        if measure.on_space(length, top).divisor(judged, top):
            values = reached(measure, judged, length)
            if len(values) > 1:
                found[name] = values
    return found


# ---------------------------------------------------------------- Example 11


def test_example_11():
    """Ferrante, Ferro and Fuhr 2021, §IV-C."""
    topics = {"q1": (0, 1), "q2": (0, 2), "q3": (0, 3)}
    found = scales_of("R", topics, length=3)
    assert [str(value) for value in found.values] == ["0", "1/3", "1/2", "2/3", "1"]
    assert found.equally_spaced.holds is False
    assert found.equally_spaced.witness == ((0, "q1"), (Fraction(1, 3), "q3"), (Fraction(1, 2), "q2"))
    assert found.alone == 3
    made = found.refinement
    assert (made.exists.holds, made.step, made.steps, made.unreached) == (True, Fraction(1, 6), 6, 2)
    assert made.first_unreached == (Fraction(1, 6), Fraction(5, 6))
    assert [(one.topics, one.steps) for one in found.sets] == [(("q1", "q2"), 2), (("q1", "q3"), 3)]
    assert found.bases == {"q1": 1, "q2": 2, "q3": 3}
    fourth = scales_of("R", {**topics, "q4": (0, 6)}, length=6)
    assert fourth.equally_spaced.holds
    assert [str(value) for value in fourth.values] == ["0", "1/6", "1/3", "1/2", "2/3", "5/6", "1"]
    assert fourth.largest.topics == fourth.topics == ("q1", "q2", "q3", "q4")
    assert fourth.refinement.unreached == 0


def test_with_short_runs_the_fourth_query_does_not_help():
    """A run of three documents does not reach 5/6."""
    found = scales_of("R", {"q1": (0, 1), "q2": (0, 2), "q3": (0, 3), "q4": (0, 6)}, length=3)
    assert [str(value) for value in found.values] == ["0", "1/6", "1/3", "1/2", "2/3", "1"]
    assert found.refinement.first_unreached == (Fraction(5, 6),)


# ---------------------------------------------------------------- against brute force


@pytest.mark.parametrize("text", MEASURES)
@pytest.mark.parametrize(("seed", "top"), [(1, 1), (2, 1), (3, 2)])
def test_values_and_sets(text, seed, top):
    if (text.startswith("RBPO") and top > 1) or ("rel=2" in text and top == 1):
        pytest.skip("is for other grades")
    topics, length = drawn(seed, top), 3
    values = brute(text, topics, length)
    found = scales_of(text, topics, length)
    assert set(found.topics) == set(values)
    assert set(found.left_out) == set(topics) - set(values)
    union = together(values.values())
    assert len(found.values) == len(union)
    assert all(compare_quotients(a, b) == 0 for a, b in zip(found.values, union, strict=True))
    assert found.equally_spaced.holds == spaced(union)
    assert found.alone == sum(spaced(one) for one in values.values())
    assert {frozenset(one.topics) for one in found.sets} == maximal_sets(values)
    sizes = [len(one.topics) for one in found.sets]
    assert sizes == sorted(sizes, reverse=True)
    if found.equally_spaced.holds is False:
        low, middle, high = (value for value, _ in found.equally_spaced.witness)
        place = found.values.index(low)
        assert found.values[place : place + 3] == (low, middle, high)
        assert not spaced([low, middle, high])
        for value, topic in found.equally_spaced.witness:
            assert any(compare_quotients(value, other) == 0 for other in values[topic])


@pytest.mark.parametrize("text", ["R@4", "R@6", "AP@3", "F@4", "P@4", "RR@4", "gR@3"])
@pytest.mark.parametrize("seed", range(6))
def test_sets_of_six_topics(text, seed):
    draw = random.Random(seed)
    top = 2 if text.startswith("g") else 1
    topics = {f"q{n}": (0, *(draw.choice([0, 1, 2, 3, 4, 6, 8, 12]) for _ in range(top))) for n in range(6)}
    topics["q5"] = (0, *(1,) * top)
    length = parse_measure(text).cutoff
    values = brute(text, topics, length)
    found = scales_of(text, topics)
    assert {frozenset(one.topics) for one in found.sets} == maximal_sets(values)
    parts = [set(one.topics) for one in found.partition()]
    assert sum(map(len, parts)) == len(set().union(*parts)) if parts else True
    assert all(spaced(together([values[topic] for topic in part])) for part in parts)
    alone = {topic for topic, one in values.items() if spaced(one)}
    assert alone <= set().union(set(), *parts)


@pytest.mark.parametrize("text", RATIONAL)
def test_the_smallest_refinement(text):
    topics = drawn(4, 1, number=4, most=3)
    found = scales_of(text, topics, 3)
    step, steps, missing = smallest_refinement(list(found.values))
    made = found.refinement
    assert made.exists.holds
    assert (made.step, made.steps, made.unreached) == (step, steps, len(missing))
    assert list(made.first_unreached) == missing[:FEW]


@pytest.mark.parametrize("text", [text for text in LOGARITHMIC if "base" not in text])
def test_discounts_by_logarithms_have_no_refinement(text):
    found = scales_of(text, drawn(5, 2), 3)
    assert found.refinement.exists.holds is False
    assert found.refinement.exists.proof is Proof.THEOREM
    assert "irrational" in found.refinement.exists.why
    assert found.alone == 0
    assert found.sets == ()


@pytest.mark.parametrize("text", ["DCG@3", "nDCG@3", "nDCG@2", "nDCG(dcg='exp-log2')@3"])
def test_two_values_decide_where_all_would_be_too_many(text, monkeypatch):
    topics = drawn(6, 2)
    listed = scales_of(text, topics)
    monkeypatch.setattr(topic_kinds, "MOST_LOGARITHMIC", 0)
    found = scales_of(text, topics)
    assert found.values is None
    assert found.value_sets == ()
    for one in (found, listed):
        assert (one.equally_spaced.holds, one.refinement.exists.holds, one.alone, one.sets) == (False, False, 0, ())
    assert found.equally_spaced.proof is Proof.THEOREM
    assert (found.bases, found.left_out) == (listed.bases, listed.left_out)
    (one, topic), (two, _) = found.equally_spaced.witness
    assert {one, two} <= set(next(some.values for some in listed.value_sets if topic in some.topics))
    assert "finer" not in repr(found)


def test_an_irrational_step_is_a_step():
    """Ranks 1 and 2 count alike; the ideal run has a third document, and its gain is not rational."""
    one = scales_of("nDCG(base=2)", {"a": (0, 3)}, length=2)
    assert one.equally_spaced.holds
    assert isinstance(one.refinement.step, Quotient)
    assert one.refinement.steps == 2
    two = scales_of("nDCG(base=2)", {"a": (0, 3), "b": (0, 1)}, length=2)
    assert two.equally_spaced.holds is False
    assert two.refinement.exists.holds is False
    assert {topic for _, topic in two.refinement.exists.witness} == {"a", "b"}
    assert sorted(one.topics for one in two.sets) == [("a",), ("b",)]


def test_a_topic_alone_may_be_unequal_and_fit_others():
    """{0, 1/4, 3/4, 1} is not equally spaced; with quarters it is."""
    quarters = ValueSet(("a",), tuple(Fraction(k, 4) for k in range(5)))
    holes = ValueSet(("b", "c"), (Fraction(0), Fraction(1, 4), Fraction(3, 4), Fraction(1)))
    thirds = ValueSet(("d",), tuple(Fraction(k, 3) for k in range(4)))
    assert [one.topics for one in shared_scales([quarters, holes, thirds])] == [("a", "b", "c"), ("d",)]
    assert [one.topics for one in shared_scales([holes, thirds])] == [("d",)]
    assert [one.topics for one in partition([holes, thirds])] == [("d",)]
    assert not holes.equally_spaced


# ---------------------------------------------------------------- sizes, refusals, results


def test_real_sizes():
    """Hundreds of topics with large recall bases: numbers of steps are exact."""
    topics = {f"q{base}": (0, base) for base in range(1, 300)}
    found = scales_of("R@1000", topics)
    assert found.refinement.step == Fraction(1, found.refinement.steps)
    assert found.refinement.unreached == found.refinement.steps + 1 - len(found.values)
    assert len(str(found.refinement.steps)) > 100
    assert len(found.largest.topics) == max(sum(n % d == 0 for d in range(1, 300)) for n in range(1, 300))
    assert scales_of("P@10", topics).equally_spaced.holds
    assert scales_of("nDCG@1000", topics).values is None


SINGLE = [
    "AP",
    "AP(relative=True)@3",
    "GMAP",
    "ERR",
    "RR",
    "Success@2",
    "RBP(p=0.8)",
    "RBP(p=0.5)",
    "gRBP(p=0.8)",
    "P@4",
    "R",
]


@pytest.mark.parametrize("text", SINGLE)
@pytest.mark.parametrize("seed", range(6))
def test_the_smallest_value_and_no_multiple_of_it(text, seed):
    """Against all values of each topic and all sets of topics."""
    length, topics = 3 + seed % 2, drawn(seed, 1 + seed % 2)
    kinds = topic_kinds.TopicKinds.of(parse_measure(text), length, topics)
    values = brute(text, topics, length)
    pairs = {topic: kinds.no_multiple(kind) for kind, members in kinds.topics.items() for topic in members}
    assert pairs.keys() == values.keys()
    for topic, pair in pairs.items():
        if pair is not None:
            assert pair[0] == values[topic][1]
            assert pair[1] in values[topic]
            assert (pair[1] / pair[0]).denominator > 1
    if text in ("AP", "ERR", "GMAP", "RR", "RBP(p=0.8)"):
        assert None not in pairs.values()
    if None not in pairs.values():
        assert maximal_sets(values) == set()
    if text in ("RBP(p=0.5)", "P@4", "R"):
        assert set(pairs.values()) == {None}


@pytest.mark.parametrize("text", ["AP@4", "ERR@4", "RBP(p=0.8)@4"])
@pytest.mark.parametrize("top", [1, 2])
def test_two_values_of_each_topic_say_what_all_say(text, top, monkeypatch):
    topics = drawn(top, top)
    listed = scales_of(text, topics)
    monkeypatch.setattr(topic_kinds.TopicKinds, "may_list", lambda self: False)
    found = scales_of(text, topics)
    assert (found.values, found.value_sets, found.refinement.step) == (None, (), None)
    assert (found.equally_spaced.holds, found.alone, found.sets) == (False, 0, ())
    assert (listed.equally_spaced.holds, listed.alone, listed.sets) == (False, 0, ())
    assert found.equally_spaced.witness[0][0] == listed.values[1]
    assert found.refinement.exists.holds is listed.refinement.exists.holds is True
    assert found.bases == listed.bases


def test_trec8(shared_data):
    counts = judged_counts(shared_data("trec8-adhoc") / "qrels.trec8.txt")
    found = scales_of("R@1000", counts)
    assert (len(found.bases), len(found.values), found.alone) == (50, 3543, 50)
    assert sorted(found.bases[topic] for topic in found.largest.topics) == [6, 27, 54, 162, 162]
    assert found.refinement.steps // 10**36 == 1
    rbp = scales_of("RBP(p=0.5)@10", counts)
    assert (rbp.equally_spaced.holds, rbp.alone, len(rbp.values)) == (True, 49, 1024)
    assert (len(scales_of("AP@10", counts).values), scales_of("AP@10", counts).sets) == (31854, ())
    assert len(scales_of("nDCG@10", counts).values) == 1870


def test_topics_are_grouped_by_what_the_measure_sees():
    topics = {"a": (0, 30, 2), "b": (9, 20, 12), "c": (0, 1, 0), "d": (0, 0, 0)}
    assert [one.topics for one in scales_of("P@5", topics).value_sets] == [("a", "b"), ("c",)]
    assert [one.topics for one in scales_of("RR@5", topics).value_sets] == [("a", "b", "c")]
    assert scales_of("P@5", topics).left_out == ("d",)
    assert scales_of("P(rel=2)@5", topics).left_out == ("c", "d")
    assert scales_of("P(rel=2)@5", topics).bases == {"a": 2, "b": 12}


@pytest.mark.parametrize(
    ("text", "topics", "error", "reason"),
    [
        ("RBP(p=0.5)@1000", {"a": (0, 300)}, OptionError, "too many values on these topics to list them"),
        ("P@3", {}, OptionError, "no topics given"),
        ("P@3", {"a": (3, 0)}, OptionError, "no topic has a relevant document"),
        ("P@3", {"a": (3,)}, OptionError, "expected how many documents of grade 0, 1"),
        ("P@3", {"a": (3, -1)}, OptionError, "expected how many documents"),
        ("P@3", {"a": "31"}, OptionError, "expected how many documents"),
        ("P@3", {"a": (0, 1), "b": (0, 1, 1)}, OptionError, "the same grades"),
        ("P", {"a": (0, 1)}, OptionError, "the length of runs is missing"),
        ("interval(AP@4)", {"a": (0, 1)}, MeasureError, "the ranks of the values of AP@4"),
        ("Rprec", {"a": (0, 1)}, MeasureError, "its cutoff is the recall base of a topic"),
        ("DCG(gains={0:1})@3", {"a": (0, 1)}, MeasureError, "gives documents of grade 0 a gain"),
    ],
)
def test_refusals(text, topics, error, reason):
    with pytest.raises((error, MeasureError, OptionError), match=reason):
        scales_of(text, topics)


def test_measures_without_exact_values_say_why():
    with pytest.raises(MeasureError, match="no exact value on a topic"):
        scales_of("Rprec", {"a": (0, 1)}, length=3)


def test_tidy_rows():
    found = scales_of("R@6", {"a": (0, 1), "b": (0, 2), "c": (0, 3)})
    row = {name: values[0] for name, values in found.columns().items()}
    assert (row["topics"], row["values"], row["largest_set"], row["sets"]) == (3, 5, 2, 2)
    assert (row["finer_step"], row["finer_values"], row["unreached"], row["refinement"]) == ("1/6", 7, 2, True)
    assert found.set_rows().columns()["values"] == [3, 3, 4, 4]
    assert row["holds"] is False
    assert found.set_rows().columns()["topic"] == ["a", "b", "a", "c"]
    assert repr(found) == "TopicScales(R@6, length 6, 3 topics: no shared scale)"
    assert value_text(Fraction(1, 3**30)) == "4.85694e-15"
    assert Refinement(undecided("open")).step is None


def test_an_open_answer_is_not_known(monkeypatch):
    module = import_module("intervale.scales.topic_scales")
    monkeypatch.setattr(module, "incommensurable_pair", lambda numbers: None)
    assert scales_of("DCG@2", {"a": (0, 2)}).refinement.exists.undecided


@pytest.mark.parametrize(
    ("heading", "folder", "file"),
    [
        ("TREC-8", "trec8-adhoc", "qrels.trec8.txt"),
        ("Robust 2003", "trec-robust2003", "qrels.robust03.txt.gz"),
    ],
)
def test_the_manual_has_the_figures_that_come_out(shared_data, heading, folder, file):
    page = (Path(__file__).parents[2] / "docs" / "topics.md").read_text(encoding="utf-8")
    part = page.split(f"\n## {heading}\n")[1].split("\n## ")[0]
    counts = judged_counts(shared_data(folder) / file)
    for line in part.splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if line.startswith("|") and "@" in cells[0] and (heading == "TREC-8" or cells[0] != "ERR@10"):  # which is slow
            (table,) = topics_tables([scales_of(cells[0], counts)])
            row = dict(zip(table.columns, (cell.text() for cell in table.rows[0]), strict=True))
            assert row.pop("topics") == str(len(counts))
            assert list(row.values()) == [cells[0], *(cells[n] for n in (1, 2, 3, 4, 5, 6, 7))]


# ---------------------------------------------------------------- what is not known


def unknown(*_):
    raise UndecidedError("two numbers could not be distinguished")


def test_a_rational_base_is_decided():
    found = scales_of("nDCG(base=1.5)", {"a": (0, 1), "b": (0, 2)}, length=3)
    twin = sorted({round(float(value), 12) for one in found.value_sets for value in one.values})
    assert [float(value) for value in found.values] == pytest.approx(twin)
    assert found.equally_spaced.holds is False


def test_values_that_are_not_told_apart_leave_the_rest_of_the_answer(monkeypatch):
    topics = {"a": (0, 1), "b": (0, 2)}
    module = import_module("intervale.scales.topic_scales")
    monkeypatch.setattr(module, "grouped_quotients", unknown)
    found = scales_of("nDCG", topics, length=3)  # 1 and 1/log(3) have an irrational ratio all the same
    assert (found.values, found.equally_spaced.holds, found.refinement.exists.holds) == (None, False, False)
    assert (found.alone, found.sets, found.sets_unknown) == (0, (), "")
    assert "have an irrational ratio" in topics_tables([found])[0].lead[0]
    monkeypatch.setattr(module, "incommensurable_pair", lambda numbers: None)
    found = scales_of("nDCG", topics, length=3)
    assert found.equally_spaced.undecided
    assert found.refinement.exists.undecided
    assert "it is not known whether the topics share a scale: two numbers" in topics_tables([found])[0].lead[0]


def test_sets_that_are_not_known_are_not_said_to_be_none(monkeypatch):
    module = import_module("intervale.scales.shared_scales")
    monkeypatch.setattr(module, "whole_multiple", unknown)
    monkeypatch.setattr(module, "first_unequal", unknown)
    found = scales_of("R", {"a": (0, 2), "b": (0, 3)}, length=5)
    assert (found.equally_spaced.holds, found.alone, found.sets) == (False, None, ())
    row = {name: cells[0] for name, cells in found.columns().items()}
    assert (row["sets"], row["largest_set"], row["equally_spaced_alone"]) == (None, None, None)
    table = topics_tables([found], sets=True)[0]
    assert "which sets of them do is not known: two numbers could not be distinguished" in table.lead[0]
    assert [cell.value for cell in table.rows[0]][4:6] == ["?", "?"]
    document = topics_document([found], ["R"])["measures"]["R"]
    assert (document["sets"], document["alone"]) == (None, None)


def test_a_fold_is_made_once_for_all_topics(monkeypatch):
    values = import_module("intervale.scales.topic_values")
    values.fold_on.cache_clear()
    made = []
    fold_of = values.fold_of
    monkeypatch.setattr(values, "fold_of", lambda *about: made.append(about) or fold_of(*about))
    scales_of("P@17", {f"q{base}": (0, base) for base in range(1, 30)})
    assert len(made) <= 2  # with and without the cutoff
