"""A person's way through each game: a position tapped, advice, why, a deal played, its review."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect
from ways import (
    advised,
    example,
    fits,
    picture,
    plain,
    play_on,
    settled,
    tap_position,
    to,
    unfold,
)

import trunfo
from trunfo.engine.registry import playable
from trunfo.games.base import advisor_of

COMPLETE = {"pt": "Está tudo revisto.", "en": "The review is complete."}
GAMES = [game.name for game in playable() if advisor_of(game).examples]
WAYS = [(game, *way) for game in GAMES for way in (("phone", "pt"), ("desk", "en"))]


@pytest.mark.parametrize(("game", "size", "lang"), WAYS)
def test_a_position_is_tapped_and_explained(visit, game, size, lang):
    page = visit(size, lang)
    picture(page, f"home-{size}")
    page.click('[data-door="advise"]')
    page.click(f'[data-game="{game}"]')
    settled(page)
    state = example(game)
    tap_position(page, state)
    assert plain(trunfo.parse(page.input_value("#text")).to_dict()) == plain(state)
    assert "s=" in page.url
    fits(page)

    page.click("#advise")
    advised(page)
    unfold(page, ".advice")
    expect(page.locator(".why")).not_to_be_empty()
    expect(page.locator(".beliefs td").first).to_be_visible()
    assert page.locator(".options tbody tr").count() > 1
    if size == "desk":
        assert page.evaluate("""[...document.querySelectorAll('.scroll')]
            .filter(e => e.scrollWidth > e.clientWidth + 1).map(e => e.innerHTML)""") == []
    fits(page)
    picture(page, f"advice-{game}-{size}")


@pytest.mark.parametrize(("game", "size", "lang"), WAYS)
def test_a_deal_is_played_and_reviewed(visit, game, size, lang):
    page = visit(size, lang, f"#play/{game}?seed=3")
    page.locator("#opponent").select_option("rules")
    settled(page)
    picture(page, f"play-{game}-{size}")
    fits(page)
    page.click("#hint")
    advised(page)
    play_on(page)
    fits(page)
    picture(page, f"result-{game}-{size}")

    page.click("#review")
    expect(page.locator("#said")).to_have_text(COMPLETE[lang], timeout=90_000)
    page.click("#only")
    page.locator("[data-number]").first.click()
    expect(page.locator("#detail .board")).to_be_visible()
    fits(page)
    picture(page, f"review-{game}-{size}")


def test_text_and_board_show_the_same(visit):
    page = visit(path="#advise/sueca")
    settled(page)
    page.fill("#text", "sueca; trunfo ♠; mão A♥ 7♥ R♠; sai eu; pontos nós 40 eles 20")
    settled(page)
    expect(page.locator(".fan .card")).to_have_count(3)
    page.click('.picker [data-card="AC"]')
    settled(page)
    assert "A" not in page.input_value("#text")
    page.fill("#text", "sueca; trunfo ♠; mão A♥ 7♥ 8♠; sai eu")
    settled(page)
    expect(page.locator(".trouble mark")).to_contain_text("8♠")
    expect(page.locator('.fan [data-card="RE"]')).to_have_count(1)  # the last good position
    expect(page.locator("#advise")).to_be_disabled()


def test_what_cannot_be_is_not_offered_and_says_why(visit):
    page = visit(lang="en", path="#advise/bisca")
    for token in ("AC", "7C", "RC"):
        page.click(f'.picker [data-card="{token}"]')
        settled(page)
    page.locator('.picker [data-card="2C"][aria-disabled=true]').click(force=True)
    expect(page.locator(".hint-line")).to_contain_text("The hand is full")
    expect(page.locator(".fan .card")).to_have_count(3)


def test_a_link_holds_the_position_and_the_language_changes_in_place(visit):
    page = visit(lang="en", path="#advise/sueca")
    page.click('[data-example="0"]')
    advised(page)
    link = page.url
    page.goto("about:blank")
    page.goto(link)
    expect(page.locator(".fan .card")).to_have_count(6)
    expect(page.locator("h2", has_text="Advice")).to_be_visible()
    page.click("#language")
    expect(page.locator("h2", has_text="Conselho").or_(page.locator("h1", has_text="posição")).first
           ).to_be_visible()
    expect(page.locator(".fan .card")).to_have_count(6)
    expect(page.locator("html[lang=pt]")).to_have_count(1)


def test_a_game_under_way_is_kept_when_the_language_changes_or_one_comes_back(visit):
    page = visit(lang="en", path="#play/bisca?seed=5")
    page.locator("#opponent").select_option("rules")
    settled(page)
    page.locator(".fan button.card.up").first.click()
    settled(page)
    acts = page.locator(".log li").count()
    cards = page.locator(".fan .card").evaluate_all("all => all.map(e => e.dataset.card)")
    page.click("#language")
    expect(page.locator("h1")).to_have_text("Bisca: contra o programa")
    settled(page)
    expect(page.locator(".log li")).to_have_count(acts)
    page.click("#hint")
    advised(page)
    page.locator(".options .last button").first.click()
    expect(page.locator("h1")).to_have_text("Bisca: a seguir")
    to(page, "#play/bisca")
    expect(page.locator("h1")).to_have_text("Bisca: contra o programa")
    settled(page)
    assert page.locator(".fan .card").evaluate_all("all => all.map(e => e.dataset.card)") == cards


def test_undo_the_last_trick_save_and_open(visit, tmp_path):
    page = visit(path="#play/bisca?seed=2")
    page.locator("#opponent").select_option("rules")
    settled(page)
    for _ in range(2):
        page.locator(".fan button.card.up").first.click()
        settled(page)
    before = page.locator(".log li").count()
    page.click("#undo")
    settled(page)
    assert page.locator(".log li").count() < before
    with page.expect_download() as kept:
        page.click("#save")
    path = tmp_path / "kept.jsonl"
    kept.value.save_as(path)
    record = trunfo.Record.from_json(path.read_text("utf-8"))
    page.click("#again")
    settled(page)
    page.locator("input[type=file]").set_input_files(path)
    expect(page.locator(".log li")).to_have_count(len(record.acts))
    to(page, "#review")
    page.fill("#record", record.to_json())
    page.click("#read")
    expect(page.locator("#only")).to_be_visible()


def test_training_on_the_mistakes_of_a_record_and_on_random_deals(visit):
    table = trunfo.Table.deal("copas", seed=8)
    while not table.over:
        table.play(table.legal()[-1])
    page = visit(path="#review")
    page.fill("#record", table.record().to_json())
    page.click("#read")
    expect(page.locator("#said")).to_have_text(COMPLETE["pt"], timeout=90_000)
    page.click("#train")
    answered(page)
    to(page, "#train/sueca?seed=4")
    answered(page)
    answered(page)


def answered(page):
    """Choose, see what it was worth, go on."""
    settled(page)
    expect(page.locator("#question")).to_be_visible()
    assert page.locator(".options").count() == 0
    if page.locator("#question button.primary").count():
        for _ in range(3):
            page.locator("#question .fan button.card:not(.chosen)").first.click()
        page.click("#question button.primary")
    else:
        page.locator("#question .fan button.card.up").first.click()
    expect(page.locator(".mine strong")).not_to_be_empty()
    page.click("#next-question")
    expect(page.locator(".mine")).to_have_count(0)
