"""What is not asked for is not guessed: names of Series, headers, labels, grades that are scores."""

import json

import numpy as np
import pandas as pd
import polars as pl
import pytest

import intervale as iv

INDEX = pd.MultiIndex.from_tuples([("q1", "a"), ("q1", "b")], names=["qid", "docno"])


class TestSeries:
    def test_its_name_is_that_of_a_column(self):
        assert iv.read_run(pd.Series([1, 2], INDEX, name="rank")).score.tolist() == [-1, -2]
        with pytest.raises(iv.InputError, match="holds ratings"):
            iv.read_qrels(pd.Series([4.5, -1], INDEX, name="rating"))
        assert iv.read_qrels(pd.Series([4.5, -1], INDEX, name="rating"), relevant_from=4).grade.tolist() == [1, 0]
        with pytest.raises(iv.InputError, match="this looks like judgments"):
            iv.read_run(pd.Series([1, 0], INDEX, name="relevance"))
        with pytest.raises(iv.InputError, match="this looks like a run"):
            iv.read_qrels(pd.Series([0.5, 0.1], INDEX, name="prediction"))

    @pytest.mark.parametrize("names", [["docno", None], ["item", "person"], [None, "qid"]])
    def test_one_level_that_is_known_says_what_the_other_is(self, names):
        series = pd.Series([1, 0], INDEX.swaplevel().set_names(names))
        assert iv.read_qrels(series).topic_names == ("q1",)


class TestColumns:
    def read(self, tmp_path, text, columns, name="judged.tsv"):
        (tmp_path / name).write_text(text)
        return iv.read_qrels(tmp_path / name, columns=columns)

    def test_a_first_row_without_its_number_is_not_a_header(self, tmp_path):
        with pytest.raises(iv.InputError, match=r"judged\.tsv:1: expected a number as grade, found 'NA'"):
            self.read(tmp_path, "q1\ta\tNA\nq1\tb\t1\n", "topic,document,grade")

    def test_a_header_that_says_otherwise_is_refused(self, tmp_path):
        with pytest.raises(
            iv.InputError, match="names corpus-id,query-id,score, but columns says topic,document,grade"
        ):
            self.read(tmp_path, "corpus-id\tquery-id\tscore\na\tq1\t1\n", "topic,document,grade")

    @pytest.mark.parametrize("header", ["", "user\titem\twhen\n"])
    def test_without_a_grade_every_document_is_relevant(self, tmp_path, header):
        found = self.read(tmp_path, f"{header}u1\ti1\t978300760\nu1\ti2\t978302109\n", "topic,document,-")
        assert (found.topic_names, found.grade.tolist()) == (("u1",), [1, 1])

    def test_the_same_of_a_frame(self):
        clicks = pd.DataFrame({"user": ["u1"], "item": ["i1"], "when": [5]})
        assert iv.read_qrels(clicks, columns="topic,document,-").grade.tolist() == [1]
        with pytest.raises(iv.InputError, match="every document listed is relevant"):
            iv.read_qrels(clicks)
        with pytest.raises(iv.OptionError, match="has no score or rank"):
            iv.read_run(clicks, columns="topic,document,-")

    def test_quotes_are_those_of_csv(self, tmp_path):
        for name, text in (("q.csv", '"q1","a,b",1\n'), ("q.tsv", '"q1"\t"a,b"\t"1"\n')):
            found = self.read(tmp_path, text, "topic,document,grade", name)
            assert (found.topic_names, found.document.to_pylist()) == (("q1",), ["a,b"])

    def test_so_many_columns_as_were_given(self):
        run = pd.DataFrame({"topic": ["q1"], "document": ["a"], "score": [1.0]})
        with pytest.raises(iv.InputError, match="expected 4 columns"):
            iv.read_run(run, columns="topic,-,document,score")

    def test_rows_may_be_lists(self):
        rows = [["q1", "a", 1.0], ["q1", "b", 2.0]]
        found = iv.evaluate({"q1": {"a": 1}}, rows, "RR", columns="topic,document,score")
        assert found.by_topic("run", "RR") == {"q1": 0.5}


class TestScoresAreNoGrades:
    @pytest.mark.parametrize("name", ["run.tsv", "run.csv"])
    def test_in_files_with_a_score(self, tmp_path, name):
        between = "\t" if name.endswith("tsv") else ","
        (tmp_path / name).write_text(between.join(["query-id", "corpus-id", "score\nq1", "a", "0.582\n"]))
        with pytest.raises(iv.InputError, match=r"column 'score' holds 0\.582, which is not a whole grade"):
            iv.read_qrels(tmp_path / name)

    def test_movielens(self, tmp_path):
        (tmp_path / "ratings.csv").write_text("userId,movieId,rating,timestamp\n1,31,2.5,1260759144\n1,32,4,1\n")
        assert iv.read_qrels(tmp_path / "ratings.csv", relevant_from=3).grade.tolist() == [0, 1]


def test_a_key_of_json_is_there_once(tmp_path):
    (tmp_path / "q.json").write_text('{"q1": {"a": 1}, "q1": {"b": 2}}')
    with pytest.raises(iv.InputError, match="'q1' appears twice in one object"):
        iv.read_qrels(tmp_path / "q.json")


def test_systems_in_one_file_are_one_level_more(tmp_path):
    (tmp_path / "runs.json").write_text(json.dumps({"A": {"q1": {"a": 1.0}}}))
    with pytest.raises(iv.InputError, match="found one level more"):
        iv.read_run(tmp_path / "runs.json")


@pytest.mark.parametrize("kind", [pl.Categorical, pl.Enum(["q1", "a", "1"])])
def test_categories_of_polars(kind):
    frame = pl.DataFrame(
        {"qid": ["q1"], "docno": ["a"], "label": ["1"]}, schema=dict.fromkeys(["qid", "docno", "label"], kind)
    )
    found = iv.read_qrels(frame)
    assert (found.topic_names, found.document.to_pylist(), found.grade.tolist()) == (("q1",), ["a"], [1])


def test_a_number_of_numpy_is_no_list():
    assert iv.read_run({"q1": {"a": np.array(1.5)}}).score.tolist() == [1.5]


def test_negative_grades_stay_unjudged_whatever_is_relevant():
    assert iv.read_qrels({"q": {"a": -1, "b": 0}}, relevant_from=-1).grade.tolist() == [-1, 1]


class TestArrays:
    def test_labels_that_differ_are_refused(self):
        true = pd.DataFrame([[1, 0, 0]], columns=list("uvw"))
        with pytest.raises(iv.InputError, match="different labels"):
            iv.from_arrays(true, pd.DataFrame([[3.0, 2, 1]], columns=list("wvu")))
        assert iv.from_arrays(true, pd.DataFrame([[3.0, 2, 1]], columns=list("uvw")))[1].score.tolist() == [3, 2, 1]

    def test_what_cannot_be_names(self):
        for wrong in ({"topics": 5}, {"documents": "ab"}, {"topics": ["q"], "name": None}):
            with pytest.raises(iv.IntervaleError):
                iv.from_arrays([[1, 0]], [[1.0, 0]], **wrong)
