"""Commands of plug-ins: found by entry points, listed without loading, loaded when they are run, refused in words."""

import json
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from intervale.cli import entry_points

MANUAL = (Path(__file__).resolve().parents[2] / "docs" / "plugins.md").read_text("utf-8")
TOML, MODULE = (re.search(rf"```{language}\n(.*?)```", MANUAL, re.DOTALL)[1] for language in ("toml", "py"))
COMMAND = re.search(r"```sh\nintervale (.*?)\n```", MANUAL)[1].split()
SAYS = "def {0}() -> None:\n    print('{0} runs')\n"


@pytest.fixture
def plug_in(tmp_path, monkeypatch):
    """``plug_in("intervale-x", {"x": "x_module:x"}, "def x(): …")``: a package on the path, as if it were installed."""
    monkeypatch.syspath_prepend(tmp_path / "site")

    def install(package, commands, source=None, summary="A package"):
        folder = tmp_path / "site" / f"{package.replace('-', '_')}-0.1.dist-info"
        folder.mkdir(parents=True)
        (folder / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 0.1\nSummary: {summary}\n")
        lines = [f"{name} = {place}" for name, place in commands.items()]
        (folder / "entry_points.txt").write_text("\n".join(["[intervale.commands]", *lines, ""]))
        modules = {place.partition(":")[0] for place in commands.values()}
        for module in modules if source is not None else ():
            (tmp_path / "site" / f"{module}.py").write_text(source)
            monkeypatch.delitem(sys.modules, module, raising=False)

    return install


def test_the_example_of_the_manual(plug_in, intervale):
    project = tomllib.loads(TOML)["project"]
    commands = project["entry-points"]["intervale.commands"]
    plug_in(project["name"], commands, MODULE, project["description"])
    assert re.search(r"^  depths +How many documents runs have$", intervale("--help").out, re.MULTILINE)
    done = intervale(*COMMAND)
    assert (done.code, done.err) == (0, "")
    assert done.out.split()[-6:] == ["A", "2", "5", "B", "1", "2"]
    assert json.loads(intervale(*COMMAND, "--json").out)["runs"]["A"] == {"topics": 2, "documents": 5}
    assert "--json" in intervale("depths", "-h").out
    done = intervale("depths", "nowhere.run")
    assert (done.code, done.err.count("\n")) == (2, 1)


def test_listing_loads_no_plug_in(plug_in, intervale):
    plug_in("intervale-broken", {"broken": "broken_plug_in:run"}, "raise RuntimeError('not now')", "It is broken")
    assert "It is broken" in intervale("--help").out
    assert intervale("evaluate", "qrels.txt", "a.run", "-m", "AP").code == 0


@pytest.mark.parametrize(
    ("source", "reason"),
    [
        ("raise RuntimeError('not now')", "RuntimeError: not now"),
        ("import no_such_library", "No module named 'no_such_library'"),
        ("other = 1", "has no attribute 'run'"),
        ("run = 7", "cannot be loaded"),
        ("def run(:", "SyntaxError"),
        ("raise SystemExit(0)", "SystemExit"),
    ],
)
def test_what_cannot_be_loaded_is_refused_in_a_sentence(plug_in, intervale, source, reason):
    plug_in("intervale-broken", {"broken": "broken_plug_in:run"}, source)
    plug_in("intervale-sound", {"sound": "sound_plug_in:sound"}, SAYS.format("sound"))
    done = intervale("broken")
    assert (done.code, done.out, done.err.count("\n")) == (2, "", 1)
    assert "the command broken of intervale-broken cannot be loaded" in done.err
    assert reason in done.err
    assert intervale("sound").out == "sound runs\n"


RAISES = "def run() -> None:\n    from intervale import OptionError\n    raise {}\n"


@pytest.mark.parametrize(
    ("error", "code", "said"),
    [
        (
            "KeyError('x')",
            3,
            "this is a bug in intervale-wrong, please report it: KeyError: 'x' (INTERVALE_",
        ),
        ("OptionError('use --more')", 2, "intervale: use --more\n"),
        ("FileNotFoundError(2, 'No such file', 'x')", 2, "intervale: x: No such file\n"),
    ],
)
@pytest.mark.parametrize("application", [False, True])
def test_an_error_in_a_command_of_a_plug_in(plug_in, intervale, application, error, code, said):
    source = RAISES.format(error)
    if application:
        source = f"import typer\nmany = typer.Typer()\n@many.callback()\ndef top(): pass\n@many.command()\n{source}"
    plug_in("intervale-wrong", {"wrong": f"wrong_plug_in:{'many' if application else 'run'}"}, source)
    done = intervale("wrong", *(["run"] if application else []))
    assert (done.code, done.out, done.err.count("\n")) == (code, "", 1)
    assert said in done.err


def test_a_wrong_option_of_a_plug_in_is_no_bug(plug_in, intervale):
    plug_in("intervale-plain", {"plain": "plain_plug_in:plain"}, SAYS.format("plain"))
    done = intervale("plain", "--nothing")
    assert (done.code, "plain has no option --nothing" in done.err, "bug" in done.err) == (2, True, False)


def test_a_command_of_intervale_is_not_replaced(plug_in, intervale):
    plug_in("intervale-rude", {"evaluate": "rude_plug_in:evaluate"}, SAYS.format("evaluate"))
    assert "AP" in intervale("evaluate", "qrels.txt", "a.run", "-m", "AP").out
    assert intervale("--help").out.count("\n  evaluate ") == 1


def test_one_name_in_two_packages(plug_in, intervale):
    for package in ("intervale-one", "intervale-two"):
        plug_in(package, {"both": "both_plug_in:both"}, SAYS.format("both"))
    done = intervale("both")
    assert (done.code, done.err.count("\n")) == (2, 1)
    assert "several packages (intervale-one, intervale-two)" in done.err


def test_an_application_with_commands(plug_in, intervale):
    commands = (f"@many.command()\n{SAYS.format(name)}" for name in ("one", "two"))
    source = "\n".join(["import typer", "many = typer.Typer()", *commands])
    plug_in("intervale-many", {"many": "many_plug_in:many"}, source)
    assert intervale("many", "two").out == "two runs\n"


def test_a_package_without_a_summary(plug_in, intervale):
    plug_in("intervale-plain", {"plain": "plain_plug_in:plain"}, SAYS.format("plain"), summary="")
    assert "plain" in intervale("--help").out
    assert intervale("plain").out == "plain runs\n"


def test_claims_without_its_package(intervale, monkeypatch):
    monkeypatch.setattr(entry_points, "entry_points", lambda **about: ())
    for words in (["claims"], ["claims", "001", "--json"], ["claims", "--help"]):
        done = intervale(*words)
        assert (done.code, done.out, done.err.count("\n")) == (2, "", 1)
        assert done.err.endswith(": pip install intervale-papers\n")
    assert "claims" not in intervale("--help").out


def test_an_unknown_command_is_refused(intervale):
    done = intervale("evaluat")
    assert (done.code, "did you mean intervale evaluate?" in done.err) == (2, True)


def test_names_for_plug_ins():
    """All are there, and the options load no arrays."""
    import intervale.plugins

    assert all(getattr(intervale.plugins, name) is not None for name in intervale.plugins.__all__)
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        intervale.plugins.nothing  # noqa: B018
    code = "import sys, intervale.plugins; print({'numpy', 'pyarrow'} & set(sys.modules))"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True).stdout == "set()\n"
