/* A generation in numbers: best and mean fitness and the number of different genomes, as in
   tttcore/engines/genetic_algorithm/population.py; and how common each allele is. */
"use strict";
globalThis.TTT = globalThis.TTT || {};

TTT.generation = (() => {
  const { CELLS, tables } = TTT.classic;
  const { COLUMNS } = TTT.coding;
  const SHADES = 255;
  const GOLDEN = 0x9e3779b1;
  /* What the words of a genome are multiplied by in its hash: the products don't wait for one another. */
  const WEIGHTS = Int32Array.from({ length: Math.ceil(tables.states.length / 4) }, (_, k) => mixed(k + 1));
  let shades = new Uint8Array(0);

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

  /* Number of different genomes: each takes the first free slot from that of its hash on, unless it stands before. */
  function distinct({ fours: words, stride }, first, size) {
    const width = stride / 4;
    const bits = 33 - Math.clz32(size);
    const last = (1 << bits) - 1;
    const slots = new Int32Array(last + 1).fill(-1);
    const hashes = new Int32Array(last + 1);
    let found = 0;
    for (let row = first; row < first + size; row++) {
      const base = row * width;
      let sum = 0;
      for (let k = 0; k < width; k++) sum = (sum + Math.imul(words[base + k], WEIGHTS[k])) | 0;
      const hash = mixed(sum);
      let slot = hash >>> (32 - bits);
      while (slots[slot] >= 0 && !(hashes[slot] === hash && equal(words, slots[slot], base, width))) {
        slot = (slot + 1) & last;
      }
      if (slots[slot] >= 0) continue;
      slots[slot] = base;
      hashes[slot] = hash;
      found++;
    }
    return found;
  }

  function mixed(number) {
    const spread = Math.imul(number ^ (number >>> 15), GOLDEN);
    return Math.imul(spread ^ (spread >>> 13), GOLDEN);
  }

  function equal(words, one, other, width) {
    for (let k = 0; k < width; k++) if (words[one + k] !== words[other + k]) return false;
    return true;
  }

  /* How common it is that the mark in each state goes to each cell of its representative, from 0 to 255: a row of cells
     for each of the states that some `loci` decide. */
  function shares(population, first, size, { allowed, marks }, loci) {
    const counts = TTT.alleleCounts.count(population, first, size, loci);
    const shadeOf = shadesOf(size);
    const organisms = new Uint32Array(CELLS);
    const found = new Uint8Array(loci.length * CELLS);
    for (let k = 0; k < loci.length; k++) {
      const row = loci[k] * COLUMNS;
      const alleles = allowed[row];
      for (let i = 1; i <= alleles; i++) {
        const at = row + allowed[row + i];
        organisms[marks[at]] += counts[at];
      }
      for (let cell = 0; cell < CELLS; cell++) {
        found[k * CELLS + cell] = shadeOf[organisms[cell]];
        organisms[cell] = 0;
      }
    }
    return found;
  }

  /* The share that some of `size` organisms are, from 0 to 255, by their number; kept for the next generation. */
  function shadesOf(size) {
    if (shades.length !== size + 1) {
      shades = Uint8Array.from({ length: size + 1 }, (_, number) => Math.round((SHADES * number) / size));
    }
    return shades;
  }

  return { report, shares };
})();
