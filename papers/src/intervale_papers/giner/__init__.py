"""Claims of Giner (000) about lattices of runs and their valuations, by section."""

from intervale_papers.giner import contents, proofs, ranks, sets, setting, swaps, theory

__all__ = ["contents", "proofs", "ranks", "sets", "setting", "swaps", "theory"]
