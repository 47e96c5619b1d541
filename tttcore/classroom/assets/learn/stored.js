/* Fingerprints of the stored runs of a treatment, equally many bytes of each, by which a run made here is known to be
   the same; see `fingerprints` of the engines' modules `live`. */
"use strict";
globalThis.TTT = globalThis.TTT || {};

TTT.stored = (() => {
  const DIGEST = 4;

  /* Bytes of a replicate; null if the page holds nothing of it. */
  function ofReplicate({ stored, covered }, replicate) {
    if (replicate >= covered) return null;
    const bytes = Uint8Array.from(atob(stored), (letter) => letter.charCodeAt(0));
    const size = bytes.length / covered;
    return bytes.subarray(replicate * size, (replicate + 1) * size);
  }

  /* Digest of bytes, as fingerprints hold it. */
  const digest = (bytes) => TTT.blake2b.digest(bytes, DIGEST);

  const digestOfText = (text) => digest(new TextEncoder().encode(text));

  /* Digest of numbers as doubles. */
  function digestOfNumbers(numbers) {
    const view = new DataView(new ArrayBuffer(8 * numbers.length));
    numbers.forEach((number, at) => view.setFloat64(8 * at, number, true));
    return digest(new Uint8Array(view.buffer));
  }

  const same = (one, other) => one.length === other.length && one.every((byte, at) => byte === other[at]);

  return { digestOfNumbers, digestOfText, ofReplicate, same };
})();
