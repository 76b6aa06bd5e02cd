"""Forms of statement: what each knows of itself, and that a new one needs its class and a rule of the grammar alone."""

import ast
import importlib
import json
import pkgutil
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest

import intervale as iv
from intervale.errors import OptionError
from intervale.present.meaning import meaning_document, meaning_table
from intervale.statements import Statement, forms, grammar, parse_statement
from intervale.statements.decision import invariant
from intervale.statements.expressions import quoted
from intervale.statements.statement import Related, Truth
from intervale.statements.topics import ahead

MODULES = [importlib.import_module(f"{forms.__name__}.{found.name}") for found in pkgutil.iter_modules(forms.__path__)]
FORMS = {
    name: module
    for module in MODULES
    for name, one in vars(module).items()
    if isinstance(one, type) and issubclass(one, Statement) and one.__module__ == module.__name__
}
PACKAGE = Path(iv.__file__).parent


# ------------------------------------------------------------ a form of its own, defined here


@dataclass(frozen=True)
class WinsOnMostTopics(Statement):
    """``A wins on most topics against B``: A has the larger score on more than half of the topics that both have."""

    first: str
    second: str

    def __str__(self):
        return f"{quoted(self.first)} wins on most topics against {quoted(self.second)}"

    def systems(self):
        return (self.first, self.second)

    def truth(self, case):
        signs = ahead(case.scores, self.first, self.second)
        won, needed = float((signs > 0).sum()), len(signs) / 2
        return Truth(won > needed, won, needed)

    def decision(self, case, truth):
        if case.scores.level == "nominal":
            return None
        return invariant("who is ahead on a topic is the same under every increasing transformation")


def wins(reader):
    first = reader.name("a system")
    for word in ("wins", "on", "most", "topics", "against"):
        reader.expect(word)
    return WinsOnMostTopics(first, reader.name("a system"))


@pytest.fixture
def most_topics(monkeypatch):
    rule = grammar.Rule(lambda reader: "wins" in reader.words, wins)
    monkeypatch.setattr(grammar, "RULES", (rule, *grammar.RULES))


SCORES = {"A": [3, 5, 1, 4], "B": [2, 4, 2, 3], "C": [9, 9, 9, 9]}
SAID = "A wins on most topics against B"


def test_a_new_form_is_read_decided_and_shown(most_topics):
    assert parse_statement(SAID) == WinsOnMostTopics("A", "B")
    assert str(parse_statement("'run 1' wins on most topics against B")) == '"run 1" wins on most topics against B'
    for scale in ("ordinal", "interval", "ratio"):
        for topics in ("shared", "own"):
            found = iv.meaningful(iv.read_scores(SCORES, scale=scale, topic_scale=topics), SAID)
            assert (found.truth, found.sides, found.meaningful.holds) == (True, (3.0, 2.0), True)
            assert (found.flip, found.kept) == (None, {})
    assert iv.meaningful(iv.read_scores(SCORES, scale="ordinal"), "B wins on most topics against A").truth is False
    rows = {row[0].value: row[1].value for row in meaning_table(found).rows}
    assert rows["statement"] == SAID
    assert rows["true"] == "yes: 3 against 2"
    assert rows["meaningful"].startswith("yes: who is ahead on a topic")


def test_a_new_form_without_a_theorem_gets_a_flip_and_shares(most_topics):
    found = iv.meaningful(iv.read_scores(SCORES, scale="nominal"), SAID, draws=40)
    assert found.meaningful.holds is False
    moved = found.flip(np.array([SCORES["A"], SCORES["B"]]))
    assert (moved[0] > moved[1]).sum() == found.flip.left <= found.flip.right == 2
    assert 0 < found.kept["relabelling"] < 1
    document = json.loads(json.dumps(meaning_document(found)))
    assert (document["truth"], document["flip"]["kind"]) == (True, "relabelled")


def test_a_new_form_is_refused_as_others_are(most_topics):
    for said, words in ((f"{SAID} now", "unexpected 'now'"), ("A wins on some topics", "expected 'most', found")):
        with pytest.raises(OptionError, match=words):
            iv.meaningful(iv.read_scores(SCORES, scale="ordinal"), said)
    with pytest.raises(OptionError, match="unknown system 'D'"):
        iv.meaningful(iv.read_scores(SCORES, scale="ordinal"), "A wins on most topics against D")


def test_a_new_form_is_asked_on_the_command_line(most_topics, tmp_path, monkeypatch, capsys):
    from intervale.cli import main

    def run(*words):
        capsys.readouterr()
        with pytest.raises(SystemExit) as end:
            main(words)
        assert end.value.code == 0
        return capsys.readouterr().out

    monkeypatch.chdir(tmp_path)
    run("demo", "--files", "demo")
    said = "aurora wins on most topics against borealis"
    files = ("demo/qrels.txt", "demo/aurora.run", "demo/borealis.run")
    found = json.loads(run("meaningful", *files, said, "-m", "nDCG@10", "--json"))
    assert (found["statement"], found["meaningful"]["holds"]) == (said, True)


# ------------------------------------------------------------ what every form knows


@pytest.mark.parametrize(
    ("said", "systems"),
    [
        ("mean(A) > median(B)", ("A", "B")),
        ("median(A) > 0.5", ("A",)),
        ("A > B on 401", ("A", "B")),
        ("mean(A) - 1 > mean(C) - mean(D)", ("A", "C", "D")),
        ("mean(A) > 2 * mean(B)", ("A", "B")),
        ("(mean(A) - mean(B)) / (mean(C) - mean(D)) > 1", ("A", "B", "C", "D")),
        ("pearson(A, B) > 0", ("A", "B")),
        ("A significantly better than B by t", None),
        ("significant(t) > 100", None),
    ],
)
def test_a_statement_knows_its_systems(said, systems):
    assert parse_statement(said).systems() == systems


def test_names_that_are_no_systems_are_measures():
    said = parse_statement("tau(AP, RR) > 0.9")
    assert said.measures(["A", "B"]) == ("AP", "RR")
    assert said.measures(["AP", "RR"]) == ()
    assert parse_statement("mean(AP) > mean(RR)").measures(["A", "B"]) == ()


def test_a_significant_lead_of_the_other_is_said_where_it_is_one():
    """Also under a flip: there the lead is the one that is significant there."""
    random = np.random.default_rng(0)
    ahead_low = np.concatenate([0.3 + random.random(14) / 10, -0.02 - random.random(4) / 100])
    base = np.concatenate([random.random(14) / 4, 0.9 + random.random(4) / 20])
    table = {"A": base.tolist(), "B": (base + ahead_low).tolist()}
    found = iv.meaningful(
        iv.read_scores(table, scale="ordinal", topic_scale="own"), "A significantly better than B by t", draws=0
    )
    rows = {row[0].value: row[1].value for row in meaning_table(found).rows}
    assert rows["true"].startswith("no: p = ")
    assert rows["true"].endswith("in favour of B")
    assert rows["then"].startswith("true: p = ")
    assert "in favour" not in rows["then"]
    said = parse_statement("A significantly better than B by t")
    assert "in favour" not in said.words(Truth(True, 0.01, 0.05), 0.05)
    assert "in favour" not in said.words(Truth(False, 0.5, 0.05), 0.05)


# ------------------------------------------------------------ nobody asks which form it is

MAKERS = ("grammar.py", "phrases.py", "reading.py", "outcomes.py", "stated.py", "suggested.py")
"""What makes statements and their parts from texts."""


def names_in(node):
    names = {one.id for one in ast.walk(node) if isinstance(one, ast.Name)}
    names |= {one.attr for one in ast.walk(node) if isinstance(one, ast.Attribute)}
    return names & {*FORMS, Related.__name__}


def asked(tree):
    """The forms that a module asks for: isinstance, issubclass, match, a comparison of classes, a name in a string."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and ast.unparse(node.func) in ("isinstance", "issubclass"):
            yield from names_in(node.args[1])
        elif isinstance(node, ast.MatchClass):
            yield from names_in(node.cls)
        elif isinstance(node, ast.Compare):
            yield from names_in(node)
        elif isinstance(node, ast.Constant) and node.value in FORMS:
            yield node.value


def without_exports(tree):
    """Without the list of public names, which is one of strings."""
    tree.body = [
        one for one in tree.body if not (isinstance(one, ast.Assign) and ast.unparse(one.targets[0]) == "__all__")
    ]
    return tree


def test_the_forms_are_where_they_belong():
    made = {module.__name__ for module in FORMS.values()}
    assert made == {module.__name__ for module in MODULES} - {f"{forms.__name__}.magnitude"}  # it makes two of others
    below, found = [Statement], set()
    while below:
        below = [one for kind in below for one in kind.__subclasses__() if one.__module__.startswith("intervale")]
        found |= {one.__name__ for one in below}
    assert found == {"Related", *FORMS}


def imported(tree):
    modules = (node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom))
    return {module for module in modules if module.startswith(forms.__name__)}


@pytest.mark.parametrize("package", ["statements", "present", "cli"])
def test_no_module_asks_which_form_a_statement_is(package):
    paths = list((PACKAGE / package).rglob("*.py"))
    assert len(paths) > 10
    found = {}
    for path in paths:
        tree = without_exports(ast.parse(path.read_text(encoding="utf-8")))
        own = {name for name, module in FORMS.items() if Path(module.__file__) == path}
        found[path.name] = set(asked(tree)) - own
        if path.parent.name != "forms" and path.name not in MAKERS:
            found[path.name] |= imported(tree)
    assert not {name: some for name, some in found.items() if some}


@pytest.mark.parametrize(
    "text",
    [
        "isinstance(said, Compared | SumsCompared)",
        "isinstance(said, (int, expressions.Significant))",
        "type(said) is Correlated",
        "type(said).__name__ == 'Correlated'",
        "match said:\n    case QuotientIs():\n        pass",
        "issubclass(kind, Related)",
    ],
)
def test_a_module_that_asks_is_noticed(text):
    assert set(asked(ast.parse(text)))
