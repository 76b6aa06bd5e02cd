"""Does the answer change with the measure?"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from intervale.present.wording.averaging import Averaging, averaging
from intervale.present.wording.headline import headline_of
from intervale.present.wording.pair import Chance, pair_of
from intervale.present.wording.texts import listing, plain, signed
from intervale.statements.evidence import Evidence
from intervale.stats.comparison import Comparison

__all__ = ["Row", "across_measures", "rows_of"]


@dataclass(frozen=True)
class Row:
    """The answer by one measure."""

    measure: str
    leaders: tuple[str, ...]
    mean: str
    lead: str
    """By how much the leader is ahead of the next; empty where there is none."""
    ci: str
    """Between what its true lead may lie."""
    possible: tuple[str, ...] | None
    """Which systems may be the best; None where that was not asked."""
    clear: bool
    """Whether the lead is clear of chance."""
    average: Averaging

    @property
    def leader(self) -> str:
        return self.leaders[0] if len(self.leaders) == 1 else listing(self.leaders) if self.leaders else ""


def rows_of(found: Comparison, said: Evidence, test: str) -> list[Row]:
    """A row for each measure that is a mean over topics."""
    rows = []
    for name, evidence in said.measures.items():
        compared = found.measures[name]
        headline = headline_of(found, compared, evidence)
        ci = headline.ci
        possible = None
        if compared.best is not None:
            possible = tuple(s for s, yes in zip(found.systems, compared.best.possible, strict=True) if yes)
        clear = possible is not None and len(possible) == 1
        if len(found.systems) == 2:
            pair = pair_of(compared, evidence, test, 0, 1, found.alpha)
            clear, ci = pair.chance is Chance.CLEAR, pair.numbers.ci
        one = len(headline.leaders) == 1
        lead = headline.mean - headline.runner_up_mean
        rows.append(
            Row(
                name,
                headline.leaders,
                plain(headline.mean) if headline.leaders else "",
                signed(lead) if one and np.isfinite(lead) else "",
                f"{signed(ci[0])} to {signed(ci[1])}" if one and ci is not None else "",
                possible,
                clear and one,
                averaging(found.evaluation, name),
            )
        )
    return rows


def across_measures(rows: list[Row], systems: int) -> str:
    """Whether the measures agree, in two or three sentences."""
    many = len(rows)
    if many == 1:
        return f"Only {rows[0].measure} was computed. Add others with -m to see whether the answer changes."
    said = [_leaders(rows), _common(rows)] if systems > 2 else [_leaders(rows)]
    return " ".join(one for one in said if one)


def _leaders(rows: list[Row]) -> str:
    many, different = f"{len(rows):,} measures", {row.leaders for row in rows}
    every = "both" if len(rows) == 2 else f"all {many}"
    how = _how_clear(rows)
    if () in different:
        return "Not known: scores lie between bounds, and these leave open who leads on some measures."
    in_all = set.intersection(*(set(row.leaders) for row in rows))
    if len(different) == 1 and len(in_all) > 1:
        return f"No. {listing(rows[0].leaders)} tie on {every}."
    if in_all:
        who = next(name for row in rows for name in row.leaders if name in in_all)
        leads = "leads" if len(different) == 1 else "leads or ties"
        return f"No. {who} {leads} on {every}, and {how}."
    answer = "Yes" if _apart(rows) else "Not clearly"
    return f"{answer}. The {many} name {len(different):,} different leaders, and {how}."


def _how_clear(rows: list[Row]) -> str:
    """On how many measures no other system may be the best; of two systems, on how many they differ clearly."""
    clear, many = sum(row.clear for row in rows), len(rows)
    if any(row.possible is not None for row in rows):
        if not clear:
            return "on each of them others may be the best as well"
        return f"on {'each' if clear == many else f'{clear:,}'} of them no other system may be the best"
    return f"the difference is clear on {f'{clear:,} of {many:,}' if 0 < clear < many else 'each' if clear else 'none'}"


def _apart(rows: list[Row]) -> bool:
    """Whether two measures have clear leads of different systems."""
    return len({row.leaders for row in rows if row.clear}) > 1


def _common(rows: list[Row]) -> str:
    """Who may be the best whichever measure is taken."""
    asked = [set(row.possible) for row in rows if row.possible is not None]
    if len(asked) < len(rows):
        return ""
    in_all = set.intersection(*asked)
    if not in_all:
        return "No system may be the best on every measure."
    first = [name for row in rows for name in row.leaders if name in in_all]
    who = first[0] if first else min(in_all)
    others = len(in_all) - 1
    more = "" if not others else " and 1 other" if others == 1 else f" and {others:,} others"
    return f"{who}{more} may be the best on every measure."
