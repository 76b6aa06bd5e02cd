"""The report in a real browser: it opens, sorts, finds, compares, shows topics, copies and prints, by mouse and by
keyboard, on any width, light and dark; and what it says is what the terminal says.
"""

import json
import re
from urllib.parse import parse_qs, quote

import numpy as np
import pytest

import intervale as iv
from intervale.data.made_up import made_up_collection
from intervale.present.comparison import evidence_of
from intervale.present.wording import pair_of
from intervale.present.wording.texts import plain, signed
from tests.present.test_carry import random_evaluation

MEASURES = ["nDCG@10", "P@10", "RR@10", "AP@10"]
NASTY = '<img src=x onerror="document.title=1">"\'&amp; {a} 😀'


@pytest.fixture(scope="session")
def collection():
    qrels, runs = made_up_collection()
    names = dict(zip(runs, [*list(runs)[:-1], NASTY + "x" * 150], strict=True))
    return qrels, {names[name]: run for name, run in runs.items()}


@pytest.fixture(scope="session")
def report(collection, tmp_path_factory):
    """The page of the made-up collection, one of its systems with a name that would like to be HTML."""
    path = tmp_path_factory.mktemp("report") / "report.html"
    title, comment = "A <b>made-up</b> collection", "Seen <i>twice</i>.\nOnce more."
    iv.report(iv.evaluate(*collection, MEASURES, interval=True), path, title=title, comment=comment)
    return path


@pytest.fixture
def opened(browser):
    """Opens pages; whatever is said on the console fails the test, and so does every request for another file."""
    contexts, wrong = [], []

    def open_page(path, *, address="", width=1280, height=900, scheme="light"):
        context = browser.new_context(viewport={"width": width, "height": height}, color_scheme=scheme)
        contexts.append(context)
        page = context.new_page()
        page.on("console", lambda message: wrong.append(message.text))
        page.on("pageerror", lambda error: wrong.append(str(error)))
        own = ("file:", "data:")
        page.on("request", lambda asked: None if asked.url.startswith(own) else wrong.append(asked.url))
        page.goto(path.as_uri() + address)
        until(page, "document.querySelector('#verdict').textContent !== ''")
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert not wrong


@pytest.fixture
def page(opened, report):
    return opened(report)


def until(page, expression):
    """Wait for what is true soon; the policy of the page does not allow Playwright's own way."""
    for _ in range(100):
        if page.evaluate(expression):
            return
        page.wait_for_timeout(50)
    raise AssertionError(f"not so: {expression}")


def systems(page):
    return page.eval_on_selector_all("#board tbody tr", "rows => rows.map(row => row.dataset.system)")


def numbers(page, column):
    cells = f"rows => rows.map(row => Number(row.cells[{column}].textContent.replace('−', '-').replace('%', '')))"
    return page.eval_on_selector_all("#board tbody tr", cells)


# ------------------------------------------------------------ the answer


def test_it_opens_with_the_answer_and_all_sections(page):
    assert page.locator("h1:visible").inner_text().endswith("but the top is too close to call.")
    assert page.locator("h1:visible").bounding_box()["y"] < 200
    tiles = page.locator(".block:not([hidden]) .tile .ask").all_inner_texts()
    assert tiles == ["Who leads?", "Is the lead real?", "May I average this?", "Does the scale decide?"]
    headings = page.locator("h2").all_inner_texts()
    assert headings == [
        "Does the answer change with the measure?",
        "Leaderboard",
        "Compare two systems",
        "Topics",
        "Can I trust the scale?",
        "What may be said",
        "Method",
    ]
    assert page.locator(".comment p").inner_text() == "Seen <i>twice</i>.\nOnce more."


def test_names_are_text(page):
    assert page.title() == "A <b>made-up</b> collection – intervale report"
    assert any(name.startswith(NASTY) for name in systems(page))
    page.locator("#first").select_option(index=3)
    assert NASTY in page.locator("#verdict").inner_text()
    assert page.locator("img").count() == 0


def test_choosing_a_measure_changes_everything(page):
    page.get_by_label("Measure", exact=True).select_option("P@10")
    assert "P@10" in page.locator("h1:visible").inner_text()
    assert page.locator("#board thead th").nth(2).inner_text() == "P@10"
    assert page.locator("#board-about").inner_text().count("P@10") == 1
    assert page.locator("#every .chosen th").inner_text() == "P@10"
    assert page.locator(".advice:visible").first.inner_text().count("P@10") >= 1
    assert page.locator(".block:visible").count() == 2  # the answer, and sentences for a paper


# ------------------------------------------------------------ the leaderboard


def test_sorting(page):
    head = page.locator("#board thead th").nth(2)
    head.locator("button").click()
    assert numbers(page, 2) == sorted(numbers(page, 2), reverse=True)
    assert head.get_attribute("aria-sort") == "descending"
    head.locator("button").press("Enter")  # by keyboard, which keeps the focus
    assert numbers(page, 2) == sorted(numbers(page, 2))
    assert page.locator("#board thead th").nth(2).get_attribute("aria-sort") == "ascending"
    assert page.evaluate("document.activeElement.dataset.sort") == "c0"
    page.locator("#board thead button", has_text="System").click()
    assert systems(page) == sorted(systems(page), key=str.lower)
    page.locator("#board thead button", has_text="unjudged").click()
    assert page.locator("#board thead th[aria-sort]").count() == 1


def test_finding(page):
    page.get_by_label("Find a system").fill("BOREAL")
    assert systems(page) == ["borealis"]
    assert page.locator("#count").inner_text() == "1 of 4 systems"
    page.get_by_label("Find a system").fill("")
    assert len(systems(page)) == 4


def test_equal_steps_are_behind_a_switch(page, collection):
    table = iv.evaluate(*collection, MEASURES, interval=True)
    before = page.locator("#board thead th").all_inner_texts()
    page.get_by_label("Equal-step scores").check()
    heads = page.locator("#board thead th").all_inner_texts()
    assert "equal steps" in heads
    assert "equal steps" not in before
    shown = page.locator("#board tbody tr").first.locator("td").nth(heads.index("equal steps") - 1).inner_text()
    assert shown == f"{table.mean('aurora', 'interval(nDCG@10)'):.4f}"
    assert "by how many places" in page.locator("#board-note").inner_text()


def test_a_and_b_are_pressed_in_the_leaderboard(page):
    rows = page.locator("#board tbody tr")
    rows.nth(2).get_by_role("button", name="as A").click()
    assert page.locator("#first option:checked").inner_text() == "cirrus"
    assert page.evaluate("document.activeElement.getAttribute('aria-label')") == "cirrus as A"
    rows.nth(2).get_by_role("button", name="as B").press("Enter")  # the two change places
    assert page.locator("#second option:checked").inner_text() == "cirrus"
    assert page.locator("#first option:checked").inner_text() == "borealis"
    assert page.locator("#board [aria-pressed=true]").count() == 2


def test_many_systems_are_folded(opened, tmp_path):
    random = np.random.default_rng(0)
    scores = {f"system {n:03d}": (random.random(12) + n / 50).tolist() for n in range(130)}
    path = tmp_path / "many.html"
    found = iv.read_scores(scores, measure="points", scale="interval")
    iv.report(found, path, baseline="system 003", tests=["t"])
    page = opened(path)
    assert len(systems(page)) == 26  # the first, and the baseline
    page.get_by_role("button", name="Show all 130").click()
    assert len(systems(page)) == 130
    page.get_by_label("Find a system").fill("system 00")
    assert len(systems(page)) == 10
    cell = page.locator("#board tbody tr", has_text="system 009").locator("td").nth(4)
    table = iv.compare(found, tests=["t"], baseline="system 003").to_pandas().set_index(["a", "b"])
    wanted = table.loc[("system 009", "system 003")]
    assert cell.inner_text().split()[0] == signed(wanted["difference"])
    assert ("▲" in cell.inner_text()) == bool(wanted["significant"])
    page.locator("#first").select_option("9")
    page.locator("#second").select_option("90")
    assert page.locator("#verdict").inner_text().startswith("Not tested: system 090 has the higher mean points")
    assert page.locator("#checks .command").inner_text() == "intervale compare SCORES --pairs -m points"


# ------------------------------------------------------------ what it says is what the terminal says


def check_pairs(page, evaluation, found, said, names):
    """The panel of every pair by every measure: sentence, numbers, topics won."""
    ids = list(range(len(evaluation.systems)))
    for n, name in enumerate(names):
        page.locator("#measure").select_option(str(n))
        for a in ids:
            for b in ids[:a]:
                page.locator("#first").select_option(str(a))
                page.locator("#second").select_option(str(b))
                pair = pair_of(found.measures[name], said.measures[name], "t", a, b, found.alpha)
                shown = page.locator("#verdict").inner_text()
                assert shown == " ".join(str(pair).split())
                if pair.silent:
                    continue
                wins, _, losses = found.measures[name].wins(a, b)
                row = page.locator("#every tbody tr", has=page.locator(f"th:text-is({json.dumps(name)})"))
                cells = row.locator("td").all_inner_texts()
                turned = 1 if pair.larger == evaluation.systems[a] else -1
                assert cells[2] == signed(turned * pair.numbers.difference)
                assert cells[6] == f"{wins} : {losses}"
                if pair.numbers.ci is not None:
                    low, high = sorted(turned * x for x in pair.numbers.ci)
                    assert cells[3] == f"{signed(low)} to {signed(high)}"


@pytest.mark.parametrize("seed", range(20))
def test_random_tables_read_as_on_the_terminal(opened, tmp_path, seed):
    evaluation = random_evaluation(37 * seed + seed % 4)
    found = iv.compare(evaluation, tests=["t"])
    said = evidence_of(found)
    path = tmp_path / "random.html"
    iv.report(evaluation, path, tests=["t"])
    page = opened(path)
    check_pairs(page, evaluation, found, said, list(said.measures))
    for n, name in enumerate(said.measures):
        page.locator("#measure").select_option(str(n))
        ranking = [evaluation.systems[s] for s in found.measures[name].ranking]
        assert systems(page) == ranking
        best = found.measures[name].best
        tinted = page.eval_on_selector_all("#board tr.best", "rows => rows.map(row => row.dataset.system)")
        possible = [] if best is None else [s for s, yes in zip(evaluation.systems, best.possible, strict=True) if yes]
        assert sorted(tinted) == sorted(possible)


def test_numbers_equal_the_json(page, collection, tmp_path):
    saved = tmp_path / "scores.parquet"
    iv.evaluate(*collection, MEASURES).save(saved)
    table = iv.read_scores(saved)
    shown = page.evaluate(
        """() => Object.fromEntries(intervale.data.measures.map(m => [m.name, Array.from(m.table())]))"""
    )
    for name in MEASURES:
        assert shown[name] == table.matrix(name).ravel().tolist()
    heads = page.locator("#board thead th").all_inner_texts()
    for row in page.locator("#board tbody tr").all():
        cells = [row.locator("td,th").nth(n).inner_text() for n in range(len(heads))]
        for name in MEASURES:
            system = row.get_attribute("data-system")
            assert cells[heads.index(name)] == f"{table.mean(system, name):.4f}"


def test_numbers_are_written_as_in_python(page):
    random = np.random.default_rng(3)
    values = [0.0, 0.5, 0.03125, 0.09375, 0.00005, 0.15625, 0.28125, 1e-7, 2.5e-5, 123456.789, 1e300, 99.99995, 0.001]
    values += (random.random(300) * 10.0 ** random.integers(-8, 4, 300)).tolist()
    values += (random.integers(0, 64, 100) / 64).tolist()
    for sign in (1, -1):
        some = [sign * x for x in values]
        assert page.evaluate("all => all.map(intervale.plain)", some) == [plain(x) for x in some]
        assert page.evaluate("all => all.map(intervale.signed)", some) == [signed(x) for x in some]
        small = [x for x in some if 0 < abs(x) < 1e9]
        assert page.evaluate("all => all.map(intervale.fixed)", small) == [f"{x:.4f}".replace("-", "−") for x in small]


def test_the_checks_of_a_pair(page, collection):
    """How far it carries, from chance to any sensible measure, against the library's answers."""
    table = iv.evaluate(*collection, MEASURES, interval=True)
    found = iv.compare(table, tests=["t", "sign"], correction="holm")
    said = iv.evidence(table)
    for n, name in enumerate(MEASURES):
        page.locator("#measure").select_option(str(n))
        for a, b in ((0, 1), (0, 3), (2, 1), (3, 2)):
            page.locator("#first").select_option(str(a))
            page.locator("#second").select_option(str(b))
            one = said.measures[name]
            x, y = (a, b) if not one.means.larger[b, a] else (b, a)
            checks = page.eval_on_selector_all("#checks li", "all => all.map(li => [li.dataset.check, li.className])")
            shown = {check: kind.split()[0] for check, kind in checks}
            compared = found.measures[name]
            if one.means.equal[x, y]:
                assert set(shown) == {"mean", "topics"}
                continue
            place, _ = compared.tests["t"].place(x, y)
            wins, _, losses = compared.wins(x, y)
            signs = compared.tests["sign"]
            by_sign = signs.significant[signs.place(x, y)[0]] and wins > losses
            assert shown["chance"] == ("yes" if compared.tests["t"].significant[place] else "no")
            assert shown["sign"] == ("yes" if by_sign else "no")
            assert shown["mean"] == "yes"
            assert shown["equal"] == ("yes" if one.form.larger[x, y] else "no")
            assert shown["topics"] == ("yes" if not losses and wins else "no")
            assert shown["sensible"] == ("yes" if said.dominance.dominates[x, y] else "no")
            if not one.scale.shared:
                assert shown["rescaling"] == ("yes" if said.dominance.dominates[x, y] else "unknown")
            elif one.rests_on[x, y] != 1:
                assert shown["rescaling"] == ("yes" if 0 <= one.rests_on[x, y] <= 2 else "no")


# ------------------------------------------------------------ topics


def test_the_lists_of_a_topic(page, collection):
    """Two runs side by side, and their relation as the order has it, for pairs and topics."""
    judged = iv.judge(*collection)
    swap = iv.order("rank-swap")
    grades = judged.grades[:, :, :10]
    names = list(judged.systems)
    for t in range(0, len(judged.topics.names), 5):
        page.locator("#topic").select_option(str(t))
        for a, b in ((0, 1), (2, 1), (3, 0)):
            page.locator("#first").select_option(str(a))
            page.locator("#second").select_option(str(b))
            above, below = swap.leq(grades[b, t], grades[a, t]), swap.leq(grades[a, t], grades[b, t])
            said = page.locator("#relation").text_content()
            if above and below:
                assert "have the same grades here" in said
            elif above or below:
                better, worse = (names[a], names[b]) if above else (names[b], names[a])
                assert said.startswith(f"{better} is better than {worse} here by any sensible measure")
            else:
                assert said.startswith("Neither is better here")
            shown = page.eval_on_selector_all(
                "#lists tbody tr", "rows => rows.map(row => [...row.querySelectorAll('td')].map(c => c.textContent))"
            )
            marks = [[0 if mark in ("?", "") else int(mark) for mark in row] for row in shown]
            assert marks == [grades[a, t].tolist(), grades[b, t].tolist()]


def test_topics_are_pressed_by_mouse_and_by_keyboard(page):
    bars = page.locator("#differences [data-topic]")
    assert bars.count() == 25
    bars.nth(4).click(force=True)
    assert (
        page.locator("#lists h3")
        .inner_text()
        .startswith(f"Topic {page.locator('#topic option:checked').inner_text()}:")
    )
    first = page.locator("#lists h3").inner_text()
    pressed = page.locator("#differences .pressed")
    pressed.focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    assert page.locator("#lists h3").inner_text() != first
    assert page.evaluate("document.activeElement.classList.contains('pressed')")
    page.locator("#spread .topic").nth(3).click(force=True)
    shown = page.locator("#spread .topic.pressed").get_attribute("data-topic")
    assert page.locator("#topic").input_value() == shown


def test_the_heat_map(page, collection):
    page.locator("#heat summary").click()
    canvas = page.locator("#heat-map canvas")
    assert canvas.evaluate("one => [one.width, one.height]") == [25, 4]
    box = canvas.bounding_box()
    page.mouse.click(box["x"] + 0.5 * box["width"] / 25, box["y"] + 2.5 * box["height"] / 4)
    table = iv.evaluate(*collection, ["nDCG@10"])
    hardest = np.argsort(np.median(table.matrix("nDCG@10"), axis=0), kind="stable")[0]
    assert page.locator("#topic option:checked").inner_text() == table.topics[hardest]
    assert page.locator("#first option:checked").inner_text() == "cirrus"


@pytest.mark.parametrize(
    ("topics", "labels", "bars"), [(40, True, 40), (41, False, 41), (240, False, 240), (7000, False, 119)]
)
def test_topics_are_named_then_drawn_then_put_together(opened, tmp_path, topics, labels, bars):
    random = np.random.default_rng(1)
    scores = {name: random.random(topics).tolist() for name in "ABCDE"}
    path = tmp_path / "topics.html"
    iv.report(iv.read_scores(scores, measure="points", scale="interval"), path, tests=["t"])
    page = opened(path)
    assert page.locator("#differences .bar-of").count() == bars
    assert (page.locator("#differences .tick").count() > 0) == labels
    assert ("Each bar is about" in page.locator("#won").inner_text()) == (bars < topics)
    assert page.locator("#spread .topic").count() == bars
    page.locator("#topic").select_option(index=topics - 1)
    last = page.locator("#topic option").last.inner_text()
    assert page.locator("#lists h3").inner_text() == f"Topic {last}"


# ------------------------------------------------------------ the address


def test_the_address_is_the_state(opened, report, page):
    """What is chosen is in the address, and a link shows it again."""
    page.locator("#measure").select_option("2")
    page.locator("#first").select_option("3")
    page.locator("#second").select_option("1")
    page.locator("#topic").select_option("7")
    page.get_by_label("Equal-step scores").check()
    page.locator("#board thead button", has_text="System").click()
    page.get_by_label("Find a system").fill("o")
    address = page.evaluate("location.hash")
    asked = {name: values[0] for name, values in parse_qs(address[1:]).items()}
    assert asked["m"] == "RR@10"
    assert asked["a"].startswith(NASTY)
    assert asked["b"] == "borealis"
    again = opened(report, address=address)
    for shown in ("#verdict", "#lists", "#board", "#board-about"):
        assert again.locator(shown).inner_text() == page.locator(shown).inner_text()
    assert again.get_by_label("Find a system").input_value() == "o"
    assert again.get_by_label("Equal-step scores").is_checked()


@pytest.mark.parametrize(
    "address", ["#m=nothing&a=nobody&t=none", "#%E0%A4%A", "#=&&&=", "#m=" + quote("<b>"), "#said"]
)
def test_an_address_that_says_nothing_is_no_error(opened, report, address):
    page = opened(report, address=address)
    assert page.locator("#first option:checked").inner_text() == "aurora"
    if address == "#said":
        until(page, "document.querySelector('#said').getBoundingClientRect().top < innerHeight")


# ------------------------------------------------------------ keyboard, copying, widths, print


def test_by_keyboard_alone(page):
    """From the top: skip to the answer, choose a measure, sort, choose a pair."""
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.className") == "skip"
    seen = []
    for _ in range(60):
        page.keyboard.press("Tab")
        seen.append(page.evaluate("document.activeElement.id || document.activeElement.dataset.sort || ''"))
        if seen[-1] == "swap":
            break
    assert [one for one in seen if one in ("measure", "find", "equal", "place", "first", "second", "swap")] == [
        "measure",
        "find",
        "equal",
        "place",
        "first",
        "second",
        "swap",
    ]
    before = page.locator("#first option:checked").inner_text()
    page.keyboard.press("Enter")
    assert page.locator("#second option:checked").inner_text() == before


def test_copying(browser, report, tmp_path):
    """The sentence as it stands, and the line for a file of claims."""
    context = browser.new_context()
    page = context.new_page()
    page.goto(report.as_uri())
    until(page, "document.querySelector('#verdict').textContent !== ''")
    page.evaluate("void (navigator.clipboard.writeText = async (text) => { window.taken = text; })")
    button = page.locator(".advice:visible .copy").first
    sentence = page.locator(".advice:visible .quote").first.text_content()
    button.click()
    until(page, "window.taken !== undefined")
    assert page.evaluate("window.taken") == sentence
    until(page, "document.querySelector('#told').textContent === 'Copied.'")
    page.evaluate("void (navigator.clipboard.writeText = async () => { throw new Error('no'); })")
    page.wait_for_timeout(1600)
    button.click()
    until(page, "getSelection().toString() !== ''")
    assert page.evaluate("getSelection().toString()") == sentence
    context.close()


@pytest.mark.parametrize("width", [390, 768, 1280])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_nothing_is_wider_than_the_window_and_nothing_serious_for_axe(opened, report, serious, width, scheme):
    page = opened(report, width=width, scheme=scheme)
    for details in page.locator("details").all():
        details.evaluate("one => { one.open = true; }")
    assert serious(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
    cut = page.evaluate(
        """() => [...document.querySelectorAll('main *, header *')].filter(one => {
            const apart = '.scroll, .hidden, .folds thead, svg, canvas, select, [hidden]';
            if (one.closest(apart) || !one.getClientRects().length) return false;
            const box = one.getBoundingClientRect(), style = getComputedStyle(one);
            const clips = style.overflowX !== 'visible' && one.scrollWidth > one.clientWidth + 1;
            return box.right > innerWidth + 0.5 || clips;
        }).map(one => one.tagName + '.' + one.className + ': ' + one.textContent.slice(0, 40))"""
    )
    assert cut == []


def test_names_are_in_one_piece(opened, tmp_path):
    """At 1280 pixels names of up to 28 characters do not break."""
    names = ["READWARE2", "8manexT3D1N0", "UIUC_DMG_setrank_ret", "IRIT_marked_un_pair", "a-name-of-28-characters-here"]
    random = np.random.default_rng(2)
    path = tmp_path / "names.html"
    table = {name: {f"m{m}": None for m in range(6)} for name in names}
    rows = [
        {"system": name, "topic": str(t), "measure": f"m{m}", "value": random.random()}
        for name in table
        for m in range(6)
        for t in range(5)
    ]
    import pandas as pd

    iv.report(iv.read_scores(pd.DataFrame(rows), scale="interval"), path, tests=["t"])
    page = opened(path)
    heights = page.eval_on_selector_all("#board tbody th", "all => all.map(one => one.getBoundingClientRect().height)")
    assert max(heights) < 40
    card = page.locator("#board").evaluate("one => one.parentElement.getBoundingClientRect().right")
    assert page.locator("#board").evaluate("one => one.getBoundingClientRect().right") <= card


def pages_of(pdf):
    return len(re.findall(rb"/Type\s*/Page[^s]", pdf))


def test_print(opened, report):
    page = opened(report, width=794, height=1123)
    pdf = page.pdf(prefer_css_page_size=True, print_background=True)
    assert 2 <= pages_of(pdf) <= 6
    page.emulate_media(media="print")
    assert not page.locator("#find").is_visible()
    cut = page.eval_on_selector_all(
        "table",
        "all => all.filter(t => t.offsetParent)"
        ".filter(t => t.getBoundingClientRect().right > document.documentElement.clientWidth + 1)"
        ".map(t => t.id || t.caption?.textContent)",
    )
    assert cut == []


def test_trec_8_prints_on_six_pages(opened, shared_data, tmp_path):
    """129 systems by six measures: 25 rows, the chosen pair, at most a megabyte."""
    folder = shared_data("trec8-adhoc")
    measures = ["AP@10", "nDCG@10", "P@10", "RR@10", "RBP(p=0.8)@10", "R@10"]
    found = iv.evaluate(folder / "qrels.trec8.txt", sorted((folder / "runs").iterdir()), measures, interval=True)
    path = tmp_path / "trec8.html"
    iv.report(found, path, title="TREC-8")
    assert path.stat().st_size < 1_000_000
    page = opened(path)
    assert pages_of(page.pdf(prefer_css_page_size=True, print_background=True)) <= 6
    page.emulate_media(media="print")
    assert page.locator("#board tbody tr:visible").count() == 25


def test_charts_follow_the_dark(opened, report):
    colours = set()
    for scheme in ("light", "dark"):
        page = opened(report, scheme=scheme)
        colours.add(page.locator("#differences .of-a").first.evaluate("one => getComputedStyle(one).fill"))
        assert page.evaluate("getComputedStyle(document.body).backgroundColor") != "rgba(0, 0, 0, 0)"
    assert len(colours) == 2


def test_a_report_of_scores_alone(opened, collection, tmp_path):
    matrix, path = tmp_path / "scores.csv", tmp_path / "report.html"
    iv.evaluate(*collection, MEASURES).to_pandas().to_csv(matrix, index=False)
    iv.report(iv.read_scores(matrix), output=path)
    page = opened(path)
    assert page.locator("#lists table").count() == 0
    assert "scores" in page.locator("#lists").inner_text()
    assert "unjudged" not in page.locator("#board thead").inner_text()
    assert page.locator("[data-check=sensible]").get_attribute("class").startswith("unknown")


def test_topics_that_are_left_out(opened, tmp_path):
    qrels = {str(t): {"a": 1, "b": 1} for t in range(30)}
    runs = {
        "A": {str(t): {"a": 2.0, "x": 1.0} for t in range(1, 30)},
        "B": {str(t): {"x": 2.0, "b": 1.0} for t in range(30)},
    }
    path = tmp_path / "left_out.html"
    iv.report(iv.evaluate(qrels, runs, ["RR@2"], missing="drop"), path)
    page = opened(path)
    page.locator("#topic").select_option("0")
    assert page.locator("#relation").inner_text() == "A has no documents for this topic, which is left out."
    assert "29 topics" in page.locator("#won").inner_text()


def test_long_names_widen_nothing(opened, tmp_path):
    """Of systems that are chosen or baselines, of measures, of the leader."""
    random = np.random.default_rng(5)
    names = ["L" * 300, "under_scores_only_and_many_of", *(f"baseline_with_a_long_name_{n}_here" for n in range(4))]
    measures = {"nDCG(dcg='exp-log2')@10": None, "m" * 100: None}
    rows = [
        {"system": name, "topic": str(t), "measure": measure, "value": random.random() + place / 9}
        for place, name in enumerate(names)
        for measure in measures
        for t in range(6)
    ]
    import pandas as pd

    path = tmp_path / "long.html"
    found = iv.read_scores(pd.DataFrame(rows), scale="interval")
    iv.report(found, path, tests=["t"], baseline=names[2:])
    for width in (390, 768, 1280):
        page = opened(path, width=width)
        for a in range(len(names)):
            page.locator("#first").select_option(str(a))
            page.locator("#second").select_option(str((a + 1) % len(names)))
            for m in ("0", "1"):
                page.locator("#measure").select_option(m)
                assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth"), (width, a, m)


@pytest.mark.parametrize("word", ["constructor", "__proto__", "toString", ""])
def test_an_odd_order_of_rows_is_that_of_places(opened, report, word):
    page = opened(report, address=f"#sort={word}")
    assert numbers(page, 0) == sorted(numbers(page, 0))
    assert page.locator("#board thead th[aria-sort]").count() == 1


def test_the_same_system_twice(page):
    page.locator("#second").select_option(page.locator("#first").input_value())
    assert page.locator("#verdict").inner_text() == "Choose two different systems."
    assert page.locator("#every tbody tr").count() == 0
    assert page.locator("#checks li").count() == 0


def test_odd_scores(opened, tmp_path):
    """Scores that are all the same, all zero, very large, very small, or of a topic that nobody has."""
    nan = float("nan")
    kinds = {
        "zero": {"A": [0.0] * 5, "B": [0.0] * 5, "C": [0.0] * 5},
        "large": {"A": [1e300, 2e300, 3e299, 1e300], "B": [2e300, 1e300, 1e300, 5e299], "C": [0.0, 1.0, 2.0, 3.0]},
        "small": {"A": [1e-6, 2e-6, 3e-6, 1e-6], "B": [2e-6, 1e-6, 1e-6, 5e-7], "C": [0.0, 1e-7, 2e-7, 3e-7]},
        "missing": {"A": [1.0, 0.5, nan, nan], "B": [0.5, nan, nan, 0.2], "C": [0.5, 0.1, nan, 0.1]},
    }
    for kind, scores in kinds.items():
        path = tmp_path / f"{kind}.html"
        iv.report(iv.read_scores(scores, measure="points", scale="interval"), path, tests=["t"])
        for width in (390, 1280):
            page = opened(path, width=width)
            for a, b in (("0", "1"), ("1", "2"), ("2", "0")):
                page.locator("#first").select_option(a)
                page.locator("#second").select_option(b)
                shown = page.locator("main").inner_text()
                assert not re.search(r"NaN|undefined|null|\+\?|−−", shown), kind
            assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth"), kind
