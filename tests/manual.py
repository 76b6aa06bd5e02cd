"""The manual, built for tests."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def built() -> Path:
    """The manual as ``make docs`` builds it, and where: a warning is an error. What did not change since is kept."""
    folder = ROOT / "build" / "docs"
    words = ["-m", "sphinx", "-W", "--keep-going", "-q", "-b", "html", "docs", str(folder)]
    done = subprocess.run([sys.executable, *words], cwd=ROOT, capture_output=True, encoding="utf-8")
    assert done.returncode == 0, done.stderr
    return folder


def pages(folder: Path) -> list[Path]:
    """The pages of the manual; the gallery of the explorer, which ``make docs`` puts beside it, has its own tests."""
    return sorted(page for page in folder.rglob("*.html") if not page.is_relative_to(folder / "gallery"))
