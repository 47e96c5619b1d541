/* What people can change in a recipe of tabular learners. */
"use strict";
globalThis.TTT = globalThis.TTT || {};

TTT.tabularChanges = (() => {
  const { given, number } = TTT.setting;
  const MOST_GAMES = 999_999;

  /* What can be changed in a treatment's recipe, by key: a number within limits, or one of some options. */
  function changes({ games, step, exploration, rewards }) {
    return {
      games: number("Games", games, 1, Math.max(MOST_GAMES, games), 1),
      step: number("Learning rate α", step, 0, 1, 0.01),
      exploration: number("Exploration rate ε", exploration, 0, 1, 0.01),
      draw: number("Reward of a draw, between 0 and 1 of a win", rewards.draw, 0, 1, 0.05),
      ties: { label: "Of equally good marks", options: [["first", "it makes the first"], ["random", "it makes any"]] },
      target: { label: "Estimates move towards", options: [["moving", "the estimate after them"],
        ["fixed", "the game's reward"]] },
      explored: { label: "After a random mark", options: [["kept", "all marks are learnt from"],
        ["forgets", "only those behind it are"]] },
    };
  }

  /* A recipe with changes by key. */
  function changed(recipe, { games, step, exploration, draw, ties, target, explored }) {
    const made = structuredClone(recipe);
    Object.assign(made.rewards, given({ draw }));
    return Object.assign(made, given({ games, step, exploration, ties, target, explored }));
  }

  return { changed, changes };
})();
