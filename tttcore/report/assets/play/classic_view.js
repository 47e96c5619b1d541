/* 3x3 to play on, against any of the agents that the page holds. */
"use strict";
globalThis.TTT = globalThis.TTT || {};

/* Show the game in an element. `data` holds `agents` and the titles of `studies`. Returns {choose(id)}. */
TTT.mountClassic = (element, data) => {
  const { make } = TTT.dom;
  const { CELLS, EDGE, LINES, decoded, free, seatOf, seatsOf, tables, worth } = TTT.classic;
  const { SIGNS, WORTHS, place } = TTT.classicWords;
  const { boards, next, results } = tables;

  const places = Array.from({ length: CELLS }, () => make("button", { type: "button", class: "place" }));
  const board = make("div", { class: "match-board classic", role: "group",
    "aria-label": "Board; arrow keys move, Enter marks" }, ...places);
  const thoughts = TTT.classicThoughts();
  const worths = TTT.classicWorth();
  const chooser = TTT.agentChoice(data, meet);
  let player = null, taken = null;

  const game = {
    board,
    places,
    settings: chooser.settings,
    seats: () => seatsOf(chooser.agent).map((seat) => 1 - seat),
    opening: () => ({ index: 0, trail: [] }),
    moves: ({ index }) => free(index),
    mover: ({ index }) => seatOf[index],
    after: ({ index, trail }, cell) => ({ index: next[index][cell], trail: [...trail, { position: index, cell }] }),
    ending,
    reply: ({ index }) => anyOf(player.cells.get(index)),
    hints,
    opponent: () => [chooser.agent.id, chooser.agent.snapshots.length > 1 ? `after ${chooser.stepText()}` : ""].join(" ").trim(),
    remark: () => "",
    name: place,
    sign: ({ index }, cell) => SIGNS[boards[index][cell]],
    step: stepped,
    asks: () => "mark a free cell",
    note: "Hints say what best play on both sides makes of each mark of yours.",
    show,
  };

  function ending({ index }) {
    const result = results[index];
    if (result === null) return null;
    const winner = { 1: 0, "-1": 1, 0: null }[result];
    const isFull = (line) => line.every((cell) => boards[index][cell] === "12"[winner]);
    return { winner, line: winner === null ? [] : LINES.filter(isFull).flat() };
  }

  function* hints({ index }) {
    for (const cell of free(index)) {
      const word = WORTHS[worth(index, cell)];
      yield [cell, { text: word, label: `a ${word} for you`, worth: worth(index, cell) }];
    }
  }

  /* Where an arrow key leads, round the edges. */
  function stepped(cell, key) {
    const row = cell - (cell % EDGE);
    switch (key) {
      case "ArrowRight": return row + ((cell + 1) % EDGE);
      case "ArrowLeft": return row + ((cell + EDGE - 1) % EDGE);
      case "ArrowDown": return (cell + EDGE) % CELLS;
      case "ArrowUp": return (cell + CELLS - EDGE) % CELLS;
      default: return undefined;
    }
  }

  const anyOf = (cells) => cells[Math.floor(Math.random() * cells.length)];

  function show({ trail }, person) {
    const answer = trail.filter(({ position }) => seatOf[position] !== person).at(-1) ?? null;
    thoughts.show(answer, chooser.agent, chooser.snapshot, player);
  }

  function take() {
    player = decoded(chooser.snapshot, chooser.agent);
    taken = chooser.agent.id;
    worths.show(chooser.agent, chooser.snapshot);
  }

  /* Another snapshot of the same agent goes on with the game if it could have made the same marks. */
  function meet() {
    const before = taken;
    take();
    if (taken === before && couldHave(match.position())) match.refresh();
    else match.restart();
  }

  function couldHave({ trail }) {
    const own = trail.filter(({ position }) => seatOf[position] !== match.person());
    return own.every(({ position, cell }) => player.cells.get(position)?.includes(cell));
  }

  take();
  const table = make("div");
  element.replaceChildren(make("div", { class: "classic-tab" }, table,
    make("div", { class: "aside" }, thoughts.element, worths.element)));
  const match = TTT.mountMatch(table, game);
  return { choose: chooser.choose };
};
