// The doors: from the address to a room, language and looks.
import { h, t, page, load, button, gameNamed } from "./dom.js";
import { positionRoom } from "./position.js";
import { tableRoom } from "./table.js";
import { reviewRoom, trainingRoom } from "./review.js";

const main = document.getElementById("main");
let leave = null;

const DOORS = [
  ["advise", () => t("Advise"), () => t("A position: what to play, and why."), "♠ ♥"],
  ["follow", () => t("Follow"), () => t("A game that I play elsewhere, card by card."), "♣ ♦"],
  ["play", () => t("Play"), () => t("A deal against the program."), "♥ ♣"],
  ["review", () => t("Review"), () => t("A record: what each decision cost; training."), "♦ ♠"],
];

/** Where the address leads: a door, a game, and what is kept behind `?`. */
function place() {
  const [path, query] = location.hash.slice(1).split("?");
  const [door = "", game = ""] = path.split("/").map(decodeURIComponent);
  return { door, game, query: new URLSearchParams(query || "") };
}

export function go(door, game = "", query = null) {
  const keys = query ? `?${new URLSearchParams(query)}` : "";
  location.hash = `#${door}${game ? `/${encodeURIComponent(game)}` : ""}${keys}`;
}

function top() {
  const bar = document.getElementById("top");
  const other = page.lang === "pt" ? ["en", "English"] : ["pt", "Português"];
  const themes = { auto: t("Look: auto"), light: t("Look: light"), dark: t("Look: dark") };
  const next = { auto: "light", light: "dark", dark: "auto" };
  bar.replaceChildren(
    h("a", { class: "brand", href: "#" }, "trunfo"),
    button(page.four ? t("Four colours") : t("Two colours"), () => {
      page.four = !page.four;
      document.documentElement.classList.toggle("four", page.four);
      top();
    }, { class: "plain", id: "colours" }),
    button(themes[page.theme], () => {
      page.theme = next[page.theme];
      if (page.theme === "auto") delete document.documentElement.dataset.theme;
      else document.documentElement.dataset.theme = page.theme;
      top();
    }, { class: "plain", id: "theme" }),
    button(other[1], async () => {
      await load(other[0]);
      const address = new URL(location);
      address.searchParams.set("lang", other[0]);
      history.replaceState(null, "", address);
      top();
      show(true);
    }, { class: "plain", id: "language", lang: other[0] }));
  document.getElementById("skip").textContent = t("To the content");
  document.title = "trunfo";
}

function home() {
  main.append(h("h1", {}, t("What shall we do?")),
    h("div", { class: "doors" }, DOORS.map(([door, name, about, signs]) =>
      button([h("span", { class: "signs", "aria-hidden": "true" }, signs), h("strong", {}, name()),
        h("span", {}, about())], () => go(door), { class: "door", "data-door": door }))));
}

function chooseGame(door, name) {
  main.append(h("h1", {}, name), h("p", {}, t("Which game?")),
    h("div", { class: "doors" }, page.games.map((game) =>
      button([h("strong", {}, game.title), h("span", {}, game.text.split(/(?<=\.)\s/)[0])],
        () => go(door, game.name), { class: "door", "data-game": game.name }))));
}

/** Show the room that the address names; `again` where it is the same room in another language. */
function show(again = false) {
  const left = leave && leave();
  const resume = again ? left : null;
  leave = null;
  main.replaceChildren();
  main.setAttribute("aria-busy", "false");
  const { door, game, query } = place();
  const found = DOORS.find(([name]) => name === door);
  if (!found && door !== "train") home();
  else if (door === "review") leave = reviewRoom(main, query, resume);
  else if (door === "train" && !gameNamed(game)) chooseGame(door, t("Training"));
  else if (door === "train") leave = trainingRoom(main, gameNamed(game), query.get("seed"), resume);
  else if (!gameNamed(game)) chooseGame(door, found[1]());
  else if (door === "play") leave = tableRoom(main, { game: gameNamed(game), playing: true, seed: query.get("seed"), resume });
  else if (door === "follow" && query.has("from")) {
    leave = tableRoom(main, { game: gameNamed(game), playing: false, state: query.get("from"), act: query.get("act"), resume });
  } else leave = positionRoom(main, { game: gameNamed(game), door, text: query.get("s"), resume });
  main.classList.toggle("in", Boolean(found));
}

async function begin() {
  const asked = new URL(location).searchParams.get("lang") || navigator.language.slice(0, 2);
  await load(asked === "pt" ? "pt" : "en");
  top();
  show();
  addEventListener("hashchange", () => {
    show();
    main.focus({ preventScroll: true });
    scrollTo(0, 0);
  });
}

begin();
