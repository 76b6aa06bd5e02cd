"""One address is one state: written and read back, and what is wrong with one said in a sentence."""

from dataclasses import fields
from urllib.parse import parse_qsl

import pytest
from hypothesis import given
from hypothesis import strategies as st

from intervale.measures import CATALOGUE
from intervale.web.controls import ELSEWHERE, controls_of, read_value
from intervale.web.state import LONGEST, ORDER_NAMES, TOP, State, StateError, parse_state, state_of
from intervale.web.words import AXIOM_WORDS, FIRST_AXIOMS, ORDER_WORDS

ON_LISTS = [name for name, kind in CATALOGUE.items() if kind.on_run_space]


def read(address):
    return parse_state(dict(parse_qsl(address.partition("?")[2], keep_blank_values=True)))


numbers = st.one_of(
    st.fractions(min_value=0, max_value=50, max_denominator=20).map(str),
    st.integers(0, 50).map(str),
    st.decimals(min_value=0, max_value=50, places=3).map(str),
)


@st.composite
def states(draw):
    """Addresses as people may write them: every control, in range."""
    name = draw(st.sampled_from(ON_LISTS))
    grades = draw(st.integers(1, TOP))
    length = draw(st.integers(1, LONGEST))
    query = {"m": name, "n": str(length), "c": str(grades), "o": draw(st.sampled_from(ORDER_NAMES))}
    for control in controls_of(name):
        if control.name == "p":
            query["p"] = draw(st.sampled_from(["0.5", "1/3", "0.99", ".25", "2.5e-1"]))
        elif control.name == "rel":
            query["rel"] = draw(st.sampled_from(["1", "2", "3"]))
        elif control.look == "switch" and control.name != "graded":
            query[control.name] = draw(st.sampled_from(["", "true"]))
        elif control.choices:
            query[control.name] = draw(st.sampled_from([value for value, _ in control.choices]))
    if draw(st.booleans()):
        gain = st.integers(0, 50).map(str) if "gains" in CATALOGUE[name].rules else numbers
        query["g"] = ",".join(draw(st.lists(gain, min_size=grades + 1, max_size=grades + 1)))
    lists = st.text(alphabet="".join(map(str, range(grades + 1))), min_size=length, max_size=length)
    query["r"] = ",".join(draw(st.lists(lists, max_size=2)))
    return query


@given(states())
def test_an_address_reads_back_as_the_same_state(query):
    state = parse_state(query)
    assert read(state.address) == state
    assert read(state.address).address == state.address
    assert state.built() == read(state.address).built()


@given(st.dictionaries(st.sampled_from(["m", "p", "n", "c", "g", "o", "r", "rel", "x"]), st.text(max_size=30)))
def test_any_text_is_a_state_or_a_sentence(query):
    state, sentence = _read_or_told(query)
    assert sentence == "" or sentence.endswith(".")
    assert read(state.address) == state  # the page that says what is wrong has an address that works


def _read_or_told(query):
    try:
        return parse_state(query), ""
    except StateError as error:
        return error.nearest, str(error)


def test_the_address_of_the_design():
    assert State().address == "/?m=RBP&p=0.8&n=4&c=1&g=0,1&o=rank-swap"
    assert parse_state({}) == State()


@pytest.mark.parametrize(
    ("query", "sentence"),
    [
        ({"m": "XYZ"}, "There is no such measure. Choose one from the list."),
        ({"m": "os:system"}, "There is no such measure. Choose one from the list."),
        ({"m": "../../x"}, "There is no such measure. Choose one from the list."),
        ({"m": "interval(AP@10)"}, "There is no such measure. Choose one from the list."),
        ({"n": "13"}, "The length must be a whole number from 1 to 12."),
        ({"n": "0"}, "The length must be a whole number from 1 to 12."),
        ({"n": "9" * 100}, "The length must be a whole number from 1 to 12."),
        ({"n": "٣"}, "The length must be a whole number from 1 to 12."),
        ({"c": "5"}, "The top grade must be a whole number from 1 to 4."),
        ({"o": "mine:leq"}, "There is no such order. Choose one from the list."),
        ({"p": "1"}, "Persistence p must be a number above 0 and below 1."),
        ({"p": "os:system"}, "Persistence p must be a number above 0 and below 1."),
        ({"p": "1e999999999"}, "Persistence p must be a number above 0 and below 1."),
        ({"m": "DCG", "g": "0,x"}, "The gains must be numbers, one for each grade, such as 0,1."),
        ({"m": "DCG", "g": "0,2,5"}, "Give one gain for each of the grades 0 to 1, such as 0,1."),
        ({"m": "DCG", "g": "0,1e999999999"}, "The gains must be numbers, one for each grade, such as 0,1."),
        ({"m": "ERR", "g": "0,0.5"}, "The gains of ERR must be whole numbers from 0 to 32000, such as 0,1."),
        ({"m": "DCG", "g": "0,-1"}, "The gains of DCG must be numbers of at least 0, such as 0,1."),
        ({"r": "0<b>1"}, "A list is written by its grades, such as 0110."),
        ({"m": "x" * 1000}, "The address is too long."),
    ],
)
def test_what_is_wrong_is_said_in_one_sentence(query, sentence):
    with pytest.raises(StateError) as error:
        parse_state(query)
    assert str(error.value) == sentence


def test_gains_follow_the_top_grade_where_they_are_the_grades():
    assert parse_state({"m": "DCG", "c": "3", "g": "0,1"}).gains == ("0", "1", "2", "3")
    assert parse_state({"m": "DCG", "c": "2", "g": "0, 1, 3"}).gains == ("0", "1", "3")
    assert parse_state({"m": "RBP", "c": "2", "g": "0,1,3"}).gains == ("0", "1", "2")  # it takes none


def test_lists_that_are_pressed():
    state = State()
    one, other, third = (0, 0, 0, 1), (1, 0, 0, 0), (1, 1, 1, 1)
    assert state.picked(one).runs == (one,)
    assert state.picked(one).picked(other).runs == (one, other)
    assert state.picked(one).picked(one).runs == ()
    assert state.picked(one).picked(other).picked(third).runs == (third,)
    assert parse_state({"r": "0001,1000", "n": "3"}).runs == ()  # of another length


@pytest.mark.parametrize("name", ON_LISTS)
def test_every_parameter_has_a_control(name):
    known = {control.name for control in controls_of(name)} | set(ELSEWHERE)
    assert {field.name for field in fields(CATALOGUE[name])} <= known
    for control in controls_of(name):
        assert control.text_of(read_value(control, control.default)) == control.default
    assert state_of(name, 4, 1, "rank-swap").built().cutoff == 4


def test_every_order_and_every_axiom_has_its_words():
    from intervale.scales.axioms import statements

    assert set(ORDER_WORDS) == set(ORDER_NAMES)
    assert set(AXIOM_WORDS) == set(statements())
    assert set(FIRST_AXIOMS) <= set(AXIOM_WORDS)
