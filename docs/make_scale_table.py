"""Write docs/scale-table.md: the scale of each measure under each order, and the distance that it makes, for lengths 2
to 8.

usage: make_scale_table.py [--to FOLDER] [--small]     FOLDER is docs by default

With --small, lengths 2 and 3 only.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from pathlib import Path

import intervale as iv
from intervale.orders import ORDERS
from intervale.scales import OrderScale

RANKED = ("AP", "RR", "ERR", "DCG", "DCG(base=2)")
MEASURES = {
    1: [
        "P",
        "R",
        "F",
        "Success",
        *RANKED,
        "RBP(p=0.3)",
        "RBP(p=0.5)",
        "RBP(p=0.8)",
        "INSQ",
        "SBTO",
        "SBPO",
        "RBTO",
        "RBPO",
    ],
    2: [
        *("gP", "gP(gains={2:3})", "P", *RANKED, "DCG(gains={2:3})", "gRBP(p=1/3)", "gRBP(p=0.8)"),
        *("gRBP(p=1/3,gains={2:3})", "INSQ", "SBTO", "SBPO", "RBTO"),
    ],
    3: [
        *("gP", "gP(gains={2:3,3:7})", "P", *RANKED, "DCG(gains={2:3,3:7})", "gRBP(p=1/4)", "gRBP(p=0.8)"),
        *("gRBP(p=1/4,gains={2:3,3:7})", "INSQ", "SBTO", "SBPO", "RBTO"),
    ],
}
"""What is shown for each top grade. R, F and gR are P and gP on a run space, nDCG is DCG."""
NAMES = {1: "Binary grades", 2: "Three grades, 0..2", 3: "Four grades, 0..3"}
LENGTHS = range(2, 9)
MARK = " †"
GP, DCG = ("none", "natural", "none", "natural", "pseudo"), ("", "", "none", "metric", "pseudo")
RBP = ("", "", "pseudo", "metric", "pseudo")
"""Where p ≤ G/(G + 1); else as DCG."""
GINER: dict[str, tuple[str, ...]] = {
    **dict.fromkeys(["gP", "gP(gains={2:3})", "gP(gains={2:3,3:7})"], GP),
    **dict.fromkeys(["RBP(p=0.3)", "RBP(p=0.5)", "gRBP(p=1/3)", "gRBP(p=1/4)"], RBP),
    **dict.fromkeys(["RBP(p=0.8)", "gRBP(p=0.8)", "DCG(base=2)"], DCG),
    **dict.fromkeys(["gRBP(p=1/3,gains={2:3})", "gRBP(p=1/4,gains={2:3,3:7})"], DCG),
    "AP": ("", "", "none", "", ""),
}
"""What Giner, §4-5, says of the distance, under each order in turn; empty where he says nothing. His DCG is that with a
base, and with two grades P and R are his gP and gR.
"""
HEAD = """# Which measure is on which scale

Made by `make scaletable` (`docs/make_scale_table.py`): every cell is computed, by theorem, for all lengths from 2 to 8,
and under `induced` for those whose values could be counted. A cell that is not the same
for all lengths says from which length on. *weakly* stands for weakly ordinal: better runs never have smaller values,
but may have equal ones. A dash: the order is one of sets, and the measure depends on the order of the documents. What
the words mean is in [Scales](scales.md). Where the papers say otherwise, `intervale claims` has the statement and the
witness.
"""
DISTANCES = """## Distances

Where an order is a lattice, a measure makes the distance d(r, s) = M(r ∨ s) − M(r ∧ s). It is a *metric*, or a
*pseudo*-metric (different runs may be at distance 0), or *none*, which is neither. *natural* is a metric that counts
the steps between two runs, times a constant. With three grades or more `rank-swap` has no joins: *no lattice*. A
dagger: Giner says otherwise; see the last table.
"""
SUMS = """### When a sum over ranks makes a metric

For the sum of w_i · g(r[i]), with gains g_0, …, g_c of the grades and weights w_1, …, w_N of the ranks, N ≥ 2 and no
weight below 0. With ≥ in place of >, and gains that do not decrease, it makes a pseudo-metric; else none.

{table}
So gP with equal gains of two grades makes a pseudo-metric under the orders of replacement. For RBP under `rank-total`
the condition is p^N − (1 + G) · p + G > 0, G the smallest gap between gains over the largest gain; p ≤ G/(G + 1) is
this for all lengths together.
"""
CONDITIONS = (
    ("set-total, equal weights", "g_{k+1} − g_0 > N · (g_k − g_0) for all k", "two grades"),
    ("set-replacement, equal weights", "gains increase", "they increase by equal steps"),
    (
        "rank-total",
        "w_i · (g_{k+1} − g_k) > (w_{i+1} + … + w_N) · (g_c − g_0) for all i and k",
        "gains increase by equal steps, and w_i = (c + 1) · w_{i+1}",
    ),
    (
        "rank-replacement",
        "gains increase, and all w_i > 0",
        "gains increase by equal steps, and all w_i are equal",
    ),
    (
        "rank-swap, two grades",
        "gains increase, and w_1 > w_2 > … > w_N > 0",
        "w_i − w_{i+1} = w_N for all i",
    ),
)
STATED = """### What Giner says

*On the metric properties of IR evaluation measures based on ranking axioms*, §4-5. Gains increase; DCG_b divides by
max(1, log_b i).

{table}"""
BESIDE_GINER = (
    (
        *("gP, gR", "set-total", "not isotone, so no pseudo-metric (§4.1; c = 2, N = 4)"),
        "† the natural distance with two grades; a metric where g_{k+1} > N · g_k",
    ),
    (
        *("gP, gR", "set-replacement", "the natural distance (Proposition 2)"),
        "† a metric; the natural distance where gains increase by equal steps",
    ),
    (
        *("gP, gR", "rank-total", "not isotone (§5.1; c = 1, N = 4)"),
        "the same from N = 3 on; with two grades and N = 2 a pseudo-metric",
    ),
    (
        *("AP", "rank-total", "not isotone (§5.1; c = 1, N = 4)"),
        "the same from N = 3 on; with two grades and N = 2 a metric",
    ),
    (
        *("RBP", "rank-total"),
        "p ≤ G/(G + 1): a pseudo-metric, not the natural distance (Proposition 3, end of §5.1)",
        "† a metric; the natural distance where p = 1/(c + 1) and gain = grade",
    ),
    (
        *("DCG_b", "rank-total", "not isotone (§5.1; b = 2, N = 4)"),
        "the same from N = 3 on; with two grades and N = 2 a pseudo-metric",
    ),
    (
        *("gP, gR", "rank-replacement", "the natural distance (Proposition 5)"),
        "† a metric; the natural distance where gains increase by equal steps",
    ),
    (
        *("RBP, DCG_b", "rank-replacement", "a metric, not the natural distance (Proposition 6)"),
        "the same for RBP, and DCG_b if N > b; if N ≤ b it weighs all ranks alike, as gP",
    ),
    (
        *("gP, gR", "rank-swap", "a pseudo-metric (Proposition 7)"),
        "the same with two grades and N ≥ 2; † with more there is no lattice",
    ),
    (
        *("RBP", "rank-swap", "a pseudo-metric (Proposition 8): the lattice is not modular and has no metric"),
        "† a metric with two grades, where the lattice is distributive; with more there is no lattice",
    ),
    (
        *("DCG_b", "rank-swap", "a pseudo-metric (Proposition 8)"),
        "the same with two grades, as the first b ranks weigh alike; DCG, which divides by log_2(i + 1), makes a "
        "metric; † with more grades there is no lattice",
    ),
    ("any", "rank-swap", "there is no natural distance (§5.3)", "† with two grades RBPO makes it"),
)


@cache
def found(measure: str, order: str, grades: int, length: int) -> OrderScale:
    """The verdicts at one length."""
    return iv.scale(measure, length=length, grades=grades, order=order)[order]


def cell(measure: str, order: str, grades: int, lengths: range = LENGTHS) -> str:
    """The scale by length, in short."""
    return by_length(_scale, measure, order, grades, lengths)


def distance_cell(measure: str, order: str, grades: int, lengths: range = LENGTHS) -> str:
    """The distance by length, in short, with a mark where Giner says otherwise of the longest."""
    text = by_length(_distance, measure, order, grades, lengths)
    stated = GP if grades == 1 and measure in ("P", "R") else GINER.get(measure, ("",) * len(ORDERS))
    his, last = stated[list(ORDERS).index(order)], _distance(found(measure, order, grades, lengths[-1]))
    return text + MARK if his and last is not None and his != last else text


def by_length(what: Callable[[OrderScale], str | None], measure: str, order: str, grades: int, lengths: range) -> str:
    """What holds at the first length, and each length from which on that is something else."""
    steps: list[tuple[int, str]] = []
    for length in lengths:
        now = what(found(measure, order, grades, length))
        if now is not None and (not steps or steps[-1][1] != now):
            steps.append((length, now))
    first, *later = steps
    return first[1] + "".join(f"; {now} from {length}" for length, now in later)


def _scale(one: OrderScale) -> str | None:
    """None where it is not known."""
    if one.applies and one.scale is None:
        return None
    return {None: "–", "weakly ordinal": "weakly"}.get(one.scale, one.scale)


def _distance(one: OrderScale) -> str | None:
    """None where it is not known."""
    if not one.applies:
        return "–"
    if one.valuation.why == "not a lattice":
        return "no lattice"
    if one.metric == "metric":
        return "natural" if one.natural else "metric"
    return {"pseudo-metric": "pseudo"}.get(one.metric or "", one.metric)


def table(grades: int, lengths: range) -> str:
    orders = [*ORDERS, "induced"]
    rows = [(text, *(cell(text, order, grades, lengths) for order in orders)) for text in MEASURES[grades]]
    return f"## {NAMES[grades]}\n\n{_markdown(('measure', *orders), rows)}"


def distances(grades: int, lengths: range) -> str:
    rows = [(text, *(distance_cell(text, order, grades, lengths) for order in ORDERS)) for text in MEASURES[grades]]
    return f"### {NAMES[grades]}: distances\n\n{_markdown(('measure', *ORDERS), rows)}"


def _markdown(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = [f"| {' | '.join(line)} |" for line in (head, *rows)]
    return "\n".join([lines[0], "|" + "---|" * len(head), *lines[1:]]) + "\n"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--to", type=Path, default=Path(__file__).parent)
    parser.add_argument("--small", action="store_true")
    chosen = parser.parse_args()
    lengths = LENGTHS[:2] if chosen.small else LENGTHS
    chosen.to.mkdir(parents=True, exist_ok=True)
    parts = [
        *(HEAD, *(table(grades, lengths) for grades in MEASURES)),
        *(DISTANCES, *(distances(grades, lengths) for grades in MEASURES)),
        SUMS.format(table=_markdown(("order", "metric", "natural distance"), CONDITIONS)),
        STATED.format(table=_markdown(("measure", "order", "Giner", "here"), BESIDE_GINER)),
    ]
    (chosen.to / "scale-table.md").write_text("\n".join(parts), encoding="utf-8")


if __name__ == "__main__":
    main()
