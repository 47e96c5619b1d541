"""Operators of ancheta2020 in readings that its text allows and its authors' program doesn't take."""

from dataclasses import dataclass

import numpy as np

from tttcore.engines.genetic_algorithm.operators.breeding import Groups, InSequence, Toolbox, breedings
from tttcore.engines.genetic_algorithm.operators.criteria import CostFunction, Costs, Losses, criteria
from tttcore.engines.genetic_algorithm.operators.replacement import ControlledElite, replacements
from tttcore.engines.genetic_algorithm.players.coding import Coding, RowNumbers
from tttcore.engines.genetic_algorithm.population import Members, Population
from tttcore.games.classic import StateTables
from tttcore.games.seats import Seat
from tttcore.pipeline.rng import binomials


@breedings.register("in_sequence_by_parents")
@dataclass(frozen=True, kw_only=True)
class InSequenceByParents(InSequence):
    """As `in_sequence`, with a mutation that depends on the best fitness of the parents, not of the children.

    Source: ancheta2020, Mutation Operator, where "the population" may be that of the generation.
    """

    def __call__(
        self, parents: Population, costs: Costs, toolbox: Toolbox, rng: np.random.Generator, *, out: Groups
    ) -> None:
        """See `Breeding.__call__`."""
        unmutated, mutated = out["unmutated"], out["mutated"]
        chosen = toolbox.select(costs, self.operands(len(costs)), rng)
        mates = np.concatenate((chosen[1:], chosen[:1]))
        toolbox.cross(parents.genes, chosen, mates, toolbox.alleles.loci, rng, out=unmutated.genes)
        unmutated.evaluate(toolbox.evaluator)
        toolbox.mutate(unmutated.genes, parents.fitness.min(), toolbox.alleles, rng, out=mutated.genes)
        mutated.evaluate(toolbox.evaluator)


@replacements.register("controlled_elite_by_place")
@dataclass(frozen=True, kw_only=True)
class ControlledEliteByPlace(ControlledElite):
    """As `controlled_elite`, with ties in lost games broken by place in the pool, not by fitness.

    Source: ancheta2020, Modified Controlled Elite Preservation, which says nothing of ties.
    """

    def __call__(self, costs: Costs, fitness: Costs, population: int) -> RowNumbers:
        """See `Replacement.__call__`."""
        kept = np.argsort(costs, kind="stable")[self.ranks(population, len(costs))]
        return kept[np.argsort(fitness[kept], kind="stable")]


@replacements.register("controlled_elite_with_success")
@dataclass(frozen=True, kw_only=True)
class ControlledEliteWithSuccess(ControlledElite):
    """As `controlled_elite`, but the first no-loss organism of the pool always survives, in place of the worst kept.

    So a run ends as if success were looked for in the pool, not among the organisms that are kept.

    Source: ancheta2020, Data Collection, which doesn't say where the best organism is looked for.
    """

    def __call__(self, costs: Costs, fitness: Costs, population: int) -> RowNumbers:
        """See `Replacement.__call__`."""
        kept = super().__call__(costs, fitness, population)
        if fitness[kept[0]] > 0.0 and fitness.min() == 0.0:
            kept = np.concatenate(([fitness.argmin()], kept[:-1]))
        return kept


@criteria.register("losses_once")
@dataclass(frozen=True)
class LossesOnce(Losses):
    """As `losses`, with a single series of games for organisms that are in the pool more than once.

    Source: ancheta2020, Modified Controlled Elite Preservation, which doesn't say that copies play again.
    """

    def prepare(self, tables: StateTables, seat: Seat, coding: Coding | None = None) -> CostFunction:
        """See `Criterion.prepare`."""
        chances = self.opponent.prepare(tables, seat, coding)

        def share_lost(population: Population, members: Members, rng: np.random.Generator) -> Costs:
            per_game = chances.per_game(population.genes, population.tallies, members.distinct)
            lost = binomials(rng, self.games, per_game)
            first = chances.first_game(population.genes, members.rows[:1])
            if first is not None:
                place = members.copies[:1]
                lost[place] = binomials(rng, self.games - 1, per_game[place]) + binomials(rng, 1, first)
            return lost[members.copies] / self.games

        return share_lost


@criteria.register("games_not_lost")
@dataclass(frozen=True)
class GamesNotLost(Losses):
    """As `losses`, turned round: the share of games not lost, so that organisms that lose most come first.

    Source: ancheta2020, Modified Controlled Elite Preservation, which doesn't say which end of the order is kept.
    """

    def prepare(self, tables: StateTables, seat: Seat, coding: Coding | None = None) -> CostFunction:
        """See `Criterion.prepare`."""
        share_lost = super().prepare(tables, seat, coding)
        return lambda population, members, rng: 1.0 - share_lost(population, members, rng)
