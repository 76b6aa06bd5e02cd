"""Values that show themselves in a notebook.

How a value is laid out for people is known to ``present``, which stands above every package; it is found by name when
a notebook first asks.
"""

from __future__ import annotations

from importlib import import_module
from typing import cast

__all__ = ["Shown"]


class Shown:
    """A value that a notebook shows as a page of its own: the answer, a table, a picture.

    >>> from intervale.exact.verdict import Verdict
    >>> "does not hold" in Verdict(False)._repr_html_()
    True
    """

    __slots__ = ()

    def _repr_html_(self) -> str:
        """The value as plain HTML that needs no script."""
        return cast(str, import_module("intervale.present.notebook").html_of(self))
