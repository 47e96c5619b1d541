/* A pair of tabular learners of 3x3 that a recipe describes, as in tttcore/engines/tabular: the same recipe and stream
   play the same games and learn the same estimates. */
"use strict";
globalThis.TTT = globalThis.TTT || {};
TTT.models = TTT.models || {};

TTT.models.tabular = (() => {
  const { CELLS, LINES, free, tables } = TTT.classic;
  const OPEN = -1, DRAWN = 2;
  const EARLY = [1, 2, 5, 10, 20, 50, 100, 200, 500];
  const COLLIDING = ["unowned", "python", "python-unowned"];

  /* Numbers of games after which training is recorded, see `Curve.points` in recipe.py. */
  function recorded({ start, per_decade: perDecade }, games) {
    const late = games - Math.floor(games / 10);
    const points = new Set([late, games]);
    for (let step = 0; ; step++) {
      const point = Math.round(start * 10 ** (step / perDecade));
      if (point >= late) break;
      points.add(point);
    }
    return points;
  }

  /* How the game stands in each position: the seat that has won, `DRAWN` or `OPEN`; "dead" games are drawn as soon as
     each line holds marks of both. */
  function standings(tie) {
    const isBlocked = (board, line) => ["1", "2"].every((mark) => line.some((cell) => board[cell] === mark));
    const isDead = (board) => LINES.every((line) => isBlocked(board, line));
    return tables.results.map((result, position) => {
      if (result !== null) return result === 0 ? DRAWN : result === 1 ? 0 : 1;
      return tie === "dead" && isDead(tables.boards[position]) ? DRAWN : OPEN;
    });
  }

  /* What all sessions of a recipe share: where marks lead, which positions share an estimate, with what it begins, and
     after which games there is something to tell. */
  function prepare(recipe) {
    const standing = Int8Array.from(standings(recipe.board.tie));
    const { games: last, initial } = recipe;
    const beginning = (how) => (how === OPEN ? initial.open : how === DRAWN ? initial.draw : initial.win);
    const points = recorded(recipe.curve, last);
    const stages = [...new Set([...EARLY.filter((games) => games < last), ...points])];
    return {
      recipe, standing,
      after: Int16Array.from(tables.next.flat()),
      entryOf: TTT.tabularKeys(recipe.key),
      begins: Float64Array.from(standing, beginning),
      points,
      stages: stages.sort((one, other) => one - other),
    };
  }

  /* A session on a stream. `begin` tells of the untrained players and `next` trains them to the next stage; both return
     {games, window, total, entries, collisions, ends, line, isPoint, ended}: the results of games since the last
     recorded point and of all (won by the first player, by the second, drawn, and marks), entries of the table, exact
     results (see tabular_results.js), and the game that both would play without exploration, each position
     with {position, cells, estimates, chosen}. */
  class Run {
    constructor(prepared, stream) {
      Object.assign(this, prepared);
      this.words = new TTT.SplitMix(stream);
      this.values = new Float64Array(tables.boards.length);
      this.holder = new Int16Array(tables.boards.length).fill(-1);
      this.path = new Int16Array(CELLS);
      this.since = [0, 0];
      this.cells = new Uint8Array(CELLS);
      this.thought = new Float64Array(CELLS);
      this.games = this.entries = this.collisions = 0;
      this.window = [0, 0, 0, 0];
      this.total = [0, 0, 0, 0];
      this.isAudited = COLLIDING.includes(this.recipe.key);
    }

    begin() {
      return this.report();
    }

    next() {
      if (this.points.has(this.games)) this.window.fill(0);
      const until = this.stages.find((games) => games > this.games);
      for (; this.games < until; this.games++) this.play();
      return this.report();
    }

    report() {
      const { collisions, entries, games, points, recipe, total, window } = this;
      const policy = TTT.tabularResults.policy(this);
      return {
        games, entries, collisions, window: [...window], total: [...total], isPoint: points.has(games),
        ends: TTT.tabularResults.of(this, policy),
        line: this.line(),
        ended: games === recipe.games,
      };
    }

    /* Play a game and learn from it. */
    play() {
      const { after, path, recipe: { rewards }, since, standing, total, window } = this;
      let position = 0, plies = 0;
      since[0] = since[1] = 0;
      while (standing[position] === OPEN) {
        position = after[CELLS * position + this.choose(position, plies)];
        path[plies++] = position;
      }
      const outcome = standing[position];
      for (let seat = 0; seat < 2; seat++) {
        this.backUp(plies, seat, outcome === DRAWN ? rewards.draw : outcome === seat ? rewards.win : rewards.loss);
      }
      for (const counts of [window, total]) {
        counts[outcome]++;
        counts[3] += plies;
      }
    }

    /* Choose a cell: any with the chance of exploration, else one with the highest estimate. */
    choose(position, plies) {
      const { after, cells, recipe, thought, words } = this;
      const isEager = recipe.storage === "eager", isRandom = recipe.ties === "random";
      let choices = 0;
      for (let cell = 0; cell < CELLS; cell++) if (after[CELLS * position + cell] >= 0) cells[choices++] = cell;
      let chosen = -1;
      if (words.uniform() < recipe.exploration) {
        chosen = Math.trunc(words.uniform() * choices);
        if (recipe.explored === "forgets") this.since[plies & 1] = plies + 2;
      }
      if (chosen < 0 || isEager) {
        let best = -1, bestAt = 0, count = 0;
        for (let at = 0; at < choices; at++) {
          const value = this.think(after[CELLS * position + cells[at]], isEager);
          if (value > best) {
            best = value;
            bestAt = at;
            count = 1;
          } else if (value === best) {
            count++;
          }
          thought[at] = value;
        }
        if (chosen < 0) {
          chosen = bestAt;
          if (isRandom && count > 1) chosen = this.placeOf(best, Math.trunc(words.uniform() * count));
        }
      }
      return cells[chosen];
    }

    /* Place of a value among those that were thought of, after some others that are equal. */
    placeOf(best, skipped) {
      for (let at = 0, left = skipped; ; at++) if (this.thought[at] === best && left-- === 0) return at;
    }

    /* Estimate of a position; eager players store it at once. */
    think(position, isEager) {
      const entry = this.entryOf[position];
      if (this.holder[entry] >= 0) {
        if (this.isAudited && this.holder[entry] !== position) this.collisions++;
        return this.values[entry];
      }
      if (isEager) this.store(entry, position);
      return this.begins[position];
    }

    store(entry, position) {
      this.holder[entry] = position;
      this.values[entry] = this.begins[position];
      this.entries++;
    }

    /* Move a seat's estimates, from its last position back to its first, towards the reward or the one after. */
    backUp(plies, seat, reward) {
      const { entryOf, holder, path, recipe: { step, target: kind }, since, values } = this;
      let target = reward;
      const last = plies - 1 - ((plies - 1 - seat) & 1);
      for (let ply = last; ply >= Math.max(since[seat], seat); ply -= 2) {
        const entry = entryOf[path[ply]];
        if (holder[entry] < 0) this.store(entry, path[ply]);
        values[entry] += step * (target - values[entry]);
        if (kind === "moving") target = values[entry];
      }
    }

    /* Estimate of a position to the player who has just moved. */
    estimate(position) {
      const entry = this.entryOf[position];
      return this.holder[entry] >= 0 ? this.values[entry] : this.begins[position];
    }

    /* The game without exploration, the first of equally good cells each time. */
    line() {
      const found = [];
      for (let position = 0; this.standing[position] === OPEN;) {
        const cells = free(position);
        const estimates = cells.map((cell) => this.estimate(this.after[CELLS * position + cell]));
        const chosen = estimates.indexOf(Math.max(...estimates));
        found.push({ position, cells, estimates, chosen });
        position = this.after[CELLS * position + cells[chosen]];
      }
      return found;
    }
  }

  return { Run, prepare };
})();
