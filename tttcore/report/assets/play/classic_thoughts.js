/* What an agent of 3x3 had before it when it made its last mark: what each cell was worth, and what it went by. */
"use strict";
globalThis.TTT = globalThis.TTT || {};

/* Returns {element, show(answer, agent, snapshot, player)}; an answer is {position, cell}, null before there is one. */
TTT.classicThoughts = () => {
  const { make } = TTT.dom;
  const { EDGE, free, gene, scores, tables, worth } = TTT.classic;
  const { picture, place } = TTT.classicWords;

  const basis = make("p");
  const alternatives = make("div", { class: "picture", role: "group", "aria-label": "Cells it could mark" });
  const key = make("p", { class: "match-note" }, "Win, draw and loss: what each mark would have come to for it, if both " +
    "sides had gone on with their best play.");
  const geneText = make("p");
  const geneBoard = make("div", { class: "picture small", role: "group", "aria-label": "Board of the gene" });
  const element = make("section", { class: "thoughts" }, make("h2", {}, "Why it marked that cell"), basis, alternatives, key,
    geneText, geneBoard);

  function show(answer, agent, snapshot, player) {
    const shown = answer !== null;
    alternatives.hidden = key.hidden = !shown;
    geneText.hidden = geneBoard.hidden = !shown || agent.kind !== "genes";
    basis.textContent = shown ? basisOf(answer, agent, snapshot, player) : "It has not marked a cell yet.";
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
    const drawn = player.cells.get(position);
    return new Map(drawn.length > 1 ? drawn.map((cell) => [cell, `1 in ${drawn.length}`]) : []);
  }

  function basisOf({ position }, { kind, rule }, { weights }, player) {
    const number = player.cells.get(position).length;
    const chance = number > 1 ? ` It drew from ${number} cells.` : "";
    switch (kind) {
      case "genes":
        return "One gene decides this position and all that turn or mirror into it.";
      case "weights":
        return `Its genes: a line with 0, 1 or 2 marks of its own counts ${listed(weights.slice(0, EDGE))}; one with 0, 1 ` +
          `or 2 of the other's ${listed(weights.slice(EDGE))}; one with both nothing. It took the first of the highest sums.`;
      case "estimates":
        return (player.estimates.size
          ? "In each cell its estimate of the position that the mark leads to; it took the highest."
          : "It took the cell that leads to the highest of its estimates.") + chance;
      default:
        return `It learns nothing: ${rule}.${chance}`;
    }
  }

  const listed = (numbers) => `${numbers.slice(0, -1).join(", ")} and ${numbers.at(-1)}`;

  function showGene({ state, board, allele }) {
    geneText.textContent = `Its gene for this position, number ${state + 1} of ${tables.states.length}, names ` +
      `${place(allele)} of this board, which stands for all that turn or mirror into it.`;
    geneBoard.replaceChildren(...picture(board, (cell) => ({ note: cell + 1, chosen: cell === allele })));
  }

  return { element, show };
};
