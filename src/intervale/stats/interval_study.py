"""Measures beside their interval forms on a collection: the experiment of Ferrante, Ferro and Fuhr 2021, §VIII."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from itertools import product
from typing import Any

import numpy as np

from intervale.data.tabular import Columns, Tabular, columns_of
from intervale.errors import IntervaleError, MeasureError, OptionError, shown
from intervale.evaluation import Evaluation
from intervale.evaluation.evaluation import evaluation_of
from intervale.evaluation.interval_forms import why_no_form
from intervale.exact.executors import ExecutorLike
from intervale.exact.progress import parallel
from intervale.measures import Measure, named_measures
from intervale.measures.cut import cut_to
from intervale.scales.form import interval
from intervale.stats.compare_systems import LEAST_ALPHA, compare
from intervale.stats.comparison import ChangedShare, Comparison
from intervale.stats.correlations import Correlations, correlate
from intervale.stats.registry import named_tests

__all__ = ["MEASURES", "TESTS", "ChangedDecisions", "OwnCorrelation", "Study", "study"]

MeasureLike = str | Measure | Callable[..., Any]

MEASURES = (
    *("P", "RBP(p=0.5)", "RR", "RBP(p=0.3)", "RBP(p=0.8)", "DCG(base=2)", "DCG(base=10)"),
    *("R", "AP", "nDCG(base=2)", "nDCG(base=10)"),
)
"""Those of the paper, in the order of its columns."""
LENGTHS = (5, 10, 20, 30)
TESTS = ("sign", "rank-sum", "kruskal-wallis", "friedman", "signed-rank", "t", "anova1", "anova2")
"""Those of the paper: four that need an ordinal scale, four that need an interval scale."""
TIE_RULES = ("unq", "mid")
DIGITS = 8
"""Means are rounded to so many decimals before they are ranked, as in the paper (footnote 10)."""
NOT_CORRECTED = "p-values of single pairs are not corrected for the number of pairs, as in the paper"
LOWEST = 4
"""Of how many systems one is left out where the lowest quartile is."""


@dataclass(frozen=True)
class OwnCorrelation:
    """Kendall's τ between the means of a measure at a length and those of its interval form with a tie rule: ``unq`` in
    Table 2 of the paper, ``mid`` in Table 3. Where there is no form, ``why`` says why. Where scores are known between
    bounds, the means taken are those of the middles, and ``opened`` counts the pairs whose order is open.
    """

    measure: str
    length: int
    tie_rule: str
    tau: float | None
    why: str = ""
    opened: int = 0


@dataclass(frozen=True)
class ChangedDecisions:
    """A cell of Tables 5 and 6: of how many pairs of systems a test says by the measure that they differ, and of how
    many it says otherwise on the interval scale. ``averaged`` is whether the paper's averages have such a cell
    (:meth:`~intervale.stats.comparison.MeasureComparison.averaged`).
    """

    measure: str
    recall_based: bool
    test: str
    needs: str
    pairs: int
    significant: int
    s2ns: int
    ns2s: int
    averaged: bool

    @property
    def delta(self) -> float | None:
        """(S2NS + NS2S)/Sig; None where nothing is significant by the measure."""
        return (self.s2ns + self.ns2s) / self.significant if self.significant else None


@dataclass(frozen=True, eq=False, repr=False)
class Study(Tabular):
    """What interval forms change on a collection: Tables 2 to 6 of Ferrante, Ferro and Fuhr 2021, and their averages.

    ``correlations`` and ``comparison`` are those at the longest length, with all that they know.
    """

    systems: tuple[str, ...]
    left_out: tuple[str, ...]
    """The lowest quartile of systems, where it was left out."""
    topics: int
    grades: int
    measures: tuple[str, ...]
    lengths: tuple[int, ...]
    own: tuple[OwnCorrelation, ...]
    correlations: Correlations
    comparison: Comparison
    decisions: tuple[ChangedDecisions, ...]
    notes: tuple[str, ...]
    definitions: Mapping[str, Measure]
    """The measures by their names, without a cutoff."""
    placed: tuple[str, ...] = ()
    """Those whose form at the longest length is by places among all runs, which are ordinal: different values are too
    many there to be ranked.
    """

    def __repr__(self) -> str:
        cut = ", ".join(map(str, self.lengths))
        return f"Study({len(self.measures)} measures at {cut}; {len(self.systems)} systems, {self.topics} topics)"

    @property
    def length(self) -> int:
        """The longest length: that of Tables 4 to 6."""
        return max(self.lengths)

    @property
    def averages(self) -> list[ChangedShare]:
        """Mean shares of changed decisions, with the cells behind each; see
        :attr:`~intervale.stats.comparison.Comparison.changed`.
        """
        return self.comparison.changed_shares(self.placed)

    def overall(self, *, all_cells: bool = False) -> tuple[float, int] | None:
        """The mean of Δ over the cells that the paper averages, or over all with a significant pair, and how many these
        are.
        """
        cells = [one for one in self.decisions if one.measure not in self.placed and (all_cells or one.averaged)]
        found = [one.delta for one in cells if one.delta is not None]
        return (float(np.mean(found)), len(found)) if found else None

    def columns(self) -> Columns:
        """One long table: a row for each number of each table."""
        rows: list[tuple[Any, ...]] = [
            ("own", one.measure, "", one.length, one.tie_rule, "", "tau", one.tau) for one in self.own
        ]
        for pair in self.correlations.pairs:
            for quantity, value in (("tau", pair.overall), ("interval_tau", pair.interval_overall)):
                rule = "unq" if not {pair.a, pair.b} & {*self.placed} else "mid"
                rows.append(("among", pair.a, pair.b, self.length, rule, "", quantity, value))
        for cell in self.decisions:
            for quantity in ("pairs", "significant", "s2ns", "ns2s"):
                number = float(getattr(cell, quantity))
                rule = "mid" if cell.measure in self.placed else "unq"
                rows.append(("decisions", cell.measure, "", self.length, rule, cell.test, quantity, number))
        names = ("table", "measure", "other", "length", "tie_rule", "test", "quantity", "value")
        return columns_of(names, rows)


def study(
    evaluation: Evaluation,
    measures: MeasureLike | Iterable[MeasureLike] = MEASURES,
    *,
    lengths: int | Iterable[int] = LENGTHS,
    tests: str | Sequence[str] = TESTS,
    alpha: float = 0.05,
    without_lowest: bool = False,
    workers: int | None = None,
    executor: ExecutorLike | None = None,
) -> Study:
    """What it changes to take measures on an interval scale, on these runs: how far each measure is from one, at each
    of ``lengths``; what becomes of the correlations among measures, and of the decisions of significance tests, at the
    longest.

    Measures are without a cutoff: runs are cut at the lengths. For a measure of your own, shorter runs are filled up
    with documents that are not relevant. τ is Kendall's τ-b of means over topics, rounded to 8 decimals; p-values of
    pairs are not corrected, as in the paper. ``without_lowest`` leaves out the quarter of systems with the lowest mean
    AP. Where a measure has no interval form at a length, its cells say why; at the longest, places among all runs stand
    for it, and are named (:attr:`Study.placed`), or where these cannot be had it is left out of the other tables.

    Graded judgments stay graded. For measures that depend on how many documents are relevant, the interval form is the
    paper's surrogate: one scale for all topics. ``workers`` and ``executor`` are those of :func:`~intervale.parallel`.

    >>> from intervale.data.made_up import made_up_collection
    >>> from intervale.evaluation import evaluate
    >>> qrels, runs = made_up_collection()
    >>> study(evaluate(qrels, runs), ["P", "RR"], lengths=[5, 10]).own[2]
    OwnCorrelation(measure='RR', length=5, tie_rule='unq', tau=1.0, why='', opened=0)
    """
    grades = _top_grade(evaluation_of(evaluation, "study"))
    if not LEAST_ALPHA <= alpha < 1:
        raise OptionError(f"alpha={alpha} must be a number from {LEAST_ALPHA:g} to below 1")
    chosen, cuts, wanted = _uncut(measures), _lengths(lengths), _tests(tests)
    with parallel(workers, executor):
        kept, left_out = _without_lowest(evaluation) if without_lowest else (evaluation, ())
        own = [
            _own(kept, name, _cut(chosen[name], length, name), rule)
            for length, name, rule in product(cuts, chosen, TIE_RULES)
        ]
        longest = [one for one in own if one.length == cuts[-1]]
        rules = _rules(longest)
        if not rules:
            first = longest[0]
            raise OptionError(f"no measure has an interval form at length {cuts[-1]}: {first.measure}: {first.why}")
        cut = {name: _cut(chosen[name], cuts[-1], name) for name in rules}
        forms: dict[str, str | Measure] = {}
        for name, rule in rules.items():
            forms |= {name: cut[name], f"interval({name})": interval(cut[name], tie_rule=rule)}
        table, beside = kept.score(forms), {name: f"interval({name})" for name in rules}
        correlations = correlate(table, digits=DIGITS, forms=beside)
        comparison = compare(table, tests=wanted, alpha=alpha, correction="none", best=False, forms=beside)
    placed = tuple(name for name, rule in rules.items() if rule != "unq")
    return Study(
        kept.systems,
        left_out,
        len(kept.topics),
        grades,
        tuple(chosen),
        tuple(cuts),
        tuple(own),
        correlations,
        comparison,
        tuple(_decisions(comparison, chosen, placed)),
        (
            *_placed_note(placed, cuts[-1]),
            *_left_out(longest, rules),
            *_open_notes(own, comparison),
            NOT_CORRECTED,
            *correlations.notes,
        ),
        chosen,
        placed,
    )


def _rules(cells: Iterable[OwnCorrelation]) -> dict[str, str]:
    """By which rule for ties each measure has a form: ranks of values, or where these cannot be had, places."""
    found: dict[str, str] = {}
    for one in cells:
        if not one.why:
            found.setdefault(one.measure, one.tie_rule)
    return found


def _placed_note(placed: Sequence[str], length: int) -> Iterable[str]:
    if placed:
        yield (
            f"{', '.join(placed)}: at length {length} by places among all runs, as ranks of different values cannot be "
            "had; places are ordinal, so these cells say what another ordinal scale changes, and no average has them"
        )


def _top_grade(evaluation: Evaluation) -> int:
    """The top grade of the judgments, where a study is possible."""
    top = evaluation.needed_runs("a study of measures").topics.top
    if top is None:
        raise OptionError("a study needs integer grades, but the judgments have floats")
    if len(evaluation.systems) < 2:
        raise OptionError(f"a study needs at least two systems, found {len(evaluation.systems)}")
    if len(evaluation.topics) < 2:
        raise OptionError(f"a study needs at least two topics, found {len(evaluation.topics)}")
    return top


def _uncut(measures: MeasureLike | Iterable[MeasureLike]) -> dict[str, Measure]:
    """The measures by the names they were given, none with a cutoff, all such that runs can be cut for them."""
    found = named_measures(measures)
    for name, measure in found.items():
        if measure.is_derived:
            raise MeasureError(f"a study makes interval forms itself; write the measure inside {name}")
        if measure.defined_by != "function" and "cutoff" not in {one.name for one in fields(measure)}:
            raise MeasureError(f"{name} has no cutoff: it cannot be studied at a length")
        if measure.cutoff is not None:
            raise OptionError(
                f"{name} has a cutoff; write {_cut(measure, None, name)}, and {measure.cutoff} among the lengths"
            )
    if not found:
        raise OptionError("a study needs a measure, such as AP")
    return found


def _lengths(lengths: int | Iterable[int]) -> list[int]:
    given = [lengths] if isinstance(lengths, int) else list(lengths)
    whole: list[Any] = given  # whatever was given
    if not given or not all(isinstance(one, int | np.integer) and one >= 1 for one in whole):
        raise OptionError(f"lengths must be whole numbers from 1 on, not {shown(lengths)}")
    return sorted({int(one) for one in given})


def _tests(tests: str | Sequence[str]) -> list[str]:
    """The names of the tests; refused before anything is computed."""
    found = named_tests(tests if isinstance(tests, str) else list(tests))
    if not found:
        raise OptionError("a study needs a test: tests='t'")
    for test in found:
        if test.needs_baseline:
            raise OptionError(f"the test {test.name} compares with one baseline, and a study compares all pairs")
    return [test.name for test in found]


def _cut(measure: Measure, length: int | None, name: str) -> Measure:
    """The measure with a cutoff; one of the user's own, which has none, on runs that are cut."""
    if measure.defined_by == "function":
        return cut_to(measure, name, length)
    changed: dict[str, Any] = {"cutoff": length}
    return replace(measure, **changed)


def _without_lowest(evaluation: Evaluation) -> tuple[Evaluation, tuple[str, ...]]:
    """The systems but the quarter with the lowest mean AP, and that quarter."""
    means = evaluation.score(["AP"]).mean_order("AP").means
    lowest = {evaluation.systems[place] for place in np.argsort(means, kind="stable")[: len(means) // LOWEST]}
    kept = [system for system in evaluation.systems if system not in lowest]
    return evaluation.subset(systems=kept), tuple(system for system in evaluation.systems if system in lowest)


def _own(evaluation: Evaluation, name: str, cut: Measure, rule: str) -> OwnCorrelation:
    """How far a measure with a cutoff is from its interval form; why it has none, where that is so."""
    length = cut.cutoff or 0
    why = why_no_form(cut, evaluation.needed_runs("a study"), rule).partition(". ")[0]
    if not why:
        form = interval(cut, tie_rule=rule)
        try:
            found = correlate(evaluation.score({"measure": cut, "form": form}), digits=DIGITS)
        except IntervaleError as error:
            why, _, _ = str(error).partition("; use tie_rule=")  # both were tried
        else:
            pair = (found.own or found.pairs)[0]
            if not np.isnan(pair.overall):
                return OwnCorrelation(name, length, rule, pair.overall, opened=pair.opened)
            why = f"all means of the measure, or of its form, are equal to {DIGITS} decimals"
    return OwnCorrelation(name, length, rule, None, why)


def _left_out(cells: Iterable[OwnCorrelation], rules: Mapping[str, str]) -> Iterable[str]:
    """Which measures are not in the tables at the length of these cells, and why; those with one reason together."""
    reasons: dict[str, list[OwnCorrelation]] = {}
    for one in cells:
        if one.measure not in rules and one.tie_rule == "unq":
            reasons.setdefault(one.why, []).append(one)
    for why, some in reasons.items():
        names = ", ".join(one.measure for one in some)
        yield f"{names}: left out of the tables at length {some[0].length}: {why}"


def _open_notes(own: list[OwnCorrelation], comparison: Comparison) -> Iterable[str]:
    """Where numbers rest on middles of bounds: pairs of means and decisions that are open."""
    for one in own:
        if one.opened:
            yield (
                f"{one.measure} at {one.length} ({one.tie_rule}): the order of {one.opened:,} pairs of means is open "
                "within bounds; middles were used"
            )
    for name, found in comparison.measures.items():
        opened = sum(int(one.opened.sum()) for one in (*found.tests.values(), *found.interval.values()))
        if opened:
            some, count = ("1 decision is", "counts") if opened == 1 else (f"{opened:,} decisions are", "count")
            yield f"{name}: {some} open within bounds, and {count} as not changed"


def _decisions(
    comparison: Comparison, measures: dict[str, Measure], placed: Sequence[str]
) -> Iterable[ChangedDecisions]:
    for name, one in comparison.measures.items():
        for test, decisions in one.tests.items():
            s2ns, ns2s = one.changed(test)
            yield ChangedDecisions(
                name,
                measures[name].recall_based,
                test,
                decisions.test.scale,
                decisions.pairs,
                int(decisions.significant.sum()),
                s2ns,
                ns2s,
                one.averaged(test) and name not in placed,
            )
