/* How games on a board and in series have ended, counted apart for all who played each other. */
"use strict";
globalThis.TTT = globalThis.TTT || {};

/* Returns {element, add(sides, person, winner), addSeries(sides, winners), drop(), forget(), show(sides, person)}; sides
   are two names, `person` is 0, 1 or null. */
TTT.matchTally = () => {
  const element = TTT.dom.make("p", { class: "match-tally" });
  const counts = new Map();
  let counted = null;

  const key = (sides, person) => JSON.stringify([person, ...sides]);
  const countsOf = (sides, person) => counts.get(key(sides, person)) ?? { won: 0, drawn: 0, lost: 0 };

  /* Count a game for who is there; for X, if nobody is. */
  function count(sides, person, winner) {
    const result = winner === null ? "drawn" : winner === (person ?? 0) ? "won" : "lost";
    const held = countsOf(sides, person);
    counts.set(key(sides, person), held);
    held[result]++;
    return { held, result };
  }

  /* The game on the board, which may be dropped. */
  const add = (sides, person, winner) => (counted = count(sides, person, winner));
  const addSeries = (sides, winners) => winners.forEach((winner) => count(sides, null, winner));

  /* The last game hasn't ended after all; once it is forgotten, it has. */
  function drop() {
    if (counted) counted.held[counted.result]--;
    counted = null;
  }

  function show(sides, person) {
    const [won, drawn, lost] = Object.values(countsOf(sides, person)).map(TTT.words.counted);
    element.textContent = person === null
      ? `${sides[0]} (X) against ${sides[1]} (O): X won ${won}, drawn ${drawn}, O won ${lost}.`
      : `Against ${sides[1 - person]}: you won ${won}, drew ${drawn}, lost ${lost}.`;
  }

  return { add, addSeries, drop, element, forget: () => (counted = null), show };
};
