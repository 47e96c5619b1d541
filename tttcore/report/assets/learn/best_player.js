/* How the best organism plays: its openings and its worst mistake, as boards with words. */
"use strict";
globalThis.TTT = globalThis.TTT || {};

TTT.bestPlayer = (() => {
  const { CELLS, free, gene, seatOf, seatsOf, tables, values, worth } = TTT.classic;
  const { make } = TTT.dom;
  const SIGNS = ["", "X", "O"];
  const FIRST_MARKS = [["a corner", 0], ["a side", 1], ["the centre", 4]];
  const RESULTS = { 1: "a win", 0: "a draw", "-1": "a loss" };

  /* The cell that an organism marks in a position, from the digits of its marks by state. */
  function cellOf(champion, position) {
    const marked = Number(champion[tables.stateOf[position]]);
    return free(position).find((cell) => gene(position, cell).allele === marked);
  }

  /* The worst mistake in a seat: {position, cell, before, after, lines}, the largest fall in worth, and of equal ones that
     which most lines of the opponent's marks lead to; null if it makes none. `total` counts all lines. */
  function worstMistake(champion, seat) {
    const lines = new Map([[0, 1]]);
    let worst = null, total = 0;
    for (let position = 0; position < tables.boards.length; position++) {
      const here = lines.get(position);
      if (!here) continue;
      if (tables.results[position] !== null) {
        total += here;
        continue;
      }
      const own = seatOf[position] === seat;
      for (const cell of own ? [cellOf(champion, position)] : free(position)) {
        const next = tables.next[position][cell];
        lines.set(next, (lines.get(next) ?? 0) + here);
        const before = values[position] * (seat === 0 ? 1 : -1), after = worth(position, cell);
        if (!own || after >= before) continue;
        const found = { position, cell, before, after, lines: here };
        if (!worst || rank(found) > rank(worst)) worst = found;
      }
    }
    return { worst, total };
  }

  const rank = ({ before, after, lines }) => (before - after) * 1e6 + lines;

  /* A board with marks, the last of which stands out. */
  function board(position, cell, caption) {
    const marks = [...tables.boards[position]].map(Number);
    const mover = SIGNS[1 + seatOf[position]];
    const cells = Array.from({ length: CELLS }, (_, at) => {
      const sign = at === cell ? mover : SIGNS[marks[at]];
      return make("span", { class: at === cell ? "cell chosen" : "cell", "data-sign": sign }, sign);
    });
    const said = marks.map((mark, at) => (mark ? `${SIGNS[mark]} on ${at + 1}` : "")).filter(Boolean).join(", ") || "empty board";
    const picture = make("div", { class: "picture small", role: "img", "aria-label": `${said}; marks cell ${cell + 1}` }, ...cells);
    return make("figure", {}, picture, make("figcaption", {}, ...caption));
  }

  /* Openings: its first mark, or its answers to the first marks up to symmetry. */
  function openings(champion, seat) {
    if (seat === 0) return [board(0, cellOf(champion, 0), ["As X it opens here"])];
    return FIRST_MARKS.map(([name, cell]) => {
      const position = tables.next[0][cell];
      return board(position, cellOf(champion, position), [`As O, after ${name}`]);
    });
  }

  function mistake(champion, seat) {
    const { worst, total } = worstMistake(champion, seat);
    const side = "XO"[seat];
    if (!worst) return make("p", {}, `As ${side} it makes no mistake in any of its ${total} lines of play.`);
    const { position, cell, before, after, lines } = worst;
    return board(position, cell, [
      `Worst mistake as ${side}: ${RESULTS[after]} instead of ${RESULTS[before]}, `,
      `in ${lines} of ${total} lines of play`]);
  }

  /* Show an organism of a seat, first, second or both, in an element. */
  function show(champion, seat, element) {
    const seats = seatsOf({ seat });
    element.replaceChildren(...seats.flatMap((own) => [...openings(champion, own), mistake(champion, own)]));
  }

  return { show, worstMistake };
})();
