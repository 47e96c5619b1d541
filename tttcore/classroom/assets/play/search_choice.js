/* Choose the search that plays: its depth and its heuristic. */
"use strict";
globalThis.TTT = globalThis.TTT || {};

/* `limits` are the least, the most and the first depth; `changed` is called after each choice by a person.
   Returns a player as `match_view.js` needs it, with options(): those of `nine_board.js`. What it finds for a key are a
   heuristic and a depth. */
TTT.searchChoice = (limits, changed, labels = { depth: "Search depth", heuristic: "Heuristic counts" }) => {
  const { choice, slider } = TTT.dom;
  const COUNTED = { 1: "boards that a mark would win", 2: "marks that would win a board", 0: "nothing" };
  const plies = (depth) => `${depth} ${depth === 1 ? "ply" : "plies"}`;
  const depth = slider(labels.depth, { ...limits, text: plies }, changed);
  const heuristic = choice(labels.heuristic, ["1", "2", "0"].map((number) => [number, COUNTED[number]]), changed);

  /* A key is such as h1-d4, as players are called in the studies. */
  function find(key) {
    const [, counted, number] = /^h([012])-d([1-9]\d?)$/.exec(key) ?? [];
    const isOffered = limits.least <= number && number <= limits.most;
    return isOffered ? { heuristic: counted, depth: Number(number) } : null;
  }

  function choose(key) {
    const found = find(key);
    heuristic.value = found.heuristic;
    depth.value = found.depth;
  }

  return {
    settings: [depth.element, heuristic.element],
    choose, find,
    key: () => `h${heuristic.value}-d${depth.value}`,
    name: () => `minimax to depth ${depth.value}, counting ${COUNTED[heuristic.value]}`,
    offer: () => {},
    options: () => ({ heuristic: Number(heuristic.value), depth: depth.value, hurry: true }), // the sooner of two wins
    seats: () => [0, 1],
  };
};
