"""An explorer without a server: the application, asked by a client that has its key."""

import pytest

pytest.importorskip("starlette", reason="needs the extra 'web': pip install 'intervale[web]'")

from starlette.testclient import TestClient

from intervale.web.app import Explorer

PORT, TOKEN = 8000, "the-key-of-this-start"
HOST = f"http://127.0.0.1:{PORT}"


@pytest.fixture(scope="session")
def opened():
    """Starts explorers, each with a client that has the key, and ends them all."""
    started = []

    def start(**options):
        explorer = Explorer(port=PORT, token=TOKEN, **options)
        client = TestClient(explorer.app, base_url=HOST)
        client.__enter__()
        started.append(client)
        client.explorer = explorer
        client.get(f"/?token={TOKEN}", follow_redirects=False)
        return client

    yield start
    for client in started:
        client.__exit__(None, None, None)


@pytest.fixture(scope="session")
def client(opened):
    """A client of an explorer that many tests share."""
    return opened()
