/* Mutation in place: random redraws of some genes, as in tttcore/engines/genetic_algorithm/operators/mutation.py. Each
   is a function of a population, rows `from` to `to` - 1, the best fitness that it may depend on, and a stream. */
"use strict";
globalThis.TTT = globalThis.TTT || {};

TTT.mutation = (() => {
  const { pick } = TTT.streams;
  const KINDS = { random_reset: randomReset, per_gene_reset: perGeneReset };
  const COLUMNS = TTT.coding.COLUMNS;
  /* So that the halves of the word of a draw are at the draw's number without its last bit. */
  const MUTATIONS_PER_WORD = 2;

  /* Redraw int(slope * best + base) distinct genes of every organism; a finished state among them is replaced by a
     random open one. */
  function randomReset({ slope, base }, { allowed, closed, loci, openLoci, stride }) {
    const drawnFor = new Uint32Array(loci);
    return ({ genes }, from, to, best, stream) => {
      const count = Math.trunc(slope * best + base);
      const words = stream.words((to - from) * count, MUTATIONS_PER_WORD);
      let draw = 0;
      drawnFor.fill(0);
      for (let organism = from; organism < to; organism++) {
        const tag = organism - from + 1;
        /* Floyd's sampling without replacement: from 0 to last; a locus that was drawn gives way to last. */
        for (let last = loci - count; last < loci; last++) {
          const at = draw++ & ~1;
          let locus = pick(words, at, last + 1);
          if (drawnFor[locus] === tag) locus = last;
          drawnFor[locus] = tag;
          const substitute = pick(words, at, openLoci.length);
          if (closed[locus]) locus = openLoci[substitute];
          const row = locus * COLUMNS;
          genes[organism * stride + locus] = allowed[row + pick(words, at, allowed[row]) + 1];
        }
      }
    };
  }

  /* Redraw every gene of an open locus with probability `rate`. */
  function perGeneReset({ rate }, { allowed, openLoci, stride }) {
    const drawnFor = new Uint32Array(openLoci.length);
    return ({ genes }, from, to, _, stream) => {
      const counts = [];
      for (let organism = from; organism < to; organism++) {
        counts.push(TTT.binomials.binomial(stream, openLoci.length, rate));
      }
      const words = stream.words(counts.reduce((sum, count) => sum + count, 0), MUTATIONS_PER_WORD);
      let draw = 0;
      drawnFor.fill(0);
      counts.forEach((count, k) => {
        for (let last = openLoci.length - count; last < openLoci.length; last++) {
          const at = draw++ & ~1;
          let place = pick(words, at, last + 1);
          if (drawnFor[place] === k + 1) place = last;
          drawnFor[place] = k + 1;
          const row = openLoci[place] * COLUMNS;
          genes[(from + k) * stride + openLoci[place]] = allowed[row + pick(words, at, allowed[row]) + 1];
        }
      });
    };
  }

  return { make: (mutate, coding) => KINDS[mutate.name](mutate, coding), names: Object.keys(KINDS) };
})();
