"""A real browser: Debian's Chromium, driven by Playwright."""

import shutil

import pytest

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"]
FLAGS += ["--disable-component-update", "--disable-sync"]


@pytest.fixture(scope="session")
def browser():
    if CHROMIUM is None:
        pytest.skip("needs Chromium, which is not installed (make browser installs Debian's)")
    sync_api = pytest.importorskip("playwright.sync_api", reason="needs playwright: pip install 'intervale[browser]'")
    with sync_api.sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield started
        started.close()


SERIOUS = ("serious", "critical")


@pytest.fixture
def serious():
    """What axe-core finds on a page that keeps people from using it."""
    axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="needs axe-playwright-python")

    def found(page):
        violations = axe.Axe().run(page).response["violations"]
        return [(one["id"], one["nodes"][0]["html"][:160]) for one in violations if one["impact"] in SERIOUS]

    return found
