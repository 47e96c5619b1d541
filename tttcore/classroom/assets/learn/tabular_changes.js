/* What people can change in a recipe of tabular learners. */
"use strict";
globalThis.TTT = globalThis.TTT || {};

TTT.tabularChanges = (() => {
  const { given, number } = TTT.setting;
  const MOST_GAMES = 999_999;

  /* What can be changed in a treatment's recipe, by key: a number within limits, or one of some options. */
  function changes({ games, step, exploration, rewards }) {
    return {
      games: number("Games", "Training games between the two learners.", games, 1, Math.max(MOST_GAMES, games), 1),
      step: number("Learning rate α", "Part of the way by which an estimate moves towards its target after each move.",
        step, 0, 1, 0.01),
      exploration: number("Exploration rate ε", "Chance of a random move in training.", exploration, 0, 1, 0.01),
      draw: number("Reward of a draw, between 0 and 1 of a win", "What a draw is worth to a learner; a loss is worth 0.",
        rewards.draw, 0, 1, 0.05),
      ties: {
        label: "Of equally good marks", about: "What a learner does where several marks have the highest estimate.",
        options: [["first", "it makes the first"], ["random", "it makes any"]],
      },
      target: {
        label: "Estimates move towards",
        about: "What an estimate moves towards: the estimate of the next position, or how the game ends.",
        options: [["moving", "the estimate after them"], ["fixed", "the game's reward"]],
      },
      explored: {
        label: "After a random mark", about: "Which moves of a game are learnt from if one of them was random.",
        options: [["kept", "all marks are learnt from"], ["forgets", "only those behind it are"]],
      },
    };
  }

  /* A recipe in a few sentences: the first, and the others. */
  function described({ games, step, exploration, rewards, ties, target, explored }) {
    const moves = target === "moving" ? "the estimate of the position after it" : "the game's reward";
    return [`Two learners play each other ${games.toLocaleString("en")} games.`, "Each keeps an estimate of every position and takes the " +
      `move with the highest (${ties === "first" ? "the first of equals" : "any of equals"}), or a random one with a chance of ` +
      `ε = ${exploration}. After each move an estimate moves towards ${moves} by a part of α = ${step}` +
      `${explored === "forgets" ? ", unless a random move follows" : ""}. A win is worth ${rewards.win}, a draw ${rewards.draw}, a loss ${rewards.loss}.`];
  }

  /* A recipe with changes by key. */
  function changed(recipe, { games, step, exploration, draw, ties, target, explored }) {
    const made = structuredClone(recipe);
    Object.assign(made.rewards, given({ draw }));
    return Object.assign(made, given({ games, step, exploration, ties, target, explored }));
  }

  return { changed, changes, described };
})();
