/* Selection: rows of parents by their cost, as in tttcore/engines/genetic_algorithm/operators/selection.py. Each is a
   function of costs, a number of parents and a stream. */
"use strict";
globalThis.TTT = globalThis.TTT || {};

TTT.selection = (() => {
  const KINDS = { sus, tournament, truncation };
  const HALF = 2 ** 32;

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

  /* How many organisms have the cost of each. */
  function numbersOf(costs) {
    const order = TTT.sorting.ranked(costs);
    const numbers = new Int32Array(costs.length);
    for (let from = 0, to = 0; from < order.length; from = to) {
      while (to < order.length && costs[order[to]] === costs[order[from]]) to++;
      for (let k = from; k < to; k++) numbers[order[k]] = to - from;
    }
    return numbers;
  }

  /* Ends of the organisms' shares of the wheel; equal shares if all are 0. */
  function cumulated(costs, numbers) {
    const wheel = new Float64Array(costs.length);
    let end = 0;
    for (let row = 0; row < costs.length; row++) {
      end += numbers ? (1 - costs[row]) / numbers[row] : 1 - costs[row];
      wheel[row] = end;
    }
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
    return (costs, count) => TTT.sorting.ranked(costs).slice(0, count);
  }

  return { make: (select) => KINDS[select.name](select), names: Object.keys(KINDS) };
})();
