/* Exact evaluation of genomes over every reply of the opponent, as in tttcore/engines/genetic_algorithm/players/
   evaluation.py and replies.py.

   A tally is one number that holds five counts in lanes of ten bits: wins, draws, then losses by the opponent's third,
   fourth and fifth mark. A second player plays 945 games at most, so that all lanes fit into a number's 53 bits. */
"use strict";
globalThis.TTT = globalThis.TTT || {};

TTT.evaluation = (() => {
  const { CELLS, SEATS, marksOn, tables } = TTT.classic;
  const { COLUMNS, FINISHED, isOpen } = TTT.coding;
  const LANE = 2 ** 10;
  const WIN = 0, DRAW = 1, LOSS = 2;
  const LAST_REPLIES = [4, 3];

  const after = (state, cell) => {
    const next = tables.next[tables.positionOf[state]][cell];
    return next < 0 ? -1 : tables.stateOf[next];
  };

  /* Counts in the lanes of a tally, in order. */
  function lanes(tally) {
    const high = Math.trunc(tally / LANE ** 3), low = tally - high * LANE ** 3;
    const part = LANE - 1;
    return [low & part, (low >> 10) & part, low >> 20, high & part, high >> 10];
  }

  /* States that follow a state, with the number of moves to each. */
  function successors(state) {
    const found = new Map();
    for (let cell = 0; cell < CELLS; cell++) {
      const next = after(state, cell);
      if (next >= 0) found.set(next, (found.get(next) ?? 0) + 1);
    }
    return found;
  }

  /* Tally of one game that ends in a state. */
  function tallyOf(state, seat) {
    const result = tables.results[tables.positionOf[state]];
    if (result === 0) return LANE ** DRAW;
    if ((result === 1) === (seat === 0)) return LANE ** WIN;
    const marks = marksOn(tables.states[state]);
    const opponents = seat === 0 ? Math.floor(marks / 2) : Math.ceil(marks / 2);
    return LANE ** (LOSS + opponents - 3);
  }

  /* States of the next decision after a mark led to `state`, with their numbers, and the tally of games that end
     before. */
  function pendingAfter(state, seat) {
    const pending = new Map();
    if (!isOpen[state]) return { pending, ended: tallyOf(state, seat) };
    let ended = 0;
    for (const [reply, count] of successors(state)) {
      if (!isOpen[reply]) ended += count * tallyOf(reply, seat);
      else if (marksOn(tables.states[reply]) === CELLS - 1) ended += count * tallyOf([...successors(reply).keys()][0], seat);
      else pending.set(reply, count);
    }
    return { pending, ended };
  }

  /* Tree of the opponent's replies to a player in a seat: loci of the next decision by locus and allele. Rows are
     filled up with a locus where nothing is decided and no game is counted. */
  function replyTables(seat, coding) {
    const padding = coding.closed.indexOf(1);
    const rows = coding.width * COLUMNS;
    const ended = new Float64Array(rows);
    const replies = new Map([0, 2, 4, 6, 8].map((ply) => [ply + seat, new Map()]));
    coding.states.forEach((state, locus) => {
      const own = replies.get(marksOn(tables.states[state]));
      if (!isOpen[state] || !own) return;
      for (let allele = 0; allele < CELLS; allele++) {
        const cell = coding.marks[locus * COLUMNS + allele];
        const next = cell === FINISHED ? -1 : after(state, cell);
        if (next < 0) continue;
        const { pending, ended: tally } = pendingAfter(next, seat);
        ended[locus * COLUMNS + allele] = tally;
        own.set(locus * COLUMNS + allele, pending);
      }
    });
    const table = (found, listed) => {
      const width = Math.max(...[...found.values()].map((counts) => listed(counts).length));
      const made = new Uint16Array(rows * width).fill(padding);
      found.forEach((counts, row) => made.set(listed(counts).map((state) => coding.locusOf[state]), row * width));
      return { table: made, width };
    };
    const once = (counts) => [...counts.keys()];
    const repeated = (counts) => [...counts].flatMap(([state, count]) => Array(count).fill(state));
    const second = table(replies.get(seat), once), third = table(replies.get(seat + 2), repeated);
    const multiplicity = new Uint8Array(rows * second.width);
    replies.get(seat).forEach((counts, row) => multiplicity.set([...counts.values()], row * second.width));
    const openings = seat === 0 ? new Map([[0, 1]]) : successors(0);
    return {
      openings: [...openings].map(([state, count]) => ({ locus: coding.locusOf[state], count })),
      second: second.table, secondWidth: second.width, multiplicity,
      third: third.table, thirdWidth: third.width,
      fourth: table(replies.get(seat + 4), repeated).table,
      padding, ended,
    };
  }

  /* Tallies of the genes that begin at `base` over every game of a seat. */
  function tally(genes, base, replies, lastReplies) {
    const { openings, second, secondWidth, multiplicity, third, thirdWidth, fourth, padding, ended } = replies;
    let total = 0;
    for (const { locus, count } of openings) {
      const first = locus * COLUMNS + genes[base + locus];
      let games = ended[first];
      for (let i = first * secondWidth, end = i + secondWidth; i < end; i++) {
        const s1 = second[i];
        if (s1 === padding) break;
        const d1 = s1 * COLUMNS + genes[base + s1];
        let below = ended[d1];
        for (let j = d1 * thirdWidth, last = j + thirdWidth; j < last; j++) {
          const s2 = third[j];
          if (s2 === padding) break;
          const d2 = s2 * COLUMNS + genes[base + s2];
          below += ended[d2];
          /* Three or four replies: written out, since a loop of so few rounds takes longer than they do. */
          const k = d2 * lastReplies;
          const r0 = fourth[k], r1 = fourth[k + 1], r2 = fourth[k + 2];
          below += ended[r0 * COLUMNS + genes[base + r0]] + ended[r1 * COLUMNS + genes[base + r1]] +
            ended[r2 * COLUMNS + genes[base + r2]];
          if (lastReplies === 4) {
            const r3 = fourth[k + 3];
            below += ended[r3 * COLUMNS + genes[base + r3]];
          }
        }
        games += multiplicity[i] * below;
      }
      total += count * games;
    }
    return total;
  }

  /* Function that evaluates organisms `from` to `to` - 1 of a population: tallies by seat, and share of games lost. */
  function evaluator(seat, coding) {
    const steps = SEATS[seat].map((own) =>
      ({ own, replies: replyTables(own, coding), lastReplies: LAST_REPLIES[own] }));
    return (population, from, to) => {
      const { fitness, genes, stride, tallies } = population;
      for (let organism = from; organism < to; organism++) {
        let lost = 0, played = 0;
        for (const { own, replies, lastReplies } of steps) {
          const found = tally(genes, organism * stride, replies, lastReplies);
          tallies[2 * organism + own] = found;
          const [wins, draws, third, fourth, fifth] = lanes(found);
          lost += third + fourth + fifth;
          played += wins + draws + third + fourth + fifth;
        }
        fitness[organism] = lost / played;
      }
    };
  }

  /* Probability of losing to uniformly random marks, from a tally: the sum over lost games of that of each. */
  function randomLossChance(found, seat) {
    const free = seat === 0 ? [8, 6, 4, 2, 1] : [9, 7, 5, 3, 1, 1];
    const losses = lanes(found).slice(LOSS);
    let lines = free[0] * free[1], chance = 0;
    for (let mark = 0; mark < losses.length; mark++) {
      lines *= free[2 + mark];
      chance += losses[mark] * (1 / lines);
    }
    return Math.min(chance, 1);
  }

  return { evaluator, randomLossChance };
})();
