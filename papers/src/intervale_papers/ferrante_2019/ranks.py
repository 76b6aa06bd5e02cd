"""Whether a measure is the rank function of an order."""

from __future__ import annotations

import intervale as iv
from intervale_papers.ferrante_2019.findings import SMALL, decided, value
from intervale_papers.register import Finding


def rank_function(order: str, measure: str, most_grades: int = 4) -> Finding:
    """Every step up raises the measure by one, and the worst run has 0."""
    cases = 0
    for length, grades in SMALL:
        if grades > most_grades:
            continue
        found = iv.poset(order, length, grades)
        if value(measure, found.order.minimum(found.space), grades) != 0:
            return decided((0,) * length)
        for low, high in found.cover_pairs():
            cases += 1
            if value(measure, high, grades) - value(measure, low, grades) != 1:
                return decided((low, high))
    return decided(None, cases, "every step of the posets looked at")
