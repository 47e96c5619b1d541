/* The sum by which an evaluator of lines values a cell, in words: kinds of lines, how many there are, what each adds. */
"use strict";
globalThis.TTT = globalThis.TTT || {};

TTT.lineWords = (() => {
  const signed = (number) => String(number).replace("-", "−");
  const lines = (number) => `${number} ${number === 1 ? "line" : "lines"}`;

  function kind({ own, theirs, number }) {
    if (!own && !theirs) return `${number} empty ${number === 1 ? "line" : "lines"}`;
    return `${lines(number)} with ${own || theirs} of ${own ? "its own" : "the other side's"}`;
  }

  /* Of a free cell to a player (1 or 2) with these weights; lines that add nothing are left out. */
  function sum(board, marks, player, weights, cell) {
    const parts = TTT.lattice.parts(board, marks, player, weights, cell).filter(({ worth }) => worth);
    if (!parts.length) return "no line through it counts";
    return parts.map((part) => `${kind(part)} at ${signed(part.worth)}${part.number > 1 ? " each" : ""}`).join(", ");
  }

  return { signed, sum };
})();
