// Cards: drawn with text and CSS, named for those who do not see them.
import { h, page, t } from "./dom.js";

export const SYMBOLS = { C: "♥", O: "♦", E: "♠", P: "♣" };
const ENGLISH = { R: "K", V: "J", D: "Q" };

export const suitOf = (token) => token.slice(-1);
export const rankOf = (token) => token.slice(0, -1);
export const rankText = (rank) => (page.lang === "en" && ENGLISH[rank]) || rank;
export const cardText = (token) => rankText(rankOf(token)) + SYMBOLS[suitOf(token)];

export function suitName(suit) {
  return { C: t("hearts"), O: t("diamonds"), E: t("spades"), P: t("clubs") }[suit];
}

export function cardName(token) {
  const rank = { A: t("ace"), R: t("king"), V: t("jack"), D: t("queen") }[rankOf(token)] || rankOf(token);
  return t("{rank} of {suit}", { rank, suit: suitName(suitOf(token)) });
}

/** The picture of a card: drawn by CSS from two attributes, so that it is no text beside the card's name. */
export function face(token) {
  const rank = rankText(rankOf(token));
  const suit = SYMBOLS[suitOf(token)];
  return [h("span", { class: "corner", "data-rank": rank, "data-suit": suit }), h("span", { class: "pip", "data-suit": suit })];
}

/** A card; with `onclick` a button. */
export function card(token, props = {}) {
  const { onclick, cls = "", label, ...rest } = props;
  const name = label || cardName(token);
  const given = { class: `card suit-${suitOf(token)} ${cls}`, "data-card": token, ...rest };
  if (onclick) return h("button", { type: "button", onclick, "aria-label": name, ...given }, face(token));
  return h("span", { role: "img", "aria-label": name, ...given }, face(token));
}

export const chip = (token) =>
  h("span", { class: `chip suit-${suitOf(token)}`, role: "img", "aria-label": cardName(token) }, cardText(token));

export function suitChip(suit, crossed = false) {
  const name = crossed ? t("no {suit}", { suit: suitName(suit) }) : suitName(suit);
  return h("span", { class: `chip suit-${suit}${crossed ? " crossed" : ""}`, role: "img", "aria-label": name },
    SYMBOLS[suit]);
}

/** An action, as words and cards; `short` where a column says what it is about. */
export function actionNodes(action, short = false) {
  if (!action) return [];
  if (action.play) return [chip(action.play)];
  if (action.pass) return [short ? "" : `${t("pass")} `, ...action.pass.map(chip)];
  if (action.trump === "turn") return [t("turn one up")];
  if (action.trump) return [t("trump"), " ", suitChip(action.trump), " ", suitName(action.trump)];
  if (action.redeal) return [t("ask for a new deal")];
  if (action.go === false) return [t("stay out")];
  if (action.go && action.discard && action.discard.length) return [short ? t("go") : t("go, exchange"), " ", ...action.discard.map(chip)];
  if (action.go) return [t("go")];
  return [JSON.stringify(action)];
}

export function actionText(action) {
  return actionNodes(action).map((node) => (typeof node === "string" ? node
    : node.getAttribute("aria-label") || node.textContent)).join("");
}

/** A grid of cards, a row a suit, strongest first. */
export function grid(suits, ranks, cell) {
  return h("div", { class: "grid", vars: { "--ranks": ranks.length } },
    suits.map((suit) => h("div", { class: "grid-row", role: "group", "aria-label": suitName(suit) },
      ranks.map((rank) => cell(rank + suit)))));
}

export function pickButton(token, { onclick, mark = "", pressed = null, off = null }) {
  const name = cardName(token) + (mark ? `, ${mark.name}` : "") + (off ? `, ${off}` : "");
  return h("button", {
    type: "button", class: `pick suit-${suitOf(token)}${mark ? " placed" : ""}${off ? " off" : ""}`,
    "data-card": token, "aria-label": name, "aria-disabled": off ? "true" : null,
    "aria-pressed": pressed === null ? null : String(pressed), title: off || null, onclick,
  }, h("span", { class: "pick-face", "data-face": cardText(token) }), mark ? h("span", { class: "mark", "data-sign": mark.sign }) : null);
}
