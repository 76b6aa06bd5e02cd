"""Every command about data on a saved evaluation and on score matrices: the answers of judgments and runs."""

import json
from pathlib import Path

import pytest

import intervale as iv

DEMO = ("demo/qrels.txt", "demo/aurora.run", "demo/borealis.run", "demo/cirrus.run")
SAVED, KEPT = "saved.parquet", ("P@10", "nDCG@10")
OTHER = ("RR@10", "AP")
"""Measures that are not in the saved evaluation."""
SAID = "mean(aurora) > mean(borealis)"
TOLD = "only scores were read: how ties, missing topics and unjudged documents were handled is not known"


def asked(measures):
    return [word for measure in measures for word in ("-m", measure)]


@pytest.fixture
def saved(intervale):
    """An evaluation saved by ``evaluate -o``."""
    assert intervale("demo", "--files", "demo").code == 0
    done = intervale("evaluate", *DEMO, *asked(KEPT), "-o", SAVED)
    assert done == (0, "", "")
    return SAVED


@pytest.fixture
def matrix(saved):
    """``matrix(kind, measure, …)``: the scores of measures as a file of this kind."""

    def write(kind, *measures):
        found = iv.evaluate(DEMO[0], list(DEMO[1:]), list(measures))
        frame = found.to_pandas()
        if kind == "long.csv":
            frame.to_csv(kind, index=False)
            return kind
        frame = frame.pivot(index="topic", columns="system", values="value")
        frame = frame.loc[list(found.topics), list(found.systems)]
        if kind == "wide.csv":
            frame.to_csv(kind)
        else:
            frame.reset_index().to_parquet(kind)
        return kind

    return write


MATRICES = ("wide.csv", "long.csv", "pandas.parquet")


def document(done):
    assert done.code == 0, done.err
    return json.loads(done.out)


def words(command, *files, more=()):
    """A command on files, and what it says as one JSON document."""
    said = [SAID, "--draws", 5, "--tries", 50] if command == "meaningful" else []
    return [command, *files, *said, *more, "--json"]


COMMANDS = {
    "evaluate": (KEPT, []),
    "evaluate by topic": (KEPT, ["--per-topic"]),
    "evaluate with interval forms": (KEPT, ["--interval"]),
    "compare": (KEPT, ["--test", "t", "--test", "sign"]),
    "compare with interval forms": (KEPT, ["--interval", "--pairs"]),
    "compare by topic": (KEPT, ["--baseline", "aurora", "--per-topic"]),
    "correlate": (KEPT, []),
    "correlate with interval forms": (KEPT, ["--interval"]),
    "meaningful": (KEPT[1:], []),
    "leaderboard": (KEPT, []),
    "dominance": ((), []),
    "dominance of a pair": ((), ["--pair", "aurora", "cirrus"]),
}


@pytest.mark.parametrize("what", COMMANDS)
def test_a_saved_evaluation_answers_as_its_files_do(intervale, saved, what):
    measures, more = COMMANDS[what]
    command = what.split()[0]
    of_files = document(intervale(*words(command, *DEMO, more=[*asked(measures), *more])))
    all_of_them = tuple(measures) in (KEPT, ())
    of_saved = document(intervale(*words(command, saved, more=[*([] if all_of_them else asked(measures)), *more])))
    assert of_saved == of_files
    assert document(intervale(*words(command, saved, more=[*asked(measures), *more]))) == of_files


@pytest.mark.parametrize("what", [what for what in COMMANDS if not what.startswith("dominance")])
def test_other_measures_are_computed_from_its_judged_runs(intervale, saved, what):
    _, more = COMMANDS[what]
    command = what.split()[0]
    more = [*asked(OTHER[:1] if command == "meaningful" else OTHER), *more]
    assert document(intervale(*words(command, saved, more=more))) == document(
        intervale(*words(command, *DEMO, more=more))
    )


def test_measures_that_are_in_it_and_others(intervale, saved):
    more = ["-m", "RR@10", "-m", "P@10", "-m", "ndcg_cut_10", "--per-topic"]
    of_saved = document(intervale("evaluate", saved, *more, "--json"))
    of_files = document(intervale("evaluate", *DEMO, *more, "--json"))
    assert of_saved["measures"] == ["RR@10", "P@10", "ndcg_cut_10"]
    assert of_saved["systems"] == of_files["systems"]


def test_judged_documents_beside_measures(intervale, saved):
    more = ["-m", "P@10", "--judged", "--json"]
    of_saved, of_files = (document(intervale("evaluate", *files, *more)) for files in ([saved], DEMO))
    assert of_saved["measures"] == ["P@10", "Judged@10"]
    assert of_saved["systems"] == of_files["systems"]


def test_judged_documents_beside_the_measures_of_the_file(intervale, saved):
    of_saved = document(intervale("evaluate", saved, "--judged", "--interval", "--json"))
    of_files = document(intervale("evaluate", *DEMO, *asked([*KEPT, "Judged@10"]), "--json"))
    assert of_saved["measures"] == ["P@10", "Judged@10", "interval(P@10)", "nDCG@10", "interval(nDCG@10)"]
    for system, entry in of_files["systems"].items():
        assert entry["mean"].items() <= of_saved["systems"][system]["mean"].items()


def page(path):
    """What a report says: its data, its charts and its words."""
    return Path(path).read_text("utf-8")


def test_a_report(intervale, saved):
    pages = []
    for files, measures in (([saved], []), (DEMO, asked(KEPT)), ([saved], asked(KEPT))):
        done = intervale("report", *files, *measures, "-o", "report.html")
        assert done.code == 0, done.err
        pages.append(page("report.html"))
    assert "nDCG@10" in pages[0]
    assert "interval(nDCG@10)" in pages[0]
    assert pages[0] == pages[1] == pages[2]


def test_a_report_of_another_measure(intervale, saved):
    pages = []
    for files in ([saved], DEMO):
        done = intervale("report", *files, "-m", "RR@10", "-o", "report.html")
        assert done.code == 0, done.err
        pages.append(page("report.html"))
    assert "interval(RR@10)" in pages[0]
    assert pages[0] == pages[1]


def test_a_saved_evaluation_is_saved_again(intervale, saved):
    assert intervale("evaluate", saved, "-o", "again.parquet").code == 0
    assert iv.read_scores("again.parquet") == iv.read_scores(saved)
    assert intervale("evaluate", saved, "-m", "RR@10", "-o", "other.parquet").code == 0
    assert iv.read_scores("other.parquet") == iv.evaluate(DEMO[0], list(DEMO[1:]), ["RR@10"])


def test_options_that_were_in_force_are_kept(intervale, here):
    """b.run lacks a topic, which is left out of its mean."""
    files = ["qrels.txt", "a.run", "b.run"]
    assert intervale("evaluate", *files, "-m", "AP", "--missing", "drop", "-o", SAVED).code == 0
    found = document(intervale("evaluate", SAVED, "-m", "RR", "--json"))
    assert found == document(intervale("evaluate", *files, "-m", "RR", "--missing", "drop", "--json"))
    assert found["policy"]["missing"] == "drop"
    assert found["systems"]["B"]["mean"] == {"RR": 0.5}


# ---------------------------------------------------------------- score matrices


@pytest.mark.parametrize("kind", MATRICES)
def test_scores_alone_are_evaluated(intervale, matrix, kind):
    found = document(intervale("evaluate", matrix(kind, "P@10"), "-m", "P@10", "--per-topic", "--json"))
    of_files = document(intervale("evaluate", *DEMO, "-m", "P@10", "--per-topic", "--json"))
    assert found["systems"] == of_files["systems"]
    assert found["measures"] == ["P@10"]
    assert TOLD in found["notes"]


@pytest.mark.parametrize("kind", MATRICES)
@pytest.mark.parametrize("command", ["compare", "meaningful"])
def test_scores_alone_are_compared(intervale, matrix, kind, command):
    """P@10 is on one interval scale for all topics, whatever the grades: the same p-values and the same meaning."""
    more = ["-m", "P@10", *(["--pairs", "--test", "t", "--test", "sign"] if command == "compare" else [])]
    of_scores = document(intervale(*words(command, matrix(kind, "P@10"), more=more)))
    of_files = document(intervale(*words(command, *DEMO, more=more)))
    for differs in ("notes", "policy"):
        of_scores.pop(differs, None)
        of_files.pop(differs, None)
    assert of_scores == of_files


@pytest.mark.parametrize("named", [True, False])
def test_a_long_table_of_two_measures_is_correlated(intervale, matrix, named):
    path = matrix("long.csv", "P@10", "RR@10")
    more = asked(["P@10", "RR@10"])
    of_scores = document(intervale(*words("correlate", path, more=more if named else [])))
    of_files = document(intervale(*words("correlate", *DEMO, more=more)))
    for one in (of_scores, of_files):
        one.pop("notes", None)
    assert of_scores == of_files


@pytest.mark.parametrize("kind", MATRICES)
def test_a_report_of_scores_alone(intervale, matrix, kind):
    done = intervale("report", matrix(kind, "P@10"), "-m", "P@10", "-o", "report.html")
    assert done.code == 0, done.err
    text = page("report.html")
    assert "P@10" in text
    assert "aurora" in text
    assert "chart-recall-base" not in text


@pytest.mark.parametrize("kind", ["wide.csv", "pandas.parquet"])
def test_a_matrix_without_a_name_for_its_measure(intervale, matrix, kind):
    path = matrix(kind, "P@10")
    unnamed = document(intervale("evaluate", path, "--json"))
    assert unnamed["measures"] == ["score"]
    named = document(intervale("evaluate", path, "-m", "P@10", "--json"))
    assert named["canonical"] == {"P@10": "P@10"}
    means = [
        [entry["mean"][name] for entry in one["systems"].values()]
        for one, name in ((unnamed, "score"), (named, "P@10"))
    ]
    assert means[0] == means[1]


def test_a_saved_matrix_gets_a_name_for_its_measure(intervale, matrix):
    path = matrix("wide.csv", "P@10")
    assert intervale("evaluate", path, "-o", "again.parquet").code == 0
    for command, more in (("compare", ["--pairs"]), ("meaningful", []), ("evaluate", [])):
        named, of_matrix = (
            document(intervale(*words(command, file, more=["-m", "P@10", *more]))) for file in ("again.parquet", path)
        )
        assert named == of_matrix


def test_a_known_scale_stays_with_the_name(intervale, matrix):
    iv.read_scores(matrix("wide.csv", "P@10"), scale="nominal").save("scaled.parquet")
    found = document(intervale(*words("meaningful", "scaled.parquet", more=["-m", "stars"])))
    assert (found["measure"], found["scale"]) == ("stars", "nominal")


def test_systems_in_rows(intervale, matrix):
    path = matrix("wide.csv", "P@10")
    rows = [line.split(",") for line in Path(path).read_text("utf-8").splitlines()]
    rows[0][0] = "system"
    Path("rows.csv").write_text("\n".join(",".join(column) for column in zip(*rows, strict=True)), "utf-8")
    of_rows = document(intervale("evaluate", "rows.csv", "--systems", "rows", "-m", "P@10", "--json"))
    assert of_rows == document(intervale("evaluate", path, "-m", "P@10", "--json"))


def test_scores_on_standard_input(shell, matrix):
    """Read once, whether or not the measure is named; CSV has no name there to be recognised by."""
    content = Path(matrix("pandas.parquet", "P@10")).read_bytes()
    for more in ([], ["-m", "P@10"]):
        done = shell("evaluate", "-", *more, "--json", input=content, encoding=None)
        assert done.code == 0, done.err
        assert json.loads(done.out)["measures"] == (more[1:] or ["score"])
    done = shell("evaluate", "-", input=Path(matrix("wide.csv", "P@10")).read_text("utf-8"))
    assert (done.code, done.out, done.err.count("\n")) == (2, "", 1)
    assert "scores on standard input must be Parquet; for CSV and JSON, give a file name" in done.err


def test_a_scale_is_said_where_none_is_known(intervale, matrix):
    path = matrix("wide.csv", "P@10")
    found = document(intervale(*words("meaningful", path, more=["--scale", "interval", "--topic-scale", "shared"])))
    assert (found["scale"], found["topic_scale"]) == ("interval", "shared")
    assert found["meaningful"]["holds"] is True


def test_interval_forms_need_judged_runs(intervale, matrix):
    path = matrix("long.csv", "P@10", "RR@10")
    found = document(intervale("evaluate", path, "--interval", "--json"))
    assert found["measures"] == ["P@10", "RR@10"]
    assert found["notes"][0] == "interval forms need judged runs, but there are only scores"
    done = intervale("evaluate", path, "--interval", "--strict")
    assert done.code == 2
    assert "give qrels and runs" in done.err


# ---------------------------------------------------------------- refusals


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("dominance MATRIX", "needs judged runs, but there are only scores; give qrels and runs"),
        ("evaluate SAVED --ties file", "--ties needs qrels and runs; 'saved.parquet' is given without runs"),
        ("compare SAVED --missing drop", "--missing needs qrels and runs"),
        ("correlate SAVED --depth 5", "--depth needs qrels and runs"),
        ("report SAVED --duplicates best -o r.html", "--duplicates needs qrels and runs"),
        ("dominance SAVED --topics demo/topics.txt", "--topics needs qrels and runs"),
        ("meaningful SAVED STATEMENT --ties trec9", "--ties needs qrels and runs"),
        ("evaluate MATRIX --ties file", "--ties needs qrels and runs"),
        ("evaluate SAVED --grades 4", "a saved evaluation has its own measures, scales and grades; leave out grades"),
        ("evaluate MATRIX -m AP", "unknown measure 'AP'; the measures are: P@10, RR@10"),
        ("compare MATRIX -m AP", "unknown measure 'AP'; the measures are: P@10, RR@10"),
        ("correlate MATRIX -m AP -m P@10", "unknown measure 'AP'; the measures are: P@10, RR@10"),
        ("meaningful MATRIX STATEMENT -m AP", "unknown measure 'AP'; the measures are: P@10, RR@10"),
        ("report MATRIX -m AP -o r.html", "unknown measure 'AP'; the measures are: P@10, RR@10"),
        ("evaluate MATRIX --judged -m P@10", "unknown measure 'Judged@10'"),
        ("evaluate DEMO", "evaluate needs at least one measure, such as -m nDCG@10"),
        ("compare DEMO", "needs at least one measure, such as -m nDCG@10"),
        ("correlate DEMO", "needs at least one measure, such as -m nDCG@10"),
        ("leaderboard DEMO", "a leaderboard needs at least one measure, such as -m nDCG@10"),
        ("meaningful DEMO STATEMENT", "a statement needs at least one measure, such as -m nDCG@10"),
        ("report DEMO -o r.html", "a report needs at least one measure, such as -m nDCG@10"),
        *(
            (f"{command} demo/qrels.txt{more}", "is not a score matrix (.csv, .parquet, .json, .jsonl)")
            for command, more in [
                ("evaluate", " -m AP"),
                ("compare", " -m AP"),
                ("correlate", " -m AP -m RR"),
                ("meaningful", " STATEMENT -m AP"),
                ("leaderboard", " -m AP"),
                ("dominance", ""),
                ("report", " -m AP -o r.html"),
            ]
        ),
        ("evaluate nowhere.parquet", "no such file"),
        ("evaluate demo/qrels.txt SAVED -m AP", "saved.parquet is a saved evaluation: give it alone"),
        ("compare SAVED demo/aurora.run demo/cirrus.run -m AP", "saved.parquet is a saved evaluation: give it alone"),
        ("evaluate DEMO -m AP --systems rows", "--systems applies to a score matrix"),
        ("evaluate MATRIX --systems sideways", "use columns (a system in each column) or rows"),
        ("evaluate MATRIX --judged", "--judged needs judged runs, but there are only scores; give qrels and runs"),
        ("evaluate SAVED -o saved.parquet", "saved.parquet is an input and would be overwritten"),
        ("report SAVED -o saved.parquet", "saved.parquet is an input and would be overwritten"),
    ],
)
def test_refusals(intervale, matrix, saved, line, reason):
    path = matrix("long.csv", "P@10", "RR@10")
    before = Path(saved).read_bytes()
    files = {"MATRIX": [path], "SAVED": [saved], "DEMO": list(DEMO), "STATEMENT": [SAID]}
    done = intervale(*(word for given in line.split() for word in files.get(given, [given])))
    assert done.code == 2, done.out
    assert reason in done.err
    assert len(done.err.strip().splitlines()) == 1
    assert done.out == ""
    assert not Path("r.html").exists()
    assert Path(saved).read_bytes() == before
