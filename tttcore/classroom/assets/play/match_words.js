/* What happens in a game, in a sentence: the last move, whose turn it is, how it ended. */
"use strict";
globalThis.TTT = globalThis.TTT || {};

/* Returns told(record, {state, person, over}): states are "person", "page", "replay" and "over"; `person` is 0, 1 or null
   for who watches; `over` is the ending, null while the game goes on. */
TTT.matchWords = (game) => {
  const SIGNS = ["X", "O"];

  function told(record, { state, person, over }) {
    const watched = person === null;
    const mover = record.at ? game.mover(record.positions[record.at - 1]) : null;
    const who = mover === null ? "" : mover === person ? "You" : watched || state === "replay" ? SIGNS[mover] : "It";
    const isTold = who && (state !== "page" || watched) && !(state === "over" && who === "You");
    const did = isTold && (game.verbs?.(record.move)?.[1] ?? `marked ${game.name(record.move)}`);
    const last = isTold ? `${who} ${did}. ` : "";
    if (over) return last + ended(over.winner, person);
    if (state === "replay" || (state === "page" && watched)) return `${last}${SIGNS[game.mover(record.shown)]} is to move.`;
    if (state === "page") return "The player is thinking …";
    return `${last}Your turn with ${SIGNS[person]}: ${game.asks(record.shown)}.`;
  }

  function ended(winner, person) {
    if (winner === null) return "A draw.";
    if (person === null) return `${SIGNS[winner]} has won.`;
    return winner === person ? "You have won." : "You have lost.";
  }

  return told;
};
