"""Small sets of players for tests of the league of 3x3."""

import numpy as np
import pandas as pd
from reference import classic as oracles

from tttcore.engines.genetic_algorithm.players.coding import policy_of_genome
from tttcore.games.tables import to_digits
from tttcore.league.matches import league_players
from tttcore.players.agent_table import AGENTS, AgentId, agent_row
from tttcore.players.policy import cells_of_rule


def genome_row(agent, genes, *, seat="both", last=True, step=9):
    """Row of ``agents`` of a genome."""
    genes = np.asarray(genes, np.uint8)
    genome = to_digits(genes[None])[0]
    return agent_row(
        _path(agent), step=step, unit="generations", last=last, seat=seat, cells=policy_of_genome(genes), genome=genome
    )


def agents(*rows):
    """Table of ``agents``."""
    return pd.DataFrame(rows, columns=AGENTS.names)


def rule_rows(**rules):
    """Rows of ``agents`` from functions from boards to cells; names that end with 2 only play second."""
    seats = {name: "second" if name.endswith("2") else "both" for name in rules}
    return [
        agent_row(
            _path(f"rules/{name}/0"),
            step=0,
            unit="",
            last=True,
            seat=seats[name],
            cells=cells_of_rule(rule, seats[name]),
        )
        for name, rule in rules.items()
    ]


def of_rules(**rules):
    """Players of the league from functions from boards to cells."""
    return league_players([agents(*rule_rows(**rules))])


def by_genome(genome):
    """A genome as a function from boards to cells."""
    genome = list(map(int, genome))
    return lambda board: [oracles.move(genome, board)]


def _path(agent):
    study, treatment, replicate = agent.split("/")
    return AgentId(study, treatment, int(replicate))
