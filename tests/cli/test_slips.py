"""The usual slips: each is one sentence that names the fix, with exit 2."""

import pytest

from intervale.data.made_up import made_up_collection, write_trec
from intervale.stats.registry import OTHER_NAMES, TESTS

DATA = ("demo/qrels.txt", "demo/aurora.run", "demo/dune.run")
EVALUATE, COMPARE = ("evaluate", *DATA, "-m", "AP"), ("compare", *DATA, "-m", "AP")
SLIPS = {
    "evalute demo/qrels.txt": "there is no command 'evalute': did you mean intervale evaluate?",
    "nDCG@10 demo/qrels.txt": "nDCG@10 is a measure: name a command first, as in intervale evaluate ",
    "demo/qrels.txt demo/dune.run": "'demo/qrels.txt' is a file: name a command first, as in intervale evaluate ",
    "rankings propertes": "there is no command 'propertes': did you mean intervale rankings properties?",
    "evaluate": "evaluate needs QRELS, as in intervale evaluate demo/qrels.txt demo/*.run -m nDCG@10",
    "order rank-swap": "order needs --length N, as in intervale order rank-swap --length 4",
    "evaluate demo/qrels.txt demo/dune.run": "evaluate needs at least one measure, such as -m nDCG@10",
    "evaluate demo/qrels.txt demo/dune.run -m": "-m needs a value: -m MEASURE...",
    "evaluate demo demo/dune.run -m AP": "demo: is a folder; name a file",
    "evaluate demo/qrels.txt demo/*.foo -m AP": "demo/*.foo: no file matches this pattern",
    "evaluate x y --measures AP": "evaluate has no option --measures: name measures with -m, as in intervale evaluate ",
    "evaluate x y --metrics AP": "name measures with -m",
    "scale --metric AP": "scale has no option --metric: name measures without an option, as in intervale scale ",
    "evaluate --qrels x --run y": "evaluate has no option --qrels: write files without an option, qrels first, as in ",
    "evaluate x y -k 10": "evaluate has no option -k: write the cutoff in the measure, as in -m nDCG@10",
    "evaluate x y --cutoff 10": "write the cutoff in the measure, as in -m nDCG@10",
    "evaluate x y --csv": "name the format with -f, as in -f csv",
    "compare x y --latex": "name the format with -f, as in -f latex",
    "compare x y --markdown": "name the format with -f, as in -f md",
    "evaluate demo/qrels.txt -m AP": "demo/qrels.txt: no runs are given, and it is not a score matrix (.csv, ",
    "evaluate demo/qrels.txt demo/dune.run -m nDCG@ten": "'nDCG@ten': write a number after @, as in AP@10",
    "measures zzz": "no measure matches 'zzz'; intervale measures lists all",
    "rankings properties Kendal": "unknown ranking metric 'Kendal'; did you mean Kendall or Kendall tau?",
    "evaluate x y --per_topic": "evaluate has no option --per_topic: did you mean --per-topic?",
    "compare x y --basline z": "compare has no option --basline: did you mean --baseline?",
    "evaluate x y --test t": "evaluate has no option --test: it is an option of compare, power, study, report",
    "evaluate x y --foo": "evaluate has no option --foo: intervale evaluate --help lists those there are",
    "--install-completion": "use intervale completion bash, or zsh or fish",
    "evaluate x y -q": "use --per-topic instead of trec_eval -q",
    "evaluate x y -M10": "use --depth instead of trec_eval -M",
    "evaluate x y -l2": "use rel= in the measure, as in AP(rel=2), instead of trec_eval -l",
    "scale AP@3 RR": "scale has no place for RR: see intervale scale --help",
    "cache empty": "'empty' is unknown; use one of: info, clear",
    "completion bahs": "'bahs' is unknown; did you mean bash? use one of: bash, zsh, fish",
    "scale AP@3 --grades x": "--grades 'x' must be the top grade, or all grades",
    "explore --port 99999": "--port 99999 must be a number from 0 to 65,535",
}
OPTIONS = {
    "--alpha 5": "--alpha 5 must be below 1: write 0.05 for 5%",
    "--alpha x": "--alpha x must be a number, such as 0.05",
    "--alpha 0": "--alpha 0.0 must be a number from 1e-09 to below 1",
    "--seed -1": "--seed -1 must be a number of at least 0",
    "--ties best": "--ties best is unknown; use one of: trec, trec9, rank, file, error",
    "--depth 0": "--depth 0 must be a whole number from 1 to",
    "--correction fdr": "--correction fdr is unknown; did you mean bh? use one of: none",
    "--correction bonf": "did you mean bonferroni?",
    "--correction BH": "did you mean bh?",
    "--baseline auroa": "the baseline 'auroa' is not among the systems; did you mean aurora?",
    "--baseline demo/dune.run": "the baseline 'demo/dune.run' is not among the systems; did you mean dune?",
    "--test signd-rank": "did you mean signed-rank?",
    "--test wilcoxn": "did you mean signed-rank?",
    "--relevant-from good": "--relevant-from good must be a number",
    "--show Cii": "--show cii is unknown; did you mean ci? use some of: ",
    "-f markdown": "-f markdown is unknown; did you mean md? use one of: table, md, latex",
    "-f jsn": "did you mean json?",
    "-o x.docx": "-o x.docx: no format has the ending .docx; use one of .md, .tex, .html, .csv, .parquet, .json, .txt",
    "-o x.xlsx": "no format has the ending .xlsx",
    "--topics t01,t99": "demo/qrels.txt: no judgments for topic 't99'",
    "--topics none.txt": "none.txt: no such file",
}


@pytest.fixture(autouse=True)
def demo(here):
    write_trec(here / "demo", *made_up_collection())


def refused(done, said):
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith("intervale: ")
    assert done.err.count("\n") == 1
    assert said in done.err


@pytest.mark.parametrize("line", SLIPS)
def test_a_slip_is_answered_with_what_to_write(intervale, line):
    refused(intervale(*line.split()), SLIPS[line])


@pytest.mark.parametrize("words", OPTIONS)
def test_a_wrong_value_is_answered_with_what_to_write(intervale, here, words):
    refused(intervale(*COMPARE, *words.split()), OPTIONS[words])
    assert not [*here.glob("x.*")]


def test_a_sentence_that_is_not_understood(intervale):
    hint = "'rocks' is not understood after 'aurora'; did you mean ranks? write a statement"
    refused(intervale("meaningful", *DATA, "aurora rocks", "-m", "AP"), hint)


def test_a_document_retrieved_twice(intervale, here):
    (here / "twice.run").write_text("t01 Q0 d1 1 2 x\nt01 Q0 d1 2 1 x\n")
    done = intervale("evaluate", "demo/qrels.txt", "twice.run", "-m", "AP")
    refused(done, "document d1 is retrieved twice; fix the run, or keep one: --duplicates first or --duplicates best")


def test_columns_that_are_missing(intervale, here):
    (here / "run.csv").write_text("a,b\n1,2\n")
    refused(intervale("evaluate", "demo/qrels.txt", "run.csv", "-m", "AP"), "; rename it, or give --columns")


def test_columns_are_named_in_capitals_too(intervale):
    assert intervale(*COMPARE, "--show", "CI").out == intervale(*COMPARE, "--show", "ci").out


def test_a_run_given_twice_is_noted(intervale):
    done = intervale("compare", "demo/qrels.txt", "demo/aurora.run", "demo/aurora.run", "-m", "AP")
    assert "demo/aurora.run is given 2 times: the same run under other names" in done.out


@pytest.mark.parametrize(
    ("word", "name"),
    [
        *[("wilcoxon", "signed-rank"), ("Mann-Whitney", "rank-sum"), ("t-test", "t"), ("ttest_rel", "t")],
        *[("student", "t"), ("paired", "t"), ("tukey hsd", "anova2"), ("permutation", "randomisation")],
        *[("mcnemar", "sign"), ("anova", "anova2"), ("Bootstrap", "bootstrap"), ("kruskal.test", "kruskal-wallis")],
    ],
)
def test_other_names_of_tests(intervale, word, name):
    refused(intervale(*COMPARE, "--test", word), f"test {word!r} is unknown; did you mean {name}")


def test_other_names_lead_to_tests():
    for name in OTHER_NAMES.values():
        assert name.split()[0] in TESTS, name


@pytest.mark.parametrize("words", [["--topics", "t01,t02"], ["--topics", "t02,t01"], ["--topics", "topics.txt"]])
def test_topics_are_a_list_or_a_file(intervale, here, words):
    (here / "topics.txt").write_text("t01\nt02\n")
    done = intervale(*EVALUATE, *words)
    assert done.code == 0
    assert "2 systems, 2 topics" in done.out


def test_a_file_wins_over_a_list(intervale, here):
    (here / "t01,t02").write_text("t03\n")
    done = intervale(*EVALUATE, "--topics", "t01,t02", "--per-topic")
    assert "t03" in done.out
    assert "t01" not in done.out.splitlines()[3]


@pytest.mark.parametrize("name", ["x.txt", "x", "x.md", "x.docx"])
def test_endings_that_say_something_and_formats_that_are_named(intervale, here, name):
    done = intervale(*EVALUATE, "-o", name, *(["-f", "csv"] if name == "x.docx" else []))
    assert (done.code, done.out, done.err) == (0, "", "")
    text = (here / name).read_text("utf-8")
    assert {"x.md": "| aurora", "x.docx": "aurora,"}.get(name, " aurora ") in text


def test_a_report_is_a_page(intervale):
    refused(intervale("report", *DATA, "-m", "AP", "-o", "x.pdf"), "a report is an HTML page; name it x.html")
