"""``intervale meaningful --file``: every sentence of a file, in every format, and the exit code of a check."""

import csv
import io
import json
from html.parser import HTMLParser

import pyarrow.parquet
import pytest

GOOD = "mean(aurora) > mean(dune)"
FRAGILE = "mean(aurora) > mean(borealis)"
FALSE = "median(dune) > median(aurora)"
LINES = [GOOD, FRAGILE, FALSE, "mean(nobody) > mean(dune)", "aurora is <b>great</b>", 'mean("a\x1b[31m|b\\"c") > 1']


@pytest.fixture
def demo(intervale, here):
    assert intervale("demo", "--files", "demo").code == 0
    (here / "claims.txt").write_text("# our paper\n\n" + "\n".join(LINES) + "\n")
    (here / "good.txt").write_text(GOOD)
    return ["demo/qrels.txt", *(f"demo/{name}.run" for name in ("aurora", "borealis", "cirrus", "dune"))]


def check(intervale, demo, *words, file="claims.txt"):
    return intervale("meaningful", *demo, "--file", file, "-m", "nDCG@10", "--draws", 5, *words)


def test_the_answer_comes_first_and_every_sentence_has_a_row(intervale, demo):
    done = check(intervale, demo)
    assert done.code == 1
    assert done.err == ""
    lines = done.out.splitlines()
    assert (
        lines[0] == "1 of 6 sentences is true and meaningful; 3 cannot be checked, 1 is not true, 1 is not meaningful."
    )
    for number, text in enumerate(LINES[:5], start=3):
        assert any(f"claims.txt:{number} " in line and text in line for line in lines)
    assert "\x1b" not in done.out
    assert "unknown system 'nobody'" in done.out
    assert done.out.index("claims.txt:8") < done.out.index("claims.txt:4: nDCG@10") < done.out.index("flipped by")
    assert done.out.count("flipped by") == 1


def test_a_file_that_stands_ends_with_0(intervale, demo):
    done = check(intervale, demo, file="good.txt")
    assert (done.code, done.out.splitlines()[0]) == (0, "1 of 1 sentence is true and meaningful.")
    done = check(intervale, demo, "-m", "P@10", file="good.txt")
    assert done.out.startswith("1 of 1 sentence is true and meaningful by each of its measures.")


@pytest.mark.parametrize("text", [GOOD, FRAGILE, FALSE, "mean(nobody) > 1", "prose", "tau(nDCG@10, AP) > 0.5"])
def test_the_exit_code_is_1_where_one_does_not_stand(intervale, demo, here, text):
    (here / "one.txt").write_text(f"{GOOD}\n{text}\n")
    done = check(intervale, demo, "--tries", 20, "--json", file="one.txt")
    outcomes = json.loads(done.out)["outcomes"]
    assert done.code == (0 if outcomes["true and meaningful"] == 2 else 1)
    assert (done.code == 0) == (text == GOOD)


def test_the_document(intervale, demo):
    done = check(intervale, demo, "--json")
    assert (done.code, done.err) == (1, "")
    found = json.loads(done.out)
    assert set(found) == {"answer", "outcomes", "sentences", "notes"}
    assert [one["sentence"] for one in found["sentences"]] == LINES
    assert [one["where"] for one in found["sentences"]] == [f"claims.txt:{line}" for line in range(3, 9)]
    for one in found["sentences"]:
        assert (one["decision"] is None) == (one["refusal"] is not None)
        assert one["refusal"] is None or one["refusal"].startswith(f"{one['where']}: ")
    words = ["meaningful", *demo, FRAGILE, "-m", "nDCG@10", "--draws", 5, "--json"]
    alone = json.loads(intervale(*words).out)
    assert found["sentences"][1]["decision"] | {"notes": found["notes"]} == alone


class Cells(HTMLParser):
    def __init__(self):
        super().__init__()
        self.open, self.texts = [], []

    def handle_starttag(self, tag, attributes):
        self.open.append(tag)
        self.texts += [""] if tag in ("td", "th") else []

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        if self.open and self.open[-1] in ("td", "th"):
            self.texts[-1] += data


def test_every_other_format(intervale, demo, here):
    made = {form: check(intervale, demo, "-f", form) for form in ("md", "latex", "html", "csv", "table")}
    assert {one.code for one in made.values()} == {1}
    assert not any("\x1b" in one.out for one in made.values())
    assert made["md"].out.splitlines()[0].startswith("1 of 6 sentences")
    assert made["md"].out.count("\n|---") == 2
    assert r"aurora is \textless{}b\textgreater{}great" in made["latex"].out
    page = Cells()
    page.feed(made["html"].out)
    assert page.open == []
    assert LINES[4] in page.texts
    rows = list(csv.DictReader(io.StringIO(made["csv"].out)))
    assert [row["sentence"] for row in rows][:5] == LINES[:5]
    assert [row["truth"] for row in rows][:4] == ["true", "true", "false", ""]
    assert check(intervale, demo, "-o", "out.parquet").code == 1
    table = pyarrow.parquet.read_table(here / "out.parquet")
    assert table.column("sentence").to_pylist() == LINES
    assert table.column_names == list(rows[0])


def test_the_last_word_is_a_run(intervale, demo, here):
    for runs in (demo, [demo[0], demo[1], demo[4]]):
        assert check(intervale, runs, file="good.txt").code == 0
    assert intervale("evaluate", *demo, "-m", "P@10", "-o", "saved.parquet").code == 0
    assert intervale("meaningful", "saved.parquet", "--file", "good.txt").code == 0
    assert intervale("meaningful", "demo/qrels.txt", "demo", "--file", "good.txt", "-m", "P@10").code == 0
    (here / "claims.md").write_text(f"# Claims\n\n- `{GOOD}`\n")
    assert check(intervale, demo, file=".").code == 0


def test_sentences_bring_their_measures(intervale, demo, here):
    (here / "tau.txt").write_text("tau(P@10, nDCG@10) > 0.1\n")
    done = intervale("meaningful", *demo, "--file", "tau.txt", "--tries", 20, "--draws", 0, "--json")
    (one,) = json.loads(done.out)["sentences"]
    assert (one["measure"], one["decision"]["truth"]) == ("P@10, nDCG@10", True)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ([GOOD, "--file", "claims.txt"], "give a statement or --file, not both"),
        (["--file", "nothing.txt"], "nothing.txt: no such file"),
        (["--file", "demo"], "claims.md: no such file"),
        (["--file", "empty.txt"], "empty.txt: holds no sentence"),
        (["--file", "latin.txt"], "latin.txt:1: is not UTF-8 text"),
        (["--file", "demo/qrels.txt", "--scale", "x"], "one of: nominal"),
        (["--file", "claims.txt", "--alpha", "2"], "alpha"),
        (["--file", "claims.txt", "-o", "claims.txt"], "claims.txt is an input and would be overwritten"),
        (
            ["--file", "claims.txt", "-f", "csv", "-o", "demo/dune.run"],
            "demo/dune.run is an input and would be overwritten",
        ),
        (["no.run", "--file", "claims.txt"], "no.run: no such file"),
    ],
)
def test_bad_calls_get_one_sentence(intervale, demo, here, words, said):
    (here / "empty.txt").write_bytes(b"")
    (here / "latin.txt").write_bytes(b"mean(caf\xe9) > 1")
    done = intervale("meaningful", *demo, *words, "-m", "nDCG@10")
    assert (done.code, done.out) == (2, "")
    assert said in done.err
    assert done.err.count("\n") == 1


def test_neither_a_statement_nor_a_file(intervale, demo):
    done = intervale("meaningful", demo[0])
    assert (done.code, "or a file of them with --file" in done.err) == (2, True)
