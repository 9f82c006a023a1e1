// Advice that fills in as it is thought.
import { h, t, number, percent, seconds, stream, button, choice, say, gameNamed } from "./dom.js";
import { card, chip, suitName, suitOf, rankOf, actionNodes, actionText, cardName } from "./cards.js";

const settings = { time: 1, objective: "riscos" };
export const VERDICTS = () => ({
  same: t("as good"), slight: t("slightly worse"), mistake: t("mistake"), grave: t("grave mistake"),
});

/** A panel of advice. `state` is a text or an object; `whatIf(action)` is offered beside each row. */
export function advicePanel({ state, names, whatIf = null, versus = null, onDone = null }) {
  const root = h("section", { class: "panel advice", "aria-label": t("Advice") });
  let going = null;
  let last = null;
  let wanted = versus;

  async function start() {
    if (going) going.abort();
    const mine = going = new AbortController();
    root.classList.add("thinking");
    draw(null, true);
    const asked = { state, time: settings.time, objective: settings.objective, why: true, beliefs: true,
      samples: 3, versus: wanted };
    const begun = performance.now();
    const result = await stream("advise", asked, (found) => {
      last = found;
      draw(found, true, Math.min(1, (performance.now() - begun) / (1000 * settings.time)));
    }, mine.signal).catch((wrong) => ({ ok: false, stopped: mine.signal.aborted, error: { message: String(wrong) } }));
    if (mine !== going) return;
    going = null;
    root.classList.remove("thinking");
    if (result.ok) {
      last = result.data;
      draw(last, false);
      if (last.best) say(t("Best: {action}", { action: actionText(last.best) }));
      if (onDone) onDone(last);
    } else if (result.stopped) draw(last, false);
    else root.replaceChildren(h("p", { class: "error", role: "alert" }, result.error.message));
  }

  function controls(thinking) {
    return h("div", { class: "row" },
      choice(t("Aim"), [["riscos", "RISCOS"], ["points", t("points")]], settings.objective, (value) => {
        settings.objective = value;
        start();
      }),
      choice(t("Time"), [0.3, 1, 3, 10].map((each) => [each, seconds(each)]), settings.time, (value) => {
        settings.time = Number(value);
        start();
      }),
      thinking ? button(t("Stop"), () => going && going.abort(), { class: "stop" })
        : button(t("Again"), start, { class: "again" }));
  }

  function draw(found, thinking, done = 0) {
    const at = document.activeElement && root.contains(document.activeElement)
      ? document.activeElement.className : null;
    const open = [...root.querySelectorAll("details[open]")].map((each) => each.dataset.part);
    root.replaceChildren(h("h2", {}, t("Advice")));
    if (thinking) root.append(h("div", { class: "progress", "aria-hidden": "true", vars: { "--done": `${100 * done}%` } }, h("span")));
    if (!found) root.append(h("div", { class: "best" }, h("span", {}, t("Thinking…"))));
    else root.append(...whole(found, { names, whatIf, against: (action) => { wanted = action; start(); } }));
    root.append(controls(thinking));
    for (const part of root.querySelectorAll("details")) part.open = open.includes(part.dataset.part);
    if (at) {
      const again = root.getElementsByClassName(at)[0];
      if (again) again.focus({ preventScroll: true });
    }
  }

  start();
  root.stop = () => going && going.abort();
  root.current = () => last;
  return root;
}

function whole(found, more) {
  const parts = [];
  if (found.forced === "over") {
    const result = found.result || {};
    parts.push(h("p", {}, t("The deal is over.")), h("p", {}, `RISCOS: ${[].concat(result.riscos).join(" ")}`));
    return parts;
  }
  parts.push(best(found), options(found, more));
  if (found.why && found.why.facts && found.why.facts.length) parts.push(facts(found, more));
  if (found.beliefs) parts.push(beliefs(found, more));
  if (found.next && found.next.length) parts.push(nextCards(found, more));
  if (found.samples && found.samples.length) parts.push(samples(found, more));
  parts.push(approximate(found));
  return parts;
}

function best(found) {
  const action = found.best;
  const cards = action.play ? [action.play] : action.pass || action.discard || [];
  const sentence = found.why && found.why.sentence;
  const only = { one_action: t("There is nothing to choose."), all_equal: t("All come to the same.") }[found.forced];
  return h("div", {},
    h("div", { class: "best", "data-best": JSON.stringify(action) },
      h("div", { class: "cards" }, cards.map((token) => card(token, { cls: "small" }))),
      action.play ? h("strong", {}, cardName(action.play)) : h("strong", {}, actionNodes(action))),
    h("p", { class: "why" }, sentence || only || whyNumbers(found)),
    found.certain ? h("p", {}, certain(found.certain)) : null);
}

/** Why, in numbers, where there is no sentence. */
function whyNumbers(found) {
  const why = found.why;
  if (!why || !why.versus) return "";
  return t("Better than {action} in {better} of the deals, worse in {worse}.",
    { action: actionText(why.versus), better: percent(why.better), worse: percent(why.worse) });
}

function certain({ outcome, holds, of }) {
  const what = outcomeName(outcome);
  return holds === "always" ? t("Certain: {what}, in every one of {count} deals.", { what, count: of })
    : t("Out of reach in every one of {count} deals: {what}.", { what, count: of });
}

function outcomeName(outcome) {
  return { draw: t("at least a draw"), win: t("a win"), win_double: t("a double win"), win_sweep: t("a sweep"),
    no_moon_other: t("nobody else shoots the moon") }[outcome] || t("{count} tricks", { count: outcome });
}

function options(found, { whatIf, against }) {
  const aim = found.objective;
  const columns = gameNamed(found.game).columns;
  const rows = found.options;
  const values = rows.map((row) => row[aim] || row.points);
  const low = Math.min(...values.map((v) => v.mean - (v.ci95 || 0)));
  const high = Math.max(...values.map((v) => v.mean + (v.ci95 || 0)));
  const place = (x) => (high === low ? 50 : (100 * (x - low)) / (high - low));
  const outcomes = rows.some((row) => row.outcomes) ? columns.outcomes : [];
  const chances = Object.entries(columns.chances).filter(([name]) => rows.some((row) => name in row.chances));
  const words = VERDICTS();
  const other = aim === "riscos" ? "points" : "riscos";
  return h("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": t("Actions") }, h("table", { class: "options" },
    h("thead", {}, h("tr", {}, h("th", {}, t("action")), h("th", {}, t("verdict")),
      h("th", { class: "num" }, aim === "riscos" ? "RISCOS" : t("points")),
      h("th", { class: "num" }, other === "riscos" ? "RISCOS" : t("points")),
      outcomes.map((column) => h("th", { class: "num" }, column.title)),
      chances.map(([, title]) => h("th", { class: "num" }, title)),
      whatIf ? h("th", { class: "last" }, h("span", { class: "unseen" }, t("What if"))) : null)),
    h("tbody", {}, rows.map((row, index) => {
      const value = values[index];
      const wide = value.ci95 || 0;
      const text = [number(value.mean, 2, aim === "riscos"), value.ci95 ? h("small", {}, ` ± ${number(value.ci95)}`) : null];
      return h("tr", {},
        h("td", { class: "action" }, actionNodes(row.action, true), row.plan ? ` (${columns.plans[row.plan] || row.plan})` : ""),
        h("td", {}, verdict(row, index, words, against)),
        h("td", { class: "num mean" }, h("span", { class: "bar", "aria-hidden": "true", vars: { "--from": `${place(value.mean - wide)}%`,
          "--wide": `${place(value.mean + wide) - place(value.mean - wide)}%`, "--at": `${place(value.mean)}%`,
          "--zero": `${place(0)}%` } }, h("i"), low <= 0 && high >= 0 ? h("em") : null, h("b")), text),
        h("td", { class: "num" }, row[other] ? number(row[other].mean, other === "points" ? 1 : 2, other === "riscos") : "–"),
        outcomes.map((column) => h("td", { class: "num" }, outcome(row, column))),
        chances.map(([name]) => h("td", { class: "num" }, name in row.chances ? percent(row.chances[name]) : "–")),
        whatIf ? h("td", { class: "last" }, button("→", () => whatIf(row.action), { class: `plain if-${index}`, title: t("What if"),
          "aria-label": `${t("What if")} ${actionText(row.action)}` })) : null);
    }))));
}

function outcome(row, column) {
  if (!row.outcomes) return "–";
  const sum = Object.entries(column.weights).reduce((all, [name, weight]) => all + weight * (row.outcomes[name] || 0), 0);
  return column.chance ? percent(sum) : number(sum, 1);
}

function verdict(row, index, words, against) {
  if (!row.verdict) return "–";
  const word = h("span", { class: `verdict ${row.verdict}` }, index ? words[row.verdict] : t("best"));
  if (!index || !against) return word;
  return button(word, () => against(row.action), { class: `plain versus-${index}`,
    "aria-label": `${words[row.verdict]}: ${t("why not {action}", { action: actionText(row.action) })}` });
}

function facts(found, { names }) {
  return h("details", { "data-part": "facts" }, h("summary", {}, t("What decides")),
    h("p", { class: "small-text" }, whyNumbers(found)),
    h("div", { class: "scroll", tabindex: 0 }, h("table", {}, h("thead", {}, h("tr", {}, h("th", {}, t("if")), h("th", { class: "num" }, t("in")),
      h("th", { class: "num" }, t("then")), h("th", { class: "num" }, t("else")))),
    h("tbody", {}, found.why.facts.map((fact) => h("tr", {}, h("td", {}, factText(fact, names)),
      h("td", { class: "num" }, percent(fact.share)), h("td", { class: "num" }, number(fact.with, 2, true)),
      h("td", { class: "num" }, number(fact.without, 2, true))))))));
}

function factText(fact, names) {
  const seat = fact.seat === null || fact.seat === undefined ? "" : names[fact.seat];
  if (fact.fact === "card") return [t("{seat} holds", { seat }), " ", chip(fact.card)];
  if (fact.fact === "void") return t("{seat} has no {suit}", { seat, suit: suitName(fact.suit) });
  if (fact.fact === "length") return t("{seat} has {count} or more {suit}", { seat, count: fact.n, suit: suitName(fact.suit) });
  return t("{count} go", { count: fact.n });
}

function beliefs(found, { names }) {
  const entries = Object.entries(found.beliefs);
  const places = ["stock", "out", "gone"].filter((name) => entries.some(([, where]) => where[name] !== undefined && where[name] !== null));
  const titles = { stock: t("stock"), out: t("out of play"), gone: t("played") };
  const seats = names.map((name, seat) => [name, seat]).filter(([, seat]) => entries.some(([, where]) => where.seats[seat]));
  const order = [...entries].sort(byTrump(found.state.trump && found.state.trump.suit, gameNamed(found.game).ranks));
  const cell = (value) => h("td", { class: value > 0.995 ? "sure" : value < 0.005 ? "none" : "" }, value < 0.005 ? "·" : percent(value));
  return h("details", { "data-part": "beliefs" }, h("summary", {}, t("Who holds what")),
    h("div", { class: "scroll", tabindex: 0 }, h("table", { class: "beliefs" }, h("thead", {}, h("tr", {}, h("th", {}, t("card")),
      seats.map(([name]) => h("th", { class: "num" }, name)), places.map((name) => h("th", { class: "num" }, titles[name])))),
    h("tbody", {}, order.map(([token, where]) => h("tr", {}, h("th", { scope: "row" }, chip(token)),
      seats.map(([, seat]) => cell(where.seats[seat] || 0)), places.map((name) => cell(where[name] || 0))))))));
}

/** Trumps first, then suit by suit, the strongest on top. */
function byTrump(trump, ranks) {
  const place = (token) => (suitOf(token) === trump ? -1 : "ECPO".indexOf(suitOf(token))) * 99 + ranks.indexOf(rankOf(token));
  return ([one], [other]) => place(one) - place(other);
}

function nextCards(found, { names }) {
  return h("details", { "data-part": "next" }, h("summary", {}, t("What the others may play")),
    h("ul", {}, found.next.map(({ seat, cards }) => h("li", {}, `${names[seat]}: `,
      Object.entries(cards).sort((a, b) => b[1] - a[1]).slice(0, 6).map(([token, p]) => [chip(token), ` ${percent(p)} `])))));
}

function samples(found, { names }) {
  return h("details", { "data-part": "samples" }, h("summary", {}, t("Examples of deals")),
    h("ol", {}, found.samples.map(({ hands }) => h("li", {}, hands.map((hand, seat) => (hand && hand.length && seat !== found.me
      ? h("div", {}, `${names[seat]}: `, hand.map(chip)) : null))))));
}

function approximate(found) {
  const notes = found.notes || [];
  return h("details", { "data-part": "notes" }, h("summary", {}, t("What is approximate")),
    h("p", { class: "small-text" }, found.exhaustive ? t("All {count} deals.", { count: found.worlds })
      : t("{count} deals drawn at random.", { count: found.worlds })),
    h("ul", {}, notes.map((note) => h("li", { class: "small-text" }, note.text))));
}

