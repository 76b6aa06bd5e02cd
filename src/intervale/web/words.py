"""The words of the explorer: orders, measures, verdicts and properties as readers say them."""

from __future__ import annotations

import re

from intervale.measures import CATALOGUE

__all__ = [
    "AXIOM_WORDS",
    "FIRST_AXIOMS",
    "ORDER_WORDS",
    "PARAMETER_WORDS",
    "Kind",
    "about_measure",
    "averaging",
    "counted",
    "headline",
]

Kind = str
"""``interval``, ``ordinal``, ``weakly ordinal`` or ``none``; ``does not apply`` and ``not known``; ``one value`` where
there is nothing to order, ``refused`` and ``stopped`` where there is no verdict.
"""

ORDER_WORDS = {
    "rank-swap": "grades up, or better documents up",
    "rank-replacement": "a better grade at some rank, worse at none",
    "rank-total": "the first difference decides",
    "set-replacement": "better documents, wherever they stand",
    "set-total": "the best documents count first, wherever they stand",
    "induced": "the measure's own scores",
}
"""What better means in each order, the one asked for most first."""

PARAMETER_WORDS = {
    "p": "Persistence p",
    "rel": "Relevant from grade",
    "beta": "Weight of recall β",
    "T": "Wanted gain T",
    "base": "Base of the logarithm (empty: 1/log₂(rank + 1))",
    "dcg": "Gain of a grade",
    "max_rel": "Top grade to divide by (empty: that of the lists)",
    "relative": "Relative to the best possible",
    "graded": "Graded",
    "literal": "As printed in the source",
    "normalised": "Over the most that lists of this length reach",
}
"""The parameters of measures that are defined on lists alone."""

AXIOM_WORDS = {
    "replacement": "A better document in place never hurts",
    "swap": "Moving a better document up never hurts",
    "projection": "The first difference decides",
    "boundedness": "Between 0 and 1",
    "localization": "Documents that were not retrieved do not matter",
    "completeness": "Defined where nothing is relevant",
    "realizability": "Some list reaches 1 on every topic",
    "monotonicity": "One more document never hurts",
    "convergence": "A better document from below always helps",
    "top-weightedness": "Moving a better document up always helps",
    "priority": "Two neighbours put right always help",
    "deepness": "Neighbours put right help more near the top",
    "confidence": "Padding with junk costs",
    "deepness threshold": "One hit at the top beats many far down",
    "closeness threshold": "One hit at the top loses to a few close behind",
}
"""The axioms in plain words."""
FIRST_AXIOMS = ("replacement", "swap", "projection", "boundedness", "realizability", "confidence")
"""Those that are shown first."""


def headline(kind: Kind, name: str, *, above: str = "", below: str = "", most: int = 0) -> str:
    """The verdict in one sentence.

    >>> headline("ordinal", "RBP")
    'RBP ranks lists correctly, but its steps are not equal.'
    >>> headline("none", "AP", above="0011", below="0100")
    'AP contradicts this order: it scores 0011 above 0100.'
    """
    return {
        "interval": f"{name} ranks lists correctly and its steps are equal.",
        "ordinal": f"{name} ranks lists correctly, but its steps are not equal.",
        "weakly ordinal": f"{name} never contradicts this order, but gives some better lists the same score.",
        "none": f"{name} contradicts this order: it scores {above} above {below}.",
        "does not apply": f"This order ignores positions, and {name} does not.",
        "not known": f"Too many lists to decide within the step limit. Try n ≤ {most}.",
        "one value": f"{name} gives all of these lists the same score.",
        "refused": f"{name} has no scale here.",
        "stopped": "Stopped: this took too long.",
    }[kind]


def averaging(kind: Kind, *, own_topics: bool) -> tuple[str, str, str]:
    """May its scores be averaged? The answer, its tone, and what follows. ``own_topics``: each topic has a scale of its
    own.

    >>> averaging("ordinal", own_topics=False)
    ('With a caveat', 'caveat', 'its steps are uneven: report the equal-step score beside it')
    """
    own = " and each topic has a scale of its own" if own_topics else ""
    return {
        "interval": ("With a caveat", "caveat", "its steps are equal, but each topic has a scale of its own")
        if own_topics
        else ("Yes", "yes", "its steps are equal"),
        "ordinal": ("With a caveat", "caveat", f"its steps are uneven{own}: report the equal-step score beside it"),
        "weakly ordinal": ("With a caveat", "caveat", f"some steps are 0{own}: report the equal-step score beside it"),
        "none": ("Not by this order", "no", "the score and the order disagree on what is better"),
        "does not apply": ("Not known here", "plain", "choose an order that looks at ranks"),
        "not known": ("Not known", "plain", "report the equal-step score beside it"),
        "one value": ("Nothing to average", "plain", "all scores are the same"),
    }[kind]


def about_measure(name: str) -> str:
    """What a measure of the catalogue is, in one line.

    >>> about_measure("RBP")
    'Rank-biased precision: the reader looks at the next document with probability p.'
    """
    first = (CATALOGUE[name].__doc__ or "").split("\n\n")[0]
    text = re.sub(r"\s+", " ", first).replace("``", "").split(" Source:")[0].strip()
    return text if text.endswith(".") else f"{text}."


def counted(n: int, what: str) -> str:
    """A number of things.

    >>> counted(1, "list"), counted(4096, "list")
    ('1 list', '4,096 lists')
    """
    return f"{n:,} {what}{'' if n == 1 else 's'}"
