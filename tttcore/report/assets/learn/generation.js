/* A generation in numbers: best and mean fitness and the number of different genomes, as in
   tttcore/engines/genetic_algorithm/trace.py; and how common each allele is. */
"use strict";
globalThis.TTT = globalThis.TTT || {};

TTT.generation = (() => {
  const { CELLS } = TTT.classic;
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

  /* How common it is that the mark in each state goes to each cell of its representative, from 0 to 255: a row of cells
     for each of the states that some `loci` decide. */
  function shares({ genes, stride }, first, size, { marks }, loci) {
    const columns = TTT.coding.COLUMNS;
    const counts = new Uint32Array(loci.length * columns);
    for (let row = first; row < first + size; row++) {
      const base = row * stride;
      for (let k = 0, at = 0; k < loci.length; k++, at += columns) counts[at + genes[base + loci[k]]]++;
    }
    const organisms = new Uint32Array(loci.length * CELLS);
    for (let k = 0; k < loci.length; k++) {
      for (let allele = 0; allele < columns; allele++) {
        const count = counts[k * columns + allele];
        if (count) organisms[k * CELLS + marks[loci[k] * columns + allele]] += count;
      }
    }
    return Uint8Array.from(organisms, (count) => count && Math.round((SHADES * count) / size));
  }

  return { report, shares };
})();
