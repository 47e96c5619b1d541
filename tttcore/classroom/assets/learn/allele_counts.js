/* How often each allele occurs at each locus of a population, four loci at a time.

   The genes of four loci lie in one number of 32 bits, a byte each, and an allele has four bits: b0 to b3. To count
   alleles one by one would take a load, an addition and a store for each gene, each waiting for the last at the same
   place. Instead the bits and their products are added up as bytes, eight sums that stay in registers, and the numbers
   of alleles follow from the sums. */
"use strict";
globalThis.TTT = globalThis.TTT || {};

TTT.alleleCounts = (() => {
  const { COLUMNS } = TTT.coding;
  const ONES = 0x01010101;
  /* A sum must fit into a byte; and so many rows of genes stay in the processor's nearest cache for further columns. */
  const MOST_ROWS = 128;

  let counts = new Uint32Array(0);

  /* Numbers of alleles, a row of `COLUMNS` for each locus, in `size` rows of a population from `first`, at least for
     some `loci`; that of finished states isn't counted. They are written anew at the next call. */
  function count({ fours, stride }, first, size, loci) {
    const width = stride / 4;
    if (counts.length < stride * COLUMNS) counts = new Uint32Array(stride * COLUMNS);
    counts.fill(0);
    const needed = new Uint8Array(width);
    for (let k = 0; k < loci.length; k++) needed[loci[k] >> 2] = 1;
    for (let row = first, end = first + size; row < end; row += MOST_ROWS) {
      const last = Math.min(end, row + MOST_ROWS);
      for (let column = 0; column < width; column++) if (needed[column]) add(fours, width, row, last, column);
    }
    return counts;
  }

  /* Add the alleles of four loci in rows `from` to `to` - 1. */
  function add(fours, width, from, to, column) {
    let s0 = 0, s1 = 0, s10 = 0, s2 = 0, s20 = 0, s21 = 0, s210 = 0, s3 = 0;
    for (let at = from * width + column, end = to * width; at < end; at += width) {
      const alleles = fours[at];
      const b0 = alleles & ONES, b1 = (alleles >>> 1) & ONES, b2 = (alleles >>> 2) & ONES, b10 = b1 & b0;
      s0 = (s0 + b0) | 0;
      s1 = (s1 + b1) | 0;
      s10 = (s10 + b10) | 0;
      s2 = (s2 + b2) | 0;
      s20 = (s20 + (b2 & b0)) | 0;
      s21 = (s21 + (b2 & b1)) | 0;
      s210 = (s210 + (b2 & b10)) | 0;
      s3 = (s3 + ((alleles >>> 3) & ONES)) | 0;
    }
    for (let shift = 0, row = 4 * COLUMNS * column; shift < 32; shift += 8, row += COLUMNS) {
      const part = (sum) => (sum >>> shift) & 0xff;
      /* 7 has all three lower bits, 6 and 5 two of them, of which 7 must be taken off, and so on. */
      const seven = part(s210), six = part(s21) - seven, five = part(s20) - seven, four = part(s2) - six - five - seven;
      const three = part(s10) - seven, two = part(s1) - three - six - seven, one = part(s0) - three - five - seven;
      const eight = part(s3);
      counts[row] += to - from - one - two - three - four - five - six - seven - eight;
      counts[row + 1] += one;
      counts[row + 2] += two;
      counts[row + 3] += three;
      counts[row + 4] += four;
      counts[row + 5] += five;
      counts[row + 6] += six;
      counts[row + 7] += seven;
      counts[row + 8] += eight;
    }
  }

  return { count };
})();
