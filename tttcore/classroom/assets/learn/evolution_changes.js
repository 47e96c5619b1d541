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
  const { percentSet } = TTT.words;

  const named = (entries) => entries.map(([key, { label }]) => [key, label]);

  /* A replacement that is none of the options, in words. */
  const survivors = ({ name }) =>
    (name === "generational" ? "generational: all children, no parents" : "by games, otherwise");

  /* What can be changed in a treatment's recipe, by key: a number within limits, or one of some options. */
  function changes(recipe) {
    const loci = TTT.coding.make(recipe.coding).loci;
    const { cross, mutate, population } = recipe;
    const inTurn = recipe.breed.name.startsWith("in_sequence");
    const selected = Object.entries(SELECTIONS).filter(([key]) => inTurn || key !== "best");
    const elites = Object.entries(ELITES).filter(([, { seats }]) => !seats || seats.includes(recipe.seat));
    return {
      population: number("Population size", "Organisms in a generation.", population, FEWEST_ORGANISMS, MOST_ORGANISMS, 1),
      ...(cross.name === "n_point" ? {
        sites: number("Crossover points",
          "Places in the genome at which a child changes from one parent's genes to the other's.", cross.sites, 0, loci, 1),
      } : {
        switches: number("Crossover rate: switches of parent per gene",
          "Chance, from gene to gene, that a child goes on with the other parent's genes.", cross.rate, 0, 1, 0.01),
      }),
      ...(mutate.name === "random_reset" ? {
        slope: number("Mutated genes, added if the best loses all games", "A mutation draws genes anew: the number in the next " +
          "field, and this one times the share of games that the best organism loses.", mutate.slope, 0, loci - 100, 1),
        base: number("Mutated genes, at least",
          "Genes that a mutation draws anew however good the best organism is.", mutate.base, 0, 100, 1),
      } : {
        rate: number("Mutation rate per gene", "Chance of each gene to be drawn anew.", mutate.rate, 0, 0.2, 0.0001),
      }),
      select: {
        label: "Parent selection", own: recipe.select.name, options: named(selected),
        about: "Who become parents. A roulette wheel gives fitter organisms larger chances; with fitness sharing equally " +
          "fit ones share a chance, so that copies don't crowd out others. A tournament takes the fittest of a few drawn " +
          "at random, truncation the fittest of all.",
      },
      elite: {
        label: "Survivor selection (elitism)", own: survivors(recipe.replace), options: named(elites),
        about: "Who of parents and children live on: the fittest by all games that can happen, or those that lose fewest " +
          "of 300 games against an opponent.",
      },
    };
  }

  /* A recipe in a few sentences: the first, and the others. */
  function described({ seat, population, generations, select, cross, mutate, replace }) {
    const who = seat === "both" ? "players of both seats" : `players who move ${seat}`;
    const option = Object.values(SELECTIONS).find(({ select: one }) => one.name === select.name && one.niching === select.niching);
    const parents = select.name === "tournament" ? `tournament of ${select.size}` : option?.label ?? "chance";
    const crossed = cross.name === "n_point" ? `at ${cross.sites} points`
      : `with a chance of ${percentSet(cross.rate)} at each gene to change the parent`;
    const mutated = mutate.name === "random_reset"
      ? `${mutate.slope} × the share of games that the best loses, and ${mutate.base} more` : `each with a chance of ${percentSet(mutate.rate)}`;
    const left = replace.name === "generational" ? "Children replace their parents."
      : `Parents and children live on by ${judged(replace.by)}.`;
    return [`${population.toLocaleString("en")} random ${who} evolve until one loses no game, for ${generations} generations at most. ${preferred(select, replace)}`,
      `Parents: by ${parents}, by ${judged(select.by)}. Crossover: ${crossed}. Genes that a mutation draws anew: ${mutated}. ${left}`];
  }

  /* What of each kind of criterion stands behind its games, see criteria.js. */
  const KINDS = {
    losses: "", losses_once: ", the same games for all copies of an organism", games_not_lost: ", who loses most first",
  };

  const against = ({ opponent, games: number }) => `${number} games against ` +
    `${opponent.name === "rmg" ? "random moves" : "Barrat's rules, which are hard to beat"}`;

  /* A criterion in words. */
  function judged(by) {
    if (by.name === "fitness") return "fitness, the share of all possible games not lost";
    return `${against(by)}${KINDS[by.name]}`;
  }

  /* The survivors in plain words; or the parents, if there are no survivors or only parents are chosen by games. */
  function preferred(select, replace) {
    const isOfParents = !replace.by || (replace.by.name === "fitness" && select.by.name !== "fitness");
    const by = isOfParents ? select.by : replace.by;
    const [games, unaided] = by.name === "fitness" ? ["all possible games", "; no opponent helps to choose them"] : [against(by), ""];
    const [more, most] = by.name === "games_not_lost" ? ["more", "most"] : ["fewer", "fewest"];
    if (isOfParents) return `Those that lose ${more} of ${games} are likelier to be parents${unaided}.`;
    const those = `those that lose ${most} of ${games}`;
    return `Survivors are ${replace.name === "truncation" ? those : `mostly ${those}, and some of the others`}${unaided}.`;
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

  return { changed, changes, described };
})();
