"""``intervale demo``: a made-up collection, the same every time."""

import json


def test_the_demo_shows_a_table(intervale):
    done = intervale("demo")
    assert done.code == 0
    for word in ("aurora", "borealis", "cirrus", "dune", "nDCG@10", "Judged@10", "4 systems, 25 topics"):
        assert word in done.out
    assert "intervale demo --files" in done.err


def test_the_demo_is_the_same_every_time(intervale, shell):
    first = intervale("demo").out
    assert intervale("demo").out == first
    assert shell("demo").out == first


def test_the_demo_as_json(intervale):
    done = intervale("demo", "--json")
    assert done.err == ""
    document = json.loads(done.out)
    assert list(document["systems"]) == ["aurora", "borealis", "cirrus", "dune"]
    means = [system["mean"]["AP"] for system in document["systems"].values()]
    assert means[0] > means[2] > means[3]  # systems of known quality


def test_the_files_of_the_demo_give_its_numbers(intervale, here):
    shown = json.loads(intervale("demo", "--json", "--files", "demo").out)
    files = sorted(str(path) for path in (here / "demo").glob("*.run"))
    assert len(files) == 4
    measures = [word for name in shown["measures"] for word in ("-m", name)]
    done = intervale("evaluate", "demo/qrels.txt", *files, *measures, "--json")
    assert json.loads(done.out)["systems"] == shown["systems"]


def test_a_folder_that_cannot_be_made_is_one_line(intervale, here):
    (here / "file").write_text("")
    done = intervale("demo", "--files", "file/demo")
    assert done.code == 2
    assert done.err.count("\n") == 1
