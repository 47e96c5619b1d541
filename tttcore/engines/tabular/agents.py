"""Agents of 3x3 for the registry: greedy policies of trained pairs, at the end of training and during it."""

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np
import pandas as pd

from tttcore.engines.tabular.engine import untrained
from tttcore.engines.tabular.learner import Learner
from tttcore.engines.tabular.policy_evaluation import afterstate_values, champion, greedy_cells, is_exact
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
    """Rows of the table of agents: greedy policies of the first sessions of a treatment, for both seats; 3x3 only.

    A followed session is trained again and recorded before its first game and at the ends of some windows, with the
    values of all afterstates. A session with random ties is trained again as well, because a stored policy is a single
    cell of each position: its agent draws from all cells with the highest value. Where the game is over for the players
    because nobody can win any more, an agent draws from all free cells.

    Parameters
    ----------
    study, treatment : their names.
    recipe : the treatment's parameters, see `recipe.Recipe`.
    tables : the states of 3x3.
    seed : the project's seed.
    runs : rows of ``tabular_sessions`` of the treatment.
    wanted : how many sessions, and which of them are followed.

    Raises
    ------
    StoreError
        If a session that is trained again ends with another policy than is stored.
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
                agent_row(**common, step=built.games, last=True, cells=_or_any_free(_cells_of(session["champion"])))
            )
            continue
        learner = untrained(built, seed, *path)
        followed = place < wanted.followed
        points = evenly_spaced([0, *built.curve.points(built.games)], wanted.snapshots) if followed else [built.games]
        for games in _train_to(learner, points):
            rows.append(
                agent_row(
                    **common,
                    step=games,
                    last=games == built.games,
                    cells=_or_any_free(greedy_cells(learner)),
                    estimates=afterstate_values(learner).tolist() if followed else (),
                )
            )
        check_rerun(path, champion(learner), session["champion"])
    return rows


def _train_to(learner: Learner, points: list[int]) -> Iterator[int]:
    """Train to each of rising numbers of games and yield it."""
    for games in points:
        learner.train(games - learner.games)
        yield games


def _cells_of(policy: str) -> Cells:
    """Cell of each position that a stored policy marks."""
    (digits,) = from_digits(pd.Series([policy]))
    return digits[:, None] == np.arange(CELLS)


def _or_any_free(cells: Cells) -> Cells:
    """Cells of a policy, or all free ones in positions where it has none though the board isn't full."""
    return np.where(cells.any(axis=1, keepdims=True), cells, game(dead=False).following >= 0)
