/* A series of games between two players from the empty board: results, and a game of each to look at. */
"use strict";
globalThis.TTT = globalThis.TTT || {};

/* begin() stops the game on the board and gives its two sides; look(moves) shows the opening of a game;
   count(winners) adds the ends of a series to the tally. Returns {element, clear()}. */
TTT.matchSeries = (game, begin, look, count) => {
  const { choice, make } = TTT.dom;
  const { beginnings, different, games, won } = TTT.series;
  const { counted, percent } = TTT.words;
  const NUMBERS = [10, 100, 1000], USUAL = 100, EACH = "each";
  const SLICE = 15, BREATH = 1;
  const RESULTS = [["X won", 0], ["drawn", null], ["O won", 1]];
  const ofGames = (number) => `${counted(number)} ${number === 1 ? "game" : "games"}`;
  let running = null;

  const numbered = NUMBERS.map((number) => [String(number), `${ofGames(number)} from the empty board`]);
  const each = [EACH, "a game after each first mark"];
  const kind = choice("Series", game.chances ? [...numbered, each] : [each, ...numbered], clear);
  if (game.chances) kind.value = String(USUAL);
  const toggle = make("button", { type: "button", class: "match-series-toggle", onclick: () => (running ? end("Stopped: ") : run()) });
  const progress = make("progress", { "aria-label": "Games of the series" });
  const told = make("p", { class: "match-series-told", role: "status" });
  const examples = make("div", { class: "match-actions" });
  const element = make("div", { class: "match-series" }, kind.element, toggle, progress, told, examples);
  clear();

  function run() {
    clear();
    const sides = begin(), position = game.opening();
    const isEach = kind.value === EACH;
    const begun = beginnings(game, position, sides, isEach ? null : Number(kind.value));
    running = { played: [], exact: isEach ? null : game.chances?.(position, sides) };
    progress.max = begun.length;
    setRunning(true);
    goOn(running, games(game, position, sides, begun));
  }

  /* In slices of time, so that the page can always be used. */
  function goOn(own, coming) {
    if (running !== own) return;
    const until = performance.now() + SLICE;
    while (performance.now() < until) {
      const { done, value } = coming.next();
      if (done) return end("");
      if (value) own.played.push(value);
    }
    progress.value = own.played.length;
    setTimeout(() => goOn(own, coming), BREATH);
  }

  function end(how) {
    const { played, exact } = running;
    running = null;
    setRunning(false);
    count(played.map(({ winner }) => winner));
    const results = RESULTS.map(([label, winner]) => `${label} ${counted(won(played, winner))}`).join(", ");
    const chances = exact ? ` Exactly: X wins ${percent(exact[0])}, ${percent(exact[1])} are drawn, O wins ${percent(exact[2])}.` : "";
    const kinds = different(played);
    const alike = played.length < 2 ? "" : kinds === 1 ? ", all the same" : `, ${counted(kinds)} different ones`;
    told.textContent = `${how}${ofGames(played.length)}${alike}: ${results}.${chances}`;
    examples.replaceChildren(...RESULTS.flatMap(([label, winner]) => {
      const first = played.find((one) => one.winner === winner);
      const show = () => look(first.moves);
      return first ? [make("button", { type: "button", onclick: show }, `Look at one: ${label}`)] : [];
    }));
  }

  function setRunning(is) {
    progress.hidden = !is;
    progress.value = 0;
    toggle.textContent = is ? "Stop the series" : "Play the series";
  }

  /* What was played was between others, or is no longer wanted. */
  function clear() {
    running = null;
    setRunning(false);
    told.textContent = "";
    examples.replaceChildren();
  }

  return { clear, element };
};
