/* Replacement: places of the survivors in a pool, as in tttcore/engines/genetic_algorithm/operators/replacement.py and
   readings.py. Each has `keepsAll`, true if the pool as it is becomes the next generation, and `survivors`, a function
   of costs, fitness and the size of the population. */
"use strict";
globalThis.TTT = globalThis.TTT || {};

TTT.replacement = (() => {
  const KINDS = {
    controlled_elite: { keepsAll: false, survivors: byRank(eliteRanks, byCost) },
    controlled_elite_by_place: { keepsAll: false, survivors: byRank(eliteRanks, byPlace) },
    controlled_elite_with_success: { keepsAll: false, survivors: withSuccess },
    truncation: { keepsAll: false, survivors: byRank(bestRanks, byCost) },
    generational: { keepsAll: true },
  };

  /* Most of the best and ever fewer of the rest, down to the very worst: ranks from 0. */
  function eliteRanks(population, pool) {
    const divisor = Math.max((population - 1) * (population - 2), 1);
    return Array.from({ length: population }, (_, i) => i + Math.floor(((pool - population) * i * (i - 1)) / divisor));
  }

  function bestRanks(population) {
    return Array.from({ length: population }, (_, i) => i);
  }

  /* Order of the pool: by cost, ties by fitness, then by place. */
  function byCost(costs, fitness) {
    return (one, other) => costs[one] - costs[other] || fitness[one] - fitness[other] || one - other;
  }

  function byPlace(costs) {
    return (one, other) => costs[one] - costs[other] || one - other;
  }

  /* Survival of certain ranks, sorted by fitness, equal ones in the order of their ranks. */
  function byRank(ranks, order) {
    return (costs, fitness, population) => {
      const places = Array.from(costs, (_, place) => place).sort(order(costs, fitness));
      const kept = ranks(population, costs.length).map((rank) => places[rank]);
      return kept.sort((one, other) => fitness[one] - fitness[other]);
    };
  }

  /* The first no-loss organism of the pool always survives, in place of the worst kept. */
  function withSuccess(costs, fitness, population) {
    const kept = KINDS.controlled_elite.survivors(costs, fitness, population);
    const best = fitness.indexOf(0);
    return fitness[kept[0]] > 0 && best >= 0 ? [best, ...kept.slice(0, -1)] : kept;
  }

  return { make: (replace) => KINDS[replace.name], names: Object.keys(KINDS) };
})();
