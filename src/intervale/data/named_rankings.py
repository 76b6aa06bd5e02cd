"""Rankings of items that have names: who ranked what where, with ties and with items that are not ranked."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import count
from typing import Any

import numpy as np

from intervale.data.tabular import Columns, Tabular, columns_of
from intervale.errors import InputError, OptionError, did_you_mean, shown

__all__ = ["TYPED", "NamedRankings", "competition", "numbered"]

Array = np.ndarray[Any, Any]
TYPED = "the command line"
"""The source of a ranking that was typed. It is called as it is written, so that two may be called alike."""


@dataclass(frozen=True, repr=False, eq=False)
class NamedRankings(Tabular):
    """Rankings of items by name: ``positions`` has a row for each ranking and a column for each item.

    The position of an item is one more than the number of items that are ranked better (standard competition ranking,
    1 2 2 4; ``method="min"`` of scipy's ``rankdata``), so equal positions are ties, and without ties a complete ranking
    is a permutation of 1..n. 0 says that the item is not ranked.

    >>> found = NamedRankings.of({"judge": [["b"], ["a", "c"]], "judy": [["c"], ["a"]]})
    >>> found.items, found.names, found.positions.tolist()
    (('b', 'a', 'c'), ('judge', 'judy'), [[1, 2, 2], [0, 2, 1]])
    >>> found.tiers("judge")
    (('b',), ('a', 'c'))
    """

    items: tuple[str, ...]
    names: tuple[str, ...]
    positions: Array
    source: str = "the rankings"

    def __post_init__(self) -> None:
        rows = np.array(self.positions, dtype=np.int64)  # a copy, which nobody changes
        _once("item", self.items, self.source)
        _once("ranking", self.names, self.source)
        if rows.shape != (len(self.names), len(self.items)):
            shape = " × ".join(map(str, rows.shape))
            expected = f"{len(self.names)} rankings × {len(self.items)} items"
            raise InputError(f"expected positions of {expected}, found {shape}", source=self.source)
        for name, row in zip(self.names, rows, strict=True):
            if not (row == competition(row)).all():
                raise InputError(
                    f"{name}: the position of an item must be one more than the number of items ranked better, and 0 "
                    "where it is not ranked; use read_rankings(..., values='ranks') for other numbers",
                    source=self.source,
                )
        rows.setflags(write=False)
        object.__setattr__(self, "positions", rows)

    @staticmethod
    def of(
        rankings: Mapping[str, Sequence[Sequence[str]]], items: Iterable[str] = (), source: str = "the rankings"
    ) -> NamedRankings:
        """Rankings given as tiers, best first: items in one tier are tied. ``items`` may name items that nobody ranks;
        the others follow as they appear.
        """
        every = tuple(dict.fromkeys((*items, *(item for row in rankings.values() for tier in row for item in tier))))
        places = {item: place for place, item in enumerate(every)}
        positions = np.zeros((len(rankings), len(every)), dtype=np.int64)
        for number, (name, tiers) in enumerate(rankings.items()):
            above = 0
            for tier in tiers:
                for item in tier:
                    if positions[number, places[item]]:
                        raise InputError(f"{name}: the item {shown(item)} appears twice in the ranking", source=source)
                    positions[number, places[item]] = above + 1
                above += len(tier)
        return NamedRankings(every, tuple(rankings), positions, source)

    def __repr__(self) -> str:
        return f"NamedRankings({len(self.names)} rankings of {len(self.items)} items)"

    def __len__(self) -> int:
        return len(self.names)

    def __getitem__(self, name: str) -> Array:
        """The positions of the items in one ranking."""
        found: Array = self.positions[self._place(name)]
        return found

    @property
    def complete(self) -> bool:
        """Whether every ranking ranks every item."""
        return bool((self.positions > 0).all())

    @property
    def tied(self) -> bool:
        """Whether some ranking has a tie."""
        return any(len(np.unique(row[row > 0])) < np.count_nonzero(row) for row in self.positions)

    def tiers(self, name: str) -> tuple[tuple[str, ...], ...]:
        """The ranked items of one ranking, best first; those in one tier are tied."""
        row = self[name]
        return tuple(tuple(self.items[place] for place in np.flatnonzero(row == at)) for at in np.unique(row[row > 0]))

    def only(self, names: Iterable[str]) -> NamedRankings:
        """Some of the rankings, in the order named; the items stay."""
        chosen = tuple(names)
        return NamedRankings(self.items, chosen, self.positions[[self._place(name) for name in chosen]], self.source)

    def without(self, name: str) -> NamedRankings:
        """All rankings but one."""
        self._place(name)
        return self.only(one for one in self.names if one != name)

    def among(self, items: Iterable[str]) -> NamedRankings:
        """The rankings of some of the items, in the order named: positions are those among these items."""
        chosen = tuple(items)
        places = {item: place for place, item in enumerate(self.items)}
        for item in chosen:
            if item not in places:
                raise OptionError(f"no ranking has the item {shown(item)}{_near(item, self.items)}")
        rows = self.positions[:, [places[item] for item in chosen]]
        return NamedRankings(chosen, self.names, np.array([competition(row) for row in rows]), self.source)

    @staticmethod
    def joined(parts: Sequence[NamedRankings]) -> NamedRankings:
        """The rankings of several sources side by side; an item that one of them does not know is not ranked there.
        Typed rankings that are called alike are numbered.
        """
        if len(parts) == 1:
            return parts[0]
        items = tuple(dict.fromkeys(item for part in parts for item in part.items))
        places = {item: place for place, item in enumerate(items)}
        source: dict[str, str] = {}
        positions = np.zeros((sum(map(len, parts)), len(items)), dtype=np.int64)
        for part in parts:
            for name, row in zip(part.names, part.positions, strict=True):
                called = numbered(name, source) if part.source == TYPED else name
                if called in source:
                    raise InputError(
                        f"the ranking {shown(name)} is in {source[name]} too; rename one", source=part.source
                    )
                positions[len(source), [places[item] for item in part.items]] = row
                source[called] = part.source
        return NamedRankings(items, tuple(source), positions, ", ".join(dict.fromkeys(part.source for part in parts)))

    def columns(self) -> Columns:
        """A row for each ranking and each item it ranks: the position, best first."""
        rows = (
            (name, item, int(row[place]))
            for name, row in zip(self.names, self.positions, strict=True)
            for place in np.argsort(row, kind="stable")
            if row[place]
            for item in [self.items[place]]
        )
        return columns_of(("ranking", "item", "position"), rows)

    def _place(self, name: str) -> int:
        if name not in self.names:
            known = ", ".join(self.names[:10]) + ("" if len(self.names) <= 10 else f", … {len(self.names)} in all")
            near = did_you_mean(name, self.names)
            raise OptionError(f"{self.source}: no ranking is called {shown(name)}; {near}the rankings are: {known}")
        return self.names.index(name)


def competition(numbers: Array) -> Array:
    """Positions by numbers of which a smaller one is better and 0 is none: one more than how many are smaller.

    >>> competition(np.array([3, 7, 0, 7, 9])).tolist()
    [1, 2, 0, 2, 4]
    """
    ranked = np.sort(numbers[numbers > 0])
    return np.where(numbers > 0, np.searchsorted(ranked, numbers) + 1, 0)


def numbered(name: str, taken: Iterable[str]) -> str:
    """A name, with a number behind it where it is taken.

    >>> numbered("a,b", ["b,a"]), numbered("a,b", ["a,b", "a,b (2)"])
    ('a,b', 'a,b (3)')
    """
    known = set(taken)
    return name if name not in known else next(one for at in count(2) if (one := f"{name} ({at})") not in known)


def _near(word: str, known: Sequence[str]) -> str:
    near = did_you_mean(word, known).strip()
    return f"; {near}" if near else ""


def _once(what: str, names: Sequence[str], source: str) -> None:
    if len(set(names)) < len(names):
        seen: set[str] = set()
        twice = next(name for name in names if name in seen or seen.add(name))  # type: ignore[func-returns-value]
        raise InputError(f"the {what} {shown(twice)} appears twice", source=source)
