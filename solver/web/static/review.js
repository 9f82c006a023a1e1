// A record looked back at: curve, decisions, training.
import { h, svg, t, post, stream, button, choice, number, riscos, seconds, say } from "./dom.js";
import { actionNodes, actionText, chip } from "./cards.js";
import { board } from "./board.js";
import { advicePanel, VERDICTS } from "./advice.js";

let kept = null;

/** Keep a record for the room of reviews: nothing is stored. */
export function keepRecord(record, me) {
  kept = { record, me };
}

const COSTLY = ["slight", "mistake", "grave"];

export function reviewRoom(root, query, resume = null) {
  let going = null;
  let found = null;
  let record = null;
  let words = [];
  let names = [];
  let me = 0;
  let everything = false;
  let time = 0.1;
  let detail = null;

  const trouble = h("div", { "aria-live": "polite" });
  const choose = h("div", {});
  const curveBox = h("div", {});
  const listBox = h("div", {});
  const detailBox = h("div", { class: "beside" });
  const file = h("input", { type: "file", id: "file", onchange: async () => read(await file.files[0].text()) });
  const area = h("textarea", { id: "record", spellcheck: "false" });
  const source = h("details", { class: "panel", open: !(query.has("kept") && kept) }, h("summary", {}, t("Open a record")),
    h("div", { class: "drop" }, h("label", { for: "file" }, t("A file of records, or of a match")), h("br"), file,
      h("p", {}), h("label", { for: "record" }, t("or its text")), area,
      h("div", { class: "row" }, button(t("Read"), () => read(area.value), { id: "read", class: "primary" }),
        button(t("Train on random deals"), () => { location.hash = "#train"; }, { id: "train-random" }))));
  root.append(h("h1", {}, t("Review")), source, trouble, choose, h("div", { class: "two" }, h("div", {}, curveBox, listBox), detailBox));

  async function read(text) {
    const answer = await post("records", { record: text });
    trouble.replaceChildren();
    if (!answer.ok) {
      trouble.append(h("p", { class: "error", role: "alert" }, answer.error.message));
      return;
    }
    const { records } = answer.data;
    choose.replaceChildren();
    if (records.length > 1) {
      choose.append(choice(t("Which deal"), records.map((each, index) => [index, `${index + 1}: ${each.names.join(", ")} (${each.acts})`]), 0,
        (value) => take(records[value].record), { id: "which" }));
    }
    source.open = false;
    take(records[0].record);
  }

  async function take(given, seat = null, before = null) {
    record = given;
    found = before;
    const answer = await post("table", { record, me: record.me ?? seat ?? 0 });
    if (!answer.ok) {
      trouble.replaceChildren(h("p", { class: "error", role: "alert" }, answer.error.message));
      return;
    }
    words = answer.data.acts;
    names = answer.data.view.seats.map((each) => each.name);
    me = answer.data.me;
    if (!found) run();
    else draw(false);
  }

  async function run() {
    if (going) going.abort();
    const mine = going = new AbortController();
    root.setAttribute("aria-busy", "true");
    found = null;
    detailBox.replaceChildren();
    const answer = await stream("review", { record, time }, (partial) => {
      found = partial;
      draw(true);
    }, mine.signal).catch((wrong) => ({ ok: false, stopped: mine.signal.aborted, error: { message: String(wrong) } }));
    if (mine !== going) return;
    going = null;
    root.setAttribute("aria-busy", "false");
    if (answer.ok) {
      found = answer.data;
      say(t("The review is complete."));
    } else if (!answer.stopped) trouble.replaceChildren(h("p", { class: "error", role: "alert" }, answer.error.message));
    draw(false);
  }

  function draw(thinking) {
    if (!found) return;
    const costly = found.decisions.filter((each) => COSTLY.includes(each.verdict));
    curveBox.replaceChildren(h("div", { class: "panel" }, h("h2", {}, t("What the deal was worth")),
      h("div", { class: "row" }, choice(t("For"), names.map((name, seat) => [seat, name]), me, (value) => { me = Number(value); draw(Boolean(going)); }, { id: "for" }),
        choice(t("Time for each decision"), [0.1, 0.3, 1, 3].map((each) => [each, seconds(each)]), time, (value) => { time = Number(value); run(); }),
        thinking ? button(t("Stop"), () => going && going.abort()) : null),
      thinking ? h("p", { role: "status" }, t("Thinking… {count} decisions so far", { count: found.decisions.filter((each) => each.honest).length })) : null,
      curve(found, me, show), totals(found, names, me)));
    listBox.replaceChildren(h("div", { class: "panel" }, h("h2", {}, t("Decisions")),
      h("div", { class: "row" }, button(t("Only those that cost"), () => { everything = !everything; draw(Boolean(going)); }, { "aria-pressed": String(!everything), id: "only" }),
        costly.length && !thinking ? button(t("Training"), () => train(costly), { id: "train" }) : null),
      list(everything ? found.decisions : costly)));
  }

  function list(decisions) {
    if (!decisions.length) return h("p", {}, t("No decision cost anything."));
    const verdicts = VERDICTS();
    return h("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": t("Decisions") }, h("table", {}, h("thead", {}, h("tr", {}, h("th", {}, "№"), h("th", {}, t("what was done")), h("th", {}, t("verdict")),
      h("th", {}, t("better")), h("th", { class: "num" }, t("loss")), h("th", { class: "num" }, t("with open cards")))),
    h("tbody", {}, decisions.map((each) => h("tr", { class: detail === each.number ? "now" : "" },
      h("td", {}, each.seat === null ? String(each.number) : button(String(each.number), () => show(each), { "aria-label": t("Show decision {number}", { number: each.number }), "data-number": each.number })),
      h("td", {}, words[each.number - 1]),
      h("td", {}, each.verdict ? h("span", { class: `verdict ${each.verdict}` }, verdicts[each.verdict]) : each.forced ? t("forced") : "–"),
      h("td", {}, each.best ? actionNodes(each.best) : ""),
      h("td", { class: "num" }, each.honest ? number(each.honest.mean) : "–"),
      h("td", { class: "num" }, each.hindsight ? number(each.hindsight.riscos) : "–"))))));
  }

  async function before(each) {
    return post("table", { record: { ...record, acts: record.acts.slice(0, each.number - 1), result: null }, me: each.seat ?? me });
  }

  async function show(each) {
    detail = each.number;
    const answer = await before(each);
    if (!answer.ok) {
      detailBox.replaceChildren(h("p", { class: "error" }, answer.error.message));
      return;
    }
    stopDetail();
    const { view, state } = answer.data;
    const decided = each.honest && !each.forced;
    detailBox.replaceChildren(h("div", { class: "panel", id: "detail" }, h("h2", { tabindex: -1 }, `${each.number}. ${words[each.number - 1]}`),
      board(view, { trump: state.trump }), hands(answer.data)), decided ? advicePanel({ state, names: view.seats.map((seat) => seat.name), versus: action(each.act) }) : "");
    detailBox.querySelector("h2").focus({ preventScroll: innerWidth >= 900 });
    draw(Boolean(going));
  }

  /** What was so, beside what could be known. */
  function hands(answer) {
    if (!answer.knows.every(Boolean)) return null;
    const holder = h("details", {}, h("summary", {}, t("What was so: all cards")), h("p", {}, "…"));
    holder.addEventListener("toggle", async () => {
      const open = await post("table", { record: answer.record, me: answer.me });
      const whole = open.ok ? open.data.open : null;
      holder.lastChild.replaceWith(h("div", {}, (whole || []).map((hand, seat) => h("div", {}, `${names[seat]}: `, hand.map(chip)))));
    }, { once: true });
    return holder;
  }

  function stopDetail() {
    for (const panel of detailBox.querySelectorAll(".advice")) panel.stop();
  }

  function train(costly) {
    stopDetail();
    const questions = costly.filter((each) => each.seat !== null);
    let index = 0;
    const next = async () => {
      const each = questions[index];
      index += 1;
      if (!each) {
        detailBox.replaceChildren(h("p", { class: "panel" }, t("That was the last one.")));
        return;
      }
      const answer = await before(each);
      if (answer.ok) question(detailBox, answer.data, { done: each.act, next });
    };
    next();
  }

  if (resume) {
    source.open = false;
    take(resume.record, resume.me, resume.found);
  } else if (query.has("kept") && kept) take(kept.record, kept.me);
  return () => {
    const whole = going ? null : found;
    if (going) going.abort();
    stopDetail();
    return record && { record, me, found: whole };
  };
}

function action(act) {
  const { seat, ...rest } = act;
  return rest;
}

function totals(found, names, me) {
  const rows = found.players.map((player) => h("tr", { class: player.seat === me ? "now" : "" }, h("th", { scope: "row" }, names[player.seat]),
    h("td", { class: "num" }, String(player.decisions)), h("td", { class: "num" }, number(player.honest_loss.mean)),
    h("td", { class: "num" }, player.hindsight_loss ? number(player.hindsight_loss.riscos) : "–"),
    h("td", { class: "num" }, found.par ? riscos(found.par.riscos[player.seat]) : "–"),
    h("td", { class: "num" }, found.record.result ? riscos(found.record.result.riscos[player.seat]) : "–")));
  return h("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": t("Totals") }, h("table", {}, h("thead", {}, h("tr", {}, h("th", {}, t("player")), h("th", { class: "num" }, t("decisions")),
    h("th", { class: "num" }, t("mistakes")), h("th", { class: "num" }, t("with open cards")), h("th", { class: "num" }, t("the cards")), h("th", { class: "num" }, t("result")))),
  h("tbody", {}, rows)));
}

const SHAPES = { slight: "M-5 0a5 5 0 1 0 10 0a5 5 0 1 0-10 0", mistake: "M0-7L7 6H-7Z", grave: "M-6-6H6V6H-6Z" };

/** The curve of what the deal was worth for a seat; where that is not known, marks alone. */
function curve(found, me, onmark) {
  const count = found.decisions.length;
  if (!count) return h("p", {});
  const values = found.decisions.map((each) => (each.after ? each.after.riscos[me] : null));
  const par = found.par ? found.par.riscos[me] : null;
  const all = [...values, par, 0].filter((value) => value !== null);
  const low = Math.min(...all);
  const high = Math.max(...all, low + 1);
  const wide = innerWidth < 560 ? 320 : 640; // as wide as it is shown, so that its words keep their size
  const tall = 200;
  const x = (index) => 40 + (index * (wide - 60)) / Math.max(count, 1);
  const y = (value) => tall - 25 - ((value - low) * (tall - 45)) / (high - low);
  const points = [];
  if (par !== null && found.from) points.push([x(found.from - 1), y(par)]);
  values.forEach((value, index) => { if (value !== null) points.push([x(index + 1), y(value)]); });
  const path = points.map(([px, py], index) => (index ? `H${px}V${py}` : `M${px} ${py}`)).join("");
  const marks = found.decisions.filter((each) => COSTLY.includes(each.verdict)).map((each) => {
    const value = each.after ? each.after.riscos[me] : par ?? 0;
    return svg("path", { d: SHAPES[each.verdict], transform: `translate(${x(each.number)} ${y(value)})`, class: `mark ${each.verdict}`, onclick: () => onmark(each) },
      svg("title", {}, `${each.number}`));
  });
  const label = t("Worth for this seat, act by act: from {first} to {last} RISCOS.", { first: number(par ?? values.find((v) => v !== null) ?? 0, 1, true),
    last: number(values.at(-1) ?? 0, 1, true) });
  return svg("svg", { class: "curve", viewBox: `0 0 ${wide} ${tall}`, role: "img", "aria-label": label },
    [low, 0, high].map((value) => svg("line", { class: "axis", x1: 40, x2: wide - 10, y1: y(value), y2: y(value) })),
    [...new Set([low, 0, high])].map((value) => svg("text", { x: 4, y: y(value) + 4 }, number(value, 1, true))),
    par !== null ? [svg("line", { class: "par", x1: 40, x2: wide - 10, y1: y(par), y2: y(par) }), svg("text", { x: wide - 10, y: y(par) - 5, "text-anchor": "end" }, t("the cards"))] : null,
    svg("path", { class: "line", d: path || "M0 0" }), marks, svg("text", { x: wide / 2, y: tall - 5, "text-anchor": "middle" }, t("acts")));
}

// --- training

const sameCards = (one, other) => JSON.stringify(sorted(one)) === JSON.stringify(sorted(other));
const sorted = (value) => Object.fromEntries(Object.entries(value).sort().map(([key, each]) => [key, Array.isArray(each) ? [...each].sort() : each]));

/** A position whose advice is hidden until something has been chosen. */
function question(box, at, { done = null, next }) {
  const { view, state } = at;
  const names = view.seats.map((seat) => seat.name);
  let chosen = [];
  const answers = h("div", {});
  const plays = at.legal.filter((each) => each.play).map((each) => each.play);
  const sets = at.legal.filter((each) => each.pass || each.discard);
  const holder = h("div", {});

  function pick(what) {
    const panel = advicePanel({ state, names, versus: what, onDone: (advice) => {
      const row = advice.options.find((each) => sameCards(each.action, what));
      const words = VERDICTS();
      const verdict = row && (row === advice.options[0] ? t("best") : words[row.verdict]) || "–";
      answers.querySelector(".mine").replaceChildren(t("Your choice"), ": ", ...actionNodes(what), " – ", h("strong", {}, verdict));
      say(verdict);
    } });
    answers.replaceChildren(h("p", { class: "mine" }, t("Your choice"), ": ", actionNodes(what)),
      done ? h("p", {}, t("Then was done"), ": ", actionNodes(action(done))) : "", panel, button(t("Next one"), () => { panel.stop(); next(); }, { class: "primary", id: "next-question" }));
  }

  function drawBoard() {
    holder.replaceChildren(board(view, { trump: state.trump, hand: (token) => {
      if (sets.length) return { cls: chosen.includes(token) ? "chosen" : "up", "aria-pressed": String(chosen.includes(token)), onclick: () => {
        chosen = chosen.includes(token) ? chosen.filter((each) => each !== token) : [...chosen, token];
        drawBoard();
      } };
      return plays.includes(token) ? { cls: "up", onclick: () => pick({ play: token }) } : { cls: "lies" };
    } }));
    const match = sets.find((each) => sameCards({ cards: each.pass || each.discard }, { cards: chosen }));
    const rest = at.legal.map((each, index) => [each, at.words[index]]).filter(([each]) => !each.play && !each.pass && !each.discard);
    holder.append(h("div", { class: "legal" }, sets.length ? button(match ? actionText(match) : t("Choose cards"), () => match && pick(match), { disabled: !match, class: "primary" }) : null,
      rest.map(([each, text]) => button(text, () => pick(each)))));
  }

  drawBoard();
  box.replaceChildren(h("div", { class: "panel", id: "question" }, h("h2", {}, t("What would you do?")), holder), answers);
}

export function trainingRoom(root, game, asked = null, resume = null) {
  const box = h("div", { class: "two" });
  const trouble = h("div", {});
  let gone = false;
  let seed = asked; // the first random deal, if the address names it
  let at = null;
  root.append(h("h1", {}, `${t("Training")}: ${game.title}`), trouble, box);

  /** A decision of a random deal, played up to there by the program. */
  async function next() {
    root.setAttribute("aria-busy", "true");
    const deal = Number(seed ?? Math.floor(Math.random() * 2 ** 31));
    let answer = await post("table", { game: game.name, seed: deal, whole: game.always_whole, me: 0 });
    let wait = seed === null ? Math.floor(Math.random() * 6) : deal % 6;
    seed = null;
    while (!gone && answer.ok && !answer.data.over) {
      const { seat, legal, record, series } = answer.data;
      if (seat === 0 && legal.length > 1) {
        if (wait === 0) break;
        wait -= 1;
      }
      answer = await post("table", { record, series: series || undefined, me: 0, player: "rules" });
    }
    if (gone) return;
    if (!answer.ok) trouble.replaceChildren(h("p", { class: "error" }, answer.error.message));
    else if (answer.data.over) return next();
    else ask(answer.data);
    root.setAttribute("aria-busy", "false");
  }

  function ask(found) {
    at = found;
    question(box, at, { next });
  }

  /** The same question in another language. */
  async function back({ record, series }) {
    const answer = await post("table", { record, series: series || undefined, me: 0 });
    if (!gone && answer.ok) ask(answer.data);
  }

  if (resume) back(resume);
  else next();
  return () => {
    gone = true;
    for (const panel of box.querySelectorAll(".advice")) panel.stop();
    return at && { record: at.record, series: at.series };
  };
}

