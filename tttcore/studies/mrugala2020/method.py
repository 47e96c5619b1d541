"""Facts of the study: the learning rule, hashes, and game-theoretic values."""

from collections.abc import Iterable, Mapping
from typing import Any

from tttcore.games.classic import StateTables
from tttcore.studies.facts import Fact, fact_table
from tttcore.studies.mrugala2020.game_values import game_value_facts
from tttcore.studies.mrugala2020.hashes import python_hash_facts
from tttcore.studies.mrugala2020.learning_rule import learning_rule_facts

SMALLEST = "3x3"
LOOKED_AT = (SMALLEST,)


@fact_table
def method_facts(recipes: Mapping[str, Mapping[str, Any]], tables: StateTables, *, seed: int) -> Iterable[Fact]:
    """Facts of the learning rule, of hashes and of game values; parameters as in `studies.method.method_tables`."""
    yield from learning_rule_facts(recipes[SMALLEST], tables, seed=seed)
    yield from python_hash_facts()
    yield from game_value_facts()
