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

  /* The worst mistake in a seat: {position, cell, before, after, lines}, the largest fall in worth, and of equal ones
     that through which most lines of the opponent's marks go, each to the end of the game; null if it makes none.
     `total` counts all lines. */
  function worstMistake(champion, seat) {
    const marks = (position) => (seatOf[position] === seat ? [cellOf(champion, position)] : free(position));
    const reached = new Map([[0, 1]]);
    const inOrder = [];
    for (let position = 0; position < tables.boards.length; position++) {
      if (!reached.has(position)) continue;
      inOrder.push(position);
      if (tables.results[position] !== null) continue;
      for (const next of marks(position).map((cell) => tables.next[position][cell])) {
        reached.set(next, (reached.get(next) ?? 0) + reached.get(position));
      }
    }
    const below = new Map();
    let worst = null;
    for (const position of inOrder.reverse()) {
      if (tables.results[position] !== null) {
        below.set(position, 1);
        continue;
      }
      const cells = marks(position);
      below.set(position, cells.reduce((sum, cell) => sum + below.get(tables.next[position][cell]), 0));
      if (seatOf[position] !== seat) continue;
      const [cell] = cells;
      const before = values[position] * (seat === 0 ? 1 : -1), after = worth(position, cell);
      const found = { position, cell, before, after, lines: reached.get(position) * below.get(position) };
      if (after < before && (!worst || rank(found) > rank(worst))) worst = found;
    }
    return { worst, total: below.get(0) };
  }

  /* Larger falls first, then more lines, of which there are fewer than a thousand. */
  const rank = ({ before, after, lines }) => (before - after) * 1000 + lines;

  /* A board with marks, the last of which stands out. */
  function board(position, cell, caption) {
    const marks = [...tables.boards[position]].map(Number);
    const mover = SIGNS[1 + seatOf[position]];
    const cells = Array.from({ length: CELLS }, (_, at) => {
      const sign = at === cell ? mover : SIGNS[marks[at]];
      return make("span", { class: at === cell ? "cell chosen" : "cell", "data-sign": sign }, sign);
    });
    const held = marks.map((mark, at) => (mark ? `${SIGNS[mark]} on ${at + 1}` : "")).filter(Boolean);
    const said = `${held.join(", ") || "empty board"}; marks cell ${cell + 1}`;
    const picture = make("div", { class: "picture small", role: "img", "aria-label": said }, ...cells);
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
