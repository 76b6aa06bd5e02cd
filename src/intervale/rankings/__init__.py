"""Rankings as permutations: metrics on the symmetric group, their properties, their agreement, and which to choose."""

from intervale.rankings.catalogue import METRICS, PAPER, listwise, metric, metrics
from intervale.rankings.distances import rank_biased
from intervale.rankings.gains import dcg
from intervale.rankings.metric import Group, RankingMetric, as_rankings
from intervale.rankings.own import own_metric

__all__ = [
    "METRICS",
    "PAPER",
    "Group",
    "RankingMetric",
    "as_rankings",
    "dcg",
    "listwise",
    "metric",
    "metrics",
    "own_metric",
    "rank_biased",
]
