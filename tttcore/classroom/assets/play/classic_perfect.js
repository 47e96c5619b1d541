/* Perfect play beside the last mark of an agent of 3x3: the result of each mark that it could have made. */
"use strict";
globalThis.TTT = globalThis.TTT || {};

/* Returns {element, show(answer)}; an answer is {position, cell}, null before there is one. */
TTT.classicPerfect = () => {
  const { make } = TTT.dom;
  const { seatOf, tables, worth } = TTT.classic;
  const { picture } = TTT.classicWords;

  const summary = make("summary");
  const cells = make("div", { class: "picture", role: "group" });
  const element = make("details", { class: "perfect" }, summary,
    make("p", {}, "The board before that mark, which is framed, and the result of each mark with best play of both sides. " +
      "This page computes it, whatever the player went by."), cells);

  function show(answer) {
    element.hidden = answer === null;
    if (answer === null) return;
    summary.textContent = `What each cell was worth to ${"XO"[seatOf[answer.position]]} before its last mark`;
    cells.setAttribute("aria-label", summary.textContent);
    cells.replaceChildren(...picture(tables.boards[answer.position], (cell) => ({
      worth: worth(answer.position, cell),
      chosen: cell === answer.cell,
    })));
  }

  return { element, show };
};
