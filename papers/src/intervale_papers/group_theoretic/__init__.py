"""Claims of 003 about metrics on rankings as permutations, by section, and the contents of the paper."""

from intervale_papers.group_theoretic import claims

__all__ = ["claims"]
