/* The record of a game: its positions and moves, and the position that is looked at. */
"use strict";
globalThis.TTT = globalThis.TTT || {};

/* `after(position, move)` is the rule of the game. Of a record `at` may be set, from 0 for the opening to `last`. */
TTT.matchRecord = (opening, after, moves = []) => {
  const positions = [opening], made = [];
  const record = {
    at: 0,
    made,
    positions,
    get last() { return made.length; },
    get isLive() { return this.at === made.length; },
    get shown() { return positions[this.at]; },
    /* The move that led to the position that is looked at; undefined at the opening. */
    get move() { return made[this.at - 1]; },
    add(move) {
      made.push(move);
      positions.push(after(positions.at(-1), move));
      this.at = made.length;
    },
    rewind(to) {
      made.length = to;
      positions.length = to + 1;
      this.at = to;
    },
  };
  moves.forEach((move) => record.add(move));
  return record;
};
