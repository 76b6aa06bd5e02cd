"""The report in a real browser: it opens, sorts, searches, shows topics and prints, also without eyes or mouse."""

import json
import shutil
from pathlib import Path

import numpy as np
import pytest

import intervale as iv
from intervale.data.made_up import made_up_collection

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"]
FLAGS += ["--disable-component-update", "--disable-sync"]
MEASURES = ["nDCG@10", "P@10", "RR@10", "AP@10"]
NASTY = '<img src=x onerror="document.title=1">"\'&amp; 😀'


@pytest.fixture(scope="session")
def browser():
    if CHROMIUM is None:
        pytest.skip("needs Chromium, which is not installed (make browser installs Debian's)")
    sync_api = pytest.importorskip("playwright.sync_api", reason="needs playwright: pip install 'intervale[browser]'")
    with sync_api.sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield started
        started.close()


@pytest.fixture(scope="session")
def collection():
    qrels, runs = made_up_collection()
    names = dict(zip(runs, [*list(runs)[:-1], NASTY + "x" * 150], strict=True))
    return qrels, {names[name]: run for name, run in runs.items()}


@pytest.fixture(scope="session")
def report(collection, tmp_path_factory):
    """The page of the made-up collection, one of its systems with a name that would like to be HTML."""
    path = tmp_path_factory.mktemp("report") / "report.html"
    iv.report(iv.evaluate(*collection, MEASURES, interval=True), path, title="A <b>made-up</b> collection")
    return path


@pytest.fixture
def page(browser, report):
    """The open page; errors on its console fail the test, and so does every request for another file."""
    context = browser.new_context(viewport={"width": 1200, "height": 900})
    opened = context.new_page()
    wrong = []
    opened.on("console", lambda message: wrong.append(message.text) if message.type == "error" else None)
    opened.on("pageerror", lambda error: wrong.append(str(error)))
    opened.on(
        "request", lambda asked: wrong.append(asked.url) if not asked.url.startswith(("file:", "data:")) else None
    )
    opened.goto(report.as_uri())
    opened.wait_for_selector("#chart-heat canvas")
    yield opened
    context.close()
    assert not wrong


def systems(page):
    return page.eval_on_selector_all("#board tbody tr:not([hidden])", "rows => rows.map(row => row.dataset.system)")


def test_it_opens_with_all_sections(page):
    headings = page.eval_on_selector_all("h2", "all => all.map(one => one.textContent)")
    words = (
        "collection",
        "Leaderboard",
        "Topic by topic",
        "Decisions",
        "scale",
        "What the differences rest on",
        "Method",
    )
    for word in words:
        assert any(word in heading for heading in headings)
    charts = page.eval_on_selector_all(
        ".chart", "all => all.map(one => [one.id, one.querySelector('svg,canvas') !== null])"
    )
    assert len(charts) >= 6
    assert all(drawn for _, drawn in charts), charts
    labels = page.eval_on_selector_all(".chart", "all => all.map(one => [one.getAttribute('role'), one.ariaLabel])")
    assert all(role == "img" and label and "Vega" not in label for role, label in labels), labels


def test_terms_are_explained_on_focus(page):
    term = page.locator("dfn").first
    term.focus()
    shown = term.evaluate("one => getComputedStyle(one, '::after').content")
    assert len(shown) > 20
    described = term.get_attribute("aria-describedby")
    assert page.locator(f"#{described}").count() == 1


def test_names_are_text(page):
    assert page.title() == "A <b>made-up</b> collection – intervale report"
    assert any(name.startswith(NASTY) for name in systems(page))
    assert page.locator("img").count() == 0


def test_sorting(page):
    head = page.locator("#board thead th").nth(1)
    numbers = "rows => rows.map(row => Number(row.cells[1].dataset.value))"
    head.locator("button").click()
    shown = page.eval_on_selector_all("#board tbody tr", numbers)
    assert shown == sorted(shown, reverse=True)
    assert head.get_attribute("aria-sort") == "descending"
    head.locator("button").press("Enter")  # by keyboard
    shown = page.eval_on_selector_all("#board tbody tr", numbers)
    assert shown == sorted(shown)
    assert head.get_attribute("aria-sort") == "ascending"
    page.locator("#board thead th").nth(0).locator("button").click()
    assert systems(page) == sorted(systems(page), key=str.lower)


def test_searching(page):
    page.get_by_label("Search systems").fill("BOREAL")
    assert systems(page) == ["borealis"]
    assert page.locator("#count").text_content() == "1 of 4 systems"
    page.get_by_label("Search systems").fill("")
    assert len(systems(page)) == 4


def test_numbers_equal_the_parquet(page, collection, tmp_path):
    saved = tmp_path / "scores.parquet"
    iv.evaluate(*collection, [*MEASURES, *(f"interval({measure})" for measure in MEASURES)]).save(saved)
    table = iv.read_scores(saved)
    heads = page.eval_on_selector_all("#board thead th", "all => all.map(one => one.textContent.trim())")[1:]
    assert sorted(heads) == sorted(table.names)
    cells = page.eval_on_selector_all(
        "#board tbody tr",
        "rows => rows.map(row => [row.dataset.system, [...row.cells].slice(1).map(c => c.dataset.value)])",
    )
    for system, means in cells:
        assert [float(x) for x in means] == pytest.approx([table.mean(system, name) for name in heads], abs=1e-12)
    data = json.loads(page.locator("#data").text_content())
    for name in heads:
        assert np.allclose(np.array(data["scores"][name], dtype=float), table.matrix(name), atol=1e-6)


def test_the_topic_view(page, collection):
    """Two runs side by side, and their relation as the order has it, for all pairs and topics."""
    judged = iv.judge(*collection)
    swap = iv.order("rank-swap")
    grades = judged.grades[:, :, :10]
    topics, names = list(judged.topics.names), list(judged.systems)
    for t in range(0, len(topics), 3):
        page.get_by_label("Topic", exact=True).select_option(topics[t])
        for a, b in ((0, 1), (2, 1), (3, 0)):
            page.locator("#first").select_option(names[a])
            page.locator("#second").select_option(names[b])
            above, below = swap.leq(grades[b, t], grades[a, t]), swap.leq(grades[a, t], grades[b, t])
            said = page.locator("#relation").text_content()
            if above and below:
                assert "are the same" in said
            elif above or below:
                better, worse = (names[a], names[b]) if above else (names[b], names[a])
                assert said.startswith(f"{better} is better than {worse} here by any sensible measure")
            else:
                assert said.startswith("Not comparable")
            shown = page.eval_on_selector_all(
                "#pair-runs tbody tr",
                "rows => rows.slice(1).map(row => [...row.cells].slice(1).map(c => c.textContent))",
            )
            marks = [[0 if mark in ("–", "") else int(mark) for mark in row] for row in shown]
            assert marks == [grades[a, t].tolist(), grades[b, t].tolist()]


def test_a_press_on_the_heat_map_opens_the_topic(page):
    page.locator("#topic").select_option(index=0)
    canvas = page.locator("#chart-heat canvas")
    before = page.locator("#pair-scores tbody").inner_text()
    canvas.scroll_into_view_if_needed()
    box = canvas.bounding_box()
    page.mouse.click(box["x"] + box["width"] * 0.5, box["y"] + 22)
    page.wait_for_function("old => document.querySelector('#pair-scores tbody').innerText !== old", arg=before)
    assert page.locator("#first").input_value() == systems(page)[0]  # the row that was pressed is that of the best
    title = page.locator("#pair-title").text_content()
    assert title.startswith(f"Topic {page.locator('#topic').input_value()}: {systems(page)[0]} and ")
    page.locator("#heat-measure").select_option("P@10")
    page.wait_for_selector("#chart-heat canvas")
    assert page.locator("#chart-heat").get_attribute("aria-label").startswith("Heat map")


def test_print_cuts_no_table(browser, report):
    context = browser.new_context(viewport={"width": 794, "height": 1123})  # A4
    opened = context.new_page()
    opened.goto(report.as_uri())
    opened.wait_for_selector("#chart-heat canvas")
    opened.emulate_media(media="print")
    opened.evaluate("dispatchEvent(new Event('beforeprint'))")
    assert opened.locator("details:not([open])").count() == 0
    cut = opened.eval_on_selector_all(
        "table",
        "all => all.filter(t => t.offsetParent)"
        ".filter(t => t.getBoundingClientRect().right > document.documentElement.clientWidth + 1)"
        ".map(t => t.id || t.caption?.textContent)",
    )
    assert cut == []
    assert len(opened.pdf()) > 10_000
    context.close()


@pytest.mark.parametrize("width", [390, 1200])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_nothing_serious_for_axe(browser, report, width, scheme):
    axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="needs axe-playwright-python")
    context = browser.new_context(viewport={"width": width, "height": 900}, color_scheme=scheme)
    opened = context.new_page()
    opened.goto(report.as_uri())
    opened.wait_for_selector("#chart-heat canvas")
    found = axe.Axe().run(opened).response["violations"]
    serious = [one for one in found if one["impact"] in ("serious", "critical")]
    assert [(one["id"], one["nodes"][0]["html"][:120]) for one in serious] == []
    assert opened.evaluate("document.documentElement.scrollWidth <= window.innerWidth")  # no sideways scrolling
    context.close()


def test_many_topics(browser, tmp_path):
    """A heat map of 1,600 topics, and one that a run lacks and is left out."""
    qrels = {str(t): {"a": 1, "b": 1} for t in range(1600)}
    runs = {
        "A": {str(t): {"a": 2.0, "x": 1.0} for t in range(1, 1600)},
        "B": {str(t): {"x": 2.0, "b": 1.0} for t in range(1600)},
    }
    path = tmp_path / "many.html"
    iv.report(iv.evaluate(qrels, runs, ["RR@2"], missing="drop"), path, figures=tmp_path / "figures")
    context = browser.new_context()
    opened = context.new_page()
    wrong = []
    opened.on("pageerror", lambda error: wrong.append(str(error)))
    opened.goto(path.as_uri())
    opened.wait_for_selector("#chart-heat canvas")
    opened.locator("#topic").select_option("0")
    assert "A has no documents for this topic" in opened.locator("#relation").text_content()
    assert wrong == []
    context.close()


def test_arrows_do_not_widen_a_phone(browser, tmp_path):
    """Systems that change places on the interval scale: words for screen readers stay inside the table."""
    qrels = {str(t): {"a": 1} for t in range(4)}
    first = {"A": (1, 4, 4, 4), "B": (2, 2, 2, 2), "C": (3, 3, 3, 2), "D": (5, 5, 5, 5)}
    runs = {
        s: {str(t): {("a" if n == at else f"x{n}"): float(9 - n) for n in range(1, 7)} for t, at in enumerate(ranks)}
        for s, ranks in first.items()
    }
    path = tmp_path / "arrows.html"
    iv.report(iv.evaluate(qrels, runs, ["RR@6", "P@6", "AP@6"], interval=True), path)
    context = browser.new_context(viewport={"width": 390, "height": 800})
    opened = context.new_page()
    opened.goto(path.as_uri())
    opened.wait_for_selector("#chart-heat canvas")
    assert opened.locator("#board .up, #board .down").count() > 0
    assert opened.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
    context.close()


def test_a_report_of_scores_alone(browser, collection, tmp_path):
    matrix, path = tmp_path / "scores.csv", tmp_path / "report.html"
    iv.evaluate(*collection, MEASURES).to_pandas().to_csv(matrix, index=False)
    iv.report(iv.read_scores(matrix), output=path)
    context = browser.new_context()
    opened = context.new_page()
    opened.goto(Path(path).as_uri())
    opened.wait_for_selector("#chart-heat canvas")
    assert "made from scores" in opened.locator("#relation").text_content()
    context.close()
