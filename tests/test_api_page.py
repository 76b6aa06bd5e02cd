"""docs/api.md lists the public names, all of them, each once."""

import re
from pathlib import Path

import intervale as iv

PAGE = Path(__file__).resolve().parents[1] / "docs" / "api.md"


def test_the_page_lists_exactly_the_public_names():
    rows = re.findall(r"^\| (`.*?`) \| ", PAGE.read_text("utf-8"), re.MULTILINE)
    listed = [name for row in rows for name in re.findall(r"`(\w+)`", row)]
    assert sorted(listed) == sorted(iv.__all__)
