/* A game on any board, between a person and an engine or between two engines: turns, hints, replay, keys, an address.

   A game is an object with
     opening(), moves(position), after(position, move), mover(position)   the rules; movers are 0 (X) and 1 (O)
     ending(position)          null while it goes on, else {winner, line}: 0, 1 or null, and the places that show why
     players                   the opponent and, if two engines play, its rival: each has `settings`, name(), key(),
                               choose(key), seats() and offer(seat), which leaves those that can play in a seat
     reply(position, player)   the move of a player: {move, facts}; facts are pairs of a label and what an engine knows
     couldMake(position, move, player)   whether a player might make a move
     hints(position)           yields [move, {text, label, worth, rank}]; worth is from -1 to 1, the best rank is best
     board, places             the element to be shown, and in it a button for each move
     name(move), code(move), sign(position, move)   a place in words, as it is typed, and its mark
     step(move, key), typed(digit, position, move)  where a key leads from a place, and which place a digit marks
     asks(position)            what the person may do, in words
     settings, aside           elements: further settings, and what is shown beside the board
     note                      what hints mean, in words
     show(position, sides)     shows what is the game's own; of the two sides the person is null
     key(), choose(values)     further parts of an address, and the game of these
   `mountMatch` returns {restart, refresh} for when settings change, {positions, sides} and restore(values), the game of an
   address. Whenever it shows a position, the element gets an event "played" with the values of its address. */
"use strict";
globalThis.TTT = globalThis.TTT || {};

TTT.mountMatch = (element, game) => {
  const { choice, make, tick } = TTT.dom;
  const SIGNS = ["X", "O"];
  const [opponent, rival] = game.players;
  const SEATS = [
    { value: "x", label: "X, first", seat: 1, sides: [null, opponent] },
    { value: "o", label: "O, second", seat: 0, sides: [opponent, null] },
    { value: "watch-x", label: "no side: watch the opponent as X", seat: 0, sides: [opponent, rival] },
    { value: "watch-o", label: "no side: watch the opponent as O", seat: 1, sides: [rival, opponent] },
  ];
  const BREATH = 30, WATCHED = 700, SLICE = 15;
  let record = null, turn = 0, focused = 0, paused = false;

  const status = make("p", { class: "match-status", role: "status" });
  const note = make("p", { class: "match-note" });
  const best = make("p", { class: "match-best", "aria-live": "polite" });
  const facts = make("dl", { class: "match-facts" });
  const tally = TTT.matchTally();
  const replay = TTT.matchReplay(look, () => rewind(record.at));
  const seat = choice("You play", SEATS.map(({ value, label }) => [value, label]), restart);
  const hints = tick("Hints", false, refresh);
  const button = (name, onclick, text) => make("button", { type: "button", class: `match-${name}`, onclick }, text);
  const undo = button("undo", takeBack, "Undo");
  const pause = button("pause", () => { paused = !paused; refresh(); }, "Pause");
  const second = make("div", { class: "match-rival" }, ...rival.settings);
  element.classList.add("match");
  element.replaceChildren(
    make("div", { class: "match-stage" }, status, game.board,
      make("div", { class: "match-actions" }, undo, button("new", restart, "New game"), pause, hints.element),
      replay.element, best, note),
    make("div", { class: "match-side" },
      make("div", { class: "match-settings" }, ...opponent.settings, seat.element, second, ...game.settings),
      facts, tally.element, ...game.aside,
      make("details", { class: "match-keys" }, make("summary", {}, "Keys on the board"), make("p", {}, game.keys +
        " Enter marks, H shows hints, U undoes, N starts a new game, comma and full stop step through the moves."))));

  const position = () => record.positions.at(-1);
  const sides = () => SEATS.find(({ value }) => value === seat.value).sides;
  const person = () => ({ x: 0, o: 1 })[seat.value] ?? null;
  const names = () => sides().map((side) => side?.name() ?? "you");
  const isPersons = (at) => game.mover(at) === person();
  const facing = () => SEATS.filter((each) => opponent.seats().includes(each.seat));

  /* Positions to which undo can lead: those before the last move in which the person is to move. */
  const earlier = () => record.positions.slice(0, -1).map(isPersons).lastIndexOf(true);

  function restart() {
    seat.fill(facing().map(({ value, label }) => [value, label]));
    if (person() === null) rival.offer(sides().indexOf(rival));
    record = TTT.matchRecord(game.opening(), game.after);
    tally.forget();
    paused = false;
    focused = game.moves(position())[0];
    refresh();
  }

  /* The game of an address, up to a move that can't be made or that an engine never makes; what isn't named stays. */
  function restore(values) {
    game.choose(values);
    if (values.opponent) opponent.choose(values.opponent);
    if (facing().some(({ value }) => value === values.seat)) seat.value = values.seat;
    restart();
    if (values.rival && person() === null) rival.choose(values.rival);
    for (const code of (values.moves ?? "").split(",")) {
      const move = game.moves(position()).find((each) => game.code(each) === code);
      const side = sides()[game.mover(position())];
      if (move === undefined || (side && !game.couldMake(position(), move, side))) break;
      record.add(move);
    }
    paused = person() === null && record.last > 0;
    if (game.ending(position())) tally.add(names(), person(), game.ending(position()).winner);
    refresh();
  }

  const values = () => ({
    opponent: opponent.key(), rival: person() === null ? rival.key() : "", seat: seat.value, ...game.key(),
    moves: record.made.slice(0, record.at).map(({ move }) => game.code(move)).join(","),
  });

  function makeMove({ move, facts: known }) {
    record.add(move, known);
    const over = game.ending(position());
    if (over) tally.add(names(), person(), over.winner);
    refresh();
  }

  function mark(move) {
    if (record.isLive && isPersons(position()) && game.moves(position()).includes(move)) makeMove({ move });
  }

  function takeBack() {
    if (earlier() < 0) return;
    rewind(earlier());
    if (undo.disabled) game.places[focused].focus(); // what is disabled can't keep the focus
  }

  function rewind(to) {
    tally.drop();
    record.rewind(to);
    refresh();
  }

  function look(at) {
    record.at = at;
    refresh();
  }

  /* Show the position; whatever was being computed for an earlier one is dropped. */
  function refresh() {
    turn++;
    const over = game.ending(record.shown);
    const state = !record.isLive ? "replay" : over ? "over" : isPersons(position()) ? "person" : "page";
    const watched = person() === null;
    element.dataset.turn = state;
    undo.disabled = earlier() < 0;
    undo.hidden = watched;
    pause.hidden = !watched || state !== "page";
    pause.textContent = paused ? "Continue" : "Pause";
    second.hidden = !watched;
    note.textContent = game.note();
    best.textContent = "";
    note.hidden = best.hidden = !hints.value;
    status.textContent = sentence(state, over);
    showFacts();
    showPlaces(state, over ? over.line : []);
    tally.show(names(), person());
    replay.show(record);
    game.show(record.shown, sides());
    element.dispatchEvent(new CustomEvent("played", { bubbles: true, detail: values() }));
    if (state === "page" && !paused) {
      inTime(() => makeMove(game.reply(position(), sides()[game.mover(position())])), watched ? WATCHED : BREATH);
    }
    if (hints.value && !over && state !== "page") showHints(game.hints(record.shown), []);
  }

  function sentence(state, over) {
    const mover = record.move && game.mover(record.positions[record.at - 1]);
    const who = mover === person() ? "You" : person() === null || state === "replay" ? SIGNS[mover] : "It";
    const told = record.move && (state !== "page" || person() === null) && !(state === "over" && who === "You")
      ? `${who} marked ${game.name(record.move.move)}. ` : "";
    if (over) return told + ended(over.winner);
    if (state === "replay") return `${told}${SIGNS[game.mover(record.shown)]} is to move.`;
    if (state === "page") return person() === null ? `${told}${SIGNS[1 - (mover ?? 1)]} is to move.` : "The opponent is thinking …";
    return `${told}Your turn with ${SIGNS[person()]}: ${game.asks(record.shown)}.`;
  }

  function ended(winner) {
    if (winner === null) return "A draw.";
    if (person() === null) return `${SIGNS[winner]} has won.`;
    return winner === person() ? "You have won." : "You have lost.";
  }

  /* What the engine knew of the move that led here; of the one before if the person has answered it. */
  function showFacts() {
    const isEngines = (at) => at > 0 && sides()[game.mover(record.positions[at - 1])] !== null;
    const at = [record.at, record.at - 1].find(isEngines);
    const rows = at ? [["Engine's move", game.name(record.made[at - 1].move)], ...factsOf(at)] : [];
    facts.replaceChildren(...rows.flatMap(([label, text]) => [make("dt", {}, label), make("dd", {}, text)]));
  }

  /* Of a move that an address gave, what the engine knows if it would make it again. */
  function factsOf(at) {
    const made = record.made[at - 1], before = record.positions[at - 1];
    if (!made.facts) {
      const again = game.reply(before, sides()[game.mover(before)]);
      made.facts = again.move === made.move ? again.facts : [];
    }
    return made.facts;
  }

  function showPlaces(state, line) {
    const legal = new Set(state === "person" ? game.moves(position()) : []);
    game.places.forEach((place, move) => {
      const sign = game.sign(record.shown, move);
      place.textContent = sign;
      place.dataset.sign = sign;
      place.setAttribute("aria-label", `${game.name(move)}: ${sign || "free"}`);
      place.setAttribute("aria-disabled", String(!legal.has(move)));
      place.classList.toggle("last", record.move?.move === move);
      place.classList.toggle("line", line.includes(move));
      place.tabIndex = move === focused ? 0 : -1;
      delete place.dataset.hint;
      delete place.dataset.best;
    });
  }

  /* Run something soon, unless the position has changed by then. */
  function inTime(work, wait = BREATH) {
    const begun = turn;
    setTimeout(() => begun === turn && work(), wait);
  }

  /* Show hints as they come, in slices of time, so that the page can always be used. */
  function showHints(coming, shown) {
    const until = performance.now() + SLICE;
    while (performance.now() < until) {
      const { done, value } = coming.next();
      if (done) return showBest(shown);
      showHint(game.places[value[0]], ...value);
      shown.push(value);
    }
    inTime(() => showHints(coming, shown));
  }

  function showHint(place, move, { text, label, worth }) {
    place.textContent = text;
    place.dataset.hint = worth > 0 ? "good" : worth < 0 ? "bad" : "even";
    place.style.setProperty("--strength", Math.abs(worth));
    place.setAttribute("aria-label", `${game.name(move)}: free, ${label}`);
  }

  function showBest(shown) {
    const highest = Math.max(...shown.map(([, { rank }]) => rank));
    const found = shown.filter(([, { rank }]) => rank === highest);
    found.forEach(([move]) => (game.places[move].dataset.best = ""));
    const told = found.slice(0, 3).map(([move]) => game.name(move));
    if (found.length > told.length) told.push(`${found.length - told.length} more`);
    best.textContent = `Best for ${SIGNS[game.mover(record.shown)]}: ${told.join("; ")} – ${found[0][1].label}.`;
  }

  const COMMANDS = { h: () => hints.flip(), u: takeBack, n: restart, ",": () => replay.step(-1), ".": () => replay.step(1) };

  function press(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const next = game.step(focused, event.key);
    const typed = /^[1-9]$/.test(event.key) ? game.typed(Number(event.key), record.shown, focused) : undefined;
    const command = COMMANDS[event.key.toLowerCase()];
    if (next === undefined && typed === undefined && !command) return;
    event.preventDefault();
    if (command) return command();
    if (typed !== undefined) mark(typed);
    game.places[focused].tabIndex = -1;
    game.places[next ?? typed].tabIndex = 0;
    game.places[next ?? typed].focus();
  }

  game.places.forEach((place, move) => {
    place.addEventListener("click", () => mark(move));
    place.addEventListener("focus", () => (focused = move));
  });
  game.board.addEventListener("keydown", press);
  restart();
  return { refresh, restart, restore, sides, get positions() { return record.positions; } };
};
