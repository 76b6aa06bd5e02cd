"""Write papers/docs/ranking-tables.md: Tables 2 and 3 of the group-theoretic paper beside what is computed.

usage: make_ranking_tables.py [--to FOLDER] [--small]     FOLDER is papers/docs by default

With --small, rankings of 3 items and small samples.
"""

from __future__ import annotations

import argparse
from dataclasses import replace
from pathlib import Path

from intervale.plugins import to_markdown
from intervale.rankings import PAPER, properties
from intervale_papers.group_theoretic.comparison import comparison_tables

HEAD = """# Ranking metrics: printed and computed

What *Ranking evaluation metrics from a group-theoretic perspective* ("the paper") prints about 33 metrics, and what
is computed. Made by `make rankingtable` (`papers/docs/make_ranking_tables.py`): over all rankings of up to {n} items
where a property is about all, on {pairs:,} random pairs of rankings of 100 items (seed 0, k = 10) for robustness I and
stability, as the paper defines them. `intervale rankings properties --n {n}` prints the verdicts alone, and
`intervale claims group-theoretic` the statements of the paper with a witness each.

The paper's appendix with the definitions is missing, and the usual definitions are used. Marks are read from the left:
the header row of Table 3 has 35 fields as its rows have, 33 names and two empty ones, and that of Table 2 has 15 names
for 17 marks; the last two marks of each row belong to no metric. So Table 3 agrees with Propositions 5.2 and 5.4 and
Lemma 5.3, and Table 2 with what is computed in its second and third row.

The main points:

- DCG and nDCG have ties from n = 7 on (Propositions 5.1 and 5.4), with exponential gains from n = 8 on. Proposition 5.1
  and Table 3 contradict each other on them.
- SMAPE and NDPM do not change when items are renamed, and are distances (Proposition 5.2, Table 3): SMAPE is the
  Canberra distance over n/2, NDPM Kendall's over the number of pairs. The confusion matrix family does not change
  either, if its tops are the items at positions 1..k; with σ(1..k) as written it does.
- MSE, RMSE, MAE and R² see only the width of a swap, as τ, ρ and NDPM do (§5.4).
- Whether that keeps a metric from being sensitive, as the paper says, depends on how Definition 7 is read. With
  m(id, (i j) ∘ σ), which `sensitivity` uses, it does not, and 27 of the 33 marks agree; with
  m(σ, (i j) ∘ σ) it does, and 29 do.
- Kendall's τ is not a distance, as τ(σ, σ) = 1; the number of discordant pairs is.
- The first line of Definition 1 is met by μ = σ always, so it guarantees nothing: σ = 132, μ = 213 and ν = 123 make τ
  and NDPM non-consistent, and τ and −NDPM are consistent.
- Some marks of Table 3 contradict each other however k is chosen: informedness is 2 BA − 1 and is printed to be
  stable where BA is not; NDPM is (1 − τ)/2 and is printed to be sensitive where τ is not; R² is 2ρ − 1 and is printed
  not to be symmetric where ρ is; nDCG is DCG over a constant and differs from it in symmetry.
- The paper does not say which k robustness I and stability have. With k = 10 its marks for robustness I agree for all
  19 metrics of the confusion matrix; with k = 30, as in its Figure 1, for 8 of them. Its marks for stability do not
  agree: 23 of them differ. With a fixed set of relevant items, as precision@k is mostly used, at least 8 of those of
  the confusion matrix still do, however many are relevant; with positions scaled to 0..1 those of MSE, RMSE and MAE
  agree, but then its marks for robustness I do not.
"""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--to", type=Path, default=Path(__file__).parent)
    parser.add_argument("--small", action="store_true")
    chosen = parser.parse_args()
    n, pairs = (3, 10) if chosen.small else (8, 1000)
    found = [properties(name, n=n, pairs=pairs) for name in PAPER]
    titles = ("## Table 3", "## Where the paper says otherwise", "## Table 2")
    tables = [to_markdown(replace(table, title="", footer=())) for table in comparison_tables(found)]
    parts = [f"{title}\n\n{table}" for title, table in zip(titles, tables, strict=True)]
    chosen.to.mkdir(parents=True, exist_ok=True)
    page = HEAD.format(n=n, pairs=pairs) + "\n" + "\n".join(parts)
    (chosen.to / "ranking-tables.md").write_text(page, encoding="utf-8")


if __name__ == "__main__":
    main()
