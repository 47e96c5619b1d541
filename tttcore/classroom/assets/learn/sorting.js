/* Order of rows by numbers, without a function that compares, which takes most of the time of JavaScript's own sort. */
"use strict";
globalThis.TTT = globalThis.TTT || {};

TTT.sorting = (() => {
  /* Rows 0, 1, ... of `keys` by rising key, equal ones in the order of their numbers. */
  function ranked(keys) {
    const rows = new Int32Array(keys.length);
    for (let row = 0; row < rows.length; row++) rows[row] = row;
    return sorted(rows, keys);
  }

  /* Rows, an Int32Array, by rising `keys[row]`, equal ones in the order in which they are given; merged from ever longer
     runs. */
  function sorted(rows, keys) {
    let from = rows.slice(), to = new Int32Array(rows.length);
    for (let run = 1; run < rows.length; run *= 2) {
      for (let start = 0; start < rows.length; start += 2 * run) merge(from, to, start, run, keys);
      [from, to] = [to, from];
    }
    return from;
  }

  /* Merge two sorted runs of a length, the second of which may be shorter or missing. */
  function merge(from, to, start, run, keys) {
    const middle = Math.min(start + run, from.length), end = Math.min(middle + run, from.length);
    let one = start, other = middle;
    for (let at = start; at < end; at++) {
      const takesOther = one === middle || (other < end && keys[from[other]] < keys[from[one]]);
      to[at] = takesOther ? from[other++] : from[one++];
    }
  }

  return { ranked, sorted };
})();
