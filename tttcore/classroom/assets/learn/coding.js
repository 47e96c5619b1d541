/* Codings of players as genomes, as in tttcore/engines/genetic_algorithm/players/coding.py: the state that each gene
   decides, its alleles, and the cell that each allele marks. States are numbered as in play/engine.js. */
"use strict";
globalThis.TTT = globalThis.TTT || {};

TTT.coding = (() => {
  const { CELLS, SYMMETRIES, seatOf, tables } = TTT.classic;
  const COLUMNS = CELLS + 1;
  const FINISHED = CELLS;
  const ALL = [...Array(CELLS).keys()];
  const ALLELES_PER_WORD = 8;
  const ZERO = "0".charCodeAt(0);
  const TEXT = new TextDecoder();
  const RULES = { cells, situations };

  /* Whether the game goes on, by state. */
  const isOpen = tables.positionOf.map((position) => tables.results[position] === null);

  const free = (board) => ALL.filter((cell) => board[cell] === "0");

  /* A gene for every state, finished ones included; its allele is the cell to mark. */
  function cells() {
    const states = tables.states.map((_, state) => state);
    const alleles = states.map((state) => (isOpen[state] ? free(tables.states[state]) : []));
    return coding(states, alleles, states.length, () => [...ALL, FINISHED]);
  }

  /* A gene for every open state, shown as its base case; `taken` says what an allele means that denotes a taken cell.
     */
  function situations({ taken }) {
    const shown = tables.states
      .map((board, state) => ({ board, state, order: baseCase(board) }))
      .filter(({ state }) => isOpen[state])
      .map((one) => ({ ...one, key: baseKey(one.board, one.order) }))
      .sort((one, other) => (one.key < other.key ? -1 : 1));
    const frees = shown.map(({ board, order }) => ALL.filter((cell) => board[order[cell]] === "0"));
    const meant = taken === "modulo"
      ? (allele, own) => own[allele % own.length]
      : (allele, own) => own.find((cell) => cell >= allele) ?? own[0];
    const marks = shown.map(({ order }, locus) =>
      [...ALL.map((allele) => order[meant(allele, frees[locus])]), FINISHED]);
    const alleles = taken === "never" ? frees : shown.map(() => ALL);
    return coding(shown.map(({ state }) => state), alleles, shown.length + 1, (locus) => marks[locus]);
  }

  /* The image that comes first when O sorts before empty before X, as the cells in its order. */
  function baseCase(board) {
    return SYMMETRIES.reduce((least, order) => (baseKey(board, order) < baseKey(board, least) ? order : least));
  }

  const baseKey = (board, order) => order.map((cell) => "231"[board[cell]]).join("");

  /* Tables by locus: `allowed` has the number of alleles, then the alleles; `marks` the cell for each allele. */
  function coding(states, alleles, width, marksOf) {
    const allowed = new Uint8Array(width * COLUMNS);
    const marks = new Uint8Array(width * COLUMNS).fill(FINISHED);
    states.forEach((_, locus) => {
      allowed.set([alleles[locus].length, ...alleles[locus]], locus * COLUMNS);
      marks.set(marksOf(locus), locus * COLUMNS);
    });
    const loci = [...Array(width).keys()];
    const openLoci = Uint16Array.from(loci.filter((locus) => allowed[locus * COLUMNS] > 0));
    const closed = Uint8Array.from(loci, (locus) => (allowed[locus * COLUMNS] > 0 ? 0 : 1));
    const locusOf = new Uint16Array(tables.states.length).fill(closed.indexOf(1));
    states.forEach((state, locus) => { locusOf[state] = locus; });
    /* Rows of genes are padded to whole words of 32 bits, in which they are compared. */
    const stride = Math.ceil(width / 4) * 4;
    return { allowed, closed, loci: states.length, locusOf, marks, openLoci, states, stride, width };
  }

  /* Random alleles at the open loci of organisms `from` to `to` - 1, eight of an organism from each random word; words
     lie block by block of eight loci, and in a block organism by organism. */
  function fillRandomly({ genes }, from, to, { allowed, openLoci, stride }, stream) {
    const organisms = to - from;
    const blocks = Math.ceil(openLoci.length / ALLELES_PER_WORD);
    const words = stream.words(organisms * blocks, 1);
    genes.fill(FINISHED, from * stride, to * stride);
    for (let block = 0; block < blocks; block++) {
      const last = Math.min(openLoci.length, (block + 1) * ALLELES_PER_WORD);
      /* Locus by locus, so that no pick waits for the remainder that the one before leaves. */
      for (let i = block * ALLELES_PER_WORD; i < last; i++) {
        const row = openLoci[i] * COLUMNS, choices = allowed[row];
        let at = 2 * block * organisms;
        for (let gene = from * stride + openLoci[i]; gene < to * stride; gene += stride, at += 2) {
          genes[gene] = allowed[row + TTT.streams.pick(words, at, choices) + 1];
        }
      }
    }
  }

  /* The cell of each state's representative that an organism marks, a digit each, 9 where the game is over. */
  function decode(genes, { marks, states }) {
    const digits = new Uint8Array(tables.states.length).fill(ZERO + FINISHED);
    for (let locus = 0; locus < states.length; locus++) {
      digits[states[locus]] = ZERO + marks[locus * COLUMNS + genes[locus]];
    }
    return TEXT.decode(digits);
  }

  /* Loci that decide a state in which one of some seats is to move, in order of their states. */
  function decidedBy(seats, { locusOf }) {
    const isDecided = (position) => tables.results[position] === null && seats.includes(seatOf[position]);
    return Uint16Array.from(tables.positionOf.filter(isDecided), (position) => locusOf[tables.stateOf[position]]);
  }

  const make = (rule) => RULES[rule.name](rule);
  return { COLUMNS, FINISHED, decidedBy, decode, fillRandomly, isOpen, make, names: Object.keys(RULES) };
})();
