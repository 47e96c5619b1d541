/* Model of the genetic algorithm, see worker.js: a step is a generation, told with its best organism's marks
   (`champion`) and how common alleles are (`shares`). */
"use strict";
globalThis.TTT = globalThis.TTT || {};
TTT.models = TTT.models || {};

TTT.models.genetic_algorithm = {
  prepare: TTT.evolution.prepare,
  Run: class extends TTT.evolution.Run {
    report() {
      const { first, recipe, coding, decided } = this;
      const shares = TTT.generation.shares(this.population, first, recipe.population, coding, decided);
      return { ...super.report(), champion: this.champion(), shares };
    }
  },
};
