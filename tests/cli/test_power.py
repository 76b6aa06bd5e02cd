"""``intervale power``."""

import json

import pytest


@pytest.fixture
def demo(intervale):
    assert intervale("demo", "--files", "demo").code == 0
    return ["demo/qrels.txt", "demo/aurora.run", "demo/borealis.run", "demo/cirrus.run", "demo/dune.run"]


def sentences(text):
    """What is printed, however its lines are broken."""
    return " ".join(text.split())


def test_the_answer_comes_first(intervale, demo):
    done = intervale("power", *demo, "-m", "RR@10", "-m", "P@10")
    assert done.code == 0
    first = sentences(done.out).partition(" pairs of systems told apart")[0]
    assert first.startswith(
        "RR@10 tells apart 83.3% of 6 pairs of systems (Student's t test, each pair alone, α = 0.05"
    )
    assert "95% CI" in first
    assert "These topics do not show which tells apart more pairs: RR@10 or P@10." in first
    assert "interval !" in done.out


def test_without_intervals(intervale, demo):
    done = intervale("power", *demo, "-m", "P@10", "--no-ci", "--test", "anova2", "-f", "md")
    assert done.out.startswith("P@10 tells apart ")
    assert "each pair alone" not in done.out
    assert "CI" not in done.out


def test_what_is_known_of_measures(intervale, demo, tmp_path):
    """By the first every pair is told apart, by the second hardly any."""
    rows = ["system,topic,measure,value"]
    for s in range(6):
        for t in range(24):
            rows += [
                f"S{s},{t},clear,{s + (t % 3) / 10 + (s * t % 5) / 50}",
                f"S{s},{t},noise,{(s * 7 + t * t * 5) % 11}",
            ]
    (tmp_path / "scores.csv").write_text("\n".join(rows))
    done = intervale("power", "scores.csv", "-m", "clear", "-m", "noise")
    assert "More pairs are told apart by clear than by noise (" in sentences(done.out)


def test_the_document(intervale, demo):
    found = json.loads(intervale("power", *demo, "-m", "RR@10", "--interval", "--json").out)
    assert (found["test"], found["alpha"], found["confidence"]) == ("t", 0.05, 0.95)
    assert (found["system_count"], found["topic_count"]) == (4, 25)
    assert list(found["measures"]) == ["RR@10", "interval(RR@10)"]
    measure = found["measures"]["RR@10"]
    assert measure["pairs"] == len(measure["levels"]) == 6
    assert measure["share"] == measure["significant"] / 6
    assert measure["ci"][0] <= measure["share"] <= measure["ci"][1]
    assert not measure["permitted"]
    assert found["measures"]["interval(RR@10)"]["form_of"] == "RR@10"
    assert [set(one) for one in found["differences"]] == [{"a", "b", "difference", "ci"}]


@pytest.mark.parametrize("form", ["svg", "html"])
def test_a_picture(intervale, demo, tmp_path, form):
    done = intervale("power", *demo, "-m", "P@10", "--no-ci", "--plot", f"curve.{form}")
    assert done.code == 0
    assert "P@10" in (tmp_path / f"curve.{form}").read_text("utf-8")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--test", "all"], "one test of all pairs"),
        (["--plot", "curve.gif"], "unknown picture format"),
        (["--plot", "qrels.txt"], "would be overwritten"),
        (["--plot", "x.svg", "-o", "x.svg"], "x.svg"),
        (["--strict"], "needs an interval scale"),
    ],
)
def test_refused(intervale, words, said):
    done = intervale("power", "qrels.txt", "a.run", "b.run", "-m", "RR@5", *words)
    assert done.code == 2
    assert said in done.err
