"""The manual, built for tests."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def build(folder: Path, *options: str) -> Path:
    """Build the manual in a folder as ``make docs`` does: a warning is an error."""
    words = ["-m", "sphinx", "-W", "--keep-going", "-q", "-b", "html", *options, "docs", str(folder)]
    done = subprocess.run([sys.executable, *words], cwd=ROOT, capture_output=True, encoding="utf-8")
    assert done.returncode == 0, done.stderr
    return folder
