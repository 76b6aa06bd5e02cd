"""Claims of the group-theoretic paper about metrics on rankings as permutations, by section, and its contents.

The appendix with the definitions of the metrics is missing: the metrics are those of ``intervale.rankings``, which says
what was chosen. Where the usual definitions of a metric do not agree on a claim, its remark says so.
"""

from intervale_papers.group_theoretic import (
    agreement,
    contents,
    discussion,
    distances,
    identity,
    interpretable,
    robustness,
    setting,
    stability,
    swaps,
    symmetry,
)

__all__ = [
    "agreement",
    "contents",
    "discussion",
    "distances",
    "identity",
    "interpretable",
    "robustness",
    "setting",
    "stability",
    "swaps",
    "symmetry",
]
