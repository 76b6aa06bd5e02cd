"""The facts of a finite poset, each with a witness in the names of its elements where it fails."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from intervale.exact.posets import Lattice, Poset
from intervale.exact.shapes import uneven_paths
from intervale.exact.verdict import Verdict

__all__ = ["FACTS", "poset_facts"]

FACTS = ("bounded", "total", "graded", "ranked", "lattice", "modular", "distributive")


def poset_facts(poset: Poset, lattice: Lattice | None, labels: Sequence[Any]) -> dict[str, Verdict]:
    """What a poset is, by the names of :data:`FACTS`; ``lattice`` is the poset as a lattice, None where it is none.

    *Bounded*: one least and one greatest element; the witness has all minimal and maximal ones. *Total*: any two
    elements are comparable. *Graded*: all maximal chains have one length; the witness is a short and a long one.
    *Ranked*: there is a rank function; the witness is two paths in the Hasse diagram from one element to another with
    different net steps. *Lattice*: any two have a meet and a join; the witness says which is missing, and for which
    two. *Modular*, *distributive*: no sublattice N5, no N5 and no M3; the witness is one.

    >>> diamond = Poset([[1, 2], [3], [3], []])
    >>> facts = poset_facts(diamond, Lattice.of(diamond), "abcd")
    >>> [name for name, verdict in facts.items() if not verdict], facts["total"].witness
    (['total'], ('b', 'c'))
    """

    def named(numbers: Iterable[int] | None) -> tuple[Any, ...] | None:
        return None if numbers is None else tuple(labels[number] for number in numbers)

    def all_named(lists: Iterable[Iterable[int]] | None) -> tuple[Any, ...] | None:
        return None if lists is None else tuple(named(numbers) for numbers in lists)

    n, low, high = poset.size, poset.minimal, poset.maximal
    pair, chains, paths = poset.incomparable_pair(), poset.uneven_chains(), uneven_paths(poset)
    bounded, boundless = len(low) == len(high) == 1, poset.boundless_pair
    ends = f"{len(low):,} minimal and {len(high):,} maximal"
    facts = {
        "bounded": Verdict(bounded, None if bounded else named(low + high), n, why="" if bounded else ends),
        "total": Verdict(pair is None, named(pair), n * (n - 1) // 2),
        "graded": Verdict(chains is None, all_named(chains), n),
        "ranked": Verdict(paths is None, all_named(paths), n),
        "lattice": Verdict(lattice is not None, boundless and (boundless[0], *(labels[x] for x in boundless[1:])), n),
    }
    if lattice is None:
        none = Verdict(None, why="not a lattice")
        return facts | {"modular": none, "distributive": none}
    pentagon, diamond = lattice.pentagon, lattice.diamond
    modular = Verdict(pentagon is None, named(pentagon), n, why="" if pentagon is None else "a sublattice N5")
    broken = pentagon or diamond
    what = "" if broken is None else "a sublattice N5" if pentagon else "a sublattice M3"
    return facts | {"modular": modular, "distributive": Verdict(broken is None, named(broken), n, why=what)}
