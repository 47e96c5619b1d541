/* A labelled field of a number, which refuses what is out of its limits and says so beside it. */
"use strict";
globalThis.TTT = globalThis.TTT || {};

/* `use` is called with a number within the limits. Returns {element, show(field, value)}; a field is one of setting.js,
   whose `held` is what the treatment has. What was refused stays until a number that can be used takes its place. */
TTT.numberField = (label, use) => {
  const { make } = TTT.dom;
  const { checked, limits } = TTT.setting;
  let field = null, value = null, isRefused = false;

  const input = make("input", { type: "number", inputmode: "decimal", onchange: typed });
  const note = make("span", { class: "learn-note", role: "status" });
  const element = make("label", {}, `${label} `, input, note);

  function typed() {
    const number = checked(field, input.value);
    isRefused = number === undefined;
    if (isRefused) tell();
    else use(number);
  }

  function tell() {
    const text = input.validity.badInput ? "This is no number" : input.value ? `${input.value} can't be used` : "The field is empty";
    const told = field.held === value ? "" : `In the treatment: ${field.held.toLocaleString("en")}`;
    note.textContent = isRefused ? `${text}; allowed: ${limits(field)}. It is still ${value}.` : told;
    input.setAttribute("aria-invalid", isRefused);
  }

  function show(next, number) {
    field = next;
    value = number;
    Object.assign(input, { min: field.least, max: field.most, step: field.step });
    if (!isRefused) input.value = value;
    tell();
  }

  return { element, show };
};
