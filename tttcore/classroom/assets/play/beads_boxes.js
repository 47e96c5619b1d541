/* Pictures of the boxes that a machine opened in a game: dots for beads, and those that a lesson put in or took away. */
"use strict";
globalThis.TTT = globalThis.TTT || {};

TTT.beadsBoxes = (() => {
  const { make } = TTT.dom;
  const { SIGNS, place } = TTT.classicWords;
  const { beads: counted, change } = TTT.beadsWords;
  const { boards } = TTT.classic.tables;
  const MOST = 8; // dots of a cell; its number says the rest

  const dots = (number, kind) => Array.from({ length: number }, () => make("i", { class: kind }));

  /* Dots before a lesson stay; `by` are put in or taken away, as far as there is room for dots. */
  function heap(number, by) {
    const moved = Math.min(Math.abs(by), MOST);
    const came = by > 0 ? Math.min(moved, number) : 0;
    const stay = Math.min(number - came, MOST - moved);
    return make("span", { class: "heap", "aria-hidden": "true" }, ...dots(stay, "stays"), ...dots(came, "came"),
      ...(by < 0 ? dots(moved, "went") : []));
  }

  function offered(cell, number, by, isDrawn) {
    const parts = [counted(number), isDrawn ? "drawn" : "", by ? `${change(by)} after the game` : ""];
    const label = `${place(cell)}: ${parts.filter(Boolean).join(", ")}`;
    const moved = by ? [make("b", { class: by > 0 ? "more" : "fewer" }, `(${change(by)})`)] : [];
    const mark = make("span", { class: `cell${isDrawn ? " chosen" : ""}`, role: "img", "aria-label": label },
      heap(number, by), make("span", { class: "note" }, String(number), ...moved));
    mark.dataset.cell = cell + 1;
    return mark;
  }

  function other(cell, sign) {
    const made = make("span", { class: "cell", role: "img", "aria-label": `${place(cell)}: ${sign || "no beads"}` }, sign);
    if (sign) made.dataset.sign = sign;
    return made;
  }

  /* A box as {position, cell, cells, beads, by}: the cells that it offers, and their numbers now; `cell` is the one that was
     drawn, -1 if none was, and `by` its change. */
  function picture({ position, cell, cells, beads, by }, at) {
    const shown = [...boards[position]].map((mark, each) => {
      const place = cells.indexOf(each);
      return place < 0 ? other(each, SIGNS[mark]) : offered(each, beads[place], each === cell ? by : 0, each === cell);
    });
    const isEmpty = !beads.some(Boolean), name = `Box ${at + 1}`;
    return make("figure", { class: isEmpty ? "box empty" : "box" },
      make("figcaption", {}, isEmpty ? `${name}, empty` : name),
      make("div", { class: "picture", role: "group", "aria-label": `Cells of ${name}` }, ...shown));
  }

  return { picture };
})();
