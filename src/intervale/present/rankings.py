"""What is told about ranking metrics: properties beside 003's, agreement, distances, choices; tables and documents."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from intervale.exact import LogSum, decimal_text
from intervale.exact.permutations import cycle_text
from intervale.exact.verdict import Proof, Verdict
from intervale.present.table import Cell, Table
from intervale.rankings import (
    MEANINGS,
    PAPER,
    Agreement,
    Choice,
    Group,
    PropertyFindings,
    RankingMetric,
    consistency,
    printed,
)
from intervale.rankings.examples import Compared, compared
from intervale.rankings.paper import PROPOSED, Printed

__all__ = [
    "agreement_document",
    "agreement_tables",
    "choice_document",
    "choice_table",
    "distance_document",
    "distance_table",
    "properties_document",
    "properties_tables",
]

MARKS = {True: "✓", False: "✗", None: "–"}
HEADS = {
    "robustness-1": "rob. I",
    "robustness-2": "rob. II",
    "width-swap": "WSD",
    "maximal-agreement": "max.",
    "minimal-agreement": "min.",
    "constant-maximum": "const.",
}
"""Names of properties that are short enough for a column."""
FEW = 6
"""Up to so many metrics are told pair by pair, more as a matrix."""
LEGEND = (
    "✓ holds, ✗ does not, ? is not known, – does not apply; in brackets what 003's Table 3 prints where it says "
    "otherwise, with ? where its text leaves open to which column the mark belongs; rob.: robustness, WSD: width-swap, "
    "max. and min.: maximal and minimal agreement, const.: constant maximum"
)
ALIGNED = (
    "the text of 003's Table 3 has 35 marks a row for 33 metrics, that of Table 2 has 17 for 15: they are read from "
    "the left, as Propositions 5.2 and 5.4 and Lemma 5.3 have it, and the last two of a row are left over"
)
ASSUMED = (
    "no k was given: k is n // 2 for rankings of n items, one number (2) for constant-maximum, and a tenth of the "
    "items that are drawn for robustness-1"
)


# ---------------------------------------------------------------- properties


def properties_tables(found: Sequence[PropertyFindings], table_2: bool = True) -> list[Table]:
    """All properties of one metric; of several, marks in a table, then what breaks what; then Table 2, if wanted."""
    tables = [_single(found[0])] if len(found) == 1 else [_marks(found), _reasons(found)]
    examples = compared([one.metric for one in found]) if table_2 else []
    return [*tables, *([_examples(examples)] if examples else [])]


def _title(found: Sequence[PropertyFindings]) -> str:
    k = f", k = {found[0].k or 'n // 2'}" if any(one.metric.depends_on_k for one in found) else ""
    return f"rankings of up to {found[0].n} items{k}"


def _single(found: PropertyFindings) -> Table:
    rows = tuple(
        tuple(map(Cell, (name, _sign(verdict), _in_paper(found, name), _known_by(verdict), MEANINGS[name])))
        for name, verdict in found.verdicts.items()
    )
    one = found.metric
    said = [f"{one.name}: {one.title}, {one.formula}", *(text for text in (one.choice, one.note) if text)]
    whys = [f"{name}: {verdict.why}" for name, verdict in found.verdicts.items() if verdict.why]
    columns = ("property", "holds", "003", "known by", "says that")
    return Table(columns, rows, f"{one.name}, {_title([found])}", footer=(*whys, *said))


def _printed(found: PropertyFindings, name: str) -> Printed | None:
    """What 003's Table 3 prints for the metric, if it is one of 003's, and not another of the same name."""
    one = found.metric
    return printed(one.name, name) if PAPER.get(one.name) is one else None


def _in_paper(found: PropertyFindings, name: str) -> str:
    mark = _printed(found, name)
    if mark is None:
        return ""
    text = MARKS[mark.holds] + ("" if mark.certain else "?")
    proposed = PROPOSED.get((found.metric.name, name))
    return f"{text}, {proposed} ✓" if proposed else text


def _marks(found: Sequence[PropertyFindings]) -> Table:
    names = list(found[0].verdicts)
    rows = tuple((Cell(one.metric.name), *(Cell(_mark(one, name)) for name in names)) for one in found)
    heads = (HEADS.get(name, name) for name in names)
    return Table(("metric", *heads), rows, f"Properties, {_title(found)}", (LEGEND,), (ALIGNED,))


def _mark(found: PropertyFindings, name: str) -> str:
    verdict, mark = found.verdicts[name], _printed(found, name)
    if mark is None or mark.holds == verdict.holds:
        return _sign(verdict)
    return f"{_sign(verdict)} ({MARKS[mark.holds]}{'' if mark.certain else '?'})"


def _reasons(found: Sequence[PropertyFindings]) -> Table:
    """A row for each property that is broken, and for each that the paper has otherwise."""
    rows = []
    for one in found:
        for name, verdict in one.verdicts.items():
            mark = _printed(one, name)
            if verdict.holds is False or (mark is not None and mark.holds != verdict.holds):
                cells = (one.metric.name, name, _sign(verdict), _in_paper(one, name), verdict.why)
                rows.append(tuple(Cell(text) for text in cells))
    columns = ("metric", "property", "here", "003", "why")
    return Table(columns, tuple(rows), "What breaks them, and where 003 says otherwise")


def _sign(verdict: Verdict) -> str:
    return "?" if verdict.undecided else MARKS[verdict.holds]


def _known_by(verdict: Verdict) -> str:
    if verdict.holds is None and not verdict.undecided:
        return ""
    if verdict.proof is Proof.THEOREM:
        return "theorem"
    cases = f"{verdict.cases:,} case{'' if verdict.cases == 1 else 's'}"
    return cases if verdict.proof is Proof.EXHAUSTIVE else f"{verdict.proof}, {cases}"


def _examples(examples: list[Compared]) -> Table:
    pairs = list(dict.fromkeys((one.sigma, one.tau) for one in examples))
    heads = [f"{cycle_text(sigma)} and {cycle_text(tau)}" for sigma, tau in pairs]
    names = list(dict.fromkeys(one.metric for one in examples))
    by = {(one.metric, one.sigma, one.tau): one for one in examples}
    rows = tuple((Cell(name), *(Cell(_told(by[name, *pair])) for pair in pairs)) for name in names)
    legend = (
        "yes: it tells the two rankings apart, each compared with id; in brackets what 003 prints where it differs",
    )
    return Table(("metric", *heads), rows, "Table 2 of 003: rankings of 10 items, 5 relevant", legend)


def _told(one: Compared) -> str:
    words = {True: "yes", False: "no"}
    said = f"{words[one.told_apart]}: {one.values[0]}, {one.values[1]}"
    return said if one.told_apart == one.in_paper else f"{said} ({words[one.in_paper]})"


def properties_document(found: Sequence[PropertyFindings], table_2: bool = True) -> dict[str, Any]:
    """The properties as one JSON document; beside each verdict what 003 prints."""
    return {
        "n": found[0].n,
        "k": found[0].k,
        "metrics": {
            one.metric.name: {
                name: verdict.to_json() | _paper_json(one, name) for name, verdict in one.verdicts.items()
            }
            for one in found
        },
        "examples": [
            {
                "metric": one.metric,
                "sigma": list(one.sigma),
                "tau": list(one.tau),
                "values": list(one.values),
                "told_apart": one.told_apart,
                "paper": one.in_paper,
            }
            for one in (compared([one.metric for one in found]) if table_2 else [])
        ],
        "notes": [ALIGNED, *([ASSUMED] if found[0].k is None and any(x.metric.depends_on_k for x in found) else [])],
    }


def _paper_json(found: PropertyFindings, name: str) -> dict[str, Any]:
    mark = _printed(found, name)
    if mark is None:
        return {}
    proposed = PROPOSED.get((found.metric.name, name))
    return {"paper": {"holds": mark.holds, "certain": mark.certain} | ({"but": proposed} if proposed else {})}


# ---------------------------------------------------------------- agreement


def agreement_tables(found: Agreement, order: Sequence[str]) -> list[Table]:
    """Pairs with their counts, or a matrix of ratios where there are many."""
    how = f"all {found.rankings:,} rankings of {found.n} items"
    if not found.exact:
        how = f"{found.rankings:,} random rankings of {found.n} items, seed {found.seed}"
    how += "" if found.k is None else f", k = {found.k}"
    how += ", turned so that larger is more alike" if found.oriented else ""
    footer = [] if found.exact else [f"95%: ratios are off by at most {found.error(0.5):.4f}"]
    footer += _directions(found)
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


def _ratio(found: Agreement, a: str, b: str) -> float:
    return float(found[a, b].ratio)


def _directions(found: Agreement) -> list[str]:
    """For metrics of the user's, which way they were turned."""
    own = [(name, one) for name, one in found.metrics.items() if one.group is Group.OWN] if found.oriented else []
    words = {1: ("larger", "m(σ, σ) being the largest on S_3"), -1: ("less", "m(σ, σ) not being the largest on S_3")}
    said = [(name, *words[one.direction], one.best) for name, one in own]
    return [
        f"{name}: {word} is taken to be more alike, {'as given' if best else why}" for name, word, why, best in said
    ]


def _consistent(found: Agreement, order: Sequence[str]) -> tuple[dict[tuple[str, str], Verdict], str]:
    """By pair, whether the metrics are consistent on rankings of up to 5 items, and on which in words: with the k of
    the agreement where so few items allow it, and turned as the agreement is.
    """
    chosen, n, k = found.metrics, min(5, found.n), found.k
    k = k if k is not None and k <= n - max(one.most_k for one in chosen.values()) else None
    said = f"all rankings of up to {n} items"
    said += "" if found.k is None else f", k = {k or 'n // 2'}"
    said += ", turned so that larger is more alike" if found.oriented else ""
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
        "turned": [name for name, one in found.metrics.items() if found.oriented and one.direction < 0],
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
    value = one.exact(first, second, k=k if one.depends_on_k else None)
    if isinstance(value, float):
        return "no exact value" if not math.isinf(value) else "infinite" if value > 0 else "minus infinite"
    return decimal_text(value) if isinstance(value, LogSum) else str(value)


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
                "exact_is": one.exact_is,
            }
            for one in chosen
        },
    }


def choice_table(found: Choice) -> Table:
    """Metrics in rows, those that lack least first; needs in columns."""
    rows = tuple(
        (
            Cell(fit.metric.name),
            *(Cell(_sign(fit.verdicts[need])) for need in found.needs),
            Cell(", ".join(fit.lacks) or "nothing"),
        )
        for fit in found.fits
    )
    said = f"fit: {', '.join(found.fitting)}" if found.fitting else "no metric has all of these properties"
    return Table(("metric", *found.needs, "lacks"), rows, "What has what is needed", footer=(said,))


def choice_document(found: Choice) -> dict[str, Any]:
    """The choice as one JSON document."""
    return {
        "n": found.n,
        "needs": list(found.needs),
        "fitting": list(found.fitting),
        "metrics": {
            fit.metric.name: {"lacks": list(fit.lacks), **{n: v.to_json() for n, v in fit.verdicts.items()}}
            for fit in found.fits
        },
    }
