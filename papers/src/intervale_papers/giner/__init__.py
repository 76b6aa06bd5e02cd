"""Claims of Giner about lattices of runs and their valuations, by section."""

from intervale_papers.giner import (
    conclusions,
    contents,
    distances,
    mappings,
    proofs,
    ranks,
    replaced,
    sets,
    setting,
    swaps,
    theory,
)

__all__ = [
    "conclusions",
    "contents",
    "distances",
    "mappings",
    "proofs",
    "ranks",
    "replaced",
    "sets",
    "setting",
    "swaps",
    "theory",
]
