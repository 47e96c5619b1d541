/* Kind of a player and how it came about, in a sentence or two. */
"use strict";
globalThis.TTT = globalThis.TTT || {};

TTT.playerAbout = ({ kind, rule, unit }, { step }) => {
  const trained = unit ? ` It has learned for ${TTT.words.several(step, unit.replace(/s$/, ""))}.` : "";
  switch (kind) {
    case "genes": return "A genetic algorithm evolved it; a gene names its cell for each board.";
    case "beads": return `Matchboxes with beads: it draws a bead for each move, and each result adds or takes beads.${trained}`;
    case "estimates": return `It learned by playing another learner, and takes the cell whose board it estimates highest.${trained}`;
    case "weights": return "A Genie: it adds up evolved weights of the lines through each cell, and takes the greatest sum.";
    default: return `A fixed rule, which doesn't learn: ${rule}.`;
  }
};
