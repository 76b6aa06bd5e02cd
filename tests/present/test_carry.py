"""Leaderboard, pair panel and terminal agree: what the page carries against the document of ``compare``, on random
tables; tests/browser does the same for some of them in a real browser.
"""

import numpy as np
import pytest

import intervale as iv
from intervale.present.comparison_document import comparison_document
from intervale.present.page.carry import carried
from intervale.present.page.gather import Gathered
from intervale.present.page.packed import packed, packed_scores
from intervale.present.wording import pair_of
from tests.present.page_data import pairs_of, scores_of, sentence_of, unpacked
from tests.sizes import MORE

pytest.importorskip("jinja2", reason="needs the extra report")
TABLES = 1000 if MORE else 100


def random_evaluation(seed):
    """A few systems on a few topics: graded or binary, with ties, with topics left out, or scores alone."""
    random = np.random.default_rng(seed)
    systems, topics = int(random.integers(2, 7)), int(random.integers(2, 12))
    names = [f"S{n}" for n in range(systems)]
    if seed % 4 == 0:
        kinds = [random.random((systems, topics)), random.integers(0, 3, (systems, topics)) / 2]
        scores = dict(zip(names, kinds[seed // 4 % 2].tolist(), strict=True))
        level = ("ordinal", "interval")[seed // 8 % 2]
        return iv.read_scores(scores, measure="points", scale=level)
    top = 1 + seed % 2
    qrels = {f"t{t}": {f"d{n}": int(random.integers(0, top + 1)) for n in range(6)} | {"d0": 1} for t in range(topics)}
    runs = {
        name: {
            t: {f"d{n}": float(random.random()) for n in random.permutation(8)[:4]}
            for t in qrels
            if random.random() < 0.9 or t in ("t0", "t1")
        }
        for name in names
    }
    missing = "drop" if seed % 8 == 1 else "zero"
    return iv.evaluate(qrels, runs, ["RR@3", "P@2", "nDCG@3"], interval=seed % 3 > 0, missing=missing)


def gathered(evaluation, baseline=()):
    """What a page is made of, with the test that its sentences rest on."""
    comparison = iv.compare(evaluation, tests=["t"], baseline=baseline)
    cards, sentences = (), {}
    said = iv.evidence(evaluation)
    return Gathered("", evaluation, comparison, said, None, cards, evaluation.grades or 1, sentences)


@pytest.mark.parametrize("block", range(10))
def test_page_and_terminal_never_disagree(block):
    for seed in range(block * TABLES // 10, (block + 1) * TABLES // 10):
        evaluation = random_evaluation(seed)
        baseline = evaluation.systems[0] if seed % 5 == 0 and len(evaluation.systems) > 2 else ()
        found = gathered(evaluation, baseline)
        data, document = carried(found), comparison_document(found.comparison, pairs=True)
        for n, name in enumerate(found.evidence.measures):
            check_board(data, n, document["measures"][name])
            check_pairs(found, data, n, name, document["measures"][name])


def check_board(data, n, document):
    column = data["columns"][data["measures"][n]["column"]]
    means = [document["means"][system] for system in data["systems"]]
    assert column["mean"].split() == ["?" if mean is None else f"{mean:.4f}" for mean in means]
    assert [data["systems"][s] for s in column["ranking"]] == list(document["means"])
    best = document["may_be_best"]
    possible = data["measures"][n]["possible"]
    assert (possible is None) == (best is None)
    if best is not None:
        assert {system for system, yes in zip(data["systems"], possible, strict=True) if yes == "1"} == set(best)


def check_pairs(found, data, n, name, document):
    """Every pair of the family: its numbers, its sentence, and what the page counts."""
    shown, scores = pairs_of(data, n), scores_of(data, n)
    decisions = document["tests"]["t"]["decisions"]
    tested = {pair for pair, one in shown.items() if not data["sentences"][one["case"]].startswith("Not tested:")}
    assert len(tested) == len(decisions)
    assert len(shown) == len(data["systems"]) * (len(data["systems"]) - 1) // 2
    compared, said = found.comparison.measures[name], found.evidence.measures[name]
    for one in decisions:
        a, b = one["a"], one["b"]
        turned = (a, b) not in shown
        pair = shown[(b, a) if turned else (a, b)]
        sign = -1 if turned else 1
        x, y = (scores[data["systems"].index(system)] for system in (a, b))
        if one["difference"] is not None:
            assert float(pair["difference"]) == pytest.approx(sign * one["difference"], abs=6e-5, rel=0.06)
        wins, ties, losses = int((x > y).sum()), int((x == y).sum()), int((x < y).sum())
        assert (wins, ties, losses) == (one["wins"], one["ties"], one["losses"])
        if one["p"] is not None:
            assert pair["p"] == ("<0.0001" if one["p"] < 0.0001 else f"{one['p']:.2g}")
            assert pair["alone"] == ("<0.0001" if one["p_alone"] < 0.0001 else f"{one['p_alone']:.2g}")
        larger, smaller = (b, a) if turned else (a, b)
        systems = (data["systems"].index(larger), data["systems"].index(smaller))
        python = pair_of(compared, said, "t", *systems, found.comparison.alpha)
        known = int((~np.isnan(x) & ~np.isnan(y)).sum())
        assert sentence_of(data, n, larger, smaller, pair, known) == str(python)
        assert (pair["case"][0] == "a") == (one["significant"] and str(python.chance) == "clear")
        check_states(pair["states"], found, said, compared, *systems, one["open"])


def check_states(states, found, said, compared, a, b, opened):
    """The checks of a pair, the larger mean first: yes, no and not known, from the library's own answers."""
    wins, _, losses = compared.wins(a, b)
    larger, equal = said.means.larger[a, b], said.means.equal[a, b]
    if equal:
        return
    assert states["mean"] == ("y" if larger else "u")
    assert states["topics"] == ("u" if not wins + losses else "y" if not losses else "n")
    if said.form is not None and said.scale.level != "interval":
        on_form = "y" if said.form.larger[a, b] else "n" if said.form.larger[b, a] or said.form.equal[a, b] else "u"
        assert states["equal"] == on_form
    strongest = 0 <= said.rests_on[a, b] <= 2 if said.scale.shared else said.rests_on[a, b] == 0
    if said.rests_on[a, b] != 1:
        assert (states["rescaling"] == "y") == strongest
    if not said.scale.shared and not strongest:
        assert states["rescaling"] == "u"
    whole = found.evidence.dominance
    known = whole is not None and whole.known[:, a, b].all()
    assert states["sensible"] == ("u" if not known else "y" if whole.dominates[a, b] else "n")
    if opened:
        assert states["chance"] == "u"


@pytest.mark.parametrize("values", [[0.1, 0.2, 0.1], list(np.linspace(0, 1, 300)), [float("nan"), 1.0, -0.0, 5e-324]])
def test_scores_come_back_bit_by_bit(values):
    scores = np.tile(np.array(values), (3, 20))
    made = packed_scores(scores)
    back = unpacked(made["values"], "f8")
    back = back[unpacked(made["places"], made["kind"])] if made["kind"] else back
    assert np.array_equal(back.reshape(scores.shape), scores, equal_nan=True)
    assert len(made["values"]) + len(made.get("places", "")) <= len(packed(scores, "f8"))


def test_first_pairs_of_many_systems():
    """Every pair with the leader and among the first forty, and no other."""
    random = np.random.default_rng(1)
    scores = {f"s{n:02d}": (n / 9 + random.random(8)).tolist() for n in range(60)}
    found = gathered(iv.read_scores(scores, measure="points", scale="interval"))
    ranking = found.comparison.measures["points"].ranking
    place = {found.evaluation.systems[s]: n for n, s in enumerate(ranking)}
    shown = pairs_of(carried(found), 0)
    wanted = {(a, b) for a in place for b in place if place[a] < place[b] and (place[a] == 0 or place[b] < 40)}
    assert set(shown) == wanted
