"""Worked examples of every command, for ``--help`` and for the manual: a sentence, and a line that can be copied.

The first example of a command stands in :mod:`intervale.cli.groups`. The files are those of ``intervale demo --files
demo``.
"""

from __future__ import annotations

from intervale.cli.groups import GROUPS, Line

__all__ = ["FILES", "MORE", "WIDEST", "examples_of"]

FILES = "demo --files demo"
"""What writes the files that examples name."""
WIDEST = 66
"""How many characters an example has at most, so that it fits a terminal of 80 columns."""

MORE: dict[str, list[Line]] = {
    "evaluate": [
        (
            "Use several measures, with their interval forms.",
            "evaluate demo/qrels.txt demo/*.run -m AP@10 RR@10 --interval",
        ),
        (
            "Save everything, to be used in the place of qrels and runs.",
            "evaluate demo/qrels.txt demo/*.run -m AP@10 -o scores.parquet",
        ),
        ("Write the table for a paper.", "evaluate demo/qrels.txt demo/*.run -m nDCG@10 -f latex"),
    ],
    "compare": [
        ("Compare with one system.", "compare demo/qrels.txt demo/*.run -m AP@10 --baseline dune"),
        ("Use two tests; the first decides.", "compare demo/qrels.txt demo/*.run -m RR --test sign --test t"),
        ("Show p-values and intervals of the differences.", "compare demo/qrels.txt demo/*.run -m nDCG@10 --show p,ci"),
    ],
    "meaningful": [
        ("Name several measures.", 'meaningful demo/qrels.txt demo "mean(dune) < 0.2" -m AP RR'),
        ("Ask about one topic.", 'meaningful demo/qrels.txt demo "aurora > dune on t01" -m RR'),
    ],
    "correlate": [
        ("Compare the tops of rankings (RBO).", "correlate demo/qrels.txt demo/*.run -m AP RR --coefficient rbo"),
    ],
    "mixing": [
        ("Write one row for each measure.", "mixing demo/qrels.txt demo/*.run -m AP R@10 P@10 -f csv"),
    ],
    "power": [
        ("Use another test.", "power demo/qrels.txt demo/*.run -m P@10 RR --test sign"),
    ],
    "design": [
        ("Use a variance that is known.", "design --variance 0.05 --difference 0.05,0.1"),
        ("Compute the power of 50 topics.", "design --variance 0.05 --difference 0.05 --topic-count 50"),
    ],
    "robustness": [
        ("Keep the pool of the first documents.", "robustness demo/qrels.txt demo/*.run -m AP --by depth --keep 5,10"),
    ],
    "stability": [
        ("Draw a picture.", "stability demo/qrels.txt demo/*.run -m P@10 AP --plot t.svg"),
    ],
    "study": [
        (
            "Write it for a paper, and as a page.",
            "study demo/qrels.txt demo -m P --lengths 5 -o s.tex --page s.html",
        ),
        ("Leave out weak systems.", "study demo/qrels.txt demo -m AP --lengths 5,10 --without-lowest"),
    ],
    "dominance": [
        ("Compare two systems topic by topic.", "dominance demo/qrels.txt demo/*.run --pair aurora dune"),
        ("Use another order.", "dominance demo/qrels.txt demo/*.run --order set-replacement"),
    ],
    "leaderboard": [
        ("Draw the places of all systems.", "leaderboard demo/qrels.txt demo/*.run -m P@10 --plot places.svg"),
    ],
    "report": [
        (
            "Leave out names, for double-blind review.",
            "report demo/qrels.txt demo/*.run -m AP@10 --anonymous -o r.html",
        ),
    ],
    "measures": [
        ("Search by what a measure does.", "measures hit rate"),
        ("Show one, by the name that another tool gives it.", "measures ndcg_cut_10"),
    ],
    "scale": [
        ("Change the gains.", "scale DCG@4 --grades 2 --gains 0,1,3"),
        ("Ask for which parameters it is on which scale.", "scale RBP --over p --length 4 --plot scales.svg"),
        (
            "Add how far it is from an interval scale, and how it uses its range.",
            "scale AP@5 --order rank-swap --deviation --calibration",
        ),
    ],
    "topics": [
        ("List the sets of topics that share a scale.", "topics demo/qrels.txt -m R@1000 --sets"),
        ("Use runs of one length for all measures.", "topics demo/qrels.txt -m R nDCG --length 20"),
    ],
    "relate": [
        ("Relate measures of different cutoffs.", "relate P@5 P@10 --length 10"),
        ("Use three grades, and another order.", "relate gP@5 nDCG@5 --grades 2 --order rank-replacement"),
    ],
    "universe": [
        ("Use three grades.", "universe nDCG ERR --longest 2 --bases 2 --grades 2"),
        ("Draw a map of N and K for each measure.", "universe P AP 'RBP(p=0.5)' --plot universes.svg"),
    ],
    "map": [
        ("Write graded runs with commas.", "map nDCG@5 2,0,1,0,0 0,2,1,0,0 --grades 2"),
        ("Draw how far values are from equal spacing.", "map AP@5 --spacing spacing.svg"),
        ("Set measures and lengths side by side.", "map P RR AP --lengths 5,10 --curve curves.svg"),
    ],
    "axioms": [
        ("Choose the length of runs where the measure has no cutoff.", "axioms RR --length 5"),
    ],
    "balance": [
        ("Draw the index over lengths.", "balance AP RR --length 50 --curve curve.svg"),
        (
            "See whether systems differ that are alike at the top.",
            "balance AP ERR --experiment --trials 50 --plot plot.svg",
        ),
    ],
    "order": [
        ("Draw the Hasse diagram, coloured by a measure.", "order rank-total --length 4 -m AP@4 --hasse order.svg"),
        ("Show a shortest path between two runs.", "order rank-swap --length 3 --path 0,0,1 1,1,0"),
    ],
    "explore": [
        ("Start the page without opening a browser.", "explore --no-open --port 8000"),
    ],
    "rankings": [
        ("Compute distances between two rankings.", "rankings distance 2,1,3,4 1,2,4,3"),
    ],
    "rankings list": [
        ("List some metrics, with ranges over rankings of 20 items.", "rankings list tau MAE recall --n 20"),
        ("Write all of them to a file.", "rankings list -o metrics.csv"),
    ],
    "rankings properties": [
        ("Check all properties of one metric.", "rankings properties DCG --n 5"),
        ("Check one property.", "rankings properties DCG recall --n 4 --property symmetry"),
        ("Ask for steps below 2/k.", "rankings properties MRR --property stability --epsilon-k 2/k"),
        ("Check how values read.", "rankings properties 'normalised(MAE)' --interpretable --n 4"),
    ],
    "rankings agreement": [
        ("Use all rankings of five items.", "rankings agreement DCG recall 'Kendall tau' --n 5"),
        ("Draw the heat map.", "rankings agreement DCG recall Cayley --n 5 --heatmap heat.svg"),
    ],
    "rankings distance": [
        ("Write the position of each item.", "rankings distance 2,1,3,4 1,2,4,3"),
        ("Write items, best first.", "rankings distance b,a,c a,b,c -m 'Kendall tau'"),
    ],
    "rankings evaluate": [
        ("Compare rankings, items best first.", "rankings evaluate a,b,c,d b,a,c,d a,d,b,c"),
        ("Show exact numbers.", "rankings evaluate a,b,c b,a,c c,b,a -m tau -m MSE --exact"),
    ],
    "rankings disagree": [
        ("Find where the usual metrics disagree.", "rankings disagree a,b,c,d b,a,c,d a,b,d,c d,b,c,a"),
        ("Draw the heat map.", "rankings disagree a,b,c b,a,c a,c,b --heatmap map.svg"),
    ],
    "rankings cutoffs": [
        ("Compare each cutoff with the next.", "rankings cutoffs a,b,c,d b,a,c,d a,b,d,c"),
        ("Compare two cutoffs.", "rankings cutoffs a,b,c,d b,a,c,d a,b,d,c -m nDCG --k 2 --by 2"),
    ],
    "rankings consensus": [
        ("Find the median of three rankings, items best first.", "rankings consensus a,b,c b,a,c a,c,b"),
        ("Add up footrule distances.", "rankings consensus a,b,c,d b,a,c,d a,d,b,c --distance footrule"),
    ],
    "rankings select": [
        ("Ask for two properties.", "rankings select --need symmetry --need distance --n 4"),
        ("Look among some metrics.", "rankings select --need symmetry --among Cayley --among DCG --n 4"),
    ],
    "demo": [
        ("Write a report on the collection.", "demo --report demo.html"),
    ],
    "cache": [
        ("Remove what is kept.", "cache clear"),
        ("Remove what is kept of one measure.", "cache clear nDCG@1000"),
    ],
    "completion": [
        ("Print the script for fish.", "completion fish"),
    ],
}


def examples_of(command: str) -> list[Line]:
    """The examples of a command, such as ``evaluate`` or ``rankings select``."""
    first = [line for lines in GROUPS.values() for name, line in lines.items() if name == command]
    return [*first, *MORE.get(command, ())]
