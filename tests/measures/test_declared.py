"""A measure declares what it has: nobody guesses at its parameters, or asks for its class."""

from __future__ import annotations

import ast
from dataclasses import fields
from pathlib import Path

import pytest

import intervale as iv
from intervale.evaluation import NamedScores
from intervale.measures import CATALOGUE, Measure
from intervale.measures.declared import Declared
from intervale.measures.derived import DERIVED, derived
from intervale.measures.own import OwnMeasure

SOURCE = Path(iv.__file__).parent
GUESSES = {
    ("cli/__init__.py", "format_message"): "an error of the library for command lines, which is loaded when used",
    ("cli/completion.py", "commands"): "a command of that library, which is a group or not",
    ("cli/help.py", "commands"): "a command of that library, which is a group or not",
    ("cli/help.py", "hidden"): "a parameter of that library, where arguments are never hidden",
    ("cli/slips.py", "commands"): "a command of that library, which is a group or not",
    ("cli/slips.py", "max"): "a type of that library, which is a range or not",
    ("cli/slips.py", "min"): "a type of that library, which is a range or not",
    ("data/arrays.py", "axes"): "a data frame of another library",
    ("data/read_rankings.py", "index"): "a series of another library",
    ("data/read_rankings.py", "__arrow_c_stream__"): "a protocol of other libraries' frames",
    ("data/read_rankings.py", "set_axis"): "a data frame of another library",
    ("data/read_rankings.py", "set_index"): "a data frame of another library",
    ("data/read_rankings.py", "to_frame"): "a series of another library",
    ("data/shapes.py", "format"): "a dataset of another library",
    ("data/shapes.py", "__arrow_c_stream__"): "a protocol of other libraries' frames",
    ("data/shapes.py", "__dataclass_fields__"): "a row of other libraries' data",
    ("data/shapes.py", "_fields"): "a row of other libraries' data",
    ("data/shapes.py", "with_format"): "a dataset of another library",
    ("integrations/ir_measures.py", "ours"): "a measure of ir_measures, which has one of ours inside or not",
    ("integrations/pyterrier.py", "ours"): "a measure of ir_measures, which has one of ours inside or not",
    ("exact/executors.py", "submit"): "an executor of the caller's, or a function that makes one",
    ("measures/own.py", "__module__"): "a callable of the user's",
    ("measures/own.py", "__name__"): "a callable of the user's",
    ("orders/own.py", "exact"): "orders know no measures: anything with exact values, or a function",
    ("rankings/own.py", "__name__"): "a callable of the user's",
    ("present/progress_bar.py", "kernel"): "a notebook's shell, which only there has one",
    ("present/page/render.py", "__html__"): "a protocol of the template library",
    ("orders/generated.py", "__name__"): "the name of a function, which some callables do not have",
}
"""Attributes that may be looked for, each with what they are looked for on; none is on a measure."""
CLASSES = {"Direct", "Folded", "Additive", "Interval", "OwnMeasure", "NamedScores", "SBTO"}
ASKED = {
    ("scales/folds.py", "Additive"): "how long the exact numbers of a sum become, before they are made",
    ("scales/folds.py", "Folded"): "how long the exact numbers of a sum become, before they are made",
    ("integrations/ir_measures.py", "Interval"): "its top grade is fixed by an option of the form, not by max_rel",
    ("scales/spacing.py", "Interval"): "the scale behind a form is a value of that package",
    ("scales/regions.py", "Additive"): "of a sum over ranks, gains are free numbers that steps are linear in",
    ("scales/valuations.py", "SBTO"): "a theorem about it, with its proof",
}
"""Classes of measures that may be asked for, and for what."""


def calls(*names: str) -> list[tuple[str, ast.Call]]:
    """The calls of these functions in the library, each with the path of its module."""
    found = []
    for path in sorted(SOURCE.rglob("*.py")):
        inside = path.relative_to(SOURCE)
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in names:
                found.append((inside.as_posix(), node))
    return found


def test_no_attribute_is_guessed() -> None:
    guessed = {
        (path, call.args[1].value)
        for path, call in calls("getattr", "hasattr")
        if isinstance(call.args[1], ast.Constant)
    }
    assert guessed == set(GUESSES)


def test_no_class_of_a_measure_is_asked_for() -> None:
    asked = {
        (path, name.id)
        for path, call in calls("isinstance", "issubclass")
        for name in ast.walk(call.args[1])
        if isinstance(name, ast.Name) and name.id in CLASSES
    }
    assert asked == set(ASKED)


def test_what_is_declared_is_no_parameter() -> None:
    assert not fields(Measure)
    assert not hasattr(Declared, "__dataclass_fields__")


@pytest.mark.parametrize("name", sorted(CATALOGUE))
def test_the_catalogue_declares(name: str) -> None:
    measure = iv.parse_measure("IPrec@0.5" if name == "IPrec" else name)
    own = {field.name for field in fields(measure)}
    assert measure.cutoff is None
    assert (measure.at == "cutoff") == ("cutoff" in own)
    assert (measure.rel is None) or "rel" in own
    assert measure.defined_by == "formula"
    assert not measure.is_derived
    assert measure.written == str(measure)
    if not measure.on_run_space:
        assert not measure.has_fold
        assert measure.of_topic in ("judgments", "recall base", "nothing")
        with pytest.raises(iv.MeasureError, match="no exact value"):
            measure.exact((1, 0))
    assert measure.has_fold == (type(measure).fold is not Measure.fold)
    if not measure.has_fold:
        with pytest.raises(iv.MeasureError, match="does not grow rank by rank"):
            measure.fold(2, 1)
    elif name != "RBPO":
        assert measure.fold(2, 1).value((1, 0)) == measure.exact((1, 0), grades=1)


def test_derived_measures_are_in_one_table() -> None:
    for name in DERIVED:
        make = derived(name)
        assert make is not None
        made = make("P@3")
        assert (made.name, made.is_derived) == (name, True)
        assert iv.parse_measure(f"{name}(P@3)") == made
    assert derived("P") is None


def test_forms_functions_and_saved_scores_declare() -> None:
    form = iv.interval("P@3", grades=2)
    assert (form.cutoff, form.derived_from, form.is_derived) == (3, iv.parse_measure("P@3"), True)
    assert form.interval_form_of(2) == iv.parse_measure("P@3")
    assert form.interval_form_of(1) is None
    assert iv.interval("P@3", length=4).interval_form_of(2) is None
    assert form.declared_scale.level == "interval"
    assert iv.interval("P@3", log=True).declared_scale.equal_steps is False
    assert iv.interval("P@3", tie_rule="mid").declared_scale.equal_steps is False
    rough = OwnMeasure(lambda grades: grades[..., 0], label="rough")
    assert (rough.defined_by, rough.numeric, rough.has_fold) == ("function", True, False)
    assert iv.interval(rough, length=2).declared_scale.equal_steps is None
    assert not OwnMeasure(lambda grades: grades[..., 0], twin=lambda run: run[0], label="twin").numeric
    saved = NamedScores("mine")
    assert (saved.defined_by, saved.on_run_space) == ("scores", False)
    assert saved.declared_scale.why.endswith("only its scores are known, not its definition")
