"""The sentences of a paper, one a line: read from a file, and each decided.

In a plain text file every line is a sentence; blank lines and those that begin with ``#`` are left out. In a Markdown
file (``.md``) the items of lists are, and everything else is prose. A line that cannot be read, and a sentence that
cannot be decided, stay in the result with the reason: a check that loses a sentence would pass it.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial

from intervale.data.files import Source, read_content, source_name
from intervale.data.tabular import Columns, Tabular, columns_of
from intervale.errors import InputError, IntervaleError, OptionError
from intervale.evaluation import Evaluation, read_scores
from intervale.evaluation.evaluation import evaluation_of
from intervale.exact.progress import steps
from intervale.measures import parse_measure
from intervale.statements.grammar import parse_statement
from intervale.statements.meaningful import DRAWS, TRIES, Meaning, meaningful
from intervale.statements.reading import LONGEST
from intervale.statements.statement import Statement

__all__ = [
    "OUTCOMES",
    "STANDS",
    "CheckedClaim",
    "CheckedClaims",
    "ClaimLine",
    "check_claims",
    "measured",
    "read_claims",
]

STANDS = "true and meaningful"
OUTCOMES = (STANDS, "not decided", "not meaningful", "not true", "cannot be checked")
"""What is found of a sentence, the worst last."""
IN_FOLDER = "claims.md"
"""The file of sentences in a folder."""
MOST_SENTENCES = 10_000
NO_MEASURE = "a statement needs at least one measure, such as nDCG@10"
_LINE_END = re.compile(r"\r\n|\r|\n")
_ITEM = re.compile(r"\s*(?:[-*+]|\d{1,9}[.)])\s+(?P<text>\S.*)")
_BREAK = re.compile(r"\s*([-*_])(?:\s*\1){2,}\s*")
_FENCE = re.compile(r"\s*(?:```|~~~)")
_BLOCK = re.compile(r"[#>|]|\s*(?:```|~~~)")
"""How lines begin that end an item of a list."""
_COMMENT = re.compile(r"(^|\s)#.*")
_MARKUP = re.compile(r"^\[[ xX]\]\s+|\*\*|`")
_CURLY = str.maketrans("“”‘’", "\"\"''")
_CODE = re.compile(r"(`+)(?P<text>.*?)\1[.,;]?")


@dataclass(frozen=True)
class ClaimLine:
    """A sentence and where it stands: the statement that it makes, or why it cannot be read."""

    where: str
    text: str
    statement: Statement | None
    refusal: str | None = None


@dataclass(frozen=True)
class CheckedClaim:
    """A sentence, decided for one measure (or for those that it names itself), or the reason why it was not."""

    claim: ClaimLine
    measure: str
    meaning: Meaning | None
    refusal: str | None = None

    @property
    def outcome(self) -> str:
        """One of :data:`OUTCOMES`. Scores that lie between bounds and may leave the truth open decide nothing."""
        found = self.meaning
        if found is None:
            return OUTCOMES[4]
        if found.opened is not False:
            return OUTCOMES[1]
        if not found.truth:
            return OUTCOMES[3]
        return {True: STANDS, False: OUTCOMES[2], None: OUTCOMES[1]}[found.meaningful.holds]

    @property
    def why(self) -> str:
        """Why it is meaningful or not, or why it was not decided."""
        if self.meaning is not None:
            return self.meaning.meaningful.why
        return (self.refusal or "").removeprefix(f"{self.claim.where}: ")


@dataclass(frozen=True, eq=False, repr=False)
class CheckedClaims(Tabular):
    """Sentences, decided: one of ``checked`` for each sentence and measure. True where every one is true and
    meaningful.
    """

    claims: tuple[ClaimLine, ...]
    checked: tuple[CheckedClaim, ...]

    def __bool__(self) -> bool:
        return all(one.outcome == STANDS for one in self.checked)

    def __repr__(self) -> str:
        return f"CheckedClaims({self.outcomes[STANDS]} of {len(self.claims)} sentences are {STANDS})"

    @property
    def outcomes(self) -> dict[str, int]:
        """How many sentences have which outcome, by several measures the worst."""
        worst = dict.fromkeys(map(id, self.claims), 0)
        for one in self.checked:
            worst[id(one.claim)] = max(worst[id(one.claim)], OUTCOMES.index(one.outcome))
        found = list(worst.values())
        return {outcome: found.count(place) for place, outcome in enumerate(OUTCOMES)}

    def columns(self) -> Columns:
        """One row a sentence and measure: whether it is true, whether that means something, why, and what flips it."""
        names = ("where", "sentence", "read_as", "measure", "outcome", "truth", "meaningful", "why", "flip")
        rows = []
        for one in self.checked:
            found = one.meaning
            flip = None if found is None or found.flip is None else str(found.flip)
            known = (None, None) if found is None else (found.truth, found.meaningful.holds)
            read = None if one.claim.statement is None else str(one.claim.statement)
            rows.append((one.claim.where, one.claim.text, read, one.measure, one.outcome, *known, one.why, flip))
        return columns_of(names, rows)


# ------------------------------------------------------------ reading


def read_claims(
    claims: Source | Iterable[str | Statement | ClaimLine], *, encoding: str | None = None
) -> list[ClaimLine]:
    """The sentences of a file (of a folder, those of its ``claims.md``), or of a list.

    >>> [(one.where, one.text) for one in read_claims(["mean(A) > mean(B)", "`A > B on 401`"])]
    [('sentence 1', 'mean(A) > mean(B)'), ('sentence 2', 'A > B on 401')]
    >>> read_claims(["A is a good system"])[0].refusal[:32]
    "sentence 1: 'A is a good system'"
    """
    if isinstance(claims, str | os.PathLike):
        lines = _of_file(claims, encoding)
    else:
        lines = [_claim(f"sentence {number}", one) for number, one in enumerate(claims, start=1)]
        if not lines:
            raise OptionError("there is no sentence to check; write one such as 'mean(A) > mean(B)'")
    return lines


def _of_file(source: Source, encoding: str | None) -> list[ClaimLine]:
    source = os.path.join(source, IN_FOLDER) if os.path.isdir(source) else source
    name = source_name(source)
    content = read_content(source, encoding)
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = 1 + content.count(b"\n", 0, error.start)
        raise InputError("is not UTF-8 text; name its encoding with --encoding", source=name, line=line) from None
    listed = name.lower().endswith((".md", ".markdown"))
    lines = _LINE_END.split(text)
    found = list(_items(lines) if listed else _sentences(lines))
    if not found:
        how = "as items of a list (- mean(A) > mean(B))" if listed else "such as mean(A) > mean(B)"
        raise InputError(f"holds no sentence; write one a line, {how}", source=name)
    if len(found) > MOST_SENTENCES:
        raise InputError(
            f"holds {len(found):,} sentences, and at most {MOST_SENTENCES:,} are checked at once; split it", source=name
        )
    return [_claim(f"{name}:{number}", text) for number, text in found]


def _sentences(lines: Sequence[str]) -> Iterator[tuple[int, str]]:
    for number, line in enumerate(lines, start=1):
        said = _COMMENT.sub("", line)
        if said.strip():
            yield number, said


def _items(lines: Sequence[str]) -> Iterator[tuple[int, str]]:
    """The items of lists, each with the lines that it goes on in; what stands between fences is code."""
    parts: list[str] = []
    number, fenced = 0, False
    for at, line in enumerate((*lines, ""), start=1):
        item = None if fenced or _BREAK.fullmatch(line) else _ITEM.fullmatch(line)
        ends = item or not line.strip() or _BLOCK.match(line) or _BREAK.fullmatch(line)
        if parts and not ends:
            parts.append(line.strip())
        elif parts:
            yield number, " ".join(parts)
            parts = []
        if item:
            number, parts = at, [item["text"]]
        fenced ^= bool(_FENCE.match(line))


def _claim(where: str, sentence: str | Statement | ClaimLine) -> ClaimLine:
    if isinstance(sentence, ClaimLine):
        return replace(sentence)  # one of its own for each time it is said
    if isinstance(sentence, Statement):
        return ClaimLine(where, str(sentence), sentence)
    if not isinstance(sentence, str):
        raise OptionError(f"{where}: expected a sentence, such as 'mean(A) > mean(B)'")
    text = sentence.strip()
    if len(text) <= LONGEST and (code := _CODE.fullmatch(text)):
        text = code["text"].strip()
    meant = _MARKUP.sub("", text.translate(_CURLY)) if len(text) <= LONGEST else text
    try:
        return ClaimLine(where, text, parse_statement(meant))
    except IntervaleError as error:
        kept = text if len(text) <= LONGEST else f"{text[:LONGEST]}…"
        return ClaimLine(where, kept, None, _at(where, error))


def _at(where: str, why: object) -> str:
    """A reason with the place of the sentence, where it has one."""
    return f"{where}: {why}" if where else str(why)


# ------------------------------------------------------------ deciding


def check_claims(
    evaluation: Evaluation,
    claims: Source | Iterable[str | Statement | ClaimLine],
    *,
    measure: str | Sequence[str] | None = None,
    scale: str | None = None,
    topic_scale: str | None = None,
    alpha: float = 0.05,
    tries: int = TRIES,
    draws: int = DRAWS,
    seed: int = 0,
) -> CheckedClaims:
    """Decide each sentence of a file or a list, as :func:`~intervale.meaningful` does one.

    A sentence that names its measures is about these: they are computed where the evaluation lacks them and has judged
    runs. The others are decided for each ``measure``, or for all of the evaluation. A sentence that cannot be read or
    decided does not stop the rest.

    >>> wine = read_scores({"X": [6, 6, 12, 17, 32], "Y": [3, 3, 3, 12, 50]}, scale="ordinal")
    >>> found = check_claims(wine, ["median(X) > median(Y)", "mean(X) > mean(Y)", "median(X) > median(Z)"])
    >>> found, bool(found)
    (CheckedClaims(1 of 3 sentences are true and meaningful), False)
    >>> [one.outcome for one in found.checked]
    ['true and meaningful', 'not meaningful', 'cannot be checked']
    """
    evaluation_of(evaluation, "check_claims")
    ask = partial(meaningful, scale=scale, topic_scale=topic_scale, alpha=alpha, tries=tries, draws=draws, seed=seed)
    ask(read_scores({"A": [0.0]}, scale="ordinal"), "A = A on 1")  # options that no sentence can be decided with
    usual = [measure] if isinstance(measure, str) else list(evaluation.names if measure is None else measure)
    for name in usual:
        evaluation.index(name)
    lines = read_claims(claims)
    evaluation = measured(evaluation, [line.statement for line in lines if line.statement is not None])
    checked: list[CheckedClaim] = []
    for line in steps(lines, "checking sentences"):
        if line.statement is None:
            checked.append(CheckedClaim(line, "", None, line.refusal))
            continue
        try:
            own = line.statement.measures(evaluation.systems)
        except IntervaleError as error:
            checked.append(CheckedClaim(line, "", None, _at(line.where, error)))
            continue
        if not own and not usual:
            checked.append(CheckedClaim(line, "", None, _at(line.where, NO_MEASURE)))
        for asked, label in [(None, ", ".join(own))] if own else [(name, name) for name in usual]:
            try:
                checked.append(CheckedClaim(line, label, ask(evaluation, line.statement, measure=asked)))
            except IntervaleError as error:
                checked.append(CheckedClaim(line, label, None, _at(line.where, error)))
    return CheckedClaims(tuple(lines), tuple(checked))


def measured(evaluation: Evaluation, statements: Iterable[Statement]) -> Evaluation:
    """The evaluation with the measures that statements name beside its own, as far as its judged runs give them. Names
    in sentences are data: they are parsed, and nothing is imported for them.
    """
    named: dict[str, None] = {}
    for one in statements:
        with suppress(IntervaleError):  # a sentence about different measures is refused when it is asked
            named |= dict.fromkeys(one.measures(evaluation.systems))
    for name in named if evaluation.judged is not None else ():
        try:
            found = parse_measure(name)
            if name not in evaluation.names and found not in evaluation.measures:
                here = zip(evaluation.names, evaluation.measures, strict=True)
                evaluation = evaluation.score(dict([*here, (name, found)]))
        except IntervaleError:  # the sentence that names it is refused, with the measures that there are
            continue
    return evaluation
