"""Play page: one file that needs no other and no network, with the moves of agents wherever they can come to.

An agent never moves in a position that its own moves rule out. For each position that it can reach in a seat, the page
holds the set of cells from which it draws its move, and for a learner the estimates of the positions that it can move
to. Both are written in order of the positions, seat by seat, as two digits of base 36; estimates in thousandths.

Players with beads have the rule of their ``learning``, or a text, ``unteachable``, that says why they don't. Numbers of
beads have as many digits of base 36 as the largest needs; the first character says how many. Where a box serves all
symmetric positions, boxes stand in place of the cells: a number for each state that a mark can lead to, in the order of
states; boxes come seat by seat in the order of states. In a position the agent marks the first of the cells that lead
to the drawn state.
"""

import string
from collections.abc import Hashable, Mapping, Sequence
from itertools import product
from types import MappingProxyType
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from tttcore.classroom.assets import SCRIPTS, STYLES, asset, content_policy
from tttcore.classroom.entrant import positions_to_meet
from tttcore.classroom.levels import RULE, chosen_levels
from tttcore.engines.page_modules import Rule
from tttcore.games.classic import CELLS, enumerate_states
from tttcore.games.hypercube import Hypercube
from tttcore.games.position import OPEN, SEAT_INDICES, Seat
from tttcore.pipeline.store import StoreError
from tttcore.players.agent_registry import baseline_agents
from tttcore.players.baselines import BASELINE_GROUP, BASELINES, DESCRIPTIONS
from tttcore.players.policy import Beads, Cells, CellSets, game, unpacked
from tttcore.report.site import Context

CUBE = Hypercube(4, 3)
THOUSANDTHS = 1000
ORDER = ["study", "treatment", "replicate", "step"]
"""Columns by which agents and their snapshots are ordered."""
_NUMBERS = np.array(["".join(pair) for pair in product(string.digits + string.ascii_lowercase, repeat=2)])
Row = Mapping[Hashable, Any]
"""A row in the schema ``agents``."""
Names = Mapping[str, Mapping[str, str]]
"""Names of treatments for people, by study and treatment; a treatment without a name keeps its key."""
Rules = Mapping[str, Mapping[str, Rule | str]]
"""Rules by which players with beads learn, or why they can't here, by study and treatment: `engines.page_modules`."""
NO_RULES: Rules = MappingProxyType({})
NO_GROUPS: Names = MappingProxyType({})
UNTAUGHT = "its study doesn't say how"
UNSHARED = "its stored beads differ between positions that share a box"
_BASE = 36


def play_context(
    agents: pd.DataFrame,
    *,
    names: Mapping[str, str],
    treatments: Names,
    groups: Names = NO_GROUPS,
    abouts: Mapping[str, str] = MappingProxyType({}),
    rules: Rules = NO_RULES,
    demo: bool = False,
) -> Context:
    """Context of the play page.

    Parameters
    ----------
    agents : a table in the schema ``agents``.
    names : name of each study for people, such as "Ancheta et al. 2020"; a study without one keeps its key.
    treatments : names of treatments for people, by study and treatment; a treatment without one keeps its key.
    groups : groups in which the list shows treatments, by study and treatment; those of the first one have none.
    abouts : description of each study.
    rules : how players with beads learn, by study and treatment.
    demo : True if the players were trained for this page.

    Raises
    ------
    StoreError
        If an agent has no move in a position that it can reach.
    """
    styles, scripts = [asset(name) for name in STYLES], [asset(name) for name in SCRIPTS]
    studies = {**names, BASELINE_GROUP: "Fixed rules"}
    treatments = {**treatments, BASELINE_GROUP: BASELINES}
    cube = {"edge": CUBE.edge, "dimensions": CUBE.dimensions, "agents": hypercube_agents(agents, CUBE, treatments)}
    return {
        "policy": content_policy(scripts=scripts, styles=styles),
        "styles": styles,
        "scripts": scripts,
        "cube": CUBE,
        "demo": demo,
        "data": {
            "classic": {
                "agents": classic_agents(agents, treatments, rules),
                "studies": studies,
                "groups": {study: {**held} for study, held in groups.items()},
                "abouts": dict(abouts),
                "levels": {"rule": RULE, "players": [*chosen_levels(agents).items()]},
            },
            "nine_board": {},
            "lattice": cube | {"studies": studies, "groups": {**groups}, "abouts": dict(abouts)},
        },
    }


def classic_agents(agents: pd.DataFrame, names: Names, rules: Rules = NO_RULES) -> list[dict[str, Any]]:
    """Data of the agents of 3x3 in a table of the schema ``agents``, with their steps in order, and of the baselines.

    Raises
    ------
    StoreError
        If an agent has no move in a position that it can reach.
    """
    found = _agents(agents[agents["game"] == "3x3"].sort_values(ORDER), names) + _agents(baseline_agents(), names)
    return [agent | (_learning(agent, rules) if agent["kind"] == "beads" else {}) for agent in found]


def hypercube_agents(agents: pd.DataFrame, board: Hypercube, names: Names) -> list[dict[str, Any]]:
    """Data of the agents of an n^d board in a table of the schema ``agents``, with their steps in order."""
    own = agents[(agents["edge"] == board.edge) & (agents["dimensions"] == board.dimensions)]
    return _agents(own.sort_values(ORDER), names)


def _agents(table: pd.DataFrame, names: Names) -> list[dict[str, Any]]:
    """Agents of a table in its order, those of a study by the order of its names; treatments without one come last."""
    ranks = {(study, key): rank for study, named in names.items() for rank, key in enumerate(named)}
    found = [_agent(rows.to_dict("records"), names) for _, rows in table.groupby("agent", sort=False)]
    return sorted(
        found, key=lambda agent: (agent["study"], ranks.get((agent["study"], agent["treatment"]), len(ranks)))
    )


def _agent(rows: Sequence[Row], names: Names) -> dict[str, Any]:
    last = rows[-1]
    return {
        "id": last["agent"],
        "study": last["study"],
        "treatment": last["treatment"],
        "name": names.get(last["study"], {}).get(last["treatment"], last["treatment"]),
        "replicate": int(last["replicate"]),
        "seat": last["seat"],
        "unit": last["unit"],
        "kind": _representation(last),
        **({"rule": DESCRIPTIONS[last["treatment"]]} if last["study"] == BASELINE_GROUP else {}),
        "snapshots": [_snapshot(row) for row in rows],
    }


def _learning(agent: Mapping[str, Any], rules: Rules) -> dict[str, Any]:
    rule = rules.get(agent["study"], {}).get(agent["treatment"], UNTAUGHT)
    if not isinstance(rule, str) and rule["symmetry"] != "separate":
        rule = rule if all("boxes" in snapshot for snapshot in agent["snapshots"]) else UNSHARED
    return {"unteachable": rule} if isinstance(rule, str) else {"learning": rule}


def _representation(row: Row) -> str:
    if row["study"] == BASELINE_GROUP:
        return "rules"
    if len(row["beads"]):
        return "beads"
    return "genes" if row["genome"] else "weights" if len(row["weights"]) else "estimates"


def _snapshot(row: Row) -> dict[str, Any]:
    found: dict[str, Any] = {"step": int(row["step"])}
    if len(row["beads"]):
        found |= _with_beads(row)
    elif len(row["cells"]):
        found["cells"], estimates = _encoded(row["agent"], row["cells"], row["seat"], row["estimates"])
        if estimates:
            found["estimates"] = estimates
    if len(row["weights"]):
        found["weights"] = [int(weight) for weight in row["weights"]]
    return found


def _with_beads(row: Row) -> dict[str, str]:
    """Boxes of an agent, or the cells and the beads of each position that it can reach."""
    cells, _ = _encoded(row["agent"], row["cells"], row["seat"], ())
    beads = np.asarray(row["beads"], np.uint16).reshape(-1, CELLS)
    of_boxes = boxes(beads, row["seat"])
    if of_boxes is not None:
        return {"boxes": of_boxes}
    reached = [_reachable(beads > 0, own)[0] for own in SEAT_INDICES[row["seat"]]]
    drawn = beads[np.concatenate(reached)]
    return {"cells": cells, "beads": bead_numbers(drawn[drawn > 0])}


def _encoded(agent: str, sets: CellSets, seat: Seat, estimates: Sequence[float]) -> tuple[str, str]:
    sets, thousandths = np.asarray(sets, np.uint16), np.rint(np.asarray(estimates) * THOUSANDTHS)
    cells = unpacked(sets)
    moves, values = "", ""
    for own in SEAT_INDICES[seat]:
        to_move, after = _reachable(cells, own)
        if not cells[to_move].any(axis=1).all():
            raise StoreError(f"{agent}: it comes to a position in which it marks no cell; make the agents again")
        moves += _numbers(sets[to_move])
        if thousandths.size:
            values += _numbers(thousandths[after])
    return moves, values


def _reachable(cells: Cells, own: int) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Positions in which a player of a seat can be to move, and those that it can move to, in order."""
    to_move = np.flatnonzero(positions_to_meet(cells, own))
    after = np.unique(game(dead=False).successors[to_move])
    return to_move, after[after >= 0].astype(np.intp)


def _numbers(values: NDArray) -> str:
    """Write whole numbers below 1,296 as two digits of base 36 each."""
    return "".join(_NUMBERS[np.asarray(values, np.intp)])


def bead_numbers(values: NDArray[np.uint16]) -> str:
    """Write whole numbers as digits of base 36, equally many for each, after the number of these digits."""
    written = [np.base_repr(value, _BASE).lower() for value in values.tolist()]
    width = max(map(len, written), default=1)
    return f"{width}{''.join(each.zfill(width) for each in written)}"


def boxes(beads: Beads, seat: Seat) -> str | None:
    """Numbers of all boxes of a seat; None if symmetric positions differ, or another than the first cell has beads."""
    numbers: list[int] = []
    for own in SEAT_INDICES[seat]:
        positions = np.flatnonzero((game(dead=False).seat == own) & (game(dead=False).results == OPEN))
        by_state: dict[int, list[int]] = {}
        for position, state in zip(positions.tolist(), enumerate_states().state_of[positions].tolist(), strict=True):
            cells = [cell for _, cell in sorted(first_cells(position).items())]
            found = beads[position, cells].tolist()
            alike = by_state.setdefault(state, found) == found
            if not alike or sum(found) != beads[position].sum():
                return None
        numbers += [number for _, box in sorted(by_state.items()) for number in box]
    return bead_numbers(np.array(numbers, np.uint16))


def first_cells(position: int) -> dict[int, int]:
    """First cell that leads to each state which can follow a position, by state."""
    tables = enumerate_states()
    after = tables.next_position[position]
    return {int(tables.state_of[after[cell]]): cell for cell in reversed(np.flatnonzero(after >= 0).tolist())}
