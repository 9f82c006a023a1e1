"""Sobe e Desce: four players, from 20 points down to 0. Source: the sheets `000` and `002`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from random import Random
from typing import Any

from trunfo.engine.cards import SHORT, SUIT_LETTERS, SUITS, suit_of
from trunfo.engine.errors import Problem
from trunfo.engine.following import Dealt, Standing
from trunfo.engine.frozen import changed, found_once, kept_property
from trunfo.engine.game import Option, Rules
from trunfo.engine.knowledge import Knowledge
from trunfo.engine.position import Action, Payoff, Position
from trunfo.engine.rules.sobe_e_desce.checks import problems
from trunfo.engine.rules.sobe_e_desce.duties import allowed, reasons_to_go
from trunfo.engine.rules.sobe_e_desce.following import SEATS, FollowedSobe
from trunfo.engine.rules.sobe_e_desce.scores import START, match_winner, scores_after, settlement
from trunfo.engine.rules.sobe_e_desce.state import (
    FIRST,
    HAND,
    completed,
    knowledge,
    past_of,
    playing_of,
)
from trunfo.engine.state import Decision, State
from trunfo.engine.trick import Trick, Trump

MORE = HAND - FIRST
"""Cards that each gets after the trump is chosen, a card turned up among them."""


@dataclass(frozen=True)
class SobePosition(Position):
    """A deal of Sobe e Desce with every card known.

    Parameters
    ----------
    scores, absences : tuple of int
        Of each seat before the deal: points left, deals stayed out in a row.
    decisions : tuple of (Decision or None)
        Of each seat whether it went and how many cards it exchanged, None if it has not decided.
    discarded : tuple of tuple of int
        The cards that each seat has thrown away.
    undealt : tuple of int
        The cards that nobody has been given, in the order in which they would be.
    """

    scores: tuple[int, ...] = (START,) * SEATS
    absences: tuple[int, ...] = (0,) * SEATS
    decisions: tuple[Decision | None, ...] = (None,) * SEATS
    discarded: tuple[tuple[int, ...], ...] = ((),) * SEATS
    undealt: tuple[int, ...] = ()

    @kept_property
    def phase(self) -> str:
        """`trump`, then `go` until everybody has decided, then `play`."""
        if self.trump is None:
            return "trump"
        return "play" if all(self.decisions) else "go"  # a decision is never false

    @property
    def aside(self) -> tuple[int, ...]:
        """What was thrown away, and what nobody has been given."""
        return (*(card for cards in self.discarded for card in cards), *self.undealt)

    @property
    def chooser(self) -> int:
        """The seat that chooses, or has chosen, the trump."""
        if self.trump is not None and self.trump.chooser is not None:
            return self.trump.chooser
        assert self.dealer is not None
        return (self.dealer + 1) % SEATS

    @property
    def order(self) -> tuple[int, ...]:
        """All seats in playing order from the chooser."""
        return tuple((self.chooser + step) % SEATS for step in range(SEATS))

    @kept_property
    def playing(self) -> tuple[int, ...]:
        """The seats that have not stayed out, lowest first."""
        return tuple([
            seat for seat, made in enumerate(self.decisions) if made is None or made.goes
        ])

    @kept_property
    def turn(self) -> int:
        """The seat to choose, to go or stay out, or to play."""
        if self.phase == "trump":
            return self.chooser
        if self.phase == "go":
            return next(seat for seat in self.order if self.decisions[seat] is None)
        return self.table.seat(len(self.table.cards), self.playing)

    @kept_property
    def over(self) -> bool:
        """Whether no card is left to play: a lone player is paid without play."""
        if self.phase != "play":
            return False
        if len(self.playing) < 2:
            return True
        return not (self.table.cards or any([self.hands[seat] for seat in self.playing]))


@dataclass(frozen=True)
class SobeEDesce(FollowedSobe):
    """Four players, each for himself."""

    def phase_of(self, state: State) -> str:
        """Before somebody leads the trump is to be chosen, then going to be decided."""
        if state.table is not None or state.tricks or state.played:
            return "play"
        if state.trump is None:
            return "trump"
        return "go" if state.decisions is None or None in state.decisions else "play"

    def deal(
        self,
        random: Random,
        rules: Rules,
        dealer: int = 0,
        number: int = 0,
        *,
        scores: tuple[int, ...] = (START,) * SEATS,
        absences: tuple[int, ...] = (0,) * SEATS,
    ) -> SobePosition:
        """Shuffle and give three cards to each; the seat after the dealer chooses the trump.

        Parameters
        ----------
        random : random.Random
            The source of chance.
        rules : Rules
            The options it is played by.
        dealer : int
            The seat that deals.
        number : int
            Makes no difference here.
        scores, absences : tuple of int
            Points left of each seat, and deals it has stayed out of in a row.
        """
        cards = list(SHORT.cards)
        random.shuffle(cards)
        chooser = (dealer + 1) % SEATS
        hands = [frozenset[int]()] * SEATS
        for step in range(SEATS):
            hands[(chooser + step) % SEATS] = frozenset(cards[FIRST * step : FIRST * (step + 1)])
        return SobePosition(
            rules=rules, trump=None, hands=tuple(hands), tricks=(), table=Trick(chooser),
            dealer=dealer, scores=scores, absences=absences, undealt=tuple(cards[FIRST * SEATS :]),
        )

    def dealt(self, position: Position) -> Dealt:
        """Three cards and two more for each, the twenty that are left, scores and absences."""
        at = _sobe(position)
        hands: list[tuple[int, ...]] = [()] * SEATS
        for place, seat in enumerate(at.order):
            more = at.undealt[MORE * place : MORE * (place + 1)]
            hands[seat] = (*sorted(at.hands[seat]), *more)
        return Dealt(
            at.dealer, tuple(hands), at.undealt[MORE * SEATS :],
            scores=at.scores, absences=at.absences,
        )

    def first_size(self, rules: Rules) -> int:
        """Three cards, before the trump is chosen."""
        return FIRST

    def begin(self, rules: Rules, dealt: Dealt) -> SobePosition:
        """The position before the trump is chosen."""
        assert dealt.dealer is not None
        chooser = (dealt.dealer + 1) % SEATS
        order = [(chooser + step) % SEATS for step in range(SEATS)]
        undealt = [card for seat in order for card in (dealt.hands[seat] or ())[FIRST:]]
        return SobePosition(
            rules=rules, trump=None,
            hands=tuple(frozenset((hand or ())[:FIRST]) for hand in dealt.hands),
            tricks=(), table=Trick(chooser), dealer=dealt.dealer,
            scores=dealt.scores or (START,) * SEATS, absences=dealt.absences or (0,) * SEATS,
            undealt=(*undealt, *(dealt.stock or ())),
        )

    def next_deal(self, position: Position, random: Random) -> SobePosition:
        """The next deal of a match: scores and absences as they are now, the next seat deals.

        Raises
        ------
        ValueError
            If the deal, or with it the match, is not over as it has to be.
        """
        at = _sobe(position)
        if not at.over:
            raise ValueError("this deal is not over")
        if self.match_over(at):
            raise ValueError("the match is over")
        assert at.dealer is not None
        return self.deal(
            random, at.rules, (at.dealer + 1) % SEATS,
            scores=self.scores_after(at), absences=self.absences_after(at),
        )

    def match_over(self, position: Position) -> bool:
        """Whether a deal that is over has brought somebody to 0 or below."""
        return min(self.scores_after(position)) <= 0

    def scores_after(self, position: Position) -> tuple[int, ...]:
        """The points left of each seat after a deal that is over."""
        at = _sobe(position)
        assert at.over
        assert at.trump
        return scores_after(at.scores, at.playing, self._takers(at), at.trump.suit)

    def absences_after(self, position: Position) -> tuple[int, ...]:
        """The deals that each seat has stayed out of in a row, this one counted."""
        at = _sobe(position)
        return tuple(
            0 if seat in at.playing else at.absences[seat] + 1 for seat in range(SEATS)
        )

    @found_once
    def payoff(self, position: Position) -> Payoff:
        """The scores after the deal, and RISCOS if it has ended the match, else 0 for each."""
        at = _sobe(position)
        after = self.scores_after(at)
        assert at.trump
        winner = match_winner(
            at.scores, after, self._takers(at), at.chooser, at.trump.suit, at.rules
        )
        riscos = (0,) * SEATS if winner is None else settlement(after, winner)
        return Payoff(after, tuple(map(float, riscos)))

    def _takers(self, at: SobePosition) -> tuple[int, ...]:
        """The winner of each trick."""
        assert at.trump
        return tuple(self.winner(trick, at.trump.suit, at.playing) for trick in at.tricks)

    # What may be done

    @found_once
    def legal(self, position: Position) -> frozenset[int]:
        """The cards that may be played; none before everybody has decided."""
        at = _sobe(position)
        if at.phase != "play" or at.over:
            return frozenset()
        assert at.trump
        return allowed(at.hands[at.turn], at.table.cards, at.trump.suit, at.rules)

    def actions(self, position: Position) -> tuple[Action, ...]:
        """Every suit, turning up; staying out, every exchange, small ones first; every card."""
        at = _sobe(position)
        if at.phase == "trump":
            turn: list[Action] = [{"trump": "turn"}] if at.rules["turn_up"] else []
            return (*({"trump": SUIT_LETTERS[suit]} for suit in SUITS), *turn)
        if at.phase == "go":
            out: list[Action] = [] if self.forced_to_go(at, at.turn) else [{"go": False}]
            hand = sorted(at.hands[at.turn])
            return (
                *out,
                *(
                    {"go": True, "discard": [SHORT.token(card) for card in cards]}
                    for size in range(len(hand) + 1)
                    for cards in combinations(hand, size)
                ),
            )
        return super().actions(at)

    def forced_to_go(self, position: Position, seat: int) -> tuple[str, ...]:
        """Why a seat may not stay out: words of the option `must_go`, none if it may.

        `trunfo.engine.rules.sobe_e_desce.duties.reason_message` puts them into words.
        """
        at = _sobe(position)
        assert at.trump
        return reasons_to_go(
            at.rules, seat, at.trump.suit, at.chooser, at.scores, at.absences
        )

    def act(self, position: Position, action: Action) -> Position:
        """The position after the seat to move has chosen, decided or played.

        Raises
        ------
        ValueError
            If it may not do that.
        """
        at = _sobe(position)
        if at.phase == "play":
            return super().act(at, action)
        needed = {"trump": "the trump is to be chosen", "go": "going is to be decided"}[at.phase]
        if at.phase not in action or not set(action) <= {at.phase, "discard"}:
            raise ValueError(f"{', '.join(action)}: {needed}")
        return self._choose(at, action) if at.phase == "trump" else self._decide(at, action)

    def _choose(self, at: SobePosition, action: Action) -> SobePosition:
        """Trump is named or turned up; then all get the cards that they lack of five."""
        if dict(action) not in self.actions(at):
            raise ValueError(f"{action['trump']} cannot be chosen")
        chooser, undealt = at.chooser, list(at.undealt)
        if action["trump"] == "turn":
            trump = Trump(suit_of(undealt[0]), undealt[0], chooser=chooser, turned=True)
        else:
            trump = Trump(SUIT_LETTERS.index(action["trump"]), chooser=chooser)
        hands = list(at.hands)
        if trump.card is not None:
            hands[chooser] |= {undealt.pop(0)}
        for seat in at.order:
            due = HAND - len(hands[seat])
            hands[seat] |= frozenset(undealt[:due])
            del undealt[:due]
        return changed(at, trump=trump, hands=tuple(hands), undealt=tuple(undealt))

    def _decide(self, at: SobePosition, action: Action) -> SobePosition:
        """A seat stays out, or goes and exchanges."""
        seat = at.turn
        discard = _discard(at, action)
        hands, discarded, decisions = list(at.hands), list(at.discarded), list(at.decisions)
        if action["go"]:
            decisions[seat] = Decision(True, len(discard))
            hands[seat] = hands[seat] - set(discard) | set(at.undealt[: len(discard)])
            discarded[seat] = discard
        elif reasons := self.forced_to_go(at, seat):
            raise ValueError(f"seat {seat} must go: {', '.join(reasons)}")
        else:
            decisions[seat] = Decision(False)
        after = changed(
            at, hands=tuple(hands), discarded=tuple(discarded), decisions=tuple(decisions),
            undealt=at.undealt[len(discard) :],
        )
        leader = next((seat for seat in at.order if seat in after.playing), at.chooser)
        return changed(after, table=Trick(leader))

    # A match

    def has_match(self, rules: Rules) -> bool:
        """A match goes from 20 points down to 0."""
        return True

    def first_standing(self, rules: Rules) -> Standing:
        """Everybody has 20 points and has stayed out of nothing."""
        return Standing(scores=(START,) * SEATS, absences=(0,) * SEATS)

    def standing_after(
        self, rules: Rules, standing: Standing, end: Position | None, paid: Payoff | None
    ) -> Standing:
        """Scores and absences after a deal that was played to its end."""
        if end is None:
            return standing
        return replace(
            standing, scores=self.scores_after(end), absences=self.absences_after(end)
        )

    def match_ended(self, rules: Rules, standing: Standing, deals: int) -> bool:
        """Whether somebody stands at 0 or below."""
        return standing.scores is not None and min(standing.scores) <= 0

    def match_paid(self, standing: Standing, paid: Sequence[Payoff]) -> Payoff:
        """The scores at the end, and what the last deal has paid."""
        return paid[-1]

    # What a seat knows

    @found_once
    def partial_position(self, state: State) -> SobePosition:
        """The position of a state as `me` knows it: the other hands and the rest are empty."""
        past = past_of(self, state)
        full = past.state
        hands = [frozenset[int]()] * SEATS
        assert state.me is not None
        hands[state.me] = frozenset(state.hand or ())
        trump = None if full.trump is None else changed(full.trump, holder=None)
        return SobePosition(
            rules=state.rules, trump=trump, hands=tuple(hands), tricks=past.tricks,
            table=past.table, dealer=full.dealer,
            scores=full.scores or (START,) * SEATS, absences=full.absences or (0,) * SEATS,
            decisions=full.decisions or (None,) * SEATS,
        )

    def observed(self, position: Position, seat: int | None) -> dict[str, Any]:
        """Scores, decisions and the seat's own discards; nobody leads before all have decided."""
        at = _sobe(position)
        return {
            "table": at.table if at.phase == "play" else None,
            "scores": at.scores,
            "absences": at.absences,
            "decisions": None if at.phase == "trump" else at.decisions,
            "discarded": () if seat is None else at.discarded[seat],
        }

    def problems(self, state: State) -> Iterator[Problem]:
        """Everything of the first kind that is wrong, in the order in which a person would look."""
        yield from problems(self, state)

    @found_once
    def knowledge(self, state: State) -> Knowledge:
        """Everything that follows from a state in which nothing is wrong, for the seat `me`."""
        return knowledge(self, past_of(self, state), state)

    def completed(self, state: State) -> State:
        """The state with what follows filled in; see `completed` in `state`."""
        return completed(state)

    def playing(self, state: State) -> tuple[int, ...]:
        """The seats that have not stayed out, lowest first."""
        return playing_of(state)


def _sobe(position: Position) -> SobePosition:
    assert isinstance(position, SobePosition)
    return position


def _discard(at: SobePosition, action: Action) -> tuple[int, ...]:
    """The cards that an action throws away, lowest first."""
    goes, tokens = action["go"], action.get("discard", [])
    if not isinstance(goes, bool) or not isinstance(tokens, (list, tuple)):
        raise ValueError("go is true or false, discard a list of cards")
    try:
        cards = sorted(map(SHORT.card, tokens))
    except (KeyError, TypeError):
        raise ValueError(f"{tokens}: not all of these are cards") from None
    if cards and not goes:
        raise ValueError("who stays out exchanges nothing")
    if len(set(cards)) < len(cards) or not set(cards) <= at.hands[at.turn]:
        raise ValueError(f"{tokens}: not all of these are in the hand")
    return tuple(cards)


GAME = SobeEDesce(
    name="sobe-e-desce",
    title="Sobe e Desce",
    words=("sobe-e-desce", "sobe-desce", "sobe e desce", "sobe desce", "sobe_e_desce"),
    hand_size=5,
    options=(
        Option(
            "direction", "right", ("left", "right"), "where the next player sits",
            "sentido", ("esquerda", "direita"),
        ),
        Option(
            "turn_up", True, (True, False), "the chooser may turn up the next card", "virar",
        ),
        Option(
            "must_go", ("hearts", "chooser", "five", "absences"),
            ("hearts", "chooser", "five", "absences"), "who may not stay out",
            "obrigados", ("copas", "quem_escolhe", "cinco", "faltas"),
        ),
        Option(
            "beat", "ruff", ("ruff", "always"),
            "whether only a ruff or every card must beat the trick where it can",
            "cobrir", ("corte", "sempre"),
        ),
        Option(
            "undertrump", "free", ("free", "forced"),
            "what a player may play who holds only trumps too low to win",
            "trunfo_baixo", ("livre", "obrigado"),
        ),
        Option(
            "match_end", "lowest", ("lowest", "first_reached"),
            "who wins when several stand at 0 or less",
            "vence", ("quem_tem_menos", "primeiro_a_chegar"),
        ),
    ),
    presets={
        "002": {
            "direction": "left", "beat": "always", "undertrump": "forced", "turn_up": False,
            "must_go": ("hearts", "absences"),
        },
    },
    phases=("play", "trump", "go"),
    leaving=-100,
    fewer_points=True,
    keys=frozenset({"trump", "scores", "absences", "decisions", "discarded"}),
    text=(
        "Four players, each for himself, 40 cards (no 8, 9, 10). From high to low: ace, seven,"
        " king, jack, queen, then 6 5 4 3 2. Everybody has 20 points and wants to get rid of"
        " them. After three cards each, the player after the dealer chooses the trump, or has his"
        " next card turned up, whose suit it is; then all get two more. In turn from the chooser"
        " each stays out, or goes and exchanges up to five cards. With hearts for trump everybody"
        " must go, and always the chooser, who has 5 points or fewer, and who stayed out of two"
        " deals in a row. The chooser leads, and whoever leads with the ace of trump in his hand"
        " leads it. Follow suit if able; who cannot must play a trump that beats those in the"
        " trick, if he has one. Each trick takes away 1 point; who went and has no trick gets 5;"
        " a lone player has all five tricks without play. With clubs for trump all of it counts"
        " double. Who gets to 0 or below wins: the others pay him in RISCOS the points they have"
        " left. Leaving the game costs 100."
    ),
)
