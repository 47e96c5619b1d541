/* Words that pages share: the outcome of a move by its result and the number of the winner's moves, places in an order,
   counts and shares. */
"use strict";
globalThis.TTT = globalThis.TTT || {};

TTT.words = (() => {
  /* `value` is 1, 0 or -1 to who moves; `plies` are those to the end, the move itself among them. */
  function outcome(value, plies) {
    if (value === 0) return "draws";
    if (value > 0) return plies === 1 ? "wins now" : `wins in ${Math.ceil(plies / 2)}`;
    return `loses in ${plies / 2}`;
  }

  const ENDINGS = new Map([["one", "st"], ["two", "nd"], ["few", "rd"], ["other", "th"]]);
  const kinds = new Intl.PluralRules("en", { type: "ordinal" });

  /* "1st", "2nd", … of a place in an order that begins with 1. */
  const ordinal = (place) => `${place}${ENDINGS.get(kinds.select(place))}`;

  const counted = (number) => number.toLocaleString("en", { maximumFractionDigits: 1 });
  const several = (number, noun) => `${counted(number)} ${noun}${number === 1 ? "" : "s"}`;
  const percent = (share) => `${(100 * share).toFixed(1)}%`;

  /* A share that somebody has set, with no more digits than it needs. */
  const percentSet = (share) => `${+(100 * share).toPrecision(3)}%`;

  return { counted, ordinal, outcome, percent, percentSet, several };
})();
