"""Changes definitions of intervale, and digits that papers print, one at a time, and lists the changes that no claim
notices: by another kind than that of papers/tests/kinds, or an error.

usage: mutants.py [--definitions 25] [--digits 10] [--seed 1] [--paper NAME] [--data FOLDER] [--workers 2]

Definitions are the functions of the packages measures, orders, rankings and scales that compute; of each that is drawn,
one comparison, sign, constant or connective is changed. Both are drawn by the seed from all of them. Claims are checked
from the quickest on until one notices; those about TREC-8 with --data.
"""

from __future__ import annotations

import argparse
import ast
import json
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from queue import SimpleQueue

ROOT = Path(__file__).resolve().parents[1]
PACKAGES = ("measures", "orders", "rankings", "scales")
NOT_DEFINITIONS = re.compile(r"^(?:check|refuse|parse|load|read|written|shown|text|name|why|note|remark|_?repr|cache)")
SWAPS: dict[type[ast.AST], type[ast.AST]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.Div: ast.Mult,
    ast.FloorDiv: ast.Mult,
    ast.And: ast.Or,
    ast.Or: ast.And,
}
RUN = """
import json, sys
sys.setrecursionlimit(5000)
from intervale.scales.cache import without_cache
from intervale_papers import CLAIMS
kinds, order, data = json.loads(sys.argv[1]), json.loads(sys.argv[2]), sys.argv[3]
from pathlib import Path
with without_cache():
    for name in order:
        try:
            found = str(CLAIMS[name].check(*([Path(data)] if CLAIMS[name].on_data else [])).kind)
        except Exception as error:
            found = f"{type(error).__name__}: {error}"[:80]
        if found != kinds[name]:
            print(json.dumps([name, found]))
            break
    else:
        print(json.dumps(None))
"""
SECONDS = 900


@dataclass(frozen=True)
class Mutant:
    """A file with another content, and in words what is other."""

    path: str
    what: str
    content: str


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--definitions", type=int, default=25)
    parser.add_argument("--digits", type=int, default=10)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--paper", default="")
    parser.add_argument("--data", default="")
    parser.add_argument("--workers", type=int, default=2)
    chosen = parser.parse_args()
    kinds, order = known(chosen.paper, with_data=bool(chosen.data))
    wanted = drawn_definitions(random.Random(chosen.seed), chosen.definitions)
    wanted += drawn_digits(random.Random(chosen.seed), chosen.digits)
    with tempfile.TemporaryDirectory() as scratch, ThreadPoolExecutor(chosen.workers) as pool:
        folders: SimpleQueue[Path] = SimpleQueue()
        for number in range(chosen.workers):
            folders.put(copied(Path(scratch) / str(number)))
        tried = pool.map(lambda mutant: noticed(mutant, folders, kinds, order, chosen.data), wanted)
        survivors = 0
        for mutant, by in zip(wanted, tried, strict=True):
            survivors += by is None
            print(f"{mutant.path}: {mutant.what}: {f'noticed by {by}' if by else 'NOT NOTICED'}", flush=True)
    print(f"{len(wanted) - survivors} of {len(wanted)} changes noticed, seed {chosen.seed}, {len(order)} claims")


def known(paper: str, *, with_data: bool) -> tuple[dict[str, str], list[str]]:
    """The kinds of claims, and their names from the quickest on."""
    from intervale_papers import CLAIMS, run_claims

    lines = [line for path in (ROOT / "papers/tests/kinds").glob("*.txt") for line in path.read_text().splitlines()]
    kinds = dict(line.split(maxsplit=1) for line in lines)
    seconds = {one.claim.id: one.seconds for one in run_claims(paper or None)}
    names = [name for name in sorted(seconds, key=seconds.__getitem__) if with_data or not CLAIMS[name].on_data]
    return kinds, sorted(names, key=lambda name: CLAIMS[name].on_data)


def copied(folder: Path) -> Path:
    """A copy of both packages, to be changed."""
    hidden = shutil.ignore_patterns("__pycache__")
    shutil.copytree(ROOT / "src/intervale", folder / "intervale", ignore=hidden)
    shutil.copytree(ROOT / "papers/src/intervale_papers", folder / "intervale_papers", ignore=hidden)
    return folder


def noticed(
    mutant: Mutant, folders: SimpleQueue[Path], kinds: dict[str, str], order: list[str], data: str
) -> str | None:
    """Which claim notices a change, and what it finds; None where none does."""
    folder = folders.get()
    path = folder / mutant.path
    before = path.read_text("utf-8")
    try:
        path.write_text(mutant.content, "utf-8")
        environment = os.environ | {"PYTHONPATH": str(folder), "PYTHONDONTWRITEBYTECODE": "1"}
        words = [sys.executable, "-c", RUN, json.dumps(kinds), json.dumps(order), data]
        done = subprocess.run(words, env=environment, capture_output=True, text=True, timeout=SECONDS)
        if done.returncode:
            return f"import ({done.stderr.strip().splitlines()[-1][:80]})"
        found = json.loads(done.stdout.splitlines()[-1])
        return None if found is None else f"{found[0]} ({found[1]})"
    except subprocess.TimeoutExpired:
        return f"the clock ({SECONDS} s)"
    finally:
        path.write_text(before, "utf-8")
        folders.put(folder)


# ------------------------------------------------------------ what is changed


def drawn_definitions(draw: random.Random, many: int) -> list[Mutant]:
    """Definitions drawn from all, with one change in each."""
    every = [
        (path, name, places)
        for package in PACKAGES
        for path in sorted((ROOT / "src/intervale" / package).rglob("*.py"))
        for name, places in definitions(ast.parse(path.read_text("utf-8")))
    ]
    mutants = []
    for path, name, places in draw.sample(every, min(many, len(every))):
        tree = ast.parse(path.read_text("utf-8"))
        nodes = [node for node in ast.walk(tree) if changeable(node)]
        node = nodes[draw.choice(places)]
        before = ast.unparse(node)
        changed(node)
        where = path.relative_to(ROOT / "src").as_posix()
        mutants.append(Mutant(where, f"{name}, `{ast.unparse(node)}` for `{before}`", ast.unparse(tree)))
    return mutants


def definitions(tree: ast.Module) -> Iterator[tuple[str, list[int]]]:
    """The functions of a module that compute something, each with the numbers of the nodes in it that can change."""
    numbers = {id(node): n for n, node in enumerate(node for node in ast.walk(tree) if changeable(node))}
    for function in ast.walk(tree):
        if isinstance(function, ast.FunctionDef) and not NOT_DEFINITIONS.match(function.name.strip("_")):
            aside = [node for node in ast.walk(function) if isinstance(node, ast.Raise | ast.Assert | ast.JoinedStr)]
            skipped = {id(below) for node in aside for below in ast.walk(node)}
            places = [
                numbers[id(node)] for node in ast.walk(function) if id(node) in numbers and id(node) not in skipped
            ]
            if places:
                yield function.name, places


def changeable(node: ast.AST) -> bool:
    """Whether a node is a comparison, a sum, a product, a connective or a small whole number."""
    if isinstance(node, ast.Compare):
        return type(node.ops[0]) in SWAPS
    if isinstance(node, ast.BinOp | ast.BoolOp):
        return type(node.op) in SWAPS
    return isinstance(node, ast.Constant) and type(node.value) is int and 0 < node.value < 10


def changed(node: ast.AST) -> None:
    if isinstance(node, ast.Compare):
        node.ops[0] = SWAPS[type(node.ops[0])]()  # type: ignore[assignment]
    elif isinstance(node, ast.BinOp | ast.BoolOp):
        node.op = SWAPS[type(node.op)]()  # type: ignore[assignment]
    elif isinstance(node, ast.Constant):
        node.value = int(str(node.value)) + 1


def drawn_digits(draw: random.Random, many: int) -> list[Mutant]:
    """Digits drawn from all tables, each one up (9 is 0)."""
    tables = sorted((ROOT / "papers/src/intervale_papers/tables").rglob("*.csv"))
    every = [
        (path, found.start())
        for path in tables
        for found in re.finditer(r"(?<=\.)\d|(?<=\d)\d", path.read_text("utf-8"))
        if path.read_text("utf-8").index("\n") < found.start()
    ]
    mutants = []
    for path, place in draw.sample(every, min(many, len(every))):
        text = path.read_text("utf-8")
        line, column = text.count("\n", 0, place) + 1, place - text.rfind("\n", 0, place)
        digit = str((int(text[place]) + 1) % 10)
        where = path.relative_to(ROOT / "papers/src").as_posix()
        what = f"line {line}, place {column}, {digit} for {text[place]}"
        mutants.append(Mutant(where, what, text[:place] + digit + text[place + 1 :]))
    return mutants


if __name__ == "__main__":
    main()
