# Playouts: a world played to its end by a rule player in every seat. Included after play.pxi, with
# memcpy, int16_t and the struct Public imported.
#
# The including module has defined, as inline functions:
#
#   int rule_card(hand, seen)     the card, a legal one, that the rule player plays from `hand`;
#                                 all else that it is told is public, it draws no random numbers
#   what public_play.pxi asks for
#   bint finish(at, world, seat, points, riscos)    whether what is left can be valued at once,
#                                 everybody knowing all cards; then writes the results for `seat`
#   int final_points(end, world, seat)    card points of that seat's side at the end of the deal
#   int final_riscos(end, world, seat)    what the deal pays to that seat, in RISCOS
#
# The rule player being deterministic, a world has one line for each card of its root: there is no
# seed, and what is compared between the cards of a world is free of the noise of a random policy.

include "public_play.pxi"


cdef void play_out(const Position* root, const World* world, const Public* seen,
                   int16_t* points, int16_t* riscos) noexcept nogil:
    """Play each legal card of the root, then let the rule player finish the deal in all seats.

    `points` and `riscos` are 64 entries each, by card: the result for the seat to
    play at the root, its side's points so far included. Only legal cards are written.
    """
    cdef Position at
    cdef Public now
    cdef int card
    cdef Cards cards = legal(root, world)
    while cards:
        card = lowest(cards)
        cards &= cards - 1
        at = root[0]
        now = seen[0]
        play_in_public(&at, world, &now, card)
        while at.hands[at.turn]:
            if finish(&at, world, root.turn, points + card, riscos + card):
                break
            play_in_public(&at, world, &now, rule_card(at.hands[at.turn], &now))
        else:
            points[card] = final_points(&at, world, root.turn)
            riscos[card] = final_riscos(&at, world, root.turn)
