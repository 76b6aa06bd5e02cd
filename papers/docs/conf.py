"""Sphinx configuration."""

project = "intervale-papers"
copyright = "the intervale authors"

extensions = ["myst_parser"]
myst_enable_extensions = ["colon_fence", "deflist", "dollarmath"]
myst_heading_anchors = 3

highlight_language = "text"

html_theme = "furo"
html_title = "intervale-papers"
