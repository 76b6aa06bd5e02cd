"""Write the command reference: one page a command, made from the code, with examples that were run.

usage: python docs/build_commands.py [--to DIR]

A page has usage, what the command does, its options, worked examples with what they print on the made-up collection,
exit codes, and what does the same in Python. ``docs/conf.py`` calls :func:`write` when the manual is built.
"""

from __future__ import annotations

import argparse
import glob
import io
import os
import re
import shlex
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from pathlib import Path
from typing import Any

from typer import Context
from typer.main import get_command

from intervale.cli import main as intervale
from intervale.cli.app import app
from intervale.cli.examples import FILES, examples_of
from intervale.cli.groups import GROUPS
from intervale.cli.help import Row, sections, usage

MADE = Path(__file__).resolve().parent / "_made" / "commands"
NOT_RUN = ("explore --no-open --port 8000",)
"""Examples that run until they are stopped."""
MOST_LINES = 40
"""How many lines of output a page shows."""
ENVIRONMENT = {"COLUMNS": "100", "NO_COLOR": "1", "INTERVALE_CACHE": "cache"}
EXIT_CODES = {
    "0": "done",
    "1": "a check failed",
    "2": "the input or the call is wrong: one sentence says what to do",
    "3": "a bug in intervale",
    "130": "stopped by Ctrl-C",
}
CHECKS = ("meaningful", "rankings select", "claims")
"""The commands that check something, and may leave with 1."""
PYTHON = {
    "evaluate": "iv.evaluate(qrels, runs, measures)",
    "compare": "iv.compare(evaluation)",
    "meaningful": "iv.meaningful(evaluation, statement)",
    "correlate": "iv.correlate(evaluation)",
    "mixing": "iv.mixing(evaluation)",
    "power": "iv.discriminative_power(evaluation)",
    "design": "iv.design(evaluation, difference=0.05)",
    "robustness": "iv.robustness(qrels, runs, measures)",
    "stability": "iv.stability(evaluation)",
    "dominance": "iv.dominance(evaluation)",
    "leaderboard": "iv.leaderboard(evaluation)",
    "report": "iv.report(evaluation)",
    "scale": "iv.scale(measure)",
    "topics": "iv.topic_scales(measure, judgments)",
    "universe": "iv.universes(measures)",
    "map": "iv.interval_scale(measure), iv.interval_scales(measures, lengths=lengths)",
    "axioms": "iv.axioms(measure)",
    "balance": "iv.balancing_index(measure), iv.balancing_experiment(measures)",
    "order": "iv.order(name), iv.poset(order, length)",
    "rankings properties": "iv.rankings.properties(metric)",
    "rankings agreement": "iv.rankings.agreement(metrics)",
    "rankings distance": "iv.rankings.metric(name)",
    "rankings list": "iv.rankings.metric_list(metrics)",
    "rankings disagree": "iv.rankings.disagreements(reference, rankings)",
    "rankings cutoffs": "iv.rankings.cutoffs(reference, rankings)",
    "rankings consensus": "iv.rankings.consensus(rankings)",
    "rankings select": "iv.rankings.select_metrics(need)",
}
"""What does the same in Python."""


def commands() -> Iterator[tuple[str, Any]]:
    """The commands of intervale in the order of ``intervale --help``, and those inside them."""
    own = get_command(app).commands  # type: ignore[attr-defined]
    for name in (name for lines in GROUPS.values() for name in lines if name in own):
        yield name, own[name]
        for inner, one in getattr(own[name], "commands", {}).items():
            yield f"{name} {inner}", one


def write(folder: Path = MADE) -> list[Path]:
    """Write all pages to a folder; their paths, the index first."""
    folder.mkdir(parents=True, exist_ok=True)
    found = dict(commands())
    printed = run_all([line for name in found for _, line in examples_of(name)])
    pages = [folder / "index.md"]
    pages[0].write_text(index(found), encoding="utf-8")
    for name, command in found.items():
        pages.append(folder / f"{name.replace(' ', '-')}.md")
        pages[-1].write_text(page(name, command, printed), encoding="utf-8")
    return pages


def index(found: Mapping[str, Any]) -> str:
    """The page that leads to all others."""
    said = ["# Commands", "", "Made from the code: what `intervale COMMAND --help` says, with what the examples print."]
    for group, lines in GROUPS.items():
        rows = [(name, line) for name, (line, _) in lines.items() if name in found]
        rows += [
            (name, one.help.splitlines()[0]) for name, one in found.items() if name.split()[0] in lines and " " in name
        ]
        if not rows:
            continue
        said += ["", f"## {group}", "", "| command | what it does |", "|---|---|"]
        said += [f"| [`{name}`]({name.replace(' ', '-')}.md) | {line} |" for name, line in rows]
    tree = [name.replace(" ", "-") for name in found]
    return "\n".join([*said, "", "```{toctree}", ":hidden:", "", *tree, "```", ""])


def page(name: str, command: Any, printed: Mapping[str, str]) -> str:
    """The page of one command."""
    path = f"intervale {name}"
    context = Context(command, info_name=path, **command.context_settings)
    said = [f"# {path}", "", " ".join((command.help or "").split()), ""]
    said += ["```text", usage(command, path), "```"]
    for section, rows in sections(command, context).items():
        said += [
            "",
            f"## {section}",
            "",
            f"| {'argument' if section == 'Arguments' else 'option'} | what it does |",
            "|---|---|",
        ]
        said += [_row(one) for one in rows]
    if hasattr(command, "commands"):
        inner = [(f"{name} {one}", made.help) for one, made in command.commands.items()]
        said += ["", "## Commands", "", "| command | what it does |", "|---|---|"]
        said += [f"| [`{one}`]({one.replace(' ', '-')}.md) | {text} |" for one, text in inner]
    lines = examples_of(name)
    said += ["", "## Examples", ""]
    if any(" demo/" in line for _, line in lines):
        said += [f"The files are those of `intervale {FILES}`.", ""]
    for sentence, line in lines:
        output = printed.get(line, "")
        said += [sentence, "", "```console", f"$ intervale {line}", *([output] if output else []), "```", ""]
    codes = {code: text for code, text in EXIT_CODES.items() if code != "1" or name in CHECKS}
    said += ["## Exit codes", "", "; ".join(f"{code}: {text}" for code, text in codes.items()) + "."]
    if name in PYTHON:
        said += ["", "## In Python", "", f"`{PYTHON[name]}`, with `import intervale as iv`."]
    return "\n".join(said) + "\n"


def _row(row: Row) -> str:
    """A row of a table of options; the names in code, as they are written."""
    name = f"{row.name} {row.value}".rstrip().replace("|", "\\|")
    text = re.sub(r"([|<*_])", r"\\\1", row.text)
    return f"| `{name}` | {text} |"


def run_all(lines: Sequence[str]) -> dict[str, str]:
    """What examples print, each once, in a folder of their own with the files of the demo."""
    with tempfile.TemporaryDirectory(prefix="intervale-commands-") as folder, _inside(Path(folder)):
        _run(FILES)
        return {line: _run(line) for line in dict.fromkeys(lines) if line not in NOT_RUN}


@contextmanager
def _inside(folder: Path) -> Iterator[None]:
    """Work in a folder, with settings that are the same everywhere."""
    before, settings = Path.cwd(), dict(os.environ)
    os.chdir(folder)
    os.environ.update(ENVIRONMENT)
    try:
        yield
    finally:
        os.chdir(before)
        os.environ.clear()
        os.environ.update(settings)


def _run(line: str) -> str:
    """What a command prints, at most as much as a page shows."""
    words = [one for word in shlex.split(line) for one in (sorted(glob.glob(word)) if "*" in word else [word])]
    out = io.StringIO()
    with redirect_stdout(out), redirect_stderr(out):
        try:
            intervale(words)
        except SystemExit as end:
            if end.code:
                raise RuntimeError(f"intervale {line}\nexit {end.code}: {out.getvalue()}") from None
    said = out.getvalue().replace(f"{Path.cwd().resolve()}{os.sep}", "")  # no folder of this computer
    shown = [text.rstrip() for text in said.strip("\n").splitlines()]
    more = len(shown) - MOST_LINES
    return "\n".join([*shown[:MOST_LINES], f"... ({more} more lines)"] if more > 0 else shown)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else "")
    parser.add_argument("--to", type=Path, default=MADE, metavar="DIR", help="The folder for the pages.")
    for path in write(parser.parse_args().to):
        print(path)


if __name__ == "__main__":
    main()
