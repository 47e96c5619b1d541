/* A guess before the answer: stored and published runs stay hidden until one has guessed what a run comes to, has passed,
   or has seen the run end. */
"use strict";
globalThis.TTT = globalThis.TTT || {};

/* `changed` is called after a guess. Returns {element, of(setting), show(setting), reveal(setting), told(setting,
   histories)}: what pictures need, {isOpen, value, isStep}, `value` being null without a guess; and the line that holds a
   guess against finished runs. A view's `question` of a setting is {asks, unit, most, isStep, of, write}: in words, with
   the unit and greatest number of an answer, what a run's reports come to (null if to none up to `most`), and that in
   words; shares are asked for in percent. */
TTT.guess = (changed) => {
  const { make } = TTT.dom;
  const given = new Map();
  const field = make("input", { type: "number", min: 0, step: "any", required: "" });
  const [asks, unit] = ["span", "span"].map((tag) => make(tag));
  const element = make("form", { class: "learn-guess", onsubmit: take },
    make("label", {}, asks, " ", field), unit,
    make("button", { type: "submit" }, "Guess"),
    make("button", { type: "button", onclick: () => give(null) }, "Show without a guess"));
  let setting = null, shown = "";

  const question = (asked) => TTT.views[asked.study.engine].question(asked);
  const keyOf = (asked) => [asked.study.key, asked.treatment.key, question(asked).asks].join("/");

  function give(value) {
    given.set(keyOf(setting), value);
    changed();
  }

  function take(event) {
    event.preventDefault();
    const { isStep } = question(setting);
    give(isStep ? Math.round(field.valueAsNumber) : field.valueAsNumber / 100);
  }

  function show(next) {
    setting = next;
    const { asks: text, unit: name, most } = question(setting);
    asks.textContent = text;
    unit.textContent = name;
    field.max = most;
    element.hidden = given.has(keyOf(setting));
    if (shown !== keyOf(setting)) field.value = "";
    shown = keyOf(setting);
  }

  const of = (asked) => ({
    isOpen: !given.has(keyOf(asked)), value: given.get(keyOf(asked)) ?? null, isStep: question(asked).isStep,
  });

  function reveal(asked) {
    if (!given.has(keyOf(asked))) given.set(keyOf(asked), null);
  }

  function told(setting, histories) {
    const { value } = of(setting);
    if (value === null) return "";
    const { of: come, write } = question(setting);
    const found = histories.map(come);
    const reached = found.filter((each) => each !== null).sort((one, other) => one - other);
    const missed = found.length - reached.length;
    const range = reached.length ? [...new Set([reached[0], reached.at(-1)].map(write))].join(" to ") : "";
    const never = missed ? `never${found.length > 1 ? ` in ${missed} of ${found.length} runs` : ""}` : "";
    const words = found.length > 1 ? "the runs come to" : "it is";
    return ` You guessed ${write(value)}; ${words} ${[range, never].filter(Boolean).join(", ")}.`;
  }

  return { element, of, reveal, show, told };
};
