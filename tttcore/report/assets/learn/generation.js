/* A generation in numbers: best and mean fitness and the number of different genomes, as in
   tttcore/engines/genetic_algorithm/trace.py; and how common each allele is. */
"use strict";
globalThis.TTT = globalThis.TTT || {};

TTT.generation = (() => {
  const { CELLS, tables } = TTT.classic;
  const SHADES = 255;

  /* {best, mean, distinct} of `size` rows from `first`. The mean is added up one by one, as the package does. */
  function report(population, first, size) {
    const { fitness } = population;
    let best = Infinity, total = 0;
    for (let row = first; row < first + size; row++) {
      best = Math.min(best, fitness[row]);
      total += fitness[row];
    }
    return { best, mean: total / size, distinct: distinct(population, first, size) };
  }

  /* Number of different genomes: each is compared with those of the same hash before it. */
  function distinct({ fours: words, stride }, first, size) {
    const width = stride / 4;
    const known = new Map();
    let found = 0;
    for (let row = first; row < first + size; row++) {
      let hash = 0;
      for (let at = row * width, end = at + width; at < end; at++) {
        hash = Math.imul(hash ^ words[at], 0x9e3779b1);
        hash ^= hash >>> 15;
      }
      const alike = known.get(hash);
      if (alike === undefined) known.set(hash, [row]);
      else if (alike.some((other) => equal(words, row * width, other * width, width))) continue;
      else alike.push(row);
      found++;
    }
    return found;
  }

  function equal(words, one, other, width) {
    for (let k = 0; k < width; k++) if (words[one + k] !== words[other + k]) return false;
    return true;
  }

  /* How common it is that a state's mark goes to each cell of its representative, from 0 to 255, state by state. */
  function shares(population, first, size, { loci, marks, states }) {
    const { genes, stride } = population;
    const columns = TTT.coding.COLUMNS;
    const counts = new Uint32Array(loci * columns);
    for (let row = first; row < first + size; row++) {
      const base = row * stride;
      for (let locus = 0, at = 0; locus < loci; locus++, at += columns) counts[at + genes[base + locus]]++;
    }
    const organisms = new Uint32Array(CELLS + 1);
    const shown = new Uint8Array(tables.states.length * CELLS);
    for (let locus = 0; locus < loci; locus++) {
      organisms.fill(0);
      for (let at = locus * columns; at < (locus + 1) * columns; at++) organisms[marks[at]] += counts[at];
      const state = states[locus] * CELLS;
      for (let cell = 0; cell < CELLS; cell++) shown[state + cell] = Math.round((SHADES * organisms[cell]) / size);
    }
    return shown;
  }

  return { report, shares };
})();
