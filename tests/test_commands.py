"""Every command that README.md, the manual, the Makefile or a script names is run: by an example, a test or CI.

``RUN_BY`` says by what, and cannot grow stale: what is named must have a row, every row must be named somewhere, and
what a row says is looked up where it happens.
"""

import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PAGES = [*(page for page in ROOT.glob("*.md") if page.name != "CHANGELOG.md"), *ROOT.glob("docs/*.md")]
PAGES += [ROOT / "bench" / "README.md", ROOT / "papers" / "README.md", *ROOT.glob("papers/docs/*.md")]
SCRIPTS = sorted(path for folder in ("bench", "docs", "papers", "papers/docs") for path in ROOT.glob(f"{folder}/*.py"))

CI = ".ci/run"
EXAMPLES = "the examples of the manual"
RUN_BY = {
    ".ci/run": CI,
    "make bench": CI,
    "make browser": CI,
    "make check": CI,
    "make claims": CI,
    "make claimsdoc": CI,
    "make mutants": CI,
    "make clean": "test_clean",
    "make cluster": CI,
    "make demo": CI,
    "make dist": CI,
    "make docs": CI,
    "make ecosystem": CI,
    "make exhaustive": CI,
    "make fresh": CI,
    "make fuzz": CI,
    "make help": CI,
    "make imports": CI,
    "make latex": CI,
    "make lines": CI,
    "make lint": CI,
    "make rankingtable": CI,
    "make scaletable": CI,
    "make test": CI,
    "make types": CI,
    "make venv": CI,
    "make waiting": CI,
    "ruff check": CI,
    "ruff format": CI,
    "pip install .": CI,
    "pip install .[dask,remote]": CI,
    "pip install .[report]": CI,
    "pip install .[web]": CI,
    "pip install ./papers": CI,
    "pip install intervale-papers": CI,
    "pip install intervale[report]": CI,
    "pip install intervale[web]": CI,
    "bench/brackets.py": CI,
    "bench/compare.py": CI,
    "bench/statements.py": CI,
    "bench/deep.py": CI,
    "bench/evaluators.py": CI,
    "bench/explore.py": CI,
    "bench/growth.py": CI,
    "bench/history.py": CI,
    "bench/interval.py": CI,
    "bench/make_data.py": CI,
    "bench/orders.py": CI,
    "bench/rankings.py": CI,
    "bench/scale.py": CI,
    "bench/scale_out.py": CI,
    "bench/significance.py": CI,
    "bench/waiting.py": CI,
    "bench/tools.py": "bench/evaluators.py",
    "docs/build_commands.py": "tests/test_command_pages.py",
    "docs/build_*.py": "make docs",
    "docs/build_papers.py": "make docs",
    "docs/conf.py": "make docs",
    "docs/make_deep_figures.py": "test_scripts_of_the_manual",
    "docs/make_leaderboard_figures.py": "test_scripts_of_the_manual",
    "docs/make_power_figures.py": "test_scripts_of_the_manual",
    "docs/make_rankings_example.py": "test_scripts_of_the_manual",
    "docs/make_rankings_table.py": CI,
    "docs/make_robustness_table.py": "test_scripts_of_the_manual",
    "docs/make_axiom_orders.py": CI,
    "docs/make_relate_table.py": CI,
    "docs/make_scale_table.py": CI,
    "docs/make_spaces_table.py": "test_scripts_of_the_manual",
    "docs/make_standardised_table.py": "test_scripts_of_the_manual",
    "docs/make_sentences.py": "test_scripts_of_the_manual",
    "docs/make_statement_figures.py": "test_scripts_of_the_manual",
    "docs/make_type_one.py": "test_scripts_of_the_manual",
    "papers/docs/make_ranking_tables.py": CI,
    "papers/docs/make_pages.py": CI,
    "papers/mutants.py": CI,
    "papers/docs/make_tables_ferrante_2021.py": "test_scripts_of_the_manual",
    "intervale --help": "test_commands_that_no_example_shows",
    "intervale axioms": EXAMPLES,
    "intervale balance": EXAMPLES,
    "intervale cache clear": "test_commands_that_no_example_shows",
    "intervale cache info": "test_commands_that_no_example_shows",
    "intervale claims": CI,
    "intervale compare": EXAMPLES,
    "intervale completion": EXAMPLES,
    "intervale correlate": EXAMPLES,
    "intervale demo": EXAMPLES,
    "intervale depths": "tests/cli/test_plugins.py",
    "intervale design": EXAMPLES,
    "intervale dominance": EXAMPLES,
    "intervale evaluate": EXAMPLES,
    "intervale explore": EXAMPLES,
    "intervale leaderboard": EXAMPLES,
    "intervale map": EXAMPLES,
    "intervale meaningful": EXAMPLES,
    "intervale measures": EXAMPLES,
    "intervale mixing": EXAMPLES,
    "intervale order": EXAMPLES,
    "intervale power": EXAMPLES,
    "intervale rankings agreement": EXAMPLES,
    "intervale rankings select": EXAMPLES,
    "intervale rankings consensus": EXAMPLES,
    "intervale rankings cutoffs": EXAMPLES,
    "intervale rankings distance": EXAMPLES,
    "intervale rankings list": EXAMPLES,
    "intervale rankings evaluate": EXAMPLES,
    "intervale rankings disagree": EXAMPLES,
    "intervale rankings properties": EXAMPLES,
    "intervale relate": EXAMPLES,
    "intervale report": EXAMPLES,
    "intervale robustness": EXAMPLES,
    "intervale scale": EXAMPLES,
    "intervale stability": EXAMPLES,
    "intervale study": EXAMPLES,
    "intervale topics": EXAMPLES,
    "intervale universe": EXAMPLES,
}
GROUPS = ("rankings", "cache")
"""Commands of intervale that have commands of their own."""

FENCE = re.compile(r"^```(\w*)[^\n]*\n(.*?)^```", re.MULTILINE | re.DOTALL)
SPAN = re.compile(r"`([^`\n]+)`")
COMMENT = re.compile(r"\s+#\s.*$")


def keys(line: str, folder: Path = ROOT) -> Iterator[str]:
    """What a command line runs, without options: ``make test``, ``bench/orders.py``, ``intervale cache info``."""
    try:
        words = shlex.split(COMMENT.sub("", line.removeprefix("$ ")))
    except ValueError:  # no command but prose
        return
    while words and re.match(r"[A-Z_]+=", words[0]):
        words.pop(0)
    if not words:
        return
    first, *rest = words
    first = re.sub(r"^\.venv(-bench)?/bin/", "", first)
    if re.fullmatch(r"python3?(\.\d+)?", first) and rest:
        first, *rest = rest
    if first.endswith(".py"):
        path = first if "/" in first else f"{folder.name}/{first}"
        ours = path.startswith(("bench/", "docs/", "papers/docs/", "papers/mutants"))
        if ours and ("/" in first or (ROOT / path).is_file()):
            yield path
    elif first == "make":
        yield from (f"make {word}" for word in rest if "=" not in word and not word.startswith("-"))
    elif first in ("-m", "pip") and "install" in rest:
        yield "pip install " + " ".join(word for word in rest[rest.index("install") + 1 :] if word[:1] != "-")
    elif first == "intervale" and rest:
        yield " ".join(["intervale", *rest[: 2 if rest[0] in GROUPS else 1]])
    elif first == "ruff" and rest:
        yield f"ruff {rest[0]}"
    elif first.startswith(".ci/"):
        yield first


def blocks(page: Path) -> Iterator[tuple[str, str]]:
    """The command lines of a page's code blocks, each with the language of its block."""
    for language, block in FENCE.findall(page.read_text("utf-8")):
        if language in ("sh", "bash", "console"):
            for line in block.replace("\\\n", " ").splitlines():
                if language != "console" or line.startswith("$ "):
                    yield language, line


@cache
def named() -> dict[str, str]:
    """What is named, and one place where."""
    found = {}
    for page in PAGES:
        prose = FENCE.sub("", page.read_text("utf-8"))
        for line in [*(line for _, line in blocks(page)), *SPAN.findall(prose)]:
            found |= dict.fromkeys(keys(line, page.parent), page.name)
    targets = re.findall(r"^([a-z]+):.*## ", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE)
    found |= dict.fromkeys((f"make {target}" for target in targets), "Makefile")
    scripts = [script for script in SCRIPTS if "\nusage: " in script.read_text("utf-8")]
    return found | {script.relative_to(ROOT).as_posix(): "its own usage" for script in scripts}


@cache
def run_by_examples() -> set[str]:
    """What conftest.py runs: the blocks ``console`` and ``bash`` of README.md and docs."""
    pages = [ROOT / "README.md", *ROOT.glob("docs/*.md")]
    lines = (line for page in pages for language, line in blocks(page) if language != "sh")
    return {key for line in lines for key in keys(line) if key.startswith("intervale ")}


@cache
def run_by_ci() -> set[str]:
    """What ``.ci/run`` runs: its targets, what they depend on, the commands that make prints for them, and the lines
    of ``.ci/fresh``."""
    script = (ROOT / ".ci" / "run").read_text("utf-8")
    lists = ("first", "beside", "single", "last")
    targets = [one for name in lists for one in re.search(rf"^{name}=\((.*)\)$", script, re.MULTILINE)[1].split()]
    for target in targets:
        line = re.search(rf"^{target}:(.*?)##", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE)
        assert line, f".ci/run: the Makefile has no target {target!r}"
        targets += [word for word in line[1].split() if word.isalpha() and word not in targets]
    lines = make("--dry-run", *targets, "SMALL=1", "SEED=1").splitlines()
    fresh = (ROOT / ".ci" / "fresh").read_text("utf-8")
    lines += fresh.splitlines()
    if "eval" in fresh:  # the line that the error names, and which is compared before it is run
        lines += re.findall(r'= "(pip install .*)" \]', fresh)
    return {".ci/run", *(f"make {target}" for target in targets), *(key for line in lines for key in keys(line))}


def make(*words: str, folder: Path = ROOT) -> str:
    if shutil.which("make") is None:
        pytest.skip("needs make")
    own = {name: value for name, value in os.environ.items() if not name.startswith(("MAKE", "MFLAGS"))}
    installed = [word for name in (".venv", ".venv-bench") for word in ("-o", f"{name}/.installed")]
    command = ["make", "--no-print-directory", *installed, *words]
    return subprocess.run(command, cwd=folder, env=own, capture_output=True, text=True, check=True).stdout


def test_every_command_that_is_named_is_run():
    assert {key: where for key, where in named().items() if key not in RUN_BY} == {}, "say in RUN_BY what runs it"
    assert [key for key in RUN_BY if key not in named()] == [], "no page names it any more"


def test_every_line_of_a_block_is_understood():
    """What gives no key would not be missed in the table."""
    lines = [line.removeprefix("$ ").strip() for page in PAGES for _, line in blocks(page)]
    assert len(lines) > 50
    others = [line for line in lines if line and not [*keys(line)]]
    assert [line for line in others if line.split()[0] not in ("cat", "head")] == []


@pytest.mark.parametrize("key", RUN_BY)
def test_what_is_said_to_run_a_command_runs_it(key):
    by = RUN_BY[key]
    if by == CI:
        assert key in run_by_ci()
    elif by == EXAMPLES:
        assert key in run_by_examples()
    elif by in ("tests/cli/test_plugins.py", "tests/test_command_pages.py"):
        assert "docs" in (ROOT / by).read_text("utf-8")
    elif by == "make docs":
        assert RUN_BY[by] == CI
        configuration = (ROOT / "docs" / "conf.py").read_text("utf-8")
        assert all(f"{script.stem}.write(" in configuration for script in ROOT.glob("docs/build_*.py"))
    elif by == "test_clean":
        assert key == "make clean"
    elif by == "bench/evaluators.py":
        assert RUN_BY[by] == CI
        assert Path(key).name in (ROOT / by).read_text("utf-8")
    else:
        assert key in {"test_scripts_of_the_manual": FIGURES, "test_commands_that_no_example_shows": OTHERS}[by]


def test_no_script_hides_a_module_of_the_standard_library():
    """A script's folder comes first on the path: a ``statistics.py`` there is what everybody imports."""
    assert [script.name for script in SCRIPTS if script.stem in sys.stdlib_module_names] == []


# ---------------------------------------------------------------- what is run here

FIGURES = {
    "docs/make_deep_figures.py": ["trec8", "--small", "--chart", "chart.svg"],
    "docs/make_leaderboard_figures.py": ["trec8", "--to", "figures"],
    "docs/make_power_figures.py": ["trec8", "--to", "figures"],
    "docs/make_rankings_example.py": ["trec8", "--depth", "10", "--chart", "chart.svg"],
    "docs/make_robustness_table.py": ["trec8", "--small"],
    "docs/make_spaces_table.py": ["trec8", "--small", "--chart", "chart.svg"],
    "docs/make_standardised_table.py": ["trec8"],
    "docs/make_sentences.py": ["--to", "sentences.md"],
    "docs/make_statement_figures.py": ["trec8", "--to", "figures"],
    "docs/make_type_one.py": ["4"],
    "papers/docs/make_tables_ferrante_2021.py": ["trec8", "4"],
}
OTHERS = {
    "intervale --help": "evaluate",
    "intervale cache info": "0",
    "intervale cache clear": "removed",
}


def run(folder: Path, *words: str) -> str:
    own = os.environ | {"INTERVALE_CACHE": str(folder / "cache"), "PYTHONUTF8": "1"}
    done = subprocess.run([sys.executable, *words], cwd=folder, env=own, capture_output=True, encoding="utf-8")
    assert done.returncode == 0, done.stderr
    return done.stdout + done.stderr


def written() -> dict[Path, int]:
    """When each file of the manual was written, but for those that building it makes."""
    made = ROOT / "docs" / "_made"
    pages = (path for folder in ("docs", "papers/docs") for path in (ROOT / folder).rglob("*"))
    kept = (path for path in pages if path.suffix in (".md", ".svg", ".png") and not path.is_relative_to(made))
    return {path: path.stat().st_mtime_ns for path in kept}


@pytest.mark.parametrize("script", FIGURES)
def test_scripts_of_the_manual(tmp_path, script):
    """In a small size, on a made-up collection; the files of the manual stay as they are."""
    before = written()
    run(tmp_path, "-m", "intervale", "demo", "--files", "demo")
    (tmp_path / "trec8").mkdir()
    (tmp_path / "demo" / "qrels.txt").rename(tmp_path / "trec8" / "qrels.trec8.txt")
    (tmp_path / "demo").rename(tmp_path / "trec8" / "runs")
    rows = [line for line in run(tmp_path, str(ROOT / script), *FIGURES[script]).splitlines() if line[:1] == "|"]
    assert len(rows) > 5
    assert written() == before


@pytest.mark.parametrize("command", OTHERS)
def test_commands_that_no_example_shows(tmp_path, command):
    assert OTHERS[command] in run(tmp_path, "-m", *command.split())


def test_clean(tmp_path):
    shutil.copy(ROOT / "Makefile", tmp_path)
    gone = [".venv/bin/python", ".venv-bench/x", "build/docs/index.html", "src/p/__pycache__/m.pyc", ".hypothesis/x"]
    kept = ["src/p/m.py", "docs/index.md", "papers/src/m.py", "tests/test_m.py"]
    for name in gone + kept:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).touch()
    make("clean", folder=tmp_path)
    left = [path.relative_to(tmp_path).as_posix() for path in sorted(tmp_path.rglob("*")) if path.is_file()]
    assert left == sorted([*kept, "Makefile"])
