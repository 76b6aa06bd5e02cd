"""From files, dictionaries, frames and objects of other libraries to judged runs. What is doubtful in data is decided
here, once, and is on record.
"""

from intervale.data.arrays import from_arrays
from intervale.data.columns import Qrels, Run
from intervale.data.judge import judge
from intervale.data.judged import NOT_POOLED, JudgedRuns, Profiles, TopicJudgments
from intervale.data.policy import DUPLICATES, MISSING, TIES, Policy
from intervale.data.read import read_qrels, read_run, read_runs

__all__ = [
    "DUPLICATES",
    "MISSING",
    "NOT_POOLED",
    "TIES",
    "JudgedRuns",
    "Policy",
    "Profiles",
    "Qrels",
    "Run",
    "TopicJudgments",
    "from_arrays",
    "judge",
    "read_qrels",
    "read_run",
    "read_runs",
]
