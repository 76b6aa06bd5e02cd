"""The sentences of a paper: read line by line, and decided as one statement is."""

import re

import pytest

import intervale as iv
from intervale.data.made_up import made_up_collection
from intervale.errors import InputError, OptionError
from intervale.statements import ClaimLine, mean, meaningful, parse_statement
from intervale.statements.claims import OUTCOMES, STANDS, check_claims, measured, read_claims

WINE = {"X": [6, 6, 12, 17, 32], "Y": [3, 3, 3, 12, 50]}


@pytest.fixture(scope="module")
def wine():
    return iv.read_scores(WINE, scale="ordinal")


@pytest.fixture(scope="module")
def demo():
    return iv.evaluate(*made_up_collection(), ["nDCG@10", "P@10"])


def read(folder, name, content):
    path = folder / name
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return [(int(one.where.rsplit(":", 1)[1]), one.text) for one in read_claims(path)]


# ------------------------------------------------------------ reading


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_a_plain_file_has_a_sentence_a_line(tmp_path, end, mark):
    lines = ["# ours", "mean(A) > mean(B)", "", "  `A > B on 401`  ", "\t", "  # no", "A\u2028B\x0b > 1 on 2"]
    found = read(tmp_path, "claims.txt", mark + end.join(lines))
    assert found == [(2, "mean(A) > mean(B)"), (4, "A > B on 401"), (7, "A\u2028B\x0b > 1 on 2")]


def test_in_markdown_the_items_of_lists_are_sentences(tmp_path):
    text = """# mean(A) > mean(B)

Prose - mean(A) > mean(B) - goes on.
- mean(A) > mean(B)
* `median(A) > median(B)`.
+ ``A > B on "x`y"``
  1. A > B on 401
     2) A > B on 402
10. mean(A)
    > mean(B)
and on
> - a quotation of a paper
-no item
***
- - -
```
- mean(C) > mean(D)
```
- mean(E) > mean(F)
# end
"""
    assert read(tmp_path, "claims.MD", text) == [
        (4, "mean(A) > mean(B)"),
        (5, "median(A) > median(B)"),
        (6, 'A > B on "x`y"'),
        (7, "A > B on 401"),
        (8, "A > B on 402"),
        (9, "mean(A) > mean(B) and on"),
        (19, "mean(E) > mean(F)"),
    ]


def test_a_folder_stands_for_its_file(tmp_path):
    (tmp_path / "claims.md").write_text("- mean(A) > mean(B)\n")
    (one,) = read_claims(tmp_path)
    assert one.where == f"{tmp_path / 'claims.md'}:1"
    assert one.statement == parse_statement("mean(A) > mean(B)")


HOSTILE = {
    "control characters": "mean(A)\x00\x1b[31m > mean(B)",
    "ten megabytes": "mean(A) > mean(" + "B" * 10_000_000 + ")",
    "ten megabytes of backticks": "`" * 10_000_000,
    "an open quotation mark": 'mean("A) > mean(B)',
    "brackets": "(" * 1_000 + "mean(A) > 1",
    "a number that is too large": "mean(A) > 1e999999",
    "prose": "A significantly outperforms nothing at all, we think.",
    "a formula": "=HYPERLINK(1)",
}


@pytest.mark.parametrize("line", HOSTILE.values(), ids=HOSTILE)
def test_a_line_that_cannot_be_read_is_kept_with_its_reason(tmp_path, wine, line):
    path = tmp_path / "claims.txt"
    path.write_text(f"median(X) > median(Y)\n{line}\nmedian(Y) > median(X)\n")
    found = read_claims(path)
    assert [one.statement is None for one in found] == [False, True, False]
    assert found[1].refusal.startswith(f"{path}:2: ")
    assert len(found[1].text) <= 2_001
    assert line.startswith(found[1].text.removesuffix("…"))
    assert len(found[1].refusal) < 1_000 + len(str(path))
    checked = check_claims(wine, path)
    assert [one.outcome for one in checked.checked] == [STANDS, OUTCOMES[4], OUTCOMES[3]]


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("claims.txt", b"", "holds no sentence; write one a line, such as"),
        ("claims.txt", b"# nothing\n\n", "holds no sentence"),
        ("claims.md", b"Prose.\n", "as items of a list"),
        ("claims.txt", b"mean(A) > 1\nmean(caf\xe9) > 1\n", "claims.txt:2: is not UTF-8 text"),
        ("claims.txt", b"mean(A) > 1\n" * 10_001, "holds 10,001 sentences, and at most 10,000"),
    ],
)
def test_files_that_are_refused(tmp_path, name, content, said):
    with pytest.raises(InputError, match=re.escape(said)):
        read(tmp_path, name, content)


def test_files_that_are_not_there(tmp_path):
    for path, said in ((tmp_path / "no.txt", "no such file"), (tmp_path, "claims.md: no such file")):
        with pytest.raises(InputError, match=said):
            read_claims(path)
    with pytest.raises(OptionError, match="no sentence to check"):
        read_claims([])
    with pytest.raises(OptionError, match="sentence 2: expected a sentence"):
        read_claims(["mean(A) > 1", 7])


def test_another_encoding(tmp_path):
    path = tmp_path / "claims.txt"
    path.write_bytes("mean(café) > 1".encode("latin-1"))
    assert read_claims(path, encoding="latin-1")[0].text == "mean(café) > 1"


# ------------------------------------------------------------ deciding


SENTENCES = [
    "median(X) > median(Y)",
    "mean(X) > mean(Y)",
    "median(Y) > median(X)",
    "mean(Y) > mean(X)",
    "X significantly better than Y by signed-rank",
    "score(X, 1) >= score(Y, 1)",
]


@pytest.mark.parametrize("scale", ["nominal", "ordinal", "interval", "ratio"])
@pytest.mark.parametrize("topic_scale", ["shared", "own"])
def test_each_sentence_is_decided_as_if_it_were_alone(wine, scale, topic_scale):
    how = {"scale": scale, "topic_scale": topic_scale, "alpha": 0.1, "tries": 60, "draws": 3, "seed": 5}
    found = check_claims(wine, SENTENCES, **how)
    assert len(found.checked) == len(SENTENCES)
    for text, one in zip(SENTENCES, found.checked, strict=True):
        alone = meaningful(wine, text, **how)
        assert repr(one.meaning) == repr(alone)
        assert one.meaning.columns() == alone.columns()
        assert (one.meaning.kept, one.meaning.alpha) == (alone.kept, alone.alpha)
        stands = alone.truth and alone.meaningful.holds is True
        assert (one.outcome == STANDS) == stands
    assert found.outcomes[STANDS] == sum(one.outcome == STANDS for one in found.checked)
    assert sum(found.outcomes.values()) == len(SENTENCES)
    assert bool(found) == (found.outcomes[STANDS] == len(SENTENCES))


def test_the_outcome_of_a_sentence_is_the_worst_by_its_measures(demo):
    found = check_claims(demo, ["mean(aurora) > mean(borealis)", "mean(dune) > mean(aurora)"], draws=0)
    assert [(one.measure, one.outcome) for one in found.checked] == [
        ("nDCG@10", "not meaningful"),
        ("P@10", STANDS),
        ("nDCG@10", "not true"),
        ("P@10", "not true"),
    ]
    assert found.outcomes == dict(zip(OUTCOMES, (0, 0, 1, 1, 0), strict=True))
    one = check_claims(demo, ["mean(aurora) > mean(borealis)"], measure="P@10")
    assert (bool(one), one.outcomes[STANDS]) == (True, 1)


def test_sentences_that_fail_do_not_cancel_the_rest(demo):
    said = ["mean(nobody) > mean(dune)", "tau(nDCG@10, nothing) > 0", "A significantly better than B by magic"]
    said += ["mean(aurora) > mean(dune)", "aurora > dune on nowhere"]
    found = check_claims(demo, said, measure=["P@10"], draws=0, tries=5)
    assert [one.outcome == STANDS for one in found.checked] == [False, False, False, True, False]
    for number, one in enumerate(found.checked, start=1):
        assert (one.refusal or "").startswith(f"sentence {number}: ") == (one.outcome == OUTCOMES[4])
        assert not one.why.startswith("sentence")


def test_measures_that_sentences_name_are_computed(demo):
    found = check_claims(demo, ["tau(AP, RR@5) > 0.1", "tau(nDCG@10, map) > 0.1"], tries=20, draws=0)
    alone = meaningful(demo.score(["AP", "RR@5"]), "tau(AP, RR@5) > 0.1", tries=20, draws=0)
    assert [one.measure for one in found.checked] == ["AP, RR@5", "nDCG@10, map"]
    assert repr(found.checked[0].meaning) == repr(alone)
    assert found.checked[1].meaning.truth
    wider = measured(demo, [parse_statement("tau(AP, map) > 0"), parse_statement("tau(P@10, os:getcwd) > 0")])
    assert wider.names == ("nDCG@10", "P@10", "AP")
    assert (wider.values[:2] == demo.values).all()


def test_without_measures_only_sentences_that_name_theirs_are_decided():
    bare = iv.evaluate(*made_up_collection(), [])
    found = check_claims(bare, ["mean(aurora) > mean(dune)", "tau(AP, RR) > 0.1"], tries=20, draws=0)
    assert found.checked[0].why.startswith("a statement needs at least one measure")
    assert found.checked[1].meaning.truth


def test_scores_between_bounds_that_leave_the_truth_open_decide_nothing():
    table = iv.evaluate(*made_up_collection(), ["interval(RBP(p=0.8,rel=2)@60)"])
    assert table.errors is not None
    found = check_claims(table, ["pearson(aurora, borealis) > 0", "mean(aurora) > mean(dune)"], tries=5, draws=0)
    for one in found.checked:
        assert (one.outcome == "not decided") == (one.meaning.opened is not False)
    assert found.checked[1].meaning.opened is False


def test_rows(wine):
    found = check_claims(wine, ["median(X) > median(Y)", "mean(X) > mean(Y)", "X is good"], draws=0)
    rows = found.to_arrow().to_pylist()
    assert [row["outcome"] for row in rows] == [STANDS, "not meaningful", "cannot be checked"]
    assert [(row["truth"], row["meaningful"]) for row in rows] == [(True, True), (True, False), (None, None)]
    assert [row["flip"] for row in rows] == [None, "f(x) = x for x < 50, x + 5 from there on", None]
    assert [row["where"] for row in rows] == ["sentence 1", "sentence 2", "sentence 3"]
    assert repr(found) == "CheckedClaims(1 of 3 sentences are true and meaningful)"


def test_statements_and_lines_may_be_given_too(wine):
    line = ClaimLine("Table 3", "median(X) > median(Y)", parse_statement("median(X) > median(Y)"))
    found = check_claims(wine, [mean("X") > mean("Y"), line, line], draws=0)
    assert [one.claim.where for one in found.checked] == ["sentence 1", "Table 3", "Table 3"]
    assert found.outcomes[STANDS] == 2


@pytest.mark.parametrize(
    "how", [{"alpha": 2}, {"scale": "x"}, {"topic_scale": "x"}, {"tries": 0}, {"draws": -1}, {"measure": "AP"}]
)
def test_options_that_no_sentence_can_be_decided_with_are_refused_at_once(wine, how):
    with pytest.raises(OptionError):
        check_claims(wine, ["median(X) > median(Y)"], **how)
    with pytest.raises(OptionError, match="needs an evaluation"):
        check_claims(WINE, ["median(X) > median(Y)"])
