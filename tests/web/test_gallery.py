"""The gallery: a page for each measure, an index with all verdicts, no server and no script; and the command."""

import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from urllib.request import ProxyHandler, build_opener

import pytest

import intervale as iv
from intervale.cli import main
from intervale.measures import CATALOGUE
from intervale.web.gallery import SPACES, write_gallery
from intervale.web.state import ORDER_NAMES

LINE = "pip install 'intervale[web]'"


@pytest.fixture(scope="module")
def gallery(tmp_path_factory):
    folder = tmp_path_factory.mktemp("gallery") / "deep" / "er"
    assert write_gallery(folder) == len(CATALOGUE) + 1
    return folder


def test_a_page_for_each_measure(gallery):
    pages = {"index.html", *(f"{name}.html" for name in CATALOGUE)}
    assert {path.name for path in gallery.iterdir()} == pages | {"base.css", "explorer.css"}
    assert sum(path.stat().st_size for path in gallery.iterdir()) < 5_000_000


def test_the_index_has_the_verdict_of_every_measure_in_every_order(gallery):
    text = (gallery / "index.html").read_text("utf-8")
    found = dict(re.findall(r'href="(\w+\.html#[\w-]+)">([\w ]+)</a>', text))
    for name in CATALOGUE:
        for order in ORDER_NAMES:
            for length, grades in ((4, 1), (3, 2)):
                key = f"{name}.html#n{length}-c{grades}-{order}"
                try:
                    one = iv.scale(name, length=length, grades=grades, order=order)[order]
                except iv.IntervaleError:
                    assert key not in found
                    continue
                assert found[key] == (one.scale if one.applies else "does not apply")


def test_every_link_leads_somewhere(gallery):
    for page in gallery.glob("*.html"):
        text = page.read_text("utf-8")
        for link in re.findall(r'(?:href|src)="([^"]+)"', text):
            name, _, place = link.partition("#")
            if link.startswith("data:"):
                continue
            assert (gallery / name).is_file(), link
            assert not place or f'id="{place}"' in (gallery / name).read_text("utf-8"), link
        assert "<script" not in text
        assert "http" not in re.sub(r'xmlns="[^"]+"', "", text)


def test_a_measure_has_all_orders_on_all_spaces(gallery):
    text = (gallery / "RBP.html").read_text("utf-8")
    assert len(re.findall(r'class="card" id="n\d-c\d-', text)) == len(SPACES) * len(ORDER_NAMES)
    assert text.count('<svg viewBox="') >= len(SPACES) * len(ORDER_NAMES)
    assert "its cutoff is the recall base of a topic" in (gallery / "Rprec.html").read_text("utf-8")
    assert "RBPO@3 is for binary judgments" in (gallery / "RBPO.html").read_text("utf-8")


def test_a_folder_that_cannot_be_made(tmp_path):
    (tmp_path / "file").write_text("x")
    with pytest.raises(iv.OptionError, match="cannot be written"):
        write_gallery(tmp_path / "file")


# ---------------------------------------------------------------- the command


@pytest.mark.parametrize("library", ["starlette", "uvicorn", "python_multipart", "jinja2"])
def test_without_the_extra_the_line_to_type_is_said(monkeypatch, capsys, library, tmp_path):
    monkeypatch.setitem(sys.modules, library, None)
    for words in (["explore"], ["explore", "--export", str(tmp_path / "gallery")]):
        with pytest.raises(SystemExit) as left:
            main(words)
        assert left.value.code == 2
        said = capsys.readouterr().err
        assert said.endswith(f": {LINE}\n")
        assert library in said
    assert not (tmp_path / "gallery").exists()


def test_there_is_no_option_to_listen_elsewhere(capsys):
    with pytest.raises(SystemExit) as left:
        main(["explore", "--host", "0.0.0.0"])
    assert left.value.code == 2


@pytest.fixture
def server():
    """The command itself, in a process of its own."""
    words = [sys.executable, "-c", "from intervale.cli import main; main()", "explore", "--no-open"]
    started = subprocess.Popen(words, stderr=subprocess.PIPE, text=True, preexec_fn=_hears_ctrl_c)
    yield started
    if started.poll() is None:
        started.kill()
    started.stderr.close()
    started.wait()


def _hears_ctrl_c():
    signal.signal(signal.SIGINT, signal.default_int_handler)


def children(number):
    tasks = Path(f"/proc/{number}/task")
    if not tasks.exists():
        pytest.skip("needs /proc to see the processes of a process")
    return [int(child) for task in tasks.iterdir() for child in (task / "children").read_text().split()]


def gone(number):
    """Whether a process ends; one that nobody has asked about yet counts as ended."""
    for _ in range(600):
        try:
            state = Path(f"/proc/{number}/stat").read_text().rpartition(")")[2].split()[0]
        except (FileNotFoundError, ProcessLookupError):
            return True
        if state in "ZX":
            return True
        time.sleep(0.1)
    return False


def test_the_command_answers_and_stops_at_ctrl_c(server):
    first = server.stderr.readline()
    address = re.fullmatch(r"intervale: open (http://127\.0\.0\.1:\d+/\?token=\S+)\n", first)[1]
    assert "Ctrl-C" in server.stderr.readline()
    from http.cookiejar import CookieJar
    from urllib.request import HTTPCookieProcessor

    browser = build_opener(ProxyHandler({}), HTTPCookieProcessor(CookieJar()))
    with browser.open(address) as page:
        assert "RBP ranks lists correctly" in page.read().decode()
        assert "token" not in page.url
    workers = children(server.pid)
    assert workers
    server.send_signal(signal.SIGINT)
    assert server.wait(timeout=60) == 130
    assert server.stderr.read() == "intervale: stopped\n"
    assert all(gone(worker) for worker in workers)


def test_a_port_that_is_taken_is_named(capsys):
    import socket

    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        with pytest.raises(SystemExit) as left:
            main(["explore", "--no-open", "--port", str(port)])
    assert left.value.code == 2
    assert f"port {port} cannot be used" in capsys.readouterr().err
