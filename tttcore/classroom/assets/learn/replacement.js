/* Replacement: places of the survivors in a pool, as in tttcore/engines/genetic_algorithm/operators/replacement.py.
   Each has `keepsAll`, true if the pool as it is becomes the next generation, and `survivors`, a function of costs,
   fitness and the size of the population. */
"use strict";
globalThis.TTT = globalThis.TTT || {};

TTT.replacement = (() => {
  const { ranked, sorted } = TTT.sorting;
  const KINDS = {
    controlled_elite: { keepsAll: false, survivors: byRank(eliteRank, byCost) },
    controlled_elite_by_place: { keepsAll: false, survivors: byRank(eliteRank, byPlace) },
    controlled_elite_with_success: { keepsAll: false, survivors: withSuccess },
    truncation: { keepsAll: false, survivors: byRank(bestRank, byCost) },
    generational: { keepsAll: true },
  };

  /* Most of the best and ever fewer of the rest, down to the very worst: the rank, from 0, of the survivor `k`. */
  function eliteRank(k, population, pool) {
    const divisor = Math.max((population - 1) * (population - 2), 1);
    return k + Math.floor(((pool - population) * k * (k - 1)) / divisor);
  }

  function bestRank(k) {
    return k;
  }

  /* Places of the pool by cost, ties by fitness, then by place. */
  function byCost(costs, fitness) {
    return sorted(ranked(fitness), costs);
  }

  function byPlace(costs) {
    return ranked(costs);
  }

  /* Survival of certain ranks, sorted by fitness, equal ones in the order of their ranks. */
  function byRank(rank, order) {
    return (costs, fitness, population) => {
      const places = order(costs, fitness);
      const kept = new Int32Array(population);
      for (let k = 0; k < population; k++) kept[k] = places[rank(k, population, places.length)];
      return sorted(kept, fitness);
    };
  }

  /* The first no-loss organism of the pool always survives, in place of the worst kept. */
  function withSuccess(costs, fitness, population) {
    const kept = KINDS.controlled_elite.survivors(costs, fitness, population);
    const best = fitness.indexOf(0);
    return fitness[kept[0]] > 0 && best >= 0 ? [best, ...kept.subarray(0, -1)] : kept;
  }

  return { make: (replace) => KINDS[replace.name], names: Object.keys(KINDS) };
})();
