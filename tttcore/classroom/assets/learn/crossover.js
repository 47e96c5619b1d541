/* Crossover: children of pairs of organisms, as in tttcore/engines/genetic_algorithm/operators/crossover.py. Each is a
   function of a population, rows of parents and mates, a stream, the row of the first child, and the number of children
   of each pair: both, one after the other, or the first alone. */
"use strict";
globalThis.TTT = globalThis.TTT || {};

TTT.crossover = (() => {
  const { pick } = TTT.streams;
  const KINDS = { n_point: nPoint, switching };
  const SITE_BITS = 2, SITES_PER_WORD = 1 << SITE_BITS;
  const PATTERNS = 256, EIGHT = 8;
  const PARTS = 2 ** 24;
  const MATE = 0xff;
  const BITS = 32;
  const PARITIES = parities();
  /* Four bits, each widened to a byte, all ones or all zeros. */
  const FOURS = Int32Array.from({ length: 16 }, (_, bits) =>
    [0, 1, 2, 3].reduce((mask, k) => ((bits >> k) & 1 ? mask | (MATE << (8 * k)) : mask), 0));

  /* Children that alternate between the parents at distinct random sites from 1 to the number of genes; site s lies
     before gene s. */
  function nPoint({ sites }, { loci }) {
    const changes = new Int32Array(Math.floor(loci / BITS) + 1);
    const masks = new Int32Array(BITS / 4 * changes.length);
    return (population, parents, mates, stream, out, children) => {
      const words = stream.words(parents.length * sites, SITES_PER_WORD);
      let draw = 0;
      for (let pair = 0; pair < parents.length; pair++) {
        changes.fill(0);
        /* Floyd's sampling without replacement: from 1 to last + 1; a site that is taken gives way to last + 1. */
        for (let last = loci - sites; last < loci; last++) {
          const drawn = pick(words, 2 * (draw++ >> SITE_BITS), last + 1) + 1;
          const site = (changes[drawn >> 5] >> (drawn & 31)) & 1 ? last + 1 : drawn;
          changes[site >> 5] |= 1 << (site & 31);
        }
        spread(changes, masks);
        recombine(population, parents[pair], mates[pair], masks, out + children * pair, children);
      }
    };
  }

  /* Turn a set of bits into bytes that are all ones where an odd number of the bits up to their own is on. */
  function spread(changes, masks) {
    let carry = 0;
    for (let block = 0; block < changes.length; block++) {
      let parity = changes[block];
      for (let shift = 1; shift < BITS; shift *= 2) parity ^= parity << shift;
      parity ^= carry;
      carry = parity >> 31;
      for (let four = 0; four < BITS / 4; four++) masks[BITS / 4 * block + four] = FOURS[(parity >> (4 * four)) & 15];
    }
  }

  /* Write the first child of a pair, whose genes are the mate's where `masks` are all ones, or also the second, the
     other way; four genes at a time. */
  function recombine({ fours, stride }, parent, mate, masks, child, children) {
    const width = stride / 4;
    const one = parent * width, other = mate * width, first = child * width, second = first + width;
    for (let k = 0; k < width; k++) {
      const a = fours[one + k], b = fours[other + k];
      const exchanged = (a ^ b) & masks[k];
      fours[first + k] = a ^ exchanged;
      if (children === 2) fours[second + k] = b ^ exchanged;
    }
  }

  /* Children whose donor changes before each gene but the first with probability `rate`, drawn for eight genes at once.
     */
  function switching({ rate }, { loci, stride }) {
    const { keeps, alias } = aliasTable(rate);
    const eights = Math.floor(loci / EIGHT) + 1;
    const masks = new Int32Array(Math.max(2 * eights, stride / 4));
    return (population, parents, mates, stream, out, children) => {
      const halves = stream.words(parents.length * eights, 2);
      let draw = 0;
      for (let pair = 0; pair < parents.length; pair++) {
        let carry = 0;
        for (let eight = 0; eight < eights; eight++) {
          const half = halves[draw++];
          const column = half & (PATTERNS - 1);
          /* All ones for the alias: no processor could predict a branch. */
          const other = (keeps[column] - 1 - (half >>> 8)) >> 31;
          const pattern = column ^ ((column ^ alias[column]) & other);
          /* A switch before the first gene would only swap the parents: it is undone. */
          if (eight === 0) carry = -(pattern & 1);
          masks[2 * eight] = PARITIES[2 * pattern] ^ carry;
          const later = PARITIES[2 * pattern + 1];
          masks[2 * eight + 1] = later ^ carry;
          carry ^= later >> 31;
        }
        recombine(population, parents[pair], mates[pair], masks, out + children * pair, children);
      }
    };
  }

  /* For each pattern of eight switches, bit k on where gene k switches, two halves whose byte k is all ones where an
     odd number of the bits 0 to k is on. */
  function parities() {
    const bytes = new Uint8Array(EIGHT * PATTERNS);
    for (let pattern = 0; pattern < PATTERNS; pattern++) {
      let from = 0;
      for (let k = 0; k < EIGHT; k++) {
        if ((pattern >> k) & 1) from ^= MATE;
        bytes[EIGHT * pattern + k] = from;
      }
    }
    return new Int32Array(bytes.buffer);
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
    return { keeps: Int32Array.from(keeps, (kept) => toEven(kept * PARTS)), alias: Uint8Array.from(alias) };
  }

  /* Nearest whole number, the even one of two. */
  function toEven(value) {
    const below = Math.floor(value);
    if (value - below === 0.5) return below + (below % 2);
    return Math.round(value);
  }

  return { make: (cross, coding) => KINDS[cross.name](cross, coding), names: Object.keys(KINDS) };
})();
