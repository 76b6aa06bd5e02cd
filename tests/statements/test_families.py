"""Drawn transformations: many computed together are those computed one by one, and curves those of scipy."""

import numpy as np
import pytest
from scipy.interpolate import PchipInterpolator

from intervale.statements import splines as splines_module
from intervale.statements.families import FAMILIES, drawn
from intervale.statements.scores import Scores
from intervale.statements.splines import splines
from intervale.statements.transformations import Affine, ByTopic, Curve, Jump, Stretched

VALUES = np.array([[0.1, 0.4, np.nan, 0.9, 0.0], [0.3, 0.4, 0.2, 1.0, 0.55]])


def scores(shared: bool, level: str = "ordinal") -> Scores:
    return Scores(("a", "b"), tuple("12345"), VALUES, level, shared)


def one_by_one(change: Curve, values: np.ndarray) -> np.ndarray:
    """The formulas of the families, with the splines of scipy."""
    u, c = (values - change.low) / (change.high - change.low), change.parameter
    if change.family == "power":
        return u**c
    if change.family == "logarithm":
        return np.log1p(c * u) / np.log1p(c) if c > 0 else 1 - np.log1p(-c * (1 - u)) / np.log1p(-c)
    if change.family == "logit":
        inner = c + (1 - 2 * c) * u
        return np.log(inner / (1 - inner))
    return PchipInterpolator(*np.array(change.knots).T)(u)


@pytest.mark.parametrize("family", FAMILIES)
@pytest.mark.parametrize("shared", [True, False])
def test_curves_are_those_of_each_topic_alone(family, shared):
    for change in drawn(scores(shared), family, 40, seed=3):
        found = change.apply(VALUES)
        if shared:
            expected = one_by_one(change, VALUES)
        else:
            columns = [one_by_one(one, VALUES[:, [column]]) for column, _, one in change.changes]
            expected = np.hstack(columns)
        np.testing.assert_allclose(found, expected, rtol=1e-13, atol=1e-15)


def test_kinds_of_changes_beside_one_another():
    changes = [Affine(2.0, 1.0), Curve("power", 3.0, 0.0, 1.0), Jump(0.15, 2.0), Affine(0.5), Stretched((0, 1), (3, 5))]
    found = ByTopic(tuple((n, str(n), change) for n, change in enumerate(changes))).apply(VALUES)
    for column, change in enumerate(changes):
        np.testing.assert_array_equal(found[:, [column]], change.apply(VALUES[:, [column]]))
    some = ByTopic(((3, "4", Affine(2.0)),)).apply(VALUES)
    np.testing.assert_array_equal(some[:, 3], 2 * VALUES[:, 3])
    np.testing.assert_array_equal(np.delete(some, 3, 1), np.delete(VALUES, 3, 1))


def test_curves_take_scores_of_any_shape():
    curve = Curve("spline", 0.0, 0.0, 2.0, ((0.0, 0.0), (0.2, 0.7), (1.0, 1.0)))
    flat = curve.apply(np.linspace(0, 2, 12))
    np.testing.assert_array_equal(curve.apply(np.linspace(0, 2, 12).reshape(2, 3, 2)).ravel(), flat)
    assert float(curve.apply(np.float64(0.4))) == pytest.approx(0.7)


def test_splines_are_monotone_and_those_of_scipy():
    random = np.random.default_rng(1)
    for _ in range(50):
        knots = []
        for number in random.integers(1, 6, 7):
            inner = np.sort(random.random((2, number)), axis=1)
            knots.append(tuple(zip([0.0, *inner[0], 1.0], [0.0, *inner[1], 1.0], strict=True)))
        u = np.vstack([np.linspace(-0.1, 1.1, 61)[:, None] * np.ones(7), [[some[1][0] for some in knots]]])
        found = splines(knots, u)
        for column, some in enumerate(knots):
            expected = PchipInterpolator(*np.array(some).T)(u[:, column])
            np.testing.assert_allclose(found[:, column], expected, rtol=1e-12, atol=1e-13)
        inside = found[(u[:, 0] >= 0) & (u[:, 0] <= 1)][:-1]
        assert (np.diff(inside, axis=0) >= -1e-12).all()


def test_knots_are_drawn_as_dirichlet_draws_them():
    random = np.random.default_rng([5, *b"spline"])
    for change in drawn(scores(shared=False), "spline", 20, seed=5):
        for _, _, curve in change.changes:
            random.random()
            parts = np.ones(int(random.integers(1, 6)) + 1)
            expected = [np.cumsum(random.dirichlet(parts))[:-1] for _ in range(2)]
            np.testing.assert_allclose(np.array(curve.knots)[1:-1].T, expected, rtol=1e-14)
            assert (curve.knots[0], curve.knots[-1]) == ((0.0, 0.0), (1.0, 1.0))


def test_topics_are_computed_together(monkeypatch):
    """However many topics: a spline costs no more computations than there are numbers of knots."""
    many = 300
    wide = Scores(
        ("a", "b"), tuple(map(str, range(many))), np.random.default_rng(0).random((2, many)), "ordinal", False
    )
    computed = []
    through = splines_module._through
    monkeypatch.setattr(splines_module, "_through", lambda *given: computed.append(1) or through(*given))
    for change in drawn(wide, "spline", 3, seed=0):
        change.apply(wide.values)
    assert 3 <= len(computed) <= 3 * 5
