/* What an agent of 3x3 itself went by when it made its last mark: its gene, its sums, its beads, its estimates or its rule. */
"use strict";
globalThis.TTT = globalThis.TTT || {};

/* Returns {element, show(answer, agent, snapshot, player)}; an answer is {position, cell}, null before there is one. */
TTT.classicThoughts = () => {
  const { make } = TTT.dom;
  const { EDGE, free, gene, scores, tables } = TTT.classic;
  const { picture, place } = TTT.classicWords;

  const basis = make("p");
  const cells = make("div", { class: "picture", role: "group", "aria-label": "What it looked at" });
  const element = make("section", { class: "thoughts" }, make("h2", {}, "What it looked at for its last mark"), basis, cells);

  function show(answer, agent, snapshot, player) {
    cells.hidden = answer === null;
    basis.textContent = "No mark yet.";
    if (answer === null) return;
    const [text, board, about] = agent.kind === "genes"
      ? ofGene(gene(answer.position, answer.cell)) : ofCells(answer, agent, snapshot, player);
    basis.textContent = text;
    cells.replaceChildren(...picture(board, about));
  }

  function ofGene({ state, board, allele }) {
    const text = `Gene ${state + 1} of ${tables.states.length} decides this position and its rotations and reflections. It names ` +
      `${place(allele)} of the board below, which represents them all.`;
    return [text, board, (cell) => ({ note: cell + 1, chosen: cell === allele })];
  }

  function ofCells({ position, cell: marked }, agent, snapshot, player) {
    const notes = notesOf(position, agent, snapshot, player);
    return [basisOf(agent, snapshot, player), tables.boards[position],
      (cell) => ({ note: notes.get(cell), chosen: cell === marked })];
  }

  /* What stands in each free cell. */
  function notesOf(position, agent, snapshot, player) {
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
      case "weights":
        return `Its genes value a line with 0, 1 or 2 of its own marks at ${listed(weights.slice(0, EDGE))}, a line with 0, 1 or 2 of ` +
          `the other side's at ${listed(weights.slice(EDGE))}, and a line with both at 0. Each cell shows its sum.`;
      case "beads":
        return "A matchbox holds its beads for this position. Each cell shows how many there are.";
      case "estimates":
        return player.estimates.size
          ? "Each cell shows the player's estimate of the position after that mark."
          : "Its estimates aren't stored at this stage, only the cells that they lead to.";
      default:
        return `A fixed rule: ${rule}. Where it draws one of several cells, each shows its chance.`;
    }
  }

  const listed = (numbers) => `${numbers.slice(0, -1).join(", ")} and ${numbers.at(-1)}`;

  return { element, show };
};
