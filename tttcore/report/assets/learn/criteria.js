/* Criteria: costs by which organisms are selected or survive, less being better, as in
   tttcore/engines/genetic_algorithm/operators/criteria.py and readings.py.

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
    return { rows, distinct, copies: rows.map((row) => place.get(row)) };
  }

  /* Share of games lost over every line of play. */
  function fitness() {
    return (population, { rows }) => Float64Array.from(rows, (row) => population.fitness[row]);
  }

  /* Share of games lost in a series against an opponent, drawn from its exact probability. */
  function losses({ opponent, games }, seat, coding) {
    const { perGame, firstGame } = TTT.opponents.make(opponent, seat, coding);
    return (population, { rows, distinct, copies }, stream) => {
      const ofDistinct = distinct.map((row) => perGame(population, row));
      const chances = copies.map((place) => ofDistinct[place]);
      const lost = binomials(stream, games, chances);
      if (firstGame) lost[0] = withFirst(stream, games, chances[0], firstGame(population, rows[0]));
      return Float64Array.from(lost, (number) => number / games);
    };
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
      const chances = distinct.map((row) => perGame(population, row));
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

  return { make: (by, seat, coding) => KINDS[by.name](by, seat, coding), members, names: Object.keys(KINDS) };
})();
