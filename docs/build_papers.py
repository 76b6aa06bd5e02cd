"""Makes pages of the manual from those of intervale-papers: its record of claims becomes a page for each paper."""

from __future__ import annotations

import re
from pathlib import Path

PAGES = ("ranking-tables.md", "tables-ferrante-2021.md")
ITEM = re.compile(r"^\*\*(\w+ \d+)[^*]*\*\*[^\n]*\n\n- ", re.MULTILINE)
"""A numbered item of a paper, such as a theorem, that has claims."""
ROW = re.compile(r"^\| (?P<slug>[a-z][a-z0-9-]*) \| (?P<title>.*?) \|", re.MULTILINE)
PAPER = """# {title}

[All papers](index.md), and what the verdicts mean. A word in the box leaves the claims that have it, such as
{examples}.

:::{{container}} filtered

{claims}
:::
"""


def examples(claims: str) -> str:
    """What to look for on the page of a paper: a measure and a verdict that it has, and the first numbered item."""
    words = [word for word in ("AP", "nDCG") if re.search(rf"\b{word}\b", claims)][:1]
    words += ["refuted", *ITEM.findall(claims)[:1]]
    return " or ".join(filter(None, [", ".join(f"*{word}*" for word in words[:-1]), f"*{words[-1]}*"]))


def write(source: Path, folder: Path) -> list[Path]:
    """Write the overview of claims, a page for each paper, and the tables; their paths."""
    overview, *papers = re.split(r"^## ", (source / "claims.md").read_text("utf-8"), flags=re.MULTILINE)
    slugs = {row["title"]: row["slug"] for row in ROW.finditer(overview)}
    names = {slug: f"claims-{slug}" for slug in slugs.values()}
    linked = ROW.sub(lambda row: f"| {row['slug']} | [{row['title']}]({names[row['slug']]}.md) |", overview)
    listed = "\n".join([*names.values(), *(name.removesuffix(".md") for name in PAGES)])
    pages = {"index.md": f"{linked}\n```{{toctree}}\n:maxdepth: 1\n\n{listed}\n```\n"}
    for paper in papers:
        title, _, text = paper.partition("\n")
        pages[f"{names[slugs[title]]}.md"] = PAPER.format(title=title, examples=examples(text), claims=text.strip())
    pages |= {name: (source / name).read_text("utf-8") for name in PAGES}
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in pages.items():
        (folder / name).write_text(text, encoding="utf-8")
    return [folder / name for name in pages]
