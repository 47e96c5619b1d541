/* Rules of thumb for 3x3, each of which names cells to mark; a player is a list of them, the first that names any decides. */
"use strict";
globalThis.TTT = globalThis.TTT || {};

TTT.rules = (() => {
  const { LINES, free, seatOf, tables } = TTT.classic;
  const { boards, next, results } = tables;
  const CENTRE = 4, CORNERS = [0, 2, 6, 8], SIDES = [1, 3, 5, 7];

  /* Cells that complete a line of a sign on a board. */
  function completing(board, sign) {
    const own = (line) => line.filter((cell) => board[cell] === sign).length;
    const open = LINES.filter((line) => own(line) === 2).flatMap((line) => line.filter((cell) => board[cell] === "0"));
    return [...new Set(open)];
  }

  const mine = (position) => "12"[seatOf[position]];
  const theirs = (position) => "21"[seatOf[position]];
  const wins = (position) => completing(boards[position], mine(position));
  const blocks = (position) => completing(boards[position], theirs(position));
  const withMark = (board, cell, sign) => board.slice(0, cell) + sign + board.slice(cell + 1);

  /* Cells on which a sign makes two threats. */
  const forksOf = (position, sign) => free(position).filter((cell) =>
    completing(withMark(boards[position], cell, sign), sign).length > 1);
  const forks = (position) => forksOf(position, mine(position));

  /* Where the other could make two threats: cells after which it can't, with its only answer if that is a block, else
     with any. */
  function unforks(position) {
    if (!forksOf(position, theirs(position)).length) return [];
    return free(position).filter((cell) => {
      const after = next[position][cell];
      const forced = results[after] === null ? blocks(after) : [];
      return results[after] !== null || !forks(after).some((reply) => !forced.length || forced.includes(reply));
    });
  }

  const among = (cells) => (position) => free(position).filter((cell) => cells.includes(cell));
  const opposite = (position) => among(CORNERS)(position).filter((cell) => boards[position][8 - cell] === theirs(position));

  /* By name: what a person reads, and the cells of a position, which may be none. */
  const RULES = new Map([
    ["win", ["win at once", wins]],
    ["block", ["stop the other from winning at once", blocks]],
    ["fork", ["make two threats", forks]],
    ["unfork", ["keep the other from making two threats", unforks]],
    ["centre", ["the centre", among([CENTRE])]],
    ["opposite", ["the corner opposite to one of the other's", opposite]],
    ["corner", ["any corner", among(CORNERS)]],
    ["side", ["any side", among(SIDES)]],
  ]);

  /* Cells that a player draws from in a position: those of its first rule that names any, else all that are free. */
  function cellsBy(names, position) {
    for (const name of names) {
      const cells = RULES.get(name)[1](position);
      if (cells.length) return cells;
    }
    return free(position);
  }

  return { RULES, cellsBy };
})();
