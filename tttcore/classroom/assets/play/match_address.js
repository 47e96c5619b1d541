/* Read the game that an address holds: who plays, in which seats, the moves, and the position that is looked at. */
"use strict";
globalThis.TTT = globalThis.TTT || {};

/* `seats` are those of `match_seats.js`. Returns {read(values), write(record, seat)}.

   Nothing on the page changes while an address is read. It is read whole or not at all: what is unknown, can't be played or
   is missing is a Fault. The seat is written last and must be there, so that an address that was cut is never another. */
TTT.matchAddress = (game, seats) => {
  const { Fault, quoted } = TTT.address;
  const [opponent, rival] = game.players;
  const listed = (values) => values.join(", ");

  /* {opponent, rival, seat, moves, at}: keys of players, undefined where none is named; the moves; and how many are shown. */
  function read(values) {
    checkKeys(values);
    const held = found(opponent, values.opponent, "opponent");
    const seat = seatOf(values, held);
    const watched = seats.person(seat) === null;
    if (values.rival !== undefined && !watched) throw new Fault(`It names a second player, but the seat ${quoted(seat)} plays.`);
    const second = watched ? found(rival, values.rival, "rival") : null;
    const engines = seats.sides(seat).map((side) => ({ side, held: side === opponent ? held : second }));
    const other = engines.findIndex(({ side }) => side === rival);
    if (values.rival !== undefined && !rival.seats(second).includes(other)) {
      throw new Fault(`Its rival ${quoted(values.rival)} doesn't play ${"XO"[other]}.`);
    }
    const moves = movesOf(values, engines);
    return { opponent: values.opponent, rival: values.rival, seat, moves, at: placeOf(values, moves.length) };
  }

  function checkKeys(values) {
    const known = ["opponent", "rival", ...Object.keys(game.key()), "moves", "at", "seat"];
    for (const [key, value] of Object.entries(values)) {
      if (!known.includes(key)) throw new Fault(`It has the key ${quoted(key)}; known are ${listed(known)}.`);
      if (!value) throw new Fault(`Its key ${quoted(key)} has no value.`);
    }
    if (values.seat === undefined) throw new Fault("It doesn't end with a seat, so a part of it is missing.");
    game.check(values);
  }

  function found(player, key, role) {
    const held = player.find(key ?? player.key());
    if (!held) throw new Fault(`Its ${role} ${quoted(key)} isn't on this page.`);
    return held;
  }

  function seatOf({ seat }, held) {
    const allowed = seats.facing(held).map(([value]) => value);
    if (!allowed.includes(seat)) throw new Fault(`Its seat ${quoted(seat)} isn't free; free are ${listed(allowed)}.`);
    return seat;
  }

  function movesOf(values, engines) {
    const made = [], could = game.couldEver ?? game.couldMake;
    let position = game.opening(values);
    for (const code of values.moves?.split(",") ?? []) {
      const move = game.moves(position).find((each) => game.code(each) === code);
      const { side, held } = engines[game.mover(position)];
      const told = `Its move ${made.length + 1}, ${quoted(code)}, `;
      if (move === undefined) throw new Fault(`${told}can't be made there.`);
      if (side && !could(position, move, held)) throw new Fault(`${told}is one that its player never makes.`);
      made.push(move);
      position = game.after(position, move);
    }
    return made;
  }

  function placeOf({ at }, number) {
    if (at === undefined) return number;
    if (!/^\d{1,3}$/.test(at) || Number(at) > number) throw new Fault(`It looks at move ${quoted(at)} of ${number}.`);
    return Number(at);
  }

  /* The values of an address of a game in which the person has a seat; those that are empty are left out. */
  const write = ({ at, isLive, made }, seat) => ({
    opponent: opponent.key(), rival: seats.person(seat) === null ? rival.key() : "", ...game.key(),
    moves: made.map(game.code).filter(Boolean).join(","), at: isLive ? "" : String(at), seat,
  });

  return { read, write };
};
