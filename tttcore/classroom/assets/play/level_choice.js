/* Buttons of levels, each of which chooses a player, and the rule by which these were found. */
"use strict";
globalThis.TTT = globalThis.TTT || {};

/* `players` are pairs of a level and the key of its player, `rule` says how they were chosen; `chosen` is called with a key.
   Returns {element, show(key, name)}, which marks the level of a player, and says who that is. */
TTT.levelChoice = ({ players, rule }, chosen) => {
  const { make } = TTT.dom;
  const buttons = new Map(players.map(([level, key]) =>
    [key, make("button", { type: "button", onclick: () => chosen(key) }, level)]));
  const who = make("p", { class: "match-level" });
  const element = make("div", { class: "match-levels", role: "group", "aria-label": "Levels" }, ...buttons.values(), who,
    make("details", {}, make("summary", {}, "How these were chosen"), make("p", {}, rule)));

  function show(key, name) {
    buttons.forEach((button, each) => button.setAttribute("aria-pressed", String(each === key)));
    who.textContent = buttons.has(key) ? `${buttons.get(key).textContent}: ${name}.` : "";
  }

  return { element, show };
};
