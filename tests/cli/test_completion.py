"""Completion: what is answered to each shell, and the scripts in the real shells."""

import os
import shutil
import subprocess
import sys

import pytest

from intervale.cli import COMPLETE
from intervale.cli.completion import BREAKS, SCRIPTS
from intervale.measures import CATALOGUE
from intervale.orders import ORDERS
from intervale.stats.registry import TESTS

BASH_BREAKS = " \t\n\"'@><=;|&(:"
RANKINGS = ["list", "consensus", "cutoffs", "properties", "agreement", "distance", "evaluate", "disagree", "select"]


@pytest.fixture
def complete(intervale, monkeypatch):
    """What is answered to a shell that asks about a line."""

    def ask(line, shell="fish"):
        monkeypatch.setenv(COMPLETE, shell)
        monkeypatch.setenv(BREAKS, BASH_BREAKS)
        done = intervale(line)
        assert (done.code, done.err) == (0, "")
        return done.out.splitlines()

    return ask


def values(lines):
    return [line.partition("\t")[0] for line in lines]


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("intervale evalu", ["evaluate"]),
        ("intervale rankings ", RANKINGS),
        ("intervale compare --tes", ["--test"]),
        ("intervale compare --ties ", ["trec", "trec9", "rank", "file", "error"]),
        ("intervale compare --ties=r", ["--ties=rank"]),
        ("intervale compare --test ", [*TESTS, "all"]),
        ("intervale compare --correction b", ["bonferroni", "bh", "by"]),
        ("intervale correlate --coefficient tau-", ["tau-ap-a", "tau-ap-b"]),
        ("intervale evaluate q.txt -f ", ["table", "md", "latex", "html", "csv", "parquet", "json"]),
        ("intervale evaluate q.txt -m RR", ["RR@5", "RR@10", "RR@20", "RR@100", "RR@1000", "RR"]),
        ("intervale evaluate q.txt -m nDCG@10", ["nDCG@10", "nDCG@100", "nDCG@1000"]),
        ("intervale scale ", [*CATALOGUE]),
        ("intervale order ", [*ORDERS, "induced"]),
        ("intervale scale AP@3 --order rank-", ["rank-total", "rank-replacement", "rank-swap"]),
        ("intervale cache ", ["info", "clear"]),
        ("intervale completion z", ["zsh"]),
        ("intervale evaluate ", []),
        ("intervale evaluate q.txt -o ", []),
        ("intervale nothing ", []),
        ("intervale evaluate 'my file", []),
    ],
)
def test_what_may_follow(complete, line, expected):
    found = values(complete(line))
    if line == "intervale nothing ":
        assert "evaluate" in found  # it is no command: one may still be written
    else:
        assert found == expected


def test_an_option_that_is_given_is_not_offered_again(complete):
    assert "--ties" in values(complete("intervale evaluate -"))
    assert "--ties" not in values(complete("intervale evaluate --ties trec -"))
    assert "--measure" in values(complete("intervale evaluate -m AP -"))


def test_words_say_what_they_are(complete):
    assert complete("intervale evalu") == ["evaluate\tScore runs against judgments"]
    assert complete("intervale evalu", "zsh") == ["evaluate:Score runs against judgments"]
    assert complete("intervale evalu", "bash") == ["evaluate"]
    measures = complete("intervale evaluate x y -m ")
    assert any("\t" in one for one in measures)
    assert not [one for one in measures if "`" in one]


def test_bash_gets_what_it_replaces(complete):
    """Bash breaks words at signs, and replaces what is after the last of them; an @ is replaced too."""
    assert complete("intervale evaluate -m nDCG@10", "bash") == ["@10", "@100", "@1000"]
    assert complete("intervale evaluate --ties=r", "bash") == ["rank"]


@pytest.mark.parametrize("shell", SCRIPTS)
def test_scripts_are_printed(intervale, shell):
    done = intervale("completion", shell)
    assert (done.code, done.out, done.err) == (0, SCRIPTS[shell], "")


IN_SHELL = {
    "bash": """eval "$(intervale completion bash)"
        COMP_LINE="$1" COMP_POINT=${#1} COMP_WORDBREAKS=$' \\t\\n"\\'@><=;|&(:'
        _intervale intervale; printf '%s\\n' "${COMPREPLY[@]}"; complete -p intervale""",
    "zsh": """autoload -Uz compinit; compinit -D -u; eval "$(intervale completion zsh)"
        _describe() { print -l -- $found }; _files() { print files }
        words=(${(z)1}) CURRENT=$#words PREFIX=$words[-1]; _intervale; print $_comps[intervale]""",
    "fish": """intervale completion fish | source; complete -C "$argv[1]" """,
}


@pytest.mark.parametrize("shell", IN_SHELL)
def test_in_the_shell(tmp_path, shell):
    if shutil.which(shell) is None:
        pytest.skip(f"needs {shell}")
    program = tmp_path / "bin" / "intervale"
    program.parent.mkdir()
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m intervale "$@"\n')
    program.chmod(0o755)
    own = os.environ | {"PATH": f"{program.parent}{os.pathsep}{os.environ['PATH']}", "HOME": str(tmp_path)}

    def ask(line):
        words = [shell, "-c", IN_SHELL[shell], *([shell] if shell != "fish" else []), line]
        done = subprocess.run(words, env=own, capture_output=True, text=True, check=True, timeout=120)
        return done.stdout

    if shell == "bash":
        assert ask("intervale compare --test s") == "sign\nsigned-rank\ncomplete -o default -F _intervale intervale\n"
    elif shell == "zsh":
        said = "sign:sign test\nsigned-rank:Wilcoxon signed rank test\n_intervale\n"
        assert ask("intervale compare --test s") == said
    else:
        said = "sign\tsign test\nsigned-rank\tWilcoxon signed rank test\n"
        assert ask("intervale compare --test s") == said
