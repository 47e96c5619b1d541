/* Perfect play beside the last mark of an agent of 3x3: the result of each mark that it could have made. */
"use strict";
globalThis.TTT = globalThis.TTT || {};

/* Returns {element, show(answer)}; an answer is {position, cell}, null before there is one. */
TTT.classicPerfect = () => {
  const { make } = TTT.dom;
  const { tables, worth } = TTT.classic;
  const { picture } = TTT.classicWords;

  const cells = make("div", { class: "picture", role: "group", "aria-label": "Value of each cell" });
  const element = make("details", { class: "perfect" }, make("summary", {}, "Value of each cell"),
    make("p", {}, "The result of each mark for the player with best play of both sides. This page computes it, whatever " +
      "the player went by."), cells);

  function show(answer) {
    element.hidden = answer === null;
    if (answer === null) return;
    cells.replaceChildren(...picture(tables.boards[answer.position], (cell) => ({
      worth: worth(answer.position, cell),
      chosen: cell === answer.cell,
    })));
  }

  return { element, show };
};
