"""A person's way through each game: a position tapped, advice, why, a deal played, its review."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

import trunfo
from trunfo.engine.registry import playable
from trunfo.games.base import advisor_of


def picture(page, name):
    """Keep a picture of the whole page, if pictures are wanted."""
    folder = os.environ.get("TRUNFO_PICTURES")
    if folder:
        Path(folder).mkdir(parents=True, exist_ok=True)
        page.screenshot(path=f"{folder}/{name}.png", full_page=True)


KIND = {"sobe-e-desce": "go"}
"""Which example is tapped; a card to be played if none is named."""
COMPLETE = {"pt": "Está tudo revisto.", "en": "The review is complete."}
GAMES = [game.name for game in playable()]
WAYS = [(game, *way) for game in GAMES for way in (("phone", "pt"), ("desk", "en"))]


def example(game):
    examples = advisor_of(next(each for each in playable() if each.name == game)).examples
    return trunfo.parse(examples[KIND.get(game, "play")].text).to_dict()


def tap_position(page, state):
    """Put in a position by tapping and by small fields alone."""
    page.click("#clear")

    def cards(target, tokens):
        if tokens:
            page.click(f'[data-target="{target}"]')
        for token in tokens:
            page.click(f'.picker [data-card="{token}"]')

    page.evaluate("document.querySelectorAll('details.panel').forEach(d => d.open = true)")
    trump = state.get("trump", {})
    if "card" in trump:
        cards("trump", [trump["card"]])
    elif trump:
        page.click(f"#f-trump-{trump['suit']}")
    for key, field in (("holder", "#f-holder"), ("chooser", "#f-chooser")):
        if key in trump:
            page.select_option(field, str(trump[key]))
    cards("hand", state["hand"])
    cards("played", state.get("played", []))
    cards("discarded", state.get("discarded", []))
    table = state.get("table", {})
    cards("table", table.get("cards", []))
    if table:
        page.select_option("#f-leader", str(table["leader"]))
    if "dealer" in state:
        page.select_option("#f-dealer", str(state["dealer"]))
    if "round" in state:
        page.select_option("#f-round", str(state["round"]))
    if "stock" in state:
        page.fill("#f-stock", str(state["stock"]))
    for key in ("points", "scores", "absences"):
        for side, value in enumerate(state.get(key, [])):
            page.fill(f"#f-{key}-{side}", str(value))
            page.locator(f"#f-{key}-{side}").blur()
    for seat, made in enumerate(state.get("decisions", [])):
        if made is not None:
            word = "out" if not made["in"] else str(made.get("exchanged", "in"))
            page.select_option(f"#f-go-{seat}", word)
    for fact in state.get("known", []):
        for suit in fact.get("void", []):
            page.click(f"#f-void-{fact['seat']}-{suit}")


def plain(document):
    """A state, whatever the order in which cards were tapped."""
    return {key: sorted(value) if key in ("hand", "played", "discarded") else value
            for key, value in document.items()}


def play_on(page):
    """Play the first thing allowed until the deal is over."""
    for _ in range(60):
        page.wait_for_selector("#result, .fan button.card.up, .legal button")
        if page.locator("#result").count():
            return
        if page.locator("#confirm").count():
            while page.locator("#confirm[disabled]").count():
                page.locator(".fan button.card.up").first.click()
            page.click("#confirm")
        elif page.locator(".acts .legal button").count():
            page.locator(".acts .legal button").first.click()
        else:
            page.locator(".fan button.card.up").first.click()
    raise AssertionError("the deal does not end")


def fits(page):
    """Nothing is wider than the page, and whatever is touched is large enough."""
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    small = page.evaluate("""[...document.querySelectorAll('button, select, summary')]
        .filter(e => e.offsetParent && (e.offsetHeight < 44 || e.offsetWidth < 44))
        .map(e => e.outerHTML.slice(0, 120))""")
    assert not small


@pytest.mark.parametrize(("game", "size", "lang"), WAYS)
def test_a_way_through(visit, game, size, lang):
    page = visit(size, lang)
    picture(page, f"home-{size}")
    page.click('[data-door="advise"]')
    page.click(f'[data-game="{game}"]')
    page.wait_for_selector(".picker .pick")
    state = example(game)
    tap_position(page, state)
    page.wait_for_selector("#advise:not([disabled])")
    page.wait_for_function("location.hash.includes('s=')")
    assert plain(trunfo.parse(page.input_value("#text")).to_dict()) == plain(state)
    fits(page)

    page.click("#advise")
    page.wait_for_selector(".advice:not(.thinking) .options")
    for part in page.locator(".advice details").all():
        part.locator("summary").click()
    assert page.locator(".beliefs td").count()
    assert page.locator(".why").inner_text()
    assert page.locator(".options tbody tr").count() > 1
    fits(page)
    picture(page, f"advice-{game}-{size}")

    page.goto(page.url.partition("#")[0] + f"#play/{game}")
    page.wait_for_selector("#opponent")
    page.select_option("#opponent", "rules")
    page.wait_for_selector(".fan .card")
    page.wait_for_selector(".fan button.card, .acts .legal button")
    picture(page, f"play-{game}-{size}")
    fits(page)
    page.wait_for_selector("#hint:not([disabled])")
    page.click("#hint")
    page.wait_for_selector(".advice .options")
    play_on(page)
    picture(page, f"result-{game}-{size}")

    page.click("#review")
    page.wait_for_selector("#only")
    page.wait_for_selector(f"#said:has-text('{COMPLETE[lang]}')", state="attached", timeout=90_000)
    page.click("#only")
    page.locator("[data-number]").first.click()
    page.wait_for_selector("#detail .board")
    fits(page)
    picture(page, f"review-{game}-{size}")


def test_text_and_board_show_the_same(visit):
    page = visit(path="#advise/sueca")
    page.fill("#text", "sueca; trunfo ♠; mão A♥ 7♥ R♠; sai eu; pontos nós 40 eles 20")
    page.wait_for_selector('.fan [data-card="RE"]')
    page.click('.picker [data-card="AC"]')
    page.wait_for_function("!document.getElementById('text').value.includes('A')")
    page.fill("#text", "sueca; trunfo ♠; mão A♥ 7♥ 8♠; sai eu")
    page.wait_for_selector(".trouble mark")
    assert "8♠" in page.locator(".trouble mark").inner_text()
    assert page.locator('.fan [data-card="RE"]').count() == 1
    assert page.locator("#advise[disabled]").count() == 1


def test_a_link_holds_the_position_and_the_language_changes_in_place(visit):
    page = visit(lang="en", path="#advise/sueca")
    page.click('[data-example="0"]')
    page.wait_for_selector(".advice:not(.thinking) .options")
    link = page.url
    page.goto("about:blank")
    page.goto(link)
    page.wait_for_selector(".fan .card")
    assert page.locator("h2", has_text="Advice").count()
    page.click("#language")
    page.wait_for_selector("h2:has-text('Conselho')")
    assert page.locator(".fan .card").count() == 6
    assert page.locator("html[lang=pt]").count() == 1


def test_undo_last_trick_save_open_and_training(visit, tmp_path):
    page = visit(path="#play/bisca")
    page.select_option("#opponent", "rules")
    for count in (1, 2):
        page.wait_for_selector(".fan button.card.up")
        page.locator(".fan button.card.up").first.click()
        page.wait_for_function(f"document.querySelectorAll('.log li').length >= {2 * count}")
    page.wait_for_selector(".fan button.card.up")
    before = page.locator(".log li").count()
    page.click("#undo")
    page.wait_for_function(f"document.querySelectorAll('.log li').length < {before}")
    with page.expect_download() as kept:
        page.click("#save")
    path = tmp_path / "kept.jsonl"
    kept.value.save_as(path)
    record = trunfo.Record.from_json(path.read_text("utf-8"))
    page.goto(page.url.partition("#")[0] + "#review")
    page.fill("#record", record.to_json())
    page.click("#read")
    page.wait_for_selector("#only")
    page.goto(page.url.partition("#")[0] + "#train/copas")
    page.wait_for_selector("#question")
    if page.locator("#question button.primary").count():
        for _ in range(3):
            page.locator(".fan button.card:not(.chosen)").first.click()
        page.click("#question button.primary")
    else:
        page.locator(".fan button.card.up").first.click()
    page.wait_for_selector(".mine strong")
    page.click("#next-question")
    page.wait_for_selector("#question")


def test_by_keyboard_alone(visit):
    page = visit(lang="en")

    def to(selector):
        for _ in range(200):
            page.keyboard.press("Tab")
            if page.evaluate("s => document.activeElement.matches(s)", selector):
                return
        raise AssertionError(f"Tab never comes to {selector}")

    def press(selector):
        to(selector)
        page.keyboard.press("Enter")

    press('[data-door="advise"]')
    page.wait_for_selector('[data-game="sueca"]')
    press('[data-game="sueca"]')
    page.wait_for_selector(".picker .pick")
    press("#clear")
    for card in ("AC", "7C", "2O"):
        press(f'.picker [data-card="{card}"]')
        page.wait_for_selector(f'.picker .placed[data-card="{card}"]')
    to("#text")
    page.keyboard.press("Control+A")
    page.keyboard.type("sueca; trump S; hand AH 7H 2D; leads me; points us 50 them 20")
    page.wait_for_selector("#advise:not([disabled])")
    page.focus("#top a")
    press("#advise")
    page.wait_for_selector(".advice:not(.thinking) .options")
    press(".advice summary")
    assert page.locator(".advice details[open]").count()
    press("#follow")
    page.wait_for_selector(".fan button.card.up")
    press(".fan button.card.up")
    page.wait_for_selector(".acts .pick:not(.off)")
    press(".acts .pick:not(.off)")
    page.wait_for_selector("summary:has-text(': 2')")


ROOMS = ["", "#advise/sueca", "#play/copas", "#follow/bisca", "#review", "#train/sobe-e-desce"]


@pytest.mark.parametrize("look", ["light", "dark"])
@pytest.mark.parametrize("room", ROOMS)
def test_nothing_serious_stands_in_the_way(visit, room, look):
    page = visit(path=room, look=look)
    if room.startswith("#advise"):
        page.click('[data-example="0"]')
        page.wait_for_selector(".advice:not(.thinking) .options")
        page.evaluate("document.querySelectorAll('details').forEach(d => d.open = true)")
        picture(page, f"advice-{look}")
    elif room.startswith(("#play", "#train")):
        page.wait_for_selector(".fan .card")
    page.evaluate(Path(os.environ["TRUNFO_AXE"]).read_text("utf-8"))
    found = page.evaluate("axe.run()")
    serious = [
        (each["id"], [node["html"][:160] for node in each["nodes"]][:4])
        for each in found["violations"] if each["impact"] in ("serious", "critical")
    ]
    assert not serious
