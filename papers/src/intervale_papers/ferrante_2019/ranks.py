"""Whether a measure is the rank function of an order."""

from __future__ import annotations

import intervale as iv
from intervale_papers.ferrante_2019.findings import SMALL, value
from intervale_papers.findings import holds
from intervale_papers.register import Finding
from intervale_papers.wording import cases


def rank_function(order: str, measure: str, most_grades: int = 4) -> Finding:
    """Every step up raises the measure by one, and the worst run has 0."""
    steps, broken = 0, []
    for length, grades in ((n, c) for n, c in SMALL if c <= most_grades):
        found = iv.poset(order, length, grades)
        worst = found.order.minimum(found.space)
        broken += [worst] if value(measure, worst, grades) != 0 else []
        for low, high in found.cover_pairs():
            steps += 1
            broken += [low] if value(measure, high, grades) - value(measure, low, grades) != 1 else []
    remark = (
        f"every cover on spaces with lengths to 6 and top grades to {most_grades}: it adds 1, and the worst run has 0"
    )
    return holds(not broken, broken or cases(steps, "cover"), remark)
