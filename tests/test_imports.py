"""Importing costs nothing: heavy libraries load when they are needed."""

import subprocess
import sys

import pytest

HEAVY = ["numpy", "scipy", "pyarrow", "typer", "rich", "pandas", "polars", "click"]


def loaded_after(code, folder="."):
    """The modules that a fresh interpreter has loaded once the code has run (and exited, if it does)."""
    script = f"""
import sys
try:
    {code}
except SystemExit:
    pass
print("\\n".join(sys.modules), file=sys.stderr)
"""
    done = subprocess.run([sys.executable, "-c", script], cwd=folder, capture_output=True, text=True, check=True)
    return set(done.stderr.split())


def test_import_loads_nothing_heavy():
    modules = loaded_after("import intervale")
    assert "intervale" in modules
    assert modules.isdisjoint(HEAVY)


def test_dir_loads_nothing_heavy():
    assert loaded_after("import intervale; dir(intervale); intervale.__version__").isdisjoint(HEAVY)


def test_version_loads_nothing_heavy():
    assert loaded_after("from intervale.cli import main; main(['--version'])").isdisjoint(HEAVY)


@pytest.mark.parametrize(
    "words", [["--help"], ["evaluate", "--help"], ["compare", "--help"], ["demo", "--help"], ["rankings", "--help"]]
)
def test_help_loads_no_arrays(words):
    modules = loaded_after(f"from intervale.cli import main; main({words})")
    assert "typer" in modules
    assert modules.isdisjoint({"numpy", "scipy", "pyarrow", "pandas", "polars"})


def test_evaluate_loads_no_statistics_no_frames_and_no_arrow(tmp_path):
    (tmp_path / "qrels.txt").write_text("q1 0 d1 1\nq2 0 d1 1\n")
    (tmp_path / "a.run").write_text("q1 Q0 d1 1 1 A\nq2 Q0 d1 1 1 A\n")
    words = ["evaluate", "qrels.txt", "a.run", "-m", "AP", "-m", "INST", "-m", "nDCG@10", "--json"]
    modules = loaded_after(f"from intervale.cli import main; main({words})", tmp_path)
    assert "numpy" in modules
    heavy = {"pyarrow", "scipy.stats", "pandas", "polars", "matplotlib", "intervale.scales", "intervale.orders"}
    assert modules.isdisjoint(heavy)


def test_integrations_load_no_other_tool():
    """The package imports none of its modules, that of PyTerrier nothing before a measure is asked for, and
    RelevanceEvaluator is there without pytrec_eval.
    """
    peers = {"ir_measures", "pyterrier", "pytrec_eval", "pytrec_eval_ext", "pandas"}
    modules = loaded_after("import intervale.integrations; import intervale.integrations.pyterrier")
    assert modules.isdisjoint({*HEAVY, *peers})
    assert loaded_after("import intervale.integrations.pytrec_eval").isdisjoint(peers)
    assert "intervale.integrations" not in loaded_after("import intervale; intervale.evaluate; intervale.report")


def test_every_public_name_is_there():
    import intervale

    for name in intervale.__all__:
        assert getattr(intervale, name) is not None
    assert set(dir(intervale)) >= set(intervale.__all__)
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        intervale.nothing  # noqa: B018


def test_a_saved_evaluation_is_read_without_frames(tmp_path):
    made = "from intervale.data.made_up import made_up_collection as made; import intervale as iv"
    saved = "iv.evaluate(*made(4, 30, 5), ['AP@5', 'P@5'], interval=True).save('a.parquet')"
    loaded_after(f"{made}; {saved}", tmp_path)
    modules = loaded_after("from intervale.cli import main; main(['report', 'a.parquet', '-o', 'a.html'])", tmp_path)
    assert (tmp_path / "a.html").exists()
    assert modules.isdisjoint({"scipy.stats", "scipy.linalg", "pandas", "polars", "matplotlib", "altair"})
