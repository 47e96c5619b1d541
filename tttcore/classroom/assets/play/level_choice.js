/* Buttons of levels, each of which chooses a player, and the rule by which these were found. */
"use strict";
globalThis.TTT = globalThis.TTT || {};

/* `players` are pairs of a level and the id of its player, `rule` says how they were chosen; `chosen` is called with an id.
   Returns {element, show(id)}, which marks the level of a player. */
TTT.levelChoice = ({ players, rule }, chosen) => {
  const { make } = TTT.dom;
  const buttons = new Map(players.map(([level, id]) =>
    [id, make("button", { type: "button", onclick: () => chosen(id) }, level)]));
  const element = make("div", { class: "match-levels", role: "group", "aria-label": "Levels" }, ...buttons.values(),
    make("details", {}, make("summary", {}, "How these were chosen"), make("p", {}, rule)));

  const show = (id) => buttons.forEach((button, each) => button.setAttribute("aria-pressed", String(each === id)));

  return { element, show };
};
