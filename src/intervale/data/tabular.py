"""Results that show themselves: one mixin from a tidy table to what people work with.

A result gives its own tidy table, :meth:`Tabular.columns`: one row a fact, one schema for any number of runs. How
it is laid out for people is known to ``present``, which stands above every package with results; it is found by name
when first asked for, as derived measures are.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Any, cast

from intervale.errors import OptionError
from intervale.exact.shown import Shown
from intervale.exact.verdict import Verdict, plain

if TYPE_CHECKING:
    import altair
    import pandas
    import polars
    import pyarrow

__all__ = ["VERDICT", "Columns", "Rows", "Tabular", "columns_of", "verdict_cells"]

Columns = dict[str, Sequence[Any]]
VERDICT = ("holds", "undecided", "proof", "cases", "witness", "why")
"""How the columns of a verdict are called."""


class Tabular(Shown):
    """A result that is a table."""

    __slots__ = ()

    def columns(self) -> Columns:
        """The tidy table by the names of its columns."""
        raise NotImplementedError

    def to_arrow(self) -> pyarrow.Table:
        """The tidy table as an Arrow table."""
        import pyarrow

        return pyarrow.table({name: _fitting(values) for name, values in self.columns().items()})

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        """The tidy table for what reads Arrow's stream: ``polars.DataFrame(result)``, ``pyarrow.table(result)``."""
        return self.to_arrow().__arrow_c_stream__(requested_schema)

    def to_pandas(self) -> pandas.DataFrame:
        """The tidy table as a pandas data frame."""
        try:
            return cast("pandas.DataFrame", self.to_arrow().to_pandas())
        except ImportError:
            raise OptionError("to_pandas needs the package pandas: pip install pandas") from None

    def to_polars(self) -> polars.DataFrame:
        """The tidy table as a polars data frame."""
        try:
            import polars
        except ImportError:
            raise OptionError("to_polars needs the package polars: pip install polars") from None
        return cast("polars.DataFrame", polars.from_arrow(self.to_arrow()))

    def to_csv(self) -> str:
        """The tidy table as CSV."""
        return cast(str, _layout().csv_of(self))

    def to_markdown(self) -> str:
        """The table for people, in Markdown."""
        return cast(str, _layout().markdown_of(self))

    def to_latex(self) -> str:
        """The table for people, in LaTeX."""
        return cast(str, _layout().latex_of(self))

    def sentences(self) -> list[str]:
        """The answer in sentences, where the result has one."""
        return cast("list[str]", _layout().sentences_of(self))

    def plot(self, kind: str = "", **options: Any) -> altair.TopLevelMixin:
        """A picture of the result, as an Altair chart: the one that people expect, or of a kind. Needs the extra
        ``report``.
        """
        return cast("altair.TopLevelMixin", _layout().plot_of(self, kind, **options))


def _fitting(values: Sequence[Any]) -> Sequence[Any]:
    """A column as Arrow holds it: as texts where a whole number has more than 64 bits."""
    large = any(isinstance(value, int) and not -(2**63) <= value < 2**63 for value in values)
    return [None if value is None else str(value) for value in values] if large else values


@dataclass(frozen=True, repr=False)
class Rows(Tabular):
    """A tidy table and nothing else."""

    cells: Columns

    def __repr__(self) -> str:
        number = len(next(iter(self.cells.values()), ()))
        return f"Rows({number:,} × {', '.join(self.cells)})"

    def columns(self) -> Columns:
        return self.cells

    @staticmethod
    def joined(results: Iterable[Tabular]) -> Rows:
        """The rows of results of one kind, one after the other."""
        found: dict[str, list[Any]] = {}
        for result in results:
            for name, values in result.columns().items():
                found.setdefault(name, []).extend(values)
        return Rows(dict(found))


def _layout() -> Any:
    return import_module("intervale.present.results")


def columns_of(names: Sequence[str], rows: Iterable[Sequence[Any]]) -> Columns:
    """Rows as columns.

    >>> columns_of(("a", "b"), [(1, 2), (3, 4)])
    {'a': [1, 3], 'b': [2, 4]}
    """
    listed = list(rows)
    return {name: [row[place] for row in listed] for place, name in enumerate(names)}


def verdict_cells(verdict: Verdict) -> tuple[Any, ...]:
    """A verdict as one row of :data:`VERDICT`; its witness as JSON."""
    witness = None if verdict.witness is None else json.dumps(plain(verdict.witness), ensure_ascii=False)
    proof = None if verdict.holds is None else str(verdict.proof)
    return verdict.holds, verdict.undecided, proof, verdict.cases, witness, verdict.why
