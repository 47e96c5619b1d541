/* What is run on the page: a treatment, the numbers of its runs, and what is changed in its recipe; and the part of the
   page's address that says so. */
"use strict";
globalThis.TTT = globalThis.TTT || {};

TTT.setting = (() => {
  const MOST_ORGANISMS = 4000, FEWEST_ORGANISMS = 4, MOST_REPLICATE = 999999;
  const SPEEDS = ["1", "2", "5", "20", "fastest"];
  const START_SPEED = "2";
  const RUNS = ["1", "10"];
  const SELECTIONS = {
    "wheel": { label: "wheel, shared among equals", select: { name: "sus", niching: "per_fitness" } },
    "plain-wheel": { label: "wheel, each for itself", select: { name: "sus", niching: "constant" } },
    "tournament-2": { label: "best of 2", select: { name: "tournament", size: 2, distinct: true } },
    "tournament-10": { label: "best of 10", select: { name: "tournament", size: 10, distinct: true } },
    "best": { label: "the best alone", select: { name: "truncation" } },
  };
  const UMG = { name: "umg", centre: "opponent", counter: "per_game" };
  const games = (opponent) => ({ name: "losses", opponent, games: 300 });
  const ELITES = {
    "nobody": { label: "nobody: fitness decides", by: { name: "fitness" } },
    "random": { label: "games against random moves", by: games({ name: "rmg" }), seats: ["first", "second"] },
    "unbeatable": { label: "games against the unbeatable", by: games(UMG), seats: ["first"] },
  };

  /* What can be changed in a treatment's recipe, by key: a number within limits, or one of some options. */
  function changes(recipe) {
    const loci = TTT.coding.make(recipe.coding).loci;
    const { cross, mutate, population } = recipe;
    const inTurn = recipe.breed.name.startsWith("in_sequence");
    const number = (label, held, least, most, step) => ({ label, held, least, most, step });
    const found = { population: number("Organisms", population, FEWEST_ORGANISMS, MOST_ORGANISMS, 1) };
    if (cross.name === "n_point") found.sites = number("Crossover sites", cross.sites, 0, loci, 1);
    else found.switches = number("Chance to change parents at a gene", cross.rate, 0, 1, 0.01);
    if (mutate.name === "random_reset") {
      found.slope = number("Genes redrawn × share lost", mutate.slope, 0, loci - 100, 1);
      found.base = number("Genes redrawn besides", mutate.base, 0, 100, 1);
    } else {
      found.rate = number("Chance to redraw a gene", mutate.rate, 0, 0.2, 0.0001);
    }
    const selected = Object.entries(SELECTIONS).filter(([key]) => inTurn || key !== "best");
    found.select = { label: "Selection of parents", options: selected.map(([key, { label }]) => [key, label]) };
    const elites = Object.entries(ELITES).filter(([, { seats }]) => !seats || seats.includes(recipe.seat));
    found.elite = { label: "Who decides which survive", options: elites.map(([key, { label }]) => [key, label]) };
    return found;
  }

  /* A recipe with changes by key. */
  function changed(recipe, { population, sites, switches, slope, base, rate, select, elite }) {
    const made = structuredClone(recipe);
    made.population = population ?? made.population;
    if (select) made.select = { by: made.select.by, ...SELECTIONS[select].select };
    if (made.select.name === "tournament") made.select.size = Math.min(made.select.size, made.population);
    Object.assign(made.cross, given({ sites, rate: switches }));
    Object.assign(made.mutate, given({ slope, base, rate }));
    if (elite) {
      made.replace = { name: "controlled_elite", by: ELITES[elite].by };
      made.pool = made.pool.includes("parents") ? made.pool : ["parents", ...made.pool];
    }
    return made;
  }

  const given = (values) => Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));

  /* Text of a value that an address may hold, checked: undefined if it may not be. */
  function checked({ options, least, most, step }, text) {
    if (options) return options.some(([key]) => key === text) ? text : undefined;
    if (!/^\d{1,6}(\.\d{1,6})?$/.test(text)) return undefined;
    const value = Number(text);
    const isWhole = step < 1 || Number.isInteger(value);
    return isWhole && value >= least && value <= most ? value : undefined;
  }

  const COMMON = {
    replicate: { held: 0, least: 0, most: MOST_REPLICATE, step: 1 },
    runs: { options: RUNS.map((key) => [key]) },
    speed: { options: SPEEDS.map((key) => [key]) },
  };

  /* {study, treatment, common, changes, ignored} of an address without its "#"; `ignored` says what couldn't be used.
     */
  function parse(text, studies) {
    const [place, query = ""] = text.split("?");
    const [named, key] = place.split("/");
    const study = studies.find((one) => one.key === named);
    const treatment = study?.treatments.find((one) => one.key === key);
    if (!treatment) return null;
    const found = { study, treatment, common: {}, changes: {}, ignored: [] };
    const known = changes(treatment.recipe);
    for (const [name, value] of new URLSearchParams(query)) {
      const side = Object.hasOwn(COMMON, name) ? ["common", COMMON[name]] : Object.hasOwn(known, name)
        ? ["changes", known[name]] : null;
      const read = side ? checked(side[1], value) : undefined;
      if (read === undefined) found.ignored.push(name);
      else found[side[0]][name] = read;
    }
    return found;
  }

  /* "#study/treatment?key=value&…" */
  function format({ study, treatment, common, changes: own }) {
    const pairs = Object.entries({ ...common, ...own }).map(([key, value]) => `${key}=${value}`);
    return `#${study.key}/${treatment.key}${pairs.length ? "?" : ""}${pairs.join("&")}`;
  }

  /* True if two recipes are not the same, in whatever order their keys are. */
  function differ(one, other) {
    if (typeof one !== "object" || one === null || other === null) return one !== other;
    const keys = Object.keys(one);
    return keys.length !== Object.keys(other).length || keys.some((key) => differ(one[key], other[key]));
  }

  return { COMMON, RUNS, SPEEDS, START_SPEED, changed, changes, checked, differ, format, parse };
})();
