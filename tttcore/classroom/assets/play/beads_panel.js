/* What is shown of machines that learn: whether they do, their boxes of the game on the board, and what it taught them. */
"use strict";
globalThis.TTT = globalThis.TTT || {};

/* `pupils` are those of `beads_pupils.js`; `changed` is called after beads were put back.
   Returns {element, learns, show({index, trail, resigned}, sides, isOver), takenBack(machines)}. */
TTT.beadsPanel = (pupils, changed) => {
  const { make, tick } = TTT.dom;
  const { seatOf } = TTT.classic;
  const words = TTT.beadsWords;
  const { picture } = TTT.beadsBoxes;
  const SIGNS = ["X", "O"];
  const notes = new Map(); // what was last said of a machine
  let seen = new Set();

  const learns = tick("Learns", true, changed);
  const said = make("p", { class: "beads-told", role: "status" });
  const machines = make("div");
  const note = make("p", { class: "match-note" }, "It learns from every game that is played to its end here, also between two " +
    "players, but not from a series or from looking at a game again. Undo takes the lesson back. Beads are kept until this page " +
    "is closed.");
  const element = make("section", { class: "beads" }, make("h2", {}, "Its boxes in this game"), learns.element, said, machines,
    note);

  function show(position, sides, isOver) {
    const held = sides.map((side, seat) => ({ side, seat })).filter(({ side }) => side?.agent.kind === "beads");
    element.hidden = !held.length;
    learns.element.hidden = note.hidden = !held.some(({ side }) => pupils.of(side));
    const lines = held.map(({ side, seat }) => told(position, side, held.length > 1 ? `${SIGNS[seat]}: ` : ""));
    said.textContent = lines.filter(Boolean).join("\n");
    machines.replaceChildren(...held.flatMap(({ side, seat }) => ofMachine(position, side, seat, held.length > 1, isOver)));
    seen = new Set(held.map(({ side }) => side.agent.learning && pupils.lesson(side)));
  }

  function ofMachine(position, side, seat, isNamed, isOver) {
    const title = isNamed ? [make("h3", {}, `${SIGNS[seat]}: ${side.name()}`)] : [];
    const pupil = pupils.of(side);
    if (!pupil) return [...title, make("p", {}, `It doesn't learn here: ${side.agent.unteachable}.`)];
    const lesson = pupils.lesson(side), isTaught = isOver && Boolean(lesson);
    const shown = boxes(position, side, seat, isTaught ? lesson : null);
    const row = make("div", { class: isTaught && !seen.has(lesson) ? "boxes moves" : "boxes" }, ...shown.map(picture));
    return [...title, shown.length ? row : make("p", {}, "It has opened no box in this game yet."), putBack(side, pupil),
      make("p", { class: "match-note" }, words.rule(pupil.rule))];
  }

  /* Boxes that were opened so far, as they are after the lesson if there was one. */
  function boxes({ index, trail, resigned }, side, seat, lesson) {
    const pupil = pupils.of(side), view = pupils.seen(side);
    const held = (beads, position) => beads.get(position) ?? [];
    const inGame = ({ position, cell }) =>
      ({ position, cell, cells: held(view.cells, position), beads: held(view.beads, position), by: 0 });
    const own = trail.filter(({ position }) => seatOf[position] === seat && pupil.isBox(position));
    const opened = lesson
      ? lesson.changes.map(({ position, cell, offered, after, by }) => ({ position, cell, cells: offered, beads: after, by }))
      : own.map(inGame);
    return resigned === seat ? [...opened, { position: index, cell: -1, cells: [], beads: [], by: 0 }] : opened;
  }

  /* What this game taught a machine, or what was last said of it. */
  function told({ resigned }, side, whose) {
    const pupil = pupils.of(side), lesson = pupil && pupils.lesson(side);
    if (!pupil || lesson === undefined) return notes.has(pupil) ? whose + notes.get(pupil) : "";
    const text = words.lesson(lesson, resigned !== undefined && lesson?.result === "loss");
    notes.set(pupil, `Last game: ${text}`);
    return whose + text;
  }

  function putBack(side, pupil) {
    const games = pupil.games;
    const button = make("button", { type: "button", onclick: () => {
      pupils.reset(side);
      notes.set(pupil, "All its boxes hold their stored beads again.");
      changed();
      learns.element.firstChild.focus(); // the button is another one now
    } }, "Put the stored beads back");
    button.disabled = !games;
    const count = games ? `${games} ${games === 1 ? "game" : "games"}` : "no game";
    return make("p", { class: "beads-back" }, `It has learnt from ${count} here.`, button);
  }

  return {
    element, show,
    get learns() { return learns.value; },
    takenBack(machines) { machines.forEach((each) => notes.set(each, "The game goes on, and its lesson was taken back.")); },
  };
};
