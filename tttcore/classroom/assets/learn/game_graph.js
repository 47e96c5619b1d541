/* Games of matchboxes as graphs, numbered as in tttcore/games/game_graph.py: nodes are positions, or classes of
   positions equal up to symmetry, in the order of plies; and the replies of opponents that don't learn. */
"use strict";
globalThis.TTT = globalThis.TTT || {};

TTT.gameGraph = (() => {
  const EDGE = 3, CELLS = EDGE * EDGE;
  const POLICIES = ["random", "careful", "perfect"];
  const ALL = [...Array(CELLS).keys()];

  /* Of Hexapawn: moves of the seat to move, in ascending order, each {from, to, after}. A board is a digit for each
     cell, 1 the first player's pawns, which go up. */
  function pawnMoves(board, seat) {
    const own = "12"[seat], other = "21"[seat];
    const ahead = seat === 0 ? -EDGE : EDGE;
    return ALL.filter((from) => board[from] === own).flatMap((from) =>
      [-1, 0, 1].flatMap((way) => {
        const to = from + ahead + way, column = (from % EDGE) + way;
        if (to < 0 || to >= CELLS || column < 0 || column >= EDGE || board[to] !== (way === 0 ? "0" : other)) return [];
        const after = [...board];
        after[to] = own;
        after[from] = "0";
        return [{ from, to, after: after.join("") }];
      }));
  }

  function pawnResult(board, seat) {
    if (board.slice(0, EDGE).includes("1")) return 1;
    if (board.slice(-EDGE).includes("2")) return -1;
    return pawnMoves(board, seat).length ? null : seat === 0 ? -1 : 1;
  }

  const mirrored = (board) => ALL.map((cell) => board[cell - (cell % EDGE) + EDGE - 1 - (cell % EDGE)]).join("");

  /* Hexapawn, enumerated breadth first; of a position and its mirror image the least stands for both. */
  function hexapawn(merged) {
    const least = (board) => (merged && mirrored(board) < board ? mirrored(board) : board);
    const found = { boards: [], seats: [], results: [], moves: [] };
    const number = new Map();
    let level = ["222000111"];
    const named = (board, seat) => `${seat} ${board}`;
    for (let seat = 0; level.length; seat = 1 - seat) {
      for (const board of level) {
        number.set(named(board, seat), found.boards.length);
        const result = pawnResult(board, seat);
        found.boards.push(board);
        found.seats.push(seat);
        found.results.push(result);
        found.moves.push(result === null ? pawnMoves(board, seat) : []);
      }
      const moves = found.moves.slice(-level.length).flat();
      level = [...new Set(moves.map(({ after }) => least(after)))].sort();
    }
    found.moves = found.moves.map((moves, node) => moves.map(({ from, to, after }) =>
      ({ from, to, node: number.get(named(least(after), 1 - found.seats[node])) })));
    return found;
  }

  /* 3x3: its nodes are states if `merged`, else positions. */
  function classic(merged) {
    const { free, seatOf, tables } = TTT.classic;
    const { boards, next, results, stateOf, states } = tables;
    const number = new Map(boards.map((board, position) => [board, position]));
    const positions = merged ? states.map((board) => number.get(board)) : [...boards.keys()];
    const node = (position) => (merged ? stateOf[position] : position);
    return {
      boards: positions.map((position) => boards[position]),
      seats: positions.map((position) => seatOf[position]),
      results: positions.map((position) => results[position]),
      moves: positions.map((position) =>
        free(position).map((cell) => ({ from: cell, to: cell, node: node(next[position][cell]) }))),
    };
  }

  /* What best play leads to from each node: 1 the first player wins, 0 draw, -1 the second wins. */
  function solved({ moves, results, seats }) {
    const values = results.slice();
    for (let node = values.length - 1; node >= 0; node--) {
      if (values[node] !== null) continue;
      const after = moves[node].map((move) => values[move.node]);
      values[node] = seats[node] === 0 ? Math.max(...after) : Math.min(...after);
    }
    return values;
  }

  /* Moves that prevent that the other wins at once: on 3x3 those on cells that complete a line of it. */
  function safe(graph, node, isPawns, wins) {
    const { boards, moves, seats } = graph;
    if (isPawns) return moves[node].filter((move) => !wins[move.node].length);
    const other = "21"[seats[node]];
    const isThreat = (line) => line.filter((cell) => boards[node][cell] === other).length === EDGE - 1;
    const threats = TTT.classic.LINES.filter(isThreat);
    return moves[node].filter(({ to }) => threats.some((line) => line.includes(to)));
  }

  /* Nodes among which each of `POLICIES` draws at each node. */
  function replies(graph, isPawns) {
    const { moves, results, seats } = graph;
    const values = solved(graph);
    const wins = moves.map((own, node) => own.filter((move) => results[move.node] === (seats[node] === 0 ? 1 : -1)));
    const careful = moves.map((own, node) => {
      const kept = safe(graph, node, isPawns, wins);
      return wins[node].length ? wins[node] : kept.length ? kept : own;
    });
    const perfect = moves.map((own, node) => own.filter((move) => values[move.node] === values[node]));
    return [moves, careful, perfect].map((chosen) => chosen.map((own) => own.map((move) => move.node)));
  }

  const known = new Map();

  /* {boards, seats, results (of the first player: 1, 0, -1, null if it goes on), moves ({from, to, node} in their
     order), replies (by policy and node)} of "3x3" or "hexapawn". */
  function of(game, merged) {
    const key = `${game} ${merged}`;
    if (!known.has(key)) {
      const isPawns = game === "hexapawn";
      const graph = isPawns ? hexapawn(merged) : classic(merged);
      known.set(key, { ...graph, replies: replies(graph, isPawns) });
    }
    return known.get(key);
  }

  return { POLICIES, of };
})();
