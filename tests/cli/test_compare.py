"""``intervale compare`` and ``intervale correlate``."""

import json
import re

import pytest

import intervale as iv
from intervale.stats.registry import TESTS


@pytest.fixture
def demo(intervale):
    assert intervale("demo", "--files", "demo").code == 0
    return ["demo/qrels.txt", "demo/aurora.run", "demo/borealis.run", "demo/cirrus.run"]


def test_the_table_says_what_tests_need(intervale, demo):
    done = intervale("compare", *demo, "-m", "RR@10", "--test", "t", "--test", "sign", "--interval")
    assert done.code == 0
    assert "interval !" in done.out
    assert "systems that share a letter do not differ significantly" in done.out
    assert "S2NS" in done.out


def test_the_document(intervale, demo):
    done = intervale(
        "compare",
        *demo,
        "-m",
        "RR@10",
        "-m",
        "P@10",
        "--test",
        "all",
        "--interval",
        "--pairs",
        "--json",
        "--resamples",
        200,
    )
    found = json.loads(done.out)
    assert set(found["measures"]) == {"RR@10", "P@10"}
    tests = found["measures"]["RR@10"]["tests"]
    assert list(tests) == [name for name, test in TESTS.items() if not test.needs_baseline]
    for test in tests.values():
        assert test["pairs"] == 3 == len(test["decisions"])
        assert test["significant"] == sum(pair["significant"] for pair in test["decisions"])
        assert set(test["interval"]) >= {"significant", "s2ns", "ns2s"}
        assert {"a", "b", "p", "significant", "effect"} <= set(test["decisions"][0])
    assert tests["sign"]["permitted"]
    assert not tests["t"]["permitted"]
    assert sum("differ significantly" in said for said in found["statements"]) == 22
    assert {cell[0] for group in found["changed"] for cell in group["cells"]} == {"RR@10"}


def test_baselines_and_topics(intervale, demo):
    done = intervale("compare", *demo, "-m", "P@10", "--baseline", "aurora", "--per-topic", "--json")
    found = json.loads(done.out)["measures"]["P@10"]["differences"]
    assert len(found) == 2 * 25
    assert {entry["b"] for entry in found} == {"aurora"}
    assert all(entry["difference"] == pytest.approx(entry["score_a"] - entry["score_b"]) for entry in found)
    table = intervale("compare", *demo, "-m", "P@10", "--baseline", "aurora", "--show", "wins")
    assert "win/tie/loss vs aurora" in table.out


@pytest.mark.parametrize("form", ["csv", "md", "latex"])
def test_other_forms(intervale, demo, form):
    for words in (["compare", "--test", "t"], ["correlate", "-m", "P@10"], ["compare", "--pairs"]):
        done = intervale(words[0], *demo, *words[1:], "-m", "RR@10", "-f", form)
        assert done.code == 0
        assert "RR@10" in done.out


def test_correlations(intervale, demo):
    done = intervale("correlate", *demo, "demo/dune.run", "-m", "RR@10", "-m", "P@10", "--interval", "--json")
    found = json.loads(done.out)
    assert [(entry["a"], entry["b"]) for entry in found["overall"]] == [
        ("RR@10", "P@10"),
        ("RR@10", "interval(RR@10)"),
        ("P@10", "interval(P@10)"),
    ]
    assert found["topics"][1]["tau"] == pytest.approx(1.0)
    assert (found["coefficient"], found["title"]) == ("tau", "Kendall's tau-b")
    assert found["overall"][0]["value"] == found["overall"][0]["tau"]
    shown = intervale("correlate", *demo, "-m", "RR@10", "--interval").out
    assert "how close to an interval scale: Kendall's tau-b" in shown
    words = ["correlate", *demo, "-m", "RR@10", "-m", "P@10", "--coefficient", "spearman"]
    assert "Spearman's rho of measures" in intervale(*words).out
    assert "tau" not in json.loads(intervale(*words, "--json").out)["overall"][0]


def test_differs_names_its_correction(intervale, demo):
    assert (
        "† differs from aurora (Student's t test, Holm, α = 0.05)"
        in intervale("compare", *demo, "-m", "P@10", "--baseline", "aurora").out
    )
    pairs = intervale("compare", *demo, "-m", "P@10", "--pairs").out
    assert "Holm over 3 comparisons for each measure and test" in pairs
    found = json.loads(intervale("compare", *demo, "-m", "P@10", "--pairs", "--json").out)["measures"]["P@10"]["tests"]
    assert found["t"]["correction"] == "holm"
    assert all(pair["p_alone"] <= pair["p"] for pair in found["t"]["decisions"])


def test_a_baseline_decides_and_counts_the_same_pairs(intervale, demo):
    found = json.loads(intervale("compare", *demo, "demo/dune.run", "-m", "P@10", "--baseline", "aurora", "--json").out)
    assert found["measures"]["P@10"]["tests"]["t"]["pairs"] == 3
    assert sum(found["evidence"]["P@10"]["pairs"].values()) == 3


def test_no_minus_before_nothing(intervale):
    from pathlib import Path

    lines = {"A": ["x", "a"], "B": ["a", "x"]}
    Path("q.txt").write_text("".join(f"{t} 0 a 1\n" for t in range(3)))
    for name, documents in lines.items():
        text = "".join(f"{t} Q0 {d} {n} {9 - n} {name}\n" for t in range(3) for n, d in enumerate(documents, 1))
        Path(f"{name}.run").write_text(text)
    done = intervale("compare", "q.txt", "A.run", "B.run", "-m", "P@2", "--pairs", "--baseline", "A")
    assert done.code == 0
    assert "-0.0000" not in done.out


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["compare", "-m", "RR@10", "--test", "welch"], "one of: sign"),
        (["compare", "-m", "RR@10", "--strict"], "t needs an interval scale"),
        (["compare", "-m", "RR@10", "--alpha", 0], "--alpha 0"),
        (["compare", "-m", "RR@10", "--correction", "x"], "one of: none"),
        (["compare", "-m", "RR@10", "--baseline", "x"], "not among the systems"),
        (["compare", "-m", "RR@10", "--pairs", "--per-topic"], "one of them"),
        (["compare", "-m", "RR@10", "--per-topic"], "name a baseline"),
        (["compare", "-m", "RR@10", "-f", "parquet"], "name a file with -o"),
        (["compare", "-m", "RR@10", "--resamples", 10**9, "--test", "bootstrap"], "from 100 to"),
        (["correlate", "-m", "RR@10"], "needs two measures"),
        (["correlate", "-m", "RR@10", "-m", "P@10", "--coefficient", "x"], "one of: tau"),
        (["correlate", "-m", "RR@10", "-m", "P@10", "--digits", 40], "--digits 40"),
    ],
)
def test_bad_calls_get_one_sentence(intervale, demo, words, reason):
    done = intervale(words[0], *demo, *words[1:])
    assert done.code == 2
    assert reason in done.err
    assert len(done.err.strip().splitlines()) == 1


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ("-m P@10", ""),
        ("-m RBP(p=0.8)@10", "-: no interval form (--interval computes it, where there is one)"),
        ("-m RBP(p=0.8)@10 --interval", ""),
        ("-m AP@10 --interval", "-: topics share no scale"),
        ("-m AP@10", "-: topics share no scale, or no interval form (--interval computes it, where there is one)"),
        ("-m P@10 -m AP --interval", "-: topics share no scale, or no interval form"),
    ],
)
def test_dashes_in_the_evidence_are_explained(intervale, asked, said):
    """Four systems: six pairs are counted, not spoken of."""
    intervale("demo", "--files", "demo")
    runs = [f"demo/{name}.run" for name in ("aurora", "borealis", "cirrus", "dune")]
    done = intervale("compare", "demo/qrels.txt", *runs, *asked.split(), "--details")
    assert done.code == 0, done.err
    counts = done.out[done.out.index("what the larger mean rests on") :]
    assert [line.strip() for line in counts.splitlines() if line.startswith("-: ")] == ([said] if said else [])
    assert bool(said) == bool(re.search(r" -( |$)", counts, re.MULTILINE))


def test_a_caption_has_its_marks_for_any_name_of_a_baseline():
    scores = {name: {str(t): (n + t) % 5 / 5 for t in range(6)} for n, name in enumerate(("my--run", "B", "C"))}
    found = iv.compare(iv.read_scores(scores, measure="P@10"), baseline="my--run")
    assert r"\dag{} differs from my--run" in found.to_latex()
