/* Nine boards to play on, against the search of `nine_board.js`. */
"use strict";
globalThis.TTT = globalThis.TTT || {};

/* Show the game in an element. `data` may say the least, the most and the first depth. Returns the match. */
TTT.mountNineBoard = (element, { least = 1, most = 10, start = 4 } = {}) => {
  const { choice, make } = TTT.dom;
  const {
    BOARDS, CELLS, WIN, after, boards, choose, lineOn, mover, moves, opening, pliesToWin, reach, values, winner,
  } = TTT.nineBoard;
  const { outcome } = TTT.words;
  const { Fault, quoted } = TTT.address;
  const { signed } = TTT.lineWords;
  const EDGE = 3, WIDTH = EDGE * EDGE;
  const HINTS_MOST = 8;

  const opponent = TTT.searchChoice({ least, most, start }, () => match.adapt());
  const rival = TTT.searchChoice({ least, most, start }, () => match.restart(),
    { depth: "Second player's search depth", heuristic: "Second player's heuristic counts" });
  const FREE = "free", DRAW = "draw";
  const rule = choice("Sent to a full board, a player", [[FREE, "may mark any board"], [DRAW, "draws the game"]],
    () => match.restart());
  const searched = new WeakMap();

  const places = Array.from({ length: BOARDS * CELLS }, (_, move) =>
    make("button", { type: "button", class: "place", "data-number": (move % CELLS) + 1 }));
  const layers = Array.from({ length: BOARDS }, (_, board) => make(
    "div", { class: "match-layer", role: "group", "aria-label": `Board ${board + 1}`, "data-number": `Board ${board + 1}` },
    ...places.slice(board * CELLS, (board + 1) * CELLS)));
  const board = make(
    "div", {
      class: "match-board nine-board", role: "group", "aria-label": "Nine boards: arrow keys move, Enter marks",
    }, ...layers);

  const split = (move) => [Math.floor(move / CELLS), move % CELLS];
  const isMarked = (marks, move) => (marks[split(move)[0]] >> split(move)[1]) & 1;
  const rowAndColumn = (number) => [Math.floor(number / EDGE), number % EDGE];

  /* A move as [row, column] among all 81 places, and back. */
  function gridOf(move) {
    const [[boardRow, boardColumn], [row, column]] = split(move).map(rowAndColumn);
    return [EDGE * boardRow + row, EDGE * boardColumn + column];
  }
  function moveAt(row, column) {
    const [[boardRow, cellRow], [boardColumn, cellColumn]] = [rowAndColumn(row), rowAndColumn(column)];
    return CELLS * (EDGE * boardRow + boardColumn) + EDGE * cellRow + cellColumn;
  }

  const ARROWS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
  function step(move, key) {
    if (!(key in ARROWS)) return undefined;
    const [row, column] = gridOf(move).map((at, axis) => Math.min(Math.max(at + ARROWS[key][axis], 0), WIDTH - 1));
    return moveAt(row, column);
  }

  function ending(position) {
    const won = winner(position);
    if (won === null) return null;
    if (won === 0) return { winner: null, line: [] };
    const marks = won === 1 ? position.crosses : position.noughts;
    const on = marks.findIndex(lineOn), bits = lineOn(marks[on]);
    const cells = [...Array(CELLS).keys()].filter((cell) => (bits >> cell) & 1);
    return { winner: won - 1, line: cells.map((cell) => on * CELLS + cell) };
  }

  /* What a value to X means to who marks, in words; `reached` are the plies of the search. */
  function inWords(value, sign, reached) {
    const worth = sign * value;
    if (Math.abs(worth) >= WIN) return outcome(Math.sign(worth), pliesToWin(worth, reached));
    return worth > 0 ? "better" : worth < 0 ? "worse" : "even";
  }

  function hint(value, sign, reached) {
    const worth = sign * value, text = inWords(value, sign, reached);
    const isSettled = Math.abs(worth) >= WIN;
    const label = isSettled ? text : `${text}: no win within ${reached} plies`;
    return { text, label, worth: isSettled ? Math.sign(worth) : worth / WIN, rank: worth };
  }

  /* Hints are what the opponent's search would find in the person's place. */
  const hintOptions = () => ({ ...opponent.options(), depth: Math.min(opponent.options().depth, HINTS_MOST) });

  function* hints(position) {
    const sign = mover(position) ? -1 : 1, options = hintOptions();
    const reached = reach(position, options.depth);
    for (const [move, value] of values(position, options)) yield [move, hint(value, sign, reached)];
  }

  /* What a player's search finds in a position; it is kept with the position. */
  function search(position, player) {
    const options = player.options();
    const found = { ...choose(position, options), player: player.key(), reached: reach(position, options.depth) };
    searched.set(position, found);
    return found;
  }

  function reply(position, player) {
    const kept = searched.get(position);
    return (kept?.player === player.key() ? kept : search(position, player)).move;
  }

  /* What the search found that made the move, even if other depths have been chosen since. A move of an address may be
     one that this search wouldn't make. */
  function explain(position, move, player) {
    const found = searched.get(position) ?? search(position, player);
    const { line, nodes, reached, value } = found, worth = mover(position) ? -value : value;
    const tried = TTT.words.counted(nodes), plies = `${reached} ${reached === 1 ? "ply" : "plies"}`;
    const counted = Math.abs(worth) >= WIN ? "" : ` (${signed(worth)} by its heuristic; ${WIN} is a win)`;
    const words = inWords(worth, 1, reached);
    if (found.move !== move) return { why: `It was given; the search, ${plies} deep, would mark ${name(found.move)}`, facts: [] };
    return {
      why: `It searched ${plies} ahead, tried ${tried} marks, and took the first whose worst outcome is best: it ${verdicts(words)}`,
      facts: [
        ["Value", `${words}${counted}`],
        ["Expected line", line.map(code).join(" ")],
        ["Marks tried", `${tried}, ${plies} deep`],
      ],
    };
  }

  /* "better", "even" and "worse" are of the board at the end of the search, other words of the game. */
  const verdicts = (words) => /^(wins|draws|loses)/.test(words) ? words : `leads to a board that its heuristic calls ${words}`;

  const name = (move) => split(move).map((number, which) => `${["board", "cell"][which]} ${number + 1}`).join(", ");
  const code = (move) => split(move).map((number) => number + 1).join(".");

  /* The cell with a number: on the board to be marked, or where any may be, on that of `move`. */
  function typed(digit, position, move) {
    const open = boards(position);
    return (open.length === 1 ? open[0] : split(move)[0]) * CELLS + digit - 1;
  }

  function asks(position) {
    const open = boards(position);
    return open.length === 1 ? `board ${open[0] + 1}` : "any board with a free cell";
  }

  function show(position) {
    const open = winner(position) === null ? boards(position) : [];
    layers.forEach((layer, number) => layer.classList.toggle("open", open.includes(number)));
  }

  const match = TTT.mountMatch(element, {
    after, asks, board, code, ending, explain, hints, mover, moves, name, places, reply, show, step, typed,
    players: [opponent, rival],
    settings: [rule.element],
    aside: [],
    couldMake: () => true,
    opening: (values = { full: rule.value }) => opening(values.full ?? FREE),
    keys: [["Arrow keys", "move over all boards"], ["1 to 9", "mark the cell with that number on the board to be marked"]],
    note: () => `Hints give the result of the player's search, ${hintOptions().depth} plies deep, from your side. Numbers count ` +
      "the winner's moves; better, even and worse are its heuristic values.",
    sign: (position, move) =>
      isMarked(position.crosses, move) ? "X" : isMarked(position.noughts, move) ? "O" : "",
    key: () => ({ full: rule.value === DRAW ? DRAW : "" }),
    check: ({ full = DRAW }) => {
      if (full !== DRAW) throw new Fault(`Its full ${quoted(full)} is no rule; it can be ${DRAW}, or be left out.`);
    },
    choose: ({ full }) => (rule.value = full ?? FREE),
  });
  return match;
};
