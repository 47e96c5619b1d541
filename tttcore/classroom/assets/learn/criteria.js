/* Criteria: costs by which organisms are selected or survive, less being better, as in
   tttcore/engines/genetic_algorithm/operators/criteria.py.

   Members of a population are {rows, distinct, copies}: rows in order, the different ones by number, and the place of
   each row among these. */
"use strict";
globalThis.TTT = globalThis.TTT || {};

TTT.criteria = (() => {
  const { binomials } = TTT.binomials;
  const KINDS = { fitness, losses, losses_once: lossesOnce, games_not_lost: gamesNotLost };

  function members(rows) {
    const distinct = [...new Set(rows)].sort((one, other) => one - other);
    const place = new Map(distinct.map((row, at) => [row, at]));
    return {
      rows: Int32Array.from(rows),
      distinct: Int32Array.from(distinct),
      copies: Int32Array.from(rows, (row) => place.get(row)),
    };
  }

  /* Numbers at some places. */
  function taken(numbers, places) {
    const found = new Float64Array(places.length);
    for (let k = 0; k < places.length; k++) found[k] = numbers[places[k]];
    return found;
  }

  /* Share of games lost over every line of play. */
  function fitness() {
    return (population, { rows }) => taken(population.fitness, rows);
  }

  /* Share of games lost in a series against an opponent, drawn from its exact probability. */
  function losses({ opponent, games }, seat, coding) {
    const { perGame, firstGame } = TTT.opponents.make(opponent, seat, coding);
    return (population, { rows, distinct, copies }, stream) => {
      const chances = taken(ofEach(perGame, population, distinct), copies);
      const lost = binomials(stream, games, chances);
      if (firstGame) lost[0] = withFirst(stream, games, chances[0], firstGame(population, rows[0]));
      const shares = new Float64Array(lost.length);
      for (let k = 0; k < lost.length; k++) shares[k] = lost[k] / games;
      return shares;
    };
  }

  /* Chance of each of some rows of a population to lose a game. */
  function ofEach(perGame, population, rows) {
    const chances = new Float64Array(rows.length);
    for (let k = 0; k < rows.length; k++) chances[k] = perGame(population, rows[k]);
    return chances;
  }

  /* Games lost by an organism whose first game is another than the rest. */
  function withFirst(stream, games, chance, first) {
    const [rest] = binomials(stream, games - 1, [chance]);
    return rest + binomials(stream, 1, [first])[0];
  }

  /* The same with a single series of games for organisms that are there more than once. */
  function lossesOnce({ opponent, games }, seat, coding) {
    const { perGame, firstGame } = TTT.opponents.make(opponent, seat, coding);
    return (population, { rows, distinct, copies }, stream) => {
      const chances = ofEach(perGame, population, distinct);
      const lost = binomials(stream, games, chances);
      const place = copies[0];
      if (firstGame) lost[place] = withFirst(stream, games, chances[place], firstGame(population, rows[0]));
      return Float64Array.from(copies, (copy) => lost[copy] / games);
    };
  }

  /* Turned round: organisms that lose most come first. */
  function gamesNotLost(criterion, seat, coding) {
    const shareLost = losses(criterion, seat, coding);
    return (...met) => shareLost(...met).map((share) => 1 - share);
  }

  return { taken, make: (by, seat, coding) => KINDS[by.name](by, seat, coding), members, names: Object.keys(KINDS) };
})();
