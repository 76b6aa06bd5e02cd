"""The errors of intervale, all in one tree.

.. code-block:: text

    IntervaleError
    ├── InputError          a file, table or dictionary that cannot be read as it is
    ├── MeasureError        a measure that does not exist, or a parameter outside its range
    ├── OptionError         a policy or option that does not exist, or a size beyond what is computed
    │   └── NumberError     a number that cannot be read, or is out of range (a ValueError too)
    ├── UndecidedError      two exact values that no precision tried could tell apart
    └── WorkerError         work that was sent elsewhere, where workers died or went away

Every message says what is wrong, where (file and line, topic, parameter) and what to do about it. The command line
prints the message and exits with 2. Anything else that it meets is a bug, and it says so.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from fractions import Fraction
from math import log10
from typing import Any

__all__ = [
    "InputError",
    "IntervaleError",
    "MeasureError",
    "NumberError",
    "OptionError",
    "UndecidedError",
    "WorkerError",
    "did_you_mean",
    "shown",
]

MOST_SHOWN = 80
LONGEST_SHOWN, LONGEST_WORD = 10**30, 250
_LONG_WORD = re.compile(rf"\S{{{LONGEST_WORD + 1},}}")


class IntervaleError(Exception):
    """The root: catch this to catch everything that intervale raises on purpose. Messages can be read: a word of many
    letters, which somebody gave, is cut short.
    """

    def __init__(self, message: str = "") -> None:
        super().__init__(_LONG_WORD.sub(lambda found: f"{found[0][:LONGEST_WORD]}…", message))


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


class NumberError(OptionError, ValueError):
    """A number that cannot be read, or is out of range."""


class UndecidedError(IntervaleError):
    """Two exact values with different keys that could not be distinguished with the precision allowed."""


class WorkerError(IntervaleError):
    """Work that was sent to other processes or machines, and cannot be done there."""


def did_you_mean(word: str, known: Iterable[str], others: Mapping[str, str] | None = None) -> str:
    """The beginning of a list of names, with the one that was probably meant: by what others call it (``others``, in
    lower case without signs), else by the letters of either.

    >>> did_you_mean("fdr_bh", ["holm", "bh"], {"fdrbh": "bh"}) + "use one of: holm, bh"
    'did you mean bh? use one of: holm, bh'
    >>> did_you_mean("wilcoxn", ["t", "signed-rank"], {"wilcoxon": "signed-rank"})
    'did you mean signed-rank? '
    >>> did_you_mean("Holm", ["holm", "bh"]), did_you_mean("tukey", ["holm", "bh"])
    ('did you mean holm? ', '')
    """
    from difflib import get_close_matches

    others = others or {}
    names = {**others, **{name.casefold(): name for name in known}}
    meant = others.get(re.sub(r"[\W_]", "", str(word).casefold()))
    near = [] if meant else get_close_matches(str(word).casefold(), names, n=1)
    return f"did you mean {meant or names[near[0]]}? " if meant or near else ""


def shown(value: Any) -> str:
    """A value as a message shows it: numbers as people write them, and whatever is long cut short.

    >>> shown(Fraction(95)), shown(0.5), shown("nDCG"), shown(10**5000)
    ('95', '0.5', "'nDCG'", 'about 10^5000')
    """
    if isinstance(value, Fraction) and value.denominator != 1:
        return f"{shown(value.numerator)}/{shown(value.denominator)}"
    if isinstance(value, int | Fraction) and not isinstance(value, bool):
        whole = int(value)
        size = f"{'-' if whole < 0 else ''}about 10^{int(whole.bit_length() * log10(2))}"
        return str(whole) if abs(whole) < LONGEST_SHOWN else size
    if isinstance(value, str):
        return repr(value) if len(value) <= MOST_SHOWN else f"{value[:MOST_SHOWN]!r}…"
    try:
        text = repr(value)
    except (ValueError, RecursionError):  # a long integer inside, or itself
        return f"a {type(value).__name__}"
    return text if len(text) <= MOST_SHOWN else f"{text[:MOST_SHOWN]}…"
