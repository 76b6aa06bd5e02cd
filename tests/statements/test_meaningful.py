"""Verdicts against brute force on all small tables, and what flips them."""

from itertools import combinations, combinations_with_replacement, product

import numpy as np
import pytest

import intervale as iv
from intervale.errors import InputError, OptionError
from intervale.statements.transformations import is_permissible
from tests.sizes import LONG, MORE

TERMS = ("mean", "median", "min", "max", "quantile")
RELATIONS = {">": {1}, "=": {0}, ">=": {1, 0}, "!=": {1, -1}}
QUICK = {"tries": 1, "draws": 0}


def text(kind, system):
    return f"quantile({system}, 0.25)" if kind == "quantile" else f"{kind}({system})"


def statistic(kind, scores):
    """Along the last axis, with numpy, in whole twelfths so that sums are exact."""
    if kind == "mean":
        return scores.sum(axis=-1) * 3
    share = {"median": 0.5, "min": 0.0, "max": 1.0, "quantile": 0.25}[kind]
    return np.rint(np.quantile(scores * 12.0, share, axis=-1)).astype(int)


def increasing_maps(values, grid):
    return np.array(list(combinations(range(grid), values)))


@pytest.mark.parametrize("kind", TERMS)
def test_one_ordinal_scale_against_all_increasing_maps(kind):
    """All pairs of multisets of four scores on four values, a fourth of them where time is short; maps onto a grid that
    has room for every flip.
    """
    maps = increasing_maps(4, 12)
    vectors = list(combinations_with_replacement(range(4), 4))
    reached = {v: statistic(kind, maps[:, list(v)]) for v in vectors}
    pairs = list(product(vectors, repeat=2))
    for a, b in pairs if MORE else pairs[::4]:
        signs = set(np.sign(reached[a] - reached[b]).tolist())
        table = iv.read_scores({"A": a, "B": b}, scale="ordinal")
        for relation, true in RELATIONS.items():
            found = iv.meaningful(table, f"{text(kind, 'A')} {relation} {text(kind, 'B')}", **QUICK)
            assert found.meaningful.holds is (signs <= true or not signs & true), (a, b, relation)
            check_flip(found, {"A": a, "B": b}, "ordinal", shared=True)


def own_signs(kind, pattern):
    """The signs over independent maps by topic: each topic has one system ahead, or none."""
    grid = range(6)
    ways = {
        1: [(y, x) for x, y in combinations(grid, 2)],
        -1: list(combinations(grid, 2)),
        0: [(x, x) for x in grid],
    }
    a, b = np.zeros((1, 0), int), np.zeros((1, 0), int)
    for sign in pattern:
        some = np.array(ways[sign])
        a = np.hstack([np.repeat(a, len(some), axis=0), np.tile(some[:, :1], (len(a), 1))])
        b = np.hstack([np.repeat(b, len(some), axis=0), np.tile(some[:, 1:], (len(b), 1))])
    return set(np.sign(statistic(kind, a) - statistic(kind, b)).tolist())


@pytest.mark.parametrize("kind", TERMS)
@pytest.mark.parametrize("scale", ["ordinal", "interval"])
def test_a_scale_for_each_topic_against_all_independent_maps(kind, scale):
    """All pairs of vectors on four values and four topics, up to the order of topics; some of them where time is
    short (``make exhaustive`` has it), with all patterns of who is ahead.
    """
    known = {}
    cells = list(product(range(4), repeat=2))
    chosen = list(combinations_with_replacement(cells, 4))
    steps = {"ordinal": 3, "interval": 7} if MORE else {"ordinal": 13, "interval": 29}
    for topics in chosen if LONG else chosen[:: steps[scale]]:
        a, b = zip(*topics, strict=True)
        pattern = tuple(sorted(int(np.sign(x - y)) for x, y in topics))
        if pattern not in known:
            known[pattern] = own_signs(kind, pattern)
        signs = known[pattern]
        table = iv.read_scores({"A": a, "B": b}, scale=scale, topic_scale="own")
        for relation, true in (">", {1}), ("=", {0}):
            said = f"{text(kind, 'A')} {relation} {text(kind, 'B')}"
            found = iv.meaningful(table, said, **QUICK)
            assert found.meaningful.holds is (signs <= true or not signs & true), (a, b, relation)
            check_flip(found, {"A": a, "B": b}, scale, shared=False)
    assert len(known) == 15


def check_flip(found, table, scale, *, shared):
    """A flip is there where it must be, is permissible by the definition, and flips."""
    if found.meaningful.holds:
        assert found.flip is None
        return
    values = np.array([table["A"], table["B"]], dtype=float)
    new = found.flip.change.apply(values)
    columns = [values.ravel()] if shared else values.T
    changed = [new.ravel()] if shared else new.T
    for old, now in zip(columns, changed, strict=True):
        for i, j in combinations(range(len(old)), 2):
            if scale != "nominal":
                assert np.sign(old[i] - old[j]) == np.sign(now[i] - now[j])
            else:
                assert (old[i] == old[j]) == (now[i] == now[j])
    moved = iv.meaningful(iv.read_scores({"A": new[0], "B": new[1]}, scale=scale), found.statement, **QUICK)
    assert moved.truth != found.truth
    assert moved.sides == pytest.approx((found.flip.left, found.flip.right))


@pytest.mark.parametrize("kind", ["mean", "median", "mode"])
def test_a_nominal_scale_against_all_one_to_one_maps(kind):
    vectors = list(combinations_with_replacement(range(3), 3))
    maps = np.array([m for m in product(range(7), repeat=3) if len(set(m)) == 3])
    for a, b in product(vectors, repeat=2):
        if kind == "mode":
            counts = [np.bincount(v) for v in (a, b)]
            if any((c == c.max()).sum() > 1 for c in counts):
                continue
            signs = set(np.sign(maps[:, counts[0].argmax()] - maps[:, counts[1].argmax()]).tolist())
        else:
            signs = set(np.sign(statistic(kind, maps[:, list(a)]) - statistic(kind, maps[:, list(b)])).tolist())
        found = iv.meaningful(iv.read_scores({"A": a, "B": b}, scale="nominal"), f"{kind}(A) > {kind}(B)", **QUICK)
        assert found.meaningful.holds is (signs <= {1} or 1 not in signs), (a, b)
        check_flip(found, {"A": a, "B": b}, "nominal", shared=True)


@pytest.mark.parametrize("number", [-1, 0, 1, 2])
@pytest.mark.parametrize("relation", [">", "="])
def test_ratios_of_differences_on_an_ordinal_scale(number, relation):
    """Four scores, all comparisons of one difference with another, against maps onto a grid."""
    maps = increasing_maps(4, 14).astype(float)
    for a, b, c, d in product(range(4), repeat=4):
        if c == d:
            continue
        table = {"s": {"a": a, "b": b, "c": c, "d": d, "0": 0, "1": 1, "2": 2, "3": 3}}
        said = f"(score(s, a) - score(s, b)) / (score(s, c) - score(s, d)) {relation} {number}"
        ratios = (maps[:, a] - maps[:, b]) / (maps[:, c] - maps[:, d])
        truths = set((ratios > number if relation == ">" else ratios == number).tolist())
        found = iv.meaningful(iv.read_scores(table, scale="ordinal"), said, **QUICK)
        assert found.meaningful.holds is (len(truths) == 1), said
        assert found.meaningful.holds or found.flip is not None


@pytest.mark.parametrize("kind", ["gmean", "hmean"])
def test_geometric_and_harmonic_means(kind):
    """On a ratio scale always; on an interval scale against shifts; on an ordinal one as dominance says."""
    from scipy.stats import gmean, hmean

    oracle = {"gmean": gmean, "hmean": hmean}[kind]
    random = np.random.default_rng(3)
    shifts = 10.0 ** np.linspace(-5, 5, 120)[:, None]
    for _ in range(40):
        a, b = random.integers(1, 9, (2, 4))
        table = {"A": a.tolist(), "B": b.tolist()}
        said = f"{kind}(A) > {kind}(B)"
        now = oracle(a) > oracle(b) * (1 + 1e-12)
        assert iv.meaningful(iv.read_scores(table, scale="ratio"), said).truth == now
        assert iv.meaningful(iv.read_scores(table, scale="ratio"), said).meaningful
        least = min(a.min(), b.min())
        ratios = oracle(a - least + shifts, axis=1) / oracle(b - least + shifts, axis=1)
        signs = set(np.sign(np.round(ratios - 1, 12)).tolist())
        found = iv.meaningful(iv.read_scores(table, scale="interval"), said, **QUICK)
        if len(signs - {0}) == 2:
            assert found.meaningful.holds is False
            moved = found.flip.change.apply(np.array([a, b], dtype=float))
            assert (oracle(moved[0]) > oracle(moved[1])) != now
        else:
            assert found.meaningful.holds is True
        on_means = iv.meaningful(iv.read_scores(table, scale="ordinal"), "mean(A) > mean(B)", **QUICK)
        ordinal = iv.meaningful(iv.read_scores(table, scale="ordinal"), said, **QUICK)
        assert ordinal.meaningful.holds == on_means.meaningful.holds
        if ordinal.flip is not None:
            moved = ordinal.flip.change.apply(np.array([a, b], dtype=float))
            assert (oracle(moved[0]) > oracle(moved[1])) != now


def test_students_t_stays_between_its_extremes():
    """Random increasing transformations stay inside, and the transformations named come near the ends."""
    from scipy.stats import ttest_rel

    from intervale.statements.scores import scores_of
    from intervale.statements.student import own_t_range, t_range

    random = np.random.default_rng(5)
    for _ in range(40):
        topics = int(random.integers(3, 9))
        table = {"A": random.integers(0, 6, topics).tolist(), "B": random.integers(0, 6, topics).tolist()}
        if table["A"] == table["B"]:
            continue
        for shared, ends in ((True, t_range), (False, own_t_range)):
            own = "shared" if shared else "own"
            scores = scores_of(iv.read_scores(table, scale="ordinal", topic_scale=own), None, None, None)
            found = ends(scores, "A", "B")
            near = [statistic_t(change.apply(scores.values)) for change in (found.to_low[-1], found.to_high[-1])]
            if np.isfinite(found.low) and found.low > -1e5:
                assert near[0] == pytest.approx(found.low, rel=1e-3, abs=1e-3)
            if np.isfinite(found.high) and found.high > 0:
                assert near[1] == pytest.approx(found.high, rel=1e-3, abs=1e-3)
            if shared:
                steps = 10.0 ** random.uniform(-3, 3, (200, len(scores.chain)))
                moved = np.cumsum(steps, axis=1)[:, scores.codes]
            else:
                moved = scores.values * 10.0 ** random.uniform(-3, 3, (200, 1, topics))
            difference = moved[:, 0] - moved[:, 1]
            moved = moved[difference.std(axis=1) >= 1e-9 * np.abs(difference).max(axis=1)]
            t = ttest_rel(moved[:, 0], moved[:, 1], axis=1).statistic
            assert (found.low - 1e-6 * abs(t) <= t).all()
            assert (t <= found.high + 1e-6 * abs(t)).all()


def statistic_t(values):
    difference = values[0] - values[1]
    spread = difference.std(ddof=1)
    return difference.mean() / spread * np.sqrt(len(difference)) if spread else np.inf * np.sign(difference.mean())


@pytest.mark.parametrize("test", ["sign", "friedman", "rank-sum", "kruskal-wallis"])
def test_tests_of_ranks_do_not_depend_on_the_transformation(test):
    random = np.random.default_rng(1)
    table = {name: random.random(12).tolist() for name in "ABC"}
    found = iv.meaningful(iv.read_scores(table, scale="ordinal"), f"A significantly better than B by {test}")
    assert found.meaningful.holds is True
    own = iv.meaningful(
        iv.read_scores(table, scale="ordinal", topic_scale="own"), f"A significantly better than B by {test}", draws=0
    )
    assert (own.meaningful.holds is True) == (test in ("sign", "friedman"))
    for _ in range(5):
        steps = np.cumsum(10.0 ** random.uniform(-2, 2, 36))
        values = np.array(list(table.values()))
        ranks = np.argsort(np.argsort(values.ravel())).reshape(values.shape)
        moved = dict(zip("ABC", steps[ranks].tolist(), strict=True))
        again = iv.meaningful(iv.read_scores(moved, scale="ordinal"), f"A significantly better than B by {test}")
        assert again.sides[0] == pytest.approx(found.sides[0], rel=1e-9)


@pytest.mark.parametrize("test", ["signed-rank", "anova2", "anova1", "randomisation", "bootstrap"])
def test_a_flip_of_other_tests_is_looked_for_and_found(test):
    random = np.random.default_rng(4)
    base = np.concatenate([random.random(14) / 2, 0.8 + random.random(6) / 10])
    ahead = np.concatenate([0.2 + random.random(14) / 10, -0.01 - random.random(6) / 100])  # B leads among high scores
    table = {"A": (base + ahead).tolist(), "B": base.tolist()}
    said = f"A significantly better than B by {test}"
    found = iv.meaningful(iv.read_scores(table, scale="ordinal"), said, tries=600, draws=3)
    assert found.meaningful.holds is False
    assert ("tried flips it" in found.meaningful.why) == (test in ("anova1", "bootstrap"))
    scores = np.array(list(table.values()))
    moved = found.flip.change.apply(scores)
    again = iv.meaningful(iv.read_scores({"A": moved[0], "B": moved[1]}, scale="interval"), said)
    assert again.truth != found.truth
    assert again.meaningful  # on an interval scale none of them depends on the transformation


def test_what_is_not_found_is_not_decided():
    table = {"A": [1.0, 2.0, 3.0], "B": [2.0, 1.0, 3.5]}
    found = iv.meaningful(
        iv.read_scores(table, scale="ordinal"), "A significantly better than B by bootstrap", tries=50, draws=5
    )
    assert found.meaningful.holds is None
    assert found.meaningful.cases == 50
    assert "not a proof" in found.meaningful.why
    assert found.kept == {"power": 1.0, "logarithm": 1.0, "logit": 1.0, "spline": 1.0}


def test_how_many_transformations_keep_a_statement():
    """Against the definition: powers of scores between 0 and 1."""
    table = iv.read_scores({"A": [0.0, 1.0], "B": [0.6, 0.6]}, scale="ordinal")
    found = iv.meaningful(table, "mean(A) < mean(B)", draws=400)
    powers = 8.0 ** (2 * (np.arange(400) + 0.5) / 400 - 1)
    assert found.kept["power"] == np.mean(0.6**powers > 0.5)
    assert found.share_kept == pytest.approx(np.mean(list(found.kept.values())))
    assert iv.meaningful(table, "mean(A) < mean(B)", draws=400).kept == found.kept
    other = iv.meaningful(table, "mean(A) < mean(B)", draws=400, seed=1)
    assert other.kept["spline"] != found.kept["spline"]


def test_correlations():
    qrels = {str(t): {"a": 1, "b": 1} for t in range(6)}
    random = np.random.default_rng(2)
    runs = {
        s: {str(t): {d: float(x) for d, x in zip("abxyz", random.random(5), strict=True)} for t in range(6)}
        for s in "ABCD"
    }
    table = iv.evaluate(qrels, runs, ["AP", "RR@3"])
    by_topic = iv.meaningful(table, "tau(AP, RR@3, 0) > 0")
    assert by_topic.meaningful.holds is True
    assert "order of scores" in by_topic.meaningful.why
    overall = iv.meaningful(table, "tau(AP, RR@3) > 0.9", draws=5)
    assert overall.meaningful.holds is False
    assert overall.flip.measure in ("AP", "RR@3")
    assert "RR@3, an ordinal scale" in overall.other
    means = iv.meaningful(table, "tau(AP, RR@3) > 0.9", scale="interval", topic_scale="shared")
    assert means.meaningful.holds is True
    systems = iv.meaningful(table, "pearson(A, B) > 0.9", measure="RR@3", scale="interval", topic_scale="shared")
    assert systems.meaningful.holds is True
    ordinal = iv.meaningful(table, "pearson(A, B) > 0.9", measure="RR@3", scale="ordinal", draws=5)
    assert ordinal.meaningful.holds is not True


def test_a_number_moves_with_the_scale():
    table = {"A": [1, 2, 3], "B": [2, 2, 2]}
    assert iv.meaningful(iv.read_scores(table, scale="ordinal"), "median(A) = 2").meaningful
    assert not iv.meaningful(iv.read_scores(table, scale="ordinal"), "mean(A) = 2").meaningful
    assert iv.meaningful(iv.read_scores(table, scale="interval"), "mean(A) = 2").meaningful
    assert not iv.meaningful(iv.read_scores(table, scale="interval"), "mean(A) = 2 * mean(B)").meaningful


def test_permissible_is_what_the_scale_says():
    from intervale.statements.scores import scores_of
    from intervale.statements.transformations import Affine, ByTopic, Jump, Relabelled

    table = iv.read_scores({"A": [1.0, 2.0], "B": [3.0, 1.0]}, scale="interval")
    by_topic = ByTopic(((0, "1", Affine(2.0)),))
    allowed = {
        "nominal": [Relabelled((1.0, 2.0, 3.0), (5.0, 4.0, 9.0)), Jump(2.0, 1.0), Affine(2.0, 1.0), Affine(2.0)],
        "ordinal": [Jump(2.0, 1.0), Affine(2.0, 1.0), Affine(2.0)],
        "interval": [Affine(2.0, 1.0), Affine(2.0)],
        "ratio": [Affine(2.0)],
    }
    for level, some in allowed.items():
        shared, own = (scores_of(table, None, level, topics) for topics in ("shared", "own"))
        for change in allowed["nominal"]:
            assert is_permissible(change, shared) == (change in some), (level, change)
        assert not is_permissible(by_topic, shared)
        assert is_permissible(by_topic, own)
    assert not is_permissible(Affine(-1.0), scores_of(table, None, "interval", None))


@pytest.mark.parametrize(
    ("said", "table", "options", "words"),
    [
        ("mean(A) >", {"A": [1]}, {"scale": "ordinal"}, "found the end"),
        ("middle(A) > mean(B)", {"A": [1]}, {"scale": "ordinal"}, "one of: mean"),
        ("mean(A) > mean(C)", {"A": [1], "B": [2]}, {"scale": "ordinal"}, "unknown system 'C'"),
        ("score(A, 9) > 1", {"A": [1]}, {"scale": "ordinal"}, "unknown topic '9'"),
        ("mean(A) > mean(B)", {"A": [1], "B": [2]}, {"scale": "cardinal"}, "one of: nominal"),
        ("gmean(A) > gmean(B)", {"A": [0, 1], "B": [2, 2]}, {"scale": "ratio"}, "scores above 0"),
        ("mode(A) = 1", {"A": [1, 2]}, {"scale": "nominal"}, "most frequent"),
        ("mean(A) / mean(B) > 1", {"A": [1], "B": [0]}, {"scale": "ratio"}, "division by zero"),
        ("A significantly better than B by magic", {"A": [1, 2], "B": [2, 3]}, {"scale": "ratio"}, "is unknown"),
        ("A significantly better than A by t", {"A": [1, 2], "B": [2, 3]}, {"scale": "ratio"}, "are the same"),
        ("quantile(A) > 1", {"A": [1, 2]}, {"scale": "ordinal"}, "needs a share"),
        ("quantile(A, 2) > 1", {"A": [1, 2]}, {"scale": "ordinal"}, "from 0 to 1"),
        ("mean(A) > mean(B) now", {"A": [1], "B": [2]}, {"scale": "ratio"}, "unexpected 'now'"),
        ("", {"A": [1]}, {"scale": "ratio"}, "found the end"),
    ],
)
def test_bad_statements_get_one_sentence(said, table, options, words):
    with pytest.raises(OptionError) as caught:
        iv.meaningful(iv.read_scores(table, **options), said)
    assert words in str(caught.value)
    assert "\n" not in str(caught.value)


def test_scores_of_an_unknown_scale_are_at_least_ordinal():
    found = iv.meaningful(iv.read_scores({"A": [1], "B": [2]}), "mean(A) > mean(B)")
    assert (found.scale, found.richer, found.shared) == ("ordinal", None, None)
    assert found.why_scale.startswith("whether its values are equally spaced is not known")


def test_what_depends_on_whether_topics_share_a_scale_is_not_decided_where_that_is_not_known():
    scores, said = {"A": [0.9, 0.1], "B": [0.2, 0.3]}, "mean(A) > mean(B)"
    verdicts = [
        iv.meaningful(iv.read_scores(scores, scale="interval", topic_scale=topics), said).meaningful.holds
        for topics in ("shared", "own")
    ]
    assert verdicts == [True, False]
    found = iv.meaningful(iv.read_scores(scores), said)
    assert (found.meaningful.holds, found.topic_scale) == (None, None)
    assert "an interval scale that topics share it is; it is not known which scale this is" in found.meaningful.why
    assert "whether topics share it is not known" in repr(found)
    assert iv.meaningful(iv.read_scores(scores), said, scale="interval").meaningful.holds is True
    assert iv.meaningful(iv.read_scores(scores), said, scale="interval", topic_scale="own").meaningful.holds is False
    assert iv.meaningful(iv.read_scores(scores), said, scale="ordinal").meaningful.holds is False
    ahead = iv.read_scores({"A": [0.9, 0.4], "B": [0.2, 0.3]})
    assert iv.meaningful(ahead, said).meaningful.holds is True


@pytest.mark.parametrize("said", ["0 > (0 - mean(A))", "(0 - mean(A)) < 0", "mean(A) - 0 > 0", "0 < mean(A)"])
def test_a_number_stands_to_the_right(said):
    from intervale.statements import parse_statement

    statement = parse_statement(said)
    assert str(statement) == "mean(A) > 0"
    assert parse_statement(str(statement)) == statement


def test_what_is_no_number_is_no_score():
    with pytest.raises(InputError, match=r"system A, topic 1: expected a score, found 'x'") as caught:
        iv.read_scores({"A": ["x"], "B": [2]}, scale="ratio")
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    "said",
    [
        "mean(A) > mean(B)",
        "median(A) <= 0.5",
        "quantile(A, 0.25) != quantile(B, 0.75)",
        "mean(A) / mean(B) >= 2",
        "(mean(A) - mean(B)) / (mean(C) - mean(D)) = 1/3",
        "score(A, 401) < 2 * score(B, 402)",
        'mean("run 1") > mean("it\\"s")',
        "tau(AP, nDCG@10) > 0.9",
        "pearson(A, B, 401) < 0",
        "A significantly better than B by t",
        "A significantly different from B by signed-rank",
        "significant(anova2) > 100",
    ],
)
def test_statements_print_as_they_are_read(said):
    from intervale.statements import parse_statement

    read = parse_statement(said)
    assert parse_statement(str(read)) == read
    assert said == str(read) or "1/3" in said


def test_the_python_twin_makes_the_same_statements():
    from intervale import statements as st

    pairs = {
        "mean(A) > mean(B)": st.mean("A") > st.mean("B"),
        "gmean(A)/hmean(B) <= 2": st.gmean("A") / st.hmean("B") <= 2,
        "(max(A) - min(A)) / (max(B) - min(B)) > 1": (st.largest("A") - st.smallest("A"))
        / (st.largest("B") - st.smallest("B"))
        > 1,
        "mean(A) < 2 * median(B)": st.mean("A") < 2 * st.median("B"),
        "2 * mean(A) > 3 * mean(B)": st.mean("A") * 2 > st.mean("B") * 3,
        "mean(A) / 2 > 1": st.mean("A") / 2 > 1,
        "1 < 2 * mean(A)": 2 * st.mean("A") > 1,
        "0 < mean(A) - mean(B)": st.mean("A") - st.mean("B") > 0,
        "mean(A) - min(A) > max(B) - mean(B)": st.mean("A") - st.smallest("A") > st.largest("B") - st.mean("B"),
        "mode(A) = 3": st.mode("A").equals(3),
        "mean(A) - mean(B) != 0": (st.mean("A") - st.mean("B")).differs(0),
        "quantile(A, 0.1) >= score(B, 7)": st.quantile("A", 0.1) >= st.score("B", "7"),
        "B > A on topic 3": st.score("B", "3") > st.score("A", "3"),
    }
    some = iv.read_scores({"A": [1, 2, 3, 3], "B": [3, 3, 4, 3, 4, 3, 5, 6]}, scale="ratio")
    for said, made in pairs.items():
        assert st.parse_statement(said) == made
        assert iv.meaningful(some, made).truth in (True, False)
    for part in (st.mean("A"), st.mean("A") > st.mean("B")):
        with pytest.raises(OptionError, match="pass it to meaningful"):
            bool(part)
    with pytest.raises(OptionError, match="equals"):
        iv.meaningful(iv.read_scores({"A": [1], "B": [2]}, scale="ratio"), st.mean("A") == st.mean("B"))


def test_differences_against_all_increasing_maps():
    maps = increasing_maps(4, 12)
    for a, b, c, d in product(range(4), repeat=4):
        said = "score(s, a) - score(s, b) > score(s, c) - score(s, d)"
        table = {"s": {"a": a, "b": b, "c": c, "d": d}}
        truths = set((maps[:, a] - maps[:, b] > maps[:, c] - maps[:, d]).tolist())
        found = iv.meaningful(iv.read_scores(table, scale="ordinal"), said, **QUICK)
        assert found.meaningful.holds is (len(truths) == 1), (a, b, c, d)
    assert iv.meaningful(iv.read_scores(table, scale="interval"), said).meaningful


def test_mixed_statistics_and_other_topics_against_maps():
    """Means beside medians, systems with other numbers of scores, plain numbers."""
    maps = increasing_maps(4, 20)
    random = np.random.default_rng(9)
    for _ in range(60):
        a, b = random.integers(4, size=3).tolist(), random.integers(4, size=4).tolist()
        whole = iv.read_scores({"A": a, "B": b, "all": [0, 1, 2, 3]}, scale="ordinal")
        for said, left, right in (
            ("mean(A) > median(B)", statistic("mean", maps[:, a]) * 4, statistic("median", maps[:, b]) * 3),
            ("mean(A) > mean(B)", statistic("mean", maps[:, a]) * 4, statistic("mean", maps[:, b]) * 3),
            ("median(A) > 2", statistic("median", maps[:, a]), maps[:, 2] * 12),
        ):
            if said.startswith("mean(A) > median"):
                left = maps[:, a].sum(axis=1) * 4
                right = np.rint(np.median(maps[:, b], axis=1) * 12).astype(int)
            truths = set((left > right).tolist())
            found = iv.meaningful(whole, said, **QUICK)
            assert found.meaningful.holds is (len(truths) == 1), (said, a, b)


def test_topics_that_one_system_lacks():
    table = {"A": {"1": 3, "2": 2}, "B": {"1": 2, "2": 1, "3": 1}}
    shared = iv.meaningful(iv.read_scores(table, scale="ordinal"), "mean(A) > mean(B)")
    assert shared.meaningful  # from every value on A has the larger share
    own = iv.meaningful(iv.read_scores(table, scale="ordinal", topic_scale="own"), "mean(A) > mean(B)")
    assert own.meaningful.holds is False
    assert "topic 3" in str(own.flip)
    table |= {"C": {"4": 1}}  # of A and B nobody has topic 4
    labels = iv.meaningful(
        iv.read_scores(table, scale="nominal", topic_scale="own"), "mean(A) > mean(B)", tries=60, draws=2
    )
    assert labels.meaningful.holds is False


def test_ratio_scales_of_topics():
    table = iv.read_scores({"A": [1, 4, 3], "B": [2, 1, 3.5]}, scale="ratio", topic_scale="own")
    for said in ("gmean(A) > gmean(B)", "gmean(A) > 2 * gmean(B)", "gmean(A) / gmean(B) > 0.5"):
        assert iv.meaningful(table, said).meaningful.holds is True
    assert iv.meaningful(table, "mean(A) > mean(B)", draws=0).meaningful.holds is False
    zero, one = (iv.read_scores({"A": [x, 1], "B": [1, 5]}, scale="ratio", topic_scale="own") for x in (0, 1))
    assert iv.meaningful(zero, "score(A, 1) > score(B, 2)").meaningful
    apart = iv.meaningful(one, "score(A, 1) > score(B, 2)")
    assert apart.meaningful.holds is False


def test_rounding_is_no_flip():
    """Pearson's correlation of three numbers in this order comes as near to 1/2 as one likes, and never reaches it."""
    found = iv.meaningful(
        iv.read_scores({"A": [1, 3, 2], "B": [0, 2.5, 1.5]}, scale="ordinal"), "pearson(A, B) > 0.5", tries=3000
    )
    assert found.meaningful.holds is not False
    big = {"A": [1e8, 1e8 + 2], "B": [1e8 + 1, 1e8 + 1]}
    assert iv.meaningful(iv.read_scores(big, scale="interval"), "gmean(A) = gmean(B)").meaningful.holds is not True
    ratio = iv.meaningful(iv.read_scores({"A": [3, 4], "B": [1, 1]}, scale="interval"), "mean(A) / mean(B) > 2")
    assert abs(ratio.flip.left - 2) > 0.1


def test_extremes_where_one_is_behind_everywhere():
    table = {"A": [1] * 15 + [2] * 5, "B": [3] * 20}
    for said in ("A significantly different from B by t", "B significantly different from A by t"):
        assert iv.meaningful(iv.read_scores(table, scale="ordinal"), said).meaningful.holds is True
    never = iv.meaningful(iv.read_scores(table, scale="ordinal"), "A significantly better than B by signed-rank")
    assert never.meaningful.holds is True
    assert "ahead on no topic" in never.meaningful.why
    strict = {"A": np.r_[np.arange(39.0) + np.arange(1, 40), 36.0], "B": np.arange(40.0)}
    found = iv.meaningful(
        iv.read_scores(strict, scale="ordinal", topic_scale="own"), "A significantly better than B by t", alpha=1e-17
    )
    assert found.meaningful.holds is False


@pytest.mark.parametrize("said", ["significant(t) > 0", "A significantly better than B by signed-rank"])
def test_equal_scores(said):
    same = iv.read_scores({"A": [2, 2, 2], "B": [2, 2, 2]}, scale="ordinal")
    assert iv.meaningful(same, said, draws=2).truth is False


def test_a_flip_can_be_applied():
    wine = {"X": [6, 6, 12, 17, 32], "Y": [3, 3, 3, 12, 50]}
    flip = iv.meaningful(iv.read_scores(wine, scale="ordinal"), "mean(X) > mean(Y)").flip
    assert flip([3, 50]).tolist() == [3, 55]
    own = iv.meaningful(iv.read_scores(wine, scale="ordinal", topic_scale="own"), "mean(X) > mean(Y)").flip
    moved = own(np.array(list(wine.values())))
    assert moved.mean(axis=1).tolist() == pytest.approx([own.left, own.right])
    with pytest.raises(OptionError, match="systems × topics"):
        own([1.0, 2.0])


def test_means_of_all_kinds_on_a_ratio_scale():
    table = {"A": [1, 2, 9], "B": [3, 3, 4]}
    for said in ("gmean(A) > mean(B)", "hmean(A) < median(B)", "mean(A) > gmean(A)"):
        assert iv.meaningful(iv.read_scores(table, scale="ratio"), said).meaningful.holds is True


def test_scores_between_bounds_may_leave_the_truth_open():
    """RBP at 60 is enclosed: a comparison of means is open where they are nearer than what scores can be off."""
    from dataclasses import replace

    qrels = {str(t): {"a": 1, "b": 1} for t in range(3)}
    runs = {
        "A": {str(t): {"a": 3.0, "x": 2.0, "b": 1.0} for t in range(3)},
        "B": {str(t): {"a": 3.0, "x": 2.0, "y": 1.0} for t in range(3)},
    }
    table = iv.evaluate(qrels, runs, ["interval(RBP(p=0.8)@60)"])
    assert table.errors is not None
    clear = iv.meaningful(table, "mean(A) > mean(B)")
    assert (clear.truth, clear.opened) == (True, False)
    gap = abs(clear.sides[0] - clear.sides[1])
    wide = replace(table, errors=np.full_like(table.errors, 0.6 * gap), order=None)
    assert iv.meaningful(wide, "mean(A) > mean(B)").opened is True
    assert iv.meaningful(wide, "max(A) > 0.5").opened is False  # it is 0.1612, off by 0.0757 at most
    assert iv.meaningful(wide, "max(A) > 0.15").opened is True
    assert iv.meaningful(wide, "A significantly better than B by sign").opened is None
    assert iv.meaningful(iv.evaluate(qrels, runs, ["P@2"]), "mean(A) > mean(B)").opened is False


def test_why_neither_side_dominates_names_values():
    """At the first value the left side has the larger share of its topics, at the second the right side has."""
    scores = iv.read_scores({"A": [1, 0.5, 0.2], "B": [0.5, 0.5, 0.5]}, scale="ordinal")
    means = iv.meaningful(scores, "mean(A) > mean(B)", **QUICK)
    assert means.meaningful.why.endswith("dominates: A has more of its topics at 1 or above, B at 0.5 or above")
    other = iv.meaningful(scores, "mean(A) > median(B)", **QUICK)
    assert other.meaningful.why.endswith("left side has more weight at 1 or above, the right side at 0.5 or above")
