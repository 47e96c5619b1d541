/* Matchboxes that learn, without a page: boxes, what a game teaches them by the rule of their recipe, and taking that back.

   The rule is what tttcore/engines/page_modules.py describes. Boxes are held by state if symmetric positions share them, else
   by position; of each the beads of the cells that it offers, in their order. */
"use strict";
globalThis.TTT = globalThis.TTT || {};

TTT.beadsLesson = (() => {
  const { decoded, firstCells, free, marksOn, seatOf, seatsOf, tables } = TTT.classic;
  const total = (beads) => beads.reduce((sum, each) => sum + each, 0);
  /* Entry of a list that goes by move, the last one for later moves. */
  const byMove = (list, move) => list[Math.min(move, list.length - 1)];

  /* The machine of an agent with a rule of learning, from one of its snapshots on:
       view          {cells, beads, estimates} as `decoded` returns them; where a box is empty and the machine resigns, both
                     are empty
       games         how many have taught it
       isBox(position), isRefilled
       couldEver(position, cell)   whether it could mark a cell with its stored beads, or after boxes were refilled
       learn(trail, result)        a lesson; null if its beads don't allow one of the marks
       takeBack(lesson), reset()   for the last lesson; for all

     A trail is a list of {position, cell}, the machine's own marks in order; results are "win", "draw" and "loss". A lesson
     is {result, seen, changes}: the view of the game, and for each box that was opened {position, cell, offered, stood,
     before, after, by, refilled}: beads by offered cell as they stood, with the first ones again if they are refilled, and
     after the game; and `by` for the one that was marked. */
  function machine(agent, snapshot) {
    const rule = agent.learning;
    const stored = decoded(snapshot, agent);
    const isShared = rule.symmetry !== "separate";
    const keyOf = (position) => (isShared ? tables.stateOf[position] : position);
    const isOwn = (position) => tables.results[position] === null && seatsOf(agent).includes(seatOf[position]);
    const offers = isShared
      ? new Map([...tables.boards.keys()].filter(isOwn).map((position) => [position, firstCells(position)]))
      : stored.cells;
    const isRefilled = rule.empty === "refilled";
    const held = { boxes: null, view: null, games: 0 };
    reset();

    function reset() {
      held.boxes = new Map(isShared ? stored.boxes : stored.beads);
      held.games = 0;
      held.view = seen();
    }

    /* A position with one move may have no box: nothing is drawn there. */
    function isBox(position) {
      return rule.forced === "boxed" || (rule.symmetry === "merged" ? firstCells(position) : free(position)).length > 1;
    }

    /* First beads: of each offered cell, and of those that are the same to a box which others share. */
    function first(position) {
      const each = byMove(rule.start, Math.floor(marksOn(tables.boards[position]) / 2));
      const leadsTo = (cell) => tables.stateOf[tables.next[position][cell]];
      const alike = (cell) => free(position).filter((other) => leadsTo(other) === leadsTo(cell)).length;
      return offers.get(position).map((cell) => each * (rule.symmetry === "boxes" ? alike(cell) : 1));
    }

    function beadsIn(position) {
      const beads = held.boxes.get(keyOf(position));
      return isRefilled && !total(beads) ? first(position) : beads;
    }

    function seen() {
      const cells = new Map(), beads = new Map();
      for (const [position, offered] of offers) {
        const counts = isBox(position) ? beadsIn(position) : offered.map(() => 1);
        cells.set(position, offered.filter((_, at) => counts[at]));
        beads.set(position, counts.filter(Boolean));
      }
      return { cells, beads, estimates: new Map() };
    }

    function learn(trail, result) {
      const drawn = trail.filter(({ position }) => isBox(position));
      if (!trail.every(({ position, cell }) => held.view.cells.get(position)?.includes(cell))) return null;
      const changes = drawn.map(({ position, cell }, move) => {
        const stood = held.boxes.get(keyOf(position)), before = beadsIn(position), offered = offers.get(position);
        const wanted = rule.learns === "all" || move === drawn.length - 1 ? byMove(rule[result], move) : 0;
        const after = before.map((beads, at) => (offered[at] === cell ? Math.max(0, beads + wanted) : beads));
        return { position, cell, offered, stood, before, after, by: total(after) - total(before), refilled: before !== stood };
      });
      const lesson = { result, changes, seen: held.view };
      changes.forEach(({ position, after }) => held.boxes.set(keyOf(position), after));
      held.games++;
      held.view = seen();
      return lesson;
    }

    function takeBack({ changes, seen: before }) {
      changes.forEach(({ position, stood }) => held.boxes.set(keyOf(position), stood));
      held.games--;
      held.view = before;
    }

    const couldEver = (position, cell) =>
      Boolean((isRefilled ? offers : stored.cells).get(position)?.includes(cell));

    return {
      couldEver, isBox, isRefilled, learn, reset, rule, takeBack,
      get games() { return held.games; },
      get view() { return held.view; },
    };
  }

  return { machine };
})();
