/* Opponents that decide who survives, with the exact probability of losing a game to each, as in
   tttcore/engines/genetic_algorithm/players/opponents.py and tttcore/players/umg_rules.py. */
"use strict";
globalThis.TTT = globalThis.TTT || {};

TTT.opponents = (() => {
  const { CELLS, LINES, SEATS, gene, tables } = TTT.classic;
  const { COLUMNS } = TTT.coding;
  const CENTRE = 4, CORNERS = [0, 2, 6, 8], SIDES = [1, 3, 5, 7];
  const LATE_TURN = 99;
  const KINDS = { rmg, umg };
  /* Rows, diagonals, then columns, in which Barrat's rules look for a line to complete. */
  const scanRank = ([a, b]) => [1, 4, 2, 3].indexOf(b - a);
  const SCANNED = [...LINES].sort((one, other) => scanRank(one) - scanRank(other));

  const countIn = (board, mark) => [...board].filter((each) => each === mark).length;

  /* Free cell that completes a line of `mark`, the first in the order of the rules. */
  function completing(board, mark) {
    for (const line of SCANNED) {
      const held = line.map((cell) => board[cell]);
      if (held.filter((each) => each === mark).length === 2 && held.includes("0")) return line[held.indexOf("0")];
    }
    return null;
  }

  /* Cells among which Barrat's rules let O draw on a turn. */
  function barratChoices(board, turn, centre) {
    const free = (cells) => cells.filter((cell) => board[cell] === "0");
    const corners = free(CORNERS);
    if (turn === 1) return board[CENTRE] === "0" ? [CENTRE] : corners;
    for (const mark of "21") {
      const cell = completing(board, mark);
      if (cell !== null) return [cell];
    }
    const held = centre === "opponent" ? board[CENTRE] === "1" : board[CENTRE] !== "0";
    if (turn === 2 && held) return corners;
    if (corners.length && SIDES.some((cell) => board[cell] === "1")) return corners;
    const sides = free(SIDES);
    return sides.length ? sides : corners;
  }

  /* Boards that first players can come to against a rule for O, breadth first, and its replies to each allele: those
     after which the game goes on, the chance of each single one, and that of losing at once. */
  function gameTree(rule, coding) {
    const number = new Map([[0, 0]]);
    const todo = [0];
    const rows = [];
    for (const position of todo) {
      const locus = coding.locusOf[tables.stateOf[position]];
      const carried = [];
      for (let cell = 0; cell < CELLS; cell++) carried[gene(position, cell).allele] = cell;
      for (let allele = 0; allele < CELLS; allele++) {
        const after = tables.next[position][carried[coding.marks[locus * COLUMNS + allele]]] ?? -1;
        if (after < 0 || tables.results[after] !== null) {
          rows.push({ onward: [], chance: 0, lost: 0 });
          continue;
        }
        const replies = rule(tables.boards[after]).map((cell) => tables.next[after][cell]);
        const onward = replies.filter((reply) => tables.results[reply] === null);
        for (const reply of onward) {
          if (!number.has(reply)) {
            number.set(reply, number.size);
            todo.push(reply);
          }
        }
        const lost = replies.filter((reply) => tables.results[reply] === -1).length;
        rows.push({ onward, chance: 1 / replies.length, lost: lost / replies.length });
      }
    }
    return {
      locus: todo.map((position) => coding.locusOf[tables.stateOf[position]]),
      replies: rows.map(({ onward }) => onward.map((reply) => number.get(reply))),
      chance: Float64Array.from(rows, ({ chance }) => chance),
      lost: Float64Array.from(rows, ({ lost }) => lost),
    };
  }

  /* Exact probability that the genes that begin at `base` lose a game. */
  function lossChance(genes, base, { locus, replies, chance, lost }) {
    const row = (board) => board * CELLS + genes[base + locus[board]];
    const d0 = row(0);
    let total = 0;
    for (const b1 of replies[d0]) {
      const d1 = row(b1);
      let total1 = 0;
      for (const b2 of replies[d1]) {
        const d2 = row(b2);
        let total2 = 0;
        for (const b3 of replies[d2]) total2 += lost[row(b3)];
        total1 += lost[d2] + chance[d2] * total2;
      }
      total += lost[d1] + chance[d1] * total1;
    }
    return Math.min(lost[d0] + chance[d0] * total, 1);
  }

  /* Uniformly random free cell: {perGame, firstGame} as functions of a population and an organism. */
  function rmg(_, seat) {
    const [own] = SEATS[seat];
    const perGame = ({ tallies }, organism) => TTT.evaluation.randomLossChance(tallies[2 * organism + own], own);
    return { perGame, firstGame: null };
  }

  /* Barrat's rules; with a `running` counter those for early turns apply in the very first game of a series alone. */
  function umg({ centre, counter }, seat, coding) {
    const counted = gameTree((board) => barratChoices(board, countIn(board, "2") + 1, centre), coding);
    const by = (tree) => ({ genes, stride }, organism) => lossChance(genes, organism * stride, tree);
    if (counter === "per_game") return { perGame: by(counted), firstGame: null };
    const late = gameTree((board) => barratChoices(board, LATE_TURN, centre), coding);
    return { perGame: by(late), firstGame: by(counted) };
  }

  return { make: (opponent, seat, coding) => KINDS[opponent.name](opponent, seat, coding), names: Object.keys(KINDS) };
})();
