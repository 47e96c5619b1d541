/* The places of a board as buttons: what stands there, which may be marked, and which of them keys go to. */
"use strict";
globalThis.TTT = globalThis.TTT || {};

/* `mark(move)` is called for a place that is clicked. Returns {focus(), focused, go(move), show(record, legal, line)}. */
TTT.matchPlaces = (game, mark) => {
  let focused = 0;

  /* `legal` are the moves that the person may make, `line` the places that show how the game ended. */
  function show({ shown, move: last }, legal, line) {
    game.places.forEach((place, move) => {
      const sign = game.sign(shown, move);
      place.textContent = sign;
      place.dataset.sign = sign;
      place.setAttribute("aria-label", `${game.name(move)}: ${sign || "free"}`);
      place.setAttribute("aria-disabled", String(!legal.includes(move)));
      place.classList.toggle("last", move === last);
      place.classList.toggle("line", line.includes(move));
      place.tabIndex = move === focused ? 0 : -1;
      delete place.dataset.hint;
      delete place.dataset.best;
    });
  }

  function go(move) {
    game.places[focused].tabIndex = -1;
    game.places[move].tabIndex = 0;
    game.places[move].focus();
  }

  game.places.forEach((place, move) => {
    place.addEventListener("click", () => mark(move));
    place.addEventListener("focus", () => (focused = move));
  });
  return {
    go, show,
    focus: () => go(focused),
    get focused() { return focused; },
    set focused(move) { focused = move; },
  };
};
