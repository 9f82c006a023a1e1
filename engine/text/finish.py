"""What can be put into the document only when all of a text has been read."""

from __future__ import annotations

import re

from trunfo.engine.errors import Message, UnreadableInput
from trunfo.engine.text.context import Context
from trunfo.engine.text.plays import Plays
from trunfo.engine.text.source import shown
from trunfo.engine.text.tokens import Token
from trunfo.engine.text.values import Values
from trunfo.engine.text.vocabulary import TRUMP_SUIT

_OF_TRUMP = re.compile(f"(10|[2-9]|[ARVD])?{TRUMP_SUIT}")


def finish(context: Context, values: Values, plays: Plays) -> None:
    """Complete the document of a text."""
    document = context.draft.document
    if "hand" not in document and "/me" not in context.draft.spans:
        document.pop("me", None)
    _chooser(context, values)
    _gifts(context, values)
    decisions = document.get("decisions") or []
    out = frozenset(seat for seat, made in enumerate(decisions) if made and not made["in"])
    plays.finish(out)
    _suit_of_trump(context)


def _chooser(context: Context, values: Values) -> None:
    """Who chose the trump; before it is chosen that says what is to be decided."""
    if values.chooser is None:
        return
    seat, span = values.chooser
    if "trump" in context.draft.document:
        context.draft.say("/trump/chooser", seat, span)
    elif "trump" in context.game.phases and seat == context.seats.me:
        pass  # without a trump the state is one of my choice
    else:
        key = shown(context.draft.source.text[slice(*span)])
        template = "{key} chose, but which trump?"
        raise context.draft.fail("trump_missing", template, span, key=key)


def _gifts(context: Context, values: Values) -> None:
    """The seats of passes, from the round."""
    for pointer, key in values.gifts.items():
        number = context.draft.document.get("round")
        ahead = context.game.pass_step(context.rules, number) if number else 0
        if not ahead:
            raise _no_seat(context, key)
        count = context.game.seats
        step = ahead if pointer.endswith("to") else count - ahead
        parent = pointer.rpartition("/")[0]
        place = context.draft.spans[parent]
        context.draft.put(pointer, (context.seats.me + step) % count, place)


def _no_seat(context: Context, key: Token) -> UnreadableInput:
    template = "{key} needs a seat, or the round."
    return context.draft.fail("value_missing", template, key.span, key=shown(key.text))


def _suit_of_trump(context: Context) -> None:
    """Where the suit of trump was meant, put it."""
    trump = context.draft.document.get("trump") or {}
    suit = trump.get("suit")

    def put(value: object, pointer: str) -> object:
        if isinstance(value, dict):
            return {key: put(each, f"{pointer}/{key}") for key, each in value.items()}
        if isinstance(value, list):
            return [put(each, f"{pointer}/{index}") for index, each in enumerate(value)]
        if isinstance(value, str) and _OF_TRUMP.fullmatch(value):
            if suit is None or suit == TRUMP_SUIT:
                span = context.draft.spans.get(pointer, (0, 0))
                token = shown(context.draft.source.text[slice(*span)])
                message = Message("no_trump", "{token}: no trump is named.", {"token": token})
                raise context.tongue.source.error(message, span)
            return value.replace(TRUMP_SUIT, suit)
        return value

    for key in ("hand", "hands", "known", "played", "tricks", "table", "discarded", "passed",
                "received", "stock_cards", "trump"):
        if key in context.draft.document:
            context.draft.document[key] = put(context.draft.document[key], f"/{key}")
