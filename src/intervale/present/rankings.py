"""Ranking metrics: properties, agreement, distances, choices; tables and documents."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from intervale.data.tabular import Rows, columns_of
from intervale.exact.verdict import Proof, Verdict
from intervale.present.heatmap import heat_map
from intervale.present.look import SCREEN, Look
from intervale.present.ranking_scores import own_notes
from intervale.present.table import Cell, Table
from intervale.rankings import (
    MEANINGS,
    Agreement,
    PropertyResult,
    RankingMetric,
    Selection,
    consistency,
)
from intervale.rankings.criteria import PAPER_CRITERIA, Criteria, percent
from intervale.rankings.digits import digits, in_full
from intervale.rankings.domains import EXAMPLES
from intervale.rankings.properties import ON_REQUEST

if TYPE_CHECKING:
    import altair

__all__ = [
    "agreement_chart",
    "agreement_document",
    "agreement_tables",
    "distance_document",
    "distance_rows",
    "distance_table",
    "properties_document",
    "properties_tables",
    "selection_document",
    "selection_table",
]

MARKS = {True: "✓", False: "✗", None: "–"}
HEADS = {
    "robustness-1": "rob. I",
    "robustness-2": "rob. II",
    "width-swap": "WSD",
    "maximal-agreement": "max.",
    "minimal-agreement": "min.",
    "constant-maximum": "const.",
    "interpretable": "interp.",
    "least-at-reversal": "reversal",
    "least-at-inverse": "inverse",
}
"""Names of properties that are short enough for a column."""
MOST_NEAREST = 5
"""So many of the nearest metrics are named, with what they lack."""
FEW = 6
"""Up to so many metrics are listed pair by pair, more as a matrix."""
LEGEND = (
    "✓ holds, ✗ does not hold, ? not known, – does not apply; rob.: robustness, WSD: width-swap, max. and min.: "
    "maximal "
    "and minimal agreement, const.: constant maximum"
)
LEGEND_ON_REQUEST = (
    "interp.: interpretable, const., max. and min. together; reversal, inverse: the least value is at m(σ, σ from its "
    "end), at m(σ⁻¹, σ)"
)
ASSUMED = (
    "no k was given: k is n // 2 for rankings of n items, one number (2) for constant-maximum, and a tenth of the "
    "items that are drawn for robustness-1"
)


# ---------------------------------------------------------------- properties


def properties_tables(found: Sequence[PropertyResult]) -> list[Table]:
    """All properties of one metric; of several, marks in a table, then what breaks what."""
    if len(found) == 1:
        return [_single(found[0])]
    reasons = _reasons(found)
    return [_marks(found), reasons] if reasons.rows else [_marks(found)]


def _title(found: Sequence[PropertyResult]) -> str:
    k = f", k = {found[0].k or 'n // 2'}" if any(one.metric.depends_on_k for one in found) else ""
    return f"rankings of up to {found[0].n} items{k}"


def _single(found: PropertyResult) -> Table:
    rows = tuple(
        tuple(map(Cell, (name, _sign(verdict), _known_by(verdict), _meaning(name, found.criteria))))
        for name, verdict in found.verdicts.items()
    )
    one = found.metric
    said = [f"{one.name}: {one.title}, {one.formula}", *(text for text in (one.choice, one.note) if text)]
    whys = [f"{name}: {verdict.why}" for name, verdict in found.verdicts.items() if verdict.why]
    columns = ("property", "holds", "known by", "meaning")
    return Table(columns, rows, f"{one.name}, {_title([found])}", footer=(*whys, *said))


def _meaning(name: str, criteria: Criteria) -> str:
    """What a property says, with ε and the share that were asked for."""
    if name != "robustness-1" or criteria == PAPER_CRITERIA:
        return (MEANINGS | ON_REQUEST)[name]
    small = f"it by less than {float(criteria.epsilon):g}"
    if criteria.share is None:
        return f"a swap changes {small} on average (Def. 5)"
    some = "every swap changes" if criteria.share == 1 else f"{percent(criteria.share)} of the swaps change"
    return f"{some} {small} (Def. 5)"


def _marks(found: Sequence[PropertyResult]) -> Table:
    names = list(found[0].verdicts)
    rows = tuple((Cell(one.metric.name), *(Cell(_sign(one.verdicts[name])) for name in names)) for one in found)
    heads = (HEADS.get(name, name) for name in names)
    legend = (LEGEND, LEGEND_ON_REQUEST) if any(name in ON_REQUEST for name in names) else (LEGEND,)
    return Table(("metric", *heads), rows, f"Properties, {_title(found)}", legend)


def _reasons(found: Sequence[PropertyResult]) -> Table:
    """A row for each property that is broken."""
    rows = tuple(
        tuple(map(Cell, (one.metric.name, name, verdict.why)))
        for one in found
        for name, verdict in one.verdicts.items()
        if verdict.holds is False
    )
    return Table(("metric", "property", "why"), rows, "Counterexamples")


def _sign(verdict: Verdict) -> str:
    return "?" if verdict.undecided else MARKS[verdict.holds]


def _known_by(verdict: Verdict) -> str:
    if verdict.holds is None and not verdict.undecided:
        return ""
    if verdict.proof is Proof.THEOREM:
        return "theorem"
    if not verdict.cases:
        return "?" if verdict.undecided else str(verdict.proof)
    cases = f"{verdict.cases:,} case{'' if verdict.cases == 1 else 's'}"
    return cases if verdict.proof is Proof.EXHAUSTIVE else f"{verdict.proof}, {cases}"


def properties_document(found: Sequence[PropertyResult]) -> dict[str, Any]:
    """The properties as one JSON document."""
    return {
        "n": found[0].n,
        "k": found[0].k,
        "epsilon": str(found[0].criteria.epsilon),
        "epsilon_k": str(found[0].criteria.epsilon_k),
        "share": None if found[0].criteria.share is None else str(found[0].criteria.share),
        "metrics": {
            one.metric.name: {name: verdict.to_json() for name, verdict in one.verdicts.items()} for one in found
        },
        "notes": [ASSUMED] if found[0].k is None and any(one.metric.depends_on_k for one in found) else [],
    }


# ---------------------------------------------------------------- agreement


def agreement_tables(found: Agreement, order: Sequence[str]) -> list[Table]:
    """Pairs with their counts, or a matrix of ratios where there are many."""
    how = _how(found)
    error = max(found.error(float(one.ratio)) for one in found.counts.values())
    footer = [] if found.exact else [f"95%: a ratio is off by at most {error:.4f}"]
    footer += own_notes(found.metrics) if found.oriented else []
    if len(order) > FEW:
        rows = tuple((Cell(a), *(Cell(1.0 if a == b else _ratio(found, a, b), digits=2) for b in order)) for a in order)
        return [Table(("metric", *order), rows, f"Agreement, {how}", footer=tuple(footer))]
    told, small = _consistent(found, order)
    rows = tuple(_pair(found, a, b, verdict) for (a, b), verdict in told.items())
    columns = (
        "a",
        "b",
        "agreement",
        "concordant",
        "discordant",
        "tied in a",
        "in b",
        "in both",
        "consistent",
    )
    said = [f"{a}, {b}: {verdict.why}" for (a, b), verdict in told.items() if verdict.why]
    footer.append("agreement: the share of pairs of rankings on which the signs agree, ties included")
    footer.append(f"consistent: Definition 1 on {small}")
    return [Table(columns, rows, f"Agreement, {how}", footer=(*footer, *said))]


def _how(found: Agreement) -> str:
    """On which rankings, and how metrics were turned."""
    how = f"all {found.rankings:,} rankings of {found.n} items"
    if not found.exact:
        how = f"{found.rankings:,} random rankings of {found.n} items, seed {found.seed}"
    how += "" if found.k is None else f", k = {found.k}"
    return how + _orientation(found)


def _orientation(found: Agreement) -> str:
    return ", oriented so that larger means more alike" if found.oriented else ", as defined"


def agreement_chart(found: Agreement, order: Sequence[str], *, grouped: bool, look: Look = SCREEN) -> altair.LayerChart:
    """The agreement of all pairs as a heat map, with lines between groups of metrics where they are together."""
    return heat_map(
        order,
        lambda a, b: 1.0 if a == b else _ratio(found, a, b),
        title="Agreement of ranking metrics",
        subtitle=_how(found),
        legend="agreement ratio",
        groups=[str(found.metrics[name].group) for name in order] if grouped else None,
        families=[str(found.metrics[name].awareness or "") for name in order] if grouped else None,
        look=look,
    )


def _ratio(found: Agreement, a: str, b: str) -> float:
    return float(found[a, b].ratio)


def _consistent(found: Agreement, order: Sequence[str]) -> tuple[dict[tuple[str, str], Verdict], str]:
    """By pair, whether the metrics are consistent on rankings of up to 5 items, and on which in words: with the k of
    the agreement where so few items allow it, and turned as the agreement is.
    """
    chosen, n, k = found.metrics, min(5, found.n), found.k
    k = k if k is not None and k <= n - max(one.most_k for one in chosen.values()) else None
    said = f"all rankings of up to {n} items"
    said += "" if found.k is None else f", k = {k or 'n // 2'}"
    said += _orientation(found)
    pairs = [(a, b) for i, a in enumerate(order) for b in order[i + 1 :]]
    return {(a, b): consistency(chosen[a], chosen[b], n=n, k=k, oriented=found.oriented) for a, b in pairs}, said


def _pair(found: Agreement, a: str, b: str, verdict: Verdict) -> tuple[Cell, ...]:
    counts = found[a, b]
    shares = (counts.concordant, counts.discordant, counts.tied_first, counts.tied_second, counts.tied_both)
    return (
        Cell(a),
        Cell(b),
        Cell(float(counts.ratio)),
        *(Cell(count / counts.pairs, percent=True) for count in shares),
        Cell("?" if verdict.undecided else {True: "yes", False: "no", None: "-"}[verdict.holds]),
    )


def agreement_document(found: Agreement, order: Sequence[str]) -> dict[str, Any]:
    """The agreement as one JSON document."""
    pairs: dict[str, dict[str, Any]] = {}
    told, small = _consistent(found, order) if len(order) <= FEW else ({}, "")
    for i, a in enumerate(order):
        for b in order[i + 1 :]:
            counts = found[a, b]
            ratio = float(counts.ratio)
            pairs.setdefault(a, {})[b] = {
                "ratio": ratio,
                "exact": str(counts.ratio) if found.exact else None,
                "error": found.error(ratio),
                "concordant": counts.concordant,
                "discordant": counts.discordant,
                "tied_first": counts.tied_first,
                "tied_second": counts.tied_second,
                "tied_both": counts.tied_both,
            }
            if told:
                pairs[a][b]["consistent"] = told[a, b].to_json() | {"on": small}
    return {
        "n": found.n,
        "k": found.k,
        "rankings": found.rankings,
        "seed": found.seed,
        "oriented": found.oriented,
        "reversed": [name for name, one in found.metrics.items() if found.oriented and one.direction < 0],
        "order": list(order),
        "pairs": pairs,
    }


# ---------------------------------------------------------------- distances and choices


def distance_table(chosen: Sequence[RankingMetric], first: Any, second: Any, k: int | None) -> Table:
    """The values of several metrics for two rankings."""
    rows = tuple(
        (Cell(one.name), Cell(_shown(one, first, second, k)), Cell(_exact(one, first, second, k)), Cell(one.formula))
        for one in chosen
    )
    used = _used_k(chosen, first, k)
    powers = [f"{one.name}: the exact number is {one.exact_is}" for one in chosen if one.exact_is != "the value"]
    title = f"Two rankings of {len(first)} items" + ("" if used is None else f", k = {used}")
    return Table(("metric", "value", "exact", "formula"), rows, title, footer=tuple(powers))


def _used_k(chosen: Sequence[RankingMetric], first: Any, k: int | None) -> int | None:
    """The k that was taken: as given, or n // 2; None where no metric knows one."""
    return next((one.checked_k(k, len(first)) for one in chosen if one.depends_on_k), None)


def _shown(one: RankingMetric, first: Any, second: Any, k: int | None) -> float | str:
    value = _float(one, first, second, k)
    return _exact(one, first, second, k) if value is None else value


def _float(one: RankingMetric, first: Any, second: Any, k: int | None) -> float | None:
    value = one.score(first, second, k=k if one.depends_on_k else None)
    return None if math.isinf(value) else float(value)


def _exact(one: RankingMetric, first: Any, second: Any, k: int | None) -> str:
    return digits(one.exact(first, second, k=k if one.depends_on_k else None))


def _exact_is(one: RankingMetric, first: Any, second: Any, k: int | None) -> str:
    """What the digits are."""
    full = in_full(one.exact(first, second, k=k if one.depends_on_k else None))
    return one.exact_is if full else f"{one.exact_is}; first digits"


def distance_rows(chosen: Sequence[RankingMetric], first: Any, second: Any, k: int | None) -> Rows:
    """The values as one long table."""
    rows = (
        (one.name, *(get(one, first, second, k) for get in (_float, _exact, _exact_is)), one.formula) for one in chosen
    )
    return Rows(columns_of(("metric", "value", "exact", "exact_is", "formula"), rows))


def distance_document(chosen: Sequence[RankingMetric], first: Any, second: Any, k: int | None) -> dict[str, Any]:
    """The values as one JSON document; null where a value is infinite."""
    return {
        "n": len(first),
        "k": _used_k(chosen, first, k),
        "rankings": [[int(x) for x in first], [int(x) for x in second]],
        "metrics": {
            one.name: {
                "value": _float(one, first, second, k),
                "exact": _exact(one, first, second, k),
                "exact_is": _exact_is(one, first, second, k),
            }
            for one in chosen
        },
    }


def selection_table(found: Selection) -> Table:
    """Metrics in rows, those that lack least first; needs in columns. Where none fits, the nearest lead, with what each
    property that they lack costs.
    """
    rows = tuple(
        (
            Cell(fit.metric.name),
            *(Cell(_sign(fit.verdicts[need])) for need in found.needs),
            Cell(", ".join(fit.lacks) or "nothing"),
        )
        for fit in found.fits
    )
    footer = []
    proofs = {(need, fit.verdicts[need].proof) for fit in found.fits if not fit.lacks for need in found.needs}
    sampled = [need for need in found.needs if (need, Proof.SAMPLED) in proofs]
    checked = any(proof not in (Proof.THEOREM, Proof.SAMPLED) for _, proof in proofs)
    lead = _fitting(found, checked=checked) if found.fitting else _nearest(found)
    if checked:
        footer.append(f"checked on rankings of up to {found.n} items; longer rankings may break a property")
    if sampled:
        footer.append(f"{', '.join(sampled)}: sampled on pairs of random rankings, not proven")
    footer += [f"{need}: {why}" for need, why in found.reasons.items()]
    if found.domain is not None:
        footer.append(f"{found.domain}: for example, {EXAMPLES[found.domain]}")
    title = "Metrics with the properties needed"
    return Table(("metric", *found.needs, "lacks"), rows, title, lead=lead, footer=tuple(footer))


def _fitting(found: Selection, *, checked: bool) -> tuple[str, ...]:
    """Which metrics have all properties, and on which rankings where that was checked and not proven for all."""
    needs = "these properties" if len(found.needs) > 1 else "this property"
    needs += f" on rankings of up to {found.n} items" if checked else ""
    if len(found.fits) == 1:
        return (f"{found.fitting[0]} has {needs}.",)
    have = "has" if len(found.fitting) == 1 else "have"
    return (f"{len(found.fitting)} of {len(found.fits)} metrics {have} {needs}: {', '.join(found.fitting)}.",)


def _nearest(found: Selection) -> tuple[str, ...]:
    """That no metric fits, which are nearest, and the counterexample to each property that the first of them lack."""
    nearest = found.nearest
    count = len(nearest[0].lacks)
    names = ", ".join(fit.metric.name for fit in nearest[:MOST_NEAREST])
    more = f" and {len(nearest) - MOST_NEAREST} more" if len(nearest) > MOST_NEAREST else ""
    needs = f"all {len(found.needs)} properties" if len(found.needs) > 1 else "this property"
    said = f"None of the {len(found.fits)} metrics is known to have {needs}"
    if len(found.fits) == 1:
        said = f"{nearest[0].metric.name} is not known to have {needs}"
    if not any(verdict.undecided for fit in found.fits for verdict in fit.verdicts.values()):
        said = said.replace("is not known to have", "does not have").replace("is known to have", "has")
    lines = [f"{said}."] if len(found.fits) == 1 else [f"{said}; nearest, lacking {count}: {names}{more}."]
    for fit in nearest[:MOST_NEAREST]:
        lines += [_cost(fit.metric.name, need, fit.verdicts[need]) for need in fit.lacks]
    return tuple(lines)


def _cost(name: str, need: str, verdict: Verdict) -> str:
    """What stands against a metric: a counterexample, or that nothing is known, or that the property says nothing."""
    if verdict.undecided:
        return f"{name} is not known to have {need}: {verdict.why}"
    return f"{name} lacks {need}: {verdict.why}" if verdict.holds is False else f"{name}, {need}: {verdict.why}"


def selection_document(found: Selection) -> dict[str, Any]:
    """The choice as one JSON document."""
    return {
        "n": found.n,
        "needs": list(found.needs),
        "fitting": list(found.fitting),
        "nearest": [fit.metric.name for fit in found.nearest],
        "domain": found.domain,
        "reasons": found.reasons,
        "metrics": {
            fit.metric.name: {"lacks": list(fit.lacks), **{n: v.to_json() for n, v in fit.verdicts.items()}}
            for fit in found.fits
        },
    }
