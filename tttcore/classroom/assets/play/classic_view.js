/* 3x3 to play on, against any of the agents that the page holds. */
"use strict";
globalThis.TTT = globalThis.TTT || {};

/* Show the game in an element. `data` holds `agents`, their `levels` and the names of `studies`. Returns the match. */
TTT.mountClassic = (element, data) => {
  const { make } = TTT.dom;
  const { CELLS, EDGE, LINES, bestLine, chances, chancesOfResults, decoded, free, plies, seatOf, tables, worth } = TTT.classic;
  const { SIGNS, place } = TTT.classicWords;
  const RESIGNS = "resigns"; // the move of a machine whose box is empty
  const { outcome } = TTT.words;
  const { boards, next, results } = tables;

  const places = Array.from({ length: CELLS }, (_, cell) =>
    make("button", { type: "button", class: "place", "data-number": cell + 1 }));
  const board = make("div", { class: "match-board classic", role: "group",
    "aria-label": "Board; arrow keys move, Enter marks" }, ...places);
  const known = new Map();
  const thoughts = TTT.classicThoughts();
  const perfect = TTT.classicPerfect();
  const worths = TTT.classicWorth(cellsOf), rivals = TTT.classicWorth(cellsOf);
  const pupils = TTT.beadsPupils();
  const boxes = TTT.beadsPanel(pupils, () => match.refresh());
  const about = ({ agent, snapshot }) => `${TTT.playerAbout(agent, snapshot)} ${worths.told(agent, snapshot)}`;
  const opponent = TTT.agentChoice(data, meet, { about });
  const rival = TTT.agentChoice({ ...data, levels: undefined }, () => match.restart(),
    { label: "Second player", whose: " of the second player", about });
  rival.choose(data.agents.find(({ kind }) => kind === "rules").id); // random marks, so that games of the first pair differ
  let met = opponent.agent.id;

  const game = {
    board, ending, hints, places, show,
    players: [opponent, rival],
    settings: [],
    aside: [perfect.element, worths.element, rivals.element],
    below: [boxes.element, thoughts.element],
    chances: ({ index }, sides) => chancesOfResults(sides.map(cellsOf), index),
    opening: () => ({ index: 0, trail: [] }),
    moves: ({ index }) => free(index),
    mover: ({ index }) => seatOf[index],
    after,
    reply: ({ index }, player) => drawn(cellsOf(player), index),
    explain,
    couldMake,
    couldEver: ({ index }, cell, held) => pupils.of(held)?.couldEver(index, cell) ?? couldMake({ index }, cell, held),
    ended, resumed,
    settled: pupils.settle,
    verbs: (move) => (move === RESIGNS ? ["resign", "resigned"] : null),
    name: (move) => (move === RESIGNS ? "none, it resigned" : place(move)),
    code: (move) => (move === RESIGNS ? "" : String(move + 1)),
    sign: ({ index }, cell) => SIGNS[boards[index][cell]],
    step: stepped,
    typed: (digit) => digit - 1,
    asks: () => "mark a free cell",
    keys: [["Arrow keys", "move over the board"], ["1 to 9", "mark the cell with that number"]],
    note: () => "Hints give the result of each mark with best play of both sides. Numbers count the winner's moves.",
    key: () => ({}),
    check: () => {},
    choose: () => {},
  };

  /* A position that was resigned names the seat. */
  function after({ index, trail }, move) {
    if (move === RESIGNS) return { index, trail, resigned: seatOf[index] };
    return { index: next[index][move], trail: [...trail, { position: index, cell: move }] };
  }

  function ending({ index, resigned }) {
    if (resigned !== undefined) return { winner: 1 - resigned, line: [] };
    const result = results[index];
    if (result === null) return null;
    const winner = { 1: 0, "-1": 1, 0: null }[result];
    const isFull = (line) => line.every((cell) => boards[index][cell] === "12"[winner]);
    return { winner, line: winner === null ? [] : LINES.filter(isFull).flat() };
  }

  const outcomeOf = (index, cell) => outcome(worth(index, cell), plies(index, cell));

  function* hints({ index }) {
    for (const cell of free(index)) {
      const value = worth(index, cell), text = outcomeOf(index, cell);
      const label = `${text} ${value < 0 ? "against" : "with"} best play`;
      yield [cell, { text, label, worth: value, rank: 100 * value - value * plies(index, cell) }];
    }
  }

  /* What the player looked up, and what is exactly known of its mark. */
  function explain({ index }, cell, player) {
    if (cell === RESIGNS) return { why: TTT.classicWhy(index, null, player, seenOf(player)), facts: [] };
    const line = bestLine(next[index][cell]).map((each) => each + 1);
    const then = line.length ? " with best play" : "";
    return { why: TTT.classicWhy(index, cell, player, seenOf(player)), facts: [
      [`Worth to ${SIGNS[seatOf[index] + 1]}`, outcomeOf(index, cell) + then],
      ...(line.length ? [["Best continuation", `${line.length > 1 ? "cells" : "cell"} ${line.join(", ")}`]] : []),
    ] };
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

  /* A cell that a player draws by its chances; without any it resigns. */
  function drawn(player, index) {
    if (!player.cells.get(index).length) return RESIGNS;
    let left = Math.random();
    const at = chances(player, index).findIndex((chance) => (left -= chance) < 0);
    return player.cells.get(index).at(at);
  }

  /* Cells and estimates of a player at the step of its learning that is chosen, and of machines as they have learnt. */
  function cellsOf({ agent, snapshot }) {
    if (agent.learning) return pupils.of({ agent, snapshot }).view;
    if (!known.has(snapshot)) known.set(snapshot, decoded(snapshot, agent));
    return known.get(snapshot);
  }

  /* The same as it went by in the game on the board, which may have taught it since. */
  const seenOf = (player) => (player.agent.learning ? pupils.seen(player) : cellsOf(player));

  function ended({ trail }, sides, winner) {
    if (boxes.learns) pupils.teach(sides, trail, winner);
  }

  function resumed() {
    boxes.takenBack(pupils.takeBack());
  }

  function show(position, sides) {
    const { trail } = position;
    const answer = trail.filter(({ position }) => sides[seatOf[position]]).at(-1) ?? null;
    const player = answer ? sides[seatOf[answer.position]] : opponent;
    thoughts.show(answer, player.agent, player.snapshot, seenOf(player));
    thoughts.element.hidden = Boolean(player.agent.learning); // its boxes are shown with their beads
    perfect.show(answer);
    boxes.show(position, sides, Boolean(ending(position)));
    worths.show(opponent.agent, opponent.snapshot);
    rivals.element.hidden = !sides.includes(rival);
    if (!rivals.element.hidden) rivals.show(rival.agent, rival.snapshot);
    met = opponent.agent.id;
  }

  /* Another snapshot of the same agent goes on with the game if it could have made the same marks. */
  function meet() {
    const same = opponent.agent.id === met;
    if (same && couldHave(match.positions.at(-1))) match.adapt();
    else match.restart();
  }

  function couldHave({ trail }) {
    const own = trail.filter(({ position }) => match.sides()[seatOf[position]] === opponent);
    return own.every(({ position, cell }) => couldMake({ index: position }, cell, opponent));
  }

  function couldMake({ index }, cell, player) {
    return cellsOf(player).cells.get(index)?.includes(cell);
  }

  const match = TTT.mountMatch(element, game);
  return match;
};
