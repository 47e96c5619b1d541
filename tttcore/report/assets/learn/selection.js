/* Selection: rows of parents by their cost, as in tttcore/engines/genetic_algorithm/operators/selection.py. Each is a
   function of costs, a number of parents and a stream. */
"use strict";
globalThis.TTT = globalThis.TTT || {};

TTT.selection = (() => {
  const KINDS = { sus, tournament, truncation };
  const HALF = 2 ** 32;

  /* Rows by rising cost, equal ones in order. */
  function ranked(costs) {
    return Array.from(costs, (_, row) => row).sort((one, other) => costs[one] - costs[other] || one - other);
  }

  /* Equally spaced pointers on a roulette wheel of shares 1 - cost, perhaps divided among organisms of the same cost.
     */
  function sus({ niching }) {
    return (costs, count, stream) => {
      const start = stream.random();
      const wheel = cumulated(costs, niching === "per_fitness" ? numbersOf(costs) : null);
      const end = wheel[wheel.length - 1];
      const chosen = [];
      let organism = 0, wrapped = false;
      for (let k = 0; k < count; k++) {
        let pointer = start + k / count;
        if (pointer >= 1) {
          pointer -= 1;
          if (!wrapped) organism = 0;
          wrapped = true;
        }
        while (organism < costs.length - 1 && wheel[organism] <= pointer * end) organism++;
        chosen.push(organism);
      }
      return chosen;
    };
  }

  /* How many organisms have each cost. */
  function numbersOf(costs) {
    const numbers = new Map();
    for (const cost of costs) numbers.set(cost, (numbers.get(cost) ?? 0) + 1);
    return numbers;
  }

  /* Ends of the organisms' shares of the wheel; equal shares if all are 0. */
  function cumulated(costs, niches) {
    let end = 0;
    const wheel = Float64Array.from(costs, (cost) => {
      end += (1 - cost) / (niches ? niches.get(cost) : 1);
      return end;
    });
    return end <= 0 ? wheel.map((_, row) => row + 1) : wheel;
  }

  /* The best of `size` organisms drawn at random, each by half a random word; ties go to the one drawn first. */
  function tournament({ size, distinct }) {
    return (costs, count, stream) => {
      const halves = stream.words(count * size, 2);
      const order = Uint32Array.from(costs, (_, row) => row);
      const chosen = [];
      let draw = 0;
      for (let held = 0; held < count; held++) {
        let winner = 0, lowest = Infinity;
        for (let candidate = 0; candidate < size; candidate++) {
          const shuffled = distinct ? candidate : 0;
          const place = shuffled + Math.floor((halves[draw++] * (costs.length - shuffled)) / HALF);
          const organism = order[place];
          order[place] = order[shuffled];
          order[shuffled] = organism;
          if (costs[organism] < lowest) {
            lowest = costs[organism];
            winner = organism;
          }
        }
        chosen.push(winner);
      }
      return chosen;
    };
  }

  /* The best organisms, in order. */
  function truncation() {
    return (costs, count) => ranked(costs).slice(0, count);
  }

  return { make: (select) => KINDS[select.name](select), names: Object.keys(KINDS), ranked };
})();
