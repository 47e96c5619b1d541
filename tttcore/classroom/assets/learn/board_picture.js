/* A board as a picture, with what its player goes by: a number for each move, of beads or an estimate. */
"use strict";
globalThis.TTT = globalThis.TTT || {};

TTT.boardPicture = (() => {
  const { make } = TTT.dom;
  const EDGE = 3, CELL = 40, PAWN = 12, HEAD = 9;
  const SIGNS = ["", "X", "O"];
  const PLAYERS = ["", "white", "black"];

  function shape(tag, attributes, ...children) {
    const made = document.createElementNS("http://www.w3.org/2000/svg", tag);
    Object.entries(attributes).forEach(([name, value]) => made.setAttribute(name, value));
    made.append(...children);
    return made;
  }

  const centre = (cell) => [(cell % EDGE + 0.5) * CELL, (Math.floor(cell / EDGE) + 0.5) * CELL];

  const text = (content, [x, y], name) =>
    shape("text", { x, y, class: name, "text-anchor": "middle", "dominant-baseline": "central" }, content);

  /* A mark of 3x3, or a pawn: the first player's is open. */
  function mark(sign, cell, isPawns) {
    const [x, y] = centre(cell);
    if (!isPawns) return text(SIGNS[sign], [x, y], "mark");
    return shape("circle", { cx: x, cy: y, r: PAWN, class: PLAYERS[sign] });
  }

  /* A mark on a cell: its number, the stronger tinted the larger its share. */
  function marking({ to, number, share, isChosen }) {
    const [x, y] = centre(to);
    const place = { x: x - CELL / 2, y: y - CELL / 2, width: CELL, height: CELL };
    return [
      shape("rect", { ...place, class: "tint", "fill-opacity": (0.5 * share).toFixed(3) }),
      ...(isChosen ? [shape("rect", { ...place, class: "chosen" })] : []),
      text(number, [x, y], "number"),
    ];
  }

  /* A pawn's move: an arrow, the wider the larger its share, with its number. */
  function arrow({ from, to, number, share, isChosen }) {
    const [[x, y], [endX, endY]] = [centre(from), centre(to)];
    const length = Math.hypot(endX - x, endY - y), [alongX, alongY] = [(endX - x) / length, (endY - y) / length];
    const [tipX, tipY] = [endX - 4 * alongX, endY - 4 * alongY];
    const side = (way) => `${tipX - HEAD * alongX - way * 5 * alongY} ${tipY - HEAD * alongY + way * 5 * alongX}`;
    const name = isChosen ? "arrow chosen" : share ? "arrow" : "arrow none";
    const line = { x1: x, y1: y, x2: tipX - 4 * alongX, y2: tipY - 4 * alongY, class: name };
    return [
      shape("line", { ...line, "stroke-width": (1.5 + 4 * share).toFixed(2) }),
      shape("path", { d: `M ${tipX} ${tipY} L ${side(1)} L ${side(-1)} Z`, class: `${name} head` }),
      text(number, [x + 0.5 * (endX - x), y + 0.5 * (endY - y)], "number beside"),
    ];
  }

  const cellName = (cell) => String(cell + 1);

  /* What a picture shows, in words. */
  function said(board, moves, isPawns) {
    const names = isPawns ? PLAYERS.map((name) => `${name} pawn`) : SIGNS;
    const held = [...board].flatMap((sign, cell) => (sign === "0" ? [] : [`${names[sign]} on ${cellName(cell)}`]));
    const told = moves.map(({ from, to, number }) =>
      `${number} on ${from === to ? cellName(to) : `${cellName(from)} to ${cellName(to)}`}`);
    return `${held.join(", ") || "empty board"}${moves.length ? `; ${told.join(", ")}` : ""}`;
  }

  /* A figure of a board, a digit for each cell, with a caption, and for each of some moves {from, to, number, share,
     isChosen}: a text, a share of 1, and whether it was made. */
  function picture({ board, moves = [], isPawns = false, caption }) {
    const grid = [0, 1, 2, 3].flatMap((line) => [
      shape("line", { x1: line * CELL, y1: 0, x2: line * CELL, y2: EDGE * CELL, class: "grid" }),
      shape("line", { x1: 0, y1: line * CELL, x2: EDGE * CELL, y2: line * CELL, class: "grid" }),
    ]);
    const marks = [...board].flatMap((sign, cell) => (sign === "0" ? [] : [mark(Number(sign), cell, isPawns)]));
    const shown = moves.flatMap(isPawns ? arrow : marking);
    const order = isPawns ? [...grid, ...marks, ...shown] : [...grid, ...shown, ...marks];
    const drawing = shape("svg", { viewBox: `-2 -2 ${EDGE * CELL + 4} ${EDGE * CELL + 4}`, role: "img",
      "aria-label": said(board, moves, isPawns) }, ...order);
    return make("figure", { class: "learn-box" }, drawing, make("figcaption", {}, caption));
  }

  return picture;
})();

/* A figure of a box of a machine as `matchboxes.js` prepares or runs it: its beads, of which one may have been drawn. */
TTT.boxPicture = ({ graph, moves, recipe }, { node, beads, bead: drawn = null }, caption) => {
  const total = beads.reduce((sum, count) => sum + count, 0);
  return TTT.boardPicture({
    board: graph.boards[node], caption, isPawns: recipe.game === "hexapawn",
    moves: moves[node].map(({ from, to }, bead) => ({
      from, to, number: String(beads[bead]), share: total ? beads[bead] / total : 0, isChosen: bead === drawn,
    })),
  });
};
