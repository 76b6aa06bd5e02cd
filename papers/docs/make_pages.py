"""Writes the pages of the claims: claims.md, and claims-<paper>.md for each paper.

usage: make_pages.py [--data FOLDER] [--to DIR] [--paper NAME]

FOLDER has qrels.trec8.txt and runs; without it claims about TREC-8 are not run, and the pages say so.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from intervale_papers import PAPERS, overview, paper_page, run_claims

HERE = Path(__file__).resolve().parent


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path)
    parser.add_argument("--to", type=Path, default=HERE)
    parser.add_argument("--paper", choices=[paper.slug for paper in PAPERS.values()])
    chosen = parser.parse_args()
    chosen.to.mkdir(parents=True, exist_ok=True)
    found = list(run_claims(chosen.paper, chosen.data))
    pages = {} if chosen.paper else {"claims.md": overview(found)}
    for paper, about in PAPERS.items():
        if chosen.paper in (None, about.slug):
            pages[f"claims-{about.slug}.md"] = paper_page(paper, found)
    for name, text in pages.items():
        (chosen.to / name).write_text(text, encoding="utf-8")
        print(chosen.to / name)


if __name__ == "__main__":
    main()
