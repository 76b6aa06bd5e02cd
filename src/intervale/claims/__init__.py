"""The papers' statements as executable claims."""

from intervale.claims import ferrante_2015, ferrante_2019, ferrante_2021, giner, group_theoretic
from intervale.claims.appendix import appendix
from intervale.claims.register import (
    CLAIMS,
    CONTENTS,
    PAPERS,
    Checked,
    Claim,
    Finding,
    Item,
    Outcome,
    run_claims,
)

__all__ = [
    "CLAIMS",
    "CONTENTS",
    "PAPERS",
    "Checked",
    "Claim",
    "Finding",
    "Item",
    "Outcome",
    "appendix",
    "ferrante_2015",
    "ferrante_2019",
    "ferrante_2021",
    "giner",
    "group_theoretic",
    "run_claims",
]
