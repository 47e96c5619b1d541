/* A family of Genies that a recipe describes, generation by generation, as in tttcore/engines/genies/reference.py: the same
   recipe and stream draw the same numbers. */
"use strict";
globalThis.TTT = globalThis.TTT || {};
TTT.models = TTT.models || {};

TTT.models.genies = (() => {
  const NEUTRAL = 101, UNKNOWN = -1, WIN_OR_BLOCK = 3;
  const { board: boardOf, cellsOf, linesThrough, ruleWeights } = TTT.lattice;

  /* What all runs of a recipe share: cells of each line, lines of each cell, and the weights of static Genies. */
  function prepare(recipe) {
    const board = boardOf(recipe.edge, recipe.dimensions);
    const number = new Map(), lines = [];
    const through = Array.from({ length: board.cells }, (_, cell) => linesThrough(board, cell).map((line) => {
      const cells = cellsOf(board, line), key = cells.join();
      if (!number.has(key)) {
        number.set(key, lines.length);
        lines.push(cells);
      }
      return number.get(key);
    }));
    const { firstFree, winOrBlock } = ruleWeights(board);
    return { recipe, board, lines, through, fixed: recipe.static.strategy === WIN_OR_BLOCK ? winOrBlock : firstFree };
  }

  /* The first of the slots of highest score. */
  const best = (slots, score) => slots.reduce((first, slot) => (score(slot) > score(first) ? slot : first));

  /* A run on a stream. `begin` tells of the founders and `next` makes a generation; both return {generation, evolving,
     fixed, genes, ended}: average lifeScores of both families, the evolving one's with the newborn in place of the one that
     dies, and the genes of the best evolving Genie before that. */
  class Run {
    constructor(prepared, stream) {
      Object.assign(this, prepared);
      this.words = new TTT.SplitMix(stream);
      const { edge, population, static: { count } } = this.recipe;
      this.generation = 0;
      this.genes = Array.from({ length: population }, (_, slot) => (slot < count ? this.fixed : this.founder(2 * edge)));
      this.counts = this.genes.map(() => [0, 0, 0]);
      this.ages = this.genes.map(() => 0);
      this.known = this.genes.map(() => this.genes.map(() => UNKNOWN));
      this.family = [...this.genes.keys()].slice(count);
    }

    founder(width) {
      const { name, low, high } = this.recipe.start;
      if (name === "strategy_3") return ruleWeights(this.board).winOrBlock;
      return Array.from({ length: width }, () => (name === "zeros" ? 0 : this.drawGene(low, high)));
    }

    drawGene(low, high) {
      return low + this.words.randint(high - low + 1);
    }

    begin() {
      return { generation: 0, genes: this.genes[this.family[0]], ended: false };
    }

    next() {
      const { counts, family, genes, recipe } = this;
      if (recipe.score.name === "halved") counts.forEach((count) => count.forEach((number, at) => { count[at] = number >> 1; }));
      for (let game = 0; game < recipe.games; game++) this.playOfficialGame();
      const scores = genes.map((_, slot) => this.score(slot)), stored = scores.map(Math.fround);
      const { dies, parent, mate } = this.choose(scores);
      const champion = genes[best(family, (slot) => stored[slot])];
      const mean = (slots, more) => (slots.reduce((sum, slot) => sum + stored[slot], 0) + more) / slots.length;
      const fixed = [...genes.keys()].slice(0, family[0]);
      this.generation++;
      const report = {
        generation: this.generation, evolving: mean(family, NEUTRAL - stored[dies]), fixed: mean(fixed, 0), genes: champion,
        ended: this.generation === recipe.generations,
      };
      this.bear(dies, this.mutated(this.crossed(genes[parent], genes[mate])));
      return report;
    }

    /* A child takes the place of the one that dies. */
    bear(dies, child) {
      for (const slot of this.family) this.ages[slot]++;
      this.genes[dies] = child;
      this.counts[dies] = [0, 0, 0];
      this.ages[dies] = 0;
      this.known[dies].fill(UNKNOWN);
      for (const row of this.known) row[dies] = UNKNOWN;
    }

    /* Draw two Genies, let them play, and count the result for both; whoever has the same genes plays the same games. */
    playOfficialGame() {
      const { counts, genes, known, recipe, words } = this;
      let one = words.randint(genes.length), other = words.randint(genes.length - 1);
      if (other >= one) other++;
      if (recipe.opening === "static" && other < this.family[0] && one >= this.family[0]) [one, other] = [other, one];
      if (known[one][other] === UNKNOWN) known[one][other] = this.play([genes[one], genes[other]]);
      const winner = known[one][other];
      counts[one][winner === 0 ? 2 : winner - 1]++;
      counts[other][winner === 0 ? 2 : 2 - winner]++;
    }

    /* Winner of a game, 1 or 2, and 0 for a full board; each marks the first of the cells that are worth most. */
    play(players) {
      const { board: { cells, edge }, lines, through } = this;
      const tally = [0, 1].map(() => new Uint8Array(lines.length)), isMarked = new Uint8Array(cells);
      const worth = players.map((weights) => Int32Array.from(through, (own) => own.length * (weights[0] + weights[edge])));
      const ofLine = (weights, own, others) => (own && others ? 0 : (others ? 0 : weights[own]) + (own ? 0 : weights[edge + others]));
      for (let ply = 0; ply < cells; ply++) {
        const mover = ply % 2;
        let chosen = -1;
        for (let cell = 0; cell < cells; cell++) {
          if (!isMarked[cell] && (chosen < 0 || worth[mover][cell] > worth[mover][chosen])) chosen = cell;
        }
        isMarked[chosen] = 1;
        for (const line of through[chosen]) {
          const before = players.map((weights, side) => ofLine(weights, tally[side][line], tally[1 - side][line]));
          if (++tally[mover][line] === edge) return mover + 1;
          players.forEach((weights, side) => {
            const change = ofLine(weights, tally[side][line], tally[1 - side][line]) - before[side];
            if (change) for (const cell of lines[line]) worth[side][cell] += change;
          });
        }
      }
      return 0;
    }

    score(slot) {
      const { goal, score } = this.recipe;
      const [first, losses, last] = this.counts[slot];
      const [wins, draws] = goal === "draw" ? [last, first] : [first, last];
      const weight = 2 * wins + 2 * losses + draws, gained = 100 * (2 * wins - 2 * losses - draws);
      const share = weight === 0 ? 0 : gained / weight;
      const life = NEUTRAL + (score.division === "integer" ? Math.trunc(share) : share);
      return score.name === "lifetime" ? life - score.ageing * this.ages[slot] : life;
    }

    choose(scores) {
      const { family, recipe: { cross, replace }, words } = this;
      const clipped = scores.map((score) => Math.min(Math.max(score, 1), 201));
      const draw = (slots) => slots[words.randint(slots.length)];
      const [die, pick] = {
        roulette: [() => this.spin(family, (slot) => 202 - clipped[slot]), (slots) => this.spin(slots, (slot) => clipped[slot])],
        neutral: [() => draw(family), draw],
        worst: [() => best(family, (slot) => -scores[slot]), (slots) => best(slots, (slot) => scores[slot])],
      }[replace.name];
      const dies = die(), candidates = replace.best_of === "everyone" ? [...scores.keys()] : family;
      const parent = pick(candidates);
      return { dies, parent, mate: cross.name === "copy" ? parent : pick(candidates.filter((slot) => slot !== parent)) };
    }

    /* A slot drawn in proportion to its sector of a wheel. */
    spin(slots, sector) {
      const mark = this.words.uniform() * slots.reduce((sum, slot) => sum + sector(slot), 0);
      let reach = 0;
      return slots.find((slot) => (reach += sector(slot)) > mark) ?? slots.at(-1);
    }

    crossed(parent, mate) {
      const { name, share } = this.recipe.cross;
      return name === "copy" ? parent : parent.map((own, gene) => (this.words.uniform() < share ? mate[gene] : own));
    }

    mutated(genes) {
      const { name, percent, low, high } = this.recipe.mutate;
      return genes.map((gene) => {
        if (this.words.uniform() >= percent / 100) return gene;
        return name === "drift" ? gene + this.words.randint(3) - 1 : this.drawGene(low, high);
      });
    }
  }

  return { Run, prepare };
})();
