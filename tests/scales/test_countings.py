"""A new way to count needs a class and a row of the table, and nobody asks what class a counting is of."""

import ast
import json
import re
from collections import Counter
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from typing import ClassVar

import numpy as np
import pytest

import intervale
import intervale as iv
from intervale.cli import main
from intervale.present.mapping import MapReport, map_document, map_table
from intervale.scales import cache, fold_strategies, mapping, run_strategies
from intervale.scales.counting import Bounded, Counting
from intervale.scales.spacing import spacing_of
from intervale.scales.strategy import Strategy
from intervale.scales.values import RunValues

SOURCE = Path(intervale.__file__).parent
MOST = 3**6


@dataclass(frozen=True, eq=False)
class Enumerated(Counting):
    """Every run looked at, and every question answered by going through all values: slow and short."""

    method = "enumerated"
    assumption = "a toy looked at every run"
    kept = True
    found: Counter
    asked: list = field(default_factory=list)
    """How many values were ranked, each time."""

    @property
    def values(self):
        return sorted(self.found)

    @property
    def size(self):
        return len(self.found)

    @property
    def extremes(self):
        return min(self.found), max(self.found)

    def has(self, value):
        return value in self.found

    def at_most(self, values):
        self.asked.append(len(values))
        return [sum(other <= value for other in self.found) for value in values]

    def ways_at_most(self, values):
        return [sum(runs for other, runs in self.found.items() if other <= value) for value in values]

    def ways(self, value):
        return self.found[value]

    def neighbours(self, value):
        below, above = ([x for x in self.found if x < value], [x for x in self.found if x > value])
        return max(below, default=None), min(above, default=None)

    def state(self):
        return {"toy": self.size}

    def resume(self, state):
        return state.get("toy") == self.size


class Doubtful(Bounded, Enumerated):
    """The same, and each rank may be off by one."""

    method = "doubtful"
    how = ", each rank off by one at most"

    @property
    def error(self):
        return 1 / (self.size - 1)

    def rank_bounds(self, asked):
        return [(max(1, rank - 1), min(self.size, rank + 1)) for rank in self.ranks(asked)]

    def ways_at_most(self, values):
        raise iv.OptionError("a toy does not know how many runs have a value")


def row(kind):
    """The row of a toy: all runs of the ranks that the measure looks at."""

    def make(task):
        return kind(Counter(task.fold.value(run) for run in iv.RunSpace(task.fold.length, task.space.grades)))

    def costs(task):
        return None if task.limited else {"runs": (task.space.grades + 1) ** task.fold.length}

    return Strategy(kind, make, costs, {"runs": MOST})


@pytest.fixture(params=[Enumerated, Doubtful])
def toy(request, monkeypatch, tmp_path):
    """A table with one more row, the first; scales are made anew, and everything is kept."""
    monkeypatch.setattr(fold_strategies, "FOLD_STRATEGIES", (row(request.param), *fold_strategies.FOLD_STRATEGIES))
    monkeypatch.setattr(mapping, "WORTH_KEEPING", 0.0)
    monkeypatch.setenv("INTERVALE_CACHE", str(tmp_path / "cache"))
    mapping._scale.cache_clear()
    yield request.param
    mapping._scale.cache_clear()


CASES = [("AP@5", 1), ("nDCG@3", 2), ("RBP(p=0.8)@6", 1), ("P@4", 2), ("RR@2", 1), ("ERR@3", 2)]


def both(text, grades, length=None):
    """A scale by the toy, and by a way to count that is not."""
    scale = iv.interval_scale(text, grades=grades, length=length)
    method = "half sums" if "nDCG" in text else "halves"
    return scale, iv.interval_scale(text, grades=grades, length=length, method=method)


@pytest.mark.parametrize("toy", [Enumerated], indirect=True)
@pytest.mark.parametrize(("text", "grades"), CASES)
@pytest.mark.parametrize("longer", [0, 1])
def test_a_new_counting_answers_what_the_others_do(toy, text, grades, longer):
    scale, other = both(text, grades, iv.parse_measure(text).cutoff + longer)
    assert (scale.method, scale.assumption) == ("enumerated", "a toy looked at every run")
    runs = list(scale.space)
    for question in ("size", "values", "steps", "extremes", "exact", "error", "one_value", "quick", "default_tie_rule"):
        assert getattr(scale, question) == getattr(other, question), question
    for tie_rule in mapping.TIE_RULES:
        for question in ("ranks_of", "scores_of", "rank_bounds_of", "score_bounds_of"):
            assert getattr(scale, question)(runs, tie_rule) == getattr(other, question)(runs, tie_rule), (
                question,
                tie_rule,
            )
        assert np.array_equal(scale.scored(runs, tie_rule), other.scored(runs, tie_rule))
    assert [scale.neighbours_of(run) for run in runs] == [other.neighbours_of(run) for run in runs]
    assert scale.runs_by_value(40) == other.runs_by_value(40)
    assert scale.curve(30) == other.curve(30)
    assert scale.step_range == (min(scale.steps), max(scale.steps))
    spacing = spacing_of(RunValues(scale.measure, scale.space))
    assert (spacing.values, spacing.equal) == (scale.size, len(set(scale.steps)) == 1)
    with pytest.raises(iv.OptionError, match="is not a value"):
        scale.ranks([Fraction(1, 97)])


@pytest.mark.parametrize("toy", [Doubtful], indirect=True)
@pytest.mark.parametrize(("text", "grades"), CASES)
def test_a_new_counting_with_bounds_says_so_everywhere(toy, text, grades):
    scale, other = both(text, grades)
    assert (scale.method, scale.exact, scale.error) == ("doubtful", False, 1 / (scale.size - 1))
    runs, last = list(scale.space), scale.size
    ranks = scale.ranks_of(runs)
    assert ranks == other.ranks_of(runs)
    assert scale.rank_bounds_of(runs) == [(max(1, rank - 1), min(last, rank + 1)) for rank in ranks]
    assert scale.scores_of(runs) == other.scores_of(runs)
    for (low, high), rank in zip(scale.score_bounds_of(runs), ranks, strict=True):
        assert low <= (max(1, rank - 1) - 1) / (last - 1)
        assert high >= (min(last, rank + 1) - 1) / (last - 1)
    scores, errors = scale.scored(runs)
    assert scores.tolist() == [float(score) for score in other.scores_of(runs)]
    assert errors.max() == pytest.approx(scale.error)
    assert (scale.step_range, scale.runs_by_value(40)) == (None, [])
    with pytest.raises(iv.OptionError, match="too many values here to be drawn"):
        scale.curve(30)
    with pytest.raises(iv.OptionError, match="a toy does not know"):
        scale.ranks_of(runs, "mid")
    report = MapReport.of(scale, text, runs, None)
    assert f"{last:,} values, each rank off by one at most" in map_table(report).footer
    placed = map_document(report)["profiles"][0]
    assert (placed["rank"], placed["rank_low"], placed["rank_high"]) == (None, 1, 2)


@pytest.mark.parametrize("toy", [Enumerated], indirect=True)
def test_the_map_and_the_notes_of_a_new_counting(toy, capsys):
    with pytest.raises(SystemExit) as left:
        main(["map", "AP@4", "0110", "--json"])
    document = json.loads(capsys.readouterr().out)
    assert left.value.code == 0
    other = iv.interval_scale("AP@4", method="halves")
    assert (document["method"], document["size"], document["error"]) == ("enumerated", other.size, 0.0)
    assert document["assumption"] == "a toy looked at every run"
    placed = document["profiles"][0]
    assert (placed["rank"], placed["score"]) == (other.rank_of((0, 1, 1, 0)), float(other.score_of((0, 1, 1, 0))))
    footer = map_table(MapReport.of(iv.interval_scale("AP@4"), "AP@4", [], None)).footer
    assert f"{other.size} values, counted by the method enumerated" in footer
    table = iv.evaluate({"1": {"a": 1}}, {"A": {"1": {"x": 2.0, "a": 1.0}}}, ["interval(AP@4)"])
    assert any("a toy looked at every run" in note for note in table.notes)
    assert table.values.item() == float(other.score_of((0, 1, 0, 0)))


def test_a_new_counting_is_asked_for_by_its_name_and_refused_by_its_costs(toy):
    assert iv.interval_scale("AP@5", method=toy.method).method == toy.method
    assert iv.parse_measure(f"interval(AP@5,method='{toy.method}')").scale(1).method == toy.method
    assert iv.interval_scale("AP@5", method="exact").exact
    assert iv.interval_scale("AP@12").method == "halves"  # too many runs: the next that fits
    with pytest.raises(iv.OptionError, match=f"the method {toy.method} does not count the values of AP@12"):
        iv.interval_scale("AP@12", method=toy.method)
    with pytest.raises(iv.OptionError, match=f"one of: exact, .*{toy.method}"):
        iv.interval_scale("AP@5", method="none")


@pytest.mark.parametrize("toy", [Enumerated], indirect=True)
def test_the_ranks_of_a_new_counting_are_kept(toy):
    run = (1, 0, 1, 0, 1)
    scale = iv.interval_scale("AP@5")
    rank = scale.rank_of(run)
    assert (scale.counting.asked, len(cache.files())) == ([1], 1)
    assert json.loads(cache.files()[0].read_text())["result"]["toy"] == scale.size
    mapping._scale.cache_clear()
    again = iv.interval_scale("AP@5")
    assert (again.rank_of(run), again.counting.asked) == (rank, [])
    with cache.without_cache():
        assert again.rank_of(run) == rank
    assert again.counting.asked == [1]


def test_a_new_counting_of_single_runs(monkeypatch):
    """The same toy for a measure that does not grow rank by rank."""

    def make(task):
        return Enumerated(Counter(task.measure.exact(run, grades=task.space.grades) for run in task.space))

    toy = Strategy(Enumerated, make, lambda task: {"runs": task.space.size}, {"runs": MOST})
    monkeypatch.setattr(run_strategies, "RUN_STRATEGIES", (toy, *run_strategies.RUN_STRATEGIES))
    measure = iv.measure(exact=lambda run: Fraction(max(run) * len(set(run)), 3))(
        lambda grades: np.array([max(row) * len(set(row)) / 3 for row in grades.tolist()])
    )
    scale = iv.interval_scale(measure, length=3, grades=2)
    assert scale.method == "enumerated"
    values = sorted({measure.exact(run, grades=2) for run in scale.space})
    assert list(scale.values) == values
    assert scale.ranks(values) == list(range(1, len(values) + 1))


def test_a_sample_of_runs_answers_for_itself():
    """Nothing is asked for that cannot be known."""
    measure = iv.measure(lambda grades: grades.sum(-1) / 7)
    scale = iv.interval_scale(measure, length=40, workers=1)
    assert (scale.method, scale.known_size, scale.default_tie_rule, scale.quick) == ("sampled", None, "mid", False)
    with pytest.raises(iv.OptionError, match="the number of different values is not known"):
        _ = scale.size
    assert spacing_of(RunValues(measure, scale.space)).why == "there are too many runs to check"
    same = iv.interval_scale(iv.measure(lambda grades: grades.sum(-1) * 0.0), length=40)
    assert not same.one_value  # all that were drawn are the same, and others may differ


# ---------------------------------------------------------------- nobody asks for the class


ANSWERS = {"exact", "equally_spaced", "one_value", "one_each", "kept", "counted"}
"""What a counting answers by yes or no."""


def classes(kind=Counting):
    return {kind}.union(*(classes(other) for other in kind.__subclasses__()))


def kinds():
    return {kind.__name__ for kind in classes()}


def flags(kind):
    """What a class sets to yes or no, or declares as such."""
    declared = {name for name, of in vars(kind).get("__annotations__", {}).items() if re.search(r"\bbool\b", str(of))}
    return declared | {name for name, value in vars(kind).items() if isinstance(value, bool)}


def test_no_counting_has_a_flag_that_stands_for_its_class():
    assert {name for kind in classes() for name in flags(kind)} <= ANSWERS
    scale = vars(mapping.IntervalScale)
    asked = {
        name for name, one in scale.items() if "bool" in str(getattr(getattr(one, "fget", None), "__annotations__", ""))
    }
    assert asked == {"exact", "one_value", "quick"}


@pytest.mark.parametrize("body", ["sized = False", "sized: ClassVar[bool]", "sized: bool = True"])
def test_a_flag_is_seen(body):
    made = {"ClassVar": ClassVar}
    exec(f"from __future__ import annotations\nclass Toy:\n    {body}", made)
    assert flags(made["Toy"]) == {"sized"}


def test_the_mapping_asks_for_no_class_at_all():
    tree = ast.parse((SOURCE / "scales" / "mapping.py").read_text())
    assert not names(tree) & {"isinstance", "issubclass", "hasattr"}


METHODS = {row.kind.method for row in (*fold_strategies.FOLD_STRATEGIES, *run_strategies.RUN_STRATEGIES)}


def names(tree):
    """Every name and attribute in a piece of code."""
    return {node.id if isinstance(node, ast.Name) else node.attr for node in ast.walk(tree) if is_name(node)}


def is_name(node):
    return isinstance(node, ast.Name | ast.Attribute)


def words(tree):
    return {node.value for node in ast.walk(tree) if isinstance(node, ast.Constant)} - {None}


def class_questions(text, countings):
    """Where code asks for the class of a counting, or for its method in place of that."""
    for node in ast.walk(ast.parse(text)):
        match node:
            case ast.Call(func=ast.Name(id="isinstance" | "issubclass"), args=[what, of]):
                found = bool(names(of) & countings) or "counting" in names(what)
            case ast.Call(func=ast.Name(id="type" | "hasattr" | "getattr" | "callable" | "vars"), args=[what, *_]):
                found = "counting" in names(what)
            case ast.Attribute(attr="__class__" | "__dict__", value=what):
                found = "counting" in names(what)
            case ast.Match(subject=what):
                patterns = {name for case in node.cases for name in names(case.pattern)}
                found = "counting" in names(what) or bool(patterns & countings) or "method" in names(what)
            case ast.Compare():
                sides = [node.left, *node.comparators]
                asks = any(is_name(side) and names(side) & {"method", "kind"} for side in sides)
                found = asks and any(words(side) & METHODS or names(side) & countings for side in sides)
            case _:
                found = False
        if found:
            yield f"{node.lineno}: {ast.unparse(node)[:80]}"


@pytest.mark.parametrize("package", ["scales", "evaluation", "present", "stats", "statements", "cli"])
def test_no_module_asks_for_the_class_of_a_counting(package):
    own = {kind for kind in kinds() if kind not in ("Enumerated", "Doubtful")}
    assert {"Listed", "Numbered", "Halves", "Nested", "HalfSums", "Enclosed", "Estimated", "Numeric", "Sampled"} < own
    modules = sorted((SOURCE / package).rglob("*.py"))
    assert modules
    asked = [f"{path.name}:{where}" for path in modules for where in class_questions(path.read_text(), own)]
    assert asked == []


@pytest.mark.parametrize(
    "code",
    [
        "isinstance(self.counting, object)",
        "isinstance(x, Halves | Listed)",
        "issubclass(kind, halves.Halves)",
        "type(scale.counting) is int",
        "hasattr(counting, 'sizes')",
        "getattr(self.counting, 'sizes', None)",
        "scale.counting.__class__",
        "match scale.counting:\n    case _: pass",
        "match x:\n    case Halves(): pass",
        "match scale.method:\n    case 'grid': pass",
        "scale.method == 'grid'",
        "scale.method in ('listed', 'halves')",
        "row.kind is Halves",
    ],
)
def test_a_question_for_the_class_is_seen(code):
    assert list(class_questions(code, kinds()))
