"""Exact facts of 3x3 tic-tac-toe, each computed from the tables."""

from math import factorial

import numpy as np
import pandas as pd

from tttcore.analysis.exact import best_reply_chance, outcome_chances, random_cells, umg_player
from tttcore.games.classic import CELLS, CROSS_WON, DRAWN, NOUGHT_WON, StateTables
from tttcore.players.opponents import LATE_TURN


def facts(tables: StateTables) -> pd.DataFrame:
    """Table fact, value, how: one row per exact fact."""
    plies, is_open = tables.plies, tables.open
    full = plies == CELLS
    rows: list[tuple[str, float, str]] = [
        ("orderings", factorial(CELLS), "ways to fill nine cells one after another, 9!"),
        ("games", _games(tables), "paths from the empty board to a finished one"),
        ("positions", len(tables.positions), "boards that some game reaches"),
        ("states", len(tables.states), "positions up to rotation and reflection"),
        ("open_states", is_open.sum(), "states where the game goes on"),
        ("finished_states", (~is_open).sum(), "states where it is over"),
        ("cross_won_states", (tables.outcomes == CROSS_WON).sum(), "finished states won by X"),
        ("nought_won_states", (tables.outcomes == NOUGHT_WON).sum(), "finished states won by O"),
        ("drawn_states", (tables.outcomes == DRAWN).sum(), "finished states without a line"),
        ("full_states", full.sum(), "finished states without a free cell"),
        ("first_player_states", (is_open & (plies % 2 == 0)).sum(), "open states with X to move"),
        ("second_player_states", (is_open & (plies % 2 == 1)).sum(), "open states with O to move"),
    ]
    players = {
        "rmg": (random_cells, "the Random Move Generator"),
        "umg": (umg_player(), "the Unbeatable Move Generator"),
        "umg_weak_centre": (umg_player(centre="anyone"), "the UMG that asks only whether the centre is taken"),
        "umg_listed": (umg_player(centre="anyone", late_turn=LATE_TURN), "the UMG whose turn counter is never reset"),
    }
    for name, (player, description) in players.items():
        chances = outcome_chances(random_cells, player)
        rows += [
            (f"{name}_loses_to_random", chances.cross_wins, f"chance that {description} as O loses to random moves"),
            (f"{name}_draws_with_random", chances.draw, f"chance that {description} as O draws with random moves"),
            (f"{name}_beats_random", chances.nought_wins, f"chance that {description} as O beats random moves"),
            (f"{name}_beaten_at_most", best_reply_chance(player), f"greatest chance of beating {description} as O"),
        ]
    table = pd.DataFrame(rows, columns=["fact", "value", "how"])
    return table.astype({"value": np.float64})


def _games(tables: StateTables) -> int:
    """Complete games, by carrying the number of ways to each position forward."""
    ways = np.zeros(len(tables.positions), np.int64)
    ways[0] = 1
    for position, after in enumerate(tables.next_position):
        np.add.at(ways, after[after >= 0], ways[position])
    finished = ~tables.open[tables.state_of]
    return int(ways[finished].sum())
