"""Statements about scores, whether they are meaningful, and systems compared without a measure."""

from intervale.statements.claims import CheckedClaim, CheckedClaims, ClaimLine, check_claims, read_claims
from intervale.statements.dominance import Dominance, dominance
from intervale.statements.evidence import Claim, Evidence, MeasureEvidence, evidence
from intervale.statements.expressions import (
    gmean,
    hmean,
    largest,
    mean,
    median,
    mode,
    quantile,
    score,
    smallest,
)
from intervale.statements.grammar import parse_statement
from intervale.statements.leaderboard import Leaderboard, MeasureLeaderboard, leaderboard
from intervale.statements.meaningful import Flip, Meaning, meaningful
from intervale.statements.statement import Statement

__all__ = [
    "CheckedClaim",
    "CheckedClaims",
    "Claim",
    "ClaimLine",
    "Dominance",
    "Evidence",
    "Flip",
    "Leaderboard",
    "Meaning",
    "MeasureEvidence",
    "MeasureLeaderboard",
    "Statement",
    "check_claims",
    "dominance",
    "evidence",
    "gmean",
    "hmean",
    "largest",
    "leaderboard",
    "mean",
    "meaningful",
    "median",
    "mode",
    "parse_statement",
    "quantile",
    "read_claims",
    "score",
    "smallest",
]
