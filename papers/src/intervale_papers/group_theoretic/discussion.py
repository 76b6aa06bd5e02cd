"""Claims of §7 and §8, and Table 4."""

from __future__ import annotations

from collections import Counter

from intervale.rankings import DOMAINS, PAPER, metric
from intervale_papers.findings import holds, wrong
from intervale_papers.group_theoretic.evaluations import TWO_INPUTS, called, from_identity, verdict
from intervale_papers.group_theoretic.printed import ROWS, domains, marks
from intervale_papers.group_theoretic.readings import swaps
from intervale_papers.group_theoretic.robustness import robust
from intervale_papers.register import Erratum, Finding, Kind, claim
from intervale_papers.wording import cases

NAMED = (
    "(Fair) rank aggregation",
    "Rank aggregation",
    "Recommender Systems",
    "Information Retrieval",
    "Feature ranking",
)


@claim(
    "003/7/one-to-one",
    "§7 and Table 4",
    "robustness ensures that small changes influence the evaluations proportionately, in a one-to-one fashion",
    erratum=Erratum(
        "influence the evaluations proportionately in a one-to-one fashion",
        "robustness ensures that a swap changes the evaluation by little, on average",
        "the description of robustness I in Table 4",
    ),
)
def one_to_one() -> Finding:
    one, start = metric("recall"), tuple(range(1, 11))
    changes = Counter(1 - one.exact(start, swap, k=5) for swap in swaps(10).values())
    ndcg = {round(1 - metric("nDCG").score(swap), 9) for (i, j), swap in swaps(10).items() if j == i + 1}
    return wrong(
        Kind.FALSE,
        len(changes) == 2 and 0 in changes and marks("robustness-1")["recall"] and robust("recall"),
        f"recall, Type I robust in Table 3: of {cases(changes.total(), 'swap')} of 10 items, 5 relevant, "
        f"{changes[0]} leave it as it is and {changes[max(changes)]} change it by {max(changes)}",
        "Definition 5 bounds the change by a swap from above; equal swaps may change a robust metric by different "
        "amounts, or not at all",
        second=len(ndcg) == 9 and marks("robustness-1")["nDCG"],
        again="nDCG, Type I robust in Table 3, which the nine swaps of neighbours change by nine different amounts",
    )


@claim("003/7/non-symmetric", "§7", "metrics that are not symmetric are no distances")
def non_symmetric() -> Finding:
    uneven = [name for name in TWO_INPUTS if verdict(name, "symmetry", 6).holds is False]
    are = [name for name in uneven if verdict(name, "distance", 6).holds]
    return holds(
        uneven and not are,
        f"of {len(TWO_INPUTS)} metrics of two rankings {called(uneven)} is not symmetric, and no distance",
        "by the third axiom of Definition 10",
    )


@claim(
    "003/7/table-3",
    "§7 and Table 3",
    "Table 3 has nDCG as not symmetric and as a distance",
    erratum=Erratum(
        "Note that non-symmetric metrics are also not distances.",
        "✗ for nDCG in the row distance of Table 3",
        "Proposition 5.4, by which the ✓ stands there",
    ),
)
def ndcg_in_table_3() -> Finding:
    both = [name for name in PAPER if marks("distance")[name] and not marks("symmetry")[name]]
    return wrong(
        Kind.FALSE,
        both == ["nDCG"],
        f"{called(both)} has ✗ for symmetry and ✓ for distance",
        "by §7 and Definition 10 no metric has both; |nDCG(σ) − nDCG(ν)|, which Proposition 5.4 means, is symmetric, "
        "and is no distance from n = 7 on",
        second=not verdict("nDCG", "distance", 7).holds,
        again="two rankings of 7 items with equal nDCG",
    )


@claim("003/7/table-4", "§7 and Table 4", "the domains that §7 names for the properties are those of Table 4")
def table_4() -> Finding:
    said = {
        "identity of indiscernibles": ("(Fair) rank aggregation",),
        "symmetry": ("Rank aggregation",),
        "sensitivity": ("Recommender Systems", "Information Retrieval"),
        "stability": ("Recommender Systems", "Information Retrieval"),
    }
    right = [(name, domain) for name, found in said.items() for domain in found if domain in domains()[name]]
    named = sum(map(len, said.values()))
    return holds(len(right) == named, f"{cases(named, 'domain')} of {len(said)} properties", kind=Kind.TABLES)


@claim("003/table-4/domains", "Table 4", "the properties that a domain asks for")
def properties_by_domain() -> Finding:
    rows = {"identity": "identity of indiscernibles", "robustness-1": "robustness I", "robustness-2": "robustness II"}
    asked = [(domain, name) for domain, names in DOMAINS.items() for name in names if domain != "no ground truth"]
    table = [
        (domain, name)
        for domain in DOMAINS
        for name in ROWS
        if name != "width-swap" and domain in domains()[rows.get(name, name)].lower()
    ]
    return holds(
        sorted(asked) == sorted(table),
        f"{cases(len(asked), 'pair')} of a domain and a property, as intervale rankings select has them",
        kind=Kind.CONFORMITY,
    )


@claim(
    "003/table-4/twice",
    "Table 4 and §5.3",
    "the domains of robustness II are Information Retrieval, rank aggregation, feature ranking and rank aggregation",
    erratum=Erratum(
        "Information Retrieval Rank aggregation Feature ranking Rank aggregation",
        "Information Retrieval, Recommender Systems, Feature ranking, Rank aggregation",
    ),
)
def domains_of_robustness_2() -> Finding:
    found = domains()["robustness II"]
    twice = {name: text.count("Rank aggregation") for name, text in domains().items()}
    return wrong(
        Kind.MISPRINT,
        twice["robustness II"] == 2 and max(n for name, n in twice.items() if name != "robustness II") == 1,
        "rank aggregation stands there twice, and Recommender Systems not at all",
        "§5.3 names rank aggregation, Recommender Systems and Information Retrieval as where Type II robustness is "
        "essential",
        second="Recommender" not in found,
        again="",
    )


# ------------------------------------------------------------ §8


@claim(
    "003/8/reasons",
    "§8",
    "the differences in the properties ground the reasons for the inconsistencies",
    erratum=Erratum(
        "thus grounding the reasons for the inconsistencies in the evaluations",
        "thus grounding some of the reasons …",
        "nothing else",
    ),
)
def reasons() -> Finding:
    same = [name for name in ROWS if marks(name)["RMSE"] == marks(name)["MAE"]]
    x, y = from_identity(5)["RMSE"], from_identity(5)["MAE"]
    opposite = int(((x[:, None] < x) & (y[:, None] > y)).sum())
    squares, roots = from_identity(5)["MSE"], from_identity(5)["RMSE"]
    return wrong(
        Kind.FALSE,
        len(same) == len(ROWS) and opposite,
        f"RMSE and MAE have the same {len(same)} marks in Table 3, and put {cases(opposite, 'pair')} of rankings of "
        "5 items in opposite order",
        "MSE and RMSE differ in one mark, distance, and order all rankings alike",
        second=(squares == roots).all() and marks("distance")["MSE"] != marks("distance")["RMSE"],
        again="MSE and RMSE, all rankings of 5 items",
    )
