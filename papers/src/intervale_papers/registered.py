"""All claims: importing a paper registers its claims, and importing this module all of them."""

from intervale_papers import ferrante_2015, ferrante_2019, ferrante_2021, giner, group_theoretic
from intervale_papers.document import overview, paper_page
from intervale_papers.register import (
    CLAIMS,
    CONTENTS,
    PAPERS,
    Checked,
    Claim,
    Erratum,
    Finding,
    Item,
    Kind,
    Paper,
    Section,
    run_claims,
)

__all__ = [
    "CLAIMS",
    "CONTENTS",
    "PAPERS",
    "Checked",
    "Claim",
    "Erratum",
    "Finding",
    "Item",
    "Kind",
    "Paper",
    "Section",
    "ferrante_2015",
    "ferrante_2019",
    "ferrante_2021",
    "giner",
    "group_theoretic",
    "overview",
    "paper_page",
    "run_claims",
]
