/* Keys of a game: those that move over its board, digits that mark, letters that do what buttons do; and their help. */
"use strict";
globalThis.TTT = globalThis.TTT || {};

/* `places` are those of `match_places.js`, position() is the one that is shown, mark(move) marks a place; `commands` are
   lists of a key, what it does in words, and what is called.
   Returns {element, onBoard(event), anywhere(event)}: the help, and listeners for the board and for all of the game. */
TTT.matchKeys = (game, { places, position, mark, commands }) => {
  const { make } = TTT.dom;
  const help = ["?", "show or hide this help", () => flip()];
  const all = [...commands, help];
  const rows = [...game.keys, ["Enter", "mark the place"], ...all];
  const element = make("details", { class: "match-keys" }, make("summary", {}, "Keys"),
    make("dl", {}, ...rows.flatMap(([key, text]) => [make("dt", {}, make("kbd", {}, key)), make("dd", {}, text)])),
    make("p", {}, "Arrows and digits work on the board, letters and signs also on buttons."));
  const calls = new Map(all.map(([key, , call]) => [key.toLowerCase(), call]));

  function flip() {
    element.open = !element.open;
    if (element.open) element.scrollIntoView({ block: "nearest" });
  }

  const isPlain = (event) => !(event.ctrlKey || event.metaKey || event.altKey);
  const isTyped = ({ tagName }) => tagName === "SELECT";

  function onBoard(event) {
    if (!isPlain(event)) return;
    const next = game.step(places.focused, event.key);
    const typed = /^[1-9]$/.test(event.key) ? game.typed(Number(event.key), position(), places.focused) : undefined;
    if (next === undefined && typed === undefined) return;
    event.preventDefault();
    if (typed !== undefined) mark(typed);
    places.go(next ?? typed);
  }

  /* A list to choose from keeps its letters. */
  function anywhere(event) {
    const call = calls.get(event.key.toLowerCase());
    if (!call || !isPlain(event) || isTyped(event.target)) return;
    event.preventDefault();
    call();
  }

  return { anywhere, element, onBoard };
};
