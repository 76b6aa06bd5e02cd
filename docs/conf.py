"""Sphinx configuration. Pages and figures that can be made from the code are made first, in ``docs/_made``."""

import re
import sys
from pathlib import Path
from typing import Any

from sphinx.application import Sphinx

HERE = Path(__file__).resolve().parent
MADE = HERE / "_made"
sys.path.insert(0, str(HERE))

import build_api  # noqa: E402
import build_commands  # noqa: E402
import build_figures  # noqa: E402
import build_papers  # noqa: E402

import intervale  # noqa: E402

project = "intervale"
copyright = "the intervale authors"
release = version = intervale.__version__

extensions = ["myst_nb", "sphinx.ext.autodoc"]
exclude_patterns = ["_build", "**.ipynb_checkpoints"]
myst_enable_extensions = ["attrs_inline", "colon_fence", "deflist"]
myst_heading_anchors = 3

nb_execution_mode = "force"
nb_execution_raise_on_error = True
nb_execution_timeout = 600
nb_execution_in_temp = True  # they write files
nb_merge_streams = True
nb_ipywidgets_js: dict[str, dict[str, str]] = {}  # no script from elsewhere

smartquotes = False  # --interval stays what one types
highlight_language = "text"
autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_preserve_defaults = True
autodoc_mock_imports = build_api.tools()

html_theme = "furo"
html_title = f"intervale {release}"
html_static_path = ["_static"]
html_favicon = "_static/favicon.svg"
html_css_files = ["manual.css"]
html_js_files = [("manual.js", {"defer": "defer"})]
html_show_sourcelink = False
html_copy_source = False
html_theme_options = {
    "light_css_variables": {"color-brand-primary": "#1f5f99", "color-brand-content": "#1f5f99"},
    "dark_css_variables": {"color-brand-primary": "#7fb8ea", "color-brand-content": "#7fb8ea"},
}

NAMES = re.compile(r"^\| (`.*?`) \| ", re.MULTILINE)


def names_lead_to_the_reference(app: Sphinx, page: str, source: list[str]) -> None:
    """Names in the tables of the page on the Python interface become links."""
    if page == "api":
        source[0] = NAMES.sub(lambda row: re.sub(r"`(\w+)`", r"{py:obj}`~intervale.\1`", row[0]), source[0])


def captions_have_a_level(app: Sphinx, page: str, template: str, context: dict[str, Any], tree: Any) -> None:
    """Sphinx makes the captions of groups headings without a level, which readers of screens need."""
    shown = context.get("furo_navigation_tree", "")
    context["furo_navigation_tree"] = shown.replace('role="heading"', 'role="heading" aria-level="2"')


def setup(app: Sphinx) -> None:
    made = [
        *build_api.write(MADE / "api"),
        *build_commands.write(MADE / "commands"),
        *build_figures.write(MADE / "figures"),
        *build_papers.write(HERE.parent / "papers" / "docs", MADE / "papers"),
    ]
    for path in {path for path in MADE.rglob("*.*") if path.is_file()} - {path.resolve() for path in made}:
        path.unlink()  # of an earlier build
    app.connect("source-read", names_lead_to_the_reference)
    app.connect("html-page-context", captions_have_a_level, priority=900)  # after the theme
