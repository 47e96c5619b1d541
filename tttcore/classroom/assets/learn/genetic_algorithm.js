/* Model of the genetic algorithm, see worker.js: a step is a generation, told with its best organism's marks
   (`champion`) and how common alleles are (`shares`). */
"use strict";
globalThis.TTT = globalThis.TTT || {};
TTT.models = TTT.models || {};

TTT.models.genetic_algorithm = (() => {
  const SCRIPTS = {
    breed: TTT.breeding, by: TTT.criteria, coding: TTT.coding, cross: TTT.crossover, mutate: TTT.mutation,
    opponent: TTT.opponents, replace: TTT.replacement, select: TTT.selection,
  };

  const unknown = (recipe) => Object.entries(recipe).filter(([, part]) => part?.name).flatMap(([key, part]) =>
    [...(SCRIPTS[key]?.names.includes(part.name) ? [] : [`${key}: ${part.name}`]), ...unknown(part)]);

  class Run extends TTT.evolution.Run {
    report() {
      const { first, recipe, coding, decided } = this;
      const shares = TTT.generation.shares(this.population, first, recipe.population, coding, decided);
      return { ...super.report(), champion: this.champion(), shares };
    }
  }

  return { prepare: TTT.evolution.prepare, Run, unknown };
})();
