"""Players that learn a table of estimates of 3x3."""

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np
import pandas as pd

from tttcore.engines.tabular.engine import beginner
from tttcore.engines.tabular.learner import Learner
from tttcore.engines.tabular.policy_evaluation import champion, estimates, is_exact, policy_cells
from tttcore.engines.tabular.recipe import build_recipe
from tttcore.games.classic import CELLS, StateTables
from tttcore.games.tables import from_digits
from tttcore.players.agent_rows import AgentId, AgentSelection, agent_row, check_rerun, evenly_spaced
from tttcore.players.policy import Cells, game


def agents(
    study: str,
    treatment: str,
    recipe: Mapping[str, Any],
    tables: StateTables,
    *,
    seed: int,
    runs: pd.DataFrame,
    wanted: AgentSelection,
) -> list[dict[str, Any]]:
    """Policies of both seats of the first sessions, without exploration; none where the game isn't 3x3.

    Those that are followed are trained again, and shown before their first game and at the ends of some windows, with
    what they think of each position. So are those whose ties are random, since a stored policy is one cell of each
    position: they mark any cell that leads to the best estimate. Where a game is drawn for them because nobody can win
    any more, they mark any cell.

    Parameters are those of `agents.genetic_algorithm.agents`.

    Raises
    ------
    StoreError
        If a session that is repeated ends with another policy than is stored.
    """
    built = build_recipe(recipe, f"treatments.{treatment}")
    if not is_exact(built):
        return []
    rows = []
    for place, session in enumerate(runs.head(wanted.champions).to_dict("records")):
        path = AgentId(study, treatment, session["replicate"])
        common: dict[str, Any] = {"path": path, "unit": "games", "seat": "both"}
        if place >= wanted.followed and built.ties == "first":
            rows.append(
                agent_row(**common, step=built.games, last=True, cells=_with_free(_of_digits(session["champion"])))
            )
            continue
        learner = beginner(built, seed, *path)
        followed = place < wanted.followed
        points = evenly_spaced([0, *built.curve.points(built.games)], wanted.snapshots) if followed else [built.games]
        for games in _trained(learner, points):
            rows.append(
                agent_row(
                    **common,
                    step=games,
                    last=games == built.games,
                    cells=_with_free(policy_cells(learner)),
                    estimates=estimates(learner).tolist() if followed else (),
                )
            )
        check_rerun(path, champion(learner), session["champion"])
    return rows


def _trained(learner: Learner, points: list[int]) -> Iterator[int]:
    """Train up to each of some numbers of games."""
    for games in points:
        learner.train(games - learner.games)
        yield games


def _of_digits(policy: str) -> Cells:
    """The cell that a stored policy marks in each position."""
    (digits,) = from_digits(pd.Series([policy]))
    return digits[:, None] == np.arange(CELLS)


def _with_free(cells: Cells) -> Cells:
    """`cells`, and any free cell where there are none though the board has room for a win."""
    return np.where(cells.any(axis=1, keepdims=True), cells, game(dead=False).following >= 0)
