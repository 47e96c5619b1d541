/* A machine of matchboxes that a recipe describes, game by game, as in tttcore/engines/matchboxes/training.py: the same
   recipe and stream draw the same beads. */
"use strict";
globalThis.TTT = globalThis.TTT || {};
TTT.models = TTT.models || {};

TTT.models.matchboxes = (() => {
  const { POLICIES } = TTT.gameGraph;
  const SIGNS = ["w", "d", "l", "r"];
  const [WON, DREW, LOST, RESIGNED] = SIGNS.keys();
  const MOVES = 5;

  /* Moves that the beads of a node's box stand for, see boxes.py. */
  function beadMoves(moves, isMerged) {
    if (!isMerged) return moves;
    const nodes = [...new Set(moves.map(({ node }) => node))].sort((one, other) => one - other);
    return nodes.map((node) => moves.find((move) => move.node === node));
  }

  /* What all sessions of a recipe share: the game, its boxes with first beads, and how beads change. */
  function prepare(recipe) {
    const merges = recipe.symmetry !== "separate";
    const graph = TTT.gameGraph.of(recipe.game, merges);
    const seat = recipe.seat === "first" ? 0 : 1;
    const width = Math.max(...graph.moves.map(({ length }) => length));
    const isOwn = graph.seats.map((mover, node) => mover === seat && graph.results[node] === null);
    const moves = graph.moves.map((own) => beadMoves(own, recipe.symmetry === "merged"));
    const hasBox = isOwn.map((own, node) => own && moves[node].length > (recipe.forced === "boxed" ? 0 : 1));
    const marks = plies(graph);
    const start = new Int32Array(graph.boards.length * width);
    hasBox.forEach((has, node) => {
      if (!has) return;
      const first = recipe.start[Math.min(marks[node] >> 1, recipe.start.length - 1)];
      start.fill(first, node * width, node * width + moves[node].length);
    });
    const byMove = (change) => Array.from({ length: MOVES }, (_, move) => change[Math.min(move, change.length - 1)]);
    return {
      recipe, graph, seat, width, isOwn, moves, hasBox, start,
      firsts: [...hasBox.keys()].filter((node) => hasBox[node] && marks[node] === seat),
      changes: [recipe.win, recipe.draw, recipe.loss].map(byMove),
      shares: sharesOf(recipe.opponent),
    };
  }

  /* Cumulative shares of the policies that an opponent mixes. */
  function sharesOf(opponent) {
    let reached = 0;
    return POLICIES.map((policy) => (reached += opponent[policy]));
  }

  /* Moves made before each node. */
  function plies({ moves }) {
    const found = new Uint8Array(moves.length);
    moves.forEach((own, node) => own.forEach((move) => { found[move.node] = found[node] + 1; }));
    return found;
  }

  /* A session on a stream. `begin` tells of the machine before its first game and `next` plays one; both return {game,
     result, counts, nodes, boxes, firsts, exact, isPoint, empty, ended}: a sign of `SIGNS` and how many games had each,
     the nodes of the game, its boxes as {node, bead, change, beads} with the beads after it, those of the boxes that
     are opened first, and the chances to win, draw and lose against each policy, which are computed at every point. */
  class Run {
    constructor(prepared, stream) {
      Object.assign(this, prepared);
      this.words = new TTT.SplitMix(stream);
      this.beads = this.start.slice();
      this.game = 0;
      this.counts = SIGNS.map(() => 0);
    }

    begin() {
      this.exact = this.evaluate();
      return this.report({ result: null, nodes: [0], drawn: [] }, true);
    }

    next() {
      const { recipe } = this;
      const played = this.play();
      this.finish(played);
      const isPoint = this.game % recipe.every === 0 || this.game === recipe.games;
      if (isPoint) this.exact = this.evaluate();
      return this.report(played, isPoint);
    }

    /* Learn from a game, and count it. */
    finish(played) {
      this.learn(played);
      this.counts[played.result]++;
      this.game++;
    }

    /* Meet another opponent from now on. */
    meet(opponent) {
      this.recipe = { ...this.recipe, opponent };
      this.shares = sharesOf(opponent);
    }

    report({ result, nodes, drawn }, isPoint) {
      const { counts, exact, firsts, game, recipe } = this;
      return {
        game, nodes, exact, isPoint,
        counts: [...counts],
        result: result === null ? "" : SIGNS[result],
        boxes: drawn.map((each) => ({ ...each, beads: this.held(each.node) })),
        firsts: firsts.map((node) => ({ node, beads: this.held(node) })),
        empty: this.empty(),
        ended: game === recipe.games,
      };
    }

    /* Beads of a box, one number for each of its moves. */
    held(node) {
      return Array.from(this.beads.subarray(node * this.width, node * this.width + this.moves[node].length));
    }

    total(node) {
      let sum = 0;
      for (let at = node * this.width, end = at + this.width; at < end; at++) sum += this.beads[at];
      return sum;
    }

    /* Play a game: its result, its nodes and what was drawn. */
    play() {
      const { graph: { replies, results }, hasBox, isOwn, moves, recipe, words } = this;
      const nodes = [0], drawn = [];
      const ended = (result) => ({ result, nodes, drawn });
      let node = 0, policy = this.policy();
      while (results[node] === null) {
        if (!isOwn[node]) {
          if (recipe.opponent.drawn_by === "move") policy = this.policy();
          const choices = replies[policy][node];
          node = choices[words.randint(choices.length)];
        } else if (!hasBox[node]) {
          node = moves[node][0].node;
        } else {
          const bead = this.open(node);
          if (bead === null) return ended(RESIGNED);
          drawn.push({ node, bead, change: 0 });
          node = moves[node][bead].node;
        }
        nodes.push(node);
      }
      return ended(this.resultAt(node));
    }

    /* Result of a game that ends at a node, as its place in `SIGNS`. */
    resultAt(node) {
      const result = this.graph.results[node];
      return result === 0 ? DREW : (result === 1) === (this.seat === 0) ? WON : LOST;
    }

    /* Draw a bead of a box, which is filled again before if need be; null if it is empty and the machine resigns. */
    open(node) {
      const { recipe, start, width } = this;
      if (this.total(node) === 0) {
        if (recipe.empty !== "refilled") return null;
        this.beads.set(start.subarray(node * width, (node + 1) * width), node * width);
      }
      return this.draw(node);
    }

    /* Draw a policy by cumulative shares. */
    policy() {
      const drawn = this.words.uniform();
      const found = this.shares.findIndex((share) => drawn < share);
      return found < 0 ? this.shares.length - 1 : found;
    }

    /* Draw a bead of a box. */
    draw(node) {
      let left = Math.trunc(this.words.uniform() * this.total(node));
      for (let bead = 0; bead < this.width; bead++) {
        left -= this.beads[node * this.width + bead];
        if (left < 0) return bead;
      }
      return this.width - 1;
    }

    /* Move the beads of a game, and note by how many. */
    learn({ result, drawn }) {
      const changes = this.changes[Math.min(result, LOST)];
      for (let move = this.recipe.learns === "last" ? Math.max(0, drawn.length - 1) : 0; move < drawn.length; move++) {
        const { node, bead } = drawn[move];
        const at = node * this.width + bead, before = this.beads[at];
        this.beads[at] = Math.max(0, before + changes[move]);
        drawn[move].change = this.beads[at] - before;
      }
    }

    /* Number of boxes without beads. */
    empty() {
      return this.hasBox.reduce((found, has, node) => found + (has && this.total(node) === 0 ? 1 : 0), 0);
    }

    /* Chances to win, draw and lose against each policy in turn, see exact_results.py: in one pass forwards, to the same bits. */
    evaluate() {
      return POLICIES.flatMap((_, policy) => this.resultsAgainst(this.graph.replies[policy]));
    }

    resultsAgainst(replies) {
      const { beads, graph: { results }, hasBox, isOwn, moves, recipe, seat, start, width } = this;
      const reached = new Float64Array(results.length), ends = [0, 0, 0];
      reached[0] = 1;
      for (let node = 0; node < results.length; node++) {
        const chance = reached[node];
        if (chance === 0) continue;
        if (results[node] !== null) {
          ends[results[node] === 0 ? 1 : (results[node] === 1) === (seat === 0) ? 0 : 2] += chance;
        } else if (!isOwn[node]) {
          const choices = replies[node];
          for (const reply of choices) reached[reply] += chance * (1 / choices.length);
        } else if (!hasBox[node]) {
          reached[moves[node][0].node] += chance;
        } else {
          const isRefilled = recipe.empty === "refilled" && this.total(node) === 0;
          const held = isRefilled ? start : beads;
          let total = 0;
          for (let at = node * width; at < (node + 1) * width; at++) total += held[at];
          if (total === 0) ends[2] += chance;
          moves[node].forEach((move, bead) => {
            const own = held[node * width + bead];
            if (own > 0) reached[move.node] += chance * (own / total);
          });
        }
      }
      return ends;
    }
  }

  return { RESIGNED, Run, SIGNS, prepare };
})();
