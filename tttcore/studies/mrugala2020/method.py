"""Facts of the study: the learning rule, hashes, and game-theoretic values; sessions that are never cleared."""

from collections.abc import Iterable, Mapping
from typing import Any

import pandas as pd

from tttcore.games.classic import StateTables
from tttcore.studies.facts import Fact, fact_table
from tttcore.studies.mrugala2020.game_values import game_value_facts
from tttcore.studies.mrugala2020.hashes import python_hash_facts
from tttcore.studies.mrugala2020.learning_rule import learning_rule_facts
from tttcore.studies.mrugala2020.never_cleared import CAPTION, never_cleared

SMALLEST = "3x3"
LOOKED_AT = (SMALLEST,)
CAPTIONS = {"never_cleared": CAPTION}


@fact_table
def method_facts(recipes: Mapping[str, Mapping[str, Any]], tables: StateTables, *, seed: int) -> Iterable[Fact]:
    """Facts of the learning rule, of hashes and of game values; parameters as in `studies.method.method_tables`."""
    yield from learning_rule_facts(recipes[SMALLEST], tables, seed=seed)
    yield from python_hash_facts()
    yield from game_value_facts()


def method_tables(
    recipes: Mapping[str, Mapping[str, Any]], tables: StateTables, *, seed: int
) -> dict[str, pd.DataFrame]:
    """Table ``never_cleared``; parameters as in `studies.method.method_tables`."""
    return {"never_cleared": never_cleared(recipes[SMALLEST], seed=seed)}
