"""Claims of Giner (000) about lattices of runs and their valuations, by section."""

from intervale.claims.giner import sets, setting, theory

__all__ = ["sets", "setting", "theory"]
