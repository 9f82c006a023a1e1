"""A browser and a server for a person's ways through the page.

Not part of the usual tests, which need no browser: the files here are named when they are run,
`python -m pytest tests/browser/way_*.py` (`.ci/browser` does that). TRUNFO_CHROMIUM is the browser,
TRUNFO_AXE the file axe.min.js of axe-core, TRUNFO_PICTURES a folder for pictures, if any.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from page import served
from playwright.sync_api import Browser, Page, expect, sync_playwright

sys.path.insert(0, str(Path(__file__).parent))  # ways.py
SIZES = {"phone": (360, 740), "desk": (1280, 850)}


@pytest.fixture(scope="session")
def address() -> Iterator[str]:
    """Where the page is."""
    with served() as client:
        yield f"http://127.0.0.1:{client.port}/"


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Chromium."""
    expect.set_options(timeout=30_000)
    with sync_playwright() as playwright:
        found = playwright.chromium.launch(
            executable_path=os.environ.get("TRUNFO_CHROMIUM", "/usr/bin/chromium"),
            args=["--no-sandbox"],
        )
        yield found
        found.close()


@pytest.fixture
def visit(browser, address, request):
    """Opens the page in a size, a language and a look; what the browser complains of fails."""
    complaints: list[str] = []
    contexts = []

    def opened(size: str = "desk", lang: str = "pt", path: str = "", look: str = "light") -> Page:
        width, height = SIZES[size]
        context = browser.new_context(
            viewport={"width": width, "height": height}, color_scheme=look,
            reduced_motion="reduce", accept_downloads=True,
        )
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(30_000)
        page.on("console", lambda said: complaints.append(said.text)
                if said.type in ("error", "warning") and "400" not in said.text else None)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.goto(f"{address}?lang={lang}{path}")
        expect(page.locator("main > *").first).to_be_visible()
        return page

    yield opened
    for context in contexts:
        context.close()
    assert not complaints
