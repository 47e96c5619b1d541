"""Facts of the study: the learning rule, hashes, and game-theoretic values."""

from collections.abc import Mapping
from typing import Any

import pandas as pd

from tttcore.games.classic import StateTables
from tttcore.pipeline.messages import ConfigError
from tttcore.studies.mrugala2020.game_values import game_value_facts
from tttcore.studies.mrugala2020.hashes import python_hash_facts
from tttcore.studies.mrugala2020.learning_rule import learning_rule_facts

SMALLEST = "3x3"


def method_facts(recipes: Mapping[str, Mapping[str, Any]], tables: StateTables, *, seed: int) -> pd.DataFrame:
    """Table fact, value, text, how of all facts.

    Parameters
    ----------
    recipes : parameters of the treatments, by name.
    tables : the states of 3x3.
    seed : the project's seed.
    """
    if SMALLEST not in recipes:
        raise ConfigError(f"treatments.{SMALLEST}: needs to be there, for the facts of the method look at it")
    rows = [*learning_rule_facts(recipes[SMALLEST], tables, seed=seed), *python_hash_facts(), *game_value_facts()]
    return pd.DataFrame(rows, columns=["fact", "value", "text", "how"]).astype({"value": float})
