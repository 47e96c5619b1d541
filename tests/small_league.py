"""Made-up players of the league of 3x3."""

from types import MappingProxyType

import numpy as np
import oracles
import pandas as pd

from tttcore.analysis.entrants import entrants
from tttcore.base.schemas import SCHEMAS
from tttcore.games.tables import digits
from tttcore.players.house import HousePlayer
from tttcore.players.strategy import of_genome, of_rule, packed


def genome_row(agent, genes, *, seat="both", last=True, step=9):
    """Row of ``agents`` of a genome."""
    study, treatment, replicate = agent.split("/")
    genes = np.asarray(genes, np.uint8)
    return {
        "agent": agent,
        "study": study,
        "treatment": treatment,
        "replicate": int(replicate),
        "step": step,
        "unit": "generations",
        "last": last,
        "game": "3x3",
        "edge": 3,
        "dimensions": 2,
        "seat": seat,
        "cells": packed(of_genome(genes)),
        "genome": digits(genes[None])[0],
        "estimates": [],
        "weights": [],
    }


def agents(*rows):
    """Table of ``agents``."""
    return pd.DataFrame(rows, columns=SCHEMAS["agents"].names)


def house_of(**rules):
    """Players of the house from functions from boards to cells; those whose name ends with 2 only play second."""
    seats = {name: (1,) if name.endswith("2") else (0, 1) for name in rules}
    return MappingProxyType(
        {name: HousePlayer(seats[name], of_rule(rule, seats[name])) for name, rule in rules.items()}
    )


def of_rules(**rules):
    """Entrants from functions from boards to cells."""
    return entrants([], house_of(**rules))


def by_genome(genome):
    """A genome as a function from boards to cells."""
    genome = list(map(int, genome))
    return lambda board: [oracles.move(genome, board)]
