"""Ferrante, Ferro and Pontarollo 2019, A general theory of IR evaluation measures, with its electronic appendix."""

from intervale_papers.ferrante_2019 import (
    conclusions,
    contents,
    induced,
    measurement,
    measures,
    posets,
    posets_appendix,
    rank_swap,
    rank_swap_proof,
    rank_total,
    rank_total_proof,
    scale_table,
    scale_types,
    set_replacement,
    set_replacement_proof,
    set_total,
    theory,
)
from intervale_papers.ferrante_2019.findings import SMALL

__all__ = [
    "SMALL",
    "conclusions",
    "contents",
    "induced",
    "measurement",
    "measures",
    "posets",
    "posets_appendix",
    "rank_swap",
    "rank_swap_proof",
    "rank_total",
    "rank_total_proof",
    "scale_table",
    "scale_types",
    "set_replacement",
    "set_replacement_proof",
    "set_total",
    "theory",
]
