"""Genetic algorithms that evolve players of 3x3."""

from typing import TYPE_CHECKING

from tttcore.pipeline.lazy import lazy_names

__all__ = ["Alleles", "Evaluator", "GeneticAlgorithm", "build_recipe", "fill_randomly"]

if TYPE_CHECKING:
    from tttcore.engines.genetic_algorithm.generational import GeneticAlgorithm
    from tttcore.engines.genetic_algorithm.players.coding import Alleles, fill_randomly
    from tttcore.engines.genetic_algorithm.players.evaluation import Evaluator
    from tttcore.engines.genetic_algorithm.recipe import build_recipe
else:
    __getattr__, __dir__ = lazy_names(__name__)
