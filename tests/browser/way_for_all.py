"""The page for everybody: keyboard alone, screen readers, contrast, sizes, no motion."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect
from ways import advised, fits, serious, settled, unfold

import trunfo
from trunfo.engine.registry import playable
from trunfo.games.base import advisor_of


def test_by_keyboard_alone(visit):
    """A position, advice, why, the whole deal against the program, its review."""
    page = visit(lang="en")

    def come_to(selector):
        for _ in range(250):
            page.keyboard.press("Tab")
            if page.evaluate("s => document.activeElement.matches(s)", selector):
                return
        raise AssertionError(f"Tab never comes to {selector}")

    def press(selector):
        come_to(selector)
        page.keyboard.press("Enter")

    press('[data-door="advise"]')
    expect(page.locator('[data-game="sueca"]')).to_be_visible()
    press('[data-game="sueca"]')
    settled(page)
    press("#clear")
    settled(page)
    for card in ("AC", "7C", "2O"):
        press(f'.picker [data-card="{card}"]')
        settled(page)
        expect(page.locator(f'.picker .placed[data-card="{card}"]')).to_have_count(1)
    come_to("#text")
    page.keyboard.press("Control+A")
    page.keyboard.type("sueca; trump S; hand AH 7H 2D; leads me; points us 50 them 20")
    settled(page)
    press("#advise")
    advised(page)
    press(".advice summary")
    expect(page.locator(".advice details[open]")).to_have_count(1)
    press("header .brand")
    expect(page.locator('[data-door="play"]')).to_be_visible()
    press('[data-door="play"]')
    expect(page.locator('[data-game="bisca"]')).to_be_visible()
    press('[data-game="bisca"]')
    settled(page)
    come_to("#opponent")
    page.keyboard.press("Home")
    for _ in range(60):
        settled(page)
        if page.locator("#result").count():
            break
        if not page.evaluate("document.activeElement.matches('.fan button.card.up')"):
            come_to(".fan button.card.up")
        page.keyboard.press("Enter")
    press("#review")
    expect(page.locator("#said")).to_have_text("The review is complete.", timeout=90_000)
    press("#only")
    press("[data-number]")
    expect(page.locator("#detail .board")).to_be_visible()


EVERY = [f"#{door}/{game.name}?seed=2" for game in playable() if advisor_of(game).examples
         for door in ("advise", "play", "train")]


@pytest.mark.parametrize("look", ["light", "dark"])
@pytest.mark.parametrize("room", ["", "#advise", "#follow/bisca", "#review", *EVERY])
def test_nothing_serious_stands_in_the_way(visit, room, look):
    page = visit(path=room, look=look)
    settled(page)
    if room.startswith("#advise/"):
        page.click('[data-example="0"]')
        advised(page)
        unfold(page, "#main")
    elif room.startswith("#train") and page.locator("#question button.primary").count() == 0:
        page.locator("#question button:not([disabled])").first.click()
        advised(page)
    fits(page)
    assert serious(page) == []


def test_a_review_has_nothing_serious_in_light_and_dark(visit):
    table = trunfo.Table.deal("bisca", seed=8)
    while not table.over:
        table.play(table.legal()[-1])
    for look in ("light", "dark"):
        page = visit(look=look, path="#review")
        page.fill("#record", table.record().to_json())
        page.click("#read")
        expect(page.locator("#said")).not_to_be_empty(timeout=90_000)
        page.locator("[data-number]").first.click()
        advised(page, "#main")
        unfold(page, "#main")
        assert serious(page) == []


def test_the_look_can_be_chosen(visit):
    page = visit(look="light")
    paper = "getComputedStyle(document.documentElement).backgroundColor"
    light = page.evaluate(paper)
    page.click("#theme")
    page.click("#theme")
    assert page.evaluate(paper) != light
    page.click("#colours")
    expect(page.locator("html.four")).to_have_count(1)


def test_nothing_moves_where_that_is_not_wanted(visit):
    moving = """[...document.querySelectorAll('*')].filter(e =>
        getComputedStyle(e).transitionDuration.split(', ').some(d => parseFloat(d) > 0)
        || getComputedStyle(e).animationName !== 'none').length"""
    page = visit(path="#play/bisca?seed=2")
    settled(page)
    assert page.evaluate(moving) == 0
    page.emulate_media(reduced_motion="no-preference")
    durations = page.evaluate("""[...document.querySelectorAll('*')].flatMap(e =>
        getComputedStyle(e).transitionDuration.split(', ')).map(parseFloat)""")
    assert max(durations) == 0.15
