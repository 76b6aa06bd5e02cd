"""How long the commands take that people wait for: CPU and wall seconds of processes of their own, with an empty cache.

usage: waiting.py [--small] [--rounds N] [--only NAME...] [--to PAGE] [--data DIR] [--against SOURCE]

It makes its inputs in a folder that is removed, runs every command in each round, and writes two tables of medians into
the page docs/how-long.md, between its markers: all commands, and how seconds grow with what is asked. CPU seconds are
user and system time, those of helping processes included. DIR holds trec8-adhoc (../shared/data by default); without
it the rows on TREC-8 are left out, and the page says so. --against times the same commands by another source folder of
intervale in turns with this one, and keeps its seconds in bench/waiting-before.json, from where the column "before" is
made. With --small, once in tiny sizes that say nothing about speed. The page goes to build then, and with --only.
"""

from __future__ import annotations

import argparse
import datetime
import json
import os
import platform
import shlex
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
sys.path.insert(0, str(HERE))

from make_data import Shape, make  # noqa: E402

PAGE = ROOT / "docs" / "how-long.md"
BEFORE = HERE / "waiting-before.json"
DATA = ROOT.parent / "shared" / "data"
BEGIN, END = "<!-- waiting: begin -->", "<!-- waiting: end -->"
TOPICS = 50
MEASURES = ("nDCG@10", "AP@100", "P@10", "RR@10", "R@100")
START = "evaluate"
"""The row whose time is mostly that of starting; the growth tables say how much it is."""


class AbsentError(Exception):
    """Data that a row needs and that are not here."""


@dataclass(frozen=True)
class Wait:
    """A command that one waits for: the words after ``intervale`` for a size, and the files they name."""

    name: str
    what: str
    words: Callable[[int | str], str]
    sizes: tuple[int, ...]
    """The last is the one of the first table; all stand in the second, where there are several."""
    small: tuple[int, ...]
    grows: str = ""
    """What the size is."""
    files: Callable[[Path, int, Path], None] | None = None
    """Makes the files in a folder, of a size, from the folder of data."""

    def line(self, size: int | str) -> str:
        return f"intervale {self.words(size)}"


# ---------------------------------------------------------------- files


def demo(folder: Path, topics: int, data: Path) -> None:
    """The collection of ``intervale demo``, with so many topics."""
    _made_up(folder / f"demo-{topics}", topics, 3)


def graded(folder: Path, size: int, data: Path) -> None:
    """The collection of ``intervale demo`` with the grades 0, 1 and 2."""
    _made_up(folder / "graded", 25, 2)


def _made_up(home: Path, topics: int, top: int) -> None:
    import intervale as iv
    from intervale.data.made_up import write_trec

    qrels, runs = iv.made_up_collection(topics)
    write_trec(home, {topic: {d: min(g, top) for d, g in grades.items()} for topic, grades in qrels.items()}, runs)


def systems(folder: Path, count: int, data: Path) -> None:
    """So many runs of 100 documents for each of 50 topics."""
    home = folder / f"systems-{count}"
    if not home.exists():
        qrels, _ = make(folder, "made", Shape(count, TOPICS, 100, 200, documents=20_000))
        qrels.parent.rename(home)


def matrix(folder: Path, count: int, data: Path) -> None:
    """A score matrix of so many systems on 50 topics, with all digits."""
    random = np.random.default_rng(8)
    scores = random.beta(2, 5, (TOPICS, count)) * np.linspace(0.4, 1, count)
    lines = [",".join(["topic", *(f"s{number:04d}" for number in range(count))])]
    lines += [",".join([f"t{topic:02d}", *map(repr, row)]) for topic, row in enumerate(scores.tolist())]
    (folder / f"scores-{count}.csv").write_text("\n".join(lines) + "\n", encoding="utf-8")


def trec8(folder: Path, count: int, data: Path) -> None:
    """The first so many runs of TREC-8 as they were published, by name."""
    if not (data / "trec8-adhoc").is_dir():
        raise AbsentError("needs the runs of TREC-8 (trec8-adhoc), which are not here")
    home = folder / f"trec8-{count}"
    home.mkdir(exist_ok=True)
    for source in sorted((data / "trec8-adhoc" / "runs").iterdir())[:count]:
        (home / source.name).symlink_to(source.resolve())
    qrels = folder / "qrels.trec8.txt"
    if not qrels.exists():
        qrels.symlink_to((data / "trec8-adhoc" / "qrels.trec8.txt").resolve())


# ---------------------------------------------------------------- what one waits for

ON_GRADED = "graded/qrels.txt graded/*.run"
WAITS = (
    Wait("help", "the list of commands", lambda n: "--help", (1,), (1,)),
    Wait(
        START,
        "evaluate 4 systems on 25 topics; nearly all of it is start-up",
        lambda n: f"evaluate demo-{n}/qrels.txt demo-{n}/*.run -m nDCG@10 -m AP",
        (25, 50, 100),
        (3, 6),
        "topics",
        demo,
    ),
    Wait(
        "meaningful",
        "whether a statement about means is meaningful, nDCG@10, grades 0 to 2",
        lambda n: f'meaningful graded/qrels.txt graded "mean(aurora) > mean(borealis)" -m nDCG@{n}',
        (5, 10, 20),
        (3,),
        "cutoff",
        graded,
    ),
    Wait(
        "compare",
        "compare 4 systems, nDCG@10, grades 0 to 2",
        lambda n: f"compare {ON_GRADED} -m nDCG@{n}",
        (5, 10, 20),
        (3,),
        "cutoff",
        graded,
    ),
    Wait(
        "rank-sum",
        "compare 1,000 systems by the rank-sum test: 499,500 pairs",
        lambda n: f"compare scores-{n}.csv -m AP --test rank-sum",
        (250, 500, 1000),
        (8,),
        "systems",
        matrix,
    ),
    Wait(
        "correlate",
        "correlate the rankings of 143 systems by five measures",
        lambda n: f"correlate systems-{n}/qrels.txt systems-{n} {' '.join(f'-m {m}' for m in MEASURES)}",
        (36, 72, 143),
        (4,),
        "systems",
        systems,
    ),
    Wait(
        "leaderboard",
        "which of the 129 systems of TREC-8 may be the best",
        lambda n: f"leaderboard qrels.trec8.txt trec8-{n} -m AP",
        (32, 64, 129),
        (4,),
        "systems",
        trec8,
    ),
    Wait(
        "robustness",
        "rank 4 systems with a part of the judgments",
        lambda n: f"robustness demo-{n}/qrels.txt demo-{n}/*.run -m AP",
        (25, 50, 100),
        (5,),
        "topics",
        demo,
    ),
    Wait("design", "how many topics are enough", lambda n: "design --variance 0.05 --difference 0.05,0.1", (1,), (1,)),
    Wait(
        "report-two",
        "the report on two systems",
        lambda n: f"report demo-{n}/qrels.txt demo-{n}/aurora.run demo-{n}/dune.run -m nDCG@10 -m AP@10 -o report.html",
        (25, 50, 100),
        (5,),
        "topics",
        demo,
    ),
    Wait(
        "report-many",
        "the report on 143 systems, five measures",
        lambda n: f"report systems-{n}/qrels.txt systems-{n} {' '.join(f'-m {m}' for m in MEASURES)} -o report.html",
        (36, 72, 143),
        (4,),
        "systems",
        systems,
    ),
    Wait("scale-AP", "the scale of AP@1000", lambda n: f"scale AP@{n}", (250, 500, 1000), (5,), "cutoff"),
    Wait(
        "scale-nDCG",
        "the scale of nDCG@10 with grades 0 to 2",
        lambda n: f"scale nDCG@{n} --grades 2",
        (5, 10, 20),
        (3,),
        "cutoff",
    ),
    Wait(
        "axioms",
        "nDCG@10 against axioms, grades 0 to 2",
        lambda n: f"axioms nDCG@{n} --grades 2",
        (5, 10, 20),
        (3,),
        "cutoff",
    ),
    Wait("map", "the values of AP@30 in equal steps", lambda n: f"map AP@{n}", (10, 20, 30), (4,), "cutoff"),
    Wait(
        "rankings",
        "the properties of 33 ranking metrics, to 7 items",
        lambda n: f"rankings properties --n {n}",
        (6, 7, 8),
        (3,),
        "items",
    ),
    Wait("explore", "the gallery of all measures as pages", lambda n: "explore --export gallery", (1,), (1,)),
)
SHOWN = {START: 25, "robustness": 25, "report-two": 25, "meaningful": 10, "compare": 10, "scale-nDCG": 10, "axioms": 10}
SHOWN |= {"rankings": 7}
"""The size of the first table, where it is not the largest."""


def shown(wait: Wait, small: bool) -> int:
    """The size of the first table."""
    return wait.small[0] if small else SHOWN.get(wait.name, wait.sizes[-1])


# ---------------------------------------------------------------- measuring


@dataclass(frozen=True)
class Taken:
    cpu: float
    wall: float


def words_of(line: str, folder: Path) -> list[str]:
    """The words of a command line, with names of files for patterns, as a shell hands them over."""
    words = shlex.split(line)
    found = [sorted(str(path.relative_to(folder)) for path in folder.glob(w)) if "*" in w else [w] for w in words]
    return [word for each in found for word in each]


def environment(source: Path | None) -> dict[str, str]:
    """The environment of a command, with modules compiled once, as those of an installed package are."""
    own = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    return own | {"PYTHONUTF8": "1"} | ({} if source is None else {"PYTHONPATH": str(source)})


def compile_modules(source: Path | None) -> None:
    """Compile the package, so that no command is timed doing it."""
    code = "import compileall, intervale; compileall.compile_dir(intervale.__path__[0], quiet=2)"
    subprocess.run([sys.executable, "-c", code], env=environment(source), check=True)


def taken(line: str, folder: Path, source: Path | None = None) -> Taken:
    """Run a command line of intervale in a process of its own, with an empty cache, and say what it took."""
    with tempfile.TemporaryDirectory(prefix="waiting-") as cache:
        own = environment(source) | {"INTERVALE_CACHE": cache}
        errors = Path(cache) / "errors.txt"
        started = time.perf_counter()
        with errors.open("w") as err:
            process = subprocess.Popen(
                [sys.executable, "-m", *words_of(line, folder)],
                cwd=folder,
                env=own,
                stdout=subprocess.DEVNULL,
                stderr=err,
            )
            _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode:
            raise SystemExit(f"{line}: exit code {process.returncode}\n{errors.read_text('utf-8')}")
        return Taken(usage.ru_utime + usage.ru_stime, time.perf_counter() - started)


def median(found: list[Taken]) -> Taken:
    return Taken(statistics.median(one.cpu for one in found), statistics.median(one.wall for one in found))


Times = dict[tuple[str, int], Taken]


def measured(
    waits: list[Wait], folder: Path, data: Path, rounds: int, small: bool, against: Path | None
) -> tuple[Times, dict[str, float], dict[str, str]]:
    """Medians by row and size, those of another source by row, and why rows are left out. All take turns."""
    found: dict[tuple[str, int], list[Taken]] = {}
    before: dict[str, list[float]] = {}
    absent: dict[str, str] = {}
    for source in (None, against) if against else (None,):
        compile_modules(source)
    for number in range(rounds):
        for wait in waits:
            for size in wait.small if small else wait.sizes:
                if wait.name in absent:
                    continue
                try:
                    if wait.files is not None and not number:
                        wait.files(folder, size, data)
                except AbsentError as error:
                    absent[wait.name] = str(error)
                    continue
                line = wait.line(size)
                found.setdefault((wait.name, size), []).append(one := taken(line, folder))
                print(f"{number + 1}: {one.cpu:.2f} s  {line}", file=sys.stderr, flush=True)
                if against is not None and size == shown(wait, small):
                    before.setdefault(wait.name, []).append(old := taken(line, folder, against).cpu)
                    print(f"{number + 1}: {old:.2f} s  before", file=sys.stderr, flush=True)
    times = {key: median(each) for key, each in found.items()}
    return times, {name: statistics.median(each) for name, each in before.items()}, absent


# ---------------------------------------------------------------- the page


def seconds(number: float | None) -> str:
    """Seconds for people: two digits.

    >>> seconds(0.234), seconds(3.26), seconds(41.7), seconds(None)
    ('0.23', '3.3', '42', '')
    """
    if number is None:
        return ""
    return f"{number:.2f}" if number < 0.995 else f"{number:.1f}" if number < 9.95 else f"{number:.0f}"


def growth(sizes: list[int], each: list[float], start: float) -> str:
    """How the seconds beyond the start grow from the last size but one to the last.

    >>> growth([250, 500, 1000], [0.6, 1.0, 2.6], 0.5)
    '500 → 1,000: 4.2 times'
    >>> growth([6, 7], [0.52, 0.51], 0.5)
    'only the start is seen'
    """
    less, more = each[-2] - start, each[-1] - start
    if max(less, more) < max(0.1, start / 4):
        return "only the start is seen"
    said = f"{sizes[-2]:,} → {sizes[-1]:,}: "
    if more <= 1.05 * less:
        return said + "no growth"
    return said + (f"{more / less:.2g} times" if less > 0.05 else "from nearly nothing")


def tables(
    waits: list[Wait], times: Times, before: dict[str, float], absent: dict[str, str], small: bool, about: str
) -> str:
    """The part of the page between the markers."""
    lines = [about, "", "| you wait for | command | CPU seconds | wall seconds | CPU seconds before |"]
    lines += ["|---|---|---:|---:|---:|"]
    for wait in waits:
        size = shown(wait, small)
        one = times.get((wait.name, size))
        if one is not None:
            old = seconds(before.get(wait.name))
            lines.append(f"| {wait.what} | `{wait.line(size)}` | {seconds(one.cpu)} | {seconds(one.wall)} | {old} |")
    lines += ["", *(f"Left out: {wait.what}, which {absent[wait.name]}." for wait in waits if wait.name in absent)]
    lines += [""] * bool(absent)
    start = min((one.cpu for (name, _), one in times.items() if name == START), default=0.0)
    lines += ["| command | N | CPU seconds | growth beyond the start |", "|---|---|---|---|"]
    for wait in waits:
        sizes = [size for size in (wait.small if small else wait.sizes) if (wait.name, size) in times]
        if len(sizes) > 1:
            each = [times[wait.name, size].cpu for size in sizes]
            said = ", ".join(f"{size:,}: {seconds(cpu)}" for size, cpu in zip(sizes, each, strict=True))
            lines.append(f"| `{wait.line('N')}` | {wait.grows} | {said} | {growth(sizes, each, start)} |")
    return "\n".join(lines)


def placed(page: str, part: str) -> str:
    """The page with this part between its markers, and all else as it was.

    >>> placed("a\\n<!-- waiting: begin -->\\nold\\n<!-- waiting: end -->\\nb\\n", "new").split("\\n")
    ['a', '<!-- waiting: begin -->', 'new', '<!-- waiting: end -->', 'b', '']
    """
    if page.count(BEGIN) != 1 or page.count(END) != 1 or page.index(BEGIN) > page.index(END):
        raise SystemExit(f"the page needs {BEGIN} and after it {END}, once each")
    head, _, rest = page.partition(BEGIN)
    return f"{head}{BEGIN}\n{part}\n{END}{rest.partition(END)[2]}"


def machine(rounds: int) -> str:
    said = f"medians of {rounds} rounds" if rounds > 1 else "measured once"
    load = f", load average {os.getloadavg()[0]:.1f} at the end" if hasattr(os, "getloadavg") else ""
    return f"{datetime.date.today()}, {os.cpu_count()} cores{load}, Python {platform.python_version()}, {said}."


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--small", action="store_true")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--only", nargs="+", choices=[wait.name for wait in WAITS], metavar="NAME")
    parser.add_argument("--to", type=Path)
    parser.add_argument("--data", type=Path, default=DATA)
    parser.add_argument("--against", type=Path, metavar="SOURCE")
    chosen = parser.parse_args()
    rounds = 1 if chosen.small else max(1, chosen.rounds)
    page = chosen.to or (ROOT / "build" / PAGE.name if chosen.small or chosen.only else PAGE)
    waits = [wait for wait in WAITS if not chosen.only or wait.name in chosen.only]
    against = chosen.against.resolve() if chosen.against else None
    folder = Path(tempfile.mkdtemp(prefix="waiting-"))
    try:
        times, old, absent = measured(waits, folder, chosen.data, rounds, chosen.small, against)
    finally:
        shutil.rmtree(folder)
    before = json.loads(BEFORE.read_text("utf-8")) if BEFORE.exists() and not chosen.small else {}
    if old and not chosen.small:
        before |= {name: round(cpu, 2) for name, cpu in old.items()}
        BEFORE.write_text(json.dumps(before, indent=1) + "\n", encoding="utf-8")
    part = tables(waits, times, old or before, absent, chosen.small, machine(rounds))
    page.parent.mkdir(parents=True, exist_ok=True)
    page.write_text(placed(PAGE.read_text("utf-8"), part), encoding="utf-8")
    print(part)


if __name__ == "__main__":
    main()
