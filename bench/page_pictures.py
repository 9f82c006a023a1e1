"""Pictures of the page for the documents: `python bench/page_pictures.py [FOLDER] [--all]`.

Needs Chromium, and what `tests/browser/requirements.txt` names. Writes `page.png` (a position of
Sueca and its advice), `table.png` and `review.png` into docs/_static/ or FOLDER, 1,280 pixels
wide, in few colours so that they stay small. With `--all` every view of every game, in
both languages, two sizes and two looks, for somebody to look through; `--game NAME`, `--size
phone|desk`, `--look light|dark`, `--lang pt|en` take some of these. TRUNFO_CHROMIUM is the browser.
"""

from __future__ import annotations

import argparse
import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from itertools import product
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, Page, expect, sync_playwright

import trunfo
from trunfo.engine.registry import playable
from trunfo.web.server import listening, made

HERE = Path(__file__).parent
SIZES = {"phone": (360, 740), "desk": (1280, 850)}
COLOURS = 64
SEED = 3


@contextmanager
def served() -> Iterator[str]:
    """The page, and its address."""
    found, ready = listening("127.0.0.1", 0), threading.Event()
    server = made("127.0.0.1", ready.set)
    thread = threading.Thread(target=server.run, args=([found],))
    thread.start()
    ready.wait()
    yield f"http://127.0.0.1:{found.getsockname()[1]}/"
    server.should_exit = True
    thread.join()


def opened(browser: Browser, address: str, size: str, lang: str, look: str) -> Page:
    """The page in a size, a language and a look."""
    width, height = SIZES[size]
    context = browser.new_context(viewport={"width": width, "height": height},
                                  color_scheme=look, reduced_motion="reduce")
    page = context.new_page()
    page.goto(f"{address}?lang={lang}")
    return page


def to(page: Page, where: str) -> None:
    """Go to a room, and wait until it has answered."""
    page.goto("about:blank")
    page.goto(page.context.base + where)  # type: ignore[attr-defined]
    expect(page.locator("#main > *").first).to_be_visible()
    settled(page)


def settled(page: Page) -> None:
    """Wait until the page has answered."""
    expect(page.locator("#main")).to_have_attribute("aria-busy", "false")


def advised(page: Page) -> None:
    """Wait for advice that is complete."""
    expect(page.locator(".advice:not(.thinking) .best").first).to_be_visible()


def unfold(page: Page, within: str) -> None:
    """Open whatever is folded."""
    folded = page.locator(f"{within} details:not([open]) > summary")
    while folded.count():
        folded.first.click()


def keep(page: Page, path: Path, whole: bool = True) -> None:
    """A picture, in few colours."""
    page.evaluate("scrollTo(0, 0)")
    picture = Image.open(BytesIO(page.screenshot(full_page=whole))).convert("RGB")
    picture.quantize(COLOURS).save(path, optimize=True)
    print(path, f"{path.stat().st_size / 1024:.0f} kB")


def played_out(game: str) -> str:
    """A record in which not everything was played well."""
    table = trunfo.Table.deal(game, seed=SEED)
    while not table.over:
        legal = table.legal()
        table.play(legal[len(table.acts) % len(legal)] if table.phase == "play" else legal[-1])
    return table.record().to_json()


def position(page: Page, game: str) -> None:
    """An example, thought about."""
    to(page, f"#advise/{game}")
    kinds = page.locator('[data-kind="play"], [data-kind="go"]')
    kinds.last.click()
    advised(page)


def table(page: Page, game: str) -> None:
    """A game against the program, some tricks on."""
    to(page, f"#play/{game}?seed={SEED}")
    page.select_option("#opponent", "rules")
    for _ in range(4):
        settled(page)
        if page.locator("#confirm").count():
            while page.locator("#confirm").is_disabled():
                page.locator(".fan button.card.up").first.click()
            page.click("#confirm")
        elif page.locator(".acts .legal button").count():
            page.locator(".acts .legal button").first.click()
        elif page.locator(".fan button.card.up").count():
            page.locator(".fan button.card.up").first.click()
    settled(page)


def review(page: Page, game: str) -> None:
    """A record looked back at, with one decision that cost something."""
    to(page, "#review")
    page.fill("#record", played_out(game))
    page.click("#read")
    expect(page.locator("#said")).not_to_be_empty(timeout=120_000)
    settled(page)
    for verdict in ("grave", "mistake", "slight"):
        row = page.locator(f"tr:has(.verdict.{verdict}) [data-number]")
        if row.count():
            row.first.click()
            break
    advised(page)


def training(page: Page, game: str) -> None:
    """A question of the training, answered."""
    to(page, f"#train/{game}?seed={SEED}")
    if page.locator("#question .primary").count():
        return
    page.locator("#question .fan button.card.up, #question .legal button").first.click()
    advised(page)


def every(browser: Browser, address: str, folder: Path, chosen: argparse.Namespace) -> None:
    """Every view there is."""
    for size, lang, look in product(
        *([one] if one else each for one, each in (
            (chosen.size, SIZES), (chosen.lang, ("pt", "en")), (chosen.look, ("light", "dark"))))
    ):
        page = opened(browser, address, size, lang, look)
        page.context.base = f"{address}?lang={lang}"  # type: ignore[attr-defined]
        name = f"{size}-{lang}-{look}"
        to(page, "")
        keep(page, folder / f"home-{name}.png")
        for game in [chosen.game] if chosen.game else [each.name for each in playable()]:
            position(page, game)
            keep(page, folder / f"advice-{game}-{name}.png")
            unfold(page, "#main")
            keep(page, folder / f"advice-all-{game}-{name}.png")
            for view in (table, training, review):
                view(page, game)
                keep(page, folder / f"{view.__name__}-{game}-{name}.png")
        page.context.close()


def few(browser: Browser, address: str, folder: Path) -> None:
    """The pictures of the documents."""
    page = opened(browser, address, "desk", "en", "light")
    page.context.base = f"{address}?lang=en"  # type: ignore[attr-defined]
    for name, view, game in (
        ("page", position, "sueca"), ("table", table, "copas"), ("review", review, "sueca")
    ):
        view(page, game)
        keep(page, folder / f"{name}.png", whole=False)


def main() -> None:
    """Make them."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", nargs="?", type=Path, default=HERE.parent / "docs" / "_static")
    parser.add_argument("--all", action="store_true")
    parser.add_argument("--game")
    parser.add_argument("--size", choices=SIZES)
    parser.add_argument("--look", choices=("light", "dark"))
    parser.add_argument("--lang", choices=("pt", "en"))
    chosen = parser.parse_args()
    chosen.folder.mkdir(parents=True, exist_ok=True)
    expect.set_options(timeout=60_000)
    with served() as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=os.environ.get("TRUNFO_CHROMIUM", "/usr/bin/chromium"),
            args=["--no-sandbox"],
        )
        if chosen.all:
            every(browser, address, chosen.folder, chosen)
        else:
            few(browser, address, chosen.folder)
        browser.close()


if __name__ == "__main__":
    main()
