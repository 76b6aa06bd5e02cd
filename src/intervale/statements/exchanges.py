"""The randomisation test over the permissible transformations.

p is the share of exchanges of the two scores of topics that bring the sum of differences at least as far from 0. Where
the first system is ahead in sum, every exchange on none or on all of the topics on which it is ahead does so, whatever
happens on the others: these alone are the smallest p, and they are alone where the differences on the topics ahead are
equal and those behind are small. Where both are ahead somewhere, differences that sum up to 0 have p = 1; where one
is ahead nowhere, no size of the differences changes p. Transformations that topics share are among those by topic, so
these bounds hold for them, too.
"""

from __future__ import annotations

from dataclasses import replace
from math import inf

from intervale.exact.verdict import Proof
from intervale.statements.reach import Reach
from intervale.statements.scores import Scores
from intervale.statements.student import evened, levelled, range_of_t
from intervale.statements.topics import ahead
from intervale.stats.outcome import Setting
from intervale.stats.resampling import randomisation

__all__ = ["exchange_reach"]

FAR = 1e4
"""How many times larger what is to count is made than what is not."""


def exchange_reach(scores: Scores, first: str, second: str, setting: Setting) -> Reach:
    """The smallest p in favour of each system, and the largest."""
    signs = ahead(scores, first, second)
    up, down = bool((signs > 0).any()), bool((signs < 0).any())
    least = {side: _p(scores, first, second, side, setting) if here else inf for side, here in ((1, up), (-1, down))}
    most = 1.0 if up == down else min(least.values())
    topics = f"{first} is ahead on {(signs > 0).sum()} topics and {second} on {(signs < 0).sum()}"
    why = f"{topics}; over all sizes of these differences p goes from {min(*least.values(), 1.0):.4g} to {most:.4g}"
    found = range_of_t(scores, first, second)
    return Reach(
        least[1],
        least[-1],
        most,
        why,
        Proof.THEOREM,
        to_first=found.to_high,
        to_second=found.to_low,
        to_most=levelled(scores, first, second, found),
    )


def _p(scores: Scores, first: str, second: str, side: int, setting: Setting) -> float:
    """p where the differences in favour of one system are equal, and the others small."""
    own = replace(scores, shared=False)
    rows = [scores.row(first), scores.row(second)]
    both = (scores.codes[rows] >= 0).all(axis=0)
    values = evened(own, first, second, side, FAR).apply(scores.values)[rows][:, both]
    return float(randomisation(values, None, setting).p[0])
