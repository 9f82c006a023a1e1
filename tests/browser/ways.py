"""What a person does on the page, in steps that wait for the page alone."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, expect

import trunfo
from trunfo.engine.registry import games
from trunfo.games.base import advisor_of

KIND = {"sobe-e-desce": "go"}
"""Which example is tapped; a card to be played if none is named."""

State = dict[str, Any]


def picture(page: Page, name: str) -> None:
    """Keep a picture of the whole page, if pictures are wanted."""
    folder = os.environ.get("TRUNFO_PICTURES")
    if folder:
        Path(folder).mkdir(parents=True, exist_ok=True)
        page.screenshot(path=f"{folder}/{name}.png", full_page=True)


def example(game: str) -> State:
    """A position to be put in."""
    examples = advisor_of(games()[game]).examples
    return trunfo.parse(examples[KIND.get(game, "play")].text).to_dict()


def settled(page: Page) -> None:
    """Wait until the page has answered what was done."""
    expect(page.locator("#main")).to_have_attribute("aria-busy", "false")


def advised(page: Page, within: str = "") -> None:
    """Wait for advice that is complete."""
    expect(page.locator(f"{within} .advice:not(.thinking) .best").first).to_be_visible()


def to(page: Page, where: str) -> None:
    """Go to a room by its address."""
    page.goto(page.url.partition("#")[0] + where)


def unfold(page: Page, within: str) -> None:
    """Open whatever is folded."""
    folded = page.locator(f"{within} details:not([open]) > summary")
    for _ in range(folded.count()):
        folded.first.click()
    expect(folded).to_have_count(0)


def tap_position(page: Page, state: State) -> None:
    """Put in a position by tapping and by small fields alone."""
    page.click("#clear")
    settled(page)
    unfold(page, "#main")

    def cards(target: str, tokens: list[str]) -> None:
        if tokens:
            page.click(f'[data-target="{target}"]')
        for token in tokens:
            page.click(f'.picker [data-card="{token}"]')
            settled(page)

    trump = state.get("trump", {})
    if "card" in trump:
        cards("trump", [trump["card"]])
    elif trump:
        page.click(f"#f-trump-{trump['suit']}")
        settled(page)
    for key, field in (("holder", "#f-holder"), ("chooser", "#f-chooser")):
        if key in trump:
            chosen(page, field, trump[key])
    for target in ("hand", "played", "discarded"):
        cards(target, state.get(target, []))
    table = state.get("table", {})
    cards("table", table.get("cards", []))
    for key, value in (("leader", table.get("leader")), *(
        (key, state.get(key)) for key in ("dealer", "round")
    )):
        if value is not None:
            chosen(page, f"#f-{key}", value)
    if "stock" in state:
        typed(page, "#f-stock", state["stock"])
    for key in ("points", "scores", "absences"):
        for side, value in enumerate(state.get(key, [])):
            typed(page, f"#f-{key}-{side}", value)
    for seat, made in enumerate(state.get("decisions", [])):
        if made is not None:
            word = str(made.get("exchanged", "in")) if made["in"] else "out"
            chosen(page, f"#f-go-{seat}", word)
    for fact in state.get("known", []):
        for suit in fact.get("void", []):
            page.click(f"#f-void-{fact['seat']}-{suit}")
            settled(page)


def chosen(page: Page, field: str, value: object) -> None:
    """Choose from a list."""
    page.select_option(field, str(value))
    settled(page)


def typed(page: Page, field: str, value: object) -> None:
    """Type into a field, and leave it."""
    page.fill(field, str(value))
    page.locator(field).blur()
    settled(page)


def plain(document: State) -> State:
    """A state, whatever the order in which cards were tapped."""
    return {key: sorted(value) if key in ("hand", "played", "discarded") else value
            for key, value in document.items()}


def act(page: Page) -> None:
    """Do the first thing that is allowed."""
    confirm = page.locator("#confirm")
    if confirm.count():
        while confirm.is_disabled():
            page.locator(".fan button.card.up").first.click()
        confirm.click()
    elif page.locator(".acts .legal button").count():
        page.locator(".acts .legal button").first.click()
    else:
        page.locator(".fan button.card.up").first.click()
    settled(page)


def play_on(page: Page) -> None:
    """Play until the deal is over."""
    settled(page)
    for _ in range(60):
        if page.locator("#result").count():
            return
        act(page)
    raise AssertionError("the deal does not end")


def fits(page: Page) -> None:
    """Nothing is wider than the page, and whatever is touched is 44 pixels wide and high."""
    wide, shown = page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
    assert wide <= shown
    small = page.evaluate("""[...document.querySelectorAll('button, select, summary, input, a')]
        .filter(e => e.checkVisibility() && !e.matches('.skip, .unseen'))
        .map(e => [e.type === 'checkbox' ? e.closest('label') : e, e])
        .map(([box, e]) => [box.getBoundingClientRect(), e])
        .filter(([r, e]) => r.height < 43.5 || r.width < 43.5)
        .map(([r, e]) => `${r.width} x ${r.height}: ${e.outerHTML.slice(0, 120)}`)""")
    assert not small


def serious(page: Page) -> list[Any]:
    """What axe-core finds that is serious or worse."""
    page.evaluate(Path(os.environ["TRUNFO_AXE"]).read_text("utf-8"))
    found = page.evaluate("axe.run()")
    return [
        (each["id"], [node["html"][:160] for node in each["nodes"]][:4])
        for each in found["violations"] if each["impact"] in ("serious", "critical")
    ]
