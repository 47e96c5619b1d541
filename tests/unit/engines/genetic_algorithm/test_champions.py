"""Diversity and strength of champions, against walks of their games."""

import math

import numpy as np
import pandas as pd
import pytest
from helpers.tables import InMemory, same_in_parts
from reference import classic as oracles

from tttcore.engines.genetic_algorithm.champions import champions_of_runs


def digits(genome):
    return "".join(map(str, genome))


def test_champions(tables, random_genes):
    perfect = oracles.perfect_genome()
    changed = perfect.copy()
    changed[0] = 8 if perfect[0] == 0 else 0
    loser = random_genes(1, "loser")[0].tolist()
    runs = pd.DataFrame(
        {
            "treatment": ["a", "a", "a", "a", "b"],
            "censored": [False, False, False, True, False],
            "champion": [digits(genome) for genome in (perfect, changed, perfect, loser, perfect)],
        }
    )
    found = champions_of_runs(InMemory(runs), tables).set_index("treatment")
    assert found["champions"].tolist() == [3, 1]
    assert found["examined"].tolist() == [3, 1]
    assert found["different"].tolist() == [2, 1]
    assert found.loc["a", "distance"] == pytest.approx(2 / 3 / 627)  # two of three pairs, one of 627 open states
    assert math.isnan(found.loc["b", "distance"])


def test_share_that_beats_the_rules(tables, random_genes):
    genomes = random_genes(12, "exploits").tolist()
    runs = pd.DataFrame({"treatment": "a", "censored": False, "champion": [digits(genome) for genome in genomes]})
    found = champions_of_runs(InMemory(runs), tables).iloc[0]
    both = (oracles.X, oracles.O)
    rules = {
        "beat_umg": lambda board: oracles.barrat(board, board.count(oracles.O) + 1),
        "beat_listed_umg": lambda board: oracles.barrat(board, 50, centre_holder=both),
    }
    for name, rule in rules.items():
        wins = [
            oracles.loss_chance(lambda b, g=genome: [oracles.move(g, b)], rule, oracles.O) > 0 for genome in genomes
        ]
        assert found[name] == np.mean(wins)
    assert 0 < found["beat_listed_umg_low"] < found["beat_listed_umg"] < found["beat_listed_umg_high"] < 1


def test_champions_are_the_same_in_parts(tables, random_genes):
    genes = random_genes(9, "parts")
    genes[5] = genes[2]
    champion = [digits(genome) for genome in genes]
    runs = pd.DataFrame(
        {"treatment": [*"aaaaaaabb"], "replicate": range(9), "censored": [False] * 6 + [True] * 3, "champion": champion}
    )
    same_in_parts(lambda rows: champions_of_runs(rows, tables), runs, check_exact=True)
