/* A program that somebody has written in JavaScript, asked in a worker of its own about every position, within a time. */
"use strict";
globalThis.TTT = globalThis.TTT || {};

TTT.program = (() => {
  const SECONDS = 5;
  const FIRST = `// Nine signs row by row, "X", "O" or "." for a free cell, and your sign: return a cell from 0 to 8.
function move(board, sign) {
  return board.indexOf(".");
}
`;
  const ASKED = `
onmessage = ({ data }) => postMessage(data.map(([board, sign]) => {
  try {
    return move(board, sign);
  } catch (error) {
    return String(error);
  }
}));`;
  const { signs } = TTT.exact;

  /* Answers of a program to positions, in their order; an Error with one line if it has none. */
  function ask(text, positions) {
    const href = URL.createObjectURL(new Blob([text, ASKED], { type: "text/javascript" }));
    const worker = new Worker(href);
    return new Promise((resolve, reject) => {
      const late = setTimeout(() => reject(new Error(`it takes more than ${SECONDS} seconds for all boards`)), 1000 * SECONDS);
      worker.onmessage = ({ data }) => { clearTimeout(late); resolve(data); };
      worker.onerror = (event) => {
        event.preventDefault();
        clearTimeout(late);
        reject(new Error(`${event.message}${event.lineno ? ` (line ${event.lineno})` : ""}`));
      };
      worker.postMessage(positions.map((position) => [signs(position), "XO"[TTT.classic.seatOf[position]]]));
    }).finally(() => {
      worker.terminate();
      URL.revokeObjectURL(href);
    });
  }

  return { FIRST, ask };
})();
