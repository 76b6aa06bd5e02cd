"""The commands in groups, each with one line and one example, as ``intervale --help`` shows them."""

from __future__ import annotations

__all__ = ["GROUPS", "OTHERS", "Line"]

Line = tuple[str, str]
"""What a command does, and an example."""
OTHERS = "Papers and housekeeping"
"""The group that commands of plug-ins join."""

GROUPS: dict[str, dict[str, Line]] = {
    "Runs": {
        "evaluate": ("Score runs against judgments.", "evaluate demo/qrels.txt demo/*.run -m nDCG@10"),
        "compare": (
            "Test which systems differ, and what each difference rests on.",
            "compare demo/qrels.txt demo/*.run -m AP@10 --interval",
        ),
        "meaningful": (
            "Check whether a statement survives a change of scale.",
            'meaningful demo/qrels.txt demo "mean(aurora) > mean(dune)" -m AP',
        ),
        "correlate": ("Correlate measures over systems.", "correlate demo/qrels.txt demo/*.run -m P@10 AP@10"),
        "mixing": (
            "Count what the constants of topics do to the order of scores.",
            "mixing demo/qrels.txt demo/*.run -m AP nDCG@10 R@10",
        ),
        "power": (
            "Compute how many pairs of systems measures tell apart.",
            "power demo/qrels.txt demo/*.run -m P@10 AP@10",
        ),
        "design": (
            "Compute how many topics are enough to find a difference.",
            "design demo/qrels.txt demo/*.run -m RR --difference 0.05",
        ),
        "robustness": (
            "Rank and compare systems with a part of the judgments.",
            "robustness demo/qrels.txt demo/*.run -m AP@10 --interval",
        ),
        "stability": (
            "Rank systems on two random halves of the topics.",
            "stability demo/qrels.txt demo/*.run -m AP@10 RR@10 --interval",
        ),
        "study": (
            "Study what changes on an interval scale.",
            "study demo/qrels.txt demo/*.run -m P AP RR --lengths 5,10",
        ),
        "dominance": ("Compare systems topic by topic, without a measure.", "dominance demo/qrels.txt demo/*.run"),
        "leaderboard": (
            "Rank systems as far as no change of scale can contest.",
            "leaderboard demo/qrels.txt demo/*.run -m P@10",
        ),
        "report": (
            "Write a report: one HTML page with all of the above.",
            "report demo/qrels.txt demo/*.run -m nDCG@10 -o report.html",
        ),
    },
    "Measures and orders": {
        "measures": ("List measures: formula, scale, other names.", "measures"),
        "scale": ("Find the scale of a measure, with a proof or a counterexample.", "scale nDCG@10 --grades 2"),
        "relate": ("Find how two measures relate: one scale, one order, or two.", "relate AP@6 DCG@6"),
        "topics": ("Find which topics share a scale.", "topics demo/qrels.txt -m R@1000 P@10 AP@5"),
        "universe": (
            "Mix lengths of runs and recall bases: what becomes of a scale.",
            "universe P R AP nDCG --longest 3 --bases 3",
        ),
        "map": ("Map a measure to an interval scale.", "map AP@10 1100000000"),
        "axioms": ("Check a measure against axioms.", "axioms ERR@5 --grades 2"),
        "balance": ("Compute the balancing index of measures.", "balance AP 'RBP(p=0.5)' --length 20"),
        "order": ("Describe an order on judged runs, and draw it.", "order rank-swap --length 4"),
        "explore": ("Explore measures and orders in the browser.", "explore --export gallery"),
    },
    "Rankings": {
        "rankings": ("Compare metrics on permutations: properties, agreement.", "rankings properties DCG --n 5"),
    },
    OTHERS: {
        "demo": ("Evaluate a made-up collection.", "demo --files demo"),
        "cache": ("Show or clear cached results.", "cache info"),
        "completion": ("Print a script for completion in your shell.", "completion bash"),
        "claims": ("Check the claims of the papers.", "claims ferrante-2015"),
    },
}
