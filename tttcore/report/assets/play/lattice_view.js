/* A board of three dimensions, layer by layer, to play on against evolved players of `lattice.js`. */
"use strict";
globalThis.TTT = globalThis.TTT || {};

/* Show the game in an element. `data` holds the board's `edge` and `dimensions`, 2 or 3 of them, and `agents`, each
   with the `weights` of its snapshots, and the titles of `studies`. Returns {choose(id)}. */
TTT.mountLattice = (element, { edge, dimensions, agents, studies }) => {
  const { make } = TTT.dom;
  const { after, best, coordinates, lineOf, moves, opening, player, winner, winning, worths } = TTT.lattice;
  const board = TTT.lattice.board(edge, dimensions);
  const LAYER = edge ** 2;
  const RULES = "house";

  const chooser = TTT.agentChoice({ agents: [...agents, ...rules()], studies }, () => match.restart());
  const weighed = make("p", { class: "match-weights" });

  const places = opening(board).map(() => make("button", { type: "button", class: "place" }));
  const layers = Array.from({ length: board.cells / LAYER }, (_, layer) => make(
    "div", { class: "match-layer", role: "group", "aria-label": `Layer ${layer + 1}` },
    ...places.slice(layer * LAYER, (layer + 1) * LAYER)));
  const shown = make(
    "div", {
      class: "match-board lattice", role: "group",
      "aria-label": "Layers: arrow keys move, Page Up and Page Down change the layer, Enter marks",
    }, ...layers);
  shown.style.setProperty("--edge", edge);

  /* Players that no run has made, as agents. */
  function rules() {
    const { firstFree, winOrBlock } = TTT.lattice.ruleWeights(board);
    const named = { "wins or blocks": winOrBlock, "first free cell": firstFree };
    return Object.entries(named).map(([treatment, weights]) => (
      { id: treatment, study: RULES, treatment, replicate: 0, unit: "", snapshots: [{ step: 0, weights }] }));
  }

  const weights = () => chooser.snapshot.weights;

  /* Positions are marks and the last cell that was marked. */
  const begin = () => ({ marks: opening(board), last: undefined });
  const mark = ({ marks }, cell) => ({ marks: after(marks, cell, player(marks)), last: cell });

  function ending({ marks, last }) {
    const won = winner(board, marks, last);
    if (won === null) return null;
    return won ? { winner: won - 1, line: lineOf(board, marks, last) } : { winner: null, line: [] };
  }

  const worthsIn = (marks) => worths(board, marks, player(marks), weights());

  /* What the opponent would think in the person's place, and what is plain: a win, and the need to block one. */
  function* hints({ marks }) {
    const own = player(marks), valued = worthsIn(marks);
    const known = valued.filter((worth) => worth !== null);
    const least = Math.min(...known), most = Math.max(...known);
    const wins = winning(board, marks, own), blocks = winning(board, marks, 3 - own);
    for (const cell of moves(marks)) {
      const plain = wins.includes(cell) ? "wins, " : blocks.includes(cell) ? "blocks, " : "";
      const text = (plain ? "!" : "") + String(valued[cell]).replace("-", "−");
      const worth = (valued[cell] - least + 1) / (most - least + 1);
      yield [cell, { text, label: `${plain}to its weights worth ${valued[cell]}`, worth }];
    }
  }

  const KEYS = {
    ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [1, -1], ArrowDown: [1, 1], PageUp: [2, -1], PageDown: [2, 1],
  };
  function go(cell, key) {
    if (!(key in KEYS)) return undefined;
    const [axis, by] = KEYS[key];
    const at = coordinates(board, cell)[axis] + by;
    return at >= 0 && at < edge ? cell + by * edge ** axis : cell;
  }

  function cellName(cell) {
    const [column, row, layer] = coordinates(board, cell);
    return `${layer === undefined ? "" : `layer ${layer + 1}, `}row ${row + 1}, column ${column + 1}`;
  }

  const listed = (numbers) => numbers.join(", ").replaceAll("-", "−");
  function show() {
    weighed.textContent =
      `To it a line with 0 to ${edge - 1} marks of its own alone is worth ${listed(weights().slice(0, edge))}; ` +
      `with as many of its opponent's alone ${listed(weights().slice(edge))}.`;
  }

  const match = TTT.mountMatch(element, {
    ending, hints, places, show,
    board: shown,
    settings: [...chooser.settings, weighed],
    step: go,
    opening: begin,
    after: mark,
    mover: ({ marks }) => player(marks) - 1,
    moves: (position) => (ending(position) ? [] : moves(position.marks)),
    reply: ({ marks }) => best(board, marks, player(marks), weights()),
    opponent: () => [chooser.agent.id, chooser.stepText()].filter(Boolean).join(" after "),
    remark: ({ marks }, cell) => `, worth ${worthsIn(marks)[cell]} to it`,
    name: cellName,
    sign: ({ marks }, cell) => ["", "X", "O"][marks[cell]],
    asks: () => "any free cell",
    note: "Hints show what its weights would make of each free cell in your place; ! is one that wins or blocks a win.",
  });
  return { choose: chooser.choose };
};
