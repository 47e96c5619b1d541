"""Registry of agents: list and find the players among the results and the baselines by id."""

from difflib import get_close_matches
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from tttcore.games.classic import enumerate_states
from tttcore.games.position import SEAT_INDICES
from tttcore.pipeline.job_digests import check_results
from tttcore.pipeline.messages import choices, enumerated
from tttcore.pipeline.store import read
from tttcore.players.agent_table import AGENTS, AgentId, agent_row
from tttcore.players.baselines import ALIASES, BASELINE_GROUP, DESCRIPTIONS, baselines

FILE = "agents.parquet"
_LISTED = [
    "agent",
    "study",
    "treatment",
    "step",
    "unit",
    "game",
    "edge",
    "dimensions",
    "seat",
    "beads",
    "genome",
    "weights",
]


def list_agents(results: Path, study: str | None = None) -> pd.DataFrame:
    """List the agents of `study`, by default of all studies, baselines last; a row for each.

    Parameters
    ----------
    results : folder with a folder for each study.

    Returns
    -------
    Columns agent, what (a description), game, seat, steps (a list) and their unit.

    Raises
    ------
    ValueError
        If the study has no agents, or a file isn't a table of agents.
    """
    tables = agent_files(results)
    if study not in (None, BASELINE_GROUP, *tables):
        raise ValueError(f"no agents of study {study!r} in {results}{choices(study, [*tables, BASELINE_GROUP])}")
    asked = [name for name in tables if study in (None, name)]
    parts = [read(tables[name], schema=AGENTS, columns=_LISTED) for name in asked]
    if study in (None, BASELINE_GROUP):
        parts.append(baseline_agents()[_LISTED])
    return pd.concat([_by_agent(part) for part in parts], ignore_index=True)


def find_agent(results: Path, agent: str, step: int | None = None) -> "pd.Series[Any]":
    """Find an agent's row in the table of ``agents``: at the end of its run, or after `step`.

    Raises
    ------
    ValueError
        For an unknown agent or step, with similar ids or the known steps; or if it has a seat or a number of positions
        that no run stores.
    """
    if not isinstance(agent, str):
        raise TypeError(f"agent: {agent!r} is no name, such as 'house/perfect'")
    study, _, name = agent.partition("/")
    tables = agent_files(results)
    if study in tables:
        check_results(results, [tables[study]])
    own = read(tables[study], schema=AGENTS) if study in tables else baseline_agents()
    own = own[own["agent"] == (_baseline_id(name) if study == BASELINE_GROUP else agent)]
    if own.empty:
        raise ValueError(_unknown(agent, results))
    found = own[own["last"] if step is None else own["step"] == step]
    if found.empty:
        raise ValueError(f"{agent}: there is none at step {step}; allowed: {enumerated(own['step'].tolist())}")
    row = found.iloc[0]
    if row["seat"] not in SEAT_INDICES or len(row["cells"]) not in (0, len(enumerate_states().positions)):
        raise ValueError(f"{tables[study]}: {agent}: not as a run stores it; delete the file and run again")
    return row


def baseline_agents() -> pd.DataFrame:
    """Table of ``agents`` of all baselines, whose ids are ``house/<name>``; they don't learn, so their step is 0."""
    rows = [
        agent_row(AgentId(BASELINE_GROUP, name, 0), step=0, unit="", last=True, seat=seat, cells=cells)
        | {"agent": _baseline_id(name)}
        for name, (seat, cells) in baselines().items()
    ]
    return pd.DataFrame(rows, columns=AGENTS.names)


def agent_files(results: Path) -> dict[str, Path]:
    """Files of agents by study."""
    return {file.parent.name: file for file in sorted(results.glob(f"*/{FILE}"))}


def describe_agent(row: "pd.Series[Any]") -> str:
    """Short description of an agent, from its row."""
    if row["study"] == BASELINE_GROUP:
        return DESCRIPTIONS[row["treatment"]]
    if row["genome"]:
        return "genome"
    if len(row["beads"]):
        return "matchboxes"
    return "Genie" if len(row["weights"]) else "learned policy"


def board_name(row: "pd.Series[Any]") -> str:
    """Name of an agent's board, such as ``3x3`` or ``4x4x4``."""
    return "x".join([str(row["edge"])] * row["dimensions"])


def _baseline_id(name: str) -> str:
    """Id of a baseline, given any of its names."""
    return f"{BASELINE_GROUP}/{ALIASES.get(name, name)}"


def _by_agent(rows: pd.DataFrame) -> pd.DataFrame:
    each = [row for _, row in rows.iterrows()]
    described = rows.assign(what=[*map(describe_agent, each)], game=[*map(board_name, each)])
    grouped = described.groupby(["agent", "what", "game", "seat", "unit"], sort=False)["step"]
    return grouped.agg(lambda steps: np.asarray(steps).tolist()).rename("steps").reset_index()


def _unknown(agent: str, results: Path) -> str:
    stored = (read(file, schema=AGENTS, columns=["agent"])["agent"] for file in agent_files(results).values())
    known = {_baseline_id(name) for name in DESCRIPTIONS}.union(*stored)
    close = get_close_matches(agent, sorted(known), n=3)
    hint = f" (did you mean {' or '.join(map(repr, close))}?)" if close else ""
    listed = f"the {len(known)} that are in {results} and among the baselines"
    return f"unknown agent {agent!r}{hint}; `ttt agents` lists {listed}"
