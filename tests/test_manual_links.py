"""Every link of README.md, the manual and the built manual leads somewhere: file and anchor. Links to other hosts are
written as addresses of hosts that are known here; nothing is fetched.
"""

import re
from functools import cache
from html.parser import HTMLParser
from urllib.parse import unquote, urlsplit

import pytest

from tests.manual import ROOT, built, pages

HOSTS = {"arxiv.org", "doi.org", "github.com", "keepachangelog.com", "pradyunsg.me", "semver.org", "www.sphinx-doc.org"}
HOSTS |= {"typer.tiangolo.com"}  # in the reference of plug-ins: what an option is
ELSEWHERE = ("gallery/",)
"""What ``make docs`` puts beside the manual: the gallery of the explorer, which has tests of its own."""
LINK = re.compile(r"(?<!!)\[[^\]]*\]\(([^)\s]+)\)|!\[[^\]]*\]\(([^)\s]+)\)")
FENCE = re.compile(r"^(`{3,}).*?^\1", re.MULTILINE | re.DOTALL)
PAGES = [*ROOT.glob("*.md"), ROOT / "papers" / "README.md", ROOT / "bench" / "README.md"]


class Links(HTMLParser):
    """The anchors of a page, and where its links lead."""

    def __init__(self):
        super().__init__()
        self.anchors, self.links = {""}, []

    def handle_starttag(self, tag, attributes):
        given = dict(attributes)
        self.anchors |= {given[key] for key in ("id", "name") if given.get(key)}
        self.links += [given[key] for key in ("href", "src") if given.get(key) is not None]


@cache
def read(path):
    page = Links()
    page.feed(path.read_text("utf-8"))
    return page


@pytest.fixture(scope="module")
def manual():
    pytest.importorskip("sphinx", reason="needs Sphinx: pip install 'intervale[docs]'")
    return built()


def leads_nowhere(path, link, root):
    """Why a link of a built page is wrong; None where it is right."""
    parts = urlsplit(link)
    if parts.scheme or parts.netloc:
        return None  # looked at below
    target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
    if target.is_dir():
        target /= "index.html"
    if not target.is_relative_to(root):
        return "outside of the manual"
    if target.relative_to(root).as_posix().startswith(ELSEWHERE):
        return None
    if not target.is_file():
        return "no such file"
    if target.suffix == ".html" and unquote(parts.fragment) not in read(target).anchors:
        return "no such anchor"
    return None


def test_links_of_the_built_manual(manual):
    assert len(pages(manual)) > 60
    root = manual.resolve()
    found = [(page.resolve(), link) for page in pages(manual) for link in read(page.resolve()).links]
    assert len(found) > 5000
    wrong = {(page.name, link): why for page, link in found if (why := leads_nowhere(page, link, root)) and link != "#"}
    assert wrong == {}


def test_addresses_of_other_hosts(manual):
    links = {link for page in pages(manual) for link in read(page.resolve()).links}
    others = [urlsplit(link) for link in sorted(links) if urlsplit(link).scheme not in ("", "data", "mailto")]
    assert [one.geturl() for one in others if one.scheme != "https" or one.hostname not in HOSTS] == []
    dois = [one.path for one in others if one.hostname == "doi.org"]
    assert dois
    assert [doi for doi in dois if not re.fullmatch(r"/10\.\d{4,9}/\S+", doi)] == []
    assert [
        one.path for one in others if one.hostname == "arxiv.org" and not re.match(r"/abs/\d{4}\.\d{5}$", one.path)
    ] == []


def test_nothing_is_loaded_from_another_host(manual):
    for page in pages(manual):
        text = page.read_text("utf-8")
        loaded = re.findall(r"<(?:script|link|img|iframe)\b[^>]*(?:src|href)=\"(?:https?:)?//[^\"]+", text)
        assert [one for one in loaded if 'rel="canonical"' not in one] == [], page.name


def anchors(page):
    """The anchors of the headings of a Markdown page, as GitHub makes them."""
    heads = re.findall(r"^#+ (.+)$", FENCE.sub("", page.read_text("utf-8")), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", head.lower()).replace(" ", "-") for head in heads} | {""}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_links_of_pages_outside_the_manual(page):
    wrong = []
    for groups in LINK.findall(FENCE.sub("", page.read_text("utf-8"))):
        parts = urlsplit(next(filter(None, groups)))
        if parts.scheme:
            if parts.scheme != "https" or parts.hostname not in HOSTS:
                wrong.append(parts.geturl())
            continue
        target = (page.parent / parts.path).resolve() if parts.path else page
        if not target.exists() or (target.suffix == ".md" and parts.fragment not in anchors(target)):
            wrong.append(parts.geturl())
    assert wrong == []


def test_what_is_wrong_is_found(tmp_path):
    (tmp_path / "a.html").write_text('<a id="here"></a>')
    page = tmp_path / "b.html"
    page.write_text("")
    cases = {"a.html#here": None, "a.html": None, "a.html#there": "no such anchor", "c.html": "no such file"}
    cases |= {"../c.html": "outside of the manual", "#here": "no such anchor", "https://arxiv.org/x": None}
    assert {link: leads_nowhere(page, link, tmp_path) for link in cases} == cases
