"""What is shown is what the library says: the six verdicts, examples with their numbers, tiles, diagram and scores."""

import pickle
from fractions import Fraction

import pytest

import intervale as iv
from intervale.measures import CATALOGUE
from intervale.orders import ORDERS
from intervale.present.diagram import MOST_DRAWN, svg_picture
from intervale.scales import fold_strategies, mapping
from intervale.web.answer import answer_of, longest_decided
from intervale.web.selection import selection_of
from intervale.web.state import ORDER_NAMES, State, parse_state, state_of

# Decided since sums are whole numbers; without these ways to count it stands for what is not known.
OPEN = {"m": "gRBP", "p": "1/3", "g": "0,1,3,9,27", "n": "12", "c": "4", "o": "induced"}
VERDICTS = [
    ({"m": "P", "o": "set-total"}, "interval", "P ranks lists correctly and its steps are equal."),
    ({}, "ordinal", "RBP ranks lists correctly, but its steps are not equal."),
    (
        {"m": "P"},
        "weakly ordinal",
        "P never contradicts this order, but gives some better lists the same score.",
    ),
    ({"m": "AP", "o": "rank-total"}, "none", "AP contradicts this order: it scores 0011 above 0100."),
    ({"m": "AP", "o": "set-total"}, "does not apply", "This order ignores positions, and AP does not."),
    (OPEN, "not known", "Too many lists to decide within the step limit. Try n ≤ 6."),
]


@pytest.fixture
def without_whole_numbers(monkeypatch):
    rows = tuple(row for row in fold_strategies.FOLD_STRATEGIES if row.kind.method not in ("digits", "filled"))
    monkeypatch.setattr(fold_strategies, "FOLD_STRATEGIES", rows)
    mapping._scale.cache_clear()
    yield
    mapping._scale.cache_clear()


@pytest.mark.parametrize(("query", "kind", "sentence"), VERDICTS)
def test_six_verdicts(query, kind, sentence, request):
    if query is OPEN:
        request.getfixturevalue("without_whole_numbers")
    state = parse_state(query)
    answer = answer_of(state)
    assert (answer.kind, answer.headline) == (kind, sentence)
    one = iv.scale(state.written, length=state.length, grades=state.grades, order=state.order)[state.order]
    assert one.scale == (None if kind in ("does not apply", "not known") else kind)
    assert answer.tiles[0].say == kind.capitalize()
    assert pickle.loads(pickle.dumps(answer)) == answer


def test_no_scale_is_named_that_the_library_does_not_name():
    """All measures, all orders, on lists of two grades and of three."""
    for name in CATALOGUE:
        for order in ORDER_NAMES:
            for grades in (1, 2):
                state = state_of(name, 3, grades, order)
                kind = answer_of(state).kind
                try:
                    one = iv.scale(name, length=3, grades=grades, order=order)[order]
                except iv.IntervaleError:
                    assert kind == "refused", state
                    continue
                if kind == "one value":
                    assert one.equal_steps.holds is None
                    continue
                assert kind == (one.scale or ("not known" if one.applies else "does not apply")), state


def test_what_is_not_known_is_known_at_the_length_that_is_named():
    assert [longest_decided(grades) for grades in (1, 2, 3, 4)] == [12, 9, 7, 6]
    state = parse_state({**OPEN, "n": str(longest_decided(4))})
    assert answer_of(state).kind == "ordinal"


def test_the_example_of_the_design():
    assert answer_of(State()).example == (
        "Going from `0000` to `0001` adds 0.102; the next step up, to `0010`, adds only 0.026. Both are one step in "
        "this order. So: order, medians and rank tests are safe; a mean needs a caveat."
    )
    marked = answer_of(State()).diagram.marked
    assert [(colour, text) for _, colour, text in marked] == [("first", "+0.102"), ("second", "+0.026")]


@pytest.mark.parametrize(
    ("query", "words"),
    [
        ({"m": "P", "o": "set-total"}, "Every step up in this order adds 0.25. So: means,"),
        ({"m": "R", "o": "set-total"}, "each topic has a scale of its own"),
        ({"m": "P"}, "`0010` is better than `0001` in this order, but both score 0.25."),
        ({"m": "AP", "o": "rank-total"}, "`0100` is better, but it scores 0.5 against 0.833 for `0011`."),
        ({"m": "AP", "o": "set-total"}, "`0100` has 0.5, `1000` has 1. Choose an order that looks at ranks."),
        ({"m": "AP", "o": "induced"}, "From `1110` to the next score, that of `1111`, it is 1;"),
        (OPEN, "It ranks lists correctly, which is proved; whether its steps are equal is not known."),
        ({"m": "RBTO", "n": "2", "c": "2"}, "Going from `00` to `01` adds 1; the next step up, to `10`, adds 2."),
    ],
)
def test_examples(query, words, request):
    if query is OPEN:
        request.getfixturevalue("without_whole_numbers")
    assert words in answer_of(parse_state(query)).example


def test_every_example_of_unequal_steps_is_one():
    """The two steps of the sentence are steps of the order, and grow by what the measure says."""
    for name, kind in CATALOGUE.items():
        if not kind.on_run_space:
            continue
        for order in ORDERS:
            state = state_of(name, 3, 1, order)
            answer = answer_of(state)
            if answer.kind != "ordinal":
                continue
            measure, order_ = state.built(), ORDERS[order]
            for (low, high), _, text in answer.diagram.marked:
                before, after = answer.diagram.runs[low], answer.diagram.runs[high]
                assert after in order_.above(before, 1)
                growth = float(measure.exact(after, grades=1) - measure.exact(before, grades=1))
                assert float(text.replace("−", "-")) == pytest.approx(growth, abs=6e-4)


def test_a_measure_that_needs_a_topic_is_refused_in_a_sentence():
    answer = answer_of(state_of("Rprec", 4, 1, "rank-swap"))
    assert (answer.kind, answer.tiles, answer.headline) == ("refused", (), "Rprec has no scale here.")
    assert answer.example == "The grades of a list are not enough: its cutoff is the recall base of a topic."
    assert "binary" in answer_of(state_of("RBPO", 4, 2, "rank-swap")).example


def test_lists_with_one_score():
    answer = answer_of(parse_state({"m": "P", "rel": "2", "o": "induced"}))
    assert (answer.kind, answer.headline) == ("one value", "P gives all of these lists the same score.")
    assert answer.steps.message.startswith("All lists have the same score")


def test_tiles():
    scale, average, balance, order = answer_of(State()).tiles
    assert (scale.say, scale.small) == ("Ordinal", "proved, not sampled")
    assert (average.say, average.tone) == ("With a caveat", "caveat")
    assert balance.say == f"{iv.balancing_index('RBP(p=0.8)', length=4)} of 4"
    assert order.small == "0011 and 0100 cannot be compared; 16 lists, 20 cover steps, height 10"
    assert answer_of(parse_state({"m": "AP", "o": "induced"})).tiles[0].small == "all 14 steps looked at"
    assert answer_of(parse_state({"m": "ERR", "c": "3"})).tiles[2].say == "None"
    assert "each adds 0.25" in answer_of(parse_state({"m": "P", "o": "set-total"})).tiles[1].small


def test_scores_are_those_of_the_interval_scale():
    state = parse_state({"m": "AP", "n": "5"})
    scale = iv.interval_scale("AP@5", grades=1)
    rows = answer_of(state).steps.rows
    assert len(rows) == 32
    for text, value, rank, score in rows:
        run = tuple(map(int, text))
        assert int(rank) == scale.rank_of(run)
        assert float(value) == pytest.approx(float(scale.value_of(run)), abs=1e-4)
        assert float(score) == pytest.approx(float(scale.score_of(run)), abs=1e-4)
    assert answer_of(state).steps.scores == tuple(float(value) for value in scale.values)


def test_long_lists_are_shown_by_score_or_not_at_all():
    few = answer_of(parse_state({"m": "P", "n": "12"}))
    assert len(few.steps.rows) == 13
    assert not few.steps.by_list
    assert few.steps.rows[1][0] == "000000000001 and 11 more"
    many = answer_of(parse_state({"m": "nDCG", "n": "12"}))
    assert many.steps.rows == ()
    assert "intervale map 'nDCG@12' 100000000000" in many.steps.message


@pytest.mark.parametrize(("query", "drawn"), [({"n": "8"}, True), ({"n": "9"}, False), ({"n": "12", "m": "P"}, False)])
def test_diagrams_up_to_256_lists(query, drawn):
    answer = answer_of(parse_state(query))
    assert (answer.diagram is not None) is drawn
    assert bool(answer.no_diagram) is not drawn
    assert drawn or f"(at most {MOST_DRAWN}): choose a shorter length" in answer.no_diagram


def test_the_diagram_is_the_order():
    for order in ORDERS:
        diagram = answer_of(state_of("P", 4, 1, order)).diagram
        found = iv.poset(order, 4, 1)
        pairs = {(diagram.runs[low], diagram.runs[high]) for (low, high), _ in diagram.edges}
        assert pairs == set(found.cover_pairs())
        for (low, high), _ in diagram.edges:  # better lists stand higher
            assert diagram.places[high][1] < diagram.places[low][1]


def test_no_two_boxes_of_a_diagram_overlap():
    for state in (State(), state_of("ERR", 3, 2, "rank-swap"), state_of("DCG", 5, 1, "rank-replacement")):
        diagram = answer_of(state).diagram
        across = max(map(len, diagram.labels)) * 7.2 + 16
        rows = {}
        for (x, y), score in zip(diagram.places, diagram.scores, strict=True):
            rows.setdefault(y, []).append((x - across / 2, x + across / 2 + 5 + 5.8 * len(score)))
        for row in rows.values():
            for (_, end), (start, _) in zip(sorted(row), sorted(row)[1:], strict=False):
                assert end <= start
        assert all(start >= 0 and end <= diagram.width for row in rows.values() for start, end in row)


def test_what_is_pressed():
    answer = answer_of(State())
    one = selection_of(parse_state({"r": "0110"}), answer.diagram)
    assert one.sentence == "`0110` scores 0.288."
    assert one.lines == ("One step up: `0111` (+0.102), `1010` (+0.04)", "One step down: `0101` (−0.026)")
    two = selection_of(parse_state({"r": "1000,0001"}), answer.diagram)
    assert two.sentence == "`1000` is better than `0001`: 3 steps up, which adds 0.098."
    assert [line.partition(": ")[2] for line in two.lines] == [
        "swap ranks 3 and 4, +0.026",
        "swap ranks 2 and 3, +0.032",
        "swap ranks 1 and 2, +0.04",
    ]
    neither = selection_of(parse_state({"r": "0011,0100"}), answer.diagram)
    assert neither.sentence == "`0011` and `0100` cannot be compared: neither is better in this order."
    assert selection_of(State(), answer.diagram) is None


def test_the_path_has_the_natural_distance():
    from intervale.orders import natural_distance

    state = state_of("ERR", 3, 2, "rank-swap")  # not graded: a shortest way has to be looked for
    diagram, order = answer_of(state).diagram, ORDERS["rank-swap"]
    for low in diagram.runs[:9]:
        for high in diagram.runs:
            found = selection_of(state.picked(low).picked(high), diagram) if low != high else None
            if found is not None and order.comparable(low, high):
                assert len(found.edges) == natural_distance(order, low, high, state.space)


def test_lists_with_equal_scores_are_one_box():
    state = parse_state({"m": "P", "o": "induced", "r": "0001,1000"})
    diagram = answer_of(state).diagram
    assert diagram.labels == ("0000", "0001 +3", "0011 +5", "0111 +3", "1111")
    assert selection_of(state, diagram).sentence == "`0001 +3` holds both lists: their scores are equal."


def test_the_saved_picture_brings_its_colours():
    text = svg_picture(answer_of(State()).diagram, "a <label>", alone=True)
    assert text.startswith('<svg xmlns="http://www.w3.org/2000/svg"')
    assert "<style>" in text
    assert "a &lt;label&gt;" in text
    assert "href" not in text
    assert "var(" not in text


@pytest.mark.parametrize("query", [query for query, _, _ in VERDICTS] + [{"m": "DCG", "dcg": "exp-log2", "c": "2"}])
def test_the_python_of_a_state_gives_the_same_scale(query, capsys):
    state = parse_state(query)
    exec(state.python(), {})  # what the page offers to copy
    printed = capsys.readouterr().out.strip()
    kind = answer_of(state).kind
    assert printed == {"does not apply": "None", "not known": "None"}.get(kind, kind)


def test_properties_are_the_axioms_of_the_library():
    found = iv.axioms("RBP(p=0.8)@4", length=4)
    shown = {one.name: one for one in answer_of(State()).properties}
    assert list(shown) == list(found.verdicts)
    marks = {True: "yes", False: "no", None: "none"}
    for name, verdict in found.verdicts.items():
        assert shown[name].mark == ("unknown" if verdict.undecided else marks[verdict.holds])
    assert shown["projection"].detail == "011 → 0.288, 100 → 0.2"
    assert shown["boundedness"].detail == "boundedness: not refuted on 90 small topics"
    assert Fraction(1, 5) == iv.parse_measure("RBP(p=0.8)@4").exact((1,))


def test_a_step_that_is_not_zero_does_not_read_as_zero():
    found = answer_of(parse_state({"m": "ERR", "n": "4", "c": "2", "o": "induced"}))
    assert "from `2111` to `2012` only 0.0003." in found.example


def test_what_the_balancing_index_says_is_about_the_lowest_grade():
    """0122 scores more than 2000 by nDCG with the gains 0, 1, 3: only documents of grade 1 never make up."""
    found = answer_of(parse_state({"m": "nDCG", "n": "4", "c": "2", "g": "0,1,3"}))
    (tile,) = [tile for tile in found.tiles if tile.ask == "Balancing index"]
    assert tile.small.startswith("documents of grade 1, however many, never make up for")


@pytest.mark.parametrize("top", ["1000", "32000"])
def test_numbers_beyond_floats_do_not_cancel_the_verdict(top):
    found = answer_of(parse_state({"m": "ERR", "n": "3", "c": "2", "max_rel": top, "o": "induced"}))
    assert found.kind == "ordinal"
    assert found.tiles
