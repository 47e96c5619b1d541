/* How the page shows tabular learners: their results by games, and the game that they would now play, with their
   estimates. What the page asks of a view stands at the top of learn.js. */
"use strict";
globalThis.TTT = globalThis.TTT || {};
TTT.views = TTT.views || {};

TTT.views.tabular = (() => {
  const { choice, make } = TTT.dom;
  const { changed, changes, described } = TTT.tabularChanges;
  const { MATCHES } = TTT.tabularResults;
  const { boards } = TTT.classic.tables;
  const { RESULTS } = TTT.pictures;
  const { counted, percent, several } = TTT.words;
  const SEATS = ["first", "second"];
  const AGAINST = { random: "random moves", careful: "careful moves", perfect: "perfect play" };
  const START = "first_perfect", TRAINING = "training";
  const LOSES = RESULTS.indexOf("loss");

  const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);

  /* Shares of games that the first player won, that were drawn, and that the second won. */
  function shares([first, second, drawn]) {
    return [first, drawn, second].map((games) => games / (first + second + drawn));
  }

  const lost = ({ ends }, match) => ends[MATCHES.indexOf(match)][LOSES];

  function matchName(match) {
    if (match === "itself") return "each other, without exploration";
    const [seat, opponent] = match.split("_");
    return `the ${seat} against ${AGAINST[opponent]}`;
  }

  const PICTURED = {
    options: [[TRAINING, "each other, in training"], ...MATCHES.map((match) => [match, matchName(match)])], held: START,
  };
  const matchOf = ({ common }) => common.against ?? PICTURED.held;
  /* Results of a match at the end, in training those of all games. */
  const final = (reports, match) =>
    match === TRAINING ? shares(reports.at(-1).total) : reports.at(-1).ends[MATCHES.indexOf(match)];
  const isOfBoth = (match) => [TRAINING, "itself"].includes(match);

  const gamesIn = (number) => several(number, "game");

  function outcome(histories, setting) {
    const lasts = histories.map((reports) => reports.at(-1)), match = matchOf(setting);
    if (lasts.length > 1) {
      const found = histories.map((reports) => final(reports, match)[isOfBoth(match) ? 0 : LOSES]);
      const range = `${percent(Math.min(...found))} to ${percent(Math.max(...found))} of games`;
      if (match === TRAINING) return `In ${lasts.length} sessions the first player has won ${range}.`;
      const who = match === "itself" ? "the first now wins" : `${matchName(match)} now loses`;
      return `In ${lasts.length} sessions, without exploration, ${who} ${range}.`;
    }
    const [won] = shares(lasts[0].total);
    const [one, other] = SEATS.map((seat) => percent(lost(lasts[0], `${seat}_perfect`)));
    return `The first player has won ${percent(won)} of ${gamesIn(lasts[0].games)}. Without exploration the ` +
      `first now loses ${one} of its games to perfect play, the second ${other}.`;
  }

  /* See tttcore/engines/tabular/live.py. */
  function fingerprint(reports) {
    const { collisions, ends, entries, games, total, window } = reports.at(-1);
    const inOrder = ([first, second, drawn]) => [first, drawn, second];
    const counts = [...inOrder(total), ...inOrder(window), entries, collisions, total[3] / games];
    return Uint8Array.of(...TTT.stored.digestOfNumbers(counts), ...TTT.stored.digestOfNumbers(ends.flat()));
  }

  function says({ games, total, entries }) {
    if (!games) return "Before the first game all estimates are as they begin.";
    const [first, drawn, second] = shares(total).map(percent);
    return `After ${gamesIn(games)}: the first player has won ${first}, the second ` +
      `${second}, ${drawn} were drawn; ${counted(entries)} estimates are learnt.`;
  }

  /* Lines of a match, or of the games in training: all results of the run that is shown, one of others. */
  function results(histories, shown, match) {
    const isTraining = match === TRAINING;
    const of = isTraining ? ({ window }) => shares(window) : ({ ends }) => ends[MATCHES.indexOf(match)];
    return histories.flatMap((reports, k) => {
      const told = isTraining ? reports.filter(({ games }) => games) : reports;
      const found = told.map(of), steps = told.map(({ games }) => games);
      const line = (result, width, alpha) => ({
        steps, shares: found.map((each) => each[result]), width, alpha, colour: RESULTS[result],
      });
      if (k === shown) return RESULTS.map((_, result) => line(result, 2.2, 1));
      return [line(isTraining ? 0 : LOSES, 1.2, 0.5)];
    });
  }

  /* The game that both would now play, as boards with the estimates of whoever is to move. */
  function picture({ position, cells, estimates, chosen }, ply) {
    const moves = cells.map((cell, at) => ({
      from: cell, to: cell, number: estimates[at].toFixed(2), share: estimates[at], isChosen: at === chosen,
    }));
    const caption = `${SEATS[ply % 2]} player marks ${cells[chosen] + 1}`;
    return TTT.boardPicture({ board: boards[position], moves, caption });
  }

  function show(redraw, choose) {
    const curves = make("canvas", { class: "learn-curves", role: "img", "aria-label": "Results by games" });
    const key = make("ul", { class: "learn-key" });
    const match = choice("Who plays", PICTURED.options, () => choose("against", match.value, PICTURED.held));
    const rates = make("p");
    const boardsOfGame = make("div", { class: "learn-boards" });

    function tellKey(setting, isLast, guess) {
      match.value = matchOf(setting);
      const names = isOfBoth(match.value) ? ["the first wins", "drawn", "the second wins"] : ["wins", "draws", "loses"];
      const { step, exploration } = setting.recipe;
      const hasStored = setting.treatment.courses[`${match.value}_lost`];
      const [colour, others] = match.value === TRAINING ? ["won", names[0]] : ["lost", names[LOSES]];
      TTT.key.tell(key, [...["won", "drawn", "lost"].map((name, at) => [name, names[at]]),
        ...TTT.key.others(setting, `${colour} faint`, others),
        ...(hasStored && !guess.isOpen ? [TTT.key.stored(setting, "median share lost, in a band that holds the middle 95%", "share lost")] : []),
        ...TTT.key.guessed(guess), ...TTT.key.looked(isLast, "stage")]);
      rates.textContent = `Learning rate α = ${step}, exploration rate ε = ${exploration}`;
    }

    function draw({ setting, histories, shown, report, isLast, guess }) {
      tellKey(setting, isLast, guess);
      const stored = setting.treatment.courses[`${match.value}_lost`];
      TTT.pictures.courses(curves, {
        lines: results(histories, shown, match.value), bands: stored && !guess.isOpen ? [stored] : [], guess, at: isLast ? null : report.games,
        last: setting.recipe.games, most: 1, unit: "games", what: "share of games", isLogarithmic: true,
      });
      boardsOfGame.replaceChildren(...report.line.map(picture));
    }

    return {
      stage: [make("figure", {}, match.element, curves, key, make("figcaption", {}, "Shares of games: in training " +
        "those since the point before, else exact ones without exploration."))],
      side: [make("h2", {}, "The game that they would now play"), rates, boardsOfGame,
        make("p", { class: "quiet" }, "Numbers are estimates of the player to move: 1 is a win, 0 a loss. It makes " +
          "the framed mark, the first of the best.")],
      draw,
    };
  }

  return {
    unit: "stage",
    columns: [
      { name: "games", head: "Games", of: ({ games }) => games, write: counted },
      ...[["first_won", "Won by the first"], ["drawn", "Drawn"], ["second_won", "Won by the second"]].map(
        ([name, head], result) => ({
          name, head, write: percent, of: ({ window }) => (sum(window) ? shares(window)[result] : undefined),
        })),
      { name: "entries", head: "Estimates", of: ({ entries }) => entries, write: counted },
      ...SEATS.map((seat) => ({
        name: `${seat}_perfect_lost`, head: `${seat === "first" ? "First" : "Second"} loses to perfect play`,
        of: (report) => lost(report, `${seat}_perfect`), write: percent,
      })),
    ],
    named: ({ games }) => `after ${gamesIn(games)}`,
    finals: (setting) => (isOfBoth(matchOf(setting)) ? ["First wins", "Drawn", "Second wins"] : ["Wins", "Draws", "Loses"])
      .map((head, result) => ({ head, of: (reports) => final(reports, matchOf(setting))[result], write: percent })),
    question: (setting) => {
      const match = matchOf(setting), isWon = isOfBoth(match);
      const end = `after ${gamesIn(setting.recipe.games)}`;
      const who = isWon ? "the first player win" : `${matchName(match).replace(" against", " lose to")}`;
      return {
        asks: match === TRAINING ? `How many of all ${gamesIn(setting.recipe.games)} will the first player win?`
          : `How many of its games will ${who} ${end}, without exploration?`,
        unit: "%", most: 100, of: (reports) => final(reports, match)[isWon ? 0 : LOSES], write: percent,
      };
    },
    pictured: { against: PICTURED },
    alike: "the same results of all games, as many estimates, and the same strength of both players at the end",
    changed, changes, described, fingerprint, outcome, says, show,
  };
})();
