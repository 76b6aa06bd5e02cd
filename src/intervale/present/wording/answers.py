"""The answer for each measure of a comparison."""

from __future__ import annotations

from intervale.present.wording.against import against_of
from intervale.present.wording.headline import headline_of
from intervale.present.wording.pair import pair_of
from intervale.present.wording.texts import Answer
from intervale.statements.evidence import Evidence
from intervale.stats.comparison import Comparison

__all__ = ["answers"]


def answers(found: Comparison, said: Evidence, test: str | None = None) -> list[Answer]:
    """The answer for each measure, by a test or the first: of two systems the pair, of several with baselines each
    baseline, else who has the highest mean. Measures that are no mean over topics have none.
    """
    given = []
    for name, evidence in said.measures.items():
        compared = found.measures[name]
        by = test or next(iter(compared.tests))
        if len(found.systems) == 2:
            given.append(pair_of(compared, evidence, by, 0, 1, found.alpha).answer)
        elif found.baselines:
            given += [against_of(found, compared, evidence, by, one).answer for one in found.baselines]
        else:
            given.append(headline_of(found, compared, evidence).answer)
    return given
