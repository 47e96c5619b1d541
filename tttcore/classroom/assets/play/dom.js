/* Elements of a page: plain ones, choices with a label, and files to save. */
"use strict";
globalThis.TTT = globalThis.TTT || {};

TTT.dom = (() => {
  const KEPT = 10_000; // milliseconds

  /* An element with attributes, listeners (by names that begin with "on") and children. */
  function make(tag, attributes = {}, ...children) {
    const made = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) {
      if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
      else made.setAttribute(name, value);
    }
    made.append(...children);
    return made;
  }

  /* Options as elements, those with a group within it. */
  function listed(options) {
    const groups = new Map();
    return options.flatMap(([value, text, label]) => {
      const option = make("option", { value }, text);
      if (label === undefined) return [option];
      groups.get(label)?.append(option);
      if (groups.has(label)) return [];
      groups.set(label, make("optgroup", { label }, option));
      return [groups.get(label)];
    });
  }

  /* A labelled list to choose from: {element, value, fill(options)}; options are a value, its label and, where they have
     one, the label of their group, and what was chosen stays so if it is still among them. Of its lines `size` are shown. */
  function choice(label, options, changed) {
    const list = make("select", { onchange: changed });
    const fill = (offered) => {
      const held = list.value;
      list.replaceChildren(...listed(offered));
      if (offered.some(([value]) => value === held)) list.value = held;
    };
    fill(options);
    return {
      element: make("label", {}, `${label} `, list),
      fill,
      get value() { return list.value; },
      set value(chosen) { list.value = chosen; },
      set size(lines) { list.size = lines; },
    };
  }

  /* A labelled slider of whole numbers that says what it stands at: {element, value, limit(most)}. */
  function slider(label, { least, most, start, text = String }, changed) {
    const input = make("input", { type: "range", min: least, max: most, value: start });
    const output = make("output");
    const say = () => {
      output.textContent = text(Number(input.value));
      input.setAttribute("aria-valuetext", output.textContent);
    };
    input.addEventListener("input", say);
    input.addEventListener("change", changed);
    say();
    const element = make("label", {}, `${label} `, input, " ", output);
    const limit = (highest) => {
      input.max = highest;
      input.value = highest;
      element.hidden = highest <= least;
      say();
    };
    const set = (chosen) => {
      input.value = chosen;
      say();
    };
    return { element, limit, get value() { return Number(input.value); }, set value(chosen) { set(chosen); } };
  }

  /* A labelled box to tick: {element, value, flip()}. */
  function tick(label, ticked, changed) {
    const box = make("input", { type: "checkbox", onchange: changed });
    box.checked = ticked;
    return { element: make("label", {}, box, ` ${label}`), flip: () => box.click(), get value() { return box.checked; } };
  }

  /* Let the browser save a file. */
  function save(blob, name) {
    const href = URL.createObjectURL(blob);
    make("a", { href, download: name }).click();
    setTimeout(() => URL.revokeObjectURL(href), KEPT);
  }

  return { choice, make, save, slider, tick };
})();
