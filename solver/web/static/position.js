// A position: tapped or typed, each shows the other.
import { h, t, post, button, choice, say } from "./dom.js";
import { SYMBOLS, grid, pickButton, suitName, suitOf, cardName } from "./cards.js";
import { board, counters } from "./board.js";
import { advicePanel } from "./advice.js";

const SCHEMA = "trunfo.state/1";

export function positionRoom(root, { game, door, text, resume = null }) {
  let draft = resume || empty();
  let good = null; // the last answer that has a board
  let target = "hand";
  let asking = null;
  let timer = null;
  let advice = null;
  let ready = false;
  let ranks = game.ranks;

  const boardBox = h("div", { class: "board-box" });
  const picker = h("div", { class: "picker" });
  const hint = h("p", { class: "hint-line", role: "status" });
  const trouble = h("div", { class: "trouble", "aria-live": "polite" });
  const adviceBox = h("div", {});
  const area = h("textarea", { id: "text", spellcheck: "false", "aria-describedby": "trouble", oninput: () => later(typed, 300) });
  const more = h("details", { class: "panel" }, h("summary", {}, t("Trump, points and the rest")), h("div", { class: "facts" }));
  const rules = h("details", { class: "panel" }, h("summary", {}, t("Rules")), h("div", { class: "facts" }));
  trouble.id = "trouble";

  const advise = button(t("Advise"), () => { think(); if (innerWidth < 900) adviceBox.scrollIntoView(); }, { class: "primary", id: "advise" });
  const follow = button(t("Follow from here"), () => {
    location.hash = `#follow/${game.name}?${new URLSearchParams({ from: JSON.stringify(good.state) })}`;
  }, { id: "follow", class: door === "follow" ? "primary" : "" });

  root.append(h("h1", {}, `${game.title}: ${t("the position")}`), h("div", { class: "two" },
    h("div", {}, boardBox, h("div", { class: "row" }, door === "follow" ? [follow, advise] : [advise, follow],
      button(t("Clear"), () => { draft = empty(); good = null; changed(); }, { id: "clear" })), hint, picker, more, rules),
    h("div", {}, h("div", { class: "panel" }, h("label", { for: "text" }, h("h2", {}, t("In words"))), area, trouble, examples()), adviceBox)));

  function empty() {
    const first = { schema: SCHEMA, game: game.name, me: 0, hand: [] };
    if (game.keys.includes("scores")) first.scores = game.sides.map(() => 20);
    return first;
  }

  function examples() {
    return h("details", { open: !text }, h("summary", {}, t("Examples")), h("div", { class: "legal" },
      game.examples.filter((each) => each.kind !== "solve" && each.kind !== "over").map((each, index) =>
        button(kindName(each.kind), () => { area.value = each.text; typed(true); }, { title: each.about, "data-example": index, "data-kind": each.kind }))));
  }

  /** What is shown is not yet what was put in: nothing is begun with it. */
  function pending() {
    ready = false;
    root.setAttribute("aria-busy", "true");
    advise.disabled = follow.disabled = true;
  }

  function later(act, ms) {
    pending();
    clearTimeout(timer);
    timer = setTimeout(act, ms);
  }

  async function ask(state) {
    clearTimeout(timer);
    if (asking) asking.abort();
    pending();
    const mine = asking = new AbortController();
    const found = await post("parse", { state }, mine.signal)
      .catch((wrong) => ({ ok: false, data: {}, error: { message: mine.signal.aborted ? "" : String(wrong) } }));
    return mine === asking ? found : null;
  }

  async function typed(thinkToo = false) {
    const found = await ask(area.value);
    if (!found) return;
    if (found.data.state) {
      if (found.data.state.game !== game.name) {
        location.hash = `#${door}/${found.data.state.game}?${new URLSearchParams({ s: area.value })}`;
        return;
      }
      draft = found.data.state;
    }
    took(found);
    if (thinkToo === true && found.ok && door === "advise") think();
  }

  async function changed() {
    drawPicker();
    drawFacts();
    const found = await ask(draft);
    if (!found) return;
    if (found.data.text) area.value = found.data.text;
    took(found);
  }

  function took(found) {
    if (found.data.view) {
      good = found.data;
      ranks = good.view.ranks;
    }
    ready = found.ok;
    root.setAttribute("aria-busy", "false");
    draw(found.error);
    if (ready) {
      const keys = new URLSearchParams({ s: found.data.text });
      history.replaceState(null, "", `#${door}/${game.name}?${keys}`);
    }
  }

  function draw(error) {
    boardBox.replaceChildren();
    if (!good) boardBox.append(board(blank(), { hand: (token) => ({ onclick: () => remove(token) }) }));
    else {
      boardBox.append(board(good.view, { trump: good.state.trump, hand: (token) => ({ onclick: () => remove(token) }) }), counters(good.view));
    }
    trouble.replaceChildren();
    area.setAttribute("aria-invalid", String(Boolean(error)));
    if (error) trouble.append(h("div", { class: "error" }, h("p", {}, error.message), placeOf(error)));
    for (const note of (good && good.notes) || []) trouble.append(h("p", { class: "note" }, note));
    advise.disabled = follow.disabled = !ready;
    drawPicker();
    drawFacts();
  }

  /** A board on which only my cards lie: until there is enough for the server to say more. */
  function blank() {
    const seats = game.places.map((side, seat) => ({ seat, side, name: game.seat_words[seat], cards: null,
      hand: seat ? null : draft.hand || [], has: [], void: [], side_number: game.sides[seat] }));
    return { seats, table: [], last: [], turn: null, winner: null, points: null, stock: null };
  }

  /** The words round an error, the wrong one underlined. */
  function placeOf(error) {
    if (typeof error.where !== "number") return null;
    const points = [...area.value];
    const at = error.where;
    let end = at;
    while (end < points.length && !/[\s;]/.test(points[end])) end += 1;
    if (end === at) return null;
    return h("p", {}, points.slice(Math.max(0, at - 25), at).join(""), h("mark", {}, points.slice(at, end).join("")), points.slice(end, end + 15).join(""));
  }

  function think() {
    if (!ready) return;
    if (advice) advice.stop();
    const names = good.view.seats.map((seat) => seat.name);
    advice = advicePanel({ state: good.state, names, whatIf: (action) => {
      location.hash = `#follow/${game.name}?${new URLSearchParams({ from: JSON.stringify(good.state), act: JSON.stringify(action) })}`;
    } });
    adviceBox.replaceChildren(advice);
  }

  // --- what is put where

  const others = () => game.places.map((_, seat) => seat).filter((seat) => seat !== (draft.me || 0));
  const name = (seat) => (good ? good.view.seats[seat].name : game.seat_words[seat]);
  const factOf = (seat) => (draft.known || []).find((fact) => fact.seat === seat);

  function targets() {
    const found = [["hand", t("Hand"), (draft.hand || []).length], ["table", t("Table"), ((draft.table || {}).cards || []).length],
      ["played", t("Played"), (draft.played || []).length]];
    if (game.keys.includes("trump") && (game.required.includes("trump"))) found.push(["trump", t("Trump card"), draft.trump && draft.trump.card ? 1 : 0]);
    if (game.keys.includes("passed")) found.push(["passed", t("Passed"), ((draft.passed || {}).cards || []).length]);
    if (game.keys.includes("received")) found.push(["received", t("Received"), ((draft.received || {}).cards || []).length]);
    if (game.keys.includes("discarded")) found.push(["discarded", t("Thrown away"), (draft.discarded || []).length]);
    for (const seat of others()) found.push([`has-${seat}`, t("{seat} holds", { seat: name(seat) }), ((factOf(seat) || {}).has || []).length]);
    return found;
  }

  /** Every place a card of the draft is in: what it is called and how it is marked. */
  function whereIs() {
    const found = {};
    const put = (tokens, sign, label) => { for (const token of tokens || []) found[token] = { sign, name: label }; };
    for (const trick of draft.tricks || []) put(trick.cards, "×", t("played"));
    put(draft.played, "×", t("played"));
    put(draft.discarded, "×", t("thrown away"));
    for (const fact of draft.known || []) put(fact.has, name(fact.seat).slice(0, 1).toUpperCase(), name(fact.seat));
    if (draft.passed && (draft.tricks || []).length === 0) put(draft.passed.cards, "→", t("passed"));
    put((draft.table || {}).cards, "●", t("on the table"));
    put(draft.hand, "✓", t("in the hand"));
    if (draft.trump && draft.trump.card && !found[draft.trump.card]) put([draft.trump.card], "T", t("trump card"));
    return found;
  }

  function full() {
    if (target === "hand" && (draft.hand || []).length >= game.hand) return t("The hand is full: {count} cards.", { count: game.hand });
    if (target === "table" && ((draft.table || {}).cards || []).length >= game.seats - 1) {
      return t("The trick is full: the next card is mine.");
    }
    if (["passed", "received"].includes(target) && ((draft[target] || {}).cards || []).length >= 3) return t("Three cards are passed.");
    return null;
  }

  function drawPicker() {
    const at = document.activeElement && picker.contains(document.activeElement)
      ? document.activeElement.dataset.card || document.activeElement.dataset.target : null;
    const placed = whereIs();
    const why = full();
    picker.replaceChildren(
      h("div", { class: "tabs", role: "group", "aria-label": t("Where the cards go") }, targets().map(([key, label, count]) =>
        button(`${label} ${count}`, () => { target = key; drawPicker(); }, { "aria-pressed": String(key === target), "data-target": key }))),
      grid(good ? good.view.suits : game.suits, ranks, (token) => {
        const mark = placed[token];
        const off = !mark || (target === "trump" && mark) ? (mark && target === "trump" ? null : why) : null;
        return pickButton(token, { mark, off, onclick: () => tap(token, mark, off) });
      }));
    if (at) {
      const again = picker.querySelector(`[data-card="${at}"], [data-target="${at}"]`);
      if (again) again.focus({ preventScroll: true });
    }
  }

  function tap(token, mark, off) {
    hint.textContent = "";
    if (target === "trump") {
      draft.trump = draft.trump && draft.trump.card === token ? { suit: suitOf(token) } : { ...(draft.trump || {}), suit: suitOf(token), card: token };
      if (game.left && draft.trump.card && !("decisions" in draft) && game.keys.includes("stock")) draft.trump.holder = "stock";
    } else if (mark) {
      remove(token);
      return;
    } else if (off) {
      hint.textContent = off;
      say(off);
      return;
    } else if (target === "table") {
      const table = draft.table || { leader: 0, cards: [] };
      const cards = [...table.cards, token];
      draft.table = { leader: table.touched ? table.leader : lead(cards.length), cards };
    } else if (target === "passed") draft.passed = { to: (draft.passed || {}).to ?? others()[0], cards: [...((draft.passed || {}).cards || []), token] };
    else if (target === "received") draft.received = { from: (draft.received || {}).from ?? others()[0], cards: [...((draft.received || {}).cards || []), token] };
    else if (target.startsWith("has-")) setFact(Number(target.slice(4)), (fact) => ({ ...fact, has: [...(fact.has || []), token] }));
    else draft[target] = [...(draft[target] || []), token];
    say(t("{card}: placed", { card: cardName(token) }));
    changed();
  }

  /** Who led, if the next card of a trick is mine. */
  const lead = (count) => ((((draft.me || 0) - count) % game.seats) + game.seats) % game.seats;

  function remove(token) {
    const less = (cards) => (cards || []).filter((each) => each !== token);
    for (const key of ["hand", "played", "discarded"]) if (draft[key]) draft[key] = less(draft[key]);
    if (!(draft.played || []).length) delete draft.played;
    if (!(draft.discarded || []).length) delete draft.discarded;
    if (draft.table && draft.table.cards.includes(token)) {
      const cards = less(draft.table.cards);
      draft.table = { leader: cards.length ? lead(cards.length) : draft.me || 0, cards };
    }
    for (const key of ["passed", "received"]) {
      if (draft[key]) draft[key] = { ...draft[key], cards: less(draft[key].cards) };
      if (draft[key] && !draft[key].cards.length) delete draft[key];
    }
    draft.tricks = (draft.tricks || []).filter((trick) => !trick.cards.includes(token));
    if (!draft.tricks.length) delete draft.tricks;
    for (const fact of [...(draft.known || [])]) setFact(fact.seat, (old) => ({ ...old, has: less(old.has) }));
    if (draft.trump && draft.trump.card === token && target === "trump") draft.trump = { suit: draft.trump.suit };
    changed();
  }

  function setFact(seat, change) {
    const made = change({ ...(factOf(seat) || { seat }) });
    for (const key of ["has", "lacks", "void"]) if (made[key] && !made[key].length) delete made[key];
    const rest = (draft.known || []).filter((fact) => fact.seat !== seat);
    draft.known = Object.keys(made).length > 1 ? [...rest, made] : rest;
    if (!draft.known.length) delete draft.known;
  }

  // --- numbers and words

  function drawFacts() {
    const at = document.activeElement && document.activeElement.id;
    for (const [panel, fields] of [[more, factFields], [rules, () => game.options.map(ruleField)]]) {
      const box = panel.querySelector(".facts"); // a number that is being typed stays as it is
      if (!(box.contains(document.activeElement) && document.activeElement.type === "number")) box.replaceChildren(...fields());
    }
    if (at && document.getElementById(at)) document.getElementById(at).focus({ preventScroll: true });
  }

  const seats = () => game.places.map((_, seat) => [seat, name(seat)]);
  const group = (title, ...fields) => h("fieldset", {}, h("legend", {}, title), fields);

  function set(key, value) {
    if (value === null || value === undefined) delete draft[key];
    else draft[key] = value;
    changed();
  }

  function factFields() {
    const fields = [];
    const has = (key) => game.keys.includes(key);
    if (game.phases.length > 1) {
      fields.push(choice(t("Phase"), [["", t("by itself")], ...game.phases.map((phase) => [phase, kindName(phase)])], draft.phase || "",
        (value) => set("phase", value || null), { id: "f-phase" }));
    }
    if (has("trump")) {
      const trump = draft.trump || {};
      fields.push(group(t("Trump"), suits((suit) => trump.suit === suit, (suit) => set("trump", trump.suit === suit ? null
        : { ...(trump.card && suitOf(trump.card) !== suit ? {} : trump), suit }), "trump"),
      h("div", { class: "row" }, trump.suit ? choice(t("Held by"), [["", "–"], ...seats(), ...(has("stock") ? [["stock", t("stock")]] : [])], trump.holder ?? "",
        (value) => set("trump", value === "" ? without(trump, "holder") : { ...trump, holder: value === "stock" ? value : Number(value) }), { id: "f-holder" }) : null,
      trump.suit && has("decisions") ? choice(t("Chosen by"), [["", "–"], ...seats()], trump.chooser ?? "",
        (value) => set("trump", value === "" ? without(trump, "chooser") : { ...trump, chooser: Number(value) }), { id: "f-chooser" }) : null,
      trump.suit && has("decisions") ? choice(t("Turned up"), [["", t("no")], ["1", t("yes")]], trump.turned ? "1" : "",
        (value) => set("trump", value ? { ...trump, turned: true } : without(trump, "turned")), { id: "f-turned" }) : null)));
    }
    fields.push(choice(t("Leads the trick"), [["", "–"], ...seats()], draft.table ? draft.table.leader ?? "" : "", (value) =>
      set("table", value === "" ? null : { cards: (draft.table || {}).cards || [], leader: Number(value) }), { id: "f-leader" }));
    fields.push(choice(t("Dealer"), [["", "–"], ...seats()], draft.dealer ?? "", (value) => set("dealer", value === "" ? null : Number(value)), { id: "f-dealer" }));
    if (has("points")) fields.push(group(t("Points"), perSide("points", game.partners ? [t("us"), t("them")] : seats().map(([, each]) => each))));
    if (has("stock")) fields.push(numberField(t("Stock"), draft.stock, (value) => set("stock", value), "f-stock"));
    if (has("round")) {
      fields.push(choice(t("Round"), [["", "–"], ...[1, 2, 3, 4].map((round) => [round, String(round)])], draft.round ?? "",
        (value) => set("round", value === "" ? null : Number(value)), { id: "f-round" }));
    }
    for (const [key, side, label] of [["passed", "to", t("Passed to")], ["received", "from", t("Received from")]]) {
      if (has(key) && draft[key]) {
        fields.push(choice(label, seats().filter(([seat]) => seat !== draft.me), draft[key][side],
          (value) => set(key, { ...draft[key], [side]: Number(value) }), { id: `f-${key}` }));
      }
    }
    if (has("scores")) fields.push(group(t("Scores"), perSide("scores", seats().map(([, each]) => each))));
    if (has("absences")) fields.push(group(t("Absences"), perSide("absences", seats().map(([, each]) => each))));
    if (has("decisions")) {
      fields.push(group(t("Who goes"), h("div", { class: "row" }, seats().map(([seat, each]) => choice(each, [["", "–"], ["out", t("stays out")], ["in", t("goes")],
        ...[0, 1, 2, 3, 4, 5].map((count) => [String(count), t("goes, exchanges {count}", { count })])], decisionKey((draft.decisions || [])[seat]),
      (value) => {
        const made = [...(draft.decisions || game.places.map(() => null))];
        made[seat] = value === "" ? null : value === "out" ? { in: false } : value === "in" ? { in: true } : { in: true, exchanged: Number(value) };
        set("decisions", made.some((one) => one) ? made : null);
      }, { id: `f-go-${seat}` })))));
    }
    for (const seat of others()) {
      const fact = factOf(seat) || {};
      fields.push(group(t("{seat} has none of", { seat: name(seat) }), suits((suit) => (fact.void || []).includes(suit), (suit) => {
        setFact(seat, (old) => ({ ...old, void: (old.void || []).includes(suit) ? old.void.filter((each) => each !== suit) : [...(old.void || []), suit] }));
        changed();
      }, `void-${seat}`, true)));
    }
    return fields;
  }

  const without = (object, key) => Object.fromEntries(Object.entries(object).filter(([name]) => name !== key));
  const decisionKey = (made) => (!made ? "" : !made.in ? "out" : made.exchanged === undefined || made.exchanged === null ? "in" : String(made.exchanged));

  function suits(pressed, onclick, id, crossing = false) {
    return h("div", { class: "toggles" }, game.suits.map((suit) => button(SYMBOLS[suit], () => onclick(suit), { class: `suit-${suit}${crossing ? " crossing" : ""}`,
      id: `f-${id}-${suit}`, "aria-label": suitName(suit), "aria-pressed": String(pressed(suit)) })));
  }

  function perSide(key, names) {
    return h("div", { class: "row" }, names.map((label, side) => numberField(label, (draft[key] || [])[side], (value) => {
      const made = names.map((_, index) => (draft[key] || [])[index] ?? 0);
      made[side] = value ?? 0;
      set(key, value === null && made.every((one) => !one) ? null : made);
    }, `f-${key}-${side}`)));
  }

  function numberField(label, value, onchange, id) {
    return h("label", { class: "field" }, h("span", {}, label), h("input", { type: "number", min: 0, inputmode: "numeric", id, value: value ?? "",
      oninput: (e) => onchange(e.target.value === "" ? null : Number(e.target.value)) }));
  }

  function ruleField(option) {
    const given = (draft.rules || {})[option.name] ?? option.default;
    const put = (value) => set("rules", { ...(draft.rules || {}), [option.name]: value });
    const ours = document.documentElement.lang === "pt";
    const spaced = (word) => String(word).replaceAll("_", " ");
    const title = spaced((ours && option.word) || option.name);
    const named = (index) => spaced((ours && option.words[index]) || option.choices[index]);
    const about = h("p", { class: "small-text" }, option.text);
    const pick = (options, value, onchange) => h("select", { "aria-label": title, id: `r-${option.name}`, onchange: (e) => onchange(e.target.value) },
      options.map(([key, text]) => h("option", { value: key, selected: String(key) === String(value) }, text)));
    if (option.several) {
      return group(title, option.choices.map((word, index) => h("label", { class: "check" }, h("input", { type: "checkbox", checked: given.includes(word),
        id: `r-${option.name}-${word}`, onchange: (e) => put(e.target.checked ? [...given, word] : given.filter((each) => each !== word)) }), named(index))), about);
    }
    if (typeof option.default === "boolean") return group(title, pick([["true", t("yes")], ["false", t("no")]], given, (value) => put(value === "true")), about);
    if (!option.choices.length) {
      return group(title, h("input", { type: "number", min: 0, inputmode: "numeric", id: `r-${option.name}`, "aria-label": title, value: given,
        oninput: (e) => put(Number(e.target.value || 0)) }), about);
    }
    const typedValue = (value) => (typeof option.default === "number" ? Number(value) : value);
    return group(title, pick(option.choices.map((each, index) => [each, named(index)]), given, (value) => put(typedValue(value))), about);
  }

  if (text && !resume) {
    area.value = text;
    typed(true);
  } else changed();
  return () => {
    clearTimeout(timer);
    if (asking) asking.abort();
    if (advice) advice.stop();
    return draft;
  };
}

export function kindName(kind) {
  return { play: t("a card"), pass: t("the pass"), trump: t("the trump"), go: t("to go or not"), redeal: t("a new deal"),
    over: t("a deal that is over"), solve: t("all cards known"), draw: t("cards drawn") }[kind] || kind;
}

