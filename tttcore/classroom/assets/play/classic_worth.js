/* The strength of an agent of 3x3 in each of its seats, now and at every snapshot. */
"use strict";
globalThis.TTT = globalThis.TTT || {};

/* `playerOf({agent, snapshot})` is a player as `engine.js` decodes it, another one whenever it plays otherwise.
   Returns {element, show(agent, snapshot), told(agent, snapshot)}. */
TTT.classicWorth = (playerOf) => {
  const { make } = TTT.dom;
  const { evaluate, seatsOf } = TTT.classic;
  const { counted, percent } = TTT.words;
  const RESULTS = ["won", "drawn", "lost"];
  const SEATS = ["X, first", "O, second"];
  const known = new WeakMap();

  const title = make("h2");
  const rows = make("tbody");
  const courses = make("div", { class: "courses" });
  const head = ["Seat", "Against", ...RESULTS].map((label) => make("th", { scope: "col" }, label));
  const element = make("section", { class: "worth" }, title,
    make("table", {}, make("caption", {}, "Its games against all lines of play (each course that a game can take counts once) and against random marks"),
      make("thead", {}, make("tr", {}, ...head)), rows), courses);

  function show(agent, snapshot) {
    title.textContent = `Strength: ${agent.name}`;
    const seats = seatsOf(agent);
    rows.replaceChildren(...seats.flatMap((seat) => {
      const { lines, random } = worthOf(agent, snapshot, seat);
      return [row(SEATS[seat], "all lines of play", shares(lines)), row(SEATS[seat], "random marks", random)];
    }));
    courses.hidden = agent.snapshots.length === 1;
    courses.replaceChildren(...(courses.hidden ? [] : seats.map((seat) => course(agent, snapshot, seat))));
  }

  const row = (seat, opponent, results) => make("tr", {}, make("th", { scope: "row" }, seat),
    make("td", {}, opponent), ...RESULTS.map((name) => make("td", { class: "n" }, percent(results[name]))));

  function shares(lines) {
    const all = RESULTS.reduce((sum, name) => sum + lines[name], 0);
    return Object.fromEntries(RESULTS.map((name) => [name, lines[name] / all]));
  }

  /* A column for each step, parted by what comes of all lines. */
  function course(agent, snapshot, seat) {
    const columns = agent.snapshots.map((each) => column(agent, each, seat, each === snapshot));
    const [from, to] = [agent.snapshots[0], agent.snapshots.at(-1)].map(({ step }) => make("span", {}, counted(step)));
    return make("figure", { class: "course" }, make("div", { class: "columns" }, ...columns),
      make("div", { class: "ends", "aria-hidden": "true" }, from, agent.unit, to),
      make("figcaption", {}, `As ${SEATS[seat]}: lines won (top), drawn and lost (bottom).`));
  }

  function column(agent, snapshot, seat, now) {
    const lines = shares(worthOf(agent, snapshot, seat).lines);
    const parts = RESULTS.map((name) => make("span", { class: name }));
    parts.forEach((part, at) => part.style.setProperty("flex-grow", lines[RESULTS[at]]));
    const said = `${counted(snapshot.step)} ${agent.unit}: ` +
      RESULTS.map((name) => `${percent(lines[name])} ${name}`).join(", ");
    return make("span", { class: now ? "now" : "", role: "img", "aria-label": said, title: said }, ...parts);
  }

  function worthOf(agent, snapshot, seat) {
    const player = playerOf({ agent, snapshot });
    if (!known.has(player)) known.set(player, {});
    return (known.get(player)[seat] ??= evaluate(player, seat));
  }

  /* How it fares against random marks, in a sentence. */
  function told(agent, snapshot) {
    const seats = seatsOf(agent).map((seat) => {
      const { random: { won, lost } } = worthOf(agent, snapshot, seat);
      return `as ${SEATS[seat][0]} it wins ${percent(won)} and ${lost ? `loses ${percent(lost)}` : "never loses"}`;
    });
    const stored = agent.kind === "beads" ? " and before your games" : ""; // from which it learns
    return `Against random marks${stored}, ${seats.join("; ")}.`;
  }

  return { element, show, told };
};
