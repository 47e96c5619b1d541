/* A board of three dimensions, layer by layer, to play on against evolved players of `lattice.js`. */
"use strict";
globalThis.TTT = globalThis.TTT || {};

/* Show the game in an element. `data` holds the board's `edge` and `dimensions`, 2 or 3 of them, and `agents`, each
   with the `weights` of its snapshots, and the names of `studies` and `groups` with what `abouts` say of them. Returns the match. */
TTT.mountLattice = (element, { edge, dimensions, agents, ...named }) => {
  const { make } = TTT.dom;
  const { ordinal } = TTT.words;
  const { signed, sum } = TTT.lineWords;
  const { after, best, coordinates, lineOf, moves, opening, player, winner, winning, worths } = TTT.lattice;
  const board = TTT.lattice.board(edge, dimensions);
  const LAYER = edge ** 2;
  const RULES = "house";
  const FAINT = 0.6; // of hints by weights, beside those that are plain

  const offered = { ...named, agents: [...agents, ...rules()] };
  const about = ({ agent, snapshot }) => TTT.playerAbout(agent, snapshot);
  const opponent = TTT.agentChoice(offered, () => match.restart(), { about });
  const rival = TTT.agentChoice(offered, () => match.restart(),
    { label: "Second player", whose: " of the second player", about });
  const weighed = make("p", { class: "match-weights" });

  const places = opening(board).map((_, cell) =>
    make("button", { type: "button", class: "place", "data-number": (cell % LAYER) + 1 }));
  const layers = Array.from({ length: board.cells / LAYER }, (_, layer) => make(
    "div", { class: "match-layer", role: "group", "aria-label": `Layer ${layer + 1}`, "data-number": `Layer ${layer + 1}` },
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
    const named = [
      ["Wins or blocks where it can", "wins at once if it can, else blocks where it can, else marks the first free cell", winOrBlock],
      ["Marks the first free cell", "the first free cell", firstFree],
    ];
    return named.map(([name, rule, weights]) => ({
      id: `${RULES}/${name}`, study: RULES, treatment: name, name, replicate: 0, seat: "both", unit: "", kind: "rules", rule,
      snapshots: [{ step: 0, weights }],
    }));
  }

  /* Positions are marks and the last cell that was marked. */
  const begin = () => ({ marks: opening(board), last: undefined });
  const mark = ({ marks }, cell) => ({ marks: after(marks, cell, player(marks)), last: cell });

  function ending({ marks, last }) {
    const won = winner(board, marks, last);
    if (won === null) return null;
    return won ? { winner: won - 1, line: lineOf(board, marks, last) } : { winner: null, line: [] };
  }

  const weightsOf = (chooser) => chooser.snapshot.weights;
  const worthsIn = (marks, weights) => worths(board, marks, player(marks), weights);

  /* What is plain, a win and the need to block one; and which choice of the opponent a cell would be in the person's
     place, where those that are worth the same are the same choice. */
  function* hints({ marks }) {
    const own = player(marks), valued = worthsIn(marks, weightsOf(opponent));
    const order = [...new Set(valued.filter((worth) => worth !== null))].sort((one, other) => other - one);
    const [most] = order, least = order.at(-1);
    const wins = winning(board, marks, own), blocks = winning(board, marks, 3 - own);
    for (const cell of moves(marks)) {
      const plain = wins.includes(cell) ? "wins now" : blocks.includes(cell) ? "blocks" : "";
      const share = (valued[cell] - least + 1) / (most - least + 1);
      const rank = plain === "wins now" ? 3 : plain ? 2 : share;
      const choice = ordinal(order.indexOf(valued[cell]) + 1);
      const label = `${plain && `${plain}, `}${choice} choice of the player's weights, to which it is worth ` +
        signed(valued[cell]);
      const worth = plain ? 1 : FAINT * share;
      yield [cell, { text: plain || choice, label, worth, rank }];
    }
  }

  const reply = ({ marks }, held) => best(board, marks, player(marks), weightsOf(held));

  /* Its weights may have been chosen since, or the move may be an address's; then it would mark another cell. */
  function explain(position, move, held) {
    const { marks } = position, weights = weightsOf(held), own = player(marks);
    const valued = worthsIn(marks, weights), number = moves(marks).length;
    const equal = valued.filter((worth) => worth === valued[move]).length;
    const first = equal > 1 ? `the first of ${equal} with the greatest sum` : "the greatest sum";
    const better = reply(position, held);
    const why = better === move
      ? `It added up its weights of the lines through each free cell and took ${first}, ${signed(valued[move])}: ` +
        sum(board, marks, own, weights, move)
      : `It didn't choose this by its weights, which add up to ${signed(valued[move])} here and would lead it to ` +
        `${cellName(better)}, ${signed(valued[better])}`;
    return { why, facts: [
      ["Value", `${signed(valued[move])} by its weights`],
      ["Cells compared", `${number}, without looking ahead`],
    ] };
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

  const numberOf = (cell) => [Math.floor(cell / LAYER) + 1, (cell % LAYER) + 1];
  const cellName = (cell) => dimensions < 3 ? `cell ${cell + 1}` : `layer ${numberOf(cell)[0]}, cell ${numberOf(cell)[1]}`;

  const listed = (numbers) => numbers.map(signed).join(", ");
  function show() {
    const weights = weightsOf(opponent);
    weighed.textContent = "The player adds up the values of the lines through a cell. A line with only its own 0 to " +
      `${edge - 1} marks is worth ${listed(weights.slice(0, edge))}; a line with only as many of yours is worth ` +
      `${listed(weights.slice(edge))}.`;
  }

  const match = TTT.mountMatch(element, {
    ending, explain, hints, places, reply, show,
    board: shown,
    players: [opponent, rival],
    settings: [],
    aside: [weighed],
    step: go,
    typed: () => undefined,
    couldMake: () => true,
    opening: begin,
    after: mark,
    mover: ({ marks }) => player(marks) - 1,
    moves: (position) => (ending(position) ? [] : moves(position.marks)),
    name: cellName,
    code: (cell) => numberOf(cell).join("."),
    sign: ({ marks }, cell) => ["", "X", "O"][marks[cell]],
    asks: () => "any free cell",
    keys: [["Arrow keys", "move over a layer"], ["Page Up, Page Down", "change the layer"]],
    note: () => "Hints show the cells that win at once or block a win, and rank the other cells by the player's weights, " +
      "the best as 1st. They don't solve the game.",
    key: () => ({}),
    check: () => {},
    choose: () => {},
  });
  return match;
};
