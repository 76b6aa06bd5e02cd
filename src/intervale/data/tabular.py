"""Results that show themselves: one mixin from a tidy table to what people work with.

A result gives its own tidy Arrow table (one row a fact, one schema whatever the number of runs). How it is laid out for
people is known to ``present``, which stands above every package with results; it is found by name when first asked for.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, cast

from intervale.errors import OptionError

if TYPE_CHECKING:
    import pandas
    import polars
    import pyarrow

__all__ = ["Tabular"]


class Tabular:
    """A result that is a table."""

    __slots__ = ()

    def to_arrow(self) -> pyarrow.Table:
        """The result as one tidy Arrow table."""
        raise NotImplementedError

    def to_pandas(self) -> pandas.DataFrame:
        """The rows of :meth:`to_arrow` as a pandas data frame."""
        try:
            return cast("pandas.DataFrame", self.to_arrow().to_pandas())
        except ImportError:
            raise OptionError("to_pandas needs the package pandas: pip install pandas") from None

    def to_polars(self) -> polars.DataFrame:
        """The rows of :meth:`to_arrow` as a polars data frame."""
        try:
            import polars
        except ImportError:
            raise OptionError("to_polars needs the package polars: pip install polars") from None
        return cast("polars.DataFrame", polars.from_arrow(self.to_arrow()))

    def to_csv(self) -> str:
        """The rows of :meth:`to_arrow` as CSV."""
        return cast(str, _layout().csv_of(self))

    def to_markdown(self) -> str:
        """The table for people, in Markdown."""
        return cast(str, _layout().markdown_of(self))

    def to_latex(self) -> str:
        """The table for people, in LaTeX."""
        return cast(str, _layout().latex_of(self))

    def _repr_html_(self) -> str:
        """The table for people, in a notebook."""
        return cast(str, _layout().html_of(self))


def _layout() -> Any:
    return import_module("intervale.present.results")
