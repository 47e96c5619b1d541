/* Nine boards: the rules of `tttcore.games.nine_board` and the search of `tttcore.players.alphabeta`, without a page.

   A position is {crosses, noughts, target, rule}: bits of a player's marks on each of nine boards, the board to mark or
   ANY, and what happens where that is full: "free", any other may be marked, or "draw". A move is nine times the board
   plus the cell. Values are in sixtieths of a won game. */
"use strict";
globalThis.TTT = globalThis.TTT || {};

TTT.nineBoard = (() => {
  const BOARDS = 9, CELLS = 9, MOVES = BOARDS * CELLS, ANY = 9, FULL = (1 << CELLS) - 1;
  const WIN = 60, ENDLESS = 1 << 20, CONTROLLED = 6;
  const NUMBERS = [...Array(CELLS).keys()];

  /* Each line as bits: rows, columns and diagonals. */
  const LINES = [
    ...[0, 1, 2].flatMap((i) => [[3 * i, 3 * i + 1, 3 * i + 2], [i, i + 3, i + 6]]), [0, 4, 8], [2, 4, 6],
  ].map((cells) => cells.reduce((bits, cell) => bits | (1 << cell), 0));

  const count = (bits) => NUMBERS.filter((cell) => (bits >> cell) & 1).length;
  const EVERY_SET = [...Array(FULL + 1).keys()];

  /* By bits of a board's cells: how many these are, and which cells complete a line of them, taken or not. */
  const COUNT = Int32Array.from(EVERY_SET, count);
  const COMPLETING = Int32Array.from(EVERY_SET, (bits) =>
    LINES.map((line) => line & ~bits).filter((missing) => count(missing) === 1).reduce((all, cell) => all | cell, 0));

  const opening = (rule = "free") => ({
    crosses: Array(BOARDS).fill(0), noughts: Array(BOARDS).fill(0), target: ANY, rule,
  });
  const taken = (position, board) => position.crosses[board] | position.noughts[board];
  const free = (position, board) => FULL & ~taken(position, board);
  const ply = (position) => NUMBERS.reduce((marks, board) => marks + COUNT[taken(position, board)], 0);

  /* 0 if X moves, 1 if O does. */
  const mover = (position) => ply(position) % 2;

  /* Boards that may be marked as far as their cells go. */
  const boards = (position) =>
    (position.target === ANY ? NUMBERS : [position.target]).filter((board) => free(position, board));

  /* The line that a player has on a board, as bits; undefined if there is none. */
  const lineOn = (bits) => LINES.find((line) => (bits & line) === line);

  /* null while the game is open, else 1 if X has won, 2 if O has, 0 for a draw. */
  function winner(position) {
    if (position.crosses.some(lineOn)) return 1;
    if (position.noughts.some(lineOn)) return 2;
    return boards(position).length ? null : 0;
  }

  /* Legal moves in rising order; none where the game is over. */
  function moves(position) {
    if (winner(position) !== null) return [];
    return boards(position).flatMap((board) =>
      NUMBERS.filter((cell) => (free(position, board) >> cell) & 1).map((cell) => board * CELLS + cell));
  }

  /* The position after a legal move. */
  function after(position, move) {
    const board = Math.floor(move / CELLS), cell = move % CELLS;
    const own = mover(position) ? "noughts" : "crosses";
    const next = { ...position, [own]: position[own].with(board, position[own][board] | (1 << cell)), target: cell };
    if (position.rule === "free" && !free(next, cell)) next.target = ANY;
    return next;
  }

  /* How many ways there are to play on for `depth` plies; games that end before are not counted. */
  function perft(position, depth) {
    if (depth === 0) return 1;
    return moves(position).reduce((ways, move) => ways + perft(after(position, move), depth - 1), 0);
  }

  /* What one board is worth to X: nothing (0), control of it (1), or the ways to win it (2). */
  function boardWorth(crosses, noughts, heuristic) {
    if (heuristic === 0) return 0;
    const open = FULL & ~(crosses | noughts);
    const ours = COUNT[COMPLETING[crosses] & open], theirs = COUNT[COMPLETING[noughts] & open];
    return heuristic === 1 ? CONTROLLED * ((ours > 0) - (theirs > 0)) : ours - theirs;
  }

  /* Alpha-beta to a fixed depth, the move among its plies, from one position. Moves are tried in rising order. */
  class Search {
    constructor(position, { heuristic, depth, hurry = false }) {
      this.marks = [Int32Array.from(position.crosses), Int32Array.from(position.noughts)];
      this.mover = mover(position);
      this.moves = moves(position);
      this.endsWhenFull = position.rule === "draw";
      this.heuristic = heuristic;
      this.hurry = hurry;
      this.depth = Math.min(depth, MOVES - ply(position));
      this.nodes = 0;
      this.lines = Array.from({ length: this.depth + 1 }, () => []); // by plies left: the moves that the search expects
      const worth = NUMBERS.reduce(
        (sum, board) => sum + boardWorth(position.crosses[board], position.noughts[board], heuristic), 0);
      this.worth = this.mover ? -worth : worth;
    }

    /* Worth of a win that leaves `left` plies. */
    won(left) {
      return this.hurry ? WIN + left : WIN;
    }

    open(board) {
      return FULL & ~(this.marks[0][board] | this.marks[1][board]);
    }

    /* The board that comes after a mark in `cell`; -1 if the game is drawn. */
    targetAfter(cell) {
      if (this.open(cell)) return cell;
      if (this.endsWhenFull) return -1;
      for (let board = 0; board < BOARDS; board++) if (this.open(board)) return ANY;
      return -1;
    }

    /* Value of one of the position's moves to who makes it; at most `low` is a bound, and so is at least `high`. */
    valueOf(move, low = -ENDLESS, high = ENDLESS) {
      const board = Math.floor(move / CELLS), cell = move % CELLS;
      this.lines[this.depth - 1] = [];
      if ((COMPLETING[this.marks[this.mover][board]] >> cell) & 1) return this.won(this.depth - 1);
      return this.made(board, cell, this.mover, this.depth - 1, this.worth, low, high);
    }

    /* Value, to the mover, of a mark that doesn't win; `left` plies follow it, and before it the position is worth
       `worth` by the heuristic. */
    made(board, cell, mover, left, worth, low, high) {
      const [crosses, noughts] = this.marks;
      const before = boardWorth(crosses[board], noughts[board], this.heuristic);
      this.nodes++;
      this.marks[mover][board] ^= 1 << cell;
      const gained = boardWorth(crosses[board], noughts[board], this.heuristic) - before;
      const target = this.targetAfter(cell);
      if (target < 0) this.lines[left] = [];
      const value = target < 0
        ? 0
        : -this.value(target, 1 - mover, left, -(worth + (mover ? -gained : gained)), -high, -low);
      this.marks[mover][board] ^= 1 << cell;
      return value;
    }

    /* Value, to the mover, of a position that isn't over, to whom the heuristic says it is worth `worth`. */
    value(target, mover, left, worth, low, high) {
      if (left === 0) return worth;
      const first = target === ANY ? 0 : target, last = target === ANY ? BOARDS - 1 : target;
      const own = this.marks[mover];
      for (let board = first; board <= last; board++) {
        const wins = COMPLETING[own[board]] & this.open(board);
        if (!wins) continue;
        this.lines[left] = [board * CELLS + NUMBERS.find((cell) => (wins >> cell) & 1)];
        return this.won(left - 1);
      }
      let best = -ENDLESS;
      for (let board = first; board <= last; board++) {
        const open = this.open(board);
        for (let cell = 0; cell < CELLS; cell++) {
          if (!((open >> cell) & 1)) continue;
          const found = this.made(board, cell, mover, left - 1, worth, Math.max(low, best), high);
          if (found <= best) continue;
          best = found;
          this.lines[left] = [board * CELLS + cell, ...this.lines[left - 1]];
          if (best >= high) return best;
        }
      }
      return best;
    }
  }

  /* A value to the mover as a value to X; there is no -0. */
  const toCross = (search, value) => (search.mover ? -value : value) + 0;

  /* The first of the best moves, in rising order, its value to X, the line that the search expects, with the move, and
     the number of marks that it tried. */
  function choose(position, options) {
    const search = new Search(position, options);
    let best = -ENDLESS, line = [];
    for (const move of search.moves) {
      const value = search.valueOf(move, best);
      if (value > best) [best, line] = [value, [move, ...search.lines[search.depth - 1]]];
    }
    return { move: line[0], value: toCross(search, best), line, nodes: search.nodes };
  }

  /* Plies that a search looks ahead, the game's end permitting; in a hurry, those to the win that a value means. */
  const reach = (position, depth) => Math.min(depth, MOVES - ply(position));
  const pliesToWin = (value, reached) => reached - (Math.abs(value) - WIN);

  /* Every move and its exact value to X, one after the other. */
  function* values(position, options) {
    const search = new Search(position, options);
    for (const move of search.moves) yield [move, toCross(search, search.valueOf(move))];
  }

  return {
    BOARDS, CELLS, WIN, after, boards, choose, lineOn, mover, moves, opening, perft, pliesToWin, reach, values,
    winner,
  };
})();
