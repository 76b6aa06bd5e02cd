"""Rankings as permutations: metrics on the symmetric group, their properties, their agreement, and which to choose."""

from intervale.rankings.agreement import Agreement, PairCounts, agreement, consistency
from intervale.rankings.catalogue import METRICS, PAPER, listwise, metric, metrics
from intervale.rankings.choose import Choice, choose
from intervale.rankings.distances import rank_biased
from intervale.rankings.equal_sums import equal_sums
from intervale.rankings.gains import dcg
from intervale.rankings.metric import Group, RankingMetric, as_rankings
from intervale.rankings.own import own_metric
from intervale.rankings.paper import DOMAINS, TABLE_2, TABLE_3, printed
from intervale.rankings.properties import MEANINGS, PropertyFindings, properties
from intervale.rankings.sampled import largest_change

__all__ = [
    "DOMAINS",
    "MEANINGS",
    "METRICS",
    "PAPER",
    "TABLE_2",
    "TABLE_3",
    "Agreement",
    "Choice",
    "Group",
    "PairCounts",
    "PropertyFindings",
    "RankingMetric",
    "agreement",
    "as_rankings",
    "choose",
    "consistency",
    "dcg",
    "equal_sums",
    "largest_change",
    "listwise",
    "metric",
    "metrics",
    "own_metric",
    "printed",
    "properties",
    "rank_biased",
]
