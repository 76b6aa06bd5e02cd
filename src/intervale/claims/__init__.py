"""The papers' statements as executable claims."""

from intervale.claims import ferrante_2015, ferrante_2019, ferrante_2021, giner, group_theoretic
from intervale.claims.register import CLAIMS, PAPERS, Claim, Finding, Outcome, run_claims

__all__ = [
    "CLAIMS",
    "PAPERS",
    "Claim",
    "Finding",
    "Outcome",
    "ferrante_2015",
    "ferrante_2019",
    "ferrante_2021",
    "giner",
    "group_theoretic",
    "run_claims",
]
