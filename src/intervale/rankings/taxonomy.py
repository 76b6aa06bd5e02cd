"""How the group-theoretic paper divides ranking metrics, §3: by what they are made of (:class:`Group`), and by what
they know of positions (:class:`Awareness`, its Table 1 and the right of its Figure 1).

    metrics ─┬─ ranking aware
             └─ flat ─┬─ equal importance of each position
                      └─ set based

The text of the paper has lost two type faces of Table 1, bold (cumulative gain) and blue (other): that MRR, GMR and
meanRank are with the cumulative gains follows §3, which says of these that they look at the ranks of single items. The
classical distances are not in the table.
"""

from __future__ import annotations

from enum import StrEnum

__all__ = ["TABLE_1", "Awareness", "Group"]


class Group(StrEnum):
    """The theoretical groups of the group-theoretic paper, §3, and the classical distances."""

    GAIN = "cumulative gain"
    ERROR = "error"
    CORRELATION = "correlation"
    CONFUSION = "confusion matrix"
    DISTANCE = "distance"
    OWN = "own"


class Awareness(StrEnum):
    """What a metric knows of the positions of items: the rows of Table 1 of the group-theoretic paper."""

    RANKS = "ranking aware"
    EQUAL = "equal importance"
    SETS = "set based"

    @property
    def flat(self) -> bool:
        """Whether Figure 1 has it among the flat metrics, which are not ranking aware.

        >>> [one.flat for one in Awareness]
        [False, True, True]
        """
        return self is not Awareness.RANKS


TABLE_1: dict[Awareness, tuple[str, ...]] = {
    Awareness.RANKS: ("nDCG", "DCG", "meanRank", "GMR", "MRR"),
    Awareness.EQUAL: ("SMAPE", "MAPE", "MAE", "RMSE", "MSE", "R2", "NDPM", "Spearman rho", "Kendall tau"),
    Awareness.SETS: (
        "markedness", "PT", "recall", "LR+", "Jaccard", "F1", "FDR", "accuracy", "MCC", "TNR", "fallout", "FNR", "LR-",
        "informedness", "NPV", "FOR", "BA", "FM", "precision",
    ),
}  # fmt: skip
"""Table 1 of the group-theoretic paper as it is printed, with the names of this catalogue. MAPE and SMAPE are counted
there with the metrics that give each position equal importance, though both divide by positions and are sensitive."""
AWARENESS = {name: awareness for awareness, names in TABLE_1.items() for name in names}
