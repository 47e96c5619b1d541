/* How the page shows families of Genies: average lifeScores by generation, and the genes of the best. What the page asks of
   a view stands at the top of learn.js. */
"use strict";
globalThis.TTT = globalThis.TTT || {};
TTT.views = TTT.views || {};

TTT.views.genies = (() => {
  const { make } = TTT.dom;
  const { given, number } = TTT.setting;
  const { counted, percent } = TTT.words;
  const DASHES = [5, 4], MOST = 100_000;
  const share = (score) => (score - 1) / 200;
  const inWords = (score) => score.toFixed(1);
  const generations = (reports) => reports.slice(1);

  /* What can be changed in a treatment's recipe, by key. */
  const changes = ({ games, generations: length, mutate }) => ({
    percent: number("Mutated genes (%)", "Chance of each gene of a child to change.", mutate.percent, 0, 100, 1),
    games: number("Games", "Games of a generation, each between two Genies that are drawn.", games, 1, 1000, 1),
    generations: number("Generations", "Length of a run; one Genie of the family dies in each.", length, 2, Math.max(5000, length), 1),
  });

  function changed(recipe, { percent: share, ...others }) {
    const made = structuredClone(recipe);
    Object.assign(made.mutate, given({ percent: share }));
    return Object.assign(made, given(others));
  }

  function described({ edge, dimensions, population, static: { count, strategy }, games, generations: length, goal, mutate, replace }) {
    const board = Array(dimensions).fill(edge).join("×");
    const rule = strategy === 3 ? "win or else block" : "mark the first free cell";
    const dies = { worst: "the worst dies, and the best has a child", roulette: "one dies and one has a child by chance, as their scores are",
      neutral: "one dies and one has a child, whatever their scores" }[replace.name];
    return [`${population - count} Genies evolve among ${count} static on ${board} for ${counted(length)} generations.`,
      "A Genie marks the cell whose lines are worth most by its genes, which say what a line with so many marks of one side is worth. " +
      `In each generation ${games} games are played between two that are drawn; static ones ${rule}. Then ${dies}, of whose genes ` +
      `${mutate.percent}% change. A lifeScore of 1 is all lost, 101 even, 201 all won${goal === "draw" ? " (here draws count as wins do)" : ""}.`];
  }

  /* First generation in which the family's average over a window is high enough, and above the static one's; null if none
     is. See `summarise` in tttcore/engines/genies/summary.py, whose sums these are. */
  function success(reports, { success: { score, window } }) {
    const sums = (of) => generations(reports).reduce((all, report) => [...all, all.at(-1) + of(report)], [0]);
    const [ours, theirs] = [sums(({ evolving }) => evolving), sums(({ fixed }) => fixed)];
    const mean = (all, at) => (all[at] - all[at - window]) / window;
    for (let at = window; at < ours.length; at++) {
      if (mean(ours, at) >= score && mean(ours, at) > mean(theirs, at)) return at;
    }
    return null;
  }

  function outcome(histories, { recipe }) {
    const found = histories.map((reports) => success(reports, recipe)).filter((at) => at !== null);
    if (histories.length > 1) return `${found.length} of ${histories.length} families succeed${found.length ? `, in ${found.map(counted).join(", ")} generations` : ""}.`;
    return found.length ? `The family succeeds in generation ${counted(found[0])}.` : "The family has no success.";
  }

  /* See tttcore/engines/genies/live.py. */
  function fingerprint(reports, { recipe }) {
    const { evolving, fixed, generation, genes } = reports.at(-1);
    return Uint8Array.of(...TTT.stored.digestOfNumbers([success(reports, recipe) ?? generation, evolving, fixed]),
      ...TTT.stored.digestOfText(genes.join(" ")));
  }

  const band = ({ step, ...values }, dash) =>
    ({ step, dash, ...Object.fromEntries(Object.entries(values).map(([name, all]) => [name, all.map(share)])) });

  function lines(histories, shown) {
    const line = (reports, name, style) => ({
      steps: generations(reports).map(({ generation }) => generation), shares: generations(reports).map((report) => share(report[name])), ...style,
    });
    return histories.flatMap((reports, k) => (k === shown
      ? [line(reports, "evolving", { colour: "live", width: 2.2 }), line(reports, "fixed", { colour: "live", width: 1.5, dash: DASHES })]
      : [line(reports, "evolving", { colour: "others", width: 1.2 })]));
  }

  function show() {
    const curves = make("canvas", { class: "learn-curves", role: "img", "aria-label": "Average lifeScores by generation" });
    const key = make("ul", { class: "learn-key" }), genes = make("div", { class: "wide", tabindex: 0, role: "region", "aria-label": "Genes" });

    function draw({ setting, histories, shown, report, isLast, guess }) {
      const { recipe, treatment: { courses } } = setting;
      const bands = guess.isOpen ? [] : [band(courses.evolving, []), band(courses.static, DASHES)];
      TTT.key.tell(key, [["live", "evolving Genies"], ["live dashed", "static Genies"], ...TTT.key.others(setting, "others", "evolving Genies"),
        ...(guess.isOpen ? [] : [TTT.key.stored(setting, "medians of evolving (line) and static (dashes), in bands the middle 95%", "both", ["stored", "stored dashed"])]),
        ...TTT.key.guessed(guess), ...TTT.key.looked(isLast, "generation")]);
      TTT.pictures.courses(curves, {
        lines: lines(histories, shown), bands, guess, at: isLast || !report.generation ? null : report.generation,
        last: recipe.generations, most: 1, unit: "generation", what: "score, 100% all won", isLogarithmic: false,
      });
      const marks = [...Array(recipe.edge).keys()];
      const row = (name, values, tag = "td") => make("tr", {}, make("th", { scope: "row" }, name), ...values.map((value) => make(tag, { class: "n" }, String(value))));
      genes.replaceChildren(make("table", {}, make("thead", {}, row("Marks on a line", marks, "th")),
        make("tbody", {}, row("its own", report.genes.slice(0, recipe.edge)), row("the other's", report.genes.slice(recipe.edge)))));
    }

    return {
      stage: [make("figure", {}, curves, key, make("figcaption", {}, "Average lifeScores of both families, as shares of the way from all games lost to all won."))],
      side: [make("h2", {}, "Genes of the best"), genes, make("p", { class: "quiet" }, "What a line is worth to it that holds so many marks of one side alone.")],
      draw,
    };
  }

  return {
    unit: "generation",
    columns: [
      { name: "generation", head: "Generation", of: ({ generation }) => generation, write: String },
      { name: "evolving", head: "Evolving", of: ({ evolving }) => evolving, write: inWords },
      { name: "static", head: "Static", of: ({ fixed }) => fixed, write: inWords },
    ],
    named: ({ generation }) => `generation ${generation}`,
    says: ({ generation, evolving, fixed }) => (generation ? `Generation ${counted(generation)}: evolving Genies score ${inWords(evolving)} ` +
      `on average, static ones ${inWords(fixed)}.` : "Before the first generation."),
    question: ({ recipe }) => ({
      asks: `Which score will the family have after ${counted(recipe.generations)} generations, from 0% (all lost) to 100% (all won)?`,
      unit: "%", most: 100, of: (reports) => share(reports.at(-1).evolving), write: percent,
    }),
    finals: () => [
      { head: "Evolving at the end", of: (reports) => reports.at(-1).evolving, write: inWords },
      { head: "Static at the end", of: (reports) => reports.at(-1).fixed, write: inWords },
    ],
    alike: "success in the same generation, the same scores at the end, and the same best Genie",
    changed, changes, described, fingerprint, outcome, show,
  };
})();
