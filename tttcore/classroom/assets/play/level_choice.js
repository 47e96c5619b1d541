/* Buttons of levels, each of which chooses a player, and the rule by which these were found. */
"use strict";
globalThis.TTT = globalThis.TTT || {};

/* `players` are pairs of a level and the id of its player, `rule` says how they were chosen; `chosen` is called with an id.
   Returns {element, show(id, name)}, which marks the level of a player, and says who that is. */
TTT.levelChoice = ({ players, rule }, chosen) => {
  const { make } = TTT.dom;
  const buttons = new Map(players.map(([level, id]) =>
    [id, make("button", { type: "button", onclick: () => chosen(id) }, level)]));
  const who = make("p", { class: "match-level" });
  const element = make("div", { class: "match-levels", role: "group", "aria-label": "Levels" }, ...buttons.values(), who,
    make("details", {}, make("summary", {}, "How these were chosen"), make("p", {}, rule)));

  function show(id, name) {
    buttons.forEach((button, each) => button.setAttribute("aria-pressed", String(each === id)));
    who.textContent = buttons.has(id) ? `${buttons.get(id).textContent}: ${name}.` : "";
  }

  return { element, show };
};
