/* Matchboxes that learn, in words: the rule of a recipe, what a game has taught, and what is said of boxes' beads. */
"use strict";
globalThis.TTT = globalThis.TTT || {};

TTT.beadsWords = (() => {
  const { place } = TTT.classicWords;
  const { signed } = TTT.lineWords;
  const NAMES = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"];
  const RESULTS = { win: "Won", draw: "Drawn", loss: "Lost" };

  const number = (count) => NAMES[count] ?? String(count);
  const beads = (count) => `${number(count)} ${count === 1 ? "bead" : "beads"}`;
  /* "+3", "−1"; empty for no change. */
  const change = (by) => (by ? `${by > 0 ? "+" : ""}${signed(by)}` : "");
  const listed = (parts) => parts.length < 2 ? parts.join() : `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}`;

  /* "+3" for each move, or "+3, +2, +1 by move". */
  const byMove = (list) => list.every((by) => !by) ? "no change"
    : list.map((by) => change(by) || "0").join(", ") + (list.length > 1 ? " by move" : "");

  function rule({ win, draw, loss, learns, empty }) {
    const moves = learns === "all" ? "each bead that it drew" : "the last bead that it drew";
    const emptied = empty === "resigns" ? "It resigns where its box is empty; boxes that were empty when it was stored begin " +
      "with their first beads here." : "An empty box gets its first beads again.";
    return `For ${moves}: ${byMove(win)} after a win, ${byMove(draw)} after a draw, ${byMove(loss)} after a loss. ${emptied}`;
  }

  /* What one box came to; nothing if no bead of it moved. */
  function ofBox({ cell, after, by, refilled }, at) {
    const box = `box ${at + 1}`;
    const filled = refilled ? [`${box}, which was empty, got its first beads again`] : [];
    if (!by) return filled;
    const emptied = after.some(Boolean) ? "" : ", which is now empty";
    const moved = by > 0 ? `put into ${box}` : `taken from ${box}${emptied}`;
    return [...filled, `${beads(Math.abs(by))} of ${place(cell)} ${moved}`];
  }

  /* A lesson as a sentence; null stands for a game that couldn't be one. */
  function lesson(given, resigned) {
    if (!given) return "This game taught it nothing: with its present beads it can't have made these marks.";
    const moved = given.changes.flatMap(ofBox);
    return `${resigned ? "Resigned" : RESULTS[given.result]}: ${moved.length ? listed(moved) : "no bead moved"}.`;
  }

  return { beads, change, lesson, rule };
})();
