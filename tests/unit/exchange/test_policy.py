"""Stored agents as policies: they play in the environments what the package's own players play."""

import json

import numpy as np
import pandas as pd
import pytest

pytest.importorskip("pettingzoo", reason='pettingzoo is not installed; `pip install "tttcore[rl]"`')

from tttcore.engines.genies.agents import move_function
from tttcore.exact.enumeration import genome_player
from tttcore.exchange.environment import AGENTS as PLAYERS
from tttcore.exchange.environment import classic, lattice, nine_board
from tttcore.exchange.policy import agent_policy
from tttcore.games.hypercube import Hypercube
from tttcore.pipeline.rng import stream
from tttcore.pipeline.store import write
from tttcore.players.agent_file import export_agent
from tttcore.players.agent_registry import find_agent
from tttcore.players.agent_table import AGENTS, AgentId, agent_row
from tttcore.players.baselines import baselines
from tttcore.players.policy import cells_of_rule, uniform_player

BOARDS = {"square": (4, 2), "cube": (3, 3)}
WEIGHTS = {0: [0, 1, 5, 40, 1, 6, 30, 0], 1: [3, 1, 4, 1, 5, 9, 2, 6]}
GENOMES = ["ga/random/0", "ga/random/1", "ga/random/2"]
BASELINES = ["house/random", "house/careful", "house/minimax-random"]


@pytest.fixture(scope="module")
def results(random_genes, tables, tmp_path_factory):
    """A folder with agents of every kind: genomes, a learner at two stages, Genies on two boards."""
    rows = {"ga": [], "learner": [], "genies": []}
    for replicate, genes in enumerate(random_genes(3, "policies")):
        cells = cells_of_rule(genome_player(genes, tables))
        path = AgentId("ga", "random", replicate)
        rows["ga"].append(agent_row(path, step=9, unit="generations", last=True, seat="both", cells=cells))
    for step, name in ((0, "random"), (100, "careful")):
        path, cells = AgentId("learner", "usual", 0), baselines()[name].cells
        rows["learner"].append(agent_row(path, step=step, unit="games", last=step > 0, seat="both", cells=cells))
    for name, (edge, dimensions) in BOARDS.items():
        for replicate, weights in WEIGHTS.items():
            path, own = AgentId("genies", name, replicate), [*weights[:edge], *weights[4 : 4 + edge]]
            board = {"seat": "both", "board": (edge, dimensions), "weights": own}
            rows["genies"].append(agent_row(path, step=9, unit="generations", last=True, **board))
    folder = tmp_path_factory.mktemp("results")
    for study, own in rows.items():
        table = pd.DataFrame(own, columns=AGENTS.names)
        write(folder / study / "agents.parquet", table, schema=AGENTS, provenance={})
    return folder


def own_player(row, seed):
    if row["game"] == "3x3":
        return uniform_player(row["cells"], stream(seed, "agent"))
    return move_function(Hypercube(int(row["edge"]), int(row["dimensions"])), row["weights"].tolist())


def check_game(env, policies, players):
    """A game of two policies: each move is legal, and the one of the package's own player."""
    env.reset()
    for agent in env.agent_iter():
        seen, _, ended, _, _ = env.last()
        action = None if ended else policies[agent](seen)
        if not ended:
            assert seen["action_mask"][action] == 1
            assert action == players[agent](env.unwrapped.position)
        env.step(action)
    assert env.unwrapped.position.winner is not None


def check_agents(env, results, first, second):
    seeds = dict(zip(PLAYERS, (1, 2), strict=True))
    agents = dict(zip(PLAYERS, (first, second), strict=True))
    policies = {name: agent_policy(agents[name], results=results, seed=seed) for name, seed in seeds.items()}
    players = {name: own_player(find_agent(results, agents[name]), seed) for name, seed in seeds.items()}
    check_game(env, policies, players)


@pytest.mark.parametrize("second", [*GENOMES, *BASELINES, "house/umg"])
@pytest.mark.parametrize("first", [*GENOMES, *BASELINES])
def test_players_of_3x3(results, first, second):
    check_agents(classic(), results, first, second)


@pytest.mark.needs_jit
@pytest.mark.parametrize("name", BOARDS)
def test_genies_on_their_board(results, name):
    env = lattice(*BOARDS[name])
    for first in (0, 1):
        check_agents(env, results, f"genies/{name}/{first}", f"genies/{name}/{1 - first}")


@pytest.mark.parametrize("step", [None, 0])
def test_an_exported_agent_plays_the_same_at_each_step(results, tmp_path, step):
    row, file = find_agent(results, "learner/usual/0", step), tmp_path / "g.json"
    file.write_text(json.dumps(export_agent(row)), encoding="utf-8")
    for policy in (
        agent_policy(str(file), seed=3),
        agent_policy("learner/usual/0", results=results, step=step, seed=3),
    ):
        check_game(classic(), dict.fromkeys(PLAYERS, policy), dict.fromkeys(PLAYERS, own_player(row, 3)))
    with pytest.raises(ValueError, match=r"g\.json: step 0: a file is of one step$"):
        agent_policy(str(file), step=0)


def test_a_seed_repeats_the_cells_that_are_drawn():
    env = classic()
    env.reset()
    drawn, again, other = (
        [policy(env.last()[0]) for _ in range(200)]
        for policy in (agent_policy("house/random", seed=seed) for seed in (5, 5, 6))
    )
    assert np.unique(drawn).tolist() == list(range(9))
    assert drawn == again != other


def test_what_is_refused(results):
    second, env, nine = agent_policy("house/umg"), classic(), nine_board()
    env.reset()
    nine.reset()
    shapes = r"an observation of shape \(9, 3, 3, 2\); allowed: \(3, 3, 2\), its own board"
    for seen, message in [
        (env.observe("player_1"), "it has not learnt the first seat; allowed: second"),
        (env.observe("player_2"), "no action is legal; allowed: the observation of a player who is to move"),
        (nine.observe("player_1"), shapes),
    ]:
        with pytest.raises(ValueError, match=f"^house/umg: {message}$"):
            second(seen)
    with pytest.raises(ValueError, match=r"^unknown agent 'ga/random/3'"):
        agent_policy("ga/random/3", results=results)
