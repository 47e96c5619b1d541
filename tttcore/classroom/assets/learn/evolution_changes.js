/* What people can change in a recipe of the genetic algorithm. */
"use strict";
globalThis.TTT = globalThis.TTT || {};

TTT.evolutionChanges = (() => {
  const MOST_ORGANISMS = 4000, FEWEST_ORGANISMS = 4;
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

  const { given, number } = TTT.setting;

  /* What can be changed in a treatment's recipe, by key: a number within limits, or one of some options. */
  function changes(recipe) {
    const loci = TTT.coding.make(recipe.coding).loci;
    const { cross, mutate, population } = recipe;
    const inTurn = recipe.breed.name.startsWith("in_sequence");
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

  return { changed, changes };
})();
