"""Judgments and runs that are dropped: the report, its limits, and that nothing stays behind."""

import bz2
import gzip
import lzma
import re
import threading
from html import unescape
from pathlib import Path

import pytest

from intervale.data.made_up import made_up_collection, write_trec
from intervale.errors import InputError
from intervale.web.app import Explorer
from intervale.web.runs import Jobs
from intervale.web.uploads import Limits, UploadError, measures_of
from tests.web.conftest import PORT, TOKEN

QRELS = b"1 0 a 1\n1 0 b 0\n2 0 c 1\n"
RUN = b"1 Q0 a 1 2.5 A\n1 Q0 b 2 1.5 A\n2 Q0 c 1 1.0 A\n"
OTHER = b"1 Q0 b 1 2.5 B\n1 Q0 a 2 1.5 B\n2 Q0 c 1 1.0 B\n"
NASTY = b'<img/src=x/onerror="document.title=1">'


def sent(client, qrels=QRELS, runs=((b"", "a.run", RUN), (b"", "b.run", OTHER)), measures="P@2", name="qrels.txt"):
    files = [("qrels", (name, qrels)), *(("runs", (file, content)) for _, file, content in runs)]
    return client.post("/runs", files=files, data={"measures": measures}, follow_redirects=False)


def warning(page):
    return unescape(re.sub("<.*?>", "", re.search(r'<p class="warn"[^>]*>(.*?)</p>', page.text)[1]))


def finished(client, page, seconds=300):
    """The page of a report once it is over."""
    assert page.status_code == 303, page.text
    address = page.headers["location"]
    job, over = client.explorer.jobs[address.rpartition("/")[2]], threading.Event()
    for _ in range(10 * seconds):
        if job.over:
            break
        over.wait(0.1)
    return address, client.get(address)


def left_behind():
    import tempfile

    return sorted(Path(tempfile.gettempdir()).glob("intervale-explore-*"))


@pytest.fixture(autouse=True)
def nothing_left(client):
    """After each test the folders that it made are gone."""
    before, waited = left_behind(), threading.Event()
    yield
    for _ in range(100):  # a job is over a moment before its folder is gone
        if client.explorer.jobs.folders == () and left_behind() == before:
            break
        waited.wait(0.1)
    assert client.explorer.jobs.folders == ()
    assert left_behind() == before


def test_a_report(client, tmp_path):
    qrels, runs = made_up_collection()
    names = write_trec(tmp_path, qrels, runs)
    files = [("qrels", ("qrels.txt", (tmp_path / "qrels.txt").read_bytes()))]
    files += [("runs", (name, (tmp_path / name).read_bytes())) for name in names if name.endswith(".run")]
    page = client.post("/runs", files=files, data={"measures": "P@5, RR@5"}, follow_redirects=False)
    address, page = finished(client, page)
    assert 'data-status="done"' in page.text
    assert f'src="{address}/report"' in page.text
    assert 'sandbox="allow-scripts allow-downloads allow-modals"' in page.text
    report = client.get(f"{address}/report")
    assert "aurora" in report.text
    policy = report.headers["content-security-policy"]
    assert policy.startswith("sandbox allow-scripts")
    assert "allow-same-origin" not in policy
    assert "default-src 'none'" in policy
    assert "frame-ancestors 'self'" in policy
    saved = client.get(f"{address}/report?save")
    assert saved.headers["content-disposition"] == 'attachment; filename="report.html"'


def test_archives_are_read(client):
    packed = ((b"", "a.run.gz", gzip.compress(RUN)), (b"", "b.run.bz2", bz2.compress(OTHER)))
    _, page = finished(client, sent(client, lzma.compress(QRELS), packed, name="qrels.txt.xz"))
    assert 'data-status="done"' in page.text


def test_names_are_text(client):
    nasty = RUN.replace(b" A\n", b" " + NASTY + b"\n")
    address, page = finished(client, sent(client, runs=((b"", "<b>.run", nasty), (b"", "b.run", OTHER))))
    assert 'data-status="done"' in page.text
    assert NASTY.decode() not in client.get(f"{address}/report").text
    _, page = finished(client, sent(client, runs=((b"", "<b>../x.run", b"no run"),)))
    assert 'data-status="refused"' in page.text
    assert "<b>" not in page.text


def test_what_is_wrong_in_a_file_is_said_by_its_name(client):
    _, page = finished(client, sent(client, qrels=b"1 0 a 1\nx y\n"))
    sentence = unescape(re.search("<h1>(.*?)</h1>", page.text)[1])
    assert sentence.startswith("qrels.txt:2: expected 4 columns")
    assert "/" not in sentence  # no folder of this computer
    assert "Try again" in page.text


@pytest.mark.parametrize(
    ("measures", "words"),
    [
        ("", "Name at least one measure"),
        ("nDGC@10", "did you mean nDCG?"),
        ("os:system", "Measures are written as in nDCG@10"),
        ("../../x", "Measures are written as in nDCG@10"),
        ("<b>", "Measures are written as in nDCG@10"),
        ("__import__('os')", "Measures are written as in nDCG@10"),
        (",".join(f"P@{k}" for k in range(1, 13)), "There are 12 measures: 10 at most."),
        ("P@5 " * 1000, "There are too many measures."),
    ],
)
def test_wrong_measures(client, measures, words):
    page = sent(client, measures=measures)
    assert page.status_code == 400
    assert words in warning(page)
    assert "os:system" not in page.text


def test_measures_as_people_write_them():
    assert measures_of("nDCG@10,P@5  RBP(p=0.8,rel=2)") == ("nDCG@10", "P@5", "RBP(p=0.8,rel=2)")
    assert measures_of("map ndcg_cut_10") == ("map", "ndcg_cut_10")
    assert measures_of("P@5, P@5") == ("P@5",)
    with pytest.raises(UploadError):
        measures_of("os:getcwd")


def test_files_that_are_not_there(client):
    empty = client.post("/runs", data={"measures": "P@2"}, follow_redirects=False)
    assert (empty.status_code, warning(empty)) == (400, "Choose a file of judgments and some runs.")
    lone = client.post("/runs", files={"qrels": ("q.txt", QRELS)}, data={"measures": "P@2"}, follow_redirects=False)
    assert (lone.status_code, warning(lone)) == (400, "Choose one file of judgments and at least one run.")
    headers = {"content-type": "multipart/form-data; boundary=x"}
    broken = client.post("/runs", content=b"no parts", headers=headers, follow_redirects=False)
    assert broken.status_code == 400
    assert "did not arrive in one piece" in warning(broken)


# ---------------------------------------------------------------- limits


@pytest.fixture(scope="module")
def small(opened):
    """An explorer that takes 20,000 bytes, 50,000 unpacked, and three runs."""
    return opened(limits=Limits(bytes=20_000, unpacked=50_000, files=3))


def test_too_many_bytes(small):
    page = sent(small, runs=((b"", "a.run", RUN * 1000),))
    assert page.status_code == 413
    assert warning(page).startswith("The files are too large: 20,000 bytes at most.")


def test_bytes_are_counted_though_their_number_is_not_said(small):
    """In pieces, without a length: they are counted as they come, and no more are asked for."""
    taken = 0

    def pieces():
        nonlocal taken
        yield b'--x\r\nContent-Disposition: form-data; name="qrels"; filename="q"\r\n\r\n'
        for _ in range(1000):
            taken += 1
            yield b"1 0 a 1\n" * 100

    headers = {"content-type": "multipart/form-data; boundary=x"}
    page = small.post("/runs", content=pieces(), headers=headers, follow_redirects=False)
    assert page.status_code == 413
    assert small.explorer.jobs.folders == ()
    assert small.post("/runs", content=b"", headers={**headers, "content-length": "x"}).status_code in (400, 413)


@pytest.mark.parametrize("pack", [gzip.compress, bz2.compress, lzma.compress])
def test_too_many_bytes_once_they_are_unpacked(small, pack):
    """An archive of a few hundred bytes that unpacks to more than is allowed, alone or with the others."""
    large = pack(b"1 Q0 a 1 2.5 A\n" * 4000)
    assert len(large) < 20_000
    page = sent(small, runs=((b"", "a.run", large),))
    assert page.status_code == 413
    assert warning(page).startswith("The files are too large once they are unpacked: 50,000 bytes at most.")
    half = pack(b"1 Q0 a 1 2.5 A\n" * 2000)
    assert sent(small, runs=((b"", "a.run", half), (b"", "b.run", half))).status_code == 413


def test_too_many_files(small):
    page = sent(small, runs=tuple((b"", f"{n}.run", RUN) for n in range(4)))
    assert page.status_code == 413
    assert warning(page) == "There are too many files: 3 runs at most."


def test_damaged_archives_and_parquet_are_refused(small):
    page = sent(small, runs=((b"", "a.run", gzip.compress(RUN)[:-9]),))
    assert page.status_code == 400
    assert warning(page).startswith("a.run: damaged or truncated gzip archive")
    page = sent(small, runs=((b"", "a.run", b"PAR1 and so on"),))
    assert page.status_code == 400
    assert "Parquet files are for the command line" in warning(page)


# ---------------------------------------------------------------- the end


def test_a_report_is_stopped(opened):
    client = opened(jobs=Jobs(seconds=0))
    _, page = finished(client, sent(client))
    assert 'data-status="stopped"' in page.text
    assert "Stopped: there is no report." in page.text
    assert client.explorer.jobs.folders == ()
    assert client.explorer.jobs.workers.processes == ()


def test_the_stop_button(opened, monkeypatch):
    client = opened()
    page = sent(client)
    address = page.headers["location"]
    stopped = client.post(f"{address}/stop", follow_redirects=False)
    assert (stopped.status_code, stopped.headers["location"]) == (303, address)
    _, page = finished(client, page)
    assert re.search('data-status="(stopped|done)"', page.text)
    assert client.post("/runs/unknown/stop").status_code == 404


def test_progress_is_shown(client):
    from intervale.web.pages import filled
    from intervale.web.runs import Job

    job = Job("x", ("P@5",), 3)
    job.tell("counting <b>", 1, 4)
    text = filled("job.html", job=job, doing=job.doing, sentence="")
    assert '<progress aria-label="How far it has come" value="0.25" max="1">' in text
    assert "counting &lt;b&gt;" in text
    assert 'hx-trigger="every 1s"' in text
    assert '<meta http-equiv="refresh" content="2">' in text


def test_nothing_is_left_at_the_end():
    """Files that were dropped while nothing was made of them yet."""
    explorer = Explorer(port=PORT, token=TOKEN)
    folder = explorer.jobs.folder()
    (folder / "qrels").write_bytes(QRELS)
    assert folder.stat().st_mode & 0o077 == 0
    explorer.close()
    assert not folder.exists()


def test_only_the_last_reports_are_kept(opened):
    client = opened(jobs=Jobs(seconds=0))
    addresses = [finished(client, sent(client))[0] for _ in range(7)]
    assert [client.get(address).status_code for address in addresses] == [404] * 3 + [200] * 4


def test_sizes_are_counted_and_not_kept(tmp_path):
    from intervale.data.files import unpacked_size

    path = tmp_path / "a.gz"
    path.write_bytes(gzip.compress(b"x" * 1000) + gzip.compress(b"y" * 500))
    assert unpacked_size(path, 1500) == 1500
    assert unpacked_size(path, 1499) is None
    path.write_bytes(b"plain")
    assert (unpacked_size(path, 5), unpacked_size(path, 4)) == (5, None)
    path.write_bytes(gzip.compress(b"x" * 1000)[:-4])
    with pytest.raises(InputError, match="damaged or truncated gzip archive"):
        unpacked_size(path, 5000)
