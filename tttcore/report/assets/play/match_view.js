/* A game between a person and the page, on any board: turns, undo, hints, keys and a tally.

   A game is an object with
     opening(), moves(position), after(position, move), mover(position)   the rules; movers are 0 and 1
     ending(position)          null while it goes on, else {winner, line}: 0, 1 or null, and the places that show why
     reply(position)           the page's move
     hints(position)           yields [move, {text, label, worth}]; worth is from -1 to 1, the best for who is to move
     opponent()                who the page is, in words, and said of its moves: remark(position, move)
     board, places             the element to be shown, and in it a button for each move
     name(move), sign(position, move), step(move, key)   a place in words, its mark, and where a key leads from it
     asks(position)            what the person may do, in words
     settings                  elements
     seats()                   who the person may be, 0 and 1 if it isn't there
     note                      what hints mean, in words, if they don't say so themselves
     show(position, person)    shows what is the game's own
   `mountMatch` returns {restart, refresh} for when settings change, and {position, person}: where the game stands, and which
   mover the person is. */
"use strict";
globalThis.TTT = globalThis.TTT || {};

TTT.mountMatch = (element, game) => {
  const { choice, make, tick } = TTT.dom;
  const SIGNS = ["X", "O"];
  const SEATS = [["0", "X, first"], ["1", "O, second"]];
  const ENDS = { won: "You have won.", lost: "You have lost.", drawn: "A draw." };
  const BREATH = 30, SLICE = 15;
  const tallies = new Map();
  let positions = [], made = [], turn = 0, counted = null, focused = 0;

  const status = make("p", { class: "match-status", role: "status" });
  const tally = make("p", { class: "match-tally" });
  const note = make("p", { class: "match-note" }, game.note ?? "");
  const seat = choice("You play", SEATS, restart);
  const hints = tick("Hints", false, refresh);
  const undo = make("button", { type: "button", class: "match-undo", onclick: takeBack }, "Undo");
  const anew = make("button", { type: "button", class: "match-new", onclick: restart }, "New game");
  element.classList.add("match");
  element.replaceChildren(
    make("div", { class: "match-settings" }, seat.element, ...game.settings, hints.element),
    status,
    game.board,
    note,
    make("div", { class: "match-actions" }, undo, anew),
    tally,
  );

  const position = () => positions.at(-1);
  const person = () => Number(seat.value);
  const ending = () => game.ending(position());
  const isPersons = (at) => game.mover(at) === person();

  /* Positions to which undo can lead: those before the last move in which the person is to move. */
  const earlier = () => positions.slice(0, -1).filter(isPersons).length;

  function restart() {
    if (game.seats) seat.fill(SEATS.filter(([who]) => game.seats().includes(Number(who))));
    positions = [game.opening()];
    made = [];
    counted = null;
    focused = game.moves(position())[0];
    refresh();
  }

  function makeMove(move) {
    made.push(move);
    positions.push(game.after(position(), move));
    if (ending()) count();
    refresh();
  }

  function choose(move) {
    if (isPersons(position()) && game.moves(position()).includes(move)) makeMove(move);
  }

  function takeBack() {
    if (!earlier()) return;
    if (counted) counted.tally[counted.result]--;
    counted = null;
    do {
      positions.pop();
      made.pop();
    } while (!isPersons(position()));
    refresh();
    if (undo.disabled) game.places[focused].focus(); // what is disabled can't keep the focus
  }

  function count() {
    const { winner } = ending();
    const result = winner === null ? "drawn" : winner === person() ? "won" : "lost";
    counted = { tally: tallyOf(game.opponent()), result };
    counted.tally[result]++;
  }

  function score(counts) {
    const total = (result) => counts.reduce((sum, each) => sum + each[result], 0);
    return `you won ${total("won")}, drew ${total("drawn")}, lost ${total("lost")}.`;
  }

  function tallyOf(opponent) {
    if (!tallies.has(opponent)) tallies.set(opponent, { won: 0, drawn: 0, lost: 0 });
    return tallies.get(opponent);
  }

  /* Show the position; whatever was being computed for an earlier one is dropped. */
  function refresh() {
    turn++;
    const over = ending();
    const state = over ? "over" : isPersons(position()) ? "person" : "page";
    element.dataset.turn = state;
    undo.disabled = !earlier();
    note.hidden = !hints.value;
    status.textContent = sentence(state, over);
    tally.textContent = `Against ${game.opponent()}: ${score([tallies.get(game.opponent())].filter(Boolean))}` +
      (tallies.size > 1 ? ` In all: ${score([...tallies.values()])}` : "");
    showPlaces(state, over ? over.line : []);
    game.show(position(), person());
    if (state === "page") inTime(() => makeMove(game.reply(position())));
    if (state === "person" && hints.value) showHints(game.hints(position()));
  }

  function sentence(state, over) {
    const last = made.at(-1);
    const told = made.length && !isPersons(positions.at(-2)) ? `It marked ${game.name(last)}${remark()}. ` : "";
    if (state === "over") return told + ENDS[counted.result];
    if (state === "page") return "It is thinking …";
    return `${told}Your turn with ${SIGNS[person()]}: ${game.asks(position())}.`;
  }

  const remark = () => game.remark(positions.at(-2), made.at(-1));

  function showPlaces(state, line) {
    const legal = new Set(state === "person" ? game.moves(position()) : []);
    game.places.forEach((button, move) => {
      const sign = game.sign(position(), move);
      button.textContent = sign;
      button.classList.toggle("cross", sign === "X");
      button.classList.toggle("nought", sign === "O");
      button.setAttribute("aria-label", `${game.name(move)}: ${sign || "free"}`);
      button.setAttribute("aria-disabled", String(!legal.has(move)));
      button.classList.toggle("last", made.at(-1) === move);
      button.classList.toggle("line", line.includes(move));
      button.tabIndex = move === focused ? 0 : -1;
      delete button.dataset.hint;
    });
  }

  /* Run something soon, unless the position has changed by then. */
  function inTime(work) {
    const begun = turn;
    setTimeout(() => begun === turn && work(), BREATH);
  }

  /* Show hints as they come, in slices of time, so that the page can always be used. */
  function showHints(coming) {
    const until = performance.now() + SLICE;
    while (performance.now() < until) {
      const { done, value } = coming.next();
      if (done) return;
      showHint(game.places[value[0]], value[0], value[1]);
    }
    inTime(() => showHints(coming));
  }

  function showHint(button, move, { text, label, worth }) {
    button.textContent = text;
    button.dataset.hint = worth > 0 ? "good" : worth < 0 ? "bad" : "even";
    button.style.setProperty("--strength", Math.abs(worth));
    button.setAttribute("aria-label", `${game.name(move)}: free, ${label}`);
  }

  function go(event) {
    const next = game.step(focused, event.key);
    if (next === undefined) return;
    event.preventDefault();
    game.places[focused].tabIndex = -1;
    game.places[next].tabIndex = 0;
    game.places[next].focus();
  }

  game.places.forEach((button, move) => {
    button.addEventListener("click", () => choose(move));
    button.addEventListener("focus", () => (focused = move));
  });
  game.board.addEventListener("keydown", go);
  restart();
  return { person, position, refresh, restart };
};
