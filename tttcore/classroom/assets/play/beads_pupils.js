/* The machines that learn on the page, each snapshot's apart, and what the game on the board has taught them. */
"use strict";
globalThis.TTT = globalThis.TTT || {};

/* A `held` is an {agent, snapshot}. Returns
     of(held)        its machine, see `beads_lesson.js`; null if it doesn't learn
     seen(held)      what it goes by in the game on the board: its view before this game's lesson
     lesson(held)    what this game has taught it; null if the marks of the game aren't its beads'; undefined before
     teach(sides, trail, winner)   for a game that has ended: sides are helds or null, the trail is of both, the winner 0, 1
                     or null
     takeBack()      the lessons of the game on the board, which goes on; the machines that they were given
     settle()        another game is on the board, so that these lessons stay
     reset(held)     all that this machine was taught; another one's lesson can still be taken back */
TTT.beadsPupils = () => {
  const { machine } = TTT.beadsLesson;
  const { seatOf } = TTT.classic;
  const machines = new Map();
  const taught = new Map();

  function of({ agent, snapshot }) {
    if (!agent.learning) return null;
    if (!machines.has(snapshot)) machines.set(snapshot, machine(agent, snapshot));
    return machines.get(snapshot);
  }

  const lesson = (held) => taught.get(of(held));
  const seen = (held) => lesson(held)?.seen ?? of(held).view;

  function teach(sides, trail, winner) {
    sides.forEach((side, seat) => {
      const pupil = side && of(side);
      if (!pupil) return;
      const result = winner === null ? "draw" : winner === seat ? "win" : "loss";
      taught.set(pupil, pupil.learn(trail.filter(({ position }) => seatOf[position] === seat), result));
    });
  }

  function takeBack() {
    const given = [...taught].filter(([, each]) => each);
    given.forEach(([pupil, each]) => pupil.takeBack(each));
    taught.clear();
    return given.map(([pupil]) => pupil);
  }

  function reset(held) {
    taught.delete(of(held));
    of(held).reset();
  }

  return { lesson, of, reset, seen, settle: () => taught.clear(), takeBack, teach };
};
