"""Which properties a domain asks for, and why, as in Table 4 and §5 and §7 of the group-theoretic paper (*Ranking
evaluation metrics from a group-theoretic perspective*, anonymous).
"""

from __future__ import annotations

__all__ = ["DOMAINS", "DOMAIN_NAMES", "EXAMPLES", "REASONS"]

REASONS = {
    "rank aggregation": {
        "identity": "swapping two items can make a fair ranking unfair, so no difference may be missed (§5.1, §7)",
        "symmetry": "the consensus is compared with the rankings given, and both have the same role (§5.2, §7)",
        "robustness-1": "a small change of a ranking must change the value a little only (§5.3, §7)",
        "robustness-2": "the numbers are names of items, which may be exchanged (§5.3)",
        "distance": "a consensus is nearest to the rankings, and nearest needs a distance (§5.2, Table 4)",
    },
    "recommender systems": {
        "identity": "small differences between rankings matter (Table 4)",
        "sensitivity": "rankings are not explored to their end, so the top must weigh more (§5.4, §7)",
        "stability": "values are read at k, and the choice of k must not decide (§5.5, §7)",
    },
    "information retrieval": {
        "robustness-1": "a small change of a ranking must change the value a little only (§5.3, Table 4)",
        "robustness-2": "the numbers are names of items, which may be exchanged (§5.3)",
        "sensitivity": "rankings are not explored to their end, so the top must weigh more (§5.4, §7)",
        "stability": "values are read at k, and the choice of k must not decide (§5.5, §7)",
    },
    "feature ranking": {
        "identity": "small differences between rankings matter (Table 4)",
        "robustness-2": "the numbers are names of features, which may be exchanged (§5.3, Table 4)",
    },
    "no ground truth": {
        "symmetry": "neither ranking is the true one, so both have the same role (§5.2, §7)",
    },
}
"""The domains of Table 4 with the properties that it asks for there, and why. Fair rank aggregation is with rank
aggregation, feature selection with feature ranking."""
DOMAINS = {domain: tuple(reasons) for domain, reasons in REASONS.items()}
"""The domains with their properties."""
EXAMPLES = {
    "rank aggregation": "judges rank the same candidates, and one ranking is to stand for all",
    "recommender systems": "a list of films is compared with what a user liked, and few look beyond the first ten",
    "information retrieval": "a list of documents is compared with the ideal order, and few look beyond the first page",
    "feature ranking": "two methods rank the same features by importance",
    "no ground truth": "two annotators rank the same items, and neither is the reference",
}
"""A question of each domain."""
DOMAIN_NAMES = {
    "(fair) rank aggregation": "rank aggregation", "fair rank aggregation": "rank aggregation",
    "feature ranking/selection": "feature ranking", "feature selection": "feature ranking",
    "contexts independent from ground truths": "no ground truth",
}  # fmt: skip
"""The domains as Table 4 writes them, in small letters."""
