// A game under way: against the program, or followed card by card.
import { h, t, post, button, choice, say, save, pause, number, riscos } from "./dom.js";
import { grid, pickButton } from "./cards.js";
import { board, counters } from "./board.js";
import { advicePanel } from "./advice.js";
import { keepRecord } from "./review.js";
import { kindName } from "./position.js";

export const PLAYERS = () => [["rules", t("quick, by rules of thumb")], ["pimc:time=0.3", t("strong")], ["pimc:time=1", t("stronger, slower")]];
let opponent = "pimc:time=0.3";
/** Games against the program that are under way, by the name of the game: one comes back to them. */
const under = new Map();

/** A table. `seed` is the number of the deal that the address asks for, `resume` what `leave` gave. */
export function tableRoom(root, { game, playing, state = null, act = null, seed = null, resume = null }) {
  let at = null;
  let gone = false;
  let busy = false;
  let chosen = [];
  let advice = null;
  let showLast = false;
  let evening = { deals: 0, riscos: null };
  let finished = [];

  const boardBox = h("div", {});
  const acts = h("div", { class: "acts" });
  const trouble = h("div", { "aria-live": "polite" });
  const adviceBox = h("div", {});
  const side = h("div", { class: "panel" });
  root.append(h("h1", {}, playing ? t("{game}: against the program", { game: game.title }) : t("{game}: followed", { game: game.title })),
    h("div", { class: "two" }, h("div", {}, boardBox, trouble, acts), h("div", {}, adviceBox, side)));

  const kept = () => ({ record: at.record, series: at.series || undefined, me: at.me });
  const names = () => at.view.seats.map((seat) => seat.name);

  async function step(asked) {
    const found = await post("table", asked).catch((wrong) => ({ ok: false, error: { message: String(wrong) } }));
    if (gone) return false;
    trouble.replaceChildren();
    if (!found.ok) {
      trouble.append(h("p", { class: "error", role: "alert" }, found.error.message));
      return false;
    }
    at = found.data;
    chosen = [];
    showLast = false;
    return true;
  }

  function waits(whether) {
    busy = whether;
    root.setAttribute("aria-busy", String(whether));
  }

  async function begin(before) {
    waits(true);
    const number = seed ?? Math.floor(Math.random() * 2 ** 31);
    const fresh = state ? { state: state.startsWith("{") ? JSON.parse(state) : state }
      : { game: game.name, seed: Number(number), whole: game.always_whole, me: 0 };
    if (before) ({ evening, finished } = before);
    if (!(await step(before ? before.kept : fresh))) return waits(false);
    if (act && !before) await step({ ...kept(), act: JSON.parse(act) });
    await goOn();
  }

  async function again() {
    evening.counted = false;
    seed = null;
    stopAdvice();
    await begin(null);
  }

  /** Let the program act until it is a person's turn. */
  async function goOn() {
    waits(true);
    draw();
    while (playing && !gone && !at.over && at.seat !== null && at.seat !== at.me) {
      const who = names()[at.seat];
      await pause(350);
      if (gone || !(await step({ ...kept(), player: opponent }))) break;
      say(`${who}: ${at.acts.at(-1)}`);
      draw();
      if (!at.view.table.length && at.view.last.length && !at.over) await pause(900);
    }
    if (gone) return;
    waits(false);
    if (at.over) ended();
    draw();
    if (!playing && !at.over && at.seat === at.me && at.phase !== "draw") hint();
  }

  async function done(what) {
    if (busy) return;
    waits(true);
    const ok = await step({ ...kept(), act: what });
    if (!ok) return waits(false);
    stopAdvice();
    await goOn();
  }

  function stopAdvice() {
    if (advice) advice.stop();
    advice = null;
    adviceBox.replaceChildren();
  }

  function hint() {
    stopAdvice();
    advice = advicePanel({ state: at.state, names: names(), whatIf: (action) => {
      location.hash = `#follow/${game.name}?${new URLSearchParams({ from: JSON.stringify(at.state), act: JSON.stringify(action) })}`;
    } });
    adviceBox.replaceChildren(advice);
  }

  async function undo() {
    let count = 1;
    if (playing) {
      const mine = at.record.acts.map((each) => each.seat).lastIndexOf(at.me);
      if (mine < 0) return;
      count = at.record.acts.length - mine;
    }
    if (at.over && finished.length === evening.deals && evening.counted) forget();
    stopAdvice();
    waits(true);
    const ok = await step({ ...kept(), undo: count });
    waits(false);
    if (ok) draw();
  }

  function ended() {
    if (evening.counted || !at.result) return;
    evening.counted = true;
    evening.deals += 1;
    evening.before = evening.riscos;
    const paid = (at.match_result || at.result).riscos;
    evening.riscos = (evening.riscos || paid.map(() => 0)).map((sum, seat) => sum + paid[seat]);
    say(t("The deal is over."));
  }

  function forget() {
    evening.counted = false;
    evening.deals -= 1;
    evening.riscos = evening.before;
  }

  async function next() {
    finished.push(at.record);
    evening.counted = false;
    waits(true);
    if (await step({ ...kept(), next: true })) await goOn();
    else waits(false);
  }

  // --- what is seen

  function draw() {
    const focus = document.activeElement && boardBox.contains(document.activeElement);
    const plays = busy ? [] : at.legal.filter((action) => action.play).map((action) => action.play);
    const sets = busy ? [] : at.legal.filter((action) => action.pass || action.discard).map((action) => action.pass || action.discard);
    const mine = at.seat === at.me && !at.over;
    boardBox.replaceChildren(board(at.view, { trump: at.state.trump, last: showLast, hand: (token) => {
      if (mine && sets.length) return { onclick: () => choose(token), cls: chosen.includes(token) ? "chosen" : "up", "aria-pressed": String(chosen.includes(token)) };
      if (mine && plays.includes(token)) return { onclick: () => done({ play: token }), cls: "up" };
      return mine ? { cls: "lies" } : {};
    } }), h("div", { class: "row" }, counters(at.view), at.view.last.length && at.view.table.length
      ? button(t("Last trick"), () => { showLast = !showLast; draw(); }, { "aria-pressed": String(showLast) }) : null));
    if (focus && mine) {
      const first = boardBox.querySelector("button.card");
      if (first) first.focus({ preventScroll: true });
    }
    drawActs(plays, sets, mine);
    drawSide();
  }

  function choose(token) {
    chosen = chosen.includes(token) ? chosen.filter((each) => each !== token) : [...chosen, token];
    draw();
    const again = boardBox.querySelector(`button[data-card="${token}"]`);
    if (again) again.focus();
  }

  const sameSet = (one, other) => one.length === other.length && one.every((each) => other.includes(each));

  function drawActs(plays, sets, mine) {
    acts.replaceChildren();
    if (at.over) {
      acts.append(result());
      return;
    }
    const line = h("p", { class: "turn-line", "aria-live": "polite" });
    const who = at.seat === null ? "?" : names()[at.seat];
    line.textContent = busy ? t("{seat} is thinking…", { seat: who }) : mine ? t("Your turn: {what}.", { what: kindName(at.phase) })
      : t("{seat} is to act: {what}.", { seat: who, what: kindName(at.phase) });
    acts.append(line);
    if (busy) return;
    const legal = at.legal.map((action, index) => ({ action, words: at.words[index] }));
    if (mine && sets.length) {
      const match = legal.find(({ action }) => (action.pass || action.discard) && sameSet(action.pass || action.discard, chosen));
      const passing = legal.some(({ action }) => action.pass);
      acts.append(h("p", { class: "small-text" }, passing ? t("Choose the cards to pass.") : t("Choose the cards to exchange, or none.")),
        h("div", { class: "legal" }, button(match ? match.words : passing ? t("pass") : t("go"), () => match && done(match.action),
          { class: "primary", id: "confirm", disabled: !match }),
        legal.filter(({ action }) => !action.pass && !action.discard).map(({ action, words }) => button(words, () => done(action)))));
      return;
    }
    const single = legal.filter(({ action }) => (!mine && action.play) || action.got || action.turned);
    const rest = legal.filter(({ action }) => !action.play && !action.got && !action.turned);
    if (rest.length) acts.append(h("div", { class: "legal" }, rest.map(({ action, words }) => button(words, () => done(action), { "data-act": JSON.stringify(action) }))));
    if (single.length) {
      const by = new Map(single.map(({ action }) => [action.play || action.turned || [].concat(action.got)[0], action]));
      acts.append(grid(at.view.suits, at.view.ranks, (token) => {
        const action = by.get(token);
        return pickButton(token, { off: action ? null : t("cannot be"), onclick: () => (action ? done(action) : explain(token)) });
      }));
    }
  }

  /** Why a card cannot be: the server says. */
  async function explain(token) {
    const found = await post("table", { ...kept(), act: { play: token } });
    if (!found.ok) trouble.replaceChildren(h("p", { class: "error", role: "alert" }, found.error.message));
  }

  function result() {
    const { result: paid } = at;
    const box = h("div", { class: "panel", id: "result" }, h("h2", {}, t("The deal is over.")));
    if (paid) {
      box.append(h("div", { class: "scroll" }, h("table", {}, h("thead", {}, h("tr", {}, h("th", {}, t("player")), h("th", { class: "num" }, t("points")),
        h("th", { class: "num" }, "RISCOS"))), h("tbody", {}, names().map((name, seat) => h("tr", {}, h("th", { scope: "row" }, name),
        h("td", { class: "num" }, number(paid.points[seat], 0)), h("td", { class: "num" }, riscos(paid.riscos[seat]))))))));
    } else box.append(h("p", {}, t("It has no result.")));
    if (at.match_over) box.append(h("p", {}, t("The match is over.")));
    box.append(h("div", { class: "legal" }, at.series ? button(t("Next deal"), next, { class: "primary", id: "next" }) : null,
      button(t("Review it"), () => { keepRecord(at.record, at.me); location.hash = "#review?kept=1"; }, { id: "review" })));
    return box;
  }

  function drawSide() {
    side.replaceChildren(...[
      h("div", { class: "row" },
        button(t("Advice"), hint, { id: "hint", disabled: busy || at.over || at.seat !== at.me || at.phase === "draw" }),
        button(t("Undo"), undo, { id: "undo", disabled: busy || !at.record.acts.length }),
        button(t("Save"), () => save(`${game.name}.jsonl`, [...finished, at.record].map((each) => JSON.stringify(each)).join("\n") + "\n"), { id: "save" }),
        openButton(),
        playing ? button(t("New deal"), again, { id: "again", disabled: busy }) : null),
      playing ? choice(t("Opponents"), PLAYERS(), opponent, (value) => { opponent = value; }, { id: "opponent" }) : null,
      evening.riscos ? h("p", { class: "score-line" }, t("RISCOS of the evening"), ": ", names().map((name, seat) =>
        `${name} ${riscos(evening.riscos[seat])}`).join(", ")) : null,
      at.acts.length ? h("details", {}, h("summary", {}, t("acts: {count}", { count: at.acts.length })),
        h("ol", { class: "log" }, at.acts.map((words) => h("li", {}, words)))) : null].filter(Boolean));
  }

  function openButton() {
    const input = h("input", { type: "file", class: "unseen", tabindex: -1, "aria-hidden": "true", onchange: async () => {
      const found = await post("records", { record: await input.files[0].text() });
      if (!found.ok) trouble.replaceChildren(h("p", { class: "error", role: "alert" }, found.error.message));
      else if (await step({ record: found.data.records.at(-1).record })) await goOn();
    } });
    return [button(t("Open"), () => input.click(), { id: "open" }), input];
  }

  begin(resume || (playing && seed === null ? under.get(game.name) : null));
  return () => {
    gone = true;
    if (advice) advice.stop();
    const left = at && { kept: kept(), evening, finished };
    if (playing && left) under.set(game.name, left);
    return left;
  };
}

