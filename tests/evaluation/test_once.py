"""Nothing is done twice: each measure is parsed once, each scale asked at most once, each space counted once."""

from __future__ import annotations

from collections import Counter

import pytest

from intervale.cli import main
from intervale.data.made_up import made_up_collection, write_trec
from intervale.measures import parse
from intervale.scales import mapping, verdicts

MEASURES = ["P@5", "AP@5", "nDCG@5", "RR@5"]
COMMANDS = {
    "evaluate": ["--interval", "-o", "out.json"],
    "compare": ["--interval", "--test", "t", "--test", "sign", "-o", "out.json"],
    "report": ["-o", "out.html"],
}


@pytest.fixture
def counted(monkeypatch, tmp_path) -> dict[str, Counter]:
    """What is parsed, asked and counted, by whatever asks for it."""
    monkeypatch.chdir(tmp_path)
    write_trec(tmp_path, *made_up_collection())
    parse._build.cache_clear()
    mapping._scale.cache_clear()
    found: dict[str, Counter] = {"parsed": Counter(), "asked": Counter(), "counted": Counter()}

    def count(owner, name, kind, key) -> None:
        really = getattr(owner, name)

        def counting(*given, **options):
            found[kind][key(*given, **options)] += 1
            return really(*given, **options)

        monkeypatch.setattr(owner, name, counting)

    count(parse, "_taken_apart", "parsed", lambda text: text)
    count(verdicts, "spacing_of", "asked", lambda values, **_: str(values.measure))
    count(mapping, "fold_counting", "counted", lambda task: (str(task.measure), task.space, task.most))
    return found


@pytest.mark.parametrize("command", COMMANDS)
def test_once(command, counted) -> None:
    words = [command, "qrels.txt", "aurora.run", "borealis.run", *(w for m in MEASURES for w in ("-m", m))]
    with pytest.raises(SystemExit) as left:
        main([*words, *COMMANDS[command]])
    assert left.value.code == 0
    assert counted["parsed"].keys() >= set(MEASURES)
    assert counted["counted"]
    if command != "evaluate":
        assert counted["asked"].keys() == set(MEASURES)
    for kind, many in counted.items():
        assert max(many.values(), default=1) == 1, (kind, many)


def test_evaluate_asks_no_scale(counted) -> None:
    with pytest.raises(SystemExit):
        main(["evaluate", "qrels.txt", "aurora.run", "-m", "P@5", "-m", "AP@5", "-o", "out.json"])
    assert not counted["asked"]
    assert not counted["counted"]
