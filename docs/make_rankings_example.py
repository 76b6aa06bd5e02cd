"""The worked example of docs/rankings-example.md: systems ranked by eleven measures, which measures rank alike, and
which ranking metrics agree about it. Tables on standard output, and a heat map.

usage: make_rankings_example.py FOLDER [--depth N] [--chart FILE.svg]

FOLDER has one file qrels* and runs/. Systems are ranked by their means over topics; those with equal means are tied.
"""

from __future__ import annotations

import argparse
from itertools import combinations, pairwise
from pathlib import Path

import intervale as iv
from intervale.present.rankings_disagree import disagreements_chart
from intervale.rankings import Disagreements, NamedRankings, disagreements

MEASURES = (
    *("P", "RBP(p=0.5)", "RR", "RBP(p=0.3)", "RBP(p=0.8)", "DCG(base=2)", "DCG(base=10)", "R", "AP", "nDCG(base=2)"),
    "nDCG(base=10)",
)
METRICS = ("nDCG", "DCG", "MSE", "MAE", "MAPE", "SMAPE", "R2", "tau", "rho", "NDPM", "Kendall", "footrule", "Chebyshev")
"""Those that have a rule for ties and need no k."""
TOP = ("nDCG", "recall", "MRR", "tau", "rho", "RBO distance")
"""Those that are looked at with cutoffs."""
SMALL, CUTOFFS = "0.1", (10, 20, 30, 60)
REFERENCE = "AP"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--depth", type=int, default=1000)
    parser.add_argument("--chart", type=Path, default=Path(__file__).parent / "figures" / "rankings-example.svg")
    chosen = parser.parse_args()
    (qrels,) = chosen.folder.glob("qrels*")
    runs = iv.evaluate(qrels, chosen.folder / "runs").score([f"{name}@{chosen.depth}" for name in MEASURES])
    ranked = rankings(runs)
    print_measures(ranked)
    found = disagreements(REFERENCE, ranked, METRICS, ties="average")
    print_nearest(found)
    print_pairs(found)
    print_cover(found)
    print_cutoffs(ranked)
    disagreements_chart(found).save(chosen.chart)


def rankings(runs: iv.Evaluation) -> NamedRankings:
    """Systems by their means, a ranking for each measure; equal means are ties."""
    rows = []
    for name in runs.names:
        order = runs.mean_order(name)
        if order.open_pairs:
            raise SystemExit(f"{name}: {order.open_pairs} pairs of means are not decided")
        rows.append(1 + order.larger.sum(axis=0))
    return NamedRankings(tuple(runs.systems), MEASURES, rows, "the runs")


def print_measures(ranked: NamedRankings) -> None:
    """Kendall's tau-b of all pairs of measures, how many systems are tied, and who is nearest."""
    print(f"| tau-b | {' | '.join(ranked.names)} | tied systems | nearest |")
    print(f"|---|{'---:|' * (len(ranked) + 1)}---|")
    for name in ranked.names:
        scores = iv.rankings.evaluate(name, ranked, ["tau"], ties="average")
        cells = ["" if other == name else f"{scores[other, 'tau'].value:.2f}" for other in ranked.names]
        tied = sum(len(tier) for tier in ranked.tiers(name) if len(tier) > 1)
        near = max(scores.names, key=lambda other: scores[other, "tau"].exact)
        print(f"| {name} | {' | '.join(cells)} | {tied} | {near} |")


def alike(found: Disagreements) -> dict[str, list[str]]:
    """Ranking metrics by the order in which they put the measures, those nearest to the reference first."""
    every: dict[str, list[str]] = {}
    for metric, levels in found.levels.items():
        order = sorted(range(len(levels)), key=lambda place: -levels[place])
        text = found.scores.names[order[0]]
        for before, place in pairwise(order):
            text += f"{' =' if levels[before] == levels[place] else ','} {found.scores.names[place]}"
        every.setdefault(text, []).append(metric)
    return every


def print_nearest(found: Disagreements) -> None:
    print(f"\n| ranking metrics | measures, those nearest to {REFERENCE} first |\n|---|---|")
    for order, metrics in alike(found).items():
        print(f"| {', '.join(metrics)} | {order} |")


def print_pairs(found: Disagreements) -> None:
    """Ranking metrics that disagree, the fewest agreements first; of those with one order, the first."""
    print("\n| a | b | pairs on which they agree | in opposite order | triples | closer by a | closer by b |")
    print("|---|---|---:|---:|---:|---|---|")
    pairs = combinations((metrics[0] for metrics in alike(found).values()), 2)
    for pair in sorted(pairs, key=lambda pair: found.counts[pair].ratio):
        one = found.counts[pair]
        closer = next(iter(found.pairs(*pair)), ("-", "-"))
        agree = f"{one.concordant + one.tied_both} of {one.pairs}"
        print(f"| {' | '.join(pair)} | {agree} | {one.discordant} | {found.triples[pair]} | {' | '.join(closer)} |")


def print_cover(found: Disagreements) -> None:
    print(f"\n{len(found.cover.names)} metrics show every disagreement: {', '.join(found.cover.names)}")


def print_cutoffs(ranked: NamedRankings) -> None:
    """By how much ranking metrics change from one cutoff to twice that one, and which measures they order otherwise."""
    print("\n| metric | from k to | small | mean change | largest change | of | opposite |")
    print("|---|---|---:|---:|---:|---|---:|")
    for k, larger in zip(CUTOFFS[::2], CUTOFFS[1::2], strict=True):
        if larger >= len(ranked.items):
            continue
        options = {"k": k, "by": larger - k, "epsilon_k": SMALL, "ties": "average"}
        for name, one in iv.rankings.cutoffs(REFERENCE, ranked, TOP, **options).metrics.items():
            largest, count = one.largest, f"{one.below} of {len(one.defined)}"
            if largest is None:
                continue
            opposite = f"{one.orders.discordant} of {one.orders.pairs}"
            print(
                f"| {name} | {k} to {larger} | {count} | {one.mean:.3f} | {largest.change:.3f} | {largest.ranking} | "
                f"{opposite} |"
            )


if __name__ == "__main__":
    main()
