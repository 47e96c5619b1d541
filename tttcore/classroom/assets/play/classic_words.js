/* How 3x3 is told and drawn: places, marks, worths, and boards that are only looked at. */
"use strict";
globalThis.TTT = globalThis.TTT || {};

TTT.classicWords = (() => {
  const { make } = TTT.dom;
  const SIGNS = { 0: "", 1: "X", 2: "O" };
  const WORTHS = { 1: "win", 0: "draw", "-1": "loss" };

  const place = (cell) => `cell ${cell + 1}`;

  /* Cells of a board; `about` gives of a free cell its `note`, its `worth` (-1, 0, 1 or none) and if it was `chosen`. */
  const picture = (board, about) => [...board].map((mark, cell) => {
    if (mark !== "0") {
      const marked = image("cell", `${place(cell)}: ${SIGNS[mark]}`, SIGNS[mark]);
      marked.dataset.sign = SIGNS[mark];
      return marked;
    }
    const { note = "", worth, chosen = false } = about(cell);
    const word = WORTHS[worth] ?? "";
    const said = [note, word, chosen ? "chosen" : ""].filter((part) => part !== "").join(", ");
    const made = image(`cell ${chosen ? "chosen" : ""}`, `${place(cell)}: ${said || "free"}`,
      make("span", { class: "note" }, String(note)), make("span", { class: "word" }, word));
    if (word) made.dataset.worth = word;
    return made;
  });

  const image = (classes, label, ...children) =>
    make("span", { class: classes, role: "img", "aria-label": label }, ...children);

  return { SIGNS, WORTHS, picture, place };
})();
