"""What may be said: statements about scores, whether they are meaningful, and systems compared without a measure."""

from intervale.statements.dominance import Dominance, dominance
from intervale.statements.expressions import (
    Statement,
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
from intervale.statements.meaningful import Flip, Meaning, meaningful
from intervale.statements.standing import Claim, Standing, Standings, may_be_said, standings

__all__ = [
    "Claim",
    "Dominance",
    "Flip",
    "Meaning",
    "Standing",
    "Standings",
    "Statement",
    "dominance",
    "gmean",
    "hmean",
    "largest",
    "may_be_said",
    "mean",
    "meaningful",
    "median",
    "mode",
    "parse_statement",
    "quantile",
    "score",
    "smallest",
    "standings",
]
