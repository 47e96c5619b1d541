/* Breeding: groups of evaluated children from selection, crossover and mutation, as in
   tttcore/engines/genetic_algorithm/operators/breeding.py.

   Each has the names of its `groups`, the number of `children` in each group, and `breed`, a function of a population,
   where its groups of rows begin, the parents' costs, the operators and a stream. */
"use strict";
globalThis.TTT = globalThis.TTT || {};

TTT.breeding = (() => {
  const KINDS = {
    in_sequence: (breed, size) => inSequence(breed, size, ({ fitness }, rows, children) =>
      lowest(fitness, rows.unmutated, children)),
    in_sequence_by_parents: (breed, size) => inSequence(breed, size, ({ fitness }, rows) =>
      lowest(fitness, rows.parents, size)),
    exclusive: ({ mutate, replicate }, size) => childByChild([replicate, 1 - mutate - replicate, 0, mutate], size),
    normalised: ({ mutate, replicate, cross }, size) => {
      const total = mutate + replicate + cross;
      return childByChild([replicate / total, cross / total, 0, mutate / total], size);
    },
    independent: ({ mutate, cross }, size) => {
      const kept = 1 - mutate, uncrossed = 1 - cross;
      return childByChild([uncrossed * kept, cross * kept, cross * mutate, uncrossed * mutate], size);
    },
  };

  function lowest(fitness, from, count) {
    let least = Infinity;
    for (let row = from; row < from + count; row++) least = Math.min(least, fitness[row]);
    return least;
  }

  /* Selection of a mating pool, crossover of each with its neighbour, both children being kept, mutation of all. */
  function inSequence({ share }, size, bestOf) {
    const nParents = toWhole(size * share);
    const children = 2 * nParents;
    const breed = (population, rows, costs, { select, cross, mutate, evaluate }, stream) => {
      const chosen = select(costs, nParents, stream).map((place) => rows.parents + place);
      const mates = [...chosen.slice(1), chosen[0]];
      cross(population, chosen, mates, stream, rows.unmutated, 2);
      evaluate(population, rows.unmutated, rows.unmutated + children);
      population.copy(rows.unmutated, rows.mutated, children);
      mutate(population, rows.mutated, rows.mutated + children, bestOf(population, rows, children), stream);
      evaluate(population, rows.mutated, rows.mutated + children);
    };
    return { groups: ["unmutated", "mutated"], children, breed };
  }

  /* A share of the population as a whole number: rounded after nine decimals are kept, then cut. */
  function toWhole(value) {
    return Math.trunc(Math.round(value * 1e9) / 1e9);
  }

  /* As many children as parents, of which numbers that are multinomial are copies, are crossed, are crossed and
     mutated, are mutated. */
  function childByChild(chances, size) {
    const breed = (population, rows, costs, { select, cross, mutate, evaluate }, stream) => {
      const chosen = select(costs, 2 * size, stream).map((place) => rows.parents + place);
      const first = chosen.slice(0, size), second = chosen.slice(size);
      const [copies, onlyCrossed, both] = TTT.binomials.multinomial(stream, size, chances);
      const crossed = copies + onlyCrossed, mated = crossed + both;
      const out = rows.children;
      for (let k = 0; k < copies; k++) population.take(first[k], out + k);
      for (let k = mated; k < size; k++) population.copy(first[k], out + k, 1);
      cross(population, first.slice(copies, mated), second.slice(copies, mated), stream, out + copies, 1);
      const best = lowest(population.fitness, rows.parents, size);
      mutate(population, out + crossed, out + size, best, stream);
      evaluate(population, out + copies, out + size);
    };
    return { groups: ["children"], children: size, breed };
  }

  return { make: (breed, size) => KINDS[breed.name](breed, size), names: Object.keys(KINDS) };
})();
