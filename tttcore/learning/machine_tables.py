"""Tables of the learners of all documents, and their names."""

from collections.abc import Mapping
from typing import Any

import pandas as pd

from tttcore.learning.captions import HEXAPAWN
from tttcore.pipeline.table_files import Tables
from tttcore.stats.games_needed import curves, games_needed, learnt, pairs, successes


def machine_tables(
    learning: pd.DataFrame,
    machines: Mapping[str, Mapping[str, Any]],
    games: Mapping[str, str],
    units: Mapping[str, str],
) -> Tables:
    """Tables `games_needed`, `curves`, `learnt` and `pairs` of the learners of all documents; none without learners.

    Parameters
    ----------
    learning : see `successes`.
    machines : key ``machine`` of each study's file.
    games : game that each study's learners learn; pairs are those of 3x3.
    units : what ``games`` of each study count, such as lines of play.
    """
    if learning.empty:
        return {}
    found, drawn_curves = successes(learning), curves(learning)
    drawn = [pair for pair in drawn_names(machines) if games[pair[0]] != HEXAPAWN]
    return {
        "games_needed": games_needed(found, units),
        "curves": drawn_curves,
        "learnt": learnt(drawn_curves),
        "pairs": pairs(found, drawn),
    }


def drawn_names(machines: Mapping[str, Mapping[str, Any]]) -> dict[tuple[str, str], str]:
    """Names of the learners that are drawn, by study and treatment: each document's own, and its contrasts."""
    return {
        (study, treatment): name
        for study, machine in machines.items()
        for name, treatment in {machine["name"]: machine["treatment"], **machine["contrasts"]}.items()
    }
