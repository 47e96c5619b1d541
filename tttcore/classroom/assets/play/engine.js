/* 3x3 without a page: all positions, their exact values, agents as the page holds them, and what they are worth.

   Positions, states and symmetries are numbered as in tttcore/games/classic.py: positions by marks on the board, then
   as digit strings (0 empty, 1 X, 2 O); states likewise by their representatives. */
"use strict";
globalThis.TTT = globalThis.TTT || {};

TTT.classic = (() => {
  const EDGE = 3;
  const CELLS = EDGE * EDGE;
  const BASE = 36;
  const THOUSANDTHS = 1000;
  const ALL = [...Array(CELLS).keys()];
  const LINES = lines();
  const SYMMETRIES = symmetries();

  /* Winning lines: rows, columns, diagonals. */
  function lines() {
    const steps = [...Array(EDGE).keys()];
    return [
      ...steps.map((row) => steps.map((column) => row * EDGE + column)),
      ...steps.map((column) => steps.map((row) => row * EDGE + column)),
      steps.map((step) => step * (EDGE + 1)),
      steps.map((step) => (step + 1) * (EDGE - 1)),
    ];
  }

  /* Eight permutations p with image[i] = board[p[i]]: quarter turns, then the same after a left-right reflection. */
  function symmetries() {
    const quarter = ALL.map((cell) => (cell % EDGE) * EDGE + (EDGE - 1 - Math.floor(cell / EDGE)));
    const mirror = ALL.map((cell) => cell - (cell % EDGE) + (EDGE - 1 - (cell % EDGE)));
    const found = [];
    for (let turned of [ALL, mirror]) {
      for (let turns = 0; turns < 4; turns++) {
        found.push(turned);
        const before = turned;
        turned = quarter.map((cell) => before[cell]);
      }
    }
    return found;
  }

  const seen = (board, symmetry) => SYMMETRIES[symmetry].map((cell) => board[cell]).join("");
  const inReadingOrder = (board) => board.replace(/[012]/g, (mark) => "cab"[mark]);
  const images = (board) => SYMMETRIES.map((_, symmetry) => seen(board, symmetry));
  const representative = (board) =>
    images(board).reduce((least, image) => (inReadingOrder(image) < inReadingOrder(least) ? image : least));

  const marksOn = (board) => [...board].filter((mark) => mark !== "0").length;
  const toMove = (board) => marksOn(board) % 2;

  /* Result of a board: 1 X won, -1 O won, 0 drawn, null if it goes on. */
  function ending(board) {
    for (const [a, b, c] of LINES) {
      if (board[a] !== "0" && board[a] === board[b] && board[a] === board[c]) return board[a] === "1" ? 1 : -1;
    }
    return board.includes("0") ? null : 0;
  }

  function successors(board) {
    const mark = "12"[toMove(board)];
    const open = ending(board) === null;
    return ALL.map((cell) =>
      open && board[cell] === "0" ? board.slice(0, cell) + mark + board.slice(cell + 1) : null);
  }

  /* Every position: its board, where marks lead (-1 where they can't be made), its result, state and symmetry; of every
     state its board, and the position that looks so. */
  function enumerate() {
    const after = new Map();
    let frontier = ["0".repeat(CELLS)];
    while (frontier.length) {
      frontier.forEach((board) => after.set(board, successors(board)));
      frontier = [...new Set(frontier.flatMap((board) => after.get(board).filter(Boolean)))].sort();
    }
    const boards = [...after.keys()];
    const number = new Map(boards.map((board, index) => [board, index]));
    const shown = boards.map(representative);
    const states = boards.filter((board, index) => shown[index] === board);
    const stateNumber = new Map(states.map((board, index) => [board, index]));
    return {
      boards,
      next: boards.map((board) => after.get(board).map((one) => (one === null ? -1 : number.get(one)))),
      results: boards.map(ending),
      states,
      positionOf: states.map((board) => number.get(board)),
      stateOf: shown.map((board) => stateNumber.get(board)),
      symmetryOf: boards.map((board, index) => images(shown[index]).indexOf(board)),
    };
  }

  const tables = enumerate();
  const { boards, next, results } = tables;
  const seatOf = boards.map(toMove);
  const frees = next.map((after) => ALL.filter((cell) => after[cell] >= 0));
  const values = solve();

  /* What best play leads to from each position: 1 X wins, 0 draw, -1 O wins. Positions are in order of marks. */
  function solve() {
    const found = results.slice();
    for (let position = boards.length - 1; position >= 0; position--) {
      if (found[position] === null) {
        const after = free(position).map((cell) => found[next[position][cell]]);
        found[position] = seatOf[position] === 0 ? Math.max(...after) : Math.min(...after);
      }
    }
    return found;
  }

  /* Cells that can be marked in a position. */
  function free(position) {
    return frees[position];
  }

  /* Worth of a mark on a cell to the seat whose turn it is: 1 wins, 0 draws, -1 loses. */
  function worth(position, cell) {
    return values[next[position][cell]] * (seatOf[position] === 0 ? 1 : -1);
  }

  /* Plies to the end from each position if the side that wins hurries and the other delays. */
  const distances = remaining();
  function remaining() {
    const found = results.map(() => 0);
    for (let position = boards.length - 1; position >= 0; position--) {
      if (results[position] !== null) continue;
      const after = free(position).map((cell) => next[position][cell]).filter((each) => values[each] === values[position]);
      const lengths = after.map((each) => found[each] + 1);
      const hurries = values[position] === (seatOf[position] === 0 ? 1 : -1);
      found[position] = hurries ? Math.min(...lengths) : Math.max(...lengths);
    }
    return found;
  }

  /* Plies to the end after a mark on a cell, the mark among them. */
  const plies = (position, cell) => 1 + distances[next[position][cell]];

  /* Best play from a position: the first of the best cells, each time. */
  function bestLine(position) {
    const cells = [];
    while (results[position] === null) {
      const kept = free(position).filter((cell) => values[next[position][cell]] === values[position]);
      const cell = kept.find((each) => plies(position, each) === distances[position]);
      cells.push(cell);
      position = next[position][cell];
    }
    return cells;
  }

  const members = (set) => ALL.filter((cell) => (set >> cell) & 1);
  const SEATS = { first: [0], second: [1], both: [0, 1] };
  const seatsOf = (agent) => SEATS[agent.seat];

  /* An agent at one step: for each position that it can come to, the cells that it draws from, all as likely, and
     what it thinks of the positions that it could move into. Both are written as numbers of two digits of base 36, one
     for each such position in order, for its seats in turn; estimates are in thousandths. Matchboxes have `beads`, too:
     of each cell that is drawn, in proportion to which it is, after the number of digits of each; `boxes` have them by
     state, as which they are returned, too. */
  function decoded(snapshot, agent) {
    const cells = new Map();
    const estimates = new Map();
    const beads = new Map();
    const choices = numbers(snapshot.cells || "");
    const counts = beadNumbers(snapshot.beads);
    const boxes = snapshot.boxes && boxesOf(snapshot.boxes, agent);
    const opinions = numbers(snapshot.estimates || "");
    for (const seat of seatsOf(agent)) {
      const moved = new Set();
      const reached = new Set([0]);
      for (let position = 0; position < boards.length; position++) {
        if (moved.has(position) && snapshot.estimates) {
          estimates.set(position, opinions.next().value / THOUSANDTHS);
        }
        if (!reached.has(position) || results[position] !== null) continue;
        const own = seatOf[position] === seat;
        if (own) {
          const drawn = boxes ? fromBox(boxes, position) : members(choices.next().value).map((cell) => [cell]);
          cells.set(position, drawn.map(([cell]) => cell));
          if (boxes) beads.set(position, drawn.map(([, count]) => count));
          else if (snapshot.beads) beads.set(position, drawn.map(() => counts.next().value));
          free(position).forEach((cell) => moved.add(next[position][cell]));
        }
        (own ? cells.get(position) : free(position)).forEach((cell) => reached.add(next[position][cell]));
      }
    }
    return { cells, estimates, beads, boxes };
  }

  function* numbers(text, digits = 2) {
    for (let at = 0; at < text.length; at += digits) yield parseInt(text.slice(at, at + digits), BASE);
  }

  /* The first character says how many digits each number has. */
  const beadNumbers = (text) => numbers(text?.slice(1) ?? "", Number(text?.[0]));

  /* First cell that leads to each state that can follow a position, in the order of these states. */
  function firstCells(position) {
    const first = new Map();
    for (const cell of free(position)) {
      const state = tables.stateOf[next[position][cell]];
      if (!first.has(state)) first.set(state, cell);
    }
    return [...first].sort(([one], [other]) => one - other).map(([, cell]) => cell);
  }

  /* Numbers of beads by state, one for each state that can follow. */
  function boxesOf(text, agent) {
    const counts = beadNumbers(text);
    const boxes = new Map();
    for (const seat of seatsOf(agent)) {
      tables.positionOf.forEach((position, state) => {
        if (seatOf[position] !== seat || results[position] !== null) return;
        boxes.set(state, firstCells(position).map(() => counts.next().value));
      });
    }
    return boxes;
  }

  /* Cells that a box offers in a position, each with its beads. */
  function fromBox(boxes, position) {
    const counts = boxes.get(tables.stateOf[position]);
    return firstCells(position).map((cell, at) => [cell, counts[at]]).filter(([, count]) => count > 0);
  }

  /* Chance of each of the cells that an agent draws in a position, in their order. */
  function chances({ cells, beads }, position) {
    const drawn = beads.get(position) ?? cells.get(position).map(() => 1);
    const all = drawn.reduce((sum, count) => sum + count, 0);
    return drawn.map((count) => count / all);
  }

  /* What an agent's play in a seat (0 or 1) comes to over every line of its opponent's marks.

     `lines` counts games, each weighted with the chance of the agent's own marks; `random` weights them with the
     chance that random marks lead there, too. `agent` is what `decoded` returns; where it has no cell it loses.
     Positions are in order of marks, so that weights flow forward. */
  function evaluate(agent, seat) {
    const [lines, random] = [0, 1].map(() => ({ won: 0, drawn: 0, lost: 0 }));
    const weights = results.map((_, position) => Number(position === 0)), likely = [...weights];
    for (let position = 0; position < boards.length; position++) {
      if (!weights[position]) continue;
      const own = seatOf[position] === seat, ended = results[position] !== null;
      const marks = ended ? [] : own ? agent.cells.get(position) : free(position);
      if (!marks.length) {
        const name = ended ? ["lost", "drawn", "won"][1 + results[position] * (seat === 0 ? 1 : -1)] : "lost";
        lines[name] += weights[position];
        random[name] += likely[position];
        continue;
      }
      const shares = own ? chances(agent, position) : marks.map(() => 1 / marks.length);
      marks.forEach((cell, at) => {
        weights[next[position][cell]] += weights[position] * (own ? shares[at] : 1);
        likely[next[position][cell]] += likely[position] * shares[at];
      });
    }
    return { lines, random };
  }

  /* Chances that X wins, of a draw, and that O wins, if two agents, as `decoded` returns them, X first, play on from a
     position; who has no cell has lost. Positions are in order of marks, so that chances flow forward. */
  function chancesOfResults(agents, from) {
    const ends = { 1: 0, 0: 0, "-1": 0 };
    const reached = results.map((_, position) => Number(position === from));
    for (let position = from; position < boards.length; position++) {
      if (!reached[position]) continue;
      if (results[position] !== null) {
        ends[results[position]] += reached[position];
        continue;
      }
      const agent = agents[seatOf[position]], shares = chances(agent, position);
      if (!shares.length) ends[seatOf[position] === 0 ? -1 : 1] += reached[position];
      agent.cells.get(position).forEach((cell, at) => (reached[next[position][cell]] += reached[position] * shares[at]));
    }
    return [ends[1], ends[0], ends[-1]];
  }

  /* What a Genie thinks of each free cell: its genes say what one more mark is worth on a line with so many of its own
     or of its opponent's; lines that hold both are worth nothing. Genes of own lines come first. */
  function scores(weights, position) {
    const board = boards[position];
    const own = "12"[seatOf[position]];
    return new Map(free(position).map((cell) => [cell, scoreOf(weights, board, own, cell)]));
  }

  function scoreOf(weights, board, own, cell) {
    let sum = 0;
    for (const line of LINES.filter((each) => each.includes(cell))) {
      const marks = line.map((each) => board[each]).filter((mark) => mark !== "0");
      const mine = marks.filter((mark) => mark === own).length;
      const theirs = marks.length - mine;
      if (!theirs) sum += weights[mine];
      if (!mine) sum += weights[EDGE + theirs];
    }
    return sum;
  }

  /* The gene that decides a position: its state, the state's representative, and the cell of it that is marked. */
  function gene(position, cell) {
    const state = tables.stateOf[position];
    return { state, board: tables.states[state], allele: SYMMETRIES[tables.symmetryOf[position]][cell] };
  }

  return {
    CELLS, EDGE, LINES, SEATS, SYMMETRIES, bestLine, chances, chancesOfResults, decoded, evaluate, firstCells, free, gene,
    marksOn, plies, scores, seatOf, seatsOf, tables, values, worth,
  };
})();
