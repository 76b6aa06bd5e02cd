"""The explorer in a real browser: every control by mouse and by keyboard, back and reload, copying, runs, both widths,
light and dark; without a message on the console, or a request to anywhere else."""

import re
import subprocess
import sys

import pytest

from intervale.data.made_up import made_up_collection, write_trec

pytest.importorskip("starlette", reason="needs the extra 'web': pip install 'intervale[web]'")

DESIGN = "?m=RBP&p=0.8&n=4&c=1&g=0,1&o=rank-swap"
ORDINAL = "RBP ranks lists correctly, but its steps are not equal."


@pytest.fixture(scope="module")
def address():
    """The address that the command prints, while it runs."""
    words = [sys.executable, "-c", "from intervale.cli import main; main()", "explore", "--no-open"]
    started = subprocess.Popen(words, stderr=subprocess.PIPE, text=True)
    yield re.search(r"open (\S+)", started.stderr.readline())[1]
    started.terminate()
    started.wait()
    started.stderr.close()


@pytest.fixture
def opened(browser, address):
    """Opens pages; what is on the console fails the test, and so does every request to another server."""
    contexts, wrong = [], []
    server = address.partition("?")[0]
    own = (server, "data:")

    def open_page(path="", *, width=1280, scheme="light", script=True, strict=True):
        context = browser.new_context(
            viewport={"width": width, "height": 900}, color_scheme=scheme, java_script_enabled=script
        )
        contexts.append(context)
        context.grant_permissions(["clipboard-read", "clipboard-write"], origin=server.rstrip("/"))
        page = context.new_page()
        page.set_default_timeout(20_000)
        if strict:
            page.on("console", lambda message: wrong.append(message.text))
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.on("request", lambda asked: None if asked.url.startswith(own) else wrong.append(asked.url))
        page.goto(address)
        page.goto(server + path)
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert wrong == []


def shows(page, words, selector="#headline"):
    page.wait_for_function(
        "([where, words]) => document.querySelector(where)?.textContent.includes(words)", arg=[selector, words]
    )


def query(page):
    return "?" + page.url.partition("?")[2]


def fits(page):
    return page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")


# ---------------------------------------------------------------- controls


def test_it_opens_with_the_answer(opened):
    page = opened()
    assert page.locator("h1").text_content() == ORDINAL
    assert page.locator(".tile").count() == 4
    assert page.locator(".hasse .run").count() == 16
    assert page.locator(".hasse .add").all_text_contents() == ["+0.102", "+0.026"]
    assert page.locator(".ruler.own").count() == 16
    assert page.locator(".tall tbody tr").count() == 16
    assert "token" not in page.url


def test_every_control_by_mouse(opened):
    page = opened(DESIGN)
    page.locator("#m").select_option("DCG")
    shows(page, "DCG ranks lists correctly")
    assert query(page) == "?m=DCG&n=4&c=1&g=0,1&o=rank-swap"
    page.locator("#c").fill("2")
    page.locator("#c").blur()
    shows(page, "grades 0 to 2", ".title")
    page.locator("#dcg").select_option("exp-log2")
    shows(page, "exp-log2", ".title")
    assert page.locator("#g").is_disabled()
    page.locator("#dcg").select_option("log2")
    shows(page, "DCG@4", ".title")
    page.locator("#g").fill("0, 1, 3")
    page.locator("#g").blur()
    shows(page, "DCG(gains={2:3})@4", ".title")
    page.locator("#base").fill("2")
    page.locator("#base").blur()
    shows(page, "base=2", ".title")
    page.locator("#o").select_option("rank-total")
    shows(page, "DCG contradicts this order")
    page.locator("#n").fill("2")
    page.locator("#n").blur()
    shows(page, "9 lists", ".state")
    assert query(page) == "?m=DCG&base=2&n=2&c=2&g=0,1,3&o=rank-total"


def test_the_slider(opened):
    page = opened(DESIGN)
    box = page.locator("#p-slider").bounding_box()
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    shows(page, "RBP(p=0.5)@4", ".title")
    assert page.locator("#p").input_value() == "0.5"
    page.locator("#p-slider").focus()
    page.keyboard.press("ArrowRight")
    shows(page, "RBP(p=0.51)@4", ".title")
    assert page.evaluate("document.activeElement.id") == "p-slider"
    page.keyboard.press("ArrowRight")
    shows(page, "RBP(p=0.52)@4", ".title")
    page.locator("#p").fill("1/3")
    page.locator("#p").press("Enter")
    shows(page, "RBP(p=1/3)@4", ".title")
    assert "p=1/3" in page.url


def test_by_keyboard_alone(opened):
    page = opened(DESIGN)
    for _ in range(12):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.id") == "m":
            break
    page.keyboard.press("ArrowDown")  # the next measure
    shows(page, "gRBP ranks lists correctly")
    assert page.evaluate("document.activeElement.id") == "m"
    page.keyboard.press("ArrowUp")
    shows(page, "Rank-biased precision: the reader", "#about")
    while page.evaluate("document.activeElement.id") != "n":
        page.keyboard.press("Tab")
    page.keyboard.press("ArrowDown")  # one document less
    shows(page, "8 lists", ".state")
    while page.evaluate("document.activeElement.id") != "run-111":
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    shows(page, "111 scores 0.488", "#picked")
    assert page.evaluate("document.activeElement.id") == "run-111"
    page.keyboard.press("Shift+Tab")
    assert page.evaluate("document.activeElement.id") == "run-110"
    page.keyboard.press("Enter")
    shows(page, "111 is better than 110: 1 step up", "#picked")
    assert page.url.endswith("&r=111,110")
    while page.evaluate("document.activeElement.tagName") != "SUMMARY":
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    assert page.locator("details .properties li").first.is_visible()


def test_press_one_list_and_then_another(opened):
    page = opened(DESIGN)
    page.locator("#run-0001").click()
    shows(page, "0001 scores 0.102", "#picked")
    assert query(page) == DESIGN + "&r=0001"
    page.locator("#run-1000").click()
    shows(page, "1000 is better than 0001: 3 steps up, which adds 0.098.", "#picked")
    assert page.locator("#picked li").count() == 3
    assert page.locator(".edge.path").count() == 3
    page.locator("#run-0011").click()
    shows(page, "0011 scores 0.230", "#picked")
    page.locator("#run-0011").click()
    shows(page, "Press a list", "#picked")
    assert query(page) == DESIGN


def test_back_and_reload(opened):
    page = opened(DESIGN)
    page.locator("#m").select_option("AP")
    shows(page, "AP ranks lists correctly")
    page.locator("#o").select_option("rank-total")
    shows(page, "AP contradicts this order")
    before = page.locator("main").inner_text()
    page.reload()
    assert page.locator("main").inner_text() == before
    page.go_back()
    shows(page, "AP ranks lists correctly, but")
    assert page.locator("#o").input_value() == "rank-swap"
    page.go_back()
    shows(page, ORDINAL)
    assert page.locator("#m").input_value() == "RBP"
    page.go_forward()
    shows(page, "AP ranks lists correctly, but")


def test_what_is_being_written_stays(opened):
    """An answer that comes while somebody is writing in another field takes nothing away."""
    page = opened(DESIGN)
    page.locator("#o").select_option("rank-total")
    page.locator("#p").focus()
    page.keyboard.press("End")
    page.keyboard.type("5")
    page.wait_for_load_state("networkidle")
    assert page.locator("#p").input_value() == "0.85"
    assert page.evaluate("document.activeElement.id") == "p"
    page.keyboard.press("Enter")
    shows(page, "RBP(p=0.85)@4 · grades 0 to 1 · order rank-total", ".title")


def test_an_answer_that_waited_comes_when_the_field_is_left(opened):
    page = opened(DESIGN)
    page.locator("#o").select_option("rank-total")
    page.locator("#p").focus()
    page.keyboard.press("End")
    page.keyboard.type("5")
    page.wait_for_load_state("networkidle")
    page.keyboard.press("Backspace")  # as it was: the browser sees no change
    page.keyboard.press("Tab")
    shows(page, "RBP(p=0.8)@4 · grades 0 to 1 · order rank-total", ".title")


@pytest.mark.parametrize("pause", [0, 10, 25, 40, 80])
def test_changes_that_come_before_the_answer_are_not_lost(opened, pause):
    page = opened(DESIGN, strict=False)  # requests that were overtaken are noted on the console
    page.locator("#m").select_option("AP")
    page.wait_for_timeout(pause)
    page.locator("#n").fill("3")
    page.locator("#n").blur()
    page.wait_for_timeout(pause)
    page.locator("#o").select_option("rank-total")
    shows(page, "AP@3 · grades 0 to 1 · order rank-total", ".title")
    assert query(page) == "?m=AP&n=3&c=1&g=0,1&o=rank-total"


def test_copying(opened):
    page = opened(DESIGN)
    page.get_by_role("button", name="Copy link").click()
    shows(page, "Copied", "#said")
    assert page.evaluate("navigator.clipboard.readText()").endswith("/" + DESIGN)
    page.locator("#m").select_option("AP")
    shows(page, "AP ranks lists correctly")
    page.get_by_role("button", name="Copy Python").click()
    shows(page, "Copied", '[data-copy="python"]')
    text = page.evaluate("navigator.clipboard.readText()")
    assert text.startswith("import intervale as iv")
    assert 'iv.scale("AP@4", length=4, grades=1, order="rank-swap")' in text


def test_the_picture_is_saved(opened):
    page = opened(DESIGN)
    with page.expect_download() as saved:
        page.get_by_role("link", name="Save SVG").click()
    assert saved.value.suggested_filename == "RBP-rank-swap-4.svg"
    with open(saved.value.path(), encoding="utf-8") as file:
        assert file.read().startswith("<svg xmlns=")


def test_a_wrong_number_is_told_and_can_be_corrected(opened):
    page = opened(DESIGN, strict=False)  # the browser itself notes an answer of 400 on the console
    page.locator("#p").fill("7")
    page.locator("#p").press("Enter")
    shows(page, "Persistence p must be a number above 0 and below 1.")
    page.locator("#p").fill("0.6")
    page.locator("#p").press("Enter")
    shows(page, ORDINAL)
    assert page.locator(".title").text_content().startswith("RBP(p=0.6)@4")


def test_without_a_script(opened):
    page = opened(DESIGN, script=False)
    page.locator("#m").select_option("P")
    page.locator("#n").fill("3")
    page.get_by_role("button", name="Show").click()
    assert page.locator("h1").text_content().startswith("P never contradicts this order")
    page.locator("#run-010").click()
    assert "010 scores 0.333" in page.locator("#picked").text_content()
    assert not page.get_by_role("button", name="Copy link").is_visible()


def test_a_large_diagram_begins_at_its_example(opened):
    page = opened("?m=AP&n=8&o=rank-swap")
    assert page.locator(".hasse .run").count() == 256
    inside = """() => {
      const [box, frame] = [".lit rect", ".picture"].map((one) => document.querySelector(one).getBoundingClientRect());
      return box.left >= frame.left && box.right <= frame.right && box.bottom <= frame.bottom && box.top >= frame.top;
    }"""
    assert page.evaluate(inside)


# ---------------------------------------------------------------- runs


def test_runs(opened, tmp_path):
    names = write_trec(tmp_path, *made_up_collection())
    page = opened("runs")
    page.locator("#qrels").set_input_files(tmp_path / "qrels.txt")
    page.locator("#runs").set_input_files([tmp_path / name for name in names if name.endswith(".run")])
    shows(page, "4 files", "#drop")
    page.locator("#measures").fill("P@5, RR@5")
    page.get_by_role("button", name="Make the report").click()
    page.wait_for_selector(".job[data-status=done], .job[data-status=refused], .warn", timeout=180_000)
    assert page.locator(".job").get_attribute("data-status") == "done", page.locator("main").inner_text()
    frame = page.frame_locator("iframe.report")
    frame.locator("h1").first.wait_for()
    assert "aurora" in frame.locator("body").inner_text()
    inside = (
        "() => { try { return document.querySelector('iframe').contentWindow.document.title } catch { return null } }"
    )
    assert page.evaluate(inside) is None  # it has an origin of its own
    assert fits(page)


def test_files_that_are_too_large_are_not_sent(opened, tmp_path):
    page = opened("runs")
    page.evaluate("document.getElementById('drop').dataset.most = 10")
    for name in ("qrels", "runs"):
        (tmp_path / name).write_text("1 0 a 1\n" * 10)
        page.locator(f"#{name}").set_input_files(tmp_path / name)
    page.get_by_role("button", name="Make the report").click()
    page.locator("#too-large").wait_for()
    assert page.url.endswith("/runs")


# ---------------------------------------------------------------- looks

PAGES = {
    "measure": DESIGN,
    "pressed": DESIGN + "&r=0001,1000",
    "wide": "?m=nDCG&n=8&o=rank-swap",
    "sets": "?m=P&o=set-replacement&c=2",
    "many": "?m=gRBP&p=1/3&g=0,1,3,9,27&n=12&c=4&o=induced",
    "topic": "?m=Rprec",
    "runs": "runs",
}


@pytest.mark.parametrize("width", [390, 1280])
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("name", PAGES)
def test_nothing_for_axe_and_nothing_wider_than_the_window(opened, name, scheme, width):
    axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="needs axe-playwright-python")
    page = opened(PAGES[name], width=width, scheme=scheme)
    for one in page.locator("details").all():
        one.locator("summary").click()
    found = axe.Axe().run(page).response["violations"]
    assert [(one["id"], one["nodes"][0]["html"][:120]) for one in found] == []
    assert fits(page)
    cut = """() => [...document.querySelectorAll('h1, h2, .say, .ask, label, button, .title')]
      .filter((one) => one.offsetParent && getComputedStyle(one).display !== 'inline')
      .filter((one) => one.scrollWidth > one.clientWidth + 1).map((one) => one.textContent)"""
    assert page.evaluate(cut) == []


def test_colours_follow_the_system(opened):
    colours = []
    for scheme in ("light", "dark"):
        page = opened(DESIGN, scheme=scheme)
        shown = "one => getComputedStyle(document.querySelector(one)).fill"
        colours.append([page.evaluate(shown, one) for one in (".hasse .run rect", ".hasse .name", ".hasse .score")])
    assert all(light != dark for light, dark in zip(*colours, strict=True))
