"""The manual in a real browser: on any width, light and dark, without another host; filter boxes leave what has the
words typed into them.
"""

import threading
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer

import pytest

from tests.manual import built, pages

CLAIMS = "_made/papers/claims-ferrante-2019.html"
WIDTHS = (1280, 390)


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *words):
        pass


@pytest.fixture(scope="session")
def manual():
    pytest.importorskip("sphinx", reason="needs Sphinx: pip install 'intervale[docs]'")
    return built()


@pytest.fixture(scope="session")
def address(manual):
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(manual)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/"
    server.shutdown()
    server.server_close()


@pytest.fixture
def opened(browser, address):
    """Opens pages; whatever is said on the console fails the test, and so does every request to another host."""
    contexts, wrong = [], []

    def open_page(name="index.html", *, width=1280, scheme="light", script=True):
        context = browser.new_context(
            viewport={"width": width, "height": 900}, color_scheme=scheme, java_script_enabled=script
        )
        contexts.append(context)
        page = context.new_page()
        page.on("console", lambda message: wrong.append(message.text))
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.on("request", lambda asked: None if asked.url.startswith((address, "data:")) else wrong.append(asked.url))
        page.goto(address + name)
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert not wrong


def names(manual):
    return [page.relative_to(manual).as_posix() for page in pages(manual)]


@pytest.mark.parametrize("width", WIDTHS)
def test_no_page_scrolls_sideways(opened, manual, address, width):
    """All pages, in one browser tab: nothing on the console, nothing from elsewhere."""
    page = opened(width=width)
    wide = []
    for name in names(manual):
        page.goto(address + name)
        if page.evaluate("document.documentElement.scrollWidth > innerWidth"):
            wide.append(name)
    assert wide == []


def test_four_groups(opened):
    page = opened()
    captions = page.locator(".sidebar-tree .caption-text").all_text_contents()
    assert captions == ["Use", "Understand", "Reference", "The papers checked"]


def shown(page, what):
    return page.locator(f"{what}:visible").count()


def test_a_filter_leaves_the_claims_with_the_word(opened):
    page = opened(CLAIMS)
    entries = "#section-by-section ul > li"
    everything = shown(page, entries)
    assert everything > 100
    assert page.locator("form.filter output").text_content() == ""
    page.get_by_label("Filter").fill("misprint")
    left = page.locator(f"{entries}:visible").all_text_contents()
    assert 0 < len(left) < everything
    assert all("misprint" in text.lower() for text in left)
    assert page.locator("form.filter output").text_content() == f"{len(left)} of {everything} claims"
    page.get_by_label("Filter").fill("")
    assert shown(page, entries) == everything


def test_a_filter_leaves_the_rows_with_all_words(opened):
    page = opened("rankings-counterexamples.html")
    rows = "article tbody tr"
    everything = shown(page, rows)
    page.get_by_label("Filter").fill("nDCG symmetry")
    few = page.locator(f"{rows}:visible").all_text_contents()
    page.get_by_label("Filter").fill("nDCG")
    more = page.locator(f"{rows}:visible").all_text_contents()
    assert len(few) <= len(more) < everything
    assert more
    assert all("nDCG" in text for text in more)
    page.get_by_label("Filter").fill("no such word")
    assert shown(page, rows) == 0


@pytest.mark.parametrize("name", ["measures.html", "rankings-table.html", "rankings-counterexamples.html", CLAIMS])
def test_the_example_in_a_box_is_found(opened, name):
    page = opened(name)
    box = page.locator("form.filter").first
    example = box.locator("input").get_attribute("placeholder").removeprefix("words, such as ")
    box.locator("input").fill(example)
    assert int(box.locator("output").text_content().split()[0]) > 0


def test_options_are_not_broken(opened):
    page = opened("tutorial.html", width=390)
    heights = page.locator("article p code.literal span.pre").evaluate_all(
        "all => all.filter(one => one.textContent.length < 20).map(one => one.getClientRects().length)"
    )
    assert len(heights) > 20
    assert set(heights) == {1}


def test_a_word_with_a_capital_is_taken_as_it_is_written(opened):
    page = opened("measures.html")
    page.get_by_label("Filter").last.fill("AP")
    left = page.locator("form.filter + .table-wrapper").last.locator("tbody tr:visible").all_text_contents()
    assert any("AP" in text for text in left)
    assert not any(text.startswith("Success") for text in left)


def test_an_address_may_bring_the_word(opened):
    page = opened(f"{CLAIMS}?filter=001/example-11/maximal")
    assert shown(page, "#section-by-section ul > li") == 1


def test_without_a_script_everything_stands(opened):
    with_script, without = opened(CLAIMS), opened(CLAIMS, script=False)
    entries = "#section-by-section ul > li"
    assert shown(without, entries) == shown(with_script, entries) > 100
    assert without.locator("form.filter").count() == 0


@pytest.mark.parametrize(("width", "scheme"), [(1280, "light"), (390, "dark")])
@pytest.mark.parametrize("name", ["index.html", "theory.html", "gallery.html", "measures.html", CLAIMS, "api.html"])
def test_people_can_read_it(opened, serious, name, width, scheme):
    assert serious(opened(name, width=width, scheme=scheme)) == []


def test_pictures_stand_on_paper_in_the_dark(opened):
    page = opened(scheme="dark")
    assert (
        page.locator("article img").first.evaluate("one => getComputedStyle(one).backgroundColor")
        == "rgb(255, 255, 255)"
    )
