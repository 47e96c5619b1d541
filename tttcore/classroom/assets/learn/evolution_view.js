/* How the page shows runs of the genetic algorithm: fitness by generation beside stored and published runs, alleles,
   and the best organism. What the page asks of a view stands at the top of learn.js. */
"use strict";
globalThis.TTT = globalThis.TTT || {};
TTT.views = TTT.views || {};

TTT.views.genetic_algorithm = (() => {
  const { make } = TTT.dom;
  const { changed, changes, described } = TTT.evolutionChanges;
  const { counted, several } = TTT.words;
  const FEWEST = 10, LONG = 60, DASHES = [5, 4];
  const BEST = "the best player of each generation (line)";
  const BOTH = "the best player of each generation (line) and the mean of all (dashes)";
  const UNSOLVED = "The run ends without a player that loses no game.";

  const percent = (share) => `${(100 * share).toFixed(2)}%`;
  const column = (reports, name) => reports.map((report) => report[name]);

  function outcome(histories) {
    const lasts = histories.map((reports) => reports.at(-1));
    const lengths = lasts.filter(({ best }) => best === 0).map(({ generation }) => generation);
    lengths.sort((one, other) => one - other);
    if (lasts.length === 1) {
      return lengths.length ? `Generation ${lengths[0]} has a player that loses no game.` : UNSOLVED;
    }
    return `${lengths.length} of ${lasts.length} runs find a player that loses no game` +
      (lengths.length ? `, in ${lengths.join(", ")} generations.` : ".");
  }

  /* See tttcore/engines/genetic_algorithm/live.py. */
  function fingerprint(reports) {
    const { champion, generation } = reports.at(-1);
    const course = [...column(reports, "best"), ...column(reports, "mean")];
    return Uint8Array.of(generation & 0xff, generation >> 8,
      ...TTT.stored.digestOfNumbers(course), ...TTT.stored.digestOfText(champion));
  }

  function lines(setting, guess) {
    const { study, treatment } = setting;
    const published = guess.isOpen ? [] : treatment.published;
    const others = TTT.key.others(setting, "others", BEST);
    const both = (colour) => [colour, `${colour} dashed`];
    const [printed, text] = published.some(({ mean }) => mean?.length) ? [both("published"), BOTH] : ["published", BEST];
    return [
      [both("live"), `${others.length ? "the run in detail" : "this run"}: ${BOTH}`],
      ...others,
      ...(guess.isOpen ? [] : [TTT.key.stored(setting, "best player (line) and mean of all (dashes), medians of runs that " +
        "haven't ended; in bands the middle 95%", BOTH, both("stored"))]),
      ...(published.length ? [[printed, `${study.name}, ${several(published.length, "published run")}: ${text}`]] : []),
      ...TTT.key.guessed(guess),
    ];
  }

  /* What the picture of fitness is drawn of: published runs, those made here, of which one is shown in detail, and the
     stored ones. */
  function fitness({ published, courses }, histories, shown) {
    const live = histories.map((reports) => ({
      generations: column(reports, "generation"), best: column(reports, "best"), mean: column(reports, "mean"),
    }));
    const every = [...live, ...published];
    const last = Math.max(FEWEST, ...every.map(({ generations }) => generations.at(-1)));
    const starts = every.flatMap(({ best, mean }) => [best[0] ?? 0, ...(mean ?? [])]);
    const many = published.length > 3;
    const drawn = ({ generations: steps, best, mean }, colour, [width, meanWidth], alpha) => [
      { steps, shares: best, colour, width, alpha },
      ...(mean && meanWidth ? [{ steps, shares: mean, colour, width: meanWidth, dash: DASHES, alpha }] : []),
    ];
    return {
      lines: [
        ...published.flatMap((one) => drawn(one, "published", many ? [1, 1.5] : [2, 1.5], many ? 0.45 : 1)),
        ...live.flatMap((one, k) => (k === shown ? drawn(one, "live", [2.5, 2]) : drawn(one, "others", [1.2, 0]))),
      ],
      bands: Object.entries(courses).map(([name, course]) => ({ ...course, dash: name === "mean" ? DASHES : [] })),
      last, most: Math.max(0.1, ...starts, ...Object.values(courses).flatMap(({ high }) => high)),
      isLogarithmic: last > LONG,
    };
  }

  function show() {
    const canvas = (name, label) => make("canvas", { class: `learn-${name}`, role: "img", "aria-label": label });
    const curves = canvas("curves", "Share of games lost by generation");
    const alleles = canvas("alleles", "How common each cell is in each state");
    const key = make("ul", { class: "learn-key" });
    const rows = make("div", { class: "learn-rows", "aria-hidden": "true" },
      ...Array.from({ length: TTT.classic.CELLS }, (_, cell) => make("span", {}, String(cell + 1))));
    const boards = make("div", { class: "learn-boards" });

    function draw({ setting, histories, shown, report, isLast, guess }) {
      const { treatment } = setting;
      const seen = guess.isOpen ? { published: [], courses: {} } : treatment;
      const at = isLast ? null : report.generation;
      TTT.key.tell(key, [...lines(setting, guess), ...TTT.key.looked(isLast, "generation")]);
      TTT.pictures.courses(curves, { ...fitness(seen, histories, shown), guess, at, unit: "generation", what: "share of games lost" });
      TTT.pictures.alleles(alleles, report.shares);
      TTT.bestPlayer.show(report.champion, treatment.recipe.seat, boards);
    }

    return {
      stage: [
        make("figure", {}, curves, key,
          make("figcaption", {}, "Share of games lost over every line of play: less is better.")),
        make("figure", {}, make("div", { class: "learn-strip" }, rows, alleles), make("figcaption", {}, "Genes of the " +
          "population: a column for each board (symmetric ones count once), from few marks on the left to many on the right; " +
          "a row for each cell, 1 to 9. The stronger the colour, the more organisms mark that cell. Example: one strong " +
          "square in a column means that all organisms make the same mark there.")),
      ],
      side: [make("h2", {}, "The best organism"), boards],
      draw,
    };
  }

  return {
    unit: "generation",
    columns: [
      { name: "generation", head: "Generation", of: ({ generation }) => generation, write: String },
      { name: "best", head: "Best", of: ({ best }) => best, write: percent },
      { name: "mean", head: "Mean", of: ({ mean }) => mean, write: percent },
      { name: "distinct", head: "Different genomes", of: ({ distinct }) => distinct, write: counted },
    ],
    question: ({ recipe: { generations } }) => ({
      asks: "In which generation will it find a player that loses no game?", unit: "", most: generations, isStep: true,
      of: (reports) => (reports.at(-1).best === 0 ? reports.at(-1).generation : null), write: counted,
    }),
    named: ({ generation }) => `generation ${generation}`,
    says: ({ generation, best, mean, distinct }) => `Generation ${generation}: the best loses ${percent(best)} of ` +
      `its games, the mean ${percent(mean)}; ${counted(distinct)} different genomes.`,
    finals: () => [
      { head: "Generations", of: (reports) => reports.at(-1).generation, write: counted },
      { head: "Best loses", of: (reports) => reports.at(-1).best, write: percent },
      { head: "Mean loses", of: (reports) => reports.at(-1).mean, write: percent },
    ],
    alike: "the same best and mean fitness in every generation, and the same champion",
    changed, changes, described, fingerprint, outcome, show,
  };
})();
