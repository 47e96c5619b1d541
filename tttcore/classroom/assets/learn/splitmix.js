/* Chance of the kernels, word for word that of tttcore/pipeline/rng.py: SplitMix64 from one word of a named stream.

   A word of 64 bits is held as two numbers of 32, the lower half first, see streams.js. */
"use strict";
globalThis.TTT = globalThis.TTT || {};

TTT.SplitMix = class SplitMix {
  /* From the first word of a stream. */
  constructor(stream) {
    const [low, high] = stream.words(1, 1);
    this.low = low | 0;
    this.high = high | 0;
    this.word = new Uint32Array(2);
  }

  /* Write the next word to `word`. */
  next() {
    const before = this.low;
    this.low = (before + 0x7f4a7c15) | 0;
    this.high = (this.high + 0x9e3779b9 + (this.low >>> 0 < before >>> 0 ? 1 : 0)) | 0;
    let low = this.low, high = this.high;
    low ^= (low >>> 30) | (high << 2);
    high ^= high >>> 30;
    high = SplitMix.upper(low, high, 0x1ce4e5b9, 0xbf58476d);
    low = Math.imul(low, 0x1ce4e5b9);
    low ^= (low >>> 27) | (high << 5);
    high ^= high >>> 27;
    high = SplitMix.upper(low, high, 0x133111eb, 0x94d049bb);
    low = Math.imul(low, 0x133111eb);
    this.word[0] = low ^ ((low >>> 31) | (high << 1));
    this.word[1] = high ^ (high >>> 31);
  }

  /* Upper half of the lower 64 bits of a product. */
  static upper(low, high, otherLow, otherHigh) {
    const a = low & 0xffff, b = low >>> 16, c = otherLow & 0xffff, d = otherLow >>> 16;
    const crossed = b * c + ((a * c) >>> 16);
    const over = a * d + (crossed & 0xffff);
    const carried = (b * d + (crossed >>> 16) + (over >>> 16)) | 0;
    return (carried + Math.imul(low, otherHigh) + Math.imul(high, otherLow)) | 0;
  }

  /* Uniform number from 0 to 1, 1 excluded; consumes a word and uses its upper 53 bits. */
  uniform() {
    this.next();
    return (this.word[1] * 2 ** 21 + (this.word[0] >>> 11)) * 2 ** -53;
  }

  /* Uniform whole number from 0 to `choices` - 1; consumes a word. */
  randint(choices) {
    this.next();
    return TTT.streams.pick(this.word, 0, choices);
  }
};
