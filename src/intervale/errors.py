"""The errors of intervale, all in one tree.

.. code-block:: text

    IntervaleError
    ├── InputError          a file, table or dictionary that cannot be read as it is
    ├── MeasureError        a measure that does not exist, or a parameter outside its range
    ├── OptionError         a policy or option that does not exist
    └── UndecidedError      two exact values that no precision tried could tell apart

Every message says what is wrong, where (file and line, topic, parameter) and what to do about it. The command line
prints the message and exits with 2; a traceback never reaches its users.
"""

from __future__ import annotations

__all__ = ["InputError", "IntervaleError", "MeasureError", "OptionError", "UndecidedError"]


class IntervaleError(Exception):
    """The root: catch this to catch everything that intervale raises on purpose."""


class InputError(IntervaleError):
    """Input that cannot be read as it is.

    >>> str(InputError("expected 4 columns, found 3", source="qrels.txt", line=17))
    'qrels.txt:17: expected 4 columns, found 3'
    """

    def __init__(self, message: str, *, source: str | None = None, line: int | None = None) -> None:
        self.source, self.line = source, line
        where = "" if source is None else f"{source}: " if line is None else f"{source}:{line}: "
        super().__init__(where + message)


class MeasureError(IntervaleError):
    """A measure that does not exist, a parameter outside its range, or a question the measure has no answer to."""


class OptionError(IntervaleError):
    """An option or policy that does not exist, or one that does not fit the others."""


class UndecidedError(IntervaleError):
    """Two exact values with different keys that could not be told apart with the precision allowed."""
