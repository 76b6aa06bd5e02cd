"""Sentences that may be written about two systems: true of their scores, and meaningful as they are or under an
assumption that the sentence must then state.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields, is_dataclass, replace
from functools import partial
from typing import Any

from intervale.errors import IntervaleError
from intervale.evaluation import Evaluation
from intervale.statements.forms.compound import Measured
from intervale.statements.grammar import parse_statement
from intervale.statements.meaningful import Meaning, meaningful

__all__ = ["ASSUMED", "Suggested", "suggested"]

SENTENCES = {
    "mean({a}) > mean({b})": "{a} has a larger mean {measure} than {b} ({left:.4f} against {right:.4f}).",
    "{a} > {b} on most topics": "{a} scores higher than {b} in {measure} on most topics ({left:.0%} of them).",
    "median({a}) > median({b})": "{a} has a larger median {measure} than {b} ({left:.4f} against {right:.4f}).",
}
"""What is said of two systems, and how people say it."""
TESTED = {
    "sign": "By the sign test {a} is significantly better than {b} in {measure} ({p}).",
    "t": "By Student's t test {a} is significantly better than {b} in {measure} ({p}).",
}
"""The same by tests."""
ASSUMED = "if all scores are taken to be on one interval scale, which topics share"
"""What must be added to a sentence that is meaningful on such a scale only."""
TRIES = 50


@dataclass(frozen=True)
class Suggested:
    """A sentence in words, and decided; ``assumed`` where it holds on an interval scale that topics share, and it is
    not known, or not so, that the scores are on one.
    """

    measure: str
    words: str
    meaning: Meaning
    assumed: bool

    @property
    def line(self) -> str:
        """The sentence as :func:`~intervale.check_claims` reads it."""
        return str(Measured(self.meaning.statement, self.measure))


def suggested(
    evaluation: Evaluation, measure: str, first: str, second: str, *, tests: Sequence[str] = (), alpha: float = 0.05
) -> list[Suggested]:
    """What may be written of two systems by a measure, without an assumption first. What is not true, what is not
    defined on these scores and what is not meaningful even under the assumption is left out.

    >>> from intervale.evaluation import read_scores
    >>> wine = read_scores({"X": [6, 6, 12, 17, 32], "Y": [3, 3, 3, 12, 50]}, scale="ordinal", measure="sugar")
    >>> for one in suggested(wine, "sugar", "X", "Y"):
    ...     print(one.line, one.assumed)
    share(X > Y) > 0.5 in "sugar" False
    median(X) > median(Y) in "sugar" False
    mean(X) > mean(Y) in "sugar" True
    """
    forms = SENTENCES | {f"{{a}} significantly better than {{b}} by {test}": TESTED[test] for test in tests}
    ask = partial(meaningful, evaluation, measure=measure, alpha=alpha, tries=TRIES, draws=0)
    found = []
    for form, words in forms.items():
        try:
            stated = _about(parse_statement(form.format(a="A", b="B")), {"A": first, "B": second})
            meaning = ask(statement=stated)
            if not meaning.truth or meaning.opened is not False or meaning.scale == "nominal":
                continue
            assumed = meaning.meaningful.holds is not True
            if assumed:
                meaning = ask(statement=stated, scale="interval", topic_scale="shared")
        except IntervaleError:
            continue
        if meaning.meaningful.holds:
            left, right = meaning.sides
            p = "p < 0.001" if left < 0.001 else f"p = {left:.2g}"
            said = words.format(a=first, b=second, measure=measure, left=left, right=right, p=p)
            found.append(Suggested(measure, said, meaning, assumed))
    return sorted(found, key=lambda one: one.assumed)


def _about(value: Any, names: dict[str, str]) -> Any:
    """A statement with other systems in place of those that it names, however long their names are."""
    if isinstance(value, str):
        return names.get(value, value)
    if not is_dataclass(value) or isinstance(value, type):
        return value
    return replace(value, **{field.name: _about(getattr(value, field.name), names) for field in fields(value)})
