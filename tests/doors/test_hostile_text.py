"""Text that others wrote, in every format that leaves: kinds of bad text × formats × commands, read back."""

import csv
import io
import json
import math
import re
import unicodedata
import xml.etree.ElementTree as ElementTree
from functools import cache, partial
from html.parser import HTMLParser

import pyarrow.parquet
import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

import intervale as iv
from intervale.cli.options import Format
from intervale.cli.output import rendered
from intervale.data.tabular import Rows
from intervale.present import Cell, Table, evaluation_document, evaluation_table, to_latex, to_markdown
from intervale.present.comparison import comparison_tables
from intervale.present.comparison_document import comparison_document
from intervale.present.correlations import correlation_document, correlation_tables
from intervale.present.design import design_document, design_table
from intervale.present.discriminative import level_chart, power_document, power_tables
from intervale.present.dominance import (
    dominance_chart,
    dominance_document,
    dominance_tables,
    pair_dominance_document,
    pair_dominance_tables,
)
from intervale.present.escape import csv_text, label, latex_text, markdown_text, visible
from intervale.present.evaluation import aggregates_document, aggregates_table, evaluation_rows
from intervale.present.leaderboard import leaderboard_document, leaderboard_tables
from intervale.present.pairs import pair_table, topic_rows, topic_table
from intervale.present.picture import chart_bytes
from intervale.statements import dominance, evidence
from intervale.stats import compare, correlate
from tests.sizes import MORE
from tests.strategies import cases

BAD = {
    "plain": "plain run",
    "other scripts": "naïve Größe 数据 مرحبا 🙂",
    "control characters": "a\x07b\x01c\x7f",
    "escape codes": "\x1b[31mred\x1b[0m\x1b]0;title\x07",
    "8-bit escape codes": "\x9b31mred",
    "bidirectional marks": "a\u202egnp.exe\u202c\u2066b\u2069\u200f",
    "line breaks": "a\nb\tc\r\nd",
    "other line breaks": "a\u2028b\u2029c\x85d\x0b\x0ce",
    "NUL": "a\0b",
    "lone surrogate": "a\ud800b\udcff",
    "formula =": '=HYPERLINK("x","y")',
    "formula +": "+1+cmd|' /C calc'!A0",
    "formula -": "-2+3+cmd|' /C calc'!A0",
    "formula @": "@SUM(1+1)",
    "formula behind a tab": "\t=1+1",
    "formula behind a space": " =1+1",
    "wide formula": "＝1+1",
    "script": "</script><script>alert(1)</script>",
    "HTML": "<img src=x onerror=alert(1)><!--&lt;&#x3c;",
    "attribute": '" onmouseover="alert(1)" x=\'',
    "quotes": '"\'`,;""',
    "LaTeX": r"\input{/etc/passwd}%$#_^~&{}\end{tabular}",
    "LaTeX line break": "[1cm]*",
    "Markdown": "a|b [x](javascript:alert(1)) **b** `c` <http://x.example> # ~~d~~ ![i](x)",
    "links": "https://evil.example www.evil.example me@evil.example",
    "markup of Rich": "[red]x[/red] [/] [link=file:///x]y[/link]",
    "template": "{{ 7 * 7 }}{% if x %}{# c #}",
    "very long": "x" * 5000,
    "combining marks": "e" + "\u0301" * 60,
    "a leading mark": "\u0301\u20ddx",
    "invisible": "a\u200b\u00ad\ufeff\U000e0041b",
    "a number": "-0.5",
    "empty": "",
}
TEXTS = tuple(form for form in Format if form is not Format.parquet)
COMMANDS = ("evaluate", "evaluate --per-topic", "compare", "compare --pairs", "compare --per-topic", "correlate")
COMMANDS += ("power", "design", "dominance", "dominance --pair", "leaderboard", "evaluate --aggregate")
DRAWN = ("NUL", "lone surrogate", "escape codes", "script", "combining marks", "very long", "empty")
"""Names of which pictures are drawn as pixels where time is short: the words of all are read in the SVG."""
READ = (*DRAWN, "HTML", "attribute", "quotes", "template", "links", "control characters", "bidirectional marks")
READ += ("line breaks", "other line breaks", "invisible")
"""Names that are read back from a whole report where time is short."""
PICTURES = [(kind, "svg") for kind in BAD] + [(kind, "html") for kind in BAD]
PICTURES += [(kind, form) for kind in (BAD if MORE else DRAWN) for form in ("png", "pdf")]


@cache
def collection(kind):
    """A collection in which a system and a topic have the name; no topic where that cannot be."""
    bad = BAD[kind]
    topic = "t1" if kind == "lone surrogate" else bad + "t"
    qrels = {topic: {"a": 1, "b": 1}, "t2": {"a": 1, "c": 1}, "t3": {"b": 1}}
    good = {t: {d: float(9 - n) for n, d in enumerate(inner)} for t, inner in qrels.items()}
    middle = {t: {"x": 9.0} | {d: float(8 - n) for n, d in enumerate(inner)} for t, inner in qrels.items()}
    worst = {t: {"x": 9.0, "y": 8.0} | inner for t, inner in middle.items()}
    return qrels, {bad: good, "B": middle, "C": worst}


@cache
def scores(kind):
    return iv.evaluate(*collection(kind), {BAD[kind] or "P": "P@1", "AP": "AP@5", "nDCG": "nDCG@3"})


@cache
def designed(kind):
    table = iv.evaluate(*collection(kind), {BAD[kind] or "AP": "AP@5"})
    return iv.design(table, difference=0.1, pair=(BAD[kind], "B"))


@cache
def dominated(kind):
    return dominance(iv.evaluate(*collection(kind)))


@cache
def made(command, kind):
    """The tables, the document and the rows of a command."""
    table = scores(kind)
    match command:
        case "evaluate":
            return partial(evaluation_table, table), partial(evaluation_document, table), evaluation_rows(table)
        case "evaluate --aggregate":
            found = table.aggregate("median,cv")
            return partial(aggregates_table, found), partial(aggregates_document, found), found
        case "evaluate --per-topic":
            shown = partial(evaluation_table, table, per_topic=True)
            return shown, partial(evaluation_document, table, per_topic=True), evaluation_rows(table, per_topic=True)
        case "correlate":
            found = correlate(table)
            return partial(correlation_tables, found), partial(correlation_document, found), found
        case "power":
            found = iv.discriminative_power(table)
            return partial(power_tables, found), partial(power_document, found), found
        case "design":
            found = designed(kind)
            return partial(design_table, found), partial(design_document, found), found
        case "dominance":
            found = dominated(kind)
            return partial(dominance_tables, found), partial(dominance_document, found), found
        case "leaderboard":
            found = iv.leaderboard(table)
            return partial(leaderboard_tables, found), partial(leaderboard_document, found), found
        case "dominance --pair":
            pair = dominated(kind).pair(BAD[kind], "C"), dominated(kind)
            return partial(pair_dominance_tables, *pair), partial(pair_dominance_document, *pair), pair[0]
    found = compare(table, tests=["t", "sign"], baseline=["B"] if command == "compare --per-topic" else ())
    said = evidence(table) if command == "compare" else None
    shown = {"compare": partial(comparison_tables, said=said), "compare --pairs": pair_table}.get(command, topic_table)
    document = partial(comparison_document, found, said, pairs=True, topics=command != "compare")
    return partial(shown, found), document, topic_rows(found) if command == "compare --per-topic" else found


@cache
def tables(command, kind):
    found = made(command, kind)[0]()
    return found if isinstance(found, list) else [found]


@cache
def written(command, kind, form):
    return rendered(*made(command, kind), form)


def texts(table):
    """All texts of a table that are drawn as cells."""
    return [*table.columns, *(cell.value for row in table.rows for cell in row if isinstance(cell.value, str))]


def assert_visible(text):
    for c in text:
        assert c == "\n" or c.isprintable() or unicodedata.category(c) == "Zs", f"{c!r} in the output"
    assert not re.search(r"[\u0300-\u036f]{9}", text)


LEADING = ("compare", "design", "power", "leaderboard")
"""The commands that begin with sentences."""


@pytest.mark.parametrize("kind", BAD)
@pytest.mark.parametrize("command", LEADING)
def test_sentences_above_a_table(kind, command):
    lead = [sentence for one in tables(command, kind) for sentence in one.lead]
    assert lead
    shown = written(command, kind, Format.table).split("\n\n")[0]
    assert re.sub(r"\s+", " ", shown).strip() == re.sub(r"\s+", " ", " ".join(visible(one) for one in lead)).strip()
    latex = written(command, kind, Format.latex)
    assert all(f"% {visible(sentence)}\n" in latex for sentence in lead)
    assert all(markdown_text(sentence) in written(command, kind, Format.md) for sentence in lead)


# ---------------------------------------------------------------- each format, read back


def check_table(command, kind, text):
    assert_visible(text)
    for one in tables(command, kind):
        for name in texts(one):
            assert visible(name).rstrip() in text
    benign = written(command, "plain", Format.table)
    below = [one.partition("\n\n")[2] if command in LEADING else one for one in (text, benign)]  # sentences wrap
    assert below[0].count("\n") == below[1].count("\n") or kind == "very long"  # in blocks of columns
    assert "…" not in text  # nothing is cut


def check_md(command, kind, text):
    assert_visible(text)
    tokens = MarkdownIt("commonmark").enable(["table", "strikethrough"]).parse(text)
    inline = [token for token in tokens if token.type == "inline"]
    children = [child for token in inline for child in token.children]
    marks = [child.content for child in children if child.type == "html_inline"]
    assert {*marks} <= {"<sup>", "</sup>"}
    kinds = {child.type for child in children} - {"html_inline"}
    assert kinds <= {"text", "strong_open", "strong_close", "text_special", "softbreak"}
    assert not {token.type for token in tokens} & {"html_block", "fence", "code_block"}
    cells = ["".join(child.content for child in token.children) for token in inline]
    for one in tables(command, kind):
        for name in texts(one):
            assert visible(name).strip() in cells
    assert not re.search(r"https?://|www\.|@[\w-]+\.\w", text.replace("\\@", ""))


def check_latex(command, kind, text):
    assert_visible(text)
    lines = [line for line in text.splitlines() if line and not line.startswith("%")]
    rows = [line.removesuffix(r" \\") for line in lines if line.endswith(r" \\")]
    commands = (r"\begin{tabular}", r"\toprule", r"\midrule", r"\bottomrule", r"\end{tabular}")
    commands += (r"\begin{table}", r"\centering", r"\caption{", r"\smallskip", r"\end{table}")
    assert all(line.endswith(r" \\") or line.startswith(commands) for line in lines)
    cells = [cell for row in rows for cell in re.split(r"(?<!\\) ?& ?", row)]
    for one in tables(command, kind):
        for name in texts(one):
            assert latex_text(name).strip() in [cell.strip() for cell in cells]
    captions = [line for line in lines if line.startswith(r"\caption{")]
    for row in (*rows, *captions):
        assert not row.startswith(("[", "*"))
        left = re.sub(r"\\[&%$#_{}]", "", row)  # what is escaped
        assert left.count("{") == left.count("}")
        assert "%" not in left
        assert set(re.findall(r"\\[a-zA-Z]+", left)) <= {
            *(r"\textbf", r"\textbackslash", r"\textasciitilde", r"\textasciicircum"),
            *(r"\textless", r"\textgreater", r"\Delta", r"\times", r"\chi", r"\alpha", r"\textbar"),
            *((r"\caption",) if row in captions else (r"\textsuperscript",)),
        }


def check_csv(command, kind, text):
    assert_visible(text)
    cells = [cell for row in csv.reader(io.StringIO(text)) for cell in row]
    for cell in cells:
        if re.match(r"\s*[=+\-@＝＋－＠]", cell) and len(cell.strip()) > 1:
            assert math.isfinite(float(cell.replace(",", "").rstrip("%")))
    columns = made(command, kind)[2].columns()
    for value in (*columns, *(value for some in columns.values() for value in some)):
        if isinstance(value, str):
            assert csv_text(value) in cells
        elif isinstance(value, float):
            assert repr(value) in cells


def check_json(command, kind, text):
    assert text.isascii()
    document = json.loads(text)
    assert document == json.loads(json.dumps(made(command, kind)[1]()))
    assert not BAD[kind] or BAD[kind] in {*strings(document)}


def strings(value):
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, inner in value.items():
            yield from (key, *strings(inner))
    elif isinstance(value, list):
        for inner in value:
            yield from strings(inner)


def check_html(command, kind, text):
    assert_visible(text)
    page = Page(text)
    assert {*page.elements} <= {
        *("table", "caption", "thead", "tbody", "tr", "th", "td", "strong", "sup", "p", "small")
    }
    assert page.attributes <= {"style"}
    for one in tables(command, kind):
        for name in (*texts(one), *one.lead):
            assert visible(name) in page.words or not name.strip()


CHECKS = {
    Format.table: check_table,
    Format.md: check_md,
    Format.latex: check_latex,
    Format.html: check_html,
    Format.csv: check_csv,
    Format.json: check_json,
}


def test_every_format_has_a_check():
    assert {*CHECKS} == {*TEXTS}


@pytest.mark.parametrize("form", TEXTS)
@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("kind", BAD)
def test_texts(kind, command, form):
    CHECKS[form](command, kind, written(command, kind, form))


@pytest.mark.parametrize("kind", BAD)
def test_parquet_keeps_the_text(kind, tmp_path):
    path, table = tmp_path / "scores.parquet", scores(kind)
    if kind == "lone surrogate":
        with pytest.raises(iv.OptionError, match="is not valid Unicode"):
            table.save(path)
        assert not path.exists()
        return
    table.save(path)
    columns = pyarrow.parquet.read_table(path).to_pydict()
    assert (set(columns["system"]), set(columns["topic"])) == (set(table.systems), set(table.topics))
    again = iv.read_scores(path)
    assert (again.systems, again.topics, again.names) == (table.systems, table.topics, table.names)
    assert (again.values == table.values).all()


class Page(HTMLParser):
    """What a page has: the content of each script, how many of each element, attributes, and its text."""

    def __init__(self, text):
        super().__init__(convert_charrefs=True)
        self.scripts, self.elements, self.attributes, self.words = [], {}, set(), []
        self.inside = ""
        self.feed(text)
        self.close()

    def handle_starttag(self, tag, attributes):
        self.elements[tag] = self.elements.get(tag, 0) + 1
        self.attributes |= {name for name, _ in attributes}
        self.inside = tag
        if tag == "script":
            self.scripts.append("")

    def handle_data(self, data):
        if self.inside == "script":
            self.scripts[-1] += data
        else:
            self.words.append(data)

    def handle_endtag(self, tag):
        self.inside = ""

    def json(self):
        return [json.loads(script) for script in self.scripts if script.startswith("{")]


@cache
def page(kind):
    return iv.report(scores(kind), title=BAD[kind], tests=["sign"])


@cache
def read_page(kind):
    return Page(page(kind))


@cache
def chart_page(kind):
    return Page(chart_bytes(dominance_chart(dominated(kind)), "html").decode())


@pytest.mark.parametrize("kind", BAD if MORE else READ)
def test_report(kind):
    page(kind).encode()
    found, plain = read_page(kind), read_page("plain")
    assert_visible("".join(found.words))
    assert len(found.scripts) == len(plain.scripts)
    assert found.scripts[1:] == plain.scripts[1:]
    assert found.elements == plain.elements
    assert found.attributes == plain.attributes
    (data,) = found.json()
    assert data["systems"] == [visible(name) for name in scores(kind).systems]
    assert data["topics"] == [visible(name) for name in scores(kind).topics]
    for each in strings(data):
        assert_visible(each)
    assert visible(BAD[kind]).strip() in " ".join(found.words)


@pytest.mark.parametrize("kind", DRAWN)
def test_names_of_places(kind):
    content = chart_bytes(iv.leaderboard(scores(kind)).plot(), "svg")
    words = [
        "".join(one.itertext()) for one in ElementTree.fromstring(content).iter("{http://www.w3.org/2000/svg}text")
    ]
    assert any(word.strip().startswith(label(BAD[kind], 40).strip()[:8]) for word in words)
    for word in words:
        assert_visible(word)


@pytest.mark.parametrize("kind", DRAWN)
def test_names_of_curves(kind):
    found = iv.discriminative_power(scores(kind), ci=False)
    root = ElementTree.fromstring(chart_bytes(level_chart(found), "svg"))
    words = ["".join(element.itertext()).strip() for element in root.iter("{http://www.w3.org/2000/svg}text")]
    start = label(BAD[kind] or "P", 40).strip()[:8]
    assert any(word.startswith(start) for word in words)


@pytest.mark.parametrize(("kind", "form"), PICTURES)
def test_pictures(kind, form):
    shown = label(BAD[kind], 40)
    if form == "html":
        found, plain = chart_page(kind), chart_page("plain")
        assert found.elements == plain.elements
        assert found.attributes == plain.attributes
        assert found.scripts[1:] == plain.scripts[1:]
        assert shown in {*strings(found.json()[0])}
        return
    content = chart_bytes(dominance_chart(dominated(kind)), form)
    if form == "svg":
        root = ElementTree.fromstring(content)
        words = ["".join(element.itertext()) for element in root.iter("{http://www.w3.org/2000/svg}text")]
        assert shown.strip() in [word.strip() for word in words] or not shown.strip()
        assert {element.tag.rpartition("}")[2] for element in root.iter()} <= {
            "svg",
            "g",
            "path",
            "rect",
            "text",
            "tspan",
            "line",
        } | {*("defs", "linearGradient", "stop", "clipPath")}
        assert_visible("".join(words))
    elif form == "png":
        assert content.startswith(b"\x89PNG\r\n\x1a\n")
        assert b"IEND" in content[-12:]
        assert len(content) < 3_000_000
    elif form == "pdf":
        assert content.startswith(b"%PDF")


# ---------------------------------------------------------------- the rules themselves


ANY = st.text(st.characters(codec=None, exclude_categories=())) | st.sampled_from([*BAD.values()])


@cases(500)
@given(ANY)
def test_what_leaves_is_visible_and_leaving_twice_changes_nothing(text):
    for how in (visible, label, csv_text, latex_text, markdown_text):
        assert_visible(how(text))
    assert visible(visible(text)) == visible(text)
    assert label(label(text)) == label(text)
    assert json.loads(json.dumps(text)) == text


@cases(500)
@given(st.lists(ANY, min_size=1, max_size=3, unique=True), st.floats(allow_nan=False, allow_infinity=False))
def test_every_table_is_read_back(names, number):
    names = [name for name in names if name != "number"]
    table = Table((*names, "number"), ((*map(Cell, names), Cell(number)),) * 2)
    head, *rows = csv.reader(
        io.StringIO(Rows({name: [name] * 2 for name in names} | {"number": [number] * 2}).to_csv())
    )
    assert head == [*map(csv_text, names), "number"]
    assert rows == [[*map(csv_text, names), repr(number)]] * 2
    assert to_latex(table).count("\n") == 8
    assert to_markdown(table).count("\n") == 4


def test_two_long_names_stay_two():
    assert label("x" * 1000 + "a") != label("x" * 1000 + "b")
