"""What ``make dist`` looks for in wheels and source distributions."""

import io
import tarfile
import zipfile

import pytest

from tools.check_dist import PACKAGES, main, sources


@pytest.fixture
def dist(tmp_path):
    """Distributions as they should be, and a way to spoil one: other files for a name that ends so."""

    def made(spoil=lambda name, files: files):
        for package, project in PACKAGES.items():
            wheel, sdist = f"{package}-1.0-py3-none-any.whl", f"{package}-1.0.tar.gz"
            inside = {name.removeprefix("src/") for name in sources(project) if name.startswith(f"src/{package}/")}
            with zipfile.ZipFile(tmp_path / wheel, "w") as archive:
                for name in (*spoil(wheel, inside), f"{package}-1.0.dist-info/METADATA"):
                    archive.writestr(name, "")
            with tarfile.open(tmp_path / sdist, "w:gz") as archive:
                for name in (*spoil(sdist, sources(project)), "PKG-INFO"):
                    archive.addfile(tarfile.TarInfo(f"{package}-1.0/{name}"), io.BytesIO())
        return tmp_path

    return made


def test_sources_are_what_the_project_holds():
    files = sources(PACKAGES["intervale"])
    assert {"pyproject.toml", "LICENSE", "CITATION.cff", "src/intervale/py.typed", "papers/LICENSE"} <= files
    assert not [name for name in files if "__pycache__" in name or name.startswith((".git/", ".venv", "build/"))]


def test_nothing_is_said_where_all_is_there(dist, capsys):
    assert main([str(dist())]) == 0
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize("name", ["tests/test_dist.py", "docs/index.md", "intervale_papers/__init__.py"])
def test_a_wheel_with_more_than_its_package_is_named(dist, capsys, name):
    folder = dist(lambda file, files: {*files, name} if file == "intervale-1.0-py3-none-any.whl" else files)
    assert main([str(folder)]) == 1
    assert capsys.readouterr().err == f"intervale-1.0-py3-none-any.whl: holds {name}\n"


@pytest.mark.parametrize("kind", ["whl", "tar.gz"])
def test_what_is_lacking_is_named(dist, capsys, kind):
    folder = dist(lambda file, files: {name for name in files if not (file.endswith(kind) and "py.typed" in name)})
    assert main([str(folder)]) == 1
    assert capsys.readouterr().err.count("/py.typed") == (2 if kind == "whl" else 3)


def test_a_distribution_that_was_not_built_is_named(tmp_path, capsys):
    assert main([str(tmp_path)]) == 1
    assert capsys.readouterr().err.count("expected one") == 4
