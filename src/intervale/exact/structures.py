"""Relational structures: objects with relations, and whether a function represents them.

A relational structure is a set of objects with relations of any arities. A *homomorphism* M takes objects to images and
relations to relations between images, so that r(x₁, …, xₙ) implies r′(M(x₁), …, M(xₙ)). The *representation condition*
asks for both directions: implies and is implied by. A measurement is such an M into numbers (Krantz and others 1971;
Ferrante, Ferro and Maistro 2015, §2.1; Ferrante, Ferro and Pontarollo 2019, §3.1).
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from typing import Any

import numpy as np

from intervale.errors import IntervaleError, OptionError, did_you_mean, shown
from intervale.exact.object_posets import ObjectPoset
from intervale.exact.preorders import NotAPreorderError, Preorder
from intervale.exact.relations import answers, distinct, failure, intransitive_triple, known, unrelated_pair
from intervale.exact.shown import Shown
from intervale.exact.verdict import Verdict

__all__ = ["ObjectPoset", "Relation", "RelationalStructure", "relational"]

MOST_TUPLES = 10_000_000
"""How many tuples of objects are looked at."""


@dataclass(frozen=True)
class Relation:
    """A relation on objects: a function that says where it holds, and its tuples where they were listed.

    ``arity`` is None for a relation without tuples: it holds nowhere, whatever it takes.
    """

    name: str
    arity: int | None
    function: Callable[..., Any]
    tuples: tuple[tuple[Hashable, ...], ...] | None = None


@dataclass(frozen=True, eq=False, repr=False)
class RelationalStructure(Shown):
    """Objects and the relations between them, by name; made by :func:`relational`."""

    objects: tuple[Hashable, ...]
    relations: dict[str, Relation]

    def __repr__(self) -> str:
        names = ", ".join(f"{name}/{relation.arity}" for name, relation in self.relations.items())
        return f"RelationalStructure({len(self.objects):,} objects: {names or 'no relations'})"

    @cached_property
    def _known(self) -> frozenset[Hashable]:
        return frozenset(self.objects)

    def relation(self, name: str) -> Relation:
        """A relation by name."""
        if name not in self.relations:
            meant = did_you_mean(name, self.relations)
            listed = ", ".join(self.relations) or "none"
            raise OptionError(f"unknown relation {shown(name)}; {meant}the relations are: {listed}")
        return self.relations[name]

    def holds(self, name: str, *objects: Hashable) -> bool:
        """Whether a relation holds of objects.

        >>> relational([1, 2, 3], {"sum": lambda a, b, c: a + b == c}).holds("sum", 1, 2, 3)
        True
        """
        relation = self.relation(name)
        if relation.arity not in (None, len(objects)):
            raise OptionError(f"{name} relates {relation.arity} objects, not {len(objects)}")
        for one in objects:
            if not known(one, self._known):
                raise OptionError(f"{shown(one)} is not one of the objects")
        return bool(objects) and bool(answers(name, relation.function, objects[:-1], objects[-1:]).all())

    # ------------------------------------------------------------ homomorphisms

    def homomorphism(
        self,
        f: Mapping[Any, Any] | Callable[[Any], Any],
        images: Mapping[str, Callable[..., Any]],
        *,
        both_ways: bool = False,
    ) -> Verdict:
        """Whether f takes every relation to its image, a function of as many values of f; with ``both_ways`` also that
        the image holds nowhere else, the representation condition.

        The witness is the name of a relation, objects, and their values; ``why`` says which of the two holds.

        >>> trees = relational(["banana", "ananas"], {"taller": {("banana", "ananas")}})
        >>> bool(trees.homomorphism({"banana": 67.13, "ananas": 15.47}, {"taller": lambda x, y: x > y}, both_ways=True))
        True
        >>> trees.homomorphism({"banana": 1, "ananas": 1}, {"taller": lambda x, y: x > y}).witness
        ('taller', ('banana', 'ananas'), (1, 1))
        """
        self._check_images(images)
        chosen = [self._with_arity(relation, images[name], both_ways) for name, relation in self.relations.items()]
        for relation in chosen:
            self._check_size(relation, listed=not both_ways)
        values = self._values(f)
        cases = 0
        for relation in chosen:
            image = images[relation.name]
            for objects, holds in self._tuples(relation, listed=not both_ways):
                cases += 1
                if not holds and not both_ways:
                    continue
                found = tuple(values[one] for one in objects)
                if _image_holds(relation.name, image, objects, found) != holds:
                    its, other = ("holds", "does not") if holds else ("does not hold", "does")
                    why = f"{relation.name} {its}, its image {other}"
                    return Verdict(False, (relation.name, objects, found), cases, why=why)
        return Verdict(True, cases=cases)

    def _check_images(self, images: Mapping[str, Callable[..., Any]]) -> None:
        if not isinstance(images, Mapping):
            raise OptionError(f"images must name a function for each relation, not {shown(images)}")
        for name, image in images.items():
            self.relation(name)
            if not callable(image):
                raise OptionError(f"the image of {name} must be a function of values, not {shown(image)}")
        missing = [name for name in self.relations if name not in images]
        if missing:
            raise OptionError(f"every relation needs an image; there is none for {', '.join(missing)}")

    def _values(self, f: Mapping[Any, Any] | Callable[[Any], Any]) -> dict[Hashable, Any]:
        if isinstance(f, Mapping):
            missing = [one for one in self.objects if one not in f]
            if missing:
                raise OptionError(f"no value for {shown(missing[0])}")
            return {one: f[one] for one in self.objects}
        if not callable(f):
            raise OptionError(f"values are given by a dictionary or a function of an object, not by {shown(f)}")
        return {one: _value(f, one) for one in self.objects}

    def _with_arity(self, relation: Relation, image: Callable[..., Any], asked: bool) -> Relation:
        """A relation without tuples takes as many objects as its image takes values, where that is asked."""
        if relation.arity is not None or not asked:
            return relation
        return Relation(relation.name, _arity(f"the image of {relation.name}", image), relation.function)

    def _tuples(self, relation: Relation, *, listed: bool) -> Iterator[tuple[tuple[Hashable, ...], bool]]:
        """All tuples of objects with whether the relation holds; or only the listed ones, where they are."""
        if listed and relation.tuples is not None:
            yield from ((objects, True) for objects in relation.tuples)
            return
        assert relation.arity is not None
        for fixed in product(self.objects, repeat=relation.arity - 1):
            row = answers(relation.name, relation.function, fixed, self.objects).tolist()
            yield from (((*fixed, one), holds) for one, holds in zip(self.objects, row, strict=True))

    def _check_size(self, relation: Relation, *, listed: bool = False) -> None:
        if listed and relation.tuples is not None:
            return
        assert relation.arity is not None
        size = len(self.objects) ** relation.arity
        if size > MOST_TUPLES:
            raise OptionError(
                f"{relation.name} has {shown(size)} tuples of objects, too many to look at (at most {MOST_TUPLES:,})"
            )

    # ------------------------------------------------------------ orders

    def poset(self, name: str) -> ObjectPoset:
        """The poset of a relation that is reflexive and transitive; objects may be tied.

        >>> numbers = relational([1, 2, 3, 4, 6], {"divides": lambda a, b: b % a == 0})
        >>> numbers.poset("divides").join(2, 3), numbers.poset("divides").rank(4)
        (6, 2)
        """
        relation = self._binary(name)
        rows = (answers(name, relation.function, (one,), self.objects) for one in self.objects)
        try:
            return ObjectPoset(self.objects, Preorder.from_rows(len(self.objects), rows))
        except NotAPreorderError as error:
            what, witness = error.args
            where = ", ".join(shown(self.objects[x]) for x in witness)
            raise OptionError(f"{name} is not a preorder: {what.partition(' at ')[0]} at {where}") from None

    def weak_order(self, name: str) -> Verdict:
        """Whether a relation is a weak order: a ≼ b or b ≼ a for any two objects, and a ≼ b ≼ c implies a ≼ c
        (Ferrante, Ferro and Pontarollo 2019, §3.2). The witness are two objects that do not compare, or three.

        >>> relational(["a", "b", "ab"], {"in": lambda x, y: x in y}).weak_order("in").witness
        ('a', 'b')
        """
        relation = self._binary(name)
        related = np.array([answers(name, relation.function, (one,), self.objects) for one in self.objects])
        if (apart := unrelated_pair(related)) is not None:
            return Verdict(False, tuple(self.objects[x] for x in apart), related.size, why="not comparable")
        if (broken := intransitive_triple(related)) is not None:
            return Verdict(False, tuple(self.objects[x] for x in broken), related.size, why="not transitive")
        return Verdict(True, cases=related.size)

    def _binary(self, name: str) -> Relation:
        relation = self.relation(name)
        if relation.arity not in (None, 2):
            raise OptionError(f"{name} relates {relation.arity} objects; an order relates two")
        relation = Relation(name, 2, relation.function, relation.tuples)
        self._check_size(relation)
        return relation


def relational(
    objects: Iterable[Hashable], relations: Mapping[str, Iterable[tuple[Hashable, ...]] | Callable[..., Any]]
) -> RelationalStructure:
    """A finite relational structure: different objects, and relations by name, each a set of tuples of objects or a
    function of so many objects as it has arguments without a default.

    >>> rods = relational([1, 2, 3], {"longer": {(2, 1), (3, 1), (3, 2)}, "joined": lambda a, b, c: a + b == c})
    >>> rods
    RelationalStructure(3 objects: longer/2, joined/3)
    >>> bool(rods.homomorphism(lambda rod: 2.5 * rod, {"longer": float.__gt__, "joined": lambda x, y, z: x + y == z}))
    True
    """
    found = distinct(objects)
    if not isinstance(relations, Mapping):
        raise OptionError("relations must be a dictionary from names to sets of tuples or functions")
    return RelationalStructure(found, {name: _relation(name, given, found) for name, given in relations.items()})


def _relation(name: str, given: Any, objects: tuple[Hashable, ...]) -> Relation:
    if not isinstance(name, str):
        raise OptionError(f"the name of a relation must be a text, not {shown(name)}")
    if callable(given):
        return Relation(name, _arity(name, given), given)
    try:
        tuples = list(given)
    except TypeError:
        raise OptionError(f"{name} must be a set of tuples of objects or a function, not {shown(given)}") from None
    return _listed(name, tuples, {one: place for place, one in enumerate(objects)})


def _listed(name: str, tuples: list[Any], place: dict[Hashable, int]) -> Relation:
    """A relation of listed tuples, in the order of their objects."""
    for found in tuples:
        if not isinstance(found, tuple) or not found:
            raise OptionError(f"{name} must have tuples of objects, not {shown(found)}")
        if len(found) != len(tuples[0]):
            raise OptionError(f"{name} has tuples of different lengths: {shown(tuples[0])} and {shown(found)}")
        for one in found:
            if not known(one, place):
                raise OptionError(f"{name} has {shown(found)}, and {shown(one)} is not one of the objects")
    members = frozenset(tuples)
    ordered = tuple(sorted(members, key=lambda found: [place[one] for one in found]))
    return Relation(name, len(tuples[0]) if tuples else None, lambda *found: found in members, ordered)


def _arity(name: str, function: Callable[..., Any]) -> int:
    """How many arguments a function needs, all by position."""
    try:
        parameters = list(inspect.signature(function).parameters.values())
    except (TypeError, ValueError):
        raise OptionError(f"{name} does not say how many objects it takes: write it as lambda a, b: …") from None
    positional = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
    needed = [one for one in parameters if one.default is one.empty and one.kind is not one.VAR_KEYWORD]
    if not needed or any(one.kind not in positional for one in needed):
        raise OptionError(f"{name} must take a fixed number of objects, at least one: write it as lambda a, b: …")
    return len(needed)


def _value(f: Callable[[Any], Any], one: Hashable) -> Any:
    try:
        return f(one)
    except IntervaleError:
        raise
    except Exception as error:
        raise failure("the value", (one,), error) from error


def _image_holds(name: str, image: Callable[..., Any], objects: tuple[Hashable, ...], values: tuple[Any, ...]) -> bool:
    try:
        return bool(image(*values))
    except IntervaleError:
        raise
    except Exception as error:
        raise failure(f"the image of {name} (of {', '.join(map(shown, objects))})", values, error) from error
