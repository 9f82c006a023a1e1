// Elements, words, and the server: what every room of the page uses.

/** An element: properties that begin with "on" are listeners, `vars` CSS variables. */
export function h(tag, props = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(props || {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else if (name === "vars") for (const [key, v] of Object.entries(value)) made.style.setProperty(key, v);
    else if (name === "value") made.value = value;
    else made.setAttribute(name, value === true ? "" : value);
  }
  made.append(...children.flat(9).filter((child) => child !== null && child !== undefined && child !== false));
  return made;
}

const SVG = "http://www.w3.org/2000/svg";

export function svg(tag, props = {}, ...children) {
  const made = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(props)) {
    if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else if (value !== null && value !== false) made.setAttribute(name, value);
  }
  made.append(...children.flat(9).filter(Boolean));
  return made;
}

/** What the page knows as a whole: language, words, games, looks. */
export const page = { lang: "pt", texts: {}, games: [], four: false, theme: "auto" };

/** A text in the reader's language; `{name}` is replaced. */
export function t(text, values = {}) {
  const found = page.texts[text] || text;
  return found.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? values[name] : whole));
}

export const gameNamed = (name) => page.games.find((game) => game.name === name);

/** A number as it is written here. */
export function number(value, digits = 2, sign = false) {
  if (value === null || value === undefined) return "–";
  let text = Math.abs(value).toFixed(digits);
  const zero = Number(text) === 0;
  if (page.lang === "pt") text = text.replace(".", ",");
  return (zero ? "" : value < 0 ? "−" : sign ? "+" : "") + text;
}

/** RISCOS that were paid: whole where they are. */
export const riscos = (value) => number(value, Number.isInteger(value) ? 0 : 2, true);

export const seconds = (value) => `${number(value, Number.isInteger(value) ? 0 : 1)} s`;

export const percent = (value) => (value === null || value === undefined ? "–" : `${Math.round(100 * value)}%`);

/** Say something to those who do not see the page. */
export function say(text) {
  document.getElementById("said").textContent = text;
}

export async function post(path, asked, signal) {
  const answer = await fetch(`/api/${path}`, {
    method: "POST", signal, headers: { "content-type": "application/json" },
    body: JSON.stringify({ lang: page.lang, ...asked }),
  });
  return answered(answer);
}

async function answered(answer) {
  const found = await answer.json().catch(() => ({ error: { message: `${answer.status}` } }));
  return { ok: answer.ok, data: found, error: answer.ok ? null : found.error };
}

export async function load(lang) {
  const found = await (await fetch(`/api/games?lang=${lang}`)).json();
  Object.assign(page, { lang: found.lang, texts: found.texts, games: found.games, version: found.version });
  document.documentElement.lang = lang;
}

/** Events of a stream, read until it ends or the signal is given: resolves to the last. */
export async function stream(path, asked, partial, signal) {
  const keys = new URLSearchParams();
  for (const [key, value] of Object.entries({ lang: page.lang, ...asked })) {
    if (value === null || value === undefined) continue;
    keys.append(key, typeof value === "object" ? JSON.stringify(value) : value);
  }
  const answer = await fetch(`/api/${path}/stream?${keys}`, { signal });
  if (!answer.ok) return answered(answer);
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return { ok: false, error: { message: t("The connection was cut.") } };
    text += value;
    const blocks = text.split("\n\n");
    text = blocks.pop();
    for (const block of blocks) {
      const [kind, data] = block.split("\n");
      const found = JSON.parse(data.slice(6));
      if (kind === "event: partial") partial(found);
      else return kind === "event: done" ? { ok: true, data: found } : { ok: false, error: found.error };
    }
  }
}

export function button(text, onclick, props = {}) {
  return h("button", { type: "button", onclick, ...props }, text);
}

export function choice(label, options, value, onchange, props = {}) {
  const select = h("select", { onchange: (e) => onchange(e.target.value), ...props },
    options.map(([key, text]) => h("option", { value: key, selected: String(key) === String(value) }, text)));
  return h("label", { class: "field" }, h("span", {}, label), select);
}

export function save(name, text) {
  const url = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  const link = h("a", { href: url, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}

export const still = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
export const pause = (ms) => new Promise((done) => setTimeout(done, still() ? 0 : ms));
