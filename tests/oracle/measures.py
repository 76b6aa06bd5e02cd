"""Slow twins: every measure of the catalogue, straight from the formula in its docstring.

One topic at a time, plain loops, no line shared with the package. A twin takes a ``Topic`` and the parameters of the
measure by keyword; ``TWINS`` has them by name.
"""

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction

Grade = int | None


@dataclass(frozen=True)
class Topic:
    """What one run retrieved for one topic, from the top: the grade of each document, -1 where it is pooled but not
    judged, None where it is not pooled. Beside it the grades of all judged documents of the topic, and the top grade.
    """

    run: list[Grade]
    judged: list[int]
    top: int

    def recall_base(self, rel: int) -> int:
        return sum(1 for grade in self.judged if grade >= rel)


# ---------------------------------------------------------------- what the formulas share


def is_judged(grade: Grade) -> bool:
    return grade is not None and grade >= 0


def relevant(grade: Grade, rel: int) -> bool:
    return is_judged(grade) and grade >= rel


def looked_at(topic: Topic, cutoff: int | None = None, judged_only: bool = False) -> list[Grade]:
    """The documents that a measure sees: those that were judged, if it asks for that; then the first k of them."""
    run = [grade for grade in topic.run if is_judged(grade) or not judged_only]
    return run if cutoff is None else run[:cutoff]


def gain_of(grade: Grade, gains) -> float:
    """The gain of one document: its grade, or what ``gains`` says; nothing where it was not judged."""
    if not is_judged(grade):
        return 0.0
    return float(dict(gains or {}).get(grade, grade))


def largest_gain(top: int, gains) -> float:
    return max(gain_of(grade, gains) for grade in range(top + 1))


def share_of_top(grade: Grade, gains, max_rel: int | None, topic: Topic) -> float:
    """g(r)/g(c); a grade above c counts as c."""
    top = topic.top if max_rel is None else max_rel
    if not is_judged(grade) or not largest_gain(top, gains):
        return 0.0
    return gain_of(min(grade, top), gains) / largest_gain(top, gains)


def over(above: float, below: float) -> float:
    """A quotient that is 0 where there is nothing to divide by."""
    return above / below if below else 0.0


# ---------------------------------------------------------------- precision and recall


def P(topic, rel=1, relative=False, judged_only=False, cutoff=None):
    found = sum(1 for grade in looked_at(topic, cutoff, judged_only) if relevant(grade, rel))
    return over(found, min(cutoff, topic.recall_base(rel)) if relative else cutoff)


def R(topic, rel=1, judged_only=False, cutoff=None):
    found = sum(1 for grade in looked_at(topic, cutoff, judged_only) if relevant(grade, rel))
    return over(found, topic.recall_base(rel))


def F(topic, beta=1, rel=1, graded=False, gains=None, max_rel=None, judged_only=False, cutoff=None):
    if graded:
        precision = gP(topic, gains, max_rel, judged_only, cutoff)
        recall = gR(topic, gains, max_rel, False, judged_only, cutoff)
    else:
        precision = P(topic, rel, False, judged_only, cutoff)
        recall = R(topic, rel, judged_only, cutoff)
    return over((1 + beta**2) * precision * recall, beta**2 * precision + recall)


def gP(topic, gains=None, max_rel=None, judged_only=False, cutoff=None):
    run = looked_at(topic, cutoff, judged_only)
    return sum(share_of_top(grade, gains, max_rel, topic) for grade in run) / cutoff


def gR(topic, gains=None, max_rel=None, literal=False, judged_only=False, cutoff=None):
    run = looked_at(topic, cutoff, judged_only)
    found = sum(share_of_top(grade, gains, max_rel, topic) for grade in run)
    recall = over(found, sum(share_of_top(grade, gains, max_rel, topic) for grade in topic.judged))
    top = topic.top if max_rel is None else max_rel
    return over(recall, largest_gain(top, gains)) if literal else recall


def Success(topic, rel=1, judged_only=False, cutoff=None):
    return float(any(relevant(grade, rel) for grade in looked_at(topic, cutoff, judged_only)))


def Rprec(topic, rel=1, mult=1, judged_only=False):
    cutoff = math.floor(float(mult) * topic.recall_base(rel) + 0.9)  # in double precision, as trec_eval
    found = sum(1 for grade in looked_at(topic, cutoff, judged_only) if relevant(grade, rel))
    return over(found, cutoff)


# ---------------------------------------------------------------- where the relevant documents stand


def AP(topic, rel=1, relative=False, judged_only=False, cutoff=None):
    total, seen = 0.0, 0
    for rank, grade in enumerate(looked_at(topic, cutoff, judged_only), start=1):
        if relevant(grade, rel):
            seen += 1
            total += seen / rank
    base = topic.recall_base(rel)
    return over(total, min(cutoff, base) if relative and cutoff else base)


def RR(topic, rel=1, judged_only=False, cutoff=None):
    for rank, grade in enumerate(looked_at(topic, cutoff, judged_only), start=1):
        if relevant(grade, rel):
            return 1 / rank
    return 0.0


def ERR(topic, gains=None, stop=None, max_rel=None, judged_only=False, cutoff=None):
    top = topic.top if max_rel is None else max_rel
    total, reading = 0.0, 1.0
    for rank, grade in enumerate(looked_at(topic, cutoff, judged_only), start=1):
        if not is_judged(grade):
            chance = 0.0
        elif stop:
            chance = float({0: 0, **dict(stop)}[grade])
        else:
            chance = (2.0 ** gain_of(min(grade, top), gains) - 1) / 2.0 ** largest_gain(top, gains)
        total += reading * chance / rank
        reading *= 1 - chance
    return total


# ---------------------------------------------------------------- cumulated gain


def dcg_sum(run, dcg, base, gains):
    total = 0.0
    for rank, grade in enumerate(run, start=1):
        gain = 2.0**grade - 1 if dcg == "exp-log2" and is_judged(grade) else gain_of(grade, gains)
        total += gain / (math.log2(rank + 1) if base is None else max(1.0, math.log(rank) / math.log(base)))
    return total


def DCG(topic, dcg="log2", base=None, gains=None, judged_only=False, cutoff=None):
    return dcg_sum(looked_at(topic, cutoff, judged_only), dcg, base, gains)


def nDCG(topic, dcg="log2", base=None, gains=None, judged_only=False, cutoff=None):
    ideal = sorted(topic.judged, key=lambda grade: gain_of(grade, gains), reverse=True)[:cutoff]
    return over(DCG(topic, dcg, base, gains, judged_only, cutoff), dcg_sum(ideal, dcg, base, gains))


# ---------------------------------------------------------------- persistence


def RBP(topic, p=0.8, rel=1, normalised=False, judged_only=False, cutoff=None):
    run = looked_at(topic, cutoff, judged_only)
    return share_of_readers(p, normalised, cutoff) * sum(p**i for i, grade in enumerate(run) if relevant(grade, rel))


def gRBP(topic, p=0.8, gains=None, max_rel=None, normalised=False, judged_only=False, cutoff=None):
    run, first = looked_at(topic, cutoff, judged_only), share_of_readers(p, normalised, cutoff)
    if max_rel == "topic":
        total = sum(p**i * gain_of(grade, gains) for i, grade in enumerate(run))
        return first * over(total, max((gain_of(grade, gains) for grade in topic.judged), default=0.0))
    return first * sum(p**i * share_of_top(grade, gains, max_rel, topic) for i, grade in enumerate(run))


def share_of_readers(p, normalised, cutoff):
    """The weight of rank 1: that of rank i is p^(i−1) times it, and all down to the cutoff add up to 1 if
    normalised.
    """
    return 1 / sum(p**i for i in range(cutoff)) if normalised else 1 - p


def RBPresid(topic, p=0.8, cutoff=None):
    run = looked_at(topic, cutoff)
    unjudged = sum(p**i for i, grade in enumerate(run) if not is_judged(grade))
    return p ** len(run) + (1 - p) * unjudged


def INSQ(topic, T=1, gains=None, max_rel=None, cutoff=None):
    total = whole = 0.0
    for rank, grade in ranks_for_ever(looked_at(topic, cutoff), cutoff):
        weight = (rank + 2 * T - 1) ** -2
        total += weight * share_of_top(grade, gains, max_rel, topic)
        whole += weight
    if cutoff is None:
        whole += sum_of_squares_from(rank + 2 * T)
    return total / whole


def INST(topic, T=1, gains=None, max_rel=None, cutoff=None):
    total = whole = 0.0
    v, missing = 1.0, float(T)
    for rank, grade in ranks_for_ever(looked_at(topic, cutoff), cutoff):
        gain = share_of_top(grade, gains, max_rel, topic)
        total += v * gain
        whole += v
        missing -= gain
        v *= ((rank + T + missing - 1) / (rank + T + missing)) ** 2
    if cutoff is None:  # from here on V_j = V_rank+1 · (rank + T + missing)² / (j + T + missing − 1)²
        whole += v * (rank + T + missing) ** 2 * sum_of_squares_from(rank + T + missing)
    return total / whole


def ranks_for_ever(run: list[Grade], cutoff: int | None) -> Iterator[tuple[int, Grade]]:
    """The documents of a run and the empty places after it: down to the cutoff, or 100 of them."""
    last = len(run) + 100 if cutoff is None else cutoff
    for rank in range(1, last + 1):
        yield rank, run[rank - 1] if rank <= len(run) else None


def sum_of_squares_from(x: float) -> float:
    """Σ_{j ≥ 0} (x + j)^−2 by Euler and Maclaurin; the error is below 1/(30·x^9), 10^-19 where x is above 100."""
    return 1 / x + 1 / (2 * x**2) + 1 / (6 * x**3) - 1 / (30 * x**5) + 1 / (42 * x**7)


# ---------------------------------------------------------------- what was judged


def Bpref(topic, rel=1):
    base = topic.recall_base(rel)
    other = len(topic.judged) - base
    total, before = 0.0, 0
    for grade in topic.run:
        if relevant(grade, rel):
            total += 1 - (min(before, base) / min(other, base) if before else 0.0)
        elif is_judged(grade):
            before += 1
    return over(total, base)


def infAP(topic, rel=1):
    total, epsilon = 0.0, 0.00001
    pooled = good = bad = 0
    for rank, grade in enumerate(topic.run, start=1):
        if relevant(grade, rel):
            expected = 0.0 if rank == 1 else pooled / (rank - 1) * (good + epsilon) / (good + bad + 2 * epsilon)
            total += 1 / rank + (rank - 1) / rank * expected
        pooled += grade is not None
        good += relevant(grade, rel)
        bad += is_judged(grade) and not relevant(grade, rel)
    return over(total, topic.recall_base(rel))


def Judged(topic, cutoff=None):
    run = looked_at(topic, cutoff)
    return over(sum(map(is_judged, run)), len(run))


def Unjudged(topic, cutoff=None):
    return sum(not is_judged(grade) for grade in looked_at(topic, cutoff)) / cutoff


# ---------------------------------------------------------------- recall points


def IPrec(topic, rel=1, judged_only=False, recall=0):
    wanted = max(1, math.floor(float(recall) * topic.recall_base(rel) + 0.5))  # in double precision, as trec_eval
    best, seen = 0.0, 0
    for rank, grade in enumerate(looked_at(topic, None, judged_only), start=1):
        seen += relevant(grade, rel)
        if seen >= wanted:
            best = max(best, seen / rank)
    return best


def IPrecAvg(topic, rel=1, levels=tuple(Fraction(i, 10) for i in range(11)), judged_only=False):
    return sum(IPrec(topic, rel, judged_only, level) for level in levels) / len(levels)


# ---------------------------------------------------------------- the retrieved set, and counts


def SetP(topic, rel=1, relative=False, judged_only=False):
    run = looked_at(topic, None, judged_only)
    most = min(len(run), topic.recall_base(rel)) if relative else len(run)
    return over(NumRelRet(topic, rel), most)


def SetR(topic, rel=1):
    return over(NumRelRet(topic, rel), topic.recall_base(rel))


def SetF(topic, rel=1, beta=1, judged_only=False):
    precision, recall = SetP(topic, rel, False, judged_only), SetR(topic, rel)
    return over((1 + beta**2) * precision * recall, beta**2 * precision + recall)


def SetAP(topic, rel=1, judged_only=False):
    return SetP(topic, rel, False, judged_only) * SetR(topic, rel)


def NumQ(topic):
    return 1


def NumRet(topic, rel=None):
    return len(topic.run) if rel is None else NumRelRet(topic, rel)


def NumRel(topic, rel=1):
    return topic.recall_base(rel)


def NumRelRet(topic, rel=1):
    return sum(1 for grade in topic.run if relevant(grade, rel))


def NumNonRelRet(topic, rel=1):
    return sum(1 for grade in topic.run if is_judged(grade) and not relevant(grade, rel))


# ---------------------------------------------------------------- rank functions of orders


def filled_up(topic, top, cutoff):
    """The first N grades, nothing above the top, zeros for what was not judged or not retrieved."""
    run = [min(grade, top) if is_judged(grade) else 0 for grade in looked_at(topic, cutoff)]
    return run + [0] * (cutoff - len(run))


def SBTO(topic, max_rel=None, cutoff=None):
    run = sorted(filled_up(topic, max_rel or topic.top, cutoff), reverse=True)
    return sum(math.comb(grade + cutoff - j, cutoff - j + 1) for j, grade in enumerate(run, start=1))


def SBPO(topic, cutoff=None):
    return sum(filled_up(topic, topic.top, cutoff))


def RBTO(topic, max_rel=None, cutoff=None):
    value, top = 0, max_rel or topic.top
    for grade in filled_up(topic, top, cutoff):
        value = value * (top + 1) + grade
    return value


def RBPO(topic, cutoff=None):
    return sum((cutoff - i + 1) * grade for i, grade in enumerate(filled_up(topic, 1, cutoff), start=1))


_ALL = (
    *(P, R, F, gP, gR, Success, Rprec, AP, RR, ERR, DCG, nDCG, RBP, gRBP, RBPresid, INSQ, INST),
    *(Bpref, infAP, Judged, Unjudged, IPrec, IPrecAvg, SetP, SetR, SetF, SetAP),
    *(NumQ, NumRet, NumRel, NumRelRet, NumNonRelRet),
    *(SBTO, SBPO, RBTO, RBPO),
)
TWINS: dict[str, Callable[..., float]] = {twin.__name__: twin for twin in _ALL} | {"GMAP": AP, "GMBpref": Bpref}
"""Every twin by the name of its measure. On one topic GMAP is AP and GMBpref is Bpref."""
