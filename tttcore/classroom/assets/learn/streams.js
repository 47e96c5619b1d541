/* Named random streams, word for word those of tttcore/pipeline/rng.py: numpy's SFC64, seeded by SeedSequence from the
   BLAKE2b digest of the stream's name; and picks from their words.

   A word of 64 bits is held as two numbers of 32, the lower half first: JavaScript's numbers hold 53 bits, and its
   BigInts take twenty times as long. */
"use strict";
globalThis.TTT = globalThis.TTT || {};

TTT.streams = (() => {
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

  /* 1 if the sum of two halves ran over: both top bits were on, or one, and the sum's is off. A comparison would become
     a branch, which no processor could predict. */
  const carried = (one, other, sum) => ((one & other) | ((one | other) & ~sum)) >>> 31;

  /* SFC64 (Doty-Humphrey): three words of state and a counter. Halves are added as signed numbers of 32 bits, which is
     how processors add them. */
  class Stream {
    constructor(seed, path) {
      this.state = new Int32Array(8);
      this.state.set(seedSequence(entropy(seed, path), 6));
      this.state[6] = 1;
      this.spare = new Uint32Array(2);
      this.held = new Uint32Array(0);
      this.fill(new Uint32Array(2 * 12), 2 * 12);
    }

    /* Write random words to the first `count` halves of an array. */
    fill(halves, count) {
      const { state } = this;
      let aLow = state[0], aHigh = state[1], bLow = state[2], bHigh = state[3];
      let cLow = state[4], cHigh = state[5], countLow = state[6], countHigh = state[7];
      for (let at = 0; at < count; at += 2) {
        const sum = (aLow + bLow) | 0;
        const outLow = (sum + countLow) | 0;
        const outHigh = (aHigh + bHigh + countHigh + carried(aLow, bLow, sum) + carried(sum, countLow, outLow)) | 0;
        countLow = (countLow + 1) | 0;
        if (countLow === 0) countHigh = (countHigh + 1) | 0;
        aLow = bLow ^ ((bLow >>> 11) | (bHigh << 21));
        aHigh = bHigh ^ (bHigh >>> 11);
        const eightfold = cLow << 3;
        bLow = (cLow + eightfold) | 0;
        bHigh = (cHigh + ((cHigh << 3) | (cLow >>> 29)) + carried(cLow, eightfold, bLow)) | 0;
        const turnedLow = (cLow << 24) | (cHigh >>> 8);
        const turnedHigh = (cHigh << 24) | (cLow >>> 8);
        cLow = (turnedLow + outLow) | 0;
        cHigh = (turnedHigh + outHigh + carried(turnedLow, outLow, cLow)) | 0;
        halves[at] = outLow;
        halves[at + 1] = outHigh;
      }
      state[0] = aLow;
      state[1] = aHigh;
      state[2] = bLow;
      state[3] = bHigh;
      state[4] = cLow;
      state[5] = cHigh;
      state[6] = countLow;
      state[7] = countHigh;
    }

    /* An array that begins with the halves of as many words as `draws` draws need, so many from each word. It is
       written anew when words are asked for again. */
    words(draws, perWord) {
      const count = 2 * Math.ceil(draws / perWord);
      if (this.held.length < count) this.held = new Uint32Array(count);
      this.fill(this.held, count);
      return this.held;
    }

    /* A number from 0 to 1, 1 excluded, from the upper 53 bits of a word. */
    random() {
      this.fill(this.spare, 2);
      return (this.spare[1] * 2 ** 21 + (this.spare[0] >>> 11)) * 2 ** -53;
    }
  }

  /* A number from 0 to `choices` - 1 from the word whose halves are at `at`, in place of which its remainder is left;
     see `pick` in tttcore/pipeline/rng.py. `choices` are below 2^12, so that products of quarters of the word fit into
     32 bits and nothing has to be converted to a fraction and back. */
  function pick(halves, at, choices) {
    const low = halves[at], high = halves[at + 1];
    const carry = (Math.imul(low >>> 16, choices) + (Math.imul(low & 0xffff, choices) >>> 16)) >>> 16;
    halves[at] = Math.imul(low, choices);
    halves[at + 1] = Math.imul(high, choices) + carry;
    return (Math.imul(high >>> 16, choices) + ((Math.imul(high & 0xffff, choices) + carry) >>> 16)) >>> 16;
  }

  return { Stream, pick };
})();
