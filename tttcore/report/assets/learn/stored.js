/* Stored runs of a treatment: how long each was, and digests of its course and of its champion, by which a run made
   here is known to be the same; see tttcore/engines/genetic_algorithm/live.py. */
"use strict";
globalThis.TTT = globalThis.TTT || {};

TTT.stored = (() => {
  const BYTES = 10, DIGEST = 4;

  /* {generations, course, champion} of a replicate; null if the page holds nothing of it. */
  function ofReplicate(treatment, replicate) {
    treatment.bytes ??= Uint8Array.from(atob(treatment.stored), (letter) => letter.charCodeAt(0));
    const at = replicate * BYTES;
    if (at + BYTES > treatment.bytes.length) return null;
    const view = new DataView(treatment.bytes.buffer, at, BYTES);
    return { generations: view.getUint16(0, true), course: hex(view, 2), champion: hex(view, 2 + DIGEST) };
  }

  const hex = (view, at) => view.getUint32(at).toString(16).padStart(2 * DIGEST, "0");

  /* The same of a run made here: reports of its generations, the initial population among them. */
  function ofRun(reports) {
    const view = new DataView(new ArrayBuffer(16 * reports.length));
    reports.forEach(({ best, mean }, k) => {
      view.setFloat64(8 * k, best, true);
      view.setFloat64(8 * (reports.length + k), mean, true);
    });
    const last = reports.at(-1);
    return {
      generations: last.generation,
      course: digest(new Uint8Array(view.buffer)),
      champion: digest(new TextEncoder().encode(last.champion)),
    };
  }

  const digest = (bytes) => hex(new DataView(TTT.blake2b.digest(bytes, DIGEST).slice().buffer), 0);

  const same = (one, other) => ["generations", "course", "champion"].every((key) => one[key] === other[key]);

  return { ofReplicate, ofRun, same };
})();
