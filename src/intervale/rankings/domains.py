"""Which properties a domain asks for, as in Table 4 of the group-theoretic paper (*Ranking evaluation metrics from a
group-theoretic perspective*, anonymous).
"""

from __future__ import annotations

__all__ = ["DOMAINS", "DOMAIN_NAMES"]

DOMAINS = {
    "rank aggregation": ("identity", "symmetry", "robustness-1", "robustness-2", "distance"),
    "recommender systems": ("identity", "sensitivity", "stability"),
    "information retrieval": ("robustness-1", "robustness-2", "sensitivity", "stability"),
    "feature ranking": ("identity", "robustness-2"),
    "no ground truth": ("symmetry",),
}
"""The domains of Table 4 with the properties that it asks for there. Fair rank aggregation is with rank aggregation,
feature selection with feature ranking."""
DOMAIN_NAMES = {
    "(fair) rank aggregation": "rank aggregation", "fair rank aggregation": "rank aggregation",
    "feature ranking/selection": "feature ranking", "feature selection": "feature ranking",
    "contexts independent from ground truths": "no ground truth",
}  # fmt: skip
"""The domains as Table 4 writes them, in small letters."""
