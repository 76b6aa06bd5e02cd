"""Systems compared without a measure, against the orders run by run; and evidence, against its definition."""

from itertools import combinations, product

import numpy as np
import pytest

import intervale as iv
from intervale.errors import MeasureError, OptionError
from intervale.measures.catalogue import CATALOGUE
from intervale.orders.systems import SYSTEM_ORDERS
from intervale.statements.evidence import RESTS_ON

SPAN = 6


def made_up(profiles, grades):
    """An evaluation of runs with the grades of some profiles, ``profiles[s][t]``. Documents without a grade are not
    judged.
    """
    topics = [f"t{t}" for t in range(len(profiles[0]))]
    pool = {t: {f"d{g}-{n}": g for g in range(1, grades + 1) for n in range(SPAN)} for t in topics}
    runs = {}
    for s, row in enumerate(profiles):
        runs[f"s{s}"] = {}
        for topic, profile in zip(topics, row, strict=True):
            used = dict.fromkeys(range(grades + 1), 0)
            documents = []
            for n, grade in enumerate(profile):
                documents.append(f"d{grade}-{used[grade]}" if grade else f"x{n}")
                used[grade] += 1
            runs[f"s{s}"][topic] = {d: float(len(documents) - n) for n, d in enumerate(documents)}
    return iv.evaluate(pool, runs)


@pytest.mark.parametrize("order", SYSTEM_ORDERS)
@pytest.mark.parametrize(("length", "grades"), [(4, 1), (5, 1), (3, 2), (2, 3)])
def test_every_pair_of_runs_as_the_order_says(order, length, grades):
    """All runs of a space as systems with one topic, against ``leq`` run by run."""
    space = list(iv.RunSpace(length, grades))
    chosen = iv.order(order)
    found = iv.dominance(made_up([[run] for run in space], grades), order=order)
    for (a, r), (b, s) in product(enumerate(space), repeat=2):
        if order == "set-replacement":
            r, s = (tuple(sorted(run, reverse=True)) for run in (r, s))
        assert found.found[0, a, b] == chosen.leq(s, r), (r, s)
    assert found.poset().size == len(found.classes)


@pytest.mark.parametrize("order", ["rank-swap", "set-replacement"])
def test_measures_that_disagree_do(order):
    """For every pair that is not comparable two precisions are named that order it differently, as evaluated."""
    space = list(iv.RunSpace(4, 2))
    judged = made_up([[run] for run in space[::2]], 2)
    found = iv.dominance(judged, order=order)
    names = found.systems
    seen = 0
    for a, b in combinations(range(len(names)), 2):
        pair = found.pair(names[a], names[b])
        assert len(pair.better) + len(pair.worse) + len(pair.same) + len(pair.incomparable) == 1
        assert len(pair.disagreements) == len(pair.incomparable)
        for one in pair.disagreements[:1] if (a + b) % 7 == 0 else ():
            table = judged.score([one.first, one.second])
            first, second = (table.matrix(measure)[[a, b], 0] for measure in (one.first, one.second))
            assert tuple(first) == pytest.approx(one.first_values)
            assert tuple(second) == pytest.approx(one.second_values)
            assert first[0] > first[1]
            assert second[0] < second[1]
            seen += 1
    assert seen > (10 if order == "rank-swap" else 0)


def test_what_is_said_of_a_pair():
    best, better, other, worse = (1, 1, 0), (1, 0, 1), (0, 1, 1), (0, 0, 1)
    rows = {
        "all topics": ([best, better], [better, better]),
        "all comparable topics": ([best, (1, 0, 0)], [better, other]),
        "not at all": ([best, worse], [better, best]),
        "the same": ([best, worse], [best, worse]),
    }
    for word, (a, b) in rows.items():
        pair = iv.dominance(made_up([a, b], 1)).pair("s0", "s1")
        assert pair.dominates == word
    found = iv.dominance(made_up([[best], [better], [worse]], 1))
    assert found.counts() | {"pairs": 3} == found.counts()
    assert found.counts()["all topics"] == 3
    assert (found.poset().height, found.twins()) == (2, [[0], [1], [2]])


def test_missing_topics_are_counted_or_left_out():
    qrels = {"1": {"a": 1}, "2": {"a": 1}}
    runs = {"A": {"1": {"a": 1.0}, "2": {"x": 1.0}}, "B": {"1": {"x": 1.0}}}
    assert iv.dominance(iv.evaluate(qrels, runs)).pair("A", "B").same == ("2",)
    left_out = iv.dominance(iv.evaluate(qrels, runs, missing="drop"))
    assert left_out.pair("A", "B").dominates == "all topics"
    assert left_out.pair("A", "B").same == ()
    with pytest.raises(OptionError, match="missing='zero'"):
        left_out.poset()
    apart = iv.dominance(iv.evaluate(qrels, {"A": {"1": {"a": 1.0}}, "B": {"2": {"a": 1.0}}}, missing="drop"))
    assert apart.pair("A", "B").dominates == "no topic in common"
    assert apart.counts()["no topic in common"] == 1


def test_what_is_said_where_topics_are_left_out():
    """Dominance looks at common topics, a mean does not: the first does not settle the second."""
    qrels = {str(t): {"a": 1, "b": 1} for t in range(3)}
    runs = {
        "A": {"0": {"a": 2.0, "x": 1.0}, "1": {"x": 1.0}, "2": {"x": 1.0}},
        "B": {"0": {"x": 2.0, "a": 1.0}},
    }
    found = iv.evidence(iv.evaluate(qrels, runs, ["P@1", "RR", "AP"], missing="drop"))
    assert all(one.counts()["any sensible measure agrees"] == 0 for one in found.measures.values())
    assert iv.evidence(iv.evaluate(qrels, runs, ["RR"])).measures["RR"].counts()["any sensible measure agrees"] == 1


def test_grades_that_are_not_whole_have_no_precision():
    judged = iv.evaluate(
        {"1": {"a": 0.5, "b": 2.5}},
        {"A": {"1": {"a": 3.0, "x": 2.0, "b": 1.0}}, "B": {"1": {"x": 3.0, "b": 2.0, "y": 1.0}}},
    )
    pair = iv.dominance(judged).pair("A", "B")
    assert (pair.incomparable, pair.disagreements) == (("1",), ())


def test_bad_options_get_one_sentence():
    qrels, runs = {"1": {"a": 1}}, {"A": {"1": {"a": 1.0}}, "B": {"1": {"a": 1.0}}}
    judged = iv.evaluate(qrels, runs)
    with pytest.raises(OptionError, match="one of the orders"):
        iv.dominance(judged, order="rank-total")
    with pytest.raises(TypeError, match="tie"):
        iv.evaluate(qrels, runs, tie="trec")
    with pytest.raises(OptionError, match="missing"):
        iv.evaluate(qrels, runs, missing="no")
    with pytest.raises(OptionError, match="a comparison needs two"):
        iv.dominance(judged.subset(systems=["A"]))
    with pytest.raises(OptionError, match="needs judged runs"):
        iv.dominance(iv.read_scores({"A": [1], "B": [2]}))


def test_grounds_by_their_definitions():
    """Random evaluations: each pair has the strongest rests_on that holds, looked at one by one."""
    random = np.random.default_rng(8)
    space = list(iv.RunSpace(3, 1))
    for _ in range(30):
        profiles = [[space[n] for n in random.integers(len(space), size=3)] for _ in range(4)]
        judged = made_up(profiles, 1)
        table = judged.score(["RR@3", "interval(RR@3)", "P@3", "AP@3"])
        found = iv.evidence(table)
        swap = iv.order("rank-swap")
        for name, one in found.measures.items():
            scores = table.matrix(name)
            for a, b in product(range(4), repeat=2):
                if scores[a].mean() <= scores[b].mean() + 1e-12:
                    assert one.rests_on[a, b] == -1
                    continue
                said = f"mean(s{a}) > mean(s{b})"
                by_topic = iv.meaningful(
                    table, said, measure=name, scale="ordinal", topic_scale="own", tries=1, draws=0
                )
                shared = iv.meaningful(table, said, measure=name, scale="ordinal", topic_scale="shared", draws=0)
                if all(swap.leq(s, r) for r, s in zip(profiles[a], profiles[b], strict=True)):
                    wanted = 0
                elif by_topic.meaningful:
                    wanted = 1
                elif shared.meaningful and name != "AP@3":  # depends on the judgments of a topic
                    wanted = 2
                elif name == "P@3":
                    wanted = 3
                elif name == "RR@3":
                    form = table.matrix("interval(RR@3)").mean(axis=1)
                    wanted = 3 if form[a] > form[b] + 1e-12 else 4
                else:
                    wanted = 4
                assert one.rests_on[a, b] == wanted, (name, profiles[a], profiles[b])
        assert all(sum(one.counts().values()) == 6 for one in found.measures.values())
        assert [RESTS_ON.index(claim.rests_on) for claim in found.measures["RR@3"].claims()] == sorted(
            RESTS_ON.index(claim.rests_on) for claim in found.measures["RR@3"].claims()
        )


# ------------------------------------------------------------ TREC-8


@pytest.fixture(scope="module")
def trec8(shared_data):
    folder = shared_data("trec8-adhoc")
    runs = sorted((folder / "runs").iterdir())
    return iv.evaluate(folder / "qrels.trec8.txt", runs, ties="trec9")


@pytest.fixture(scope="module")
def whole(trec8):
    return iv.dominance(trec8)


def satisfying():
    """Measures of the catalogue that satisfy Replacement and Swap, by what their axioms say on small runs."""
    found = []
    for name in CATALOGUE:
        for text in ["IPrec@0.2"] if name == "IPrec" else [f"{name}@5", name]:
            try:
                axioms = iv.axioms(text, length=5)
            except (MeasureError, OptionError):
                continue
            if axioms["replacement"].holds and axioms["swap"].holds:
                found.append(text)
            break
    return found


def test_measures_with_both_axioms_agree_on_all_comparable_runs(trec8, whole):
    """All pairs of 129 systems on 50 topics: 412,800 comparisons. It fails if an order or a measure is wrong."""
    texts = satisfying()
    assert {"AP@5", "P@5", "RR@5", "nDCG@5", "RBP@5", "ERR@5", "DCG@5"} <= set(texts)
    deeper = [text.replace("@5", f"@{k}") for text in texts if "@5" in text for k in (10, 100, 1000)]
    deeper.remove("RBTO@1000")  # 2^1000, more than floats hold
    table = trec8.score([*dict.fromkeys([*texts, *deeper])])
    above = whole.found.transpose(1, 2, 0)
    for name in table.names:
        scores = table.matrix(name)
        noise = 1e-12 * max(1.0, np.abs(scores).max())
        broken = above & (scores[:, None] < scores[None] - noise)
        assert not broken.any(), (name, np.argwhere(broken)[:3])
    turned = above & (-scores[:, None] < -scores[None] - noise)
    assert turned.any()  # a measure that prefers the worse run is found out


def test_the_orders_on_trec_8(trec8, whole):
    """A sample of pairs and topics against ``leq`` on the dense runs; and how many are settled."""
    grades = trec8.judged.grades
    random = np.random.default_rng(0)
    for order in SYSTEM_ORDERS:
        found, chosen = iv.dominance(trec8, order=order), iv.order(order)
        a, b, t = (random.integers(n, size=400) for n in (129, 129, 50))
        mine, other = grades[a, t], grades[b, t]
        if order == "set-replacement":
            mine, other = -np.sort(-mine, axis=1), -np.sort(-other, axis=1)
        assert (found.found[t, a, b] == chosen.leq(other, mine)).all()
    counts = whole.counts()
    assert counts["pairs"] == 8256
    assert counts["comparisons"] == 412_800
    assert sum(counts[key] for key in ("all topics", "all comparable topics", "not at all", "the same")) == 8256
