"""Which properties a metric has: verdicts with the smallest witness (the group-theoretic paper, §5 and §6)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from intervale.data.tabular import VERDICT, Columns, Tabular, columns_of, verdict_cells
from intervale.errors import OptionError
from intervale.exact import whole
from intervale.exact.verdict import Verdict
from intervale.rankings import extremes, search
from intervale.rankings.axioms import distance
from intervale.rankings.catalogue import metric
from intervale.rankings.criteria import PAPER_CRITERIA, Criteria, criteria_of
from intervale.rankings.interpretable import CONDITIONS, interpretable, least_at_inverse, least_at_reversal
from intervale.rankings.metric import RankingMetric
from intervale.rankings.robustness import robustness
from intervale.rankings.sampled import PAIRS, SHARE, SIZE, Sample
from intervale.rankings.stability import stability

__all__ = ["INTERPRETABILITY", "MEANINGS", "ON_REQUEST", "PropertyResult", "properties", "property_names"]

MEANINGS = {
    "identity": "different rankings, different values (Def. 3)",
    "symmetry": "m(σ, ν) = m(ν, σ) (Def. 4)",
    "robustness-1": "a swap changes it by 0.00 on average (Def. 5)",
    "robustness-2": "renaming the items does not change it (Def. 6)",
    "width-swap": "swaps of one width have one value (Def. 8)",
    "sensitivity": "swaps of one width can be distinguished (Def. 7)",
    "stability": "m@(k − 1) and m@k are close (Def. 9)",
    "distance": "the four axioms of a distance (Def. 10)",
    "maximal-agreement": "m(σ, σ) is one number, the largest (Def. 11)",
    "minimal-agreement": "there is a smallest value (Def. 11)",
    "constant-maximum": "m(σ, σ) is the same for all n (§6)",
}
"""The properties by name, with what they say."""
ON_REQUEST = {
    "interpretable": "constant maximum, maximal and minimal agreement (§6)",
    "least-at-reversal": "m(σ, reversal of σ) is the least value (§6)",
    "least-at-inverse": "m(σ⁻¹, σ) is the least value (§6)",
}
"""Properties that are made of others, or that the paper only asks about: checked where they are named."""
INTERPRETABILITY = (*CONDITIONS, *ON_REQUEST)
"""All that §6 of the group-theoretic paper says or asks about interpretable values."""
SHORT = {
    "identity-of-indiscernibles": "identity", "ioi": "identity", "robustness-i": "robustness-1",
    "type-i-robustness": "robustness-1", "robustness-ii": "robustness-2", "type-ii-robustness": "robustness-2",
    "right-invariance": "robustness-2", "wsd": "width-swap", "width-swap-dependency": "width-swap",
}  # fmt: skip

DECIDED: dict[str, Callable[[RankingMetric, int, int | None], Verdict]] = {
    "identity": search.identity,
    "symmetry": search.symmetry,
    "robustness-2": search.renaming,
    "width-swap": search.width_swaps,
    "sensitivity": search.sensitivity,
    "distance": distance,
    "maximal-agreement": extremes.maximal,
    "minimal-agreement": extremes.minimal,
    "constant-maximum": extremes.constant_maximum,
    "interpretable": interpretable,
    "least-at-reversal": least_at_reversal,
    "least-at-inverse": least_at_inverse,
}
SAMPLED: dict[str, Callable[[RankingMetric, Sample, Criteria], Verdict]] = {
    "robustness-1": robustness,
    "stability": stability,
}
MOST = 20
MOST_PAIRS, MOST_ITEMS = 100_000, 10_000


@dataclass(frozen=True, repr=False)
class PropertyResult(Tabular):
    """The verdicts of a metric on the properties, searched for rankings of up to n items."""

    metric: RankingMetric
    n: int
    k: int | None
    verdicts: dict[str, Verdict]
    criteria: Criteria = PAPER_CRITERIA
    """What robustness I and stability ask for."""

    def __repr__(self) -> str:
        held = [name for name, verdict in self.verdicts.items() if verdict.holds]
        return f"PropertyResult({self.metric.name}: {len(held)} of {len(self.verdicts)} properties hold)"

    def columns(self) -> Columns:
        """A row for each property: whether it holds, how that is known, and the rankings that break it."""
        about = (self.metric.name, self.n, self.k)
        rows = ((*about, name, *verdict_cells(verdict)) for name, verdict in self.verdicts.items())
        return columns_of(("metric", "n", "k", "property", *VERDICT), rows)

    def __getitem__(self, name: str) -> Verdict:
        known = property_names([name])[0]
        if known not in self.verdicts:
            raise OptionError(f"{known} was not checked; the properties checked are: {', '.join(self.verdicts)}")
        return self.verdicts[known]


def property_names(names: str | Iterable[str] | None) -> list[str]:
    """Properties by name; all but those on request where none is named.

    >>> property_names(["WSD", "distance"]), property_names("IoI")
    (['width-swap', 'distance'], ['identity'])
    """
    if names is None:
        return list(MEANINGS)
    found = []
    for name in [names] if isinstance(names, str) else names:
        text = "-".join(str(name).casefold().replace("_", " ").split())
        text = SHORT.get(text, text)
        if text not in MEANINGS | ON_REQUEST:
            raise OptionError(f"unknown property {name!r}; the properties are: {', '.join(MEANINGS | ON_REQUEST)}")
        found.append(text)
    return found


def properties(
    wanted: str | RankingMetric | Callable[..., Any],
    *,
    n: int = 7,
    k: int | None = None,
    only: str | Iterable[str] | None = None,
    pairs: int = PAIRS,
    size: int = SIZE,
    seed: int = 0,
    epsilon: float | str | Fraction | None = None,
    epsilon_k: float | str | Fraction | None = None,
    share: float | str | Fraction | None = None,
) -> PropertyResult:
    """The properties of a metric, also of your own, on rankings of 2, 3, … up to n items.

    A property that is broken comes with the smallest rankings that break it. All rankings are checked while they are
    few enough (to n = 8, for a function of your own to n = 5), beyond that what structure or a sample offers. Metrics
    with k relevant items take k, or n // 2. Robustness I and stability are defined on ``pairs`` random pairs of
    rankings of ``size`` items; there k is a tenth of them where none is given. A constant maximum is looked for with
    one k for all n, 2 where none is given. ``only=INTERPRETABILITY`` checks what §6 of the paper asks for: the three
    conditions, ``interpretable``, and whether the least value is at the reversal, or at the inverse.

    Robustness I asks for a mean change by a swap below ``epsilon`` (0.005, as in the paper); where ``share`` is given,
    for a change below ``epsilon`` by that share of the swaps, and with ``share=1`` by all, as Definition 5 is written.
    Stability asks for a change below ``epsilon_k`` ("1/k") in that ``share`` of the steps from k − 1 to k (0.975).

    >>> properties("recall", only="stability", epsilon_k="0.2/k", share=0.9)["stability"].holds
    False
    >>> found = properties("DCG", only=["identity", "maximal-agreement"])
    >>> found["identity"].why
    'n = 7: m(2174536) = 16.3226, m(2314576) = 16.3226'
    >>> found["maximal-agreement"].holds
    True
    """
    one = metric(wanted)
    whole("n", n, 2, MOST, ": the properties are searched for n upward")
    whole("pairs", pairs, 2, MOST_PAIRS, ": at least 2 pairs of rankings are drawn")
    whole("size", size, 4, MOST_ITEMS, ": rankings of at least 4 items are drawn")
    whole("seed", seed, 0)
    names = property_names(only)
    criteria = criteria_of(epsilon, epsilon_k, share)
    if k is not None:
        whole("k", k, 1)
        for needed, items in ((any(name in DECIDED for name in names), n), ("robustness-1" in names, size)):
            if needed:
                one.checked_k(k, items)
    sample = Sample(pairs, size, max(1, round(SHARE * size)) if k is None else k, seed)
    verdicts = {}
    for name in names:
        items = size if name in SAMPLED else n
        own = one.fresh(items, one.checked_k(sample.k if name in SAMPLED and one.depends_on_k else k, items))
        verdicts[name] = SAMPLED[name](own, sample, criteria) if name in SAMPLED else DECIDED[name](own, n, k)
    return PropertyResult(one, n, k, verdicts, criteria)
