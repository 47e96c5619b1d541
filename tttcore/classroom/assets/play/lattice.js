/* Tic-tac-toe in any number of dimensions and the players that evolved for it, without a page.

   Boards are as in `tttcore.games.lattice`: cells are numbered so that neighbours along the first dimension differ by
   1. A player is the weights of `tttcore.players.linear`, for lines with 0, 1, ... own marks and none of the other's,
   then for those with 0, 1, ... of the other's and no own. Marks are 0 for a free cell, 1 and 2 for the players'. */
"use strict";
globalThis.TTT = globalThis.TTT || {};

TTT.lattice = (() => {
  const EMPTY = 0, FIRST = 1;

  const board = (edge, dimensions) => ({ edge, dimensions, cells: edge ** dimensions });
  const opening = ({ cells }) => new Array(cells).fill(EMPTY);
  const coordinates = ({ edge, dimensions }, cell) =>
    Array.from({ length: dimensions }, (_, axis) => Math.floor(cell / edge ** axis) % edge);

  /* Lines through a cell, each as its first cell and the step to the next.

     The highest coordinate that moves rises. Each lower one may move along: it rises too where it is as far from 0, and
     falls where it is as far from the other end. */
  function linesThrough({ edge, dimensions }, cell) {
    const places = coordinates({ edge, dimensions }, cell);
    return places.flatMap((place, top) => {
      let lines = [{ start: cell - place * edge ** top, step: edge ** top }];
      places.slice(0, top).forEach((at, axis) => {
        const power = edge ** axis;
        const moved = (rise) => lines.map(({ start, step }) => (
          { start: start - rise * place * power, step: step + rise * power }));
        lines = [...lines, ...(at === place ? moved(1) : []), ...(at === edge - 1 - place ? moved(-1) : [])];
      });
      return lines;
    });
  }

  const cellsOf = ({ edge }, { start, step }) => Array.from({ length: edge }, (_, place) => start + place * step);

  /* Lines through the cell that has most: a corner, or with an odd edge the centre. */
  const largestDegree = ({ edge, dimensions }) => edge % 2 ? (3 ** dimensions - 1) / 2 : 2 ** dimensions - 1;

  /* Weights that play by rules: to win or else to block most lines, and to take the first free cell. */
  function ruleWeights(board) {
    const firstFree = new Array(2 * board.edge).fill(0);
    const winOrBlock = firstFree.with(-1, 1).with(board.edge - 1, largestDegree(board) + 1);
    return { firstFree, winOrBlock };
  }

  /* How many marks a line has of each player: [free, of the first, of the second]. */
  function tally({ edge }, marks, { start, step }) {
    const found = [0, 0, 0];
    for (let place = 0; place < edge; place++) found[marks[start + place * step]]++;
    return found;
  }

  /* What a line is worth to a player: nothing once both have marked it; while it is empty it counts twice. */
  function lineWorth(board, marks, player, weights, line) {
    const found = tally(board, marks, line), own = found[player], theirs = found[3 - player];
    if (own && theirs) return 0;
    return (theirs ? 0 : weights[own]) + (own ? 0 : weights[board.edge + theirs]);
  }

  /* What the lines through a free cell add to its worth: {own, theirs, number, worth} for each kind of line, in the order
     of marks; a kind has as many own marks and of the other's, none of either both. */
  function parts(board, marks, player, weights, cell) {
    const kinds = new Map();
    for (const line of linesThrough(board, cell)) {
      const found = tally(board, marks, line), own = found[player], theirs = found[3 - player];
      if (own && theirs) continue;
      const key = own || -theirs;
      const kind = kinds.get(key) ?? { own, theirs, number: 0, worth: lineWorth(board, marks, player, weights, line) };
      kinds.set(key, { ...kind, number: kind.number + 1 });
    }
    return [...kinds].sort(([one], [other]) => one - other).map(([, kind]) => kind);
  }

  /* By cell, the sum over its lines before it is marked; null for marked cells. */
  const worths = (board, marks, player, weights) => marks.map((mark, cell) => mark !== EMPTY ? null :
    linesThrough(board, cell).reduce((sum, line) => sum + lineWorth(board, marks, player, weights, line), 0));

  /* The first of the free cells that are worth most. */
  const best = (board, marks, player, weights) =>
    worths(board, marks, player, weights).reduce(
      (first, worth, cell, all) => worth !== null && (first < 0 || worth > all[first]) ? cell : first, -1);

  const moves = (marks) => [...marks.keys()].filter((cell) => marks[cell] === EMPTY);
  const after = (marks, cell, player) => marks.with(cell, player);
  const player = (marks) => FIRST + (marks.length - moves(marks).length) % 2;

  /* Cells of the line that whoever marked a cell completed by it; undefined if there is none. */
  function lineOf(board, marks, cell) {
    const line = linesThrough(board, cell).find((line) => tally(board, marks, line)[marks[cell]] === board.edge);
    return line && cellsOf(board, line);
  }

  /* Free cells with which a player wins at once. */
  const winning = (board, marks, player) => moves(marks).filter((cell) =>
    linesThrough(board, cell).some((line) => tally(board, marks, line)[player] === board.edge - 1));

  /* Whether anybody can still win: whether a free cell has a line without marks of both. */
  const isOpen = (board, marks) => moves(marks).some((cell) =>
    linesThrough(board, cell).some((line) => tally(board, marks, line).slice(1).includes(0)));

  /* null while the game is open, else 1 or 2 for who has just won by marking `last`, 0 once nobody can win any more. */
  function winner(board, marks, last) {
    if (last !== undefined && lineOf(board, marks, last)) return marks[last];
    return isOpen(board, marks) ? null : 0;
  }

  /* A whole game between two players. */
  function play(board, ...players) {
    let marks = opening(board), ended = null;
    const made = [];
    while (ended === null) {
      const mover = player(marks), cell = best(board, marks, mover, players[mover - FIRST]);
      made.push(cell);
      marks = after(marks, cell, mover);
      ended = winner(board, marks, cell);
    }
    return { winner: ended, moves: made };
  }

  return {
    after, best, board, cellsOf, coordinates, lineOf, linesThrough, moves, opening, parts, play, player, ruleWeights,
    winner, winning, worths,
  };
})();
