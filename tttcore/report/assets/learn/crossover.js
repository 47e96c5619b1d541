/* Crossover: children of pairs of organisms, as in tttcore/engines/genetic_algorithm/operators/crossover.py. Each is a
   function of a population, rows of parents and mates, a stream, the row of the first child, and the number of children
   of each pair: both, one after the other, or the first alone. */
"use strict";
globalThis.TTT = globalThis.TTT || {};

TTT.crossover = (() => {
  const { pick } = TTT.streams;
  const KINDS = { n_point: nPoint, switching };
  const SITES_PER_WORD = 4;
  const PATTERNS = 256, EIGHT = 8;
  const PARTS = 2 ** 24;

  /* Children that alternate between the parents at distinct random sites from 1 to the number of genes; site s lies
     before gene s. */
  function nPoint({ sites }, { loci }) {
    const changes = new Uint8Array(loci + 1);
    const donor = new Uint8Array(loci);
    const word = new Uint32Array(2);
    return (population, parents, mates, stream, out, children) => {
      const words = stream.words(parents.length * sites, SITES_PER_WORD);
      let draw = 0;
      for (let pair = 0; pair < parents.length; pair++) {
        changes.fill(0);
        /* Floyd's sampling without replacement: from 1 to last + 1; a site that is taken gives way to last + 1. */
        for (let last = loci - sites; last < loci; last++) {
          if (draw % SITES_PER_WORD === 0) {
            word[0] = words[draw >> 1];
            word[1] = words[(draw >> 1) + 1];
          }
          draw++;
          const site = pick(word, last + 1) + 1;
          changes[changes[site] ? last + 1 : site] = 1;
        }
        let from = 0;
        for (let locus = 0; locus < loci; locus++) {
          from ^= changes[locus];
          donor[locus] = from;
        }
        recombine(population, parents[pair], mates[pair], donor, out + children * pair, children, loci);
      }
    };
  }

  /* Write the first child of a pair, whose genes are the mate's where `donor` is 1, or also the second, the other way. */
  function recombine({ genes, stride }, parent, mate, donor, child, children, loci) {
    const one = parent * stride, other = mate * stride, first = child * stride, second = first + stride;
    if (children === 1) {
      for (let locus = 0; locus < loci; locus++) genes[first + locus] = genes[(donor[locus] ? other : one) + locus];
      return;
    }
    for (let locus = 0; locus < loci; locus++) {
      const a = genes[one + locus], b = genes[other + locus];
      const exchanged = (a ^ b) & -donor[locus];
      genes[first + locus] = a ^ exchanged;
      genes[second + locus] = b ^ exchanged;
    }
  }

  /* Children whose donor changes before each gene but the first with probability `rate`, drawn for eight genes at once. */
  function switching({ rate }, { loci }) {
    const { keeps, alias } = aliasTable(rate);
    const eights = Math.floor(loci / EIGHT) + 1;
    const donor = new Uint8Array(EIGHT * eights);
    return (population, parents, mates, stream, out, children) => {
      const halves = stream.words(parents.length * eights, 2);
      let draw = 0;
      for (let pair = 0; pair < parents.length; pair++) {
        let from = 0;
        for (let eight = 0; eight < eights; eight++) {
          const half = halves[draw++];
          const column = half & (PATTERNS - 1);
          const pattern = half >>> 8 >= keeps[column] ? alias[column] : column;
          /* A switch before the first gene would only swap the parents: it is undone. */
          if (eight === 0) from = pattern & 1;
          for (let k = 0; k < EIGHT; k++) {
            from ^= (pattern >> k) & 1;
            donor[EIGHT * eight + k] = from;
          }
        }
        recombine(population, parents[pair], mates[pair], donor, out + children * pair, children, loci);
      }
    };
  }

  /* Alias table (Vose 1991) of the patterns of eight switches: how many of the 2^24 parts of each column are its own
     pattern, and the pattern of the others. */
  function aliasTable(rate) {
    const patterns = [...Array(PATTERNS).keys()];
    const bits = (pattern) => pattern.toString(2).replaceAll("0", "").length;
    const share = patterns.map((pattern) => PATTERNS * rate ** bits(pattern) * (1 - rate) ** (EIGHT - bits(pattern)));
    const keeps = patterns.map(() => 1), alias = [...patterns];
    const short = patterns.filter((pattern) => share[pattern] < 1);
    const tall = patterns.filter((pattern) => share[pattern] >= 1);
    while (short.length && tall.length) {
      const low = short.pop(), high = tall.at(-1);
      keeps[low] = share[low];
      alias[low] = high;
      share[high] -= 1 - share[low];
      if (share[high] < 1) short.push(tall.pop());
    }
    return { keeps: Uint32Array.from(keeps, (kept) => toEven(kept * PARTS)), alias: Uint8Array.from(alias) };
  }

  /* Nearest whole number, the even one of two. */
  function toEven(value) {
    const below = Math.floor(value);
    if (value - below === 0.5) return below + (below % 2);
    return Math.round(value);
  }

  return { make: (cross, coding) => KINDS[cross.name](cross, coding), names: Object.keys(KINDS) };
})();
