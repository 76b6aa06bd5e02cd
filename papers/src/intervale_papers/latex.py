r"""A table in LaTeX as one that fits its pages, and compiles: columns have widths, it goes on where a page ends, and
mathematical characters are commands.
"""

from __future__ import annotations

import re
import unicodedata

__all__ = ["PACKAGES", "fitting"]

PACKAGES = r"\usepackage{amssymb,array,booktabs,longtable}"
WIDTHS = (0.19, 0.12, 0.29, 0.29)
"""Of columns, as shares of a line; the space between them takes the rest."""
GREEK = {"δ": "delta", "ε": "varepsilon", "μ": "mu", "ν": "nu", "ρ": "rho", "σ": "sigma", "φ": "varphi", "Π": "Pi"}
RELATIONS = {
    **{"≺": "prec", "≻": "succ", "≼": "preccurlyeq", "⪯": "preceq", "⪰": "succeq", "≠": "neq", "≃": "simeq"},
    **{"∼": "sim", "≳": "gtrsim", "∈": "in", "⇒": "Rightarrow", "⟹": "Longrightarrow", "⇔": "Leftrightarrow"},
    **{"→": "rightarrow", "∧": "wedge", "∨": "vee", "∩": "cap", "∪": "cup", "⋃": "bigcup", "∖": "setminus"},
}
OTHERS = {
    **{
        "⊆": "subseteq",
        "∅": "emptyset",
        "∂": "partial",
        "∏": "prod",
        "√": "surd",
        "∘": "circ",
        "ℓ": "ell",
        "′": "prime",
    },
    **{"✓": "checkmark", "✗": "times", "●": "bullet", "○": "bigcirc", "ℕ": "mathbb{N}", "ℝ": "mathbb{R}"},
}
SYMBOLS = {
    **{sign: rf"$\{name}$" for sign, name in {**GREEK, **RELATIONS, **OTHERS}.items()},
    **{"″": r"$\prime\prime$", "…": r"\dots{}", "°": r"$^\circ$", "–": "--", "“": "``", "”": "''", "’": "'"},
    **{sign: f"$_{place}$" for place, sign in enumerate("₀₁₂₃")},
    **{"ᵢ": "$_i$", "ⁿ": "$^n$", "ⁱ": "$^i$", "⁰": "$^0$", "¹": "$^1$", "³": "$^3$", "⁻": "$^-$", "±": r"$\pm$"},
    **{"ᶜ": "$^c$", "₊": "$_+$"},
}
"""The characters that LaTeX does not know by themselves, and how they are written."""
ACCENTS = {"\N{COMBINING CIRCUMFLEX ACCENT}": "hat", "\N{COMBINING MACRON}": "bar"}


def fitting(table: str) -> str:
    r"""The table with widths and page breaks; for the packages that its first line names.

    >>> lines = [r"\begin{tabular}{l}", r"\toprule", r"a \\", r"\midrule", r"û/x \\", r"\bottomrule", r"\end{tabular}"]
    >>> print(fitting("\n".join(lines)))
    % \usepackage{amssymb,array,booktabs,longtable}
    {\footnotesize
    \begin{longtable}{@{}>{\raggedright\arraybackslash}p{0.19\linewidth}@{}}
    \toprule
    a \\
    \midrule
    \endhead
    \bottomrule
    \endfoot
    $\hat{u}$/\allowbreak{}x \\ \addlinespace
    \end{longtable}}
    <BLANKLINE>
    """
    begin, top, heads, rule, *rows = table.rstrip().splitlines()  # the last two end the table
    number = len(re.findall("[lr]", begin.rpartition("{")[2]))
    columns = "".join(rf">{{\raggedright\arraybackslash}}p{{{width}\linewidth}}" for width in WIDTHS[:number])
    lines = [f"% {PACKAGES}", r"{\footnotesize", rf"\begin{{longtable}}{{@{{}}{columns}@{{}}}}"]
    lines += [top, heads, rule, r"\endhead", r"\bottomrule", r"\endfoot"]
    lines += [rf"{_breakable(_symbols(row))} \addlinespace" for row in rows[:-2]]
    return "\n".join([*lines, r"\end{longtable}}"]) + "\n"


def _symbols(row: str) -> str:
    r"""With commands for characters.

    >>> _symbols("ŝ₁ ≺ 𝒟 σ̂")
    '$\\hat{s}$$_1$ $\\prec$ $\\mathcal{D}$ $\\hat{\\sigma}$'
    """
    spelled = "".join(SYMBOLS[c] if c in SYMBOLS else _apart(c) for c in row)
    for accent, name in ACCENTS.items():
        spelled = re.sub(rf"\$([^$]*)\${accent}|(\w){accent}", rf"$\\{name}{{\1\2}}$", spelled)
    return spelled


def _apart(character: str) -> str:
    """A letter and its accent; a script letter as the letter that it is."""
    if "SCRIPT CAPITAL" in unicodedata.name(character, ""):
        return rf"$\mathcal{{{unicodedata.normalize('NFKD', character)}}}$"
    apart = unicodedata.normalize("NFD", character)
    return apart if apart[1:] in ACCENTS else character


def _breakable(row: str) -> str:
    """A row whose formulas and ids may go on in the next line of their cells."""
    return re.sub(r"(?=\\textbackslash\{\})|(?<=[/=,)])(?=[^ &])", r"\\allowbreak{}", row)
