"""How text that others wrote (run tags, topics, names of measures and files) leaves: decided here, for every format.

| format | what happens |
|---|---|
| terminal | characters that do not print are spelled out (:func:`visible`) |
| Markdown, LaTeX | the same, and what means something there is escaped |
| CSV | the same, and a cell that a spreadsheet would take for a formula gets a ``'`` before it |
| HTML pages | the same, and the template escapes markup; what scripts read is :func:`script_json` |
| pictures | the same, and long texts are cut (:func:`label`) |
| JSON, Parquet | the text as it is; JSON is written in ASCII |

Numbers are no text: a negative number in CSV stays one.
"""

from __future__ import annotations

import hashlib
import html
import json
import re
import unicodedata
from collections.abc import Callable
from typing import Any

__all__ = ["csv_text", "html_text", "label", "latex_text", "markdown_text", "script_json", "spelled", "visible"]

MOST_MARKS = 8
"""How many combining marks a letter may carry before they are spelled out; no script needs as many."""
MOST_CHARACTERS = 300
"""How long a text in a picture may be."""

_LATEX = {c: "\\" + c for c in "&%$#_{}"} | {
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "|": r"\textbar{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "−": "$-$",
    "Δ": r"$\Delta$",
    "×": r"$\times$",
    "α": r"$\alpha$",
    "χ": r"$\chi$",
    "β": r"$\beta$",
    "τ": r"$\tau$",
    "Σ": r"$\Sigma$",
    "Π": r"$\Pi$",
    "μ": r"$\mu$",
    "ν": r"$\nu$",
    "ρ": r"$\rho$",
    "σ": r"$\sigma$",
    "φ": r"$\varphi$",
    "′": r"$'$",
    "⁰": r"$^0$",
    "⁻": r"$^-$",
    "¹": r"$^1$",
    "₂": r"$_2$",
    "∘": r"$\circ$",
    "√": r"$\surd$",
    "∝": r"$\propto$",
    "≈": r"$\approx$",
    "≠": r"$\neq$",
    "≼": r"$\preceq$",
    "▲": r"$\triangle$",
    "▼": r"$\bigtriangledown$",
    "✓": r"$\surd$",
    "✗": r"$\times$",
    "·": r"$\cdot$",
    "↦": r"$\mapsto$",
    "∞": r"$\infty$",
    "²": r"$^2$",
    "≤": r"$\leq$",
    "≥": r"$\geq$",
    "†": r"\dag{}",
    "‡": r"\ddag{}",
    "§": r"\S{}",
    "¶": r"\P{}",
    "‖": r"$\|$",
}
_MARKDOWN = {c: "\\" + c for c in "\\`*_{}[]<>#+!|~&$"}
_LINKS = re.compile(r"(?i)(?<=http):(?=//)|(?<=https):(?=//)|(?<=ftp):(?=//)|(?<=www)\.|@(?=[\w-]+\.\w)")
"""What Markdown makes a link of without being asked."""
_FORMULA = re.compile(r"\s*[=+\-@＝＋－＠]")
_NUMBER = re.compile(r"[+-]?(\d+/\d+|(\d[\d,]*\.?\d*|\.\d+)([eE][+-]?\d+)?%?)")


def visible(text: str) -> str:
    """Text in which every character can be seen: control characters, escape codes, bidirectional marks, lone
    surrogates and line breaks are spelled out, and so are combining marks where too many stand on one letter. A mark
    at the beginning, which would stand on whatever comes before, stands on a circle.

    >>> visible("run\\x1b[31m"), visible("a\\u202eb\\nc"), visible("naïve Größe")
    ('run\\\\x1b[31m', 'a\\\\u202eb\\\\nc', 'naïve Größe')
    """
    if text.isascii() and text.isprintable():
        return text
    seen: list[str] = []
    marks = 0
    for c in text:
        kind = unicodedata.category(c)
        marks = marks + 1 if kind[0] == "M" else 0
        if marks and not seen:
            seen.append("\N{DOTTED CIRCLE}")
        fine = (c.isprintable() or kind == "Zs") and marks <= MOST_MARKS
        seen.append(c if fine else c.encode("unicode_escape").decode())
    return "".join(seen)


def label(text: str, most: int = MOST_CHARACTERS) -> str:
    """:func:`visible`, and short enough to be drawn; a text that is cut ends in the beginning of its SHA-256, so that
    two texts stay two.

    >>> label("A"), label("A" * 1000, 20)
    ('A', 'AAAAAAAAAA… c2e68682')
    """
    seen = visible(text)
    if len(seen) <= most:
        return seen
    digest = hashlib.sha256(seen.encode()).hexdigest()[:8]
    return f"{seen[: most - 10]}… {digest}"


def csv_text(text: str) -> str:
    """A text as a cell of CSV that no spreadsheet computes.

    >>> csv_text("=HYPERLINK(1)"), csv_text("-0.25"), csv_text("- a"), csv_text("-")
    ("'=HYPERLINK(1)", '-0.25', "'- a", '-')
    >>> csv_text("-9/30625"), csv_text("-9/a"), csv_text("-9/2/3")
    ('-9/30625', "'-9/a", "'-9/2/3")
    """
    seen = visible(text)
    computed = _FORMULA.match(seen) and len(seen.strip()) > 1 and not _NUMBER.fullmatch(seen)
    return f"'{seen}" if computed else seen


def latex_text(text: str) -> str:
    """A text that LaTeX prints as it is. A bracket or a star at the beginning would be an option of the line break
    before.

    >>> latex_text("my_run & 50%"), latex_text("[1cm]")
    ('my\\\\_run \\\\& 50\\\\%', '{}[1cm]')
    """
    escaped = "".join(_LATEX.get(c, c) for c in visible(text))
    return "{}" + escaped if escaped.lstrip().startswith(("[", "*")) else escaped


def html_text(text: str) -> str:
    """A text that a page shows as it is.

    >>> html_text("<script> & \\n")
    '&lt;script&gt; &amp; \\\\n'
    """
    return html.escape(visible(text))


def markdown_text(text: str) -> str:
    """A text that Markdown shows as it is, without markup, HTML or links.

    >>> markdown_text("A|B <b> https://x")
    'A\\\\|B \\\\<b\\\\> https\\\\://x'
    """
    escaped = "".join(_MARKDOWN.get(c, c) for c in visible(text))
    return _LINKS.sub(r"\\\g<0>", escaped)


def spelled(value: Any, how: Callable[[str], str] = visible) -> Any:
    """All texts in dictionaries and lists, made visible."""
    if isinstance(value, str):
        return how(value)
    if isinstance(value, dict):
        return {how(key) if isinstance(key, str) else key: spelled(inner, how) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [spelled(inner, how) for inner in value]
    return value


def script_json(value: Any) -> str:
    """JSON that cannot end the script that it stands in.

    >>> script_json({"run": "</script>"})
    '{"run":"\\\\u003c/script\\\\u003e"}'
    """
    text = json.dumps(value, ensure_ascii=True, allow_nan=False, separators=(",", ":"))
    return text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")
