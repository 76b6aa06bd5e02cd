"""Ferrante, Ferro and Pontarollo 2019, A general theory of IR evaluation measures, and its appendix (001)."""

from intervale_papers.ferrante_2019 import (
    conclusions,
    contents,
    induced,
    measures,
    posets,
    rank_swap,
    rank_swap_proof,
    rank_total,
    rank_total_proof,
    scale_table,
    scale_types,
    set_replacement,
    set_total,
    theory,
)
from intervale_papers.ferrante_2019.findings import SMALL

__all__ = [
    "SMALL",
    "conclusions",
    "contents",
    "induced",
    "measures",
    "posets",
    "rank_swap",
    "rank_swap_proof",
    "rank_total",
    "rank_total_proof",
    "scale_table",
    "scale_types",
    "set_replacement",
    "set_total",
    "theory",
]
