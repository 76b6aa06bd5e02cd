"""Tables 2 and 3 of 003 as printed, and how their marks were set beside their columns.

The text of Table 2 has 17 marks a row for 15 columns, that of Table 3 has 35 for 33. The labels start at the first
mark, so marks are read from the left and the last two of each row are left over. For Table 2 this makes rows two and
three agree with what is computed in all 15 places. For Table 3 it is what the text says: robustness II is printed for
the metrics of Proposition 5.2, width-swap dependency for those of Lemma 5.3, distance for Kendall's τ and those of
Proposition 5.4. Nothing in the text pins the rows symmetry, robustness I, sensitivity and stability; there a mark that
would change if the row were shifted by one or two places is kept, and called uncertain.
"""

from __future__ import annotations

from dataclasses import dataclass

__all__ = [
    "COLUMNS",
    "PROPOSED",
    "TABLE_2",
    "TABLE_2_COLUMNS",
    "TABLE_3",
    "Example",
    "Printed",
    "printed",
]

COLUMNS = (
    "recall", "FNR", "fallout", "TNR", "precision", "FDR", "NPV", "FOR", "accuracy", "BA", "F1", "FM", "MCC", "Jaccard",
    "markedness", "LR-", "informedness", "PT", "LR+", "MSE", "RMSE", "MAE", "MAPE", "SMAPE", "R2", "Kendall tau",
    "Spearman rho", "NDPM", "DCG", "nDCG", "MRR", "GMR", "meanRank",
)  # fmt: skip
"""The 33 columns of Table 3."""
TABLE_3 = {
    "identity": "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx",
    "symmetry": "vvvvvvvvvvvvvvvvvvvvvvvxxvvvvxxxxxx",
    "robustness-1": "vvvvvvvvvvvvvvvvvxxxxxxxxvxvxvvxxxx",
    "robustness-2": "xxxxxxxxxxxxxxxxxxxvvvvxvvvxxxxxxxx",
    "width-swap": "xxxxxxxxxxxxxxxxxxxxxxxxxvvvxxxxxxx",
    "sensitivity": "xxxxxxxxxxxxxxxxxxxxxxvvxxxvvvvvvvv",
    "stability": "vvxxvvxxxxvvvxvxvvvvvvvvvvvvvvvvvxx",
    "distance": "xxxxxxxxxxxxxxxxxxxxvvxxxvxxvvxxxxx",
}
"""The rows as printed, v for ✓: 35 marks each."""
PINNED = {"identity", "robustness-2", "width-swap", "distance"}
"""Rows that the text of the paper pins, or whose marks are all the same."""


@dataclass(frozen=True)
class Printed:
    """A mark of Table 3, and whether it surely belongs to its column."""

    holds: bool
    certain: bool


def printed(metric: str, name: str) -> Printed | None:
    """What Table 3 prints for a metric and a property; None where it has neither.

    >>> printed("SMAPE", "robustness-2"), printed("MAPE", "symmetry")
    (Printed(holds=False, certain=True), Printed(holds=True, certain=False))
    """
    if metric not in COLUMNS or name not in TABLE_3:
        return None
    place, row = COLUMNS.index(metric), TABLE_3[name]
    return Printed(row[place] == "v", name in PINNED or len(set(row[place : place + 3])) == 1)


TABLE_2_COLUMNS = (
    "CMB", "MSE", "RMSE", "MAE", "MAPE", "SMAPE", "R2", "Kendall tau", "Spearman rho", "DCG", "nDCG", "MRR", "GMR",
    "NDPM", "meanRank",
)  # fmt: skip
"""The columns of Table 2; CMB stands for the 19 metrics of the confusion matrix."""


@dataclass(frozen=True)
class Example:
    """A row of Table 2: two rankings of 10 items compared with the identity, 5 relevant, and the marks: o where the
    metric cannot tell them apart.
    """

    sigma: tuple[int, ...]
    tau: tuple[int, ...]
    marks: str

    def told_apart(self, column: str) -> bool:
        """Whether the paper says that the metric tells the two rankings apart."""
        return self.marks[TABLE_2_COLUMNS.index(column)] == "*"


SWAP_12, SWAP_34 = (2, 1, 3, 4, 5, 6, 7, 8, 9, 10), (1, 2, 4, 3, 5, 6, 7, 8, 9, 10)
SWAP_24, SAME = (1, 4, 3, 2, 5, 6, 7, 8, 9, 10), (1, 2, 3, 4, 5, 6, 7, 8, 9, 10)
TABLE_2 = (
    Example(SWAP_12, SAME, "o****************"),
    Example(SWAP_12, SWAP_34, "oooo**ooo**oooooo"),
    Example(SWAP_12, SWAP_24, "o***oo*****oo*ooo"),
)

PROPOSED = {("DCG", "identity"): "Prop. 5.1", ("nDCG", "identity"): "Prop. 5.1"}
"""Where a proposition of 003 says that a property holds and its Table 3 prints that it does not."""
