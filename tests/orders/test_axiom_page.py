"""The page of the manual on orders from axioms."""

import importlib.util
from pathlib import Path

DOCS = Path(__file__).resolve().parents[2] / "docs"


def maker():
    spec = importlib.util.spec_from_file_location("make_axiom_orders", DOCS / "make_axiom_orders.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_page_is_what_comes_out():
    assert maker().page(5, 3) == (DOCS / "axiom-orders.md").read_text("utf-8")


def test_a_fact_that_no_words_fit_lists_its_spaces():
    assert maker()._where({(1, 1): True, (1, 2): False, (2, 1): False, (3, 3): True}) == "N = 1, c = 1, N = 3, c = 3"
