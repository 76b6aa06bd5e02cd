"""Rankings that are typed on the command line."""

from __future__ import annotations

from pathlib import Path

__all__ = ["typed"]


def typed(word: str) -> str | dict[str, list[str]]:
    """A file or a name as it is; items with commas between them, best first, as a ranking that is called so."""
    if "," not in word or Path(word).exists():
        return word
    return {word: [item.strip() for item in word.split(",")]}
