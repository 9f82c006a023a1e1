// An example of an engine in JavaScript: a player of all four games, `trunfo.engine/1`.
//
//     trunfo match greedy "external:command=node examples/engine.js" --game bisca --deals 100
//
// It does anything that is legal, by chance: the same for the same seed. See docs/engines.md.
"use strict";

const readline = require("node:readline");

/** Random numbers below 1 from a seed (mulberry32). */
function generator(seed) {
  let state = Number(BigInt(seed) % 4294967296n);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

function shuffled(items, random) {
  const left = [...items];
  for (let last = left.length - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1));
    [left[last], left[other]] = [left[other], left[last]];
  }
  return left;
}

/** What to do in any phase; legal actions are told where they are few. */
function decide({ state, legal, seed }) {
  const random = generator(seed);
  if (legal) return legal[Math.floor(random() * legal.length)];
  const hand = shuffled(state.hand, random);
  if (state.phase === "pass") return { pass: hand.slice(0, 3) };
  return { go: true, discard: hand.slice(0, Math.floor(random() * 6)) };
}

const lines = readline.createInterface({ input: process.stdin, crlfDelay: Infinity });

lines.on("line", (line) => {
  const said = JSON.parse(line);
  let answer = null;
  if (said.hello) answer = { name: "example.js", version: "1" };
  else if (said.ask) answer = { answer: said.ask, action: decide(said) };
  else if (said.quit) lines.close();
  if (answer) process.stdout.write(JSON.stringify(answer) + "\n");
});
