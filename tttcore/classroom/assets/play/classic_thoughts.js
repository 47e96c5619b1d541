/* The position in which an agent of 3x3 made its last mark: the worth of each cell, and the reason for its choice. */
"use strict";
globalThis.TTT = globalThis.TTT || {};

/* Returns {element, show(answer, agent, snapshot, player)}; an answer is {position, cell}, null before there is one. */
TTT.classicThoughts = () => {
  const { make } = TTT.dom;
  const { EDGE, free, gene, scores, tables, worth } = TTT.classic;
  const { picture, place } = TTT.classicWords;

  const basis = make("p");
  const alternatives = make("div", { class: "picture", role: "group", "aria-label": "Free cells" });
  const key = make("p", { class: "match-note" }, "Win, draw and loss: the result of each mark for the agent, if both sides " +
    "then play perfectly.");
  const geneText = make("p");
  const geneBoard = make("div", { class: "picture small", role: "group", "aria-label": "Board of the gene" });
  const element = make("section", { class: "thoughts" }, make("h2", {}, "What it looked at for its last mark"), basis, alternatives, key,
    geneText, geneBoard);

  function show(answer, agent, snapshot, player) {
    const shown = answer !== null;
    alternatives.hidden = key.hidden = !shown;
    geneText.hidden = geneBoard.hidden = !shown || agent.kind !== "genes";
    basis.textContent = shown ? basisOf(agent, snapshot, player) : "No mark yet.";
    if (!shown) return;
    const notes = notesOf(answer, agent, snapshot, player);
    alternatives.replaceChildren(...picture(tables.boards[answer.position], (cell) => ({
      note: notes.get(cell),
      worth: worth(answer.position, cell),
      chosen: cell === answer.cell,
    })));
    if (agent.kind === "genes") showGene(gene(answer.position, answer.cell));
  }

  /* What stands in each free cell. */
  function notesOf({ position }, agent, snapshot, player) {
    if (agent.kind === "weights") return scores(snapshot.weights, position);
    if (player.estimates.size) {
      const estimate = (cell) => player.estimates.get(tables.next[position][cell]).toFixed(3);
      return new Map(free(position).map((cell) => [cell, estimate(cell)]));
    }
    const drawn = player.cells.get(position) ?? [];
    const beads = player.beads.get(position);
    if (beads) return new Map(drawn.map((cell, at) => [cell, `${beads[at]} bead${beads[at] === 1 ? "" : "s"}`]));
    return new Map(drawn.length > 1 ? drawn.map((cell) => [cell, `1 in ${drawn.length}`]) : []);
  }

  /* What the numbers in the cells are. */
  function basisOf({ kind, rule }, { weights }, player) {
    switch (kind) {
      case "genes":
        return "One gene decides this position and its rotations and reflections.";
      case "weights":
        return `Its genes value a line with 0, 1 or 2 of its own marks at ${listed(weights.slice(0, EDGE))}, a line with 0, 1 or 2 of ` +
          `the opponent's at ${listed(weights.slice(EDGE))}, and a line with both at 0. Each cell shows its sum.`;
      case "beads":
        return "A matchbox holds its beads for this position. Each cell shows how many there are.";
      case "estimates":
        return player.estimates.size
          ? "Each cell shows the agent's estimate of the position after that mark."
          : "Its estimates aren't stored at this stage, only the cells that they lead to.";
      default:
        return `A fixed rule: ${rule}. Where it draws one of several cells, each shows its chance.`;
    }
  }

  const listed = (numbers) => `${numbers.slice(0, -1).join(", ")} and ${numbers.at(-1)}`;

  function showGene({ state, board, allele }) {
    geneText.textContent = `Its gene for this position, number ${state + 1} of ${tables.states.length}, names ` +
      `${place(allele)} of this board, which represents all its rotations and reflections.`;
    geneBoard.replaceChildren(...picture(board, (cell) => ({ note: cell + 1, chosen: cell === allele })));
  }

  return { element, show };
};
