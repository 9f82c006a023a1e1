// The board: seats round a table, as the server describes them.
import { h, t, number } from "./dom.js";
import { card, chip, suitChip, cardName } from "./cards.js";

/** A board. `hand(token)` gives the properties of a card in my hand; `hidden` hides nothing more. */
export function board(view, { hand = () => ({}), trump = null, last = false, turnName = null } = {}) {
  const sides = { top: null, left: null, right: null, bottom: null };
  for (const seat of view.seats) sides[seat.side] = seat;
  const game = h("div", { class: `board seats-${view.seats.length}`, role: "group", "aria-label": t("Table") });
  for (const side of ["top", "left", "right"]) {
    if (sides[side]) game.append(seatBox(view, sides[side], trump));
  }
  game.append(middle(view, last), seatBox(view, sides.bottom, trump), myHand(view, sides.bottom, hand));
  return game;
}

function seatBox(view, seat, trump) {
  const turn = view.turn === seat.seat;
  const score = view.points && (view.points.length === view.seats.length ? view.points[seat.seat]
    : view.points[seat.side_number]);
  return h("div", { class: `seat ${seat.side}${turn ? " turn" : ""}`, "data-seat": seat.seat },
    h("div", { class: "seat-name" }, seat.name, turn ? h("span", { class: "turn-mark" }, t("to act")) : null),
    h("div", { class: "seat-facts" },
      seat.cards === null || seat.side === "bottom" ? null : h("span", { class: "count" },
        h("span", { class: "backs", "aria-hidden": "true" }, "▮".repeat(Math.min(seat.cards, 3))),
        h("span", { "aria-label": t("{count} cards", { count: seat.cards }) }, String(seat.cards))),
      score === null || score === undefined ? null
        : h("span", { class: "score" }, t("{count} p.", { count: score })),
      trump && trump.holder === seat.seat && trump.card ? h("span", {}, chip(trump.card)) : null,
      seat.void.map((suit) => suitChip(suit, true)), seat.has.map(chip)),
    seat.side !== "bottom" && seat.hand ? h("div", { class: "open-hand" }, seat.hand.map(chip)) : null);
}

function middle(view, last) {
  const past = last || !view.table.length;
  const laid = past ? view.last : view.table;
  const sideOf = Object.fromEntries(view.seats.map((seat) => [seat.seat, seat]));
  return h("div", { class: `trick${past && laid.length ? " past" : ""}` },
    past && laid.length ? h("span", { class: "trick-title" }, t("last trick")) : null,
    laid.map(({ seat, card: token }, place) =>
      h("div", { class: `laid ${sideOf[seat].side}${past && seat === view.winner ? " won" : ""}` },
        card(token, { cls: "small", label: `${sideOf[seat].name}: ${cardName(token)}` }),
        h("span", { class: "order", "aria-hidden": "true" }, String(place + 1)))),
    view.stock !== null && view.stock !== undefined
      ? h("div", { class: "stock" }, t("stock {count}", { count: view.stock })) : null);
}

function myHand(view, seat, props) {
  const cards = seat.hand || [];
  const fan = h("div", { class: "fan", role: "group", "aria-label": t("Hand"),
    vars: { "--count": Math.max(cards.length, 1) } });
  fan.append(...cards.map((token) => card(token, props(token))));
  return fan;
}

const unfolded = new Set(); // counters that somebody has opened stay open when the board is drawn again

/** What is still out, as two counters that open. */
export function counters(view) {
  const counter = (name, text, cards) => h("details", { open: unfolded.has(name), ontoggle: (e) => unfolded[e.target.open ? "add" : "delete"](name) },
    h("summary", {}, text), h("div", { class: "chips" }, cards.map(chip)));
  const { trumps = null, points = null, worth = [] } = (!view.over && view.out) || {};
  return h("div", { class: "counters" },
    trumps === null ? null : counter("trumps", t("trumps out: {count}", { count: trumps.length }), trumps),
    points === null ? null : counter("points", t("points out: {count}", { count: number(points, 0) }), worth));
}
