/* How the page shows machines of matchboxes: exact chances by games, the games' results, and boxes with their beads.
   What the page asks of a view stands at the top of learn.js. */
"use strict";
globalThis.TTT = globalThis.TTT || {};
TTT.views = TTT.views || {};

TTT.views.matchboxes = (() => {
  const { choice, make } = TTT.dom;
  const { changed, changes, described } = TTT.matchboxesChanges;
  const { prepare } = TTT.models.matchboxes;
  const { POLICIES } = TTT.gameGraph;
  const { RESULTS } = TTT.pictures;
  const { counted, percent } = TTT.words;
  const OPPONENTS = ["random moves", "careful moves", "perfect play"];
  const WORDS = { w: "won", d: "drawn", l: "lost", r: "resigned" };
  const ROWS = { w: 0, d: 1, l: 2, r: 2 };
  const COLOURS = { w: "win", d: "draw", l: "loss", r: "quiet" };
  const [WINS, DRAWS, LOSES] = RESULTS.keys();
  const ORDINALS = ["first", "second", "third", "fourth", "fifth"];

  const AGAINST = { options: OPPONENTS.map((name, policy) => [POLICIES[policy], name]), held: "perfect" };
  const policyOf = ({ common }) => POLICIES.indexOf(common.against ?? AGAINST.held);
  const chanceOf = ({ exact }, policy, result) => exact[RESULTS.length * policy + result];
  const lostTo = ({ exact }, policy) => exact[RESULTS.length * policy + LOSES];
  const numbersOf = ([won, drawn, lost, resigned]) =>
    `${won} won, ${drawn} drawn, ${lost + resigned} lost${resigned ? ` (resigned at an empty box: ${resigned})` : ""}`;

  /* Results that games can have. */
  const kindsOf = ({ recipe }) => (recipe.game === "hexapawn" ? [WINS, LOSES] : [WINS, DRAWS, LOSES]);

  function outcome(histories, setting) {
    const policy = policyOf(setting), name = OPPONENTS[policy];
    const chances = histories.map((reports) => lostTo(reports.at(-1), policy)).sort((one, other) => one - other);
    if (chances.length === 1) {
      const { counts } = histories[0].at(-1);
      return `${numbersOf(counts)}. It now loses to ${name} with a chance of ${percent(chances[0])}.`;
    }
    return `${chances.length} machines now lose to ${name} with chances of ${percent(chances[0])} to ` +
      `${percent(chances.at(-1))}.`;
  }

  /* Game that was lost last; 0 if none was. */
  const lastLoss = (reports) => reports.findLast(({ result }) => "lr".includes(result ?? " "))?.game ?? 0;

  /* See tttcore/engines/matchboxes/live.py. */
  function fingerprint(reports) {
    const { exact, empty } = reports.at(-1);
    const results = reports.map(({ result }) => result).join("");
    return Uint8Array.of(...TTT.stored.digestOfText(results), ...TTT.stored.digestOfNumbers([...exact, empty]));
  }

  function says({ game, result, counts, empty }) {
    if (!game) return "Before the first game all boxes have their first beads.";
    return `Game ${game}: ${WORDS[result]}. So far ${numbersOf(counts)}; empty boxes: ${empty}.`;
  }

  /* Lines of chances against an opponent: of the run that is shown all that can be, of others that to lose. */
  function chances(histories, shown, policy, kinds) {
    return histories.flatMap((reports, k) => {
      const points = reports.filter(({ isPoint }) => isPoint);
      const steps = points.map(({ game }) => game);
      const line = (result, width, alpha) => ({
        steps, shares: points.map(({ exact }) => exact[RESULTS.length * policy + result]), width, alpha,
        colour: RESULTS[result],
      });
      return k === shown ? kinds.map((result) => line(result, 2.2, 1)) : [line(LOSES, 1.2, 0.5)];
    });
  }

  /* Draw a tick for each game: won at the top, lost at the bottom. */
  function games(canvas, reports, most) {
    canvas.width = most;
    canvas.height = 3;
    const context = canvas.getContext("2d");
    const style = getComputedStyle(canvas);
    reports.slice(1).forEach(({ result }, game) => {
      context.fillStyle = style.getPropertyValue(`--${COLOURS[result]}`).trim();
      context.fillRect(game, ROWS[result], 1, 1);
    });
  }

  function show(redraw, choose) {
    const canvas = (name, label) => make("canvas", { class: `learn-${name}`, role: "img", "aria-label": label });
    const curves = canvas("curves", "Chances to win, draw and lose by games");
    const ticks = canvas("games", "Result of each game");
    const key = make("ul", { class: "learn-key" }), order = make("figcaption");
    const against = choice("Chances against", AGAINST.options, () => choose("against", against.value, AGAINST.held));
    const firsts = make("div", { class: "learn-boards" }), last = make("div", { class: "learn-boards" });
    let prepared = null, kinds = [];

    function tellKey(setting, isLast, guess) {
      order.textContent = `Games in turn: won at the top, ${kinds.includes(DRAWS) ? "drawn in the middle, " : ""}lost ` +
        "at the bottom; grey where an empty box made it resign.";
      TTT.key.tell(key, [...kinds.map((result) => [["won", "wins"], ["drawn", "draws"], ["lost", "loses"]][result]),
        ...TTT.key.others(setting, "lost faint", "loses"),
        ...(guess.isOpen ? []
          : [TTT.key.stored(setting, "median chance to lose, in a band that holds the middle 95%", "loses")]),
        ...TTT.key.guessed(guess),
        ...TTT.key.looked(isLast, "game")]);
    }

    function begin(setting) {
      prepared = prepare(setting.recipe);
      kinds = kindsOf(setting);
    }

    const box = (one, caption) => TTT.boxPicture(prepared, one, caption);

    function told({ change, beads }, move) {
      const by = change ? `, ${change > 0 ? "+" : "−"}${Math.abs(change)}` : "";
      return `its ${ORDINALS[move]} bead${by}${beads.some(Boolean) ? "" : "; now empty"}`;
    }

    /* Boxes of a game, with their beads after it, and the position in which it ended. */
    function boxesOf({ boxes, nodes, result }) {
      if (!result) return [make("p", {}, "No game has been played yet.")];
      const end = TTT.boardPicture({
        board: prepared.graph.boards[nodes.at(-1)], caption: `the end: ${WORDS[result]}`, isPawns: prepared.recipe.game === "hexapawn",
      });
      return [...boxes.map((one, move) => box(one, told(one, move))), end];
    }

    function draw({ setting, histories, shown, report, isLast, guess }) {
      const policy = policyOf(setting);
      against.value = POLICIES[policy];
      tellKey(setting, isLast, guess);
      const { recipe, treatment } = setting;
      const stored = treatment.courses[`${POLICIES[policy]}_lost`];
      TTT.pictures.courses(curves, {
        lines: chances(histories, shown, policy, kinds), bands: stored && !guess.isOpen ? [stored] : [], guess, at: isLast ? null : report.game,
        last: recipe.games, most: 1, unit: "game", what: `chance against ${OPPONENTS[policy]}`, isLogarithmic: false,
      });
      games(ticks, histories[shown], recipe.games);
      firsts.replaceChildren(...report.firsts.map((one) => box(one, one.beads.some(Boolean) ? "" : "empty")));
      last.replaceChildren(...boxesOf(report));
    }

    return {
      stage: [
        make("figure", {}, against.element, curves, key,
          make("figcaption", {}, "Exact chances of the machine, over every game that can happen.")),
        make("figure", {}, ticks, order),
      ],
      side: [make("h2", {}, "Boxes of its first turn"), firsts, make("h2", {}, "Boxes of the game"), last,
        make("p", { class: "quiet" }, "Numbers are beads; the move whose bead was drawn stands out. Where boards " +
          "that are equal up to symmetry share a box, a board may be turned between two moves.")],
      begin, draw,
    };
  }

  return {
    unit: "game",
    columns: [
      { name: "game", head: "Game", of: ({ game }) => game, write: String },
      { name: "result", head: "Result", of: ({ result }) => WORDS[result], write: String },
      { name: "beads_drawn", head: "Beads drawn", of: ({ boxes }) => boxes.length, write: String },
      ...POLICIES.map((name, policy) => ({
        name: `${name}_lost`, head: `Loses to ${OPPONENTS[policy]}`, write: percent,
        of: (report) => (report.isPoint ? lostTo(report, policy) : undefined),
      })),
    ],
    named: ({ game }) => `game ${game}`,
    finals: (setting) => [
      { head: "Games lost", of: (reports) => reports.at(-1).counts[2] + reports.at(-1).counts[3], write: counted },
      { head: "Last loss in game", of: lastLoss, write: counted },
      ...kindsOf(setting).map((result) => ({
        head: `${["Wins", "Draws", "Loses"][result]} against ${OPPONENTS[policyOf(setting)]}`, write: percent,
        of: (reports) => chanceOf(reports.at(-1), policyOf(setting), result),
      })),
    ],
    question: (setting) => ({
      asks: `How often will it lose to ${OPPONENTS[policyOf(setting)]} after ${counted(setting.recipe.games)} games?`,
      unit: "%", most: 100, of: (reports) => lostTo(reports.at(-1), policyOf(setting)), write: percent,
    }),
    pictured: { against: AGAINST },
    alike: "the same result in every game, and the same chances against every opponent at the end",
    changed, changes, described, fingerprint, outcome, says, show,
  };
})();
