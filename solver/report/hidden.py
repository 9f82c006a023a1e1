"""Why, who holds what, what comes next, and deals as examples, as people read them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from trunfo.advice import Advice, Belief
from trunfo.engine.cards import card_message, cards_of, suit_of, word_of
from trunfo.engine.state import seat_message
from trunfo.report.columns import Column, table
from trunfo.report.why import certain_sentence, why_sentence
from trunfo.report.words import TOGETHER, Page, percent, wrapped

MOST_BELIEFS = 8
"""Cards of which is told where they are, where only why was asked for."""
MOST_NEXT = 4
"""Cards that a seat may play next that are named."""


def told_why(advice: Advice, page: Page) -> list[str]:
    """The sentences on why, and on what is certain."""
    _ = page.language.translate
    lines = wrapped(why_sentence(advice, _), page) if advice.why is not None else []
    if advice.certain is not None:
        lines += wrapped(certain_sentence(advice, advice.certain, _), page)
    return lines


def told_beliefs(advice: Advice, page: Page, *, every: bool = True) -> list[str]:
    """Who holds the hidden cards: trumps, honours and points first."""
    if not advice.beliefs:
        return []
    _ = page.language.translate
    state, pack = advice.state, advice.state.pack
    trump = state.trump.suit if state.trump else None

    def rank(token: str) -> tuple[bool, int, int]:
        card = pack.card(token)
        return suit_of(card) != trump, -pack.worth[card], -(card % 16)

    tokens = sorted(advice.beliefs, key=rank)
    if not every:
        tokens = tokens[:MOST_BELIEFS]
    cards = [card_message(pack, pack.card(token)).text(_) for token in tokens]
    beliefs = [advice.beliefs[token] for token in tokens]
    columns = [Column(_("card"), tuple(cards)), *_places(advice, beliefs, page)]
    lines = wrapped(_("Who holds what, in the deals tried out:"), page)
    return [*lines, *table(columns, page).lines]


def _places(advice: Advice, beliefs: list[Belief], page: Page) -> Iterator[Column]:
    """A column for each place."""
    _, state = page.language.translate, advice.state
    for seat in range(state.game.seats):
        if seat != state.me:
            name = seat_message(state.game, state, seat).text(_)
            yield Column(name, tuple(percent(belief.seats[seat]) for belief in beliefs))
    for title, chances in (
        (_("in stock"), [belief.stock for belief in beliefs]),
        (_("not in play"), [belief.out for belief in beliefs]),
        (_("gone"), [belief.gone for belief in beliefs]),
    ):
        if any(chance is not None for chance in chances):
            yield Column(title, tuple(percent(chance or 0.0) for chance in chances))


def told_next(advice: Advice, page: Page) -> list[str]:
    """What the others are likely to play to the trick."""
    _, state = page.language.translate, advice.state
    lines = []
    for each in advice.next or ():
        name = seat_message(state.game, state, each.seat).text(_)
        likely = sorted(each.cards.items(), key=lambda pair: -pair[1])
        shown = ", ".join(
            f"{card_message(state.pack, state.pack.card(token)).text(_)} {percent(chance)}"
            for token, chance in likely[:MOST_NEXT]
        )
        text = _("Then {seat}, as a player by simple rules would: {cards}")
        end = "." if len(likely) <= MOST_NEXT else f";{TOGETHER}\N{HORIZONTAL ELLIPSIS}"
        lines += wrapped(text.format(seat=name, cards=shown) + end, page)
    return lines


def told_samples(advice: Advice, page: Page) -> list[str]:
    """Deals as examples."""
    if not advice.samples:
        return []
    _, state = page.language.translate, advice.state
    lines = wrapped(_("Some of the deals:"), page)
    for number, sample in enumerate(advice.samples, 1):
        told = [
            f"{seat_message(state.game, state, seat).text(_)} {_cards(advice, hand, page)}"
            for seat, hand in enumerate(sample.hands) if hand is not None and seat != state.me
        ]
        if sample.stock is not None:
            told.append(f"{_('stock, in order')} {_cards(advice, sample.stock, page, sort=False)}")
        lines += wrapped(f"{number}. {'; '.join(told)}", page, then="   ")
    return lines


def _cards(
    advice: Advice, tokens: Iterable[str], page: Page, *, sort: bool = True
) -> str:
    """Cards in words; those of a hand suit by suit, the strongest first."""
    pack = advice.state.pack
    cards = [pack.card(token) for token in tokens]
    if sort:
        cards = sorted(cards_of(word_of(cards)), key=lambda card: (suit_of(card), -card))
    return " ".join(card_message(pack, card).text(page.language.translate) for card in cards)
