/* What a player of 3x3 comes to, exactly: results by opponent, strength, blunders, and a table that the package reads. A
   player here is {cells, beads}: for every position that goes on the cells from which it draws, none if it has lost there. */
"use strict";
globalThis.TTT = globalThis.TTT || {};

TTT.exact = (() => {
  const { chances, chancesOfResults, evaluate, free, seatOf, tables, values, worth } = TTT.classic;
  const { boards, next, results } = tables;
  const { POLICIES, of } = TTT.gameGraph;
  const SEATS = [0, 1], JUDGES = ["random", "careful"];
  const OPEN = [...boards.keys()].filter((position) => results[position] === null);

  /* A player that draws from the cells which a function names in each position. */
  const player = (cellsOf) => ({ cells: new Map(OPEN.map((position) => [position, cellsOf(position)])), beads: new Map() });

  const { replies } = of("3x3", false);
  const opponents = Object.fromEntries(POLICIES.map((name, policy) => [name, player((position) =>
    free(position).filter((cell) => replies[policy][position].includes(next[position][cell])))]));

  /* Chances to win, to draw and to lose in a seat. */
  function against(name, own, seat) {
    const met = seat === 0 ? [own, opponents[name]] : [opponents[name], own];
    const ends = chancesOfResults(met, 0);
    return seat === 0 ? ends : ends.reverse();
  }

  const points = (own, seat) => JUDGES.reduce((sum, name) => {
    const [won, drawn] = against(name, own, seat);
    return sum + (won + drawn / 2) / JUDGES.length;
  }, 0);
  const bounds = SEATS.map((seat) => [points(opponents.random, seat), points(opponents.perfect, seat)]);

  /* As in tttcore/classroom/levels.py: 0 for random moves, 1 for perfect ones. */
  const strength = (own) => SEATS.reduce((sum, seat) => {
    const [least, most] = bounds[seat];
    return sum + (points(own, seat) - least) / (most - least) / SEATS.length;
  }, 0);

  const neverLoses = (own, seat) => evaluate(own, seat).lines.lost === 0;

  /* Chance that a player comes to each position in a seat, against random moves. */
  function reached(own, seat) {
    const found = results.map((_, position) => Number(position === 0));
    for (const position of OPEN) {
      if (!found[position]) continue;
      const mover = seatOf[position] === seat ? own : opponents.random;
      const shares = chances(mover, position);
      mover.cells.get(position).forEach((cell, at) => { found[next[position][cell]] += found[position] * shares[at]; });
    }
    return found;
  }

  /* Positions that a player meets with the chance of each, in its seats. */
  const met = (own) => SEATS.flatMap((seat) => {
    const chance = reached(own, seat);
    return OPEN.filter((position) => seatOf[position] === seat && chance[position] > 0)
      .map((position) => ({ position, chance: chance[position] }));
  });

  /* Marks that give away what perfect play would keep, the costliest against random moves first, symmetric ones once:
     {position, cell, kept, cost, lost}; `kept` are cells that keep it, `lost` what follows with perfect play. */
  function blunders(own) {
    const found = new Map();
    for (const { position, chance } of met(own)) {
      const best = values[position] * (seatOf[position] === 0 ? 1 : -1);
      const shares = chances(own, position);
      own.cells.get(position).forEach((cell, at) => {
        const lost = worth(position, cell);
        if (lost === best) return;
        const key = [position, next[position][cell]].map((each) => tables.stateOf[each]).join(" ");
        const kept = free(position).filter((each) => worth(position, each) === best);
        const one = found.get(key) ?? { position, cell, kept, best, lost, cost: 0 };
        one.cost += chance * shares[at] * (best - lost) / 2;
        found.set(key, one);
      });
    }
    return [...found.values()].sort((one, other) => other.cost - one.cost);
  }

  /* A board as nine signs row by row. */
  const signs = (position) => boards[position].replace(/[012]/g, (mark) => ".XO"[mark]);

  /* Text of a table of cells, from 0 to 8, as `ttt enter` and `ttt league` read it. */
  function table(own) {
    const rows = met(own).map(({ position }) => [signs(position), own.cells.get(position)]).filter(([, cells]) => cells.length);
    return `{"cells": {\n${rows.map(([board, cells]) => `"${board}": [${cells}]`).join(",\n")}\n}}\n`;
  }

  return { OPEN, POLICIES, against, blunders, met, neverLoses, player, signs, strength, table };
})();
