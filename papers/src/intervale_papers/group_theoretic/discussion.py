"""Claims of §7, and Table 4."""

from __future__ import annotations

from intervale.rankings import DOMAINS
from intervale_papers.findings import holds, wrong
from intervale_papers.group_theoretic.evaluations import TWO_INPUTS, called, verdict
from intervale_papers.group_theoretic.printed import ROWS, domains
from intervale_papers.register import Erratum, Finding, Kind, claim
from intervale_papers.wording import cases


@claim("003/7/non-symmetric", "§7", "metrics that are not symmetric are no distances")
def non_symmetric() -> Finding:
    uneven = [name for name in TWO_INPUTS if verdict(name, "symmetry", 6).holds is False]
    are = [name for name in uneven if verdict(name, "distance", 6).holds]
    return holds(
        uneven and not are,
        f"of {len(TWO_INPUTS)} metrics of two rankings {called(uneven)} is not symmetric, and no distance",
        "by the third axiom of Definition 10",
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
