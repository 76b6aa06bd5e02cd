"""What the manual and the help list is what there is: whoever adds one is told where it is still missing.

The list of tests has its own module, ``tests/stats/test_registry.py``.
"""

import importlib
import inspect
import pkgutil
import re
from pathlib import Path

import pytest

from intervale.cli.data import ABOUT_DATA
from intervale.cli.evaluate import evaluate
from intervale.cli.options import Format
from intervale.cli.order import order
from intervale.cli.output import SUFFIXES
from intervale.data.column_names import COLUMN_NAMES
from intervale.data.policy import DUPLICATES, MISSING, TIES
from intervale.data.tables import TABLE_READERS, table_kind
from intervale.measures import CATALOGUE
from intervale.orders import ORDERS
from intervale.scales.permitted import STATISTICS
from intervale.statements import Statement, forms, parse_statement

DOCS = Path(__file__).resolve().parent.parent / "docs"
POLICIES = {"ties": TIES, "missing": MISSING, "duplicates": DUPLICATES}


def table(page, header):
    """The rows of the table of a page that begins with this header, as lists of cells."""
    rows = (DOCS / page).read_text("utf-8").split(f"\n{header}", 1)[1].split("\n\n")[0].splitlines()[2:]
    return [[cell.strip() for cell in re.split(r"(?<!\\)\|", row)[1:-1]] for row in rows]


def test_measures():
    assert [row[0].strip("`") for row in table("measures.md", "| name | what it is")] == list(CATALOGUE)


def test_orders():
    assert [row[0].strip("`") for row in table("orders.md", "| order |")] == list(ORDERS)
    (argument,) = inspect.signature(order, eval_str=True).parameters["name"].annotation.__metadata__
    assert argument.help.startswith(", ".join(ORDERS) + ", induced")


def test_statistics():
    rows = [(name, row[1]) for row in table("evaluation.md", "| statistic |") for name in re.findall(r"`(\w+)", row[0])]
    assert rows == [(one.name, one.scale) for one in STATISTICS.values()]
    (option,) = inspect.signature(evaluate, eval_str=True).parameters["aggregate"].annotation.__metadata__
    assert f": {', '.join(STATISTICS)} (" in option.help


def test_forms_of_statement():
    modules = [importlib.import_module(f"{forms.__name__}.{one.name}") for one in pkgutil.iter_modules(forms.__path__)]
    known = {
        one
        for module in modules
        for one in vars(module).values()
        if isinstance(one, type) and issubclass(one, Statement) and one.__module__ == module.__name__
        if not one.__subclasses__()
    }
    written = [text for row in table("statements.md", "| write |") for text in re.findall(r"`([^`]+)`", row[0])]
    assert {type(parse_statement(text)) for text in written} == known
    assert all(parse_statement(str(parse_statement(text))) == parse_statement(text) for text in written)


def test_formats():
    assert [row[0].strip("`") for row in table("getting-started.md", "| `-f` |")] == list(Format)
    escaped = " ".join(row[0] for row in table("security.md", "| format |"))
    assert [form for form in Format if not re.search(rf"\b{form}\b", escaped)] == []
    assert [*SUFFIXES.values()] == [form for form in Format if form is not Format.table]


@pytest.mark.parametrize("name", POLICIES)
def test_policies(name):
    (option,) = ABOUT_DATA[name][0].__metadata__
    assert option.metavar == "|".join(POLICIES[name])
    rows = table("data.md", "| option |")
    first = next(n for n, row in enumerate(rows) if row[0] == f"`--{name}`")
    listed = [rows[first], *(row for row in rows[first + 1 :][: len(POLICIES[name]) - 1] if not row[0])]
    assert [row[1].removesuffix(" (default)").strip("`") for row in listed] == list(POLICIES[name])


def test_column_names():
    rows = table("data.md", "| column |")
    written = {row[0]: {re.sub(r"`", "", name) for name in re.findall(r"`[^`]+`", row[1])} for row in rows}
    written["grade"].remove("score")  # only where there is no other
    written["score"].remove("rating")
    assert written == {role: {name for tier in tiers for name in tier} for role, tiers in COLUMN_NAMES.items()}


def test_readers():
    for kind in TABLE_READERS:
        begins = b"qid\tdocno\tscore\n" if kind == "tsv" else b""  # TREC text is called so too
        assert table_kind(f"run.{kind}.gz", begins) == kind
        assert f".{kind}`" in (DOCS / "data.md").read_text("utf-8") or kind == "parquet"
