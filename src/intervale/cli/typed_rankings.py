"""Rankings that are typed on the command line."""

from __future__ import annotations

import os.path
from dataclasses import replace
from typing import TYPE_CHECKING

from intervale.errors import InputError

if TYPE_CHECKING:
    from intervale.data.named_rankings import NamedRankings

__all__ = ["typed"]


def typed(word: str) -> str | NamedRankings:
    """A file or a name as it is; items with commas between them, best first, as a ranking that is called so."""
    if not word.strip(" ,"):
        raise InputError("the ranking is empty; name a file, or write items with commas between them, best first")
    if "," not in word or "://" in word or os.path.exists(word):
        return word
    from intervale.data.named_rankings import TYPED
    from intervale.data.read_rankings import read_rankings

    items = word.split(",")
    blank = next((place for place, item in enumerate(items, 1) if not item.strip()), None)
    if blank is not None:
        raise InputError(f"{word}: item {blank} is blank; write items with commas between them, such as b,a,c")
    return replace(read_rankings({word: items}), source=TYPED)
