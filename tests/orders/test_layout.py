"""Hasse diagrams: places, crossings, and what is drawn."""

from itertools import combinations, pairwise

import pytest

import intervale as iv
from intervale.orders.layout import layout
from intervale.present.hasse import hasse_chart
from intervale.present.picture import chart_bytes

NAMES = ["set-total", "set-replacement", "rank-total", "rank-replacement", "rank-swap"]


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(("length", "grades"), [(4, 1), (3, 2), (2, 4)])
def test_layers_are_ranks_and_edges_are_covers(name, length, grades):
    found = iv.poset(name, length, grades)
    drawn = layout(found.poset)
    assert [y for _, y in drawn.places] == found.poset.heights
    assert len(set(drawn.places)) == found.poset.size
    assert set(drawn.edges) == {(x, y) for x, covers in enumerate(found.poset.above) for y in covers}
    for (x, y), points in drawn.edges.items():
        assert points[0] == drawn.places[x]
        assert points[-1] == drawn.places[y]
        assert [py for _, py in points] == list(range(found.poset.heights[x], found.poset.heights[y] + 1))


@pytest.mark.parametrize("name", NAMES)
def test_crossings_are_counted_right(name):
    drawn = layout(iv.poset(name, 4, 1).poset)
    pieces = {(a, b) for points in drawn.edges.values() for a, b in pairwise(points)}
    crossing = sum((a[0] - c[0]) * (b[0] - d[0]) < 0 for (a, b), (c, d) in combinations(pieces, 2) if a[1] == c[1])
    assert drawn.crossings == crossing


def test_planar_lattices_are_drawn_without_crossings():
    assert layout(iv.poset("rank-swap", 4, 1).poset).crossings == 0
    assert layout(iv.poset("set-replacement", 3, 2).poset).crossings == 0


@pytest.mark.parametrize(
    ("form", "beginning"), [("svg", b"<svg"), ("png", b"\x89PNG"), ("pdf", b"%PDF"), ("html", b"<!doctype html")]
)
def test_every_format_is_drawn(form, beginning):
    found = iv.poset("rank-swap", 3, 1)
    labels = ["".join(map(str, run)) for run in found.runs]
    values = [float(sum(run)) for run in found.runs]
    chart = hasse_chart(layout(found.poset), labels, values, title="t", legend="l", path=[(0, 1)])
    drawn = chart_bytes(chart, form)
    assert drawn.lstrip().startswith(beginning)
    if form in ("svg", "html"):
        assert all(label.encode() in drawn for label in labels)
