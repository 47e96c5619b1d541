/* Keys of a game: those that move over its board, digits that mark, letters that do what buttons do; and their help. */
"use strict";
globalThis.TTT = globalThis.TTT || {};

/* `places` are those of `match_places.js`, position() is the one that is shown, mark(move) marks a place; `commands` are
   lists of a key, what it does in words, and what is called.
   Returns the help. Keys work wherever the focus is on the page while the help's game is shown, but a field keeps its own. */
TTT.matchKeys = (game, { places, position, mark, commands }) => {
  const { make, tick } = TTT.dom;
  const on = tick("Keys work", true, () => {});
  const help = ["?", "show or hide this help", () => flip()];
  const all = [...commands, help];
  const rows = [...game.keys, ["Enter", "mark the place"], ...all];
  const element = make("details", { class: "match-keys" }, make("summary", {}, "Keys"),
    make("dl", {}, ...rows.flatMap(([key, text]) => [make("dt", {}, make("kbd", {}, key)), make("dd", {}, text)])),
    make("p", {}, "Keys work anywhere on this page except in lists and fields to type in; sliders and tabs keep their arrows."),
    on.element);
  const calls = new Map(all.map(([key, , call]) => [key.toLowerCase(), call]));

  function flip() {
    element.open = !element.open;
    if (element.open) element.scrollIntoView({ block: "nearest" });
  }

  const isPlain = (event) => !(event.ctrlKey || event.metaKey || event.altKey);
  const isTyped = (target) => target.matches("select, [type=search]");
  const isShown = () => element.offsetParent !== null;

  /* Where a key leads on the board. From elsewhere an arrow enters it, unless it moves a slider or to another tab. */
  function next({ key, target }) {
    if (game.board.contains(target)) return game.step(places.focused, key);
    return key.startsWith("Arrow") && !target.matches("[type=range], [role=tab]") ? places.focused : undefined;
  }

  function pressed(event) {
    if (!on.value || !isPlain(event) || !isShown() || isTyped(event.target)) return;
    const call = calls.get(event.key.toLowerCase()), place = next(event);
    const typed = /^[1-9]$/.test(event.key) ? game.typed(Number(event.key), position(), places.focused) : undefined;
    if (!call && place === undefined && typed === undefined) return;
    event.preventDefault();
    call?.();
    if (typed !== undefined) mark(typed);
    if (!call) places.go(place ?? typed);
  }

  document.addEventListener("keydown", pressed);
  return element;
};
