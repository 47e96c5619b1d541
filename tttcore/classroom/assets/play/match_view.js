/* A game on any board, between a person and an engine or between two engines: turns, undo, replay, and what is shown.

   A game is an object with
     opening(values), moves(position), after(position, move), mover(position)   the rules; movers are 0 (X) and 1 (O);
                               `values` are those of an address, or left out for the settings on the page
     ending(position)          null while it goes on, else {winner, line}: 0, 1 or null, and the places that show why
     players                   the opponent and, if two engines play, its rival: each has `settings`, name(), key(),
                               find(key), choose(key), seats(held) and offer(seat), which leaves those that can play in a
                               seat; `held` is what find gives for a key, null if there is nothing
     reply(position, player)   the move of a player
     explain(position, move, player)   {why, facts}: what the player looked up, in a sentence that begins with its subject
                               and has no full stop; pairs of a label and what else is known
     couldMake(position, move, held)   whether a player might make a move
     couldEver(position, move, held)   optional, for addresses: whether it might have made one, if it changes as it plays
     ended(position, sides, winner), resumed(), settled()   optional: a game has ended by a move; it goes on after all, since a
                               move was taken back; another game is on the board
     verbs(move)               optional: of a move that marks no place, what it is, such as ["resign", "resigned"]; it has no
                               code, and an address leaves it out
     chances(position, sides)  optional: chances that X wins, of a draw, and that O wins
     hints(position)           yields [move, {text, label, worth, rank}]; worth is from -1 to 1, the best rank is best
     board, places             the element to be shown, and in it a button for each move
     name(move), code(move), sign(position, move)   a place in words, as it is typed, and its mark
     step(move, key), typed(digit, position, move)  where a key leads from a place, and which place a digit marks
     keys                      pairs of keys of its board and what they do
     asks(position)            what the person may do, in words
     settings, aside           elements: further settings, and what is shown beside the board
     below                     optional: elements below the board
     note()                    what hints mean, in words
     show(position, sides)     shows what is the game's own; of the two sides the person is null
     key(), check(values), choose(values)   further parts of an address: the present ones, a Fault if some can't be, and
                               the settings of others
   `mountMatch` returns {adapt, restart} for when settings change, the game going on or not, refresh(), {positions, sides},
   meet(key), a new game against a player, and restore(values), the game of an address. Whenever it shows a position, the element gets an event "played" with the values of its address. */
"use strict";
globalThis.TTT = globalThis.TTT || {};

TTT.mountMatch = (element, game) => {
  const { choice, make, tick } = TTT.dom;
  const BREATH = 30, WATCHED = 700;
  const [opponent, rival] = game.players;
  const seats = TTT.matchSeats(game.players);
  const address = TTT.matchAddress(game, seats);
  const told = TTT.matchWords(game);
  let record = null, turn = 0, paused = false;

  const status = make("p", { class: "match-status", role: "status" });
  const tally = TTT.matchTally();
  const why = TTT.matchWhy(game);
  const places = TTT.matchPlaces(game, mark);
  const replay = TTT.matchReplay(look, () => rewind(record.at));
  const hints = TTT.matchHints(game, inTime);
  const series = TTT.matchSeries(game, () => { pause(true); return sides(); }, lookAt, countSeries);
  const seat = choice("You play", seats.facing(opponent.find(opponent.key())), restart);
  const oneSeat = make("output");
  seat.element.append(oneSeat);
  const hinted = tick("Hints", false, refresh);
  const button = (name, onclick, text) => make("button", { type: "button", class: `match-${name}`, onclick }, text);
  const undo = button("undo", takeBack, "Undo");
  const meeting = button("meet", swap, "");
  const pausing = button("pause", flipPause, "Pause");
  const stepping = button("step", step, "Step");
  const second = make("div", { class: "match-rival" }, ...rival.settings, series.element);
  const keys = TTT.matchKeys(game, { places, mark, position: () => record.shown, commands: [
    ["H", "show or hide hints", hinted.flip], ["U", "undo your last mark", takeBack], ["N", "begin a new game", restart],
    [",", "look one move back", () => replay.step(-1)], [".", "look one move forward", () => replay.step(1)],
    ["P", "pause or go on, if two players meet", flipPause], ["S", "make one move, if two players meet", step],
    ["W", "read why the player made its last mark", () => why.reason.focus()],
  ] });
  const stage = make("div", { class: "match-stage" }, status, game.board,
    make("div", { class: "match-actions" }, undo, button("new", restart, "New game"), meeting, pausing, stepping, hinted.element),
    replay.element, ...hints.elements);
  element.classList.add("match");
  element.replaceChildren(stage,
    make("div", { class: "match-side" }, why.reason,
      make("div", { class: "match-settings" }, ...opponent.settings, seat.element, second, ...game.settings),
      why.facts, tally.element, ...game.aside, keys));
  if (game.below) element.append(make("div", { class: "match-below" }, ...game.below));

  const position = () => record.positions.at(-1);
  const sides = () => seats.sides(seat.value);
  const person = () => seats.person(seat.value);
  const names = () => sides().map((side) => side?.name() ?? "you");
  const isPersons = (at) => game.mover(at) === person();

  /* Positions to which undo can lead: those before the last move in which the person is to move. */
  const earlier = () => record.positions.slice(0, -1).map(isPersons).lastIndexOf(true);

  function restart() {
    offerSeats();
    begin([]);
  }

  /* Let another player take the person's side, or the person take it again. */
  function swap() {
    seat.value = seats.swapped(seat.value);
    restart();
  }

  function offerSeats() {
    const held = opponent.find(opponent.key()), [own, ...others] = opponent.seats(held);
    seat.fill(seats.facing(held));
    oneSeat.textContent = others.length ? "" : `This player only moves ${["first", "second"][own]}.`;
    if (person() === null) rival.offer(sides().indexOf(rival));
  }

  function begin(moves) {
    record = TTT.matchRecord(game.opening(), game.after, moves);
    series.clear();
    settle();
    paused = person() === null && record.last > 0;
    places.focused = game.moves(record.positions[0])[0];
    refresh();
  }

  /* The game of an address, or a Fault and no change; who isn't named stays. */
  function restore(values) {
    const read = address.read(values);
    game.choose(values);
    if (read.opponent) opponent.choose(read.opponent);
    offerSeats();
    seat.value = read.seat;
    offerSeats();
    if (read.rival) rival.choose(read.rival);
    begin(read.moves);
    const over = game.ending(position());
    if (over) tally.add(names(), person(), over.winner);
    look(read.at);
  }

  function countSeries(winners) {
    tally.addSeries(names(), winners);
    tally.show(names(), person());
  }

  /* A game of a series, which is counted already. */
  function lookAt(moves) {
    record = TTT.matchRecord(game.opening(), game.after, moves);
    settle();
    look(0);
  }

  function settle() {
    tally.forget();
    game.settled?.();
  }

  function play(move) {
    record.add(move);
    const over = game.ending(position());
    if (over) {
      tally.add(names(), person(), over.winner);
      game.ended?.(position(), sides(), over.winner);
    }
    refresh();
  }

  function mark(move) {
    if (record.isLive && isPersons(position()) && game.moves(position()).includes(move)) play(move);
  }

  const reply = () => play(game.reply(position(), sides()[game.mover(position())]));

  function pause(is) {
    paused = is;
    refresh();
  }

  function flipPause() {
    if (person() === null && element.dataset.turn === "page") pause(!paused);
  }

  /* One move of the game that is watched, those that were made before the others. */
  function step() {
    if (person() !== null) return;
    paused = true;
    if (!record.isLive) look(record.at + 1);
    else if (!game.ending(position())) reply();
  }

  function takeBack() {
    if (person() === null || earlier() < 0) return;
    rewind(earlier());
    if (undo.disabled) places.focus(); // what is disabled can't keep the focus
  }

  function rewind(to) {
    tally.drop();
    game.resumed?.();
    record.rewind(to);
    refresh();
  }

  function look(at) {
    record.at = at;
    refresh();
  }

  function adapt() {
    series.clear();
    refresh();
  }

  function meet(key) {
    opponent.choose(key);
    restart();
  }

  /* Show the position; whatever was being computed for an earlier one is dropped. */
  function refresh() {
    turn++;
    const over = game.ending(record.shown), watched = person() === null;
    const state = !record.isLive ? "replay" : over ? "over" : isPersons(position()) ? "person" : "page";
    element.dataset.turn = state;
    showActions(state, watched);
    status.textContent = told(record, { state, person: person(), over });
    why.show(record, sides());
    why.facts.hidden = state === "over" || (state === "person" && !hinted.value); // no answers before the person asks
    places.show(record, state === "person" ? game.moves(position()) : [], over ? over.line : []);
    tally.show(names(), person());
    replay.show(record);
    game.show(record.shown, sides());
    element.dispatchEvent(new CustomEvent("played", { bubbles: true, detail: address.write(record, seat.value) }));
    if (state === "page" && !paused) inTime(reply, watched ? WATCHED : BREATH);
    hints.clear(hinted.value);
    if (hinted.value && !over && (watched || state !== "page")) hints.show(record.shown);
  }

  function showActions(state, watched) {
    undo.disabled = earlier() < 0;
    undo.hidden = watched;
    meeting.textContent = watched ? "Play yourself" : "Two players, series";
    second.hidden = !watched;
    pausing.hidden = stepping.hidden = !watched;
    pausing.setAttribute("aria-disabled", String(state !== "page")); // so that a button which is used keeps the focus
    stepping.setAttribute("aria-disabled", String(state === "over"));
    pausing.textContent = paused ? "Continue" : "Pause";
  }

  /* Run something soon, unless the position has changed by then. */
  function inTime(work, wait = BREATH) {
    const begun = turn;
    setTimeout(() => begun === turn && work(), wait);
  }

  restart();
  return { adapt, meet, refresh, restart, restore, sides, get positions() { return record.positions; } };
};
