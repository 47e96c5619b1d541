/* Step through a game that was played: a slider over its moves, and play on from any of them. */
"use strict";
globalThis.TTT = globalThis.TTT || {};

/* `look(at)` shows a position, `resume()` takes back what came after it. Returns {element, show(record), step(by)}. */
TTT.matchReplay = (look, resume) => {
  const { make } = TTT.dom;
  const input = make("input", { type: "range", min: 0, max: 0, value: 0, "aria-label": "Moves of this game",
    oninput: () => look(Number(input.value)) });
  const output = make("output");
  const step = (by) => {
    const at = Math.min(Math.max(Number(input.value) + by, 0), Number(input.max));
    if (at !== Number(input.value)) look(at);
  };
  const back = make("button", { type: "button", "aria-label": "One move back", onclick: () => step(-1) }, "◀");
  const forth = make("button", { type: "button", "aria-label": "One move forward", onclick: () => step(1) }, "▶");
  const here = make("button", { type: "button", class: "match-resume", onclick: resume }, "Play on from here");
  const element = make("div", { class: "match-replay" }, back, input, forth, output, here);

  function show({ at, last, isLive }) {
    input.max = last;
    input.value = at;
    input.disabled = last === 0;
    output.textContent = `Move ${at} of ${last}`;
    input.setAttribute("aria-valuetext", output.textContent);
    back.disabled = at === 0;
    forth.disabled = here.hidden = isLive;
  }

  return { element, show, step };
};
