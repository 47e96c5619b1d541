/* Games of two engines from one position on, one after the other, without a page. */
"use strict";
globalThis.TTT = globalThis.TTT || {};

TTT.series = (() => {
  /* First moves of the games: `number` times any, or each once that its player might make if `number` is null. */
  function beginnings(game, position, sides, number) {
    const side = sides[game.mover(position)];
    if (number === null) return game.moves(position).filter((move) => game.couldMake(position, move, side)).map((move) => [move]);
    return Array.from({ length: number }, () => []);
  }

  /* Yields {moves, winner} for each game, and null after each move, so that whoever asks can do other things between. */
  function* games(game, position, sides, begun) {
    for (const beginning of begun) {
      const moves = [];
      let at = position;
      while (!game.ending(at)) {
        moves.push(beginning[moves.length] ?? game.reply(at, sides[game.mover(at)]));
        at = game.after(at, moves.at(-1));
        yield null;
      }
      yield { moves, winner: game.ending(at).winner };
    }
  }

  /* How many games a winner (0, 1, null) has. */
  const won = (played, winner) => played.filter((each) => each.winner === winner).length;
  const different = (played) => new Set(played.map(({ moves }) => moves.join())).size;

  return { beginnings, different, games, won };
})();
