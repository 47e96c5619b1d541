"""Players of the league: final 3x3 players, in their own seats, with a free cell to mark in every position."""

import numpy as np
import pytest
from small_league import agents, genome_row

from tttcore.engines.genetic_algorithm.players.coding import policy_of_genome
from tttcore.league.matches import league_players
from tttcore.pipeline.store import StoreError
from tttcore.players.agent_registry import baseline_agents
from tttcore.players.baselines import baselines
from tttcore.players.policy import game, packed, uniform_policy

PLAYED = game(dead=False)


def test_final_players_are_read_group_by_group(random_genes):
    one, two, three = random_genes(3, "entrants")
    table = agents(
        genome_row("s/a/0", one, last=False, step=3),
        genome_row("s/a/0", two),
        genome_row("s/b/0", three, seat="first"),
        genome_row("s/a/4", one, seat="second"),
        genome_row("s/l/0", one) | {"game": "lattice", "cells": []},
    )
    found = league_players([table])
    assert [(each.agent, each.group, each.seats) for each in found] == [
        ("s/a/0", "s/a", (0, 1)),
        ("s/a/4", "s/a", (1,)),
        ("s/b/0", "s/b", (0,)),
    ]
    np.testing.assert_array_equal(found[0].policy, uniform_policy(policy_of_genome(two)))


def test_baselines_are_players_like_all_others():
    found = {each.agent: each for each in league_players([baseline_agents()])}
    assert [*found] == [f"house/{name}" for name in baselines()]
    assert found["house/umg"].seats == (1,)
    np.testing.assert_array_equal(found["house/perfect"].policy, PLAYED.opponents["perfect"])


@pytest.mark.parametrize(("position", "marked"), [(0, 0), (1, 1 << 8)])
def test_a_player_without_a_legal_mark_is_named(random_genes, position, marked):
    """No cell on the empty board; the cell that is taken on the first board with a mark."""
    cells = packed(policy_of_genome(*random_genes(1, "entrants")))
    cells[position] = marked
    table = agents(genome_row("s/a/0", *random_genes(1, "entrants")) | {"cells": cells})
    with pytest.raises(StoreError, match=rf"^agent 's/a/0': no free cell to mark in position {position}$"):
        league_players([table])
