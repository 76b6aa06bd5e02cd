"""The usual slips on the command line, each answered with what to write."""

from __future__ import annotations

import os.path
import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from difflib import get_close_matches
from importlib import import_module
from typing import Any

import typer

from intervale.cli.examples import examples_of
from intervale.errors import IntervaleError, OptionError, did_you_mean, shown

__all__ = ["HABITS", "NEIGHBOURS", "as_options", "is_measure", "worded"]

HABITS = {
    "-q": "use --per-topic instead of trec_eval -q",
    "-c": "leave out trec_eval -c: it is the default (--missing zero)",
    "-l": "use rel= in the measure, as in AP(rel=2), instead of trec_eval -l",
    "-J": "use judged_only=True in the measure, as in P(judged_only=True)@10, instead of trec_eval -J",
    "-M": "use --depth instead of trec_eval -M",
    "-n": "leave out trec_eval -n: every measure has its mean",
}
"""What to use instead of options of trec_eval."""

MEASURE = ("--measures", "--metric", "--metrics", "--eval", "--evaluation", "--eval-measures")
FILE = ("--run", "--runs", "--run-file", "--qrel", "--qrels", "--qrels-file", "--judgments", "--judgements")
CUTOFF = ("-k", "--k", "--cutoff", "--cutoffs", "--cut", "--top", "--top-k", "--topk", "--at")
LEVEL = ("--rel", "--relevance-level", "--relevance", "--threshold", "--min-rel", "--binarise", "--binarize")
NEIGHBOURS = {
    **dict.fromkeys(CUTOFF, "write the cutoff in the measure, as in -m nDCG@10"),
    **dict.fromkeys(LEVEL, "say from which grade on documents are relevant in the measure, as in AP(rel=2)"),
    **{f"--{form}": f"name the format with -f, as in -f {form}" for form in ("csv", "latex", "html", "md", "parquet")},
    **{"--tex": "name the format with -f, as in -f latex", "--markdown": "name the format with -f, as in -f md"},
    **dict.fromkeys(("--significance", "--sig", "--level", "--p-value"), "use --alpha, as in --alpha 0.05"),
    **dict.fromkeys(("--stat-test", "--stat_test", "--significance-test"), "use --test, as in --test t"),
    "--precise": "write it in the interval form, as in -m \"interval(AP@50,tie_rule='mid',precise=True)\"",
    **dict.fromkeys(("--install-completion", "--show-completion"), "use intervale completion bash, or zsh or fish"),
}
"""What to write instead of options that other tools have."""
FORMATS = {
    **{"markdown": "md", "tex": "latex", "htm": "html", "tsv": "csv", "excel": "csv", "xlsx": "csv", "exel": "csv"},
    **{"text": "table", "txt": "table", "plain": "table", "terminal": "table", "jsonl": "json"},
}
"""What formats are called elsewhere."""
ERRORS: Any = import_module(typer.BadParameter.__module__)
"""The errors of the library of the command line, wherever this release of Typer has them."""
NO_MEASURE = "at least one measure, such as nDCG@10"


@contextmanager
def worded(context: Any, words: Sequence[str]) -> Iterator[None]:
    """What the library of the command line refuses of these words, in a sentence that names the fix."""
    words = list(words)  # they are used up where they are read
    try:
        yield
    except IntervaleError:
        raise
    except Exception as error:
        sentence = _sentence(context, error, words)
        if sentence is None:
            raise
        raise OptionError(sentence) from None


def _sentence(context: Any, error: Any, words: Sequence[str]) -> str | None:
    if isinstance(error, ERRORS.NoSuchOption):
        return _unknown_option(context, error.option_name)
    if isinstance(error, ERRORS.BadOptionUsage):
        return f"{error.option_name} needs a value{_value(context, error.option_name)}"
    if isinstance(error, ERRORS.MissingParameter):
        return _missing(context, error.param)
    if isinstance(error, ERRORS.BadParameter):
        return _bad_value(error.param, error.message, words)
    if isinstance(error, ERRORS.UsageError) and "No such command" in error.message:  # has no class of its own
        return _unknown_command(context, words[0])
    if isinstance(error, ERRORS.UsageError) and "unexpected extra argument" in error.message:
        extra = error.message.partition("(")[2].partition("(")[2].rstrip(").")
        return f"{_name(context)} has no place for {extra or 'so many words'}: see {context.command_path} --help"
    return None


def _name(context: Any) -> str:
    """The command as it is called after ``intervale``."""
    return str(context.command_path).partition(" ")[2] or "intervale"


def _example(name: str) -> str:
    """The first example of a command."""
    lines = examples_of(name)
    return f"intervale {lines[0][1]}" if lines else f"intervale {name} --help"


def _unknown_option(context: Any, name: str) -> str:
    path, command = _name(context), context.command
    own = [opt for one in command.params for opt in (*one.opts, *one.secondary_opts) if opt.startswith("-")]
    takes_data = any(one.name == "qrels" for one in command.params)
    if takes_data and name in HABITS:
        return HABITS[name]
    if name in MEASURE:
        how = "with -m" if "-m" in own else "without an option"
        return f"{path} has no option {name}: name measures {how}, as in {_example(path)}"
    if name in FILE:
        return f"{path} has no option {name}: write files without an option, qrels first, as in {_example(path)}"
    unknown = f"{path} has no option {name}"
    having = [other for other, one in _others(context) if any(name in each.opts for each in one.params)]
    if having:
        return f"{unknown}: it is an option of {', '.join(having)}"
    near = get_close_matches(name.replace("_", "-"), own, n=1, cutoff=0.7)
    if near:
        return f"{unknown}: did you mean {near[0]}?"
    if name in NEIGHBOURS:
        return f"{unknown}: {NEIGHBOURS[name]}"
    return f"{unknown}: {context.command_path} --help lists those there are"


def _others(context: Any) -> Iterable[tuple[str, Any]]:
    """The commands of intervale itself."""
    commands: dict[str, Any] = getattr(context.find_root().command, "commands", {})
    return commands.items()


def _value(context: Any, name: str) -> str:
    option = next((one for one in context.command.params if name in one.opts), None)
    return f": {name} {option.metavar}" if option is not None and option.metavar else ""


def _missing(context: Any, param: Any) -> str:
    name = param.metavar if param.param_type_name == "argument" else f"{param.opts[-1]} {param.metavar or ''}".strip()
    return f"{_name(context)} needs {name.strip('[].')}, as in {_example(_name(context))}"


def _given_value(param: Any, words: Sequence[str]) -> str:
    """The value of an option as it was written."""
    for word, after in zip(words, (*words[1:], ""), strict=True):
        name, sign, value = word.partition("=")
        if name in param.opts:
            return value if sign else after
    return ""


def _bad_value(param: Any, message: str, words: Sequence[str]) -> str | None:
    """A value that an option or argument does not take."""
    if param is None:
        return None
    name = min(param.opts, key=len) if param.opts[0].startswith("-") else param.metavar
    choices = param.metavar.split("|") if "|" in (param.metavar or "") else []
    given = re.search(r"'(.*?)' is not one of", message)
    if choices and given:
        what = f"{name} {given[1]}" if name.startswith("-") else shown(given[1])
        return f"{what} is unknown; {did_you_mean(given[1], choices, FORMATS)}use one of: {', '.join(choices)}"
    name = f"{name} {_given_value(param, words)}".rstrip()
    low, high = getattr(param, "min", None), getattr(param, "max", None)
    if re.search(r"greater|less|range", message):
        bounds = f"from {low} to {high:,}" if high is not None else f"of at least {low}"
        return f"{name} must be a number {bounds}"
    if re.search(r"integer|whole", message):
        return f"{name} must be a whole number"
    if re.search(r"number|float", message):
        return f"{name} must be a number, such as {param.default}" if param.default else f"{name} must be a number"
    return None


def _unknown_command(context: Any, word: str) -> str:
    path, said = context.command_path, f"there is no command {shown(word)}"
    near = get_close_matches(word.lower(), context.command.list_commands(context), n=1, cutoff=0.65)
    if near:
        return f"{said}: did you mean {path} {near[0]}?"
    if context.parent is None and os.path.exists(word):
        return f"{shown(word)} is a file: name a command first, as in intervale evaluate {word} a.run -m nDCG@10"
    if context.parent is None and is_measure(word):
        return f"{word} is a measure: name a command first, as in {_example('evaluate')}, or intervale scale {word}"
    return f"{said}: {path} --help lists those there are"


def is_measure(word: str) -> bool:
    """Whether a word names a measure."""
    from intervale.measures import parse_measures

    try:
        parse_measures(word)
    except IntervaleError:
        return False
    return True


def as_options(message: str, params: Iterable[Any]) -> str:
    """A message about parameters, with the options of a command in their place; what is in brackets is a measure or a
    call, and stays.

    >>> from typer.main import get_command
    >>> from intervale.cli.app import app
    >>> compare = get_command(app).commands["compare"]
    >>> as_options("ties='x' is unknown; use one of: trec", compare.params)
    '--ties x is unknown; use one of: trec'
    >>> as_options("depth=0 must be a whole number; interval(AP, grades=2) is one", compare.params)
    '--depth 0 must be a whole number; interval(AP, grades=2) is one'
    """
    names = {one.name: max(one.opts, key=len) for one in params if one.opts[0].startswith("-")}

    def written(found: re.Match[str]) -> str:
        before = found.string[: found.start()]
        if found[1] not in names or before.count("(") > before.count(")"):
            return found[0]
        value = found[2] if found[2] is not None else found[3]
        return f"{names[found[1]]} {value}".rstrip()

    if "measure" in names:
        message = message.replace(NO_MEASURE, NO_MEASURE.replace("nDCG", "-m nDCG"))
    return re.sub(r"(?<![\w@'\"=-])([a-z_]+)=(?:'([^']*)'|([^\s'\"=]*))", written, message)
