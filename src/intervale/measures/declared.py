"""What a measure declares about itself, so that nobody has to ask for its class or guess at its parameters.

A plain class: what is declared here is no parameter. A measure that has one of these as a parameter (``cutoff``,
``rel``) says so by a field of that name.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

if TYPE_CHECKING:
    from intervale.measures.measure import Measure

__all__ = ["LEVELS", "NOT_KNOWN", "Declared", "DeclaredScale"]

LEVELS = ("nominal", "ordinal", "interval", "ratio")
"""The levels of scales, from the poorest (Stevens 1946)."""
NOT_KNOWN = "whether its values are equally spaced is not known"


@dataclass(frozen=True)
class DeclaredScale:
    """The level of a scale by definition alone: whether values are equally spaced, None where that is not known, and
    why.
    """

    level: str
    equal_steps: bool | None
    why: str


class Declared:
    """What every measure declares, with what holds where it says nothing."""

    # ------------------------------------------------------------ parameters that many measures have

    cutoff: int | None = None
    """How many documents count; None where all do."""
    rel: int | None = None
    """From which grade on a document is relevant; None where grades are not cut in two."""
    judged_only: bool = False
    """Whether unjudged documents are removed first."""
    max_rel: int | str | None = None
    """The top grade, where the measure fixes it."""

    # ------------------------------------------------------------ how it is written and put together

    at: ClassVar[str | None] = "cutoff"
    """The parameter that ``@`` sets, or None where the measure takes none."""
    rules: ClassVar[Mapping[str, str]] = {}
    """Parameters that follow another rule here than elsewhere."""
    aggregate: ClassVar[str] = "mean"
    """How topics are put together: ``mean``, ``sum`` or ``geometric mean``."""
    has_best: ClassVar[bool] = True
    """Whether more is better, so that a table marks the largest."""

    in_unit: ClassVar[bool] = True
    """Whether every score lies between 0 and 1."""

    # ------------------------------------------------------------ what it needs and what it depends on

    needs_cutoff: ClassVar[bool] = False
    """Whether scoring runs of different lengths needs ``@k``."""
    needs_top: ClassVar[bool] = False
    """Whether the top grade works inside the value, so that ``max_rel`` must be known."""
    defined_by: ClassVar[str] = "formula"
    """What its values come from: a ``formula``, a ``function`` of the user's, or saved ``scores`` and nothing else."""
    on_run_space: ClassVar[bool] = True
    """Whether the grades of a run are all it needs, up to a constant of the topic."""
    has_fold: ClassVar[bool] = False
    """Whether the exact value grows rank by rank, so that there is a :meth:`~Measure.fold`."""
    gains_are: ClassVar[str] = "gains of the grades"
    """What the gains in its formula are, in words."""
    of_topic: ClassVar[str] = "judgments"
    """Where it is not defined on a run space, what of the topic works in the score: its ``judgments``, only its
    ``recall base``, or ``nothing`` but the run."""
    why_no_exact: ClassVar[str] = "it depends on more than the grades of the run"

    @property
    def numeric(self) -> bool:
        """Whether its values on a run space are floats, without exact ones behind them."""
        return False

    @property
    def lacks_cutoff(self) -> bool:
        """Whether it needs ``@k`` and has none."""
        return self.needs_cutoff and self.cutoff is None

    @property
    def top_matters(self) -> bool:
        """Whether the value of a profile depends on the top grade of the space."""
        return False

    @property
    def recall_based(self) -> bool:
        """Whether a constant of the topic, its recall base or its ideal run, works in the score, so that topics are on
        different scales.
        """
        return False

    @property
    def local(self) -> bool:
        """Whether, by definition, it uses the retrieved documents only; False where that is not known."""
        return False

    @property
    def one_order(self) -> bool:
        """Whether :meth:`~Measure.exact_order` is one order for all topics."""
        return True

    # ------------------------------------------------------------ derived measures

    @property
    def derived_from(self) -> Measure | None:
        """The measure whose values it replaces by their ranks."""
        return None

    @property
    def is_derived(self) -> bool:
        """Whether it is made of another measure."""
        return self.derived_from is not None

    @property
    def placed(self) -> bool:
        """Whether scores are of places among runs, which are ordinal."""
        return False

    @property
    def few_may_carry(self) -> bool:
        """Whether scores may differ by orders of magnitude, so that few topics carry a mean."""
        return False

    def interval_form_of(self, grades: int | None) -> Measure | None:
        """The measure whose interval form this is over grades 0..``grades``, with no option of its own; None where it
        is none.
        """
        return None

    # ------------------------------------------------------------ scale

    @property
    def declared_scale(self) -> DeclaredScale | None:
        """The scale by definition alone; None where the values on a run space have to be looked at."""
        if not self.has_best or self.aggregate == "sum":
            return DeclaredScale("ordinal", False, "a count of documents, to which no order on runs corresponds")
        if self.cutoff is None:
            return DeclaredScale(
                "ordinal", False, "without a cutoff runs have different lengths, and so different scales"
            )
        return None
