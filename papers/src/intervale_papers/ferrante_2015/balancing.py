"""Claims of §6: the balancing index, what it says of a measurement, and the algorithm."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise, product
from math import log

import intervale as iv
from intervale_papers.ferrante_2015.spaces import SPACES, Array, Run, replaced, runs_of, swapped
from intervale_papers.findings import holds, under, wrong
from intervale_papers.register import Erratum, Finding, Kind, claim
from intervale_papers.wording import cases, listed

MEASURES = ("P", "gP", "RR", "AP", "RBP(p=0.5)", "RBP(p=0.8)", "nDCG(base=2)", "nDCG(base=10)", "ERR")


def _top(length: int, grades: int = 1) -> Run:
    """One document of the highest grade, first."""
    return (grades, *(0,) * (length - 1))


def _tail(length: int, b: int) -> Run:
    """Documents of the lowest grade above 0 from rank b on; none where b is above the length."""
    return tuple(int(rank >= b) for rank in range(1, length + 1))


@claim(
    "002/6/definition",
    "§6, the definition of the balancing index, b ∈ ℕ",
    "the index is the greatest natural number b such that relevant documents from rank b on balance one at the top",
)
def definition() -> Finding:
    """Beyond the length there is nothing relevant: a b that fits there is followed by all others."""
    spaces = list(product(MEASURES, range(1, 8)))
    beyond = [text for text, n in spaces if _balances(iv.parse_measure(text), n, n + 1)]
    two = _beyond_one()
    isotone = all(iv.scale(two, length=n, order="rank-swap")["rank-swap"].isotone for n in range(1, 7))
    right = isotone and not beyond and all(_balances(two, 5, b) for b in range(1, 50))
    witness = (
        "the number of relevant documents beyond the first, N = 5: 0 for one at the top and for none at all; no b "
        f"above n fits for {cases(len(MEASURES), 'measure')} to N = 7"
    )
    condition = (
        "where b ends at n, or one document of the highest degree is worth more than none; else, as for this "
        "utility-oriented measurement, every b fits and none is the greatest"
    )
    return under(right, witness, condition)


def _balances(measure: iv.Measure, length: int, b: int) -> bool:
    """Whether relevant documents from rank b on are worth at least one at the top, with binary relevance."""
    return bool(measure.exact(_top(length), grades=1) <= measure.exact(_tail(length, b), grades=1))


def _beyond_one() -> iv.Measure:
    """How many relevant documents there are beyond the first."""
    made: iv.Measure = iv.measure(exact=lambda run: max(0, sum(run) - 1))(
        lambda grades: (grades.sum(-1) - 1).clip(min=0).astype(float)
    )
    return made


@claim(
    "002/6/chain",
    "§6, In the above example, we have that",
    "a Swap and Replacements lead from (3,0,0,0,0) over (0,0,0,0,1) to (0,1,1,1,1), which is not comparable to it",
)
def chain() -> Finding:
    top, order = (3, 0, 0, 0, 0), iv.order("rank-swap")
    down = top in swapped((0, 0, 0, 0, 3), 3) and (0, 0, 0, 0, 3) in replaced((0, 0, 0, 0, 1), 3)
    tails = [_tail(5, b) for b in (5, 4, 3, 2)]
    up = all(high in replaced(low, 3) for low, high in pairwise(tails))
    apart = [tail for tail in tails if not order.comparable(top, tail)]
    return holds(down and up and apart == tails[1:], f"{listed(apart)} are not comparable to it; {tails[0]} is")


@claim(
    "002/6/listed",
    "§6, As an example, four relevance degrees and runs of length 5",
    "the index looks for what balances (3,0,0,0,0) among (0,0,0,0,1), (0,0,0,1,1), (0,0,1,1,1) and (0,1,1,1,1)",
    erratum=Erratum(
        printed="M((0, 0, 0, 0, 1)) or M((0, 0, 0, 1, 1)) or M((0, 0, 1, 1, 1)) or M((0, 1, 1, 1, 1))",
        reads="the same, or M((1, 1, 1, 1, 1))",
        depends="the chain of runs that follows, which ends with (0, 1, 1, 1, 1), too; it is right as far as it goes",
    ),
)
def listed_runs() -> Finding:
    index = {text: iv.balancing_index(text, length=5, grades=3) for text in MEASURES}
    one = [text for text, b in index.items() if b == 1]
    dcg = iv.parse_measure("DCG(base=2)")
    top, two, full = (dcg.exact(run, grades=3) for run in (_top(5, 3), _tail(5, 2), _tail(5, 1)))
    witness = f"{listed(one)} have index 1 on these runs: (0, 1, 1, 1, 1) is not enough, and (1, 1, 1, 1, 1) is"
    remark = "b = 1, with (1, 1, 1, 1, 1), belongs to the definition, and is the index that Figure 1(a) has for ERR"
    return wrong(Kind.MISPRINT, "nDCG(base=2)" in one and two < top <= full, witness, remark)


@claim(
    "002/6/index-n",
    "§6, a measurement with B(n) → n behaves like a binary set-based measure",
    "with index n a measurement is like a set-based one of binary relevance",
)
def index_n() -> Finding:
    looked = 0
    for text, (length, grades) in product(MEASURES, SPACES):
        ones = [run for run in runs_of(length, grades) if sum(1 for grade in run if grade) == 1]
        one_value = len({iv.parse_measure(text).exact(run, grades=grades) for run in ones}) == 1
        looked += one_value
        if (iv.balancing_index(text, length=length, grades=grades) == length) != one_value:
            return under(False, f"{text}, N = {length}, top grade {grades}", "")
    pair = _pair()
    right = pair.exact((1, 1, 0), grades=1) > pair.exact((0, 1, 1), grades=1)
    right &= bool(iv.scale(pair, length=3, order="rank-swap")["rank-swap"].isotone)
    witness = (
        "relevant documents plus 1 where the first two are: index 3 at N = 3, and 3 for (1, 1, 0) but 2 for (0, 1, "
        f"1); {cases(looked, 'case')} of index n"
    )
    condition = "for runs with one relevant document: by eq. (1) they all have one value, and only where the index is n"
    return under(right and iv.balancing_index(pair, length=3) == 3, witness, condition)


def _pair() -> iv.Measure:
    """The sum of the grades, and the product of the first two."""
    made: iv.Measure = iv.measure(exact=lambda run: sum(run) + run[0] * run[1])(
        lambda grades: grades.sum(-1) + grades[..., 0] * grades[..., 1]
    )
    return made


@claim(
    "002/6/index-n-sensitive",
    "§6, being extremely sensitive to the presence of additional relevant documents in the lowest ranks",
    "with index n a measurement is extremely sensitive to additional relevant documents in the lowest ranks",
)
def index_n_sensitive() -> Finding:
    some, lengths = _success(), range(2, 21)
    full = all(iv.balancing_index(some, length=n) == n for n in lengths)
    isotone = all(iv.scale(some, length=n, order="rank-swap")["rank-swap"].isotone for n in range(1, 7))
    first, both = some.exact((1, 0, 0), grades=1), some.exact((1, 0, 1), grades=1)
    made_up = all(_balances(some, n, n) for n in lengths)
    witness = (
        f"1 where some document is relevant and else 0: index n for N = 2 to {lengths[-1]}, and 1 for (1, 0, 0), "
        "(1, 0, 1) and (0, 0, 1)"
    )
    condition = (
        "if sensitive means that a document in the lowest rank can make up for a missing one at the top; this "
        "utility-oriented measurement (success) does not change with relevant documents after the first"
    )
    return under(full and isotone and first == both and made_up, witness, condition)


def _success() -> iv.Measure:
    """1 where some document is relevant, else 0."""

    def success(grades: Array) -> Array:
        found: Array = (grades > 0).any(-1).astype(float)
        return found

    made: iv.Measure = iv.measure(exact=lambda run: int(any(run)))(success)
    return made


@claim(
    "002/6/index-1",
    "§6, On the contrary, a measurement with B(n) → 1",
    "with index 1 a measurement is not sensitive to more relevant documents after one at the top",
)
def index_1() -> Finding:
    lengths = range(2, 21)
    ones = [text for text in MEASURES if all(iv.balancing_index(text, length=n) == 1 for n in lengths)]
    measures = {text: iv.parse_measure(text) for text in ones}
    grow = [text for text, of in measures.items() if of.exact((1, 1), grades=1) > of.exact((1, 0), grades=1)]
    made_up = [text for text, of in measures.items() if any(_balances(of, n, 2) for n in lengths)]
    low, high = (iv.parse_measure("ERR").exact(run, grades=1) for run in ((1, 0), (1, 1)))
    witness = f"ERR is {low} for (1, 0) and {high} for (1, 1); index 1 for N = 2 to {lengths[-1]}: {listed(ones)}"
    condition = (
        "if not sensitive means that relevant documents in all other ranks cannot make up for a missing one at the "
        f"top, as the text on Figure 1(a) says of ERR; {listed(grow)} do rise with each relevant document"
    )
    return under("ERR" in grow and ones == ["RR", *grow] and not made_up, witness, condition)


@claim(
    "002/6/no-collection",
    "§6, it is not an empirical indicator",
    "the index of a measure that divides by the recall base does not depend on it",
)
def no_collection() -> Finding:
    lengths, bases = range(1, 21), (1, 3, 50)
    index = [iv.balancing_index("AP", length=n) for n in lengths]
    same = [[iv.balancing_index(_over(base), length=n) for n in lengths] == index for base in bases]
    return holds(all(same), f"AP to N = {lengths[-1]} with recall bases {listed(bases)}")


def _over(base: int) -> iv.Measure:
    """AP with a recall base, as a measure of its own."""
    average = iv.parse_measure("AP")
    made: iv.Measure = iv.measure(exact=lambda run: average.exact(run, grades=1) * Fraction(1, base))(
        lambda grades: average.score(grades, grades=1) / base
    )
    return made


@claim(
    "002/6/empty",
    "§6, Recall that max{∅} = −∞",
    "there may be no b at all that balances, and then no index",
)
def empty() -> Finding:
    none = {iv.balancing_index("ERR", length=n, grades=grades) for n in range(1, 60) for grades in (2, 3)}
    some = {iv.balancing_index("ERR", length=n) for n in range(1, 60)}
    return holds(none == {None} and None not in some, "ERR with three or four degrees to N = 59; with two it has one")


def _looped(text: str, n: int, grades: int) -> tuple[int, int]:
    """Algorithm 1 as printed, stopped by us at b = 0: where it ended, after how many rounds."""
    measure = iv.parse_measure(text)
    target, b, rounds = measure.exact(_top(n, grades), grades=grades), n, 0
    while b >= 1 and target > measure.exact(_tail(n, b), grades=grades):
        b, rounds = b - 1, rounds + 1
    return b, rounds


@claim(
    "002/6/algorithm-1",
    "§6, Algorithm 1, while refValue > cmpValue",
    "the algorithm gives the index of a measurement for runs of a length",
)
def algorithm_1() -> Finding:
    ends = {(text, n, grades): _looped(text, n, grades)[0] for text, n, grades in product(MEASURES, (5, 10), (1, 2, 3))}
    same = all((iv.balancing_index(text, length=n, grades=c) or 0) == b for (text, n, c), b in ends.items())
    lost = [case for case, b in ends.items() if b == 0]
    x = 0.25  # c = 2: no run of documents of grade 1, however long, gets to x ln(1/x)/(1 − x) = 0.46
    most, top = x * log(1 / x) / (1 - x), iv.parse_measure("ERR").exact((2,), grades=2)
    right = same and ("ERR", 10, 2) in lost and not any(c == 1 for _, _, c in lost) and most < 0.75 == top
    witness = (
        f"right in {len(ends) - len(lost)} of {cases(len(ends), 'case')}; in the others, as for ERR with three "
        f"degrees, where documents of grade 1 get to {most:.2g} at most and one of grade 2 has {top}, b goes on "
        "below 1"
    )
    return under(right, witness, "where some b balances, as always with binary relevance; else the loop does not end")


@claim("002/6/iterations", "§6, The complexity of the algorithm", "the algorithm takes at most n − 1 rounds, so O(n)")
def iterations() -> Finding:
    rounds = {(text, n): _looped(text, n, 1)[1] for text, n in product(MEASURES, range(1, 21))}
    most = max(many - (n - 1) for (_, n), many in rounds.items())
    beyond = _looped("ERR", 10, 2)
    witness = (
        f"n − 1 at most in {cases(len(rounds), 'case')} of binary relevance; ERR with three degrees, n = 10: more "
        "than 9"
    )
    condition = (
        "where some b balances; else the loop does not end; that a run is scored in constant time is assumed there"
    )
    return under(most == 0 and beyond == (0, 10), witness, condition)
