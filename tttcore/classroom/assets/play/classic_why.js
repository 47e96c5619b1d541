/* What an agent of 3x3 looks up where it marks a cell, in a sentence for each kind of agent. */
"use strict";
globalThis.TTT = globalThis.TTT || {};

/* `held` is an {agent, snapshot}, `player` its cells, estimates and beads as decoded; without a cell it has resigned. The
   sentence has no full stop. */
TTT.classicWhy = (position, cell, { agent, snapshot }, player) => {
  const { EDGE, free, gene, scores, seatOf, tables } = TTT.classic;
  const { place } = TTT.classicWords;
  const { signed, sum } = TTT.lineWords;
  const equal = player.cells.get(position)?.length ?? 0;
  const box = `box for this board${agent.learning?.symmetry === "separate" ? "" : " and its rotations and reflections"}`;

  const drawn = equal > 1 ? `, and drew one of ${equal} cells at random` : "";

  function byGene() {
    const { state, allele } = gene(position, cell);
    return `It looked up gene ${state + 1} of ${tables.states.length}, which decides this board and its rotations and ` +
      `reflections: its allele is ${allele + 1}, here ${place(cell)}`;
  }

  function byEstimates() {
    const number = free(position).length;
    if (!player.estimates.size) return `It looked up its estimates of ${boards(number)} and took the highest${drawn}`;
    const estimate = player.estimates.get(tables.next[position][cell]).toFixed(3);
    const alike = equal > 1 ? `, as high as those of ${equal - 1} more, among which it drew` : "";
    return `It looked up its estimates of ${boards(number)}: the highest is ${estimate}${alike}`;
  }

  const boards = (number) => number === 1 ? "the only board that it could make" : `the ${number} boards that it could make`;

  function byWeights() {
    const valued = scores(snapshot.weights, position), most = valued.get(cell);
    const alike = [...valued.values()].filter((each) => each === most).length;
    const marks = [...tables.boards[position]].map(Number);
    const parts = sum(TTT.lattice.board(EDGE, 2), marks, seatOf[position] + 1, snapshot.weights, cell);
    const first = alike > 1 ? `the first of ${alike} with the greatest sum` : "the greatest sum";
    return `It added up its weights of the lines through each free cell and took ${first}, ${signed(most)}: ${parts}`;
  }

  function byBeads() {
    if (cell === null) return `Its ${box} is empty, and a machine that finds no bead resigns`;
    const cells = player.cells.get(position) ?? [], beads = player.beads.get(position) ?? [];
    const all = beads.reduce((total, each) => total + each, 0);
    if (cells.join() === String(cell)) return `Its ${box} offers ${place(cell)} alone`;
    return `It drew one of the ${all} beads in its ${box}: ${beads[cells.indexOf(cell)] ?? 0} of them stand for ${place(cell)}`;
  }

  switch (agent.kind) {
    case "beads": return byBeads();
    case "genes": return byGene();
    case "weights": return byWeights();
    case "estimates": return byEstimates();
    default: return `It follows a fixed rule, “${agent.rule}”${drawn}`;
  }
};
