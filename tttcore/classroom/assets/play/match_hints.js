/* Hints on the places of a board, and the best of them in a sentence. */
"use strict";
globalThis.TTT = globalThis.TTT || {};

/* `inTime(work)` runs something soon, unless the position has changed by then. Returns {elements, clear(wanted), show(position)}. */
TTT.matchHints = (game, inTime) => {
  const SIGNS = ["X", "O"];
  const SLICE = 15, NAMED = 3, MOST_NAMED = 5;
  const { make } = TTT.dom;
  const best = make("p", { class: "match-best", "aria-live": "polite" });
  const note = make("p", { class: "match-note" });

  /* Hints are shown as they come, in slices of time, so that the page can always be used. */
  function showMore(position, coming, shown) {
    const until = performance.now() + SLICE;
    while (performance.now() < until) {
      const { done, value } = coming.next();
      if (done) return showBest(position, shown);
      showOne(...value);
      shown.push(value);
    }
    inTime(() => showMore(position, coming, shown));
  }

  function showOne(move, { text, label, worth }) {
    const place = game.places[move];
    place.textContent = text;
    place.dataset.hint = worth > 0 ? "good" : worth < 0 ? "bad" : "even";
    place.style.setProperty("--strength", Math.abs(worth));
    place.setAttribute("aria-label", `${game.name(move)}: free, ${label}`);
  }

  function showBest(position, shown) {
    const highest = Math.max(...shown.map(([, { rank }]) => rank));
    const found = shown.filter(([, { rank }]) => rank === highest);
    found.forEach(([move]) => (game.places[move].dataset.best = ""));
    const told = found.slice(0, found.length > MOST_NAMED ? NAMED : MOST_NAMED).map(([move]) => game.name(move));
    if (found.length > told.length) told.push(`${found.length - told.length} more`);
    best.textContent = `Best for ${SIGNS[game.mover(position)]}: ${told.join("; ")} – ${found[0][1].label}.`;
  }

  /* Nothing yet; what hints mean is said where they are `wanted`. */
  function clear(wanted) {
    best.textContent = "";
    note.textContent = game.note();
    best.hidden = note.hidden = !wanted;
  }

  return { clear, elements: [best, note], show: (position) => showMore(position, game.hints(position), []) };
};
