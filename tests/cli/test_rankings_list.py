"""``intervale rankings list``."""

import csv
import json


def test_the_list(intervale, tmp_path):
    done = intervale("rankings", "list")
    assert (done.code, done.err) == (0, "")
    assert "42 metrics: 5 ranking aware, 9 equal importance, 19 set based, 9 not in the table" in done.out
    document = json.loads(intervale("rankings", "list", "LR+", "MAPE", "Cayley", "nDCG", "--n", 4, "--json").out)
    assert list(document["metrics"]) == ["nDCG", "MAPE", "LR+", "Cayley"]
    one = document["metrics"]["LR+"]
    assert (one["greatest"], one["exact_greatest"], one["kind"], one["flat"], one["k"]) == (
        None,
        "infinite",
        "set based",
        True,
        2,
    )
    assert document["metrics"]["MAPE"]["exact_greatest"] == "7/6"
    assert document["metrics"]["nDCG"]["exact"] == "sum over logarithms"
    assert document["metrics"]["Cayley"]["kind"] is None
    path = tmp_path / "metrics.csv"
    assert intervale("rankings", "list", "-o", path).code == 0
    assert len(list(csv.DictReader(path.read_text().splitlines()))) == 42
    wrong = intervale("rankings", "list", "Kendal")
    assert (wrong.code, wrong.err.count("\n")) == (2, 1)
