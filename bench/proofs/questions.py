"""Some 400 questions to the program, of every game and phase, from random deals.

`answers.py` writes them down with their answers. The positions are dealt and played by the engine;
what a person leaves out, has forgotten or has been told is done to the JSON of their states.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from itertools import count
from random import Random
from typing import Any

import trunfo
from trunfo.engine.registry import games
from trunfo.engine.views import open_view, view

SUITS = "COEP"

Document = dict[str, Any]
Question = dict[str, Any]


def documented(state: Any) -> Document:
    """The JSON of a state."""
    document: Document = json.loads(state.to_json())
    return document


class Maker:
    """Deals positions of one game and makes questions of them."""

    def __init__(self, name: str, seed: int) -> None:
        self.game: Any = games()[name]
        self.random = Random(seed)
        self.numbers: Counter[str] = Counter()
        self.questions: list[Question] = []

    def ask(self, kind: str, document: Document, ask: str = "advise", **options: Any) -> None:
        """One more question; the state must be one that can be."""
        name = f"{self.game.name}-{kind}"
        self.numbers[name] += 1
        question = {
            "id": f"{name}-{self.numbers[name]}", "ask": ask, "options": options,
            "state": document,
        }
        trunfo.State.from_json(document)
        self.questions.append(question)

    def solve(self, kind: str, at: Any) -> None:
        """A question for the exact values of a position."""
        self.ask(kind, documented(open_view(self.game, at)), "solve")

    def advise(self, kind: str, at: Any, change: str = "", **options: Any) -> None:
        """A question for advice, as the seat to act sees the position, or less of it."""
        document = documented(view(self.game, at, at.turn))
        if change:
            CHANGES[change](self, at, document)
        self.ask(kind, document, **{"jobs": 1, "seed": self.random.randrange(1, 100), **options})

    def rules(self, *choices: Mapping[str, Any]) -> Any:
        """Some rules: a preset, or single options."""
        given = dict(self.random.choice(choices)) if choices else {}
        preset = given.pop("preset", "")
        return self.game.rules(given, preset=preset)

    def played(self, at: Any, plays: int) -> Any:
        """The position after so many cards played at random, as far as there are any."""
        for _ in range(plays):
            if at.over:
                break
            at = self.game.play(at, self.random.choice(sorted(self.game.legal(at))))
        return at

    def played_to(self, at: Any, left: int) -> Any:
        """The position with at most `left` cards in the hands of those who play."""
        while not at.over and sum(len(at.hands[seat]) for seat in at.playing) > left:
            at = self.played(at, 1)
        return at

    def started(self, at: Any, going: float = 0.7) -> Any:
        """The position in which all that comes before play has been done at random."""
        while at.phase != "play":
            actions = self.game.actions(at)
            out = {"go": False} in actions and self.random.random() > going
            at = self.game.act(at, {"go": False} if out else self.random.choice(actions))
        return at

    def budget(self, cards: int) -> Document:
        """Worlds, method and objective; fewer worlds where a search takes long."""
        worlds = self.random.choice((8, 12, 24) if cards > 7 else (1, 8, 16, 24, 32, 64, 120))
        return {
            "worlds": worlds,
            "method": self.random.choice(("auto", "auto", "pimc", "playout")),
            "objective": self.random.choice(("riscos", "riscos", "points")),
        }


# What a seat may say less, or more, than it has seen: each changes the document of a state.


def _listed(maker: Maker, at: Any, document: Document) -> None:
    """The cards gone in no order, with the points."""
    tricks = document.pop("tricks", [])
    gone = [card for trick in tricks for card in trick["cards"]]
    maker.random.shuffle(gone)
    document["played"] = gone
    _points(maker, at, document)


def _points(maker: Maker, at: Any, document: Document) -> None:
    """The points so far, where the game has them."""
    if "points" not in maker.game.keys:
        return
    pack, trump = maker.game.pack(at.rules), at.trump.suit if at.trump else None
    sides = maker.game.sides()
    points = [0] * len(set(sides))
    for trick in at.tricks:
        points[sides[maker.game.winner(trick, trump, at.playing)]] += pack.worth_of(trick.cards)
    document["points"] = points


def _unscored(maker: Maker, at: Any, document: Document) -> None:
    """The cards gone in no order, without the points."""
    _listed(maker, at, document)
    document.pop("points", None)


def _recent(maker: Maker, at: Any, document: Document) -> None:
    """The last trick as it was, those before it in no order, with the points."""
    last = document.get("tricks", [])[-1:]
    document["tricks"] = document.get("tricks", [])[:-1]
    _listed(maker, at, document)
    document["tricks"] = last


def _forgotten(maker: Maker, at: Any, document: Document) -> None:
    """Half of the cards gone, with the points."""
    _listed(maker, at, document)
    turned = document.get("trump", {}).get("card")
    document["played"] = [
        card for place, card in enumerate(document["played"]) if place % 2 or card == turned
    ]


def _nothing(maker: Maker, at: Any, document: Document) -> None:
    """What is on the table, and nothing of what was before."""
    for key in ("tricks", "dealer", "round", "passed", "received", "scores", "absences"):
        document.pop(key, None)
    if not at.table.cards:
        document.pop("table", None)  # nor who leads
    if at.trump and at.trump.holder is not None:
        here = [*at.table.cards, *at.stock, *(card for hand in at.hands for card in hand)]
        if at.trump.card not in here:  # one not named as gone would be with its holder still
            document["trump"] = {"suit": document["trump"]["suit"]}


def _facts(maker: Maker, at: Any, document: Document) -> None:
    """What somebody has told of another's hand."""
    token = maker.game.pack(at.rules).token
    known = []
    for seat in at.playing:
        held = sorted(map(token, at.hands[seat]))
        if seat == at.turn or not held or maker.random.random() < 0.3:
            continue
        void = [suit for suit in SUITS if all(card[-1] != suit for card in held)]
        elsewhere = sorted(map(token, at.hands[(seat + 1) % len(at.hands)]))
        fact: Document = {"seat": seat, "has": [maker.random.choice(held)]}
        if void:
            fact["void"] = void[:1]
        elif elsewhere:
            fact["lacks"] = elsewhere[:2]
        known.append(fact)
    document["known"] = known


def _hint(maker: Maker, at: Any, document: Document) -> None:
    """One card that the next has."""
    seat = (at.turn + 1) % maker.game.seats
    token = maker.game.pack(at.rules).token
    document["known"] = [{"seat": seat, "has": [token(min(at.hands[seat]))]}]


def _open(maker: Maker, at: Any, document: Document) -> None:
    """All hands are seen."""
    del document["hand"]
    seen = documented(open_view(maker.game, at))
    document.pop("stock", None)
    document.pop("discarded", None)
    for key in ("hands", "stock", "stock_cards"):
        if key in seen:
            document[key] = seen[key]


def _unexchanged(maker: Maker, at: Any, document: Document) -> None:
    """Nobody has counted how many cards the others exchanged."""
    for seat, decision in enumerate(document.get("decisions") or ()):
        if decision and seat != document["me"]:
            decision.pop("exchanged", None)


def _named(maker: Maker, at: Any, document: Document) -> None:
    """The players have names."""
    document["seats"] = ["Ana", "Rui", "Zé", "Eva"][: maker.game.seats]


CHANGES: dict[str, Callable[[Maker, Any, Document], None]] = {
    "listed": _listed, "unscored": _unscored, "recent": _recent, "forgotten": _forgotten,
    "nothing": _nothing, "facts": _facts, "hint": _hint, "open": _open,
    "unexchanged": _unexchanged, "named": _named,
}
HISTORIES = ("", "", "listed", "unscored", "recent", "forgotten", "nothing", "facts", "open")


# --- by game ------------------------------------------------------------------------------


def sueca() -> list[Question]:
    """Play from the first card to the last, a new deal to be asked for, exact endings."""
    maker = Maker("sueca", 1)
    options = ({}, {}, {"preset": "001"}, {"double_at": 90}, {"sweep": "points"})
    for number in range(72):
        at = maker.game.deal(maker.random, maker.rules(*options), maker.random.randrange(4))
        at = maker.played(at, number * 38 // 71)
        changes = HISTORIES if at.tricks else ("", "facts", "open")
        change = changes[number % len(changes)]
        maker.advise("play", at, change, **maker.budget(len(at.hands[at.turn])))
    for left, change in ((6, ""), (5, "listed"), (4, ""), (4, "facts"), (3, "recent"), (2, "")):
        at = maker.played_to(maker.game.deal(maker.random, maker.rules()), 4 * left - left % 3)
        objective = maker.random.choice(("riscos", "points"))
        maker.advise("clear", at, change, until_clear=True, objective=objective)
    asked = 0
    while asked < 8:
        dealer = maker.random.randrange(4)
        at = maker.game.deal(maker.random, maker.rules({"preset": "001"}), dealer)
        if maker.game.pack(at.rules).worth_of(at.hands[at.turn]) <= 10:
            asked += 1
            maker.advise("redeal", at, **maker.budget(10))
    ends(maker, options)
    refused(maker)
    for left in (5, 6, 8, 11, 12, 16, 17, 19, 20, 24, 27, 40):
        deal = maker.game.deal(maker.random, maker.rules(*options), maker.random.randrange(4))
        maker.solve("solve", maker.played_to(deal, left))
    return maker.questions


def ends(maker: Maker, options: Sequence[Mapping[str, Any]]) -> None:
    """A deal before its last card, and when it is over; and all that with every card seen."""
    for change in ("", "listed", "open"):
        dealer = maker.random.randrange(maker.game.seats)
        deal = maker.game.deal(maker.random, maker.rules(*options), dealer)
        at = maker.played_to(maker.started(deal), 1)
        if not at.over:
            maker.advise("last", at, change, worlds=8)
            at = maker.played(at, 1)
        document = documented(view(maker.game, at, at.playing[0]))
        if change in CHANGES:
            CHANGES[change](maker, at, document)
        maker.ask("over", document, worlds=8)
        maker.solve("over", at)


def refused(maker: Maker) -> None:
    """Whose turn it is not, and exact values where hands are hidden."""
    at = maker.played(maker.started(maker.game.deal(maker.random, maker.rules(), 0, 3), 1.0), 5)
    document = documented(view(maker.game, at, at.playing[at.playing.index(at.turn) - 1]))
    maker.ask("refused", document, worlds=8)
    maker.ask("refused", document, "solve")


def bisca() -> list[Question]:
    """Play by stock and by hand, the last draws, exact endings with a stock and without."""
    maker = Maker("bisca", 2)
    options = (
        *({"hand_size": size} for size in (3, 3, 3, 5, 7, 9, 11)),
        {"follow_when_stock_empty": False}, {"double_at": 90, "sweep": "points"},
    )
    for number in range(54):
        at = maker.game.deal(maker.random, maker.rules(*options), maker.random.randrange(2))
        at = maker.played(at, number * 37 // 53)
        changes = HISTORIES if at.tricks else ("", "facts")
        change = changes[number % len(changes)]
        maker.advise("play", at, change, **maker.budget(len(at.hands[at.turn])))
    for size, stock, table, worlds in (
        (3, 2, 0, 32), (3, 2, 1, 64), (3, 2, 1, 300), (3, 4, 0, 64), (3, 4, 1, 48),
        (5, 2, 1, 64), (5, 2, 0, 100), (9, 2, 1, 50), (7, 2, 1, 24), (3, 2, 0, 8),
    ):
        at = maker.game.deal(maker.random, maker.rules({"hand_size": size}))
        at = maker.played(at, 2 * (20 - size - stock // 2) + table)
        maker.advise("draws", at, worlds=worlds)
    for left in (6, 5, 4):
        at = maker.played_to(maker.game.deal(maker.random, maker.rules()), left)
        maker.advise("clear", at, "listed", until_clear=True)
    ends(maker, options)
    refused(maker)
    for size, stock, table in (
        (3, 14, 0), (3, 12, 1), (3, 8, 0), (3, 4, 1), (3, 2, 0), (5, 8, 0), (5, 4, 1), (5, 2, 0),
        (7, 4, 0), (7, 2, 1), (9, 2, 0), (11, 2, 1), (3, 0, 0), (7, 0, 1), (11, 0, 0), (3, 16, 0),
    ):
        deal = maker.game.deal(maker.random, maker.rules({"hand_size": size}))
        maker.solve("solve", maker.played(deal, 2 * (20 - size - stock // 2) + table))
    for left in (9, 8, 5):
        rules = maker.rules({"follow_when_stock_empty": False, "hand_size": 5})
        maker.solve("solve-free", maker.played_to(maker.game.deal(maker.random, rules), left))
    return maker.questions


def copas() -> list[Question]:
    """Passes in every round, play from the first card to the last, exact endings."""
    maker = Maker("copas", 3)
    options = (
        {}, {}, {"hearts_must_be_broken": True}, {"must_lead_two_of_clubs": False},
        {"queen_above_jack": True}, {"direction": "right"},
    )
    for number in range(16):
        at = maker.game.deal(maker.random, maker.rules(*options), 0, number % 3)
        for _ in range(number % 4):
            at = maker.game.act(at, maker.random.choice(maker.game.actions(at)))
        objective = ("riscos", "points")[number % 2]
        change = ("", "named", "facts")[number % 3] if number % 4 == 0 else ""
        worlds = (8, 16, 64)[number % 3]
        maker.advise("pass", at, change, worlds=worlds, objective=objective)
    for number in range(54):
        at = maker.started(maker.game.deal(maker.random, maker.rules(*options), 0, number))
        at = maker.played(at, number * 50 // 53)
        changes = HISTORIES if at.tricks else ("", "named")
        change = changes[number % len(changes)]
        maker.advise("play", at, change, **maker.budget(len(at.hands[at.turn])))
    for left, method in ((8, "pimc"), (12, "pimc"), (16, "auto"), (20, "playout")):
        at = maker.started(maker.game.deal(maker.random, maker.rules(*options), 0, 3))
        maker.advise("clear", maker.played_to(at, left), until_clear=True, method=method)
    for left in (9, 11, 14, 15, 18, 20, 22, 23, 24):
        at = maker.started(maker.game.deal(maker.random, maker.rules(*options), 0, left))
        change = ("", "listed", "facts")[left % 3]
        maker.advise("search", maker.played_to(at, left), change, worlds=24, method="pimc")
    ends(maker, options)
    refused(maker)
    for left in (4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 16, 17, 18, 19, 20, 32):
        at = maker.started(maker.game.deal(maker.random, maker.rules(*options), 0, left))
        maker.solve("solve", maker.played_to(at, left))
    return maker.questions


def sobe_e_desce() -> list[Question]:
    """Trump, going and the exchange, alone too, play among two to four, exact endings."""
    maker = Maker("sobe-e-desce", 4)
    options = (
        {}, {}, {}, {"preset": "002"}, {"beat": "always"}, {"undertrump": "forced"},
        {"match_end": "first_reached"}, {"must_go": ["absences"]}, {"turn_up": False},
    )
    options = tuple(
        {**each, "must_go": tuple(each["must_go"])} if "must_go" in each else each
        for each in options
    )

    def deal(*choices: Mapping[str, Any]) -> Any:
        random = maker.random
        most = random.choice((20, 20, 20, 12, 6))
        return maker.game.deal(
            random, maker.rules(*(choices or options)), random.randrange(4),
            scores=tuple(random.randint(max(1, most - 8), most) for _ in range(4)),
            absences=tuple(random.choice((0, 0, 0, 1, 2)) for _ in range(4)),
        )

    def going(at: Any, seats: int, going: float = 0.5) -> Any:
        """The position after so many have decided whether they go."""
        while at.phase == "trump" or 4 - list(at.decisions).count(None) < seats:
            actions = maker.game.actions(at)
            out = {"go": False} in actions and maker.random.random() > going
            at = maker.game.act(at, {"go": False} if out else maker.random.choice(actions))
        return at

    for number in range(18):
        change = ("", "nothing", "named", "")[number % 4]
        maker.advise("trump", deal(), change, **maker.budget(3))
    for number in range(30):
        at = going(deal(), number % 4)
        change = ("", "nothing", "unexchanged", "named", "hint")[number % 5]
        maker.advise("go", at, change, **maker.budget(3))
    for number in count():
        at = going(deal({"preset": "002"}, {"must_go": ("hearts",)}), 3, 0.0)
        if not any(made and made.goes for made in at.decisions):
            maker.advise("lone", at, worlds=8, objective=("riscos", "points")[number % 2])
        if maker.numbers["sobe-e-desce-lone"] == 4:
            break
    changes = ("", "open", "forgotten", "unexchanged", "nothing", "facts", "hint")
    while maker.numbers["sobe-e-desce-play"] < 40:
        at = maker.started(deal(), maker.random.choice((0.2, 0.7, 1.0)))
        number = maker.numbers["sobe-e-desce-play"]
        at = maker.played(at, number * 18 // 39 * len(at.playing) // 4)
        if not at.over:
            change = changes[number % len(changes)] if at.tricks else ""
            maker.advise("play", at, change, **maker.budget(5))
    for left in (4, 6, 8, 10):
        at = maker.played_to(maker.started(deal({})), left)
        if not at.over:
            maker.advise("clear", at, until_clear=True, method=("auto", "pimc")[left // 2 % 2])
    ends(maker, options)
    refused(maker)
    while maker.numbers["sobe-e-desce-solve"] < 24:
        at = maker.started(deal(), maker.random.choice((0.3, 0.7, 1.0)))
        left = 4 + maker.numbers["sobe-e-desce-solve"] * 16 // 23
        maker.solve("solve", maker.played_to(at, left))
    return maker.questions


def every_question() -> list[Question]:
    """All of them, game by game."""
    return [*sueca(), *bisca(), *copas(), *sobe_e_desce()]
