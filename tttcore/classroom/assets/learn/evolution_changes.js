/* What people can change in a recipe of the genetic algorithm. */
"use strict";
globalThis.TTT = globalThis.TTT || {};

TTT.evolutionChanges = (() => {
  const MOST_ORGANISMS = 4000, FEWEST_ORGANISMS = 4;
  const SELECTIONS = {
    "wheel": { label: "roulette wheel with fitness sharing", select: { name: "sus", niching: "per_fitness" } },
    "plain-wheel": { label: "roulette wheel", select: { name: "sus", niching: "constant" } },
    "tournament-2": { label: "tournament of 2", select: { name: "tournament", size: 2, distinct: true } },
    "tournament-10": { label: "tournament of 10", select: { name: "tournament", size: 10, distinct: true } },
    "best": { label: "truncation: the best", select: { name: "truncation" } },
  };
  const UMG = { name: "umg", centre: "opponent", counter: "per_game" };
  const games = (opponent) => ({ name: "losses", opponent, games: 300 });
  const ELITES = {
    "nobody": { label: "by fitness", by: { name: "fitness" } },
    "random": { label: "by games against random moves", by: games({ name: "rmg" }), seats: ["first", "second"] },
    "unbeatable": { label: "by games against the unbeatable", by: games(UMG), seats: ["first"] },
  };

  const { given, number } = TTT.setting;

  const named = (entries) => entries.map(([key, { label }]) => [key, label]);

  /* A replacement that is none of the options, in words. */
  const survivors = ({ name }) =>
    (name === "generational" ? "generational: all children, no parents" : "by games, otherwise");

  /* What can be changed in a treatment's recipe, by key: a number within limits, or one of some options. */
  function changes(recipe) {
    const loci = TTT.coding.make(recipe.coding).loci;
    const { cross, mutate, population } = recipe;
    const inTurn = recipe.breed.name.startsWith("in_sequence");
    const found = { population: number("Population size", population, FEWEST_ORGANISMS, MOST_ORGANISMS, 1) };
    if (cross.name === "n_point") found.sites = number("Crossover points", cross.sites, 0, loci, 1);
    else found.switches = number("Crossover rate: switches of parent per gene", cross.rate, 0, 1, 0.01);
    if (mutate.name === "random_reset") {
      found.slope = number("Mutated genes × share lost by the best", mutate.slope, 0, loci - 100, 1);
      found.base = number("Mutated genes besides", mutate.base, 0, 100, 1);
    } else {
      found.rate = number("Mutation rate per gene", mutate.rate, 0, 0.2, 0.0001);
    }
    const selected = Object.entries(SELECTIONS).filter(([key]) => inTurn || key !== "best");
    found.select = { label: "Parent selection", own: recipe.select.name, options: named(selected) };
    const elites = Object.entries(ELITES).filter(([, { seats }]) => !seats || seats.includes(recipe.seat));
    found.elite = { label: "Survivor selection (elitism)", own: survivors(recipe.replace), options: named(elites) };
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
