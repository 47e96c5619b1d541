"""Whom an entered player resembles: shares of the decisions that it has in common with stored players."""

from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tttcore.entered.entrant import Entrant
from tttcore.entered.field import Field, side_of
from tttcore.entered.playing import Floats, Side, meet, never, side
from tttcore.games.classic import CELLS, SYMMETRIES, enumerate_states
from tttcore.players.policy import game

Row = dict[str, Any]


def resemblance(entrant: Entrant, seat: int, field: Field) -> list[Row]:
    """A row for each treatment in a seat, the most alike first, ties by name.

    Two players are compared in the states with more than one different mark that both can come to, in which symmetric
    positions count once and so do marks that lead to the same state. Their chances of marks, weighted by how often
    games against random moves come to the positions of the state, have ``sum of min(p, q)`` in common: 1 if they are
    the same, 0 if they never decide alike.

    Returns
    -------
    group, study, players : the treatment, and how many players of it were compared.
    share : mean over these players of the mean over their states.
    states : mean number of states in common.
    """
    own = decisions_by_state(side(entrant), seat)
    rows = []
    theirs = _decisions_of(field, seat)
    for group, players in field.groups(seat).items():
        compared = [alike(own, theirs[each.agent]) for each in players]
        shares = [share for share, _ in compared]
        rows.append(
            {
                "group": group,
                "study": players[0].study,
                "players": len(players),
                "share": float(np.mean(shares)),
                "states": float(np.mean([states for _, states in compared])),
            }
        )
    return sorted(rows, key=lambda row: (-round(row["share"], 12), row["group"]))


def alike(own: Floats, theirs: Floats) -> tuple[float, int]:
    """Share of decisions in common and number of states that both come to; every game's first is one of these."""
    both = (own.sum(axis=1) > 0) & (theirs.sum(axis=1) > 0) & _choices()
    states = int(np.count_nonzero(both))
    return (float(np.minimum(own[both], theirs[both]).sum() / states) if states else 0.0), states


def decisions_by_state(player: Side, seat: int) -> Floats:
    """(765, 9) chance of each mark in each state that a player of a seat comes to, 0 elsewhere.

    Marks are cells of the representative; those that lead to the same state count for the first of them.
    """
    opponent = Side(game(dead=False).opponents["random"], never())
    met = meet(player, opponent) if seat == 0 else meet(opponent, player)
    weights = met.reached * (game(dead=False).seat == seat)
    made = np.bincount(
        _places().ravel(), (weights[:, None] * player.policy).ravel(), minlength=_choices().size * CELLS
    ).reshape(-1, CELLS)
    come_to = np.bincount(enumerate_states().state_of, weights, minlength=len(made))
    return np.asarray(made / np.where(come_to > 0, come_to, 1)[:, None])


@cache
def _decisions_of(field: Field, seat: int) -> dict[str, Floats]:
    """Decisions of all players of a field in a seat, by player; computed once, since a class compares many with it."""
    return {each.agent: decisions_by_state(side_of(each), seat) for each in field.of_seat(seat)}


@cache
def _places() -> NDArray[np.int64]:
    """(5478, 9) place of each mark of each position in a table of `decisions_by_state`."""
    tables = enumerate_states()
    after = tables.next_state
    first = np.array([[row.tolist().index(mark) for mark in row.tolist()] for row in after])
    cells = SYMMETRIES[tables.symmetry_of]  # position[i] == representative[cells[i]]
    return np.asarray(tables.state_of[:, None].astype(np.int64) * CELLS + first[tables.state_of[:, None], cells])


@cache
def _choices() -> NDArray[np.bool_]:
    """(765,) True for states with more than one different mark."""
    after = enumerate_states().next_state
    return np.array([len({mark for mark in row if mark >= 0}) > 1 for row in after.tolist()])
