/* What tabular learners of 3x3 come to without exploration, exactly: as in
   tttcore/engines/tabular/policy_evaluation.py, to the same bits. */
"use strict";
globalThis.TTT = globalThis.TTT || {};

TTT.tabularResults = (() => {
  const { CELLS, free, seatOf } = TTT.classic;
  const { POLICIES } = TTT.gameGraph;
  const MATCHES = ["itself", ...POLICIES.flatMap((policy) => [`first_${policy}`, `second_${policy}`])];
  const OPEN = -1;
  const ENDS = [0, 2, 1];

  /* Of each policy that doesn't learn, the chance of each cell of each position. */
  const opponents = TTT.gameGraph.of("3x3", false).replies.map((nodes) => {
    const { moves } = TTT.gameGraph.of("3x3", false);
    const chances = new Float64Array(CELLS * moves.length);
    nodes.forEach((kept, position) => moves[position].forEach(({ to, node }) => {
      if (kept.includes(node)) chances[CELLS * position + to] = 1 / kept.length;
    }));
    return chances;
  });

  /* Chance of each cell of each position by the estimates of a run: of the best cells, or of the first of them. */
  function policy(run) {
    const { after, recipe, standing } = run;
    const chances = new Float64Array(standing.length * CELLS);
    standing.forEach((how, position) => {
      if (how !== OPEN) return;
      const cells = free(position);
      const estimates = cells.map((cell) => run.estimate(after[CELLS * position + cell]));
      const best = Math.max(...estimates);
      const kept = cells.filter((_, at) => estimates[at] === best);
      const chosen = recipe.ties === "random" ? kept : kept.slice(0, 1);
      chosen.forEach((cell) => { chances[CELLS * position + cell] = 1 / chosen.length; });
    });
    return chances;
  }

  /* Chances to win, draw and lose in each of `MATCHES`, seen by the learned policy, or by the first of two. */
  function of(run, learned) {
    return MATCHES.map((match) => {
      const [seat, opponent] = match.split("_");
      const other = opponent ? opponents[POLICIES.indexOf(opponent)] : learned;
      const ends = propagate(run, seat === "second" ? [other, learned] : [learned, other]);
      return seat === "second" ? ends.reverse() : ends;
    });
  }

  /* Chances that the first player wins, of a draw, and that the second wins; positions are in the order of plies. */
  function propagate({ after, standing }, players) {
    const reached = new Float64Array(standing.length), ends = [0, 0, 0];
    reached[0] = 1;
    for (let position = 0; position < standing.length; position++) {
      const chance = reached[position];
      if (chance === 0) continue;
      if (standing[position] !== OPEN) {
        ends[ENDS[standing[position]]] += chance;
        continue;
      }
      const chances = players[seatOf[position]];
      for (let at = CELLS * position; at < CELLS * (position + 1); at++) {
        if (chances[at] > 0) reached[after[at]] += chance * chances[at];
      }
    }
    return ends;
  }

  return { MATCHES, of, policy };
})();
