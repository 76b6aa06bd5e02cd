"""The count of lines of code."""

import json
from pathlib import Path

import pytest

from tools.code_lines import by_package, code_lines, main

ROOT = Path(__file__).resolve().parent.parent


@pytest.mark.parametrize(
    ("source", "lines"),
    [
        ("", 0),
        ("# only a comment\n\n", 0),
        ('"""A docstring\n\nof three lines."""\n', 0),
        ("x = 1  # with a comment\n", 1),
        ("x = [\n    1,\n\n    # nothing\n    2,\n]\n", 4),
        ('x = """a text\n\nthat is a value"""\n', 3),
        ('class A:\n    """What it is."""\n\n    x: int = 1\n    """What x is."""\n', 2),
        ('def f():\n    """What it does."""\n    return 1\n', 2),
        ("x = 1; y = 2\n", 1),
    ],
)
def test_lines_of_code(source, lines):
    assert code_lines(source) == lines


def test_modules_stand_under_their_package(tmp_path, capsys):
    (tmp_path / "one").mkdir()
    (tmp_path / "top.py").write_text("x = 1\n")
    (tmp_path / "one" / "__init__.py").write_text('"""Nothing."""\n')
    (tmp_path / "one" / "long.py").write_text("x = 1\n" * 5)
    assert by_package(tmp_path) == {".": {"top.py": 1}, "one": {"one/__init__.py": 0, "one/long.py": 5}}
    assert main([str(tmp_path)]) == 0
    assert capsys.readouterr().out.split() == [
        *("6", str(tmp_path), "5", "one", "0", "one/__init__.py", "5", "one/long.py", "1", ".", "1", "top.py")
    ]
    assert main([str(tmp_path), "--most", "5", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)[str(tmp_path)]["one"]["one/long.py"] == 5
    assert main([str(tmp_path), "--most", "4"]) == 1
    assert "one/long.py: 5 lines of code, 4 are the most" in capsys.readouterr().err
    assert main([str(tmp_path / "nowhere")]) == 1


def test_no_module_is_too_long(capsys):
    assert main([str(ROOT / "src" / "intervale"), "--most", "400"]) == 0
