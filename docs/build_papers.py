"""Makes pages of the manual from those of intervale-papers: anchors of claims become targets of Sphinx."""

from __future__ import annotations

import re
from pathlib import Path

TABLES = ("ranking-tables.md", "tables-ferrante-2021.md")
ANCHOR = re.compile(r'<a id="([\w-]+)"></a>')


def write(source: Path, folder: Path) -> list[Path]:
    """Write the overview of claims as index.md, a page for each paper, and the tables; their paths."""
    papers = sorted(path.name for path in source.glob("claims-*.md"))
    listed = "\n".join(name.removesuffix(".md") for name in (*papers, *TABLES))
    overview = (source / "claims.md").read_text("utf-8")
    pages = {"index.md": f"{overview}\n```{{toctree}}\n:hidden:\n:maxdepth: 1\n\n{listed}\n```\n"}
    pages |= {name: ANCHOR.sub(r"[]{#\1}", (source / name).read_text("utf-8")) for name in (*papers, *TABLES)}
    folder.mkdir(parents=True, exist_ok=True)
    for old in set(folder.glob("*.md")) - {folder / name for name in pages}:
        old.unlink()
    for name, text in pages.items():
        (folder / name).write_text(text, encoding="utf-8")
    return [folder / name for name in pages]
