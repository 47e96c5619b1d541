/* Who sits where in a game: a person and the opponent, or two engines and nobody. */
"use strict";
globalThis.TTT = globalThis.TTT || {};

/* `players` are the opponent and its rival. Returns {facing(held), swapped(value), person(value), sides(value)} of a seat's value. */
TTT.matchSeats = ([opponent, rival]) => {
  const SEATS = [
    { value: "x", label: "X, first", seat: 1, sides: [null, opponent] },
    { value: "o", label: "O, second", seat: 0, sides: [opponent, null] },
    { value: "watch-x", label: "watch: this player is X", seat: 0, sides: [opponent, rival] },
    { value: "watch-o", label: "watch: this player is O", seat: 1, sides: [rival, opponent] },
  ];

  return {
    /* Values and labels of the seats in which an opponent, as its `find` found it, can be met. */
    facing: (held) => SEATS.filter(({ seat }) => opponent.seats(held).includes(seat)).map(({ value, label }) => [value, label]),
    /* Value with which the opponent plays the same side, and the person's side is another's: a player's, or a person's again. */
    swapped: (value) => SEATS.find((each) => each.value !== value && each.seat === SEATS.find((one) => one.value === value).seat).value,
    /* 0 or 1 for X or O, null for who watches. */
    person: (value) => ({ x: 0, o: 1 })[value] ?? null,
    /* The two sides, X first; the person is null. */
    sides: (value) => SEATS.find((each) => each.value === value).sides,
  };
};
