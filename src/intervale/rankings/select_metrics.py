"""Which metrics have the properties that one needs, and what the others lack."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from difflib import get_close_matches
from fractions import Fraction
from functools import partial
from typing import Any

from intervale.data.tabular import VERDICT, Columns, Tabular, columns_of, verdict_cells
from intervale.errors import OptionError
from intervale.exact.verdict import Verdict
from intervale.rankings.catalogue import METRICS, metrics
from intervale.rankings.domains import DOMAIN_NAMES, DOMAINS, REASONS
from intervale.rankings.metric import RankingMetric
from intervale.rankings.properties import properties, property_names

__all__ = ["Fit", "Selection", "needs_of", "select_metrics"]

MOST_IN_REPR = 5


@dataclass(frozen=True)
class Fit:
    """A metric, the verdicts on what is needed, and what it lacks."""

    metric: RankingMetric
    verdicts: dict[str, Verdict]

    @property
    def lacks(self) -> tuple[str, ...]:
        return tuple(name for name, verdict in self.verdicts.items() if not verdict.holds)


@dataclass(frozen=True, repr=False)
class Selection(Tabular):
    """Metrics by how many of the needs they lack."""

    needs: tuple[str, ...]
    n: int
    fits: tuple[Fit, ...]
    domain: str | None = None

    def __repr__(self) -> str:
        return (
            f"Selection({len(self.fitting)} of {len(self.fits)} metrics fit: {', '.join(self.fitting[:MOST_IN_REPR])})"
        )

    def columns(self) -> Columns:
        """A row for each metric and need."""
        rows = (
            (fit.metric.name, not fit.lacks, self.n, need, *verdict_cells(verdict))
            for fit in self.fits
            for need, verdict in fit.verdicts.items()
        )
        return columns_of(("metric", "fits", "n", "property", *VERDICT), rows)

    @property
    def fitting(self) -> tuple[str, ...]:
        """The metrics that lack nothing."""
        return tuple(fit.metric.name for fit in self.fits if not fit.lacks)

    @property
    def nearest(self) -> tuple[Fit, ...]:
        """The metrics that lack fewest of the needs."""
        return tuple(fit for fit in self.fits if len(fit.lacks) == len(self.fits[0].lacks))

    @property
    def reasons(self) -> dict[str, str]:
        """Why the domain asks for its properties, by the group-theoretic paper."""
        return {} if self.domain is None else REASONS[self.domain]


def needs_of(needs: str | Iterable[str] = (), domain: str | None = None) -> tuple[str, ...]:
    """Properties by name, and those that Table 4 of the group-theoretic paper asks for in a domain.

    >>> needs_of(["distance"], "feature ranking")
    ('distance', 'identity', 'robustness-2')
    """
    known = domain_of(domain)
    found = [*property_names(needs), *(() if known is None else DOMAINS[known])]
    if not found:
        raise OptionError("name at least one property or a domain")
    return tuple(dict.fromkeys(found))


def domain_of(domain: str | None) -> str | None:
    """A domain by its name, as here or as in Table 4.

    >>> domain_of("Feature ranking/selection")
    'feature ranking'
    """
    if domain is None:
        return None
    known = " ".join(str(domain).casefold().replace("-", " ").replace("_", " ").split())
    known = DOMAIN_NAMES.get(known, known)
    if known not in DOMAINS:
        near = get_close_matches(known, DOMAINS, 1)
        said = f"; did you mean {near[0]}?" if near else f"; the domains are: {', '.join(DOMAINS)}"
        raise OptionError(f"unknown domain {domain!r}{said}")
    return known


def select_metrics(
    needs: str | Iterable[str] = (),
    *,
    domain: str | None = None,
    among: Iterable[str | RankingMetric | Callable[..., Any]] | None = None,
    n: int = 7,
    k: int | None = None,
    seed: int = 0,
    epsilon: float | str | Fraction | None = None,
    epsilon_k: float | str | Fraction | None = None,
    share: float | str | Fraction | None = None,
) -> Selection:
    """The metrics of the catalogue, and your own if named, by what they lack of what is needed.

    Where none has all, ``nearest`` are those that lack fewest, with the counterexample to each property that they lack
    in its verdict. ``domain`` adds what Table 4 of the group-theoretic paper asks for there, and ``reasons`` says why.
    ``epsilon``, ``epsilon_k`` and ``share`` are those of :func:`~intervale.rankings.properties`.

    >>> select_metrics(["symmetry", "distance"], among=["Kendall tau", "NDPM", "MSE", "Cayley"], n=5).fitting
    ('NDPM', 'Cayley')
    >>> found = select_metrics(domain="feature ranking", among=["Kendall tau", "DCG"], n=3)
    >>> found.fitting, [(fit.metric.name, fit.lacks) for fit in found.nearest]
    ((), [('Kendall tau', ('identity',)), ('DCG', ('robustness-2',))])
    """
    wanted = needs_of(needs, domain)
    chosen = list((METRICS if among is None else metrics(among)).values())
    if not chosen:
        raise OptionError("among names no metric; leave it out for all of them")
    look = partial(properties, n=n, k=k, only=wanted, seed=seed, epsilon=epsilon, epsilon_k=epsilon_k, share=share)
    fits = [Fit(one, look(one).verdicts) for one in chosen]
    return Selection(wanted, n, tuple(sorted(fits, key=lambda fit: len(fit.lacks))), domain_of(domain))
