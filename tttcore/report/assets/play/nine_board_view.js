/* Nine boards to play on, against the search of `nine_board.js`. */
"use strict";
globalThis.TTT = globalThis.TTT || {};

/* Show the game in an element. `data` may say the least, the most and the first depth. */
TTT.mountNineBoard = (element, { least = 1, most = 10, start = 4 } = {}) => {
  const { choice, make, slider } = TTT.dom;
  const { BOARDS, CELLS, WIN, after, boards, choose, lineOn, mover, moves, opening, values, winner } = TTT.nineBoard;
  const EDGE = 3, WIDTH = EDGE * EDGE;
  const HINTS_MOST = 8;

  const depth = slider("Plies it looks ahead", { least, most, start }, () => match.refresh());
  const COUNTED = { 1: "boards that a mark would win", 2: "marks that would win a board", 0: "nothing" };
  const heuristic = choice("At its limit it counts", ["1", "2", "0"].map((number) => [number, COUNTED[number]]),
    () => match.refresh());
  const rule = choice("Sent to a full board, one", [
    ["free", "marks any board"], ["draw", "has drawn the game"],
  ], () => match.restart());

  const places = Array.from({ length: BOARDS * CELLS }, () => make("button", { type: "button", class: "place" }));
  const layers = Array.from({ length: BOARDS }, (_, board) => make(
    "div", { class: "match-layer", role: "group", "aria-label": `Board ${board + 1}` },
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

  /* In a hurry: of two wins the sooner, of two losses the later. */
  const options = (deepest) => ({
    heuristic: Number(heuristic.value), depth: Math.min(depth.value, deepest), hurry: true,
  });

  /* What a value to X means to who is to move. */
  function hint(value, sign) {
    const worth = sign * value;
    if (worth >= WIN) return { text: "+", label: "wins", worth: 1 };
    if (worth <= -WIN) return { text: "−", label: "loses", worth: -1 };
    const text = worth > 0 ? `+${worth}` : String(worth).replace("-", "−");
    return { text, label: `worth ${text}`, worth: worth / WIN };
  }

  function* hints(position) {
    const sign = mover(position) ? -1 : 1;
    for (const [move, value] of values(position, options(HINTS_MOST))) yield [move, hint(value, sign)];
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
    after, asks, board, ending, hints, mover, moves, places, show, step,
    settings: [depth.element, heuristic.element, rule.element],
    opening: () => opening(rule.value),
    reply: (position) => choose(position, options(most)).move,
    opponent: () => `a search of ${depth.value} plies that counts ${COUNTED[heuristic.value]}`,
    remark: () => "",
    note: `Hints show what it would find in your place, looking ${HINTS_MOST} plies ahead at most, in sixtieths of a ` +
      "won game; + wins and − loses.",
    name: (move) => split(move).map((number, which) => `${["board", "cell"][which]} ${number + 1}`).join(", "),
    sign: (position, move) =>
      isMarked(position.crosses, move) ? "X" : isMarked(position.noughts, move) ? "O" : "",
  });
  return match;
};
