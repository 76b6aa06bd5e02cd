"""Claims of §1 to §4: the metrics and their groups, rankings as permutations, and what a metric is."""

from __future__ import annotations

from itertools import product
from math import factorial

import numpy as np

from intervale.rankings import PAPER, Group, all_permutations, inverse, metric, value_text
from intervale_papers.findings import holds, under, wrong
from intervale_papers.group_theoretic.evaluations import (
    CONFUSION,
    ONE_INPUT,
    called,
    from_identity,
    members,
    verdict,
)
from intervale_papers.group_theoretic.printed import columns, examples, groups, printed
from intervale_papers.group_theoretic.robustness import renaming_invariant
from intervale_papers.register import Erratum, Finding, Kind, claim
from intervale_papers.wording import cases

FLAT = "Metrics assigning equal importance to each position"
ERRORS = [name for name, one in PAPER.items() if one.group is Group.ERROR]


@claim("003/1/distances", "§1 and §5.6", "almost none of the metrics is a distance (§1), and most are not (§5.6)")
def almost_none_is_a_distance() -> Finding:
    are = [name for name in PAPER if verdict(name, "distance").holds]
    witness = (
        f"{len(PAPER) - len(are)} of {len(PAPER)} metrics are none on rankings of up to 7 items; {called(are)} are"
    )
    return holds(0 < len(are) < len(PAPER) / 4, witness, "of metrics of one ranking |m(σ) − m(ν)| was looked at")


# ------------------------------------------------------------ §3


@claim("003/table-1", "Table 1", "a complete list of the metrics that are considered")
def table_1() -> Finding:
    found = groups()
    names = [name for group in found.values() for name in group]
    sizes = " + ".join(str(len(group)) for group in found.values())
    right = len(names) == len(set(names)) and set(names) == set(columns())
    return holds(right, f"{sizes} = {len(names)} metrics, the columns of Table 3", kind=Kind.TABLES)


@claim(
    "003/3/set-based",
    "§3",
    "metrics of the confusion matrix know only how many elements are correctly retrieved: they are set-based",
)
def confusion_is_set_based() -> Finding:
    looked, right = 0, True
    for n, name in product(range(3, 6), CONFUSION):
        one, start = metric(name), tuple(range(1, n + 1))
        for k in range(1, n):
            values: dict[int, set[str]] = {}
            for ranking in members(n):
                common = sum(position <= k for position in ranking[:k])
                values.setdefault(common, set()).add(value_text(one, start, ranking, k))
                looked += 1
            right &= all(len(found) == 1 for found in values.values())
    return holds(right, f"{cases(looked, 'value')} of {len(CONFUSION)} metrics, 3 to 5 items", kind=Kind.CONFORMITY)


@claim(
    "003/3/equal-importance",
    "§3 and Table 1",
    "error-based metrics assign equal importance to each position",
    erratum=Erratum(
        "are flat metrics assigning equal importance to each position",
        "are flat metrics assigning equal importance to each position, but for MAPE and SMAPE, which divide by "
        "positions",
        "Table 1 and the right of Figure 1, where both are among the flat metrics; Tables 2 and 3 stand, which print "
        "that both distinguish (1 2) from (3 4), and that both are sensitive",
    ),
)
def equal_importance() -> Finding:
    start, near, far = tuple(range(1, 11)), *(one for one in (examples()[1].sigma, examples()[1].tau))
    values = {name: [value_text(metric(name), start, swap, 10) for swap in (near, far)] for name in ERRORS}
    uneven = [name for name, (first, second) in values.items() if first != second]
    shown = ", ".join(f"{name} is {values[name][0]} for (1 2) and {values[name][1]} for (3 4)" for name in uneven)
    own = [name for name in ERRORS if examples()[1].distinguished[name] and printed(name, "sensitivity")]
    return wrong(
        Kind.FALSE,
        set(uneven) <= set(groups()[FLAT]) and uneven,
        f"10 items, compared with id: {shown}",
        "the same swap counts more at the first positions, as errors are divided by positions",
        second=own == uneven,
        again="Table 2, second row, and Table 3, sensitivity",
    )


# ------------------------------------------------------------ §4


@claim("003/4/size", "§4", "the bijective functions from {1, …, n} to itself are n! many")
def size_of_the_group() -> Finding:
    looked, right = 0, True
    for n in range(1, 7):
        found = sum(len(set(images)) == n for images in product(range(n), repeat=n))
        looked += n**n
        right &= found == factorial(n) == len(all_permutations(n))
    return holds(right, f"{cases(looked, 'function')} on 1 to 6 elements")


@claim("003/4/composition", "§4", "σ ∘ ν is a ranking again, and ∘ is generally not commutative")
def composition() -> Finding:
    apart = {}
    for n in (2, 3, 4):
        everyone = set(members(n))
        pairs = list(product(everyone, repeat=2))
        products = {(s, v): tuple(s[v[i] - 1] for i in range(n)) for s, v in pairs}
        if not set(products.values()) <= everyone:
            return holds(False, f"n = {n}")
        apart[n] = sum(products[s, v] != products[v, s] for s, v in pairs)
    witness = ", ".join(f"{apart[n]} of {factorial(n) ** 2} pairs do not commute for n = {n}" for n in apart)
    return holds(apart[3] and apart[4], witness, "from n = 3 on")


@claim(
    "003/4/first-k",
    "§4 and §5.5",
    "(σ(1), …, σ(k)) is the ranking of the first k elements, σ(i) being the position of item i",
    erratum=Erratum(
        r"\sigma|_k = (\sigma(1), \dots, \sigma(k))",
        "σ|_k = (σ⁻¹(1), …, σ⁻¹(k))",
        "the row rob II of Table 3 and Proposition 5.2: with what is printed the metrics of the confusion matrix are "
        "not Type II robust, with the items in the first k positions they are",
    ),
)
def first_k() -> Finding:
    everyone = all_permutations(4)
    first = inverse(everyone)[:, :2]
    differ = int((first != everyone[:, :2]).any(1).sum())
    return wrong(
        Kind.MISPRINT,
        differ,
        f"σ = 231 puts item 3 first, and σ(1) = 2; the two differ for {differ} of {len(everyone)} rankings of 4 "
        "items, k = 2",
        "σ(1), …, σ(k) are the positions of the items named 1, …, k; §5.5 recalls the items in the first k positions",
    )


# ------------------------------------------------------------ §4.1, what a metric is


@claim(
    "003/4.1/codomain",
    "§4.1",
    "a ranking evaluation metric takes values in ℝ₊",
    erratum=Erratum(
        r"m : S_n \times S_n \rightarrow \mathbb{R}_+",
        "m : S_n × S_n → ℝ",
        "nothing else; of the metrics only distances need ℝ₊ (Definition 10)",
        symbol=True,
    ),
)
def codomain() -> Finding:
    negative = [name for name in PAPER if min(_values(name)) < 0]
    tau = metric("Kendall tau").exact((1, 2), (2, 1))
    return wrong(
        Kind.MISPRINT,
        negative,
        f"{called(negative)} have negative values on up to 5 items; τ(12, 21) = {tau}",
        "the sentence goes on with a real number, Definition 4 and §5.6 have ℝ, and §6 has τ between −1 and 1",
    )


def _values(name: str) -> list[float]:
    """The values m(id, τ) for all τ of 2 to 5 items and all k."""
    one = metric(name)
    found: list[float] = []
    for n in range(2, 6):
        everyone = all_permutations(n)
        start = np.broadcast_to(np.arange(1, n + 1), everyone.shape)
        for k in range(1, n - one.most_k + 1) if one.depends_on_k else [n]:
            found += one.values(start, everyone, k).tolist()
    return found


@claim("003/4.1/real", "§4.1", "a metric returns a real number")
def real_number() -> Finding:
    infinite = [name for name in PAPER if not np.isfinite(_values(name)).all()]
    below = metric("LR+").exact((1, 2, 3), (1, 2, 3), k=1)
    return under(
        infinite == ["LR-", "LR+"] and below == float("inf"),
        f"LR+ of id with itself divides by a fallout of 0; {len(PAPER) - len(infinite)} of {len(PAPER)} metrics are "
        "finite on up to 5 items",
        "if it is said what LR+ and LR- are where they divide by 0: by their usual formulas LR+ is no number where the "
        "first k are the same, nor LR- where no item is correctly left out",
    )


@claim(
    "003/4.1/single-input",
    "§4.1",
    "all definitions work correspondingly for metrics of one ranking",
)
def single_input() -> Finding:
    everyone = members(3)
    pairs = list(product(everyone, repeat=2))
    alone, relative = [], []
    for name in ONE_INPUT:
        found = dict(zip(everyone, from_identity(3)[name].tolist(), strict=True))
        if any(found[mu] != found[_composed(mu, nu)] for mu, nu in pairs):
            alone.append(name)
        table = [[found[_composed(nu, _inverse(sigma))] for nu in everyone] for sigma in everyone]
        if renaming_invariant(np.array(table), 3):
            relative.append(name)
    return under(
        alone == relative == ONE_INPUT,
        f"Definition 6 at n = 3: m(μ) = m(μ ∘ ν) for all ν fails for {called(alone)}; m(ν ∘ σ⁻¹) satisfies it for "
        f"{len(relative)} of {len(ONE_INPUT)}",
        "if m(σ, ν) = m(ν ∘ σ⁻¹) is taken in Definition 6, which with one ranking only a constant would satisfy, as in "
        "Definition 4, where one ranking has nothing to be exchanged with, and the induced distance of §5.6 in "
        "Definition 10",
    )


def _composed(s: tuple[int, ...], v: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(s[item - 1] for item in v)


def _inverse(s: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(s.index(position) + 1 for position in range(1, len(s) + 1))
