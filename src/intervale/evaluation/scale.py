"""The scale that the scores of a measure are on."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from intervale.errors import OptionError
from intervale.exact.shown import Shown
from intervale.measures.declared import LEVELS

if TYPE_CHECKING:
    from intervale.measures import Measure

__all__ = ["MeasureScale", "given_scale", "saved_scale"]

AS_SAVED = "as saved"
TOPIC_SCALES = ("shared", "own")


@dataclass(frozen=True)
class MeasureScale(Shown):
    """The level of the scores of a measure, and why.

    ``equal_steps`` is None where it is not known whether values are equally spaced: for tests that counts as an ordinal
    scale, and it is stated as not known.
    """

    level: str
    why: str
    shared: bool | None
    """Whether topics have one scale; None where that is not known, which counts as a scale for each."""
    equal_steps: bool | None
    given: bool = False
    """Whether it was given, by the user or a saved evaluation, and not computed."""

    @property
    def as_saved(self) -> bool:
        """Whether it was computed when the evaluation was saved, from a definition that is no longer there."""
        return self.why.startswith(AS_SAVED)

    def permits(self, needed: str) -> bool:
        return LEVELS.index(self.level) >= LEVELS.index(needed)

    def same_as(self, other: MeasureScale | None) -> bool:
        """Whether another is the same scale, wherever it is known from."""
        names = ("level", "shared", "equal_steps")
        return other is not None and all(getattr(self, name) == getattr(other, name) for name in names)

    def apart(self, measure: Measure) -> str:
        """Why the topics of a measure may not be put together, where they do not share this scale."""
        if measure.defined_by != "scores":
            return "topics do not share one scale, as the measure depends on their judgments"
        return "topics do not share one scale" if self.given else "whether topics share one scale is not known"

    @property
    def text(self) -> str:
        """The scale in words."""
        own = "" if self.shared else ", and each topic has its own"
        own = "; whether topics share it is not known" if self.shared is None else own
        if self.equal_steps is None:
            return f"at least an ordinal scale (whether it is an interval scale is not known){own}"
        return f"{'an' if self.level[0] in 'aeiou' else 'a'} {self.level} scale{own}"


def given_scale(level: str, topic_scale: str = "shared", why: str = "as given") -> MeasureScale:
    """A scale that was given, not computed."""
    if level not in LEVELS:
        raise OptionError(f"scale={level!r} is unknown; use one of: {', '.join(LEVELS)}")
    if topic_scale not in TOPIC_SCALES:
        raise OptionError(
            f"topic_scale={topic_scale!r} is unknown; use shared (topics have one scale) or own (each has its own)"
        )
    return MeasureScale(level, why, topic_scale == "shared", level in ("interval", "ratio"), given=True)


def saved_scale(kept: Any) -> MeasureScale | None:
    """The scale that was saved with scores, where it was computed marked as saved; None where it cannot be read."""
    try:
        given = kept["given"]
        found = MeasureScale(**{**kept, "given": True})
    except (LookupError, TypeError):
        return None
    kinds = {"level": str, "why": str, "shared": bool | None, "equal_steps": bool | None}
    if found.level not in LEVELS or not all(isinstance(getattr(found, name), kind) for name, kind in kinds.items()):
        return None
    return found if given or found.as_saved else replace(found, why=f"{AS_SAVED}: {found.why}")
