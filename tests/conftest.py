"""What all tests share: real data where it is present, and Hypothesis that repeats itself."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import settings

ROOT = Path(__file__).resolve().parent.parent
DATA = ROOT.parent / "shared" / "data"

CASES_FACTOR = float(os.environ.get("CASES_FACTOR", "0.2"))
"""How much of their cases the fuzz tests draw: a part in ``make test``, the same every time, more and new ones in
``make fuzz``."""

settings.register_profile("default", derandomize="CASES_FACTOR" not in os.environ, deadline=None, print_blob=True)
settings.load_profile("default")


@pytest.fixture(scope="session")
def shared_data() -> Callable[[str], Path]:
    """``shared_data("trec8-adhoc")``: real data, or a skip where it is absent."""

    def find(name: str) -> Path:
        path = DATA / name
        if not path.exists():
            pytest.skip(f"needs the data {name!r} in the folder shared/data beside the project")
        return path

    return find
