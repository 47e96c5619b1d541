/* BLAKE2b (RFC 7693) of a short text, unkeyed: digests that name random streams and that stored runs are compared by.
   */
"use strict";
globalThis.TTT = globalThis.TTT || {};

TTT.blake2b = (() => {
  const BLOCK = 128, WORDS = 16;
  const MASK = (1n << 64n) - 1n;
  const START = [
    0x6a09e667f3bcc908n, 0xbb67ae8584caa73bn, 0x3c6ef372fe94f82bn, 0xa54ff53a5f1d36f1n,
    0x510e527fade682d1n, 0x9b05688c2b3e6c1fn, 0x1f83d9abfb41bd6bn, 0x5be0cd19137e2179n,
  ];
  /* The order of a block's words in each round; the last two rounds repeat the first two. */
  const ORDERS = [
    [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15],
    [14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3],
    [11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4],
    [7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8],
    [9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13],
    [2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9],
    [12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11],
    [13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10],
    [6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5],
    [10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0],
  ];
  const ROUNDS = 12;
  /* Columns, then diagonals, of the sixteen working words. */
  const MIXED = [
    [0, 4, 8, 12], [1, 5, 9, 13], [2, 6, 10, 14], [3, 7, 11, 15],
    [0, 5, 10, 15], [1, 6, 11, 12], [2, 7, 8, 13], [3, 4, 9, 14],
  ];

  const turned = (word, bits) => ((word >> bits) | (word << (64n - bits))) & MASK;

  function mix(words, [a, b, c, d], one, other) {
    words[a] = (words[a] + words[b] + one) & MASK;
    words[d] = turned(words[d] ^ words[a], 32n);
    words[c] = (words[c] + words[d]) & MASK;
    words[b] = turned(words[b] ^ words[c], 24n);
    words[a] = (words[a] + words[b] + other) & MASK;
    words[d] = turned(words[d] ^ words[a], 16n);
    words[c] = (words[c] + words[d]) & MASK;
    words[b] = turned(words[b] ^ words[c], 63n);
  }

  function compress(state, block, length, last) {
    const words = [...state, ...START];
    words[12] ^= BigInt(length);
    if (last) words[14] ^= MASK;
    for (let round = 0; round < ROUNDS; round++) {
      const order = ORDERS[round % ORDERS.length];
      MIXED.forEach((places, k) => mix(words, places, block[order[2 * k]], block[order[2 * k + 1]]));
    }
    state.forEach((word, k) => { state[k] = word ^ words[k] ^ words[k + 8]; });
  }

  /* The first `size` bytes of the digest of bytes, as a Uint8Array; a digest of another size is another digest. */
  function digest(bytes, size) {
    const state = START.slice();
    state[0] ^= 0x01010000n ^ BigInt(size);
    const blocks = Math.max(1, Math.ceil(bytes.length / BLOCK));
    for (let at = 0; at < blocks; at++) {
      const held = new DataView(new ArrayBuffer(BLOCK));
      bytes.subarray(at * BLOCK, (at + 1) * BLOCK).forEach((byte, k) => held.setUint8(k, byte));
      const words = Array.from({ length: WORDS }, (_, k) => held.getBigUint64(8 * k, true));
      compress(state, words, Math.min(bytes.length, (at + 1) * BLOCK), at === blocks - 1);
    }
    const whole = new DataView(new ArrayBuffer(64));
    state.forEach((word, k) => whole.setBigUint64(8 * k, word, true));
    return new Uint8Array(whole.buffer, 0, size);
  }

  return { digest };
})();
