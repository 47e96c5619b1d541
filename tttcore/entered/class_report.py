"""Everything about a class league as one object: results of all pairs, and an evaluation of each player."""

from collections.abc import Sequence
from typing import Any

from tttcore.entered.class_folder import Broken
from tttcore.entered.class_league import play_class
from tttcore.entered.entrant import Entrant
from tttcore.entered.evaluation import FORMAT, evaluate
from tttcore.entered.field import Field


def class_report(title: str, entrants: Sequence[Entrant], broken: Sequence[Broken], field: Field) -> dict[str, Any]:
    """Play a league and evaluate its players.

    Returns
    -------
    format, title : `evaluation.FORMAT`, and the name of the league.
    players, matrix, pairs, beats, cycles : see `class_league.play_class`; each player also has its ``evaluation``.
    broken : file and reason of players that could not be entered.
    """
    evaluations = {each.name: evaluate(each, field) for each in entrants}
    league = play_class(entrants)
    for row in league["players"]:
        row["evaluation"] = evaluations[row["player"]]
    return {"format": FORMAT, "title": title, **league, "broken": [vars(each) for each in broken]}
