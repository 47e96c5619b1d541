/* Named random streams, word for word those of tttcore/pipeline/rng.py: numpy's SFC64, seeded by SeedSequence from the
   BLAKE2b digest of the stream's name; and picks from their words.

   A word of 64 bits is held as two numbers of 32, the lower half first: JavaScript's numbers hold 53 bits, and its
   BigInts take twenty times as long. */
"use strict";
globalThis.TTT = globalThis.TTT || {};

TTT.streams = (() => {
  const HALF = 2 ** 32;
  const SEPARATOR = "\x1f";

  /* Four numbers of 32 bits from a name: the project's seed, and a path of texts and whole numbers. */
  function entropy(seed, path) {
    const parts = path.map((part) => `${typeof part === "number" ? "int" : "str"}:${part}`);
    const bytes = TTT.blake2b.digest(new TextEncoder().encode([seed, ...parts].join(SEPARATOR)), 16);
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    return [0, 4, 8, 12].map((at) => view.getUint32(at, true));
  }

  /* The first `count` numbers of 32 bits of numpy's SeedSequence, whose pool is mixed from four such numbers. */
  function seedSequence(given, count) {
    let constant = 0x43b0d7e5;
    const scatter = (value) => {
      const mixed = value ^ constant;
      constant = Math.imul(constant, 0x931e8875);
      const spread = Math.imul(mixed, constant);
      return spread ^ (spread >>> 16);
    };
    const pool = given.map(scatter);
    pool.forEach((_, from) => pool.forEach((_, to) => {
      if (from === to) return;
      const mixed = Math.imul(pool[to], 0xca01f9dd) - Math.imul(scatter(pool[from]), 0x4973f715);
      pool[to] = mixed ^ (mixed >>> 16);
    }));
    let after = 0x8b51f9dd;
    return Array.from({ length: count }, (_, k) => {
      const mixed = pool[k % pool.length] ^ after;
      after = Math.imul(after, 0x58f38ded);
      const spread = Math.imul(mixed, after);
      return (spread ^ (spread >>> 16)) >>> 0;
    });
  }

  /* SFC64 (Doty-Humphrey): three words of state and a counter. */
  class Stream {
    constructor(seed, path) {
      this.state = new Uint32Array(8);
      this.state.set(seedSequence(entropy(seed, path), 6));
      this.state[6] = 1;
      this.spare = new Uint32Array(2);
      this.fill(new Uint32Array(2 * 12));
    }

    /* Write random words to an array of halves. */
    fill(halves) {
      const { state } = this;
      let [aLow, aHigh, bLow, bHigh, cLow, cHigh, countLow, countHigh] = state;
      for (let at = 0; at < halves.length; at += 2) {
        const low = aLow + bLow + countLow;
        const outLow = low >>> 0;
        const outHigh = (aHigh + bHigh + countHigh + (low - outLow) / HALF) >>> 0;
        countLow = (countLow + 1) >>> 0;
        if (countLow === 0) countHigh = (countHigh + 1) >>> 0;
        aLow = (bLow ^ ((bLow >>> 11) | (bHigh << 21))) >>> 0;
        aHigh = (bHigh ^ (bHigh >>> 11)) >>> 0;
        const sum = cLow + ((cLow << 3) >>> 0);
        bLow = sum >>> 0;
        bHigh = (cHigh + ((cHigh << 3) | (cLow >>> 29)) + (sum > bLow ? 1 : 0)) >>> 0;
        const turnedLow = ((cLow << 24) | (cHigh >>> 8)) >>> 0;
        const turnedHigh = (cHigh << 24) | (cLow >>> 8);
        const next = turnedLow + outLow;
        cLow = next >>> 0;
        cHigh = (turnedHigh + outHigh + (next > cLow ? 1 : 0)) >>> 0;
        halves[at] = outLow;
        halves[at + 1] = outHigh;
      }
      state.set([aLow, aHigh, bLow, bHigh, cLow, cHigh, countLow, countHigh]);
    }

    /* Halves of as many words as `draws` draws need, so many from each word. */
    words(draws, perWord) {
      const halves = new Uint32Array(2 * Math.ceil(draws / perWord));
      this.fill(halves);
      return halves;
    }

    /* A number from 0 to 1, 1 excluded, from the upper 53 bits of a word. */
    random() {
      this.fill(this.spare);
      return (this.spare[1] * 2 ** 21 + (this.spare[0] >>> 11)) * 2 ** -53;
    }
  }

  /* A number from 0 to `choices` - 1 from the word in an array of two halves, in which the remainder is left; see `pick`
     in tttcore/pipeline/rng.py. `choices` are below 2^12. */
  function pick(word, choices) {
    const low = word[0], high = word[1];
    const scaled = high * choices;
    const least = low * choices;
    word[0] = least;
    word[1] = scaled + Math.floor(least / HALF);
    return Math.floor((scaled + (Math.imul(low >>> 12, choices) >>> 20)) / HALF);
  }

  return { Stream, pick };
})();
