/* A genetic algorithm that a recipe describes, generation by generation, as in
   tttcore/engines/genetic_algorithm/generational.py: the same recipe and stream give the same organisms. */
"use strict";
globalThis.TTT = globalThis.TTT || {};

TTT.evolution = (() => {
  const { FINISHED } = TTT.coding;

  /* Genes and results of organisms, row by row; see the class of that name in population.py. */
  class Population {
    constructor(rows, stride) {
      this.stride = stride;
      this.genes = new Uint8Array(rows * stride).fill(FINISHED);
      this.fours = new Int32Array(this.genes.buffer);
      this.tallies = new Float64Array(2 * rows);
      this.fitness = new Float64Array(rows);
    }

    /* Copy the genes of `count` rows. */
    copy(from, to, count) {
      this.genes.copyWithin(to * this.stride, from * this.stride, (from + count) * this.stride);
    }

    /* Copy a row with its results. */
    take(from, to) {
      this.copy(from, to, 1);
      this.tallies[2 * to] = this.tallies[2 * from];
      this.tallies[2 * to + 1] = this.tallies[2 * from + 1];
      this.fitness[to] = this.fitness[from];
    }
  }

  /* Where the groups of a generation begin. Parents and survivors change places in every other one; if the replacement
     keeps the whole pool, children are bred where survivors stand. */
  function layout(recipe, { groups, children }, keepsAll, parity) {
    const size = recipe.population;
    const rows = { parents: 0 };
    let end = size;
    for (const group of groups) {
      rows[group] = end;
      end += children;
    }
    rows.survivors = end;
    if (parity) [rows.parents, rows.survivors] = [rows.survivors, rows.parents];
    if (keepsAll) rows[recipe.pool[0]] = rows.survivors;
    const block = (group) => Array.from({ length: group === "parents" ? size : children }, (_, k) => rows[group] + k);
    return {
      ...rows,
      end: end + size,
      parentMembers: TTT.criteria.members(block("parents")),
      pool: TTT.criteria.members(recipe.pool.flatMap(block)),
    };
  }

  /* What all runs of a recipe share: its coding, its operators and the tables that these need. */
  function prepare(recipe) {
    const { seat, population: size } = recipe;
    const coding = TTT.coding.make(recipe.coding);
    const breeding = TTT.breeding.make(recipe.breed, size);
    const replacement = TTT.replacement.make(recipe.replace);
    return {
      recipe, coding, breeding, replacement,
      decided: TTT.coding.decidedBy(TTT.classic.SEATS[seat], coding),
      tools: {
        select: TTT.selection.make(recipe.select),
        cross: TTT.crossover.make(recipe.cross, coding),
        mutate: TTT.mutation.make(recipe.mutate, coding),
        evaluate: TTT.evaluation.evaluator(seat, coding),
      },
      parentCosts: TTT.criteria.make(recipe.select.by, seat, coding),
      poolCosts: replacement.keepsAll ? null : TTT.criteria.make(recipe.replace.by, seat, coding),
      layouts: [0, 1].map((parity) => layout(recipe, breeding, replacement.keepsAll, parity)),
    };
  }

  /* A run of a prepared recipe on a stream. `begin` makes the initial population and `next` a further generation; both
     return its {generation, best, mean, distinct, ended}. */
  class Run {
    constructor(prepared, stream) {
      Object.assign(this, prepared);
      this.stream = stream;
      this.population = new Population(this.layouts[0].end, this.coding.stride);
      this.parity = 0;
      this.generation = this.recipe.first_generation;
    }

    /* Row of the first organism of the generation. */
    get first() {
      return this.layouts[this.parity].parents;
    }

    begin() {
      const { first, recipe: { population: size } } = this;
      TTT.coding.fillRandomly(this.population, first, first + size, this.coding, this.stream);
      this.tools.evaluate(this.population, first, first + size);
      return this.report();
    }

    next() {
      const { population, recipe, stream } = this;
      const now = this.layouts[this.parity];
      const costs = this.parentCosts(population, now.parentMembers, stream);
      this.breeding.breed(population, now, costs, this.tools, stream);
      if (!this.replacement.keepsAll) {
        const fitness = TTT.criteria.taken(population.fitness, now.pool.rows);
        const poolCosts = this.poolCosts(population, now.pool, stream);
        const kept = this.replacement.survivors(poolCosts, fitness, recipe.population);
        for (let k = 0; k < kept.length; k++) population.take(now.pool.rows[kept[k]], now.survivors + k);
      }
      this.parity = 1 - this.parity;
      this.generation++;
      return this.report();
    }

    report() {
      const { generation, recipe } = this;
      const found = TTT.generation.report(this.population, this.first, recipe.population);
      const succeeded = found.best === 0 && generation > 0;
      return { generation, ...found, ended: succeeded || generation === recipe.generations };
    }

    /* Row of the organism of lowest fitness, the first of equals. */
    get best() {
      const { first, population: { fitness }, recipe: { population: size } } = this;
      let best = first;
      for (let row = first; row < first + size; row++) if (fitness[row] < fitness[best]) best = row;
      return best;
    }

    /* The cell of each state's representative that the best organism marks, a digit each. */
    champion() {
      const { coding: { stride }, population: { genes } } = this;
      return TTT.coding.decode(genes.subarray(this.best * stride, (this.best + 1) * stride), this.coding);
    }
  }

  return { Run, prepare };
})();
