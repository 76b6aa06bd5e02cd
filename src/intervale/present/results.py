"""How results show themselves: the table that people expect of each, in every form; and its tidy rows as files."""

from __future__ import annotations

import csv
import io
import math
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from intervale.data.tabular import Tabular
from intervale.errors import OptionError
from intervale.evaluation import Evaluation
from intervale.evaluation.aggregates import Aggregates
from intervale.orders import AxiomOrders, Construction, Substitutes
from intervale.present.axioms import axioms_table
from intervale.present.balance_experiment import experiment_chart, experiment_table
from intervale.present.calibration import calibration_tables
from intervale.present.claims import claims_tables
from intervale.present.comparison import systems_table
from intervale.present.correlations import correlation_tables
from intervale.present.design import design_table
from intervale.present.deviation import deviation_table
from intervale.present.discriminative import level_chart, power_tables
from intervale.present.dominance import dominance_tables
from intervale.present.escape import csv_text
from intervale.present.evaluation import aggregates_table, evaluation_table
from intervale.present.evidence import counts_table
from intervale.present.leaderboard import leaderboard_tables
from intervale.present.leaderboard_charts import places_plot
from intervale.present.look import Look
from intervale.present.mapping import MapReport, map_table
from intervale.present.meaning import meaning_table
from intervale.present.measures import Catalogue, catalogue_table
from intervale.present.mixing import mixing_tables
from intervale.present.order import axiom_orders_table, construction_table, substitutes_table
from intervale.present.plots import comparison_plot
from intervale.present.ranking_scores import scores_table
from intervale.present.rankings import agreement_chart, agreement_tables, properties_tables, selection_table
from intervale.present.rankings_consensus import consensus_table
from intervale.present.rankings_cutoffs import cutoffs_tables
from intervale.present.rankings_disagree import disagreements_chart, disagreements_table
from intervale.present.rankings_list import metrics_table
from intervale.present.regions import regions_table, strip_chart
from intervale.present.relate import relation_tables
from intervale.present.render import to_latex, to_markdown
from intervale.present.robustness import robustness_tables
from intervale.present.side_by_side import maps_table
from intervale.present.side_by_side_charts import curves_chart, spacings_chart
from intervale.present.stability import stability_chart, stability_tables
from intervale.present.study import study_tables
from intervale.present.table import Cell, Table
from intervale.present.topics import topics_tables
from intervale.present.universe import universes_tables
from intervale.present.universe_chart import universes_chart
from intervale.present.verdicts import scale_table
from intervale.rankings.agreement import Agreement
from intervale.rankings.consensus import Consensus
from intervale.rankings.cutoffs import Cutoffs
from intervale.rankings.disagree import Disagreements
from intervale.rankings.evaluate import RankingScores
from intervale.rankings.listing import MetricList
from intervale.rankings.properties import PropertyResult
from intervale.rankings.select_metrics import Selection
from intervale.scales import (
    AxiomResult,
    BalancingExperiment,
    Calibration,
    Deviation,
    GainRegion,
    IntervalScale,
    IntervalScales,
    NumberRegion,
    Relation,
    ScaleResult,
    TopicScales,
    Universes,
)
from intervale.statements import CheckedClaims, Dominance, Evidence, Leaderboard, Meaning
from intervale.stats import Comparison, Correlations, Design, DiscriminativePower, Mixing, Robustness, Stability, Study

if TYPE_CHECKING:
    import pyarrow

__all__ = ["csv_of", "latex_of", "markdown_of", "parquet_of", "plot_of", "sentences_of", "tables_of"]


LAYOUTS: dict[type[Tabular], Callable[[Any], list[Table]]] = {
    Evaluation: lambda found: [evaluation_table(found)],
    Comparison: lambda found: [systems_table(found)],
    Aggregates: lambda found: [aggregates_table(found)],
    Correlations: correlation_tables,
    Design: lambda found: [design_table(found)],
    DiscriminativePower: power_tables,
    Mixing: mixing_tables,
    Robustness: robustness_tables,
    Stability: stability_tables,
    Study: study_tables,
    Evidence: lambda found: [counts_table(found)],
    Meaning: lambda found: [meaning_table(found)],
    CheckedClaims: claims_tables,
    Dominance: dominance_tables,
    Leaderboard: leaderboard_tables,
    ScaleResult: lambda found: [scale_table(found, str(found.measure))],
    Relation: relation_tables,
    TopicScales: lambda found: topics_tables([found]),
    Universes: universes_tables,
    NumberRegion: lambda found: [regions_table([found], str(found.measure))],
    GainRegion: lambda found: [regions_table([found], str(found.measure))],
    Deviation: lambda found: [deviation_table([found], str(found.measure))],
    Calibration: lambda found: calibration_tables(found, str(found.measure)),
    AxiomResult: lambda found: [axioms_table(found, str(found.measure))],
    BalancingExperiment: lambda found: [experiment_table(found)],
    IntervalScales: lambda found: [maps_table(found)],
    IntervalScale: lambda found: [map_table(MapReport.of(found, str(found.measure), [], None))],
    Construction: lambda found: [construction_table(found)],
    AxiomOrders: lambda found: [axiom_orders_table(found)],
    Substitutes: lambda found: [substitutes_table(found)],
    PropertyResult: lambda found: properties_tables([found]),
    Agreement: lambda found: agreement_tables(found, found.clustered()),
    Consensus: lambda found: [consensus_table(found)],
    Cutoffs: cutoffs_tables,
    Disagreements: lambda found: [disagreements_table(found)],
    MetricList: lambda found: [metrics_table(found)],
    RankingScores: lambda found: [scores_table(found)],
    Selection: lambda found: [selection_table(found)],
    Catalogue: lambda found: [catalogue_table(found)],
}
"""The tables that people expect of each kind of result."""
PLOTS: dict[type[Tabular], Callable[..., Any]] = {
    Agreement: lambda found, kind, look: agreement_chart(found, found.grouped(), grouped=True, look=look),
    Disagreements: lambda found, kind, look: disagreements_chart(found, look),
    Comparison: comparison_plot,
    DiscriminativePower: level_chart,
    Leaderboard: places_plot,
    Stability: stability_chart,
    Universes: lambda found, kind, look: universes_chart(found, look),
    NumberRegion: lambda found, kind, look: strip_chart([found], str(found.measure), look),
    BalancingExperiment: lambda found, kind, look: experiment_chart(found, look),
    IntervalScales: lambda found, kind, look: _maps_chart(found, kind, look),
}
"""The pictures of each kind of result that has some."""


def _maps_chart(found: IntervalScales, kind: str, look: Look) -> Any:
    if kind not in ("", "curve", "spacing"):
        raise OptionError(f"no picture of the kind {kind!r}; use curve or spacing")
    return (spacings_chart if kind == "spacing" else curves_chart)(found, look)


def tables_of(result: Tabular) -> list[Table]:
    """The tables of a result for people; its tidy rows where there is no other."""
    if type(result) in LAYOUTS:
        return LAYOUTS[type(result)](result)
    columns = result.columns()
    rows = zip(*columns.values(), strict=True)
    return [Table(tuple(columns), tuple(tuple(_cell(value) for value in row) for row in rows))]


def _cell(value: Any) -> Cell:
    if isinstance(value, bool):
        return Cell("yes" if value else "no")
    if isinstance(value, int | float):
        return Cell(value, whole=isinstance(value, int), tiny=True)
    return Cell("" if value is None else str(value))


def sentences_of(result: Tabular) -> list[str]:
    """The sentences above the tables of a result."""
    return [sentence for table in tables_of(result) for sentence in table.lead]


def plot_of(result: Tabular, kind: str = "", *, size: str = "screen", font: str | None = None, **options: Any) -> Any:
    """A picture of a result, for the screen or a column of a paper."""
    if type(result) not in PLOTS:
        drawn = ", ".join(sorted(one.__name__ for one in PLOTS))
        raise OptionError(f"{type(result).__name__} has no picture of its own; these have: {drawn}")
    return PLOTS[type(result)](result, kind, look=Look.of(size, font), **options)


# ------------------------------------------------------------ forms


def markdown_of(result: Tabular) -> str:
    """The tables of a result in Markdown."""
    return "\n".join(to_markdown(table) for table in tables_of(result))


def latex_of(result: Tabular) -> str:
    """The tables of a result in LaTeX."""
    return "\n".join(to_latex(table) for table in tables_of(result))


def csv_of(result: Tabular) -> str:
    """The tidy rows of a result as CSV: numbers in full, texts that no spreadsheet computes, nothing where there is no
    value.
    """
    columns = result.columns()
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow([csv_text(name) for name in columns])
    writer.writerows([_raw(value) for value in row] for row in zip(*columns.values(), strict=True))
    return out.getvalue()


def _raw(value: Any) -> Any:
    if value is None or (isinstance(value, float) and math.isnan(value)):
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    return csv_text(value) if isinstance(value, str) else value


def parquet_of(result: Tabular) -> bytes:
    """The tidy rows of a result as a Parquet file."""
    import pyarrow as pa
    import pyarrow.parquet

    content = pa.BufferOutputStream()
    pyarrow.parquet.write_table(_known_types(result.to_arrow()), content)
    whole: bytes = content.getvalue().to_pybytes()
    return whole


def _known_types(table: pyarrow.Table) -> pyarrow.Table:
    """Columns without any value as texts: readers differ about columns of no type."""
    import pyarrow as pa

    fields = [field.with_type(pa.string()) if pa.types.is_null(field.type) else field for field in table.schema]
    return table.cast(pa.schema(fields))
