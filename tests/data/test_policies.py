"""What is decided where data leave a choice, and what is on record of it."""

import pandas
import polars
import pyarrow
import pytest

import intervale as iv

QRELS = {"q1": {"a": 1, "b": 2, "c": 0}, "q2": {"a": 1, "d": 0}, "q3": {"a": 0}}


def grades_of(run, qrels=None, **options):
    """The grades of what one run retrieved for topic q1, from the top."""
    judged = iv.judge(qrels or QRELS, {"A": run}, iv.Policy(**options))
    return judged.grades[0][list(judged.topics.names).index("q1")].tolist()


def trec_run(path, *lines):
    path.write_text("".join(f"{line}\n" for line in lines))
    return path


# ---------------------------------------------------------------- ties


class TestTies:
    """b (grade 2), a (grade 1) and c (grade 0) with equal scores."""

    @pytest.fixture
    def tied(self, tmp_path):
        return trec_run(tmp_path / "run", "q1 Q0 a 2 1.5 A", "q1 Q0 c 3 1.5 A", "q1 Q0 b 1 1.5 A", "q1 Q0 x 4 9 A")

    def test_trec_takes_the_largest_id_first(self, tied):
        assert grades_of(tied, ties="trec") == [0, 0, 2, 1]

    def test_rank_takes_the_rank_column(self, tied):
        assert grades_of(tied, ties="rank") == [0, 2, 1, 0]

    def test_file_takes_the_order_of_the_file(self, tied):
        assert grades_of(tied, ties="file") == [0, 1, 0, 2]

    def test_error_refuses(self, tied):
        with pytest.raises(iv.InputError, match=r"q1.*same score"):
            grades_of(tied, ties="error")
        assert grades_of({"q1": {"a": 2.0, "b": 1.0}}, ties="error") == [1, 2]

    def test_the_number_of_tied_documents_is_on_record(self, tied):
        (note,) = [note for note in iv.judge(QRELS, tied).notes if "tied" in note]
        assert note == "A: 3 documents have tied scores"

    def test_ids_are_compared_by_their_bytes(self):
        """d10 is below d9, capital letters below small ones, é above all ASCII."""
        for low, high in [("d10", "d9"), ("Z", "a"), ("z", "é"), ("d", "d1"), ("\ue000", "\U0001f600")]:
            run = {"q1": {low: 1.0, high: 1.0}}
            assert grades_of(run, {"q1": {low: 1, high: 2}}) == [2, 1], (low, high)

    def test_minus_zero_ties_with_zero(self):
        assert grades_of({"q1": {"a": 0.0, "b": -0.0}}) == grades_of({"q1": {"a": -0.0, "b": 0.0}}) == [2, 1]

    def test_infinite_scores_have_a_place(self):
        assert grades_of({"q1": {"c": float("-inf"), "a": 0.0, "b": float("inf")}}) == [2, 1, 0]


CLOSE = {"q1": {"a": 1.00000001, "b": 1.0}}


class TestTiesOfTrecEval9:
    """Scores equal as float32 only."""

    def test_float64_tells_them_apart(self):
        assert grades_of(CLOSE) == [1, 2]

    def test_float32_does_not(self):
        assert grades_of(CLOSE, ties="trec9") == [2, 1]
        assert "A: 2 documents have tied scores" in iv.judge(QRELS, {"A": CLOSE}, iv.Policy("trec9")).notes

    def test_scores_beyond_float32_are_infinite(self):
        assert grades_of({"q1": {"a": 1e300, "b": 1e200, "c": 1.0}}, ties="trec9") == [2, 1, 0]


# ---------------------------------------------------------------- missing topics


ONE_TOPIC = {"q1": {"a": 2.0, "b": 1.0}}


class TestMissingTopics:
    def test_zero_counts_every_topic(self):
        table = iv.evaluate(QRELS, {"A": ONE_TOPIC}, ["RR", "NumQ"])
        assert table.by_topic("A", "RR") == {"q1": 1.0, "q2": 0.0, "q3": 0.0}
        assert table.means("A") == {"RR": 1 / 3, "NumQ": 3.0}
        assert "A: no documents for 2 of 3 topics; they score 0" in table.notes

    def test_drop_counts_the_topics_of_the_run(self):
        table = iv.evaluate(QRELS, {"A": ONE_TOPIC}, ["RR", "NumQ", "NumRel"], missing="drop")
        assert str(table.by_topic("A", "RR")) == "{'q1': 1.0, 'q2': nan, 'q3': nan}"
        assert table.means("A") == {"RR": 1.0, "NumQ": 1.0, "NumRel": 2.0}
        assert any(note.startswith("A: no documents for 2 of 3 topics") for note in table.notes)

    def test_topics_without_a_relevant_document_are_on_record(self):
        table = iv.evaluate(QRELS, {"A": {"q3": {"a": 1.0}}}, ["AP", "nDCG", "Rprec", "Bpref", "R@5"])
        assert table.by_topic("A", "AP")["q3"] == 0.0
        assert "1 of 3 topics have no relevant document: measures that need one score 0 there" in table.notes

    def test_topics_without_judgments_are_left_out_and_on_record(self):
        judged = iv.judge(QRELS, {"A": ONE_TOPIC | {"q8": {"a": 1.0}, "q9": {"a": 1.0}}})
        assert judged.topics.names == ("q1", "q2", "q3")
        assert any("2 topics without judgments" in note for note in judged.notes)

    def test_a_run_without_a_topic_in_common_is_refused(self):
        with pytest.raises(iv.InputError, match="no topic in common"):
            iv.judge(QRELS, {"A": {"301": {"a": 1.0}}})

    def test_nothing_to_note(self):
        assert iv.judge({"q1": {"a": 1}}, {"A": {"q1": {"a": 1.0}}}).notes == ()


# ---------------------------------------------------------------- duplicates


class TestDuplicates:
    @pytest.fixture
    def run(self, tmp_path):
        lines = ["q1 Q0 a 1 1 A", "q1 Q0 b 2 2 A", "q1 Q0 a 3 3 A", "q2 Q0 a 1 1 A"]
        return trec_run(tmp_path / "run", *lines)

    def test_error(self, run):
        with pytest.raises(iv.InputError, match="q1: document a is retrieved twice"):
            grades_of(run)

    def test_first(self, run):
        assert grades_of(run, duplicates="first") == [2, 1]

    def test_best(self, run):
        assert grades_of(run, duplicates="best") == [1, 2]

    def test_on_record(self, run):
        for how in ("first", "best"):
            notes = iv.judge(QRELS, run, iv.Policy(duplicates=how)).notes
            assert any("1 duplicate document" in note and how in note for note in notes)

    def test_the_same_document_for_two_topics_is_no_duplicate(self):
        assert iv.judge(QRELS, {"A": {"q1": {"a": 1.0}, "q2": {"a": 1.0}}}).retrieved.tolist() == [[1, 1, 0]]

    def test_a_document_judged_twice_is_refused(self, tmp_path):
        (tmp_path / "qrels").write_text("q1 0 a 1\nq1 0 a 0\n")
        with pytest.raises(iv.InputError, match="q1: document a is judged twice"):
            iv.evaluate(tmp_path / "qrels", {"A": {"q1": {"a": 1.0}}}, ["AP"])


# ---------------------------------------------------------------- topics, grades, depth


def test_a_choice_of_topics():
    run = {"A": {"q1": {"a": 1.0}, "q2": {"a": 1.0}, "q3": {"a": 1.0}}}
    table = iv.evaluate(QRELS, run, ["RR", "NumQ"], topics=["q2", "q1"])
    assert table.by_topic("A", "RR") == {"q1": 1.0, "q2": 1.0}
    with pytest.raises(iv.InputError, match="no judgments for topic 'q7'"):
        iv.evaluate(QRELS, run, ["RR"], topics=["q1", "q7"])
    with pytest.raises(iv.OptionError, match="the list of topics is empty"):
        iv.evaluate(QRELS, run, ["RR"], topics=[])


def test_the_top_grade_is_the_largest_of_the_qrels_or_what_is_asked_for():
    run = {"A": {"q1": {"b": 1.0}}}
    qrels = {"q1": {"b": 2}}
    assert iv.evaluate(qrels, run, ["gP@1"]).mean("A", "gP@1") == 1.0
    table = iv.evaluate(qrels, run, ["gP@1", "ERR"], grades=4)
    assert table.means("A") == {"gP@1": 0.5, "ERR": 3 / 16}
    assert table.policy.grades == 4
    assert iv.evaluate(qrels, run, ["gP@1"]).policy.grades == 2
    with pytest.raises(iv.OptionError, match="grades=1, but the qrels contain grade 2"):
        iv.evaluate(qrels, run, ["gP@1"], grades=1)


def test_a_choice_of_topics_does_not_change_the_top_grade():
    qrels, run = {"q1": {"a": 1}, "q2": {"a": 4}}, {"A": {"q1": {"a": 1.0}}}
    assert iv.evaluate(qrels, run, ["gP@1"], topics=["q1"]).mean("A", "gP@1") == 0.25


def test_depth_cuts_every_run():
    run = {"A": {"q1": {"x": 3.0, "c": 2.0, "b": 1.0}}}
    table = iv.evaluate(QRELS, run, ["NumRet", "AP", "Judged"], depth=2, topics=["q1"])
    assert table.means("A") == {"NumRet": 2.0, "AP": 0.0, "Judged": 0.5}
    assert table.policy.depth == 2


@pytest.mark.parametrize(
    "wrong",
    [
        *({"ties": "random"}, {"missing": "skip"}, {"duplicates": "last"}, {"grades": 0}, {"grades": 1.5}),
        *({"depth": 0}, {"depth": -1}, {"depth": True}),
    ],
)
def test_unknown_policies_are_refused(wrong):
    with pytest.raises(iv.OptionError, match=next(iter(wrong))):
        iv.evaluate(QRELS, {"A": {"q1": {"a": 1.0}}}, ["AP"], **wrong)


def test_the_policy_travels_with_the_scores():
    table = iv.evaluate(QRELS, {"A": {"q1": {"a": 1.0}}}, ["AP"], ties="file", missing="drop", duplicates="best")
    assert table.policy == iv.Policy("file", "drop", "best", grades=2)


# ---------------------------------------------------------------- names of systems


class TestNames:
    def test_the_tag_names_the_system(self, tmp_path):
        one, two = (trec_run(tmp_path / f"{tag}.run", f"q1 Q0 a 1 1 {tag}") for tag in "AB")
        assert iv.judge(QRELS, [one, two]).systems == ("A", "B")
        assert iv.judge(QRELS, {"mine": one, "B": two}).systems == ("mine", "B")

    def test_files_name_systems_where_tags_clash(self, tmp_path):
        one, two, three = (trec_run(tmp_path / f"{i}.run", "q1 Q0 a 1 1 A") for i in range(3))
        trec_run(three, "q1 Q0 a 1 1 C")
        assert iv.judge(QRELS, [one, two, three]).systems == ("0", "1", "C")

    def test_files_of_one_name_keep_their_folders(self, tmp_path):
        for folder in ("x", "y"):
            (tmp_path / folder).mkdir()
        one, two = (trec_run(tmp_path / folder / "bm25.run", "q1 Q0 a 1 1 A") for folder in ("x", "y"))
        assert iv.judge(QRELS, [one, two]).systems == (str(one), str(two))

    def test_the_same_file_twice(self, tmp_path):
        one = trec_run(tmp_path / "run", "q1 Q0 a 1 1 A")
        assert iv.judge(QRELS, [one, one]).systems == (str(one), f"{one} (2)")

    def test_one_run_alone(self, tmp_path):
        assert iv.judge(QRELS, trec_run(tmp_path / "run", "q1 Q0 a 1 1 A")).systems == ("A",)
        assert len(iv.judge(QRELS, {"q1": {"a": 1.0}}).systems) == 1

    def test_no_run(self):
        for nothing in ([], {}):
            with pytest.raises(iv.IntervaleError, match="no run"):
                iv.judge(QRELS, nothing)


# ---------------------------------------------------------------- frames and dictionaries


def frame_of(nested, column, kind):
    rows = [(topic, document, x) for topic, inner in nested.items() for document, x in inner.items()]
    columns = dict(zip(("topic", "document", column), map(list, zip(*rows, strict=True)), strict=True))
    return {"pandas": pandas.DataFrame, "polars": polars.DataFrame, "arrow": pyarrow.table}[kind](columns)


@pytest.mark.parametrize("kind", ["dictionary", "pandas", "polars", "arrow"])
def test_frames_and_dictionaries_give_what_files_give(kind, tmp_path):
    run = {"q1": {"x": 3.0, "a": 2.0, "b": 2.0, "c": -1.0}, "q2": {"d": 0.5, "a": 0.25}}
    lines = [f"{t} Q0 {d} 0 {score} A" for t, inner in run.items() for d, score in inner.items()]
    run_file = trec_run(tmp_path / "run", *lines)
    qrels_file = tmp_path / "qrels"
    qrels_file.write_text("".join(f"{t} 0 {d} {g}\n" for t, inner in QRELS.items() for d, g in inner.items()))
    names = ["AP", "nDCG@3", "Bpref", "Judged", "NumRet"]
    wanted = iv.evaluate(qrels_file, run_file, names)
    given_qrels, given_run = QRELS, run
    if kind != "dictionary":
        given_qrels, given_run = frame_of(QRELS, "grade", kind), frame_of(run, "score", kind)
    got = iv.evaluate(given_qrels, {"A": given_run}, names)
    assert (got.values == wanted.values).all()
    assert (got.systems, got.topics, got.notes) == (wanted.systems, wanted.topics, wanted.notes)


def test_frames_with_the_columns_of_other_tools():
    qrels = pandas.DataFrame({"query_id": ["q1"], "doc_id": ["a"], "relevance": [1], "iteration": ["0"]})
    run = polars.DataFrame({"qid": ["q1", "q1"], "docno": ["x", "a"], "rank": [1, 2], "score": [2.0, 1.0]})
    assert iv.evaluate(qrels, {"A": run}, ["RR"]).mean("A", "RR") == 0.5


def test_frames_with_categories_and_small_numbers():
    qrels = pandas.DataFrame({"topic": ["q1", "q1"], "document": ["a", "b"], "grade": [1, 0]})
    small = qrels.astype({"topic": "category", "document": "category", "grade": "int8"})
    run = pandas.DataFrame({"topic": ["q1", "q1"], "document": ["b", "a"], "score": [2, 1]})
    small_run = run.astype({"topic": "category", "score": "float32"})
    assert iv.evaluate(small, {"A": small_run}, ["AP"]).values == iv.evaluate(qrels, {"A": run}, ["AP"]).values


def test_frames_that_lack_something_are_refused():
    good = {"topic": ["q1"], "document": ["a"], "grade": [1]}
    for wrong, message in [
        ({"topic": ["q1"], "document": ["a"]}, "no column 'grade'"),
        (good | {"grade": ["high"]}, "expected a number as grade, found 'high' in row 1"),
        (good | {"document": [None]}, "'document' has no value in row 1"),
        (good | {"grade": [None]}, "'grade'"),
    ]:
        with pytest.raises(iv.InputError, match=message):
            iv.read_qrels(polars.DataFrame(wrong))


@pytest.mark.parametrize(
    ("qrels", "message"),
    [
        ({}, "^the qrels: no judgments$"),
        ({"q1": {}}, "^the qrels: no judgments$"),
        ({"q1": 5}, "expected a dictionary"),
        ({"q1": {"a": "high"}}, "must be a number"),
        ({"q1": {"a": None}}, "must be a number"),
        ({"q1": {"a": float("nan")}}, "not a finite number"),
        ({"q1": {"a": float("inf")}}, "not a finite number"),
        ({1.5: {"a": 1}}, "must be text"),
        ({"q1": {1.5: 1}}, "must be text"),
        ({None: {"a": 1}}, "must be text"),
        ({1: {"a": 1}, "1": {"b": 1}}, "a topic appears twice"),
        ({"q1": {None: 1}}, "must be text"),
        ({"q1": {"\ud800": 1}}, "must be text"),
        ({"q1": {"a": 10**30}}, "grade|number"),
        ([("q1", "a", 1)], "rows have no names"),
        (5, "cannot be read from int"),
    ],
)
def test_dictionaries_that_are_no_judgments_are_refused(qrels, message):
    with pytest.raises(iv.InputError, match=message):
        iv.judge(qrels, {"A": {"q1": {"a": 1.0}}})


@pytest.mark.parametrize(
    ("run", "message"),
    [
        ({"q1": {"a": float("nan")}}, "not a number"),
        ({"q1": {"a": "high"}}, "must be a number"),
        ({"q1": {1.5: 1.0}}, "must be text"),
        ({"q1": {"a": 1.0}, "q2": 5}, "expected a dictionary"),
    ],
)
def test_dictionaries_that_are_no_run_are_refused(run, message):
    with pytest.raises(iv.InputError, match=message):
        iv.judge(QRELS, {"A": run})


# ---------------------------------------------------------------- grades of other kinds


FLOATS = {"q1": {"a": 0.5, "b": 1.5, "c": 0.0}}
SOME_RUN = {"A": {"q1": {"b": 3.0, "x": 2.0, "a": 1.0}}}


class TestFloatGrades:
    def test_measures_of_gains_take_them_as_gains(self):
        table = iv.evaluate(FLOATS, SOME_RUN, ["DCG", "nDCG@1", "Judged", "NumRet"])
        assert table.means("A") == pytest.approx({"DCG": 1.5 + 0.5 / 2, "nDCG@1": 1.0, "Judged": 2 / 3, "NumRet": 3.0})

    def test_binary_measures_take_what_reaches_rel(self):
        table = iv.evaluate(FLOATS, SOME_RUN, ["AP", "P@3", "RBP(p=0.5)"])
        assert table.means("A") == pytest.approx({"AP": 1.0, "P@3": 1 / 3, "RBP(p=0.5)": 0.5})

    @pytest.mark.parametrize("name", ["ERR", "gP@3", "gR@3", "gRBP", "INST", "INSQ", "F(graded=True)@3"])
    def test_measures_of_levels_refuse_them(self, name):
        with pytest.raises(iv.MeasureError, match="needs integer grades; the qrels have floats"):
            iv.evaluate(FLOATS, SOME_RUN, [name])

    def test_gain_tables_refuse_them(self):
        with pytest.raises(iv.MeasureError, match="float grades"):
            iv.evaluate(FLOATS, SOME_RUN, ["nDCG(gains={1:3})"])

    def test_whole_floats_are_levels(self):
        assert iv.evaluate({"q1": {"a": 2.0, "b": 1.0}}, SOME_RUN, ["ERR"]).policy.grades == 2

    def test_a_top_grade_cannot_be_set(self):
        with pytest.raises(iv.OptionError, match="needs integer grades"):
            iv.evaluate(FLOATS, SOME_RUN, ["AP"], grades=3)


NEGATIVE = {"q1": {"a": -1, "b": 1, "c": -2}}
ANOTHER_RUN = {"A": {"q1": {"a": 3.0, "c": 2.0, "b": 1.0}}}


class TestNegativeGrades:
    """In the pool, not judged."""

    def test_they_are_not_judged(self):
        judged = iv.judge(NEGATIVE, ANOTHER_RUN)
        assert judged.judged.tolist() == [[[False, False, True]]]
        assert judged.grades.tolist() == [[[0, 0, 1]]]

    def test_scores(self):
        names = ["Judged", "Bpref", "AP", "AP(judged_only=True)", "NumRel", "NumNonRelRet"]
        assert iv.evaluate(NEGATIVE, ANOTHER_RUN, names).means("A") == {
            **{"Judged": 1 / 3, "Bpref": 1.0, "AP": 1 / 3, "AP(judged_only=True)": 1.0},
            **{"NumRel": 1.0, "NumNonRelRet": 0.0},
        }

    def test_infap_counts_them_as_pooled(self):
        """1/3 + 2/3 · (2/2) · (0 + ε)/(0 + 0 + 2ε): nothing above is judged, so half of the pool is expected."""
        assert iv.evaluate(NEGATIVE, ANOTHER_RUN, ["infAP"]).mean("A", "infAP") == pytest.approx(2 / 3)

    def test_nothing_but_negative_grades(self):
        table = iv.evaluate({"q1": {"a": -1}}, ANOTHER_RUN, ["AP", "nDCG", "ERR", "Bpref", "infAP", "gR@3", "IPrec@0"])
        assert set(table.means("A").values()) == {0.0}


@pytest.mark.parametrize("make", [pandas.DataFrame, polars.DataFrame, pyarrow.table])
def test_frames_without_a_row(make):
    """Whatever type their columns have."""
    with pytest.raises(iv.InputError, match=r"^the qrels: no judgments$"):
        iv.read_qrels(make({"qid": [], "docid": [], "grade": []}))
    with pytest.raises(iv.InputError, match=r"^run: no retrieved documents$"):
        iv.read_run(make({"qid": [], "docid": [], "score": []}))


def test_grades_that_are_not_whole_are_noted():
    note = "grades are not whole numbers, and binary measures such as AP take those below 1 as not relevant; are "
    swapped = iv.evaluate({"q1": {"a": 0.5, "b": 1.5}}, {"q1": {"a": 1, "b": 0}}, ["AP", "nDCG@10"])
    assert swapped.mean("run", "AP") == 0.5
    assert swapped.notes[0] == f"{note}judgments and runs swapped?"
    assert not iv.evaluate({"q1": {"a": 1.0, "b": 2.0}}, {"q1": {"a": 1, "b": 0}}, ["AP"]).notes


def test_a_file_that_is_given_twice_is_noted(tmp_path):
    path = tmp_path / "a.run"
    path.write_text("q1 Q0 a 1 1 A\n")
    twice = iv.judge({"q1": {"a": 1}}, {"A": path, "B": str(path)})
    assert twice.notes == (f"{path} is given 2 times: the same run under other names",)
    assert not iv.judge({"q1": {"a": 1}}, [{"q1": {"a": 1.0}}] * 2).notes
