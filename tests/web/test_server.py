"""The application: every control, who may ask, what a page may do, and what happens when too much is asked."""

import os
import re
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest
from starlette.testclient import TestClient

from intervale.web.pages import ASSETS
from intervale.web.state import State, parse_state
from intervale.web.workers import BusyError, FailedError, StoppedError, Workers
from tests.web.conftest import HOST, TOKEN


def headline(page):
    return re.search(r'<h1 id="headline"[^>]*>(.*?)</h1>', page.text)[1]


def alive(number):
    try:
        os.kill(number, 0)
    except ProcessLookupError:
        return False
    return True


# ---------------------------------------------------------------- controls


def test_the_page_of_no_address_is_that_of_the_design(client):
    page = client.get("/")
    assert page.status_code == 200
    assert headline(page) == "RBP ranks lists correctly, but its steps are not equal."
    assert page.headers["HX-Push-Url"] == State().address
    assert page.text == client.get(State().address).text


@pytest.mark.parametrize(
    ("address", "words"),
    [
        ("/?m=P", "P never contradicts this order"),
        ("/?m=RBP&p=0.5&o=rank-total", "RBP ranks lists correctly and its steps are equal."),
        ("/?m=P&n=6", "64 lists"),
        ("/?m=P&c=2", "81 lists"),
        ("/?m=DCG&c=2&g=0,1,3", "DCG(gains={2:3})@4"),
        ("/?m=DCG&dcg=exp-log2&c=2", "DCG(dcg=&#39;exp-log2&#39;)@4"),
        ("/?m=AP&o=set-total", "This order ignores positions"),
        ("/?m=P&rel=2&c=2", "P(rel=2)@4"),
        ("/?m=F&graded=true&beta=2", "F(beta=2,graded=True)@4"),
        ("/?m=Rprec", "its cutoff is the recall base of a topic"),
        ("/?r=0110", "<code>0110</code> scores 0.288."),
        ("/?r=0001,1000", "3 steps up, which adds 0.098."),
        ("/?n=9", "512 lists are too many for a diagram (at most 256)"),
    ],
)
def test_every_control(client, address, words):
    page = client.get(address)
    assert page.status_code == 200
    assert words in page.text


def test_the_form_alone_is_enough(client):
    """Without a script: the names and values of the form's fields, as a browser would send them, give the state."""
    page = client.get("/?m=gRBP&p=1/3&n=3&c=2&g=0,1,5&o=rank-total").text
    fields = dict(re.findall(r'<input id="\w+" name="(\w+)"(?: type="\w+")?[^>]*? value="([^"]*)"', page))
    for name, options in re.findall(r'<select id="\w+" name="(\w+)".*?>(.*?)</select>', page, re.DOTALL):
        chosen = re.search(r"<option(?: value=\"([^\"]*)\")? selected>(.*?)</option>", options)
        fields[name] = chosen[1] or chosen[2]
    assert parse_state(fields).address == "/?m=gRBP&p=1/3&n=3&c=2&g=0,1,5&o=rank-total"
    assert '<form id="question"' in page
    assert '<button class="unscripted">Show</button>' in page


def test_a_list_is_a_link_to_the_state_in_which_it_is_pressed(client):
    page = client.get("/?r=0001").text
    links = dict(re.findall(r'href="([^"]+)" id="run-(\d+)"', page))
    found = {run: link.replace("&amp;", "&") for link, run in links.items()}
    assert len(found) == 16
    assert found["1000"].endswith("&r=0001,1000")
    assert found["0001"] == State().address
    assert client.get(found["1000"]).status_code == 200


def test_the_picture_is_saved(client):
    picture = client.get("/hasse.svg?m=AP&n=3&o=rank-swap")
    assert picture.headers["content-type"].startswith("image/svg+xml")
    assert picture.headers["content-disposition"] == 'attachment; filename="AP-rank-swap-3.svg"'
    assert picture.text.count('class="run') == 8
    assert client.get("/hasse.svg?n=12").status_code == 400
    assert client.get("/hasse.svg?m=os:system").status_code == 400


# ---------------------------------------------------------------- what is wrong


@pytest.mark.parametrize(
    "query",
    [
        *("m=os:system", "m=../../x", "m=%3Cscript%3Ealert(1)%3C/script%3E", "m=%00", "m=" + "A" * 5000, "o=a:b"),
        *("n=99999999999999999999", "c=1e400", "p=os:system", "m=RBP&p=%3Cb%3E", "r=%3Cimg%3E"),
        *("g=" + "9," * 400, "m=DCG&g=0,1e99999999"),
    ],
)
def test_a_wrong_address_gets_a_sentence_and_a_page_that_works(client, query):
    page = client.get(f"/?{query}")
    assert page.status_code == 400
    assert headline(page).endswith(".")
    assert '<form id="question"' in page.text
    for named in ("os:system", "../../x", "<script>alert", "<b>", "<img>", "Traceback", "intervale.", ".py"):
        assert named not in page.text


def test_what_is_not_there(client):
    for address in ("/nothing", "/assets/app.py", "/assets/../app.py", "/assets/%2e%2e%2fapp.py", "/runs/x/report"):
        page = client.get(address)
        assert page.status_code == 404
        assert "There is no such page." in page.text
    assert client.put("/", content="x").status_code == 405
    assert client.post("/", content="x").status_code == 404


# ---------------------------------------------------------------- who may ask


@pytest.fixture
def stranger(client):
    """Somebody without the key."""
    return TestClient(client.explorer.app, base_url=HOST)


STRANGE = ["evil.example", "127.0.0.1", "127.0.0.1:8001", "127.0.0.1:8000.evil.example", "[::1]:8000", ""]


@pytest.mark.parametrize("host", STRANGE)
def test_a_wrong_host_is_refused(client, host):
    page = client.get("/", headers={"host": host})
    assert page.status_code == 421
    assert page.text == "This server answers at 127.0.0.1 only.\n"


def test_localhost_is_this_computer_too(stranger):
    stranger.base_url = "http://localhost:8000"
    assert stranger.get(f"/?token={TOKEN}").status_code == 200


@pytest.mark.parametrize(
    "headers",
    [
        {"origin": "http://evil.example"},
        {"origin": "http://127.0.0.1:9999"},
        {"origin": "https://127.0.0.1:8000"},
        {"origin": "null"},
        {"origin": HOST, "sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site"},
    ],
)
def test_another_page_may_not_post(client, headers):
    page = client.post("/runs", files={"qrels": ("q", b"1 0 a 1\n")}, headers=headers)
    assert page.status_code == 403
    assert "another page" in page.text
    assert client.explorer.jobs.folders == ()


def test_without_the_key_nothing_is_shown(stranger):
    for address in ("/", State().address, "/assets/base.css", "/runs", "/hasse.svg"):
        page = stranger.get(address)
        assert page.status_code == 403
        assert page.text.startswith("Open the address that intervale explore printed")
    assert stranger.post("/runs", headers={"origin": HOST}).status_code == 403
    assert stranger.get("/?token=wrong").status_code == 403
    assert stranger.get("/?token=").status_code == 403
    stranger.cookies.set("intervale_8000", "wrong", domain="127.0.0.1")
    assert stranger.get("/").status_code == 403


def test_the_key_becomes_a_cookie_and_leaves_the_address(stranger):
    page = stranger.get(f"/?m=AP&token={TOKEN}&n=3", follow_redirects=False)
    assert page.status_code == 303
    assert page.headers["location"] == "/?m=AP&n=3"
    cookie = page.headers["set-cookie"].lower()
    assert f"intervale_8000={TOKEN}" in cookie
    assert "httponly" in cookie
    assert "samesite=strict" in cookie
    assert "domain" not in cookie


@pytest.mark.parametrize("path", ["//evil.example/", "/\\evil.example/", "///evil.example/"])
def test_the_key_leads_to_no_other_server(client, path):
    found = client.explorer.app._entered(path, [("token", TOKEN)], TOKEN)
    assert found.headers["location"] == "/evil.example/"


def test_every_answer_has_a_strict_policy(client, stranger):
    pages = [client.get("/"), client.get("/?n=99"), client.get("/runs"), client.get("/nothing"), stranger.get("/")]
    pages += [client.get("/hasse.svg"), client.get("/", headers={"host": "evil.example"})]
    pages += [client.get(f"/assets/{name}") for name in ASSETS]
    for page in pages:
        policy = page.headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "frame-ancestors 'none'" in policy
        assert "unsafe" not in policy
        assert page.headers["x-content-type-options"] == "nosniff"
        assert page.headers["referrer-policy"] == "no-referrer"
        assert page.headers["cache-control"] == "no-store"
        assert "server" not in page.headers


def test_pages_hold_no_script_and_no_style_of_their_own(client):
    for address in ("/", "/?r=0001,1000", "/?m=os:system", "/runs", "/nothing"):
        text = client.get(address).text
        assert re.search(r"<script(?! src=\"/assets/)", text) is None
        assert re.search(r"<style|\sstyle=|\son[a-z]+=|javascript:", text) is None


# ---------------------------------------------------------------- too much


def test_ten_at_once(client):
    """Each gets the answer to its own question, and no more than two processes are at work."""
    numbers = [f"0.{tenth}1" for tenth in range(10)]
    with ThreadPoolExecutor(10) as threads:
        pages = list(threads.map(lambda p: client.get(f"/?m=RBP&p={p}&n=5"), numbers))
    for page, p in zip(pages, numbers, strict=True):
        assert page.status_code == 200
        assert f"RBP(p={p})@5" in page.text
    assert len(client.explorer.workers.processes) <= 2


def test_who_comes_when_all_are_waiting_is_told_to_come_again(opened):
    client = opened(workers=Workers(at_once=1, waiting=0))
    begun, end = threading.Event(), threading.Event()
    waiting = threading.Thread(target=_hold, args=(client.explorer.workers, begun, end))
    waiting.start()
    begun.wait()
    page = client.get("/?m=AP")
    assert page.status_code == 503
    assert headline(page) == "Busy with other questions: try again in a moment."
    assert '<form id="question"' in page.text
    assert client.get("/hasse.svg").status_code == 503
    end.set()
    waiting.join()
    assert client.get("/?m=AP").status_code == 200


def _hold(workers, begun, end):
    """Take the only place, until somebody says that it is enough."""
    with workers._places:
        workers._asked += 1
        begun.set()
        end.wait()
        workers._asked -= 1


def test_a_computation_that_takes_too_long_is_stopped(opened):
    client = opened(workers=Workers(seconds=0))
    (worker,) = client.explorer.workers.processes
    page = client.get("/?m=nDCG&n=8")
    assert page.status_code == 200
    assert headline(page) == "Stopped: this took too long."
    assert 'data-kind="stopped"' in page.text
    assert 'class="tile"' not in page.text
    said = re.search(r'id="answer".*?The same in Python', page.text, re.DOTALL)[0]
    for verdict in ("rdinal", "ranks lists correctly", "interval", "contradicts", "never"):
        assert verdict not in said
    assert not alive(worker)
    assert client.explorer.workers.processes == ()
    assert '<form id="question"' in page.text
    assert headline(client.get("/?m=nDCG&n=8")).startswith("Stopped")  # and it is not remembered as an answer


# ---------------------------------------------------------------- workers


def test_a_process_is_used_again():
    workers = Workers()
    try:
        assert workers.run(abs, -1) == 1
        (first,) = workers.processes
        assert workers.run(abs, -2) == 2
        assert workers.processes == (first,)
    finally:
        workers.close()
    assert not alive(first)
    with pytest.raises(StoppedError):
        workers.run(abs, -3)


def test_a_process_that_dies_is_replaced():
    workers = Workers()
    try:
        with pytest.raises(FailedError):
            workers.run(os._exit, 3)
        with pytest.raises(FailedError, match="ZeroDivisionError"):
            workers.run(divmod, 1, 0)
        assert workers.run(abs, -2) == 2
    finally:
        workers.close()


def test_a_place_is_given_back_after_each_end():
    workers = Workers(seconds=0, at_once=1, waiting=0)
    try:
        for _ in range(3):
            with pytest.raises(StoppedError):
                workers.run(abs, -1)
        workers._most = 0
        with pytest.raises(BusyError):
            workers.run(abs, -1)
    finally:
        workers.close()
