"""Rankings as permutations: metrics on the symmetric group, their properties, their agreement, and which to select.

The group-theoretic paper is *Ranking evaluation metrics from a group-theoretic perspective* (anonymous, under review).
"""

from intervale.data.named_rankings import NamedRankings
from intervale.data.read_rankings import read_rankings
from intervale.exact.permutations import all_permutations, compose, cycle_text, inverse
from intervale.rankings.agreement import Agreement, PairCounts, agreement, consistency
from intervale.rankings.catalogue import METRICS, PAPER, by_taxonomy, listwise, metric, metrics, normalised
from intervale.rankings.consensus import Consensus, consensus
from intervale.rankings.cutoffs import Cutoffs, CutoffStep, MetricSteps, cutoffs
from intervale.rankings.disagree import Disagreements, disagreements
from intervale.rankings.distances import rank_biased
from intervale.rankings.domains import DOMAINS
from intervale.rankings.equal_sums import equal_sums
from intervale.rankings.evaluate import RankingScore, RankingScores, evaluate
from intervale.rankings.gains import dcg
from intervale.rankings.levels import levels, value_text
from intervale.rankings.listing import MetricEntry, MetricList, metric_list, value_range
from intervale.rankings.metric import RankingMetric, as_rankings
from intervale.rankings.own import own_metric
from intervale.rankings.properties import INTERPRETABILITY, MEANINGS, PropertyResult, properties
from intervale.rankings.ranges import ValueRange
from intervale.rankings.robustness import largest_change, mean_change
from intervale.rankings.sampled import Sample
from intervale.rankings.select_metrics import Selection, select_metrics
from intervale.rankings.stability import curves
from intervale.rankings.taxonomy import TABLE_1, Awareness, Group

__all__ = [
    "DOMAINS",
    "INTERPRETABILITY",
    "MEANINGS",
    "METRICS",
    "PAPER",
    "TABLE_1",
    "Agreement",
    "Awareness",
    "Consensus",
    "CutoffStep",
    "Cutoffs",
    "Disagreements",
    "Group",
    "MetricEntry",
    "MetricList",
    "MetricSteps",
    "NamedRankings",
    "PairCounts",
    "PropertyResult",
    "RankingMetric",
    "RankingScore",
    "RankingScores",
    "Sample",
    "Selection",
    "ValueRange",
    "agreement",
    "all_permutations",
    "as_rankings",
    "by_taxonomy",
    "compose",
    "consensus",
    "consistency",
    "curves",
    "cutoffs",
    "cycle_text",
    "dcg",
    "disagreements",
    "equal_sums",
    "evaluate",
    "inverse",
    "largest_change",
    "levels",
    "listwise",
    "mean_change",
    "metric",
    "metric_list",
    "metrics",
    "normalised",
    "own_metric",
    "properties",
    "rank_biased",
    "read_rankings",
    "select_metrics",
    "value_range",
    "value_text",
]
