"""Claims of Ferrante, Ferro and Maistro 2015, by section, and the contents of the paper."""

from intervale_papers.ferrante_2015 import (
    balancing,
    contents,
    err,
    err_swap,
    figures,
    formulas,
    orders,
    proof,
    structure,
    theorem,
)

__all__ = [
    "balancing",
    "contents",
    "err",
    "err_swap",
    "figures",
    "formulas",
    "orders",
    "proof",
    "structure",
    "theorem",
]
