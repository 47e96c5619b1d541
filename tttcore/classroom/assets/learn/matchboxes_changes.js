/* What people can change in a recipe of matchboxes. */
"use strict";
globalThis.TTT = globalThis.TTT || {};

TTT.matchboxesChanges = (() => {
  const { number } = TTT.setting;
  const { percentSet, several } = TTT.words;
  const MOST_GAMES = 2000, MOST_CHANGE = 20;
  const STARTS = {
    "1": { label: "1 of each move", start: [1] },
    "4": { label: "4 of each move", start: [4] },
    "20": { label: "20 of each move", start: [20] },
    "falling": { label: "4, 3, 2, 1 by its own move", start: [4, 3, 2, 1] },
    "steep": { label: "8, 4, 2, 1 by its own move", start: [8, 4, 2, 1] },
  };

  /* What is left of 1, without what binary fractions add. */
  const rest = (share) => Number((1 - share).toFixed(6));

  /* What can be changed in a treatment's recipe, by key: a number within limits, or one of some options. A share that is
     changed leaves less for the other. */
  function changes({ game, games, opponent, start, win, draw, loss }, { random, careful }) {
    const held = { random: mixture(opponent, { careful }).random, careful: mixture(opponent, { random }).careful };
    return {
      games: number("Games", "Games of a session.", games, 1, MOST_GAMES, 1),
      random: number("Opponent: share of random moves (0 to 1)",
        "Random moves take any free move; the three shares add up to 1.", held.random, 0, rest(careful ?? 0), 0.05),
      careful: number("Share of careful moves; the rest is perfect",
        "Careful moves win at once or block a win where they can, else they are random.",
        held.careful, 0, rest(random ?? 0), 0.05),
      mixed: {
        label: "Opponent changes its mind",
        about: "A mixed opponent decides before each game, or before each move, which kind of moves it makes.",
        options: [["game", "between games"], ["move", "between moves"]],
      },
      start: {
        label: "First beads", about: "Beads of each move in a box before the first game.",
        own: `${start.join(", ")} by its own move`, options: Object.entries(STARTS).map(([key, { label }]) => [key, label]),
      },
      win: number("Beads gained by winning", "For each move whose beads change, in a game that was won.",
        win[0], 0, MOST_CHANGE, 1),
      ...(game === "hexapawn" ? {} : {
        draw: number("Beads gained by a draw", "For each move whose beads change, in a game that was drawn.",
          draw[0], 0, MOST_CHANGE, 1),
      }),
      loss: number("Beads lost by losing", "Taken away from each move whose beads change, in a game that was lost.",
        -loss[0], 0, MOST_CHANGE, 1),
      learns: {
        label: "Beads change of", about: "Moves of a game whose beads change.",
        options: [["all", "all moves of the game"], ["last", "its last move"]],
      },
      empty: {
        label: "At an empty box", about: "What the machine does where no bead is left to draw.",
        options: [["resigns", "it resigns"], ["refilled", "it is filled again"]],
      },
      symmetry: {
        label: "Symmetric moves",
        about: "How moves, or boards, that are equal when rotated or reflected share beads and boxes.",
        options: [["merged", "share beads"], ["boxes", "have beads of their own"],
          ["separate", "have boxes of their own, too"]],
      },
    };
  }

  /* Shares of an opponent's policies that add up to 1; what is given goes before what is held. */
  function mixture(held, { random, careful }) {
    const first = random ?? Math.min(held.random, rest(careful ?? 0));
    const second = careful ?? Math.min(held.careful, rest(first));
    return { random: first, careful: second, perfect: rest(first + second) };
  }

  /* A recipe in a few sentences: the first, and the others. */
  function described({ game, seat, games, opponent, start, win, draw, loss, learns, empty }) {
    const shares = ["perfect", "careful", "random"].filter((name) => opponent[name] > 0)
      .map((name) => `${percentSet(opponent[name])} ${name} moves`);
    const beads = start.length > 1 ? `${start.join(", ")} beads for its first, second and later moves` : `${several(start[0], "bead")} for each move`;
    const signed = ([change]) => (change > 0 ? `+${change}` : String(change).replace("-", "−"));
    return [`A machine of matchboxes plays ${game === "hexapawn" ? "Hexapawn" : "tic-tac-toe"}, moving ${seat}, ${games} games ` +
      `against ${shares.join(" and ")}.`, `Boxes begin with ${beads}. A win changes the beads of ` +
      `${learns === "last" ? "its last move" : "each move made"} by ${signed(win)}, ${game === "hexapawn" ? "" : `a draw by ${signed(draw)}, `}a loss by ${signed(loss)}. At an empty box it ` +
      `${empty === "resigns" ? "resigns" : "fills the box again"}.`];
  }

  /* A recipe with changes by key. */
  function changed(recipe, { games, random, careful, mixed, start, win, draw, loss, learns, empty, symmetry }) {
    const made = structuredClone(recipe);
    const shares = TTT.setting.given({ random, careful });
    if (Object.keys(shares).length) Object.assign(made.opponent, mixture(made.opponent, shares));
    if (mixed) made.opponent.drawn_by = mixed;
    if (start) made.start = STARTS[start].start;
    const gained = { win, draw, loss: loss === undefined ? undefined : 0 - loss };
    for (const [key, change] of Object.entries(TTT.setting.given(gained))) made[key] = [change];
    return { ...made, ...TTT.setting.given({ games, learns, empty, symmetry }) };
  }

  return { changed, changes, described };
})();
