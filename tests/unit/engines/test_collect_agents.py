"""Agents collected from runs: stored players and snapshots while they learn; agents as objects that play."""

import numpy as np
import pandas as pd
import pytest
from helpers import tabular_learners as small_tabular
from helpers.learners import RECIPE as SMALL_GENIES
from helpers.project import ROOT
from helpers.texts import message
from reference import genies as twin

from tttcore.engines.agent_players import STREAM, agent_of, draws_moves
from tttcore.engines.agents import collect_agents
from tttcore.engines.engine import engine, read_study
from tttcore.engines.genetic_algorithm.players.evaluation import Evaluator
from tttcore.engines.genies.reference import first_best
from tttcore.engines.replicates import Replicate, run_replicates
from tttcore.engines.tabular.engine import build_recipe, untrained
from tttcore.games.classic import ClassicPosition
from tttcore.games.position import DRAWN, OPEN
from tttcore.games.tables import from_digits
from tttcore.pipeline.rng import stream
from tttcore.players.agent_registry import baseline_agents
from tttcore.players.agent_table import evenly_spaced, snapshot_generations
from tttcore.players.baselines import baselines
from tttcore.players.policy import game, packed, uniform_player, uniform_policy, unpacked

WANTED = {"champions": 3, "followed": 1, "snapshots": 5}
SEED = 3
LEARNER = small_tabular.RECIPE | {"games": 300, "curve": {"start": 10, "per_decade": 3}, "evaluation": 5}
LEARNERS = {
    "usual": LEARNER,
    "any-tie": LEARNER | {"ties": "random"},
    "dead": LEARNER | {"board": {"name": "finite", "size": 3, "tie": "dead"}},
    "larger": LEARNER | {"board": {"name": "finite", "size": 5, "tie": "full"}},
}
GENIES = {"square": SMALL_GENIES, "cube": SMALL_GENIES | {"edge": 4, "dimensions": 3}}


@pytest.fixture(scope="module")
def genomes():
    """Runs of ancheta2020 that succeed after some generations, and some that are stopped before."""
    recipe = read_study(ROOT / "config/studies/ancheta2020.yaml").treatments["control-described"].recipe
    return {"found": recipe, "stopped": recipe | {"generations": 1}}


def batches(name, recipes, tables, replicates):
    rows = [
        row
        for treatment, recipe in recipes.items()
        for row in run_replicates(engine(name), "tests", treatment, recipe, tables, seed=SEED, replicates=replicates)
    ]
    return pd.DataFrame(rows)


def collected(name, runs, recipes, tables, **change):
    return collect_agents(runs, recipes, tables, study="tests", engine=name, seed=SEED, wanted=WANTED | change)


def of(found, treatment, replicate=None):
    own = found[found["treatment"] == treatment]
    return own if replicate is None else own[own["replicate"] == replicate]


def cells_of(row):
    return unpacked(np.asarray(row["cells"]))


@pytest.mark.needs_jit
def test_champions_of_a_genetic_algorithm(tables, genomes):
    runs = batches("genetic_algorithm", genomes, tables, range(6))
    found = collected("genetic_algorithm", runs, genomes, tables)
    for treatment, wanted in (("found", ~runs["censored"]), ("stopped", runs["censored"])):
        known = runs[(runs["treatment"] == treatment) & wanted].head(3)
        ends = of(found, treatment)[lambda rows: rows["last"]]
        assert ends["agent"].tolist() == [f"tests/{treatment}/{replicate}" for replicate in known["replicate"]]
        assert ends["genome"].tolist() == known["champion"].tolist()
        assert ends["step"].tolist() == known["generations"].tolist()
    played = game(dead=False)
    for row in of(found, "found")[lambda rows: rows["last"]].to_dict("records"):
        cells = cells_of(row)
        assert not cells[played.seat == 1].any()
        _, ends = played.propagate(uniform_policy(cells), played.opponents["random"])
        assert ends.sum() == pytest.approx(1)
        assert ends[2] == 0


@pytest.mark.needs_jit
def test_a_snapshot_of_a_genetic_algorithm_is_the_champion_of_a_run_stopped_there(tables, genomes):
    recipe = genomes["found"]
    runs = batches("genetic_algorithm", {"found": recipe}, tables, range(6))
    found = collected("genetic_algorithm", runs, {"found": recipe}, tables)
    followed = of(found, "found", runs.loc[~runs["censored"], "replicate"].iloc[0])
    assert followed["step"].is_monotonic_increasing
    assert followed["step"].iloc[0] == recipe["first_generation"]
    assert len(followed) > 2
    fitness = Evaluator(tables, recipe["seat"])(from_digits(followed["genome"])).fitness
    run = runs.set_index("replicate").loc[followed["replicate"].iloc[0]]
    assert fitness.tolist() == np.asarray(run["best"])[followed["step"] - recipe["first_generation"]].tolist()
    for row in followed[1:].to_dict("records"):
        shorter = {"found": recipe | {"generations": row["step"]}}
        (stopped,) = batches("genetic_algorithm", shorter, tables, [row["replicate"]])["champion"]
        assert row["genome"] == stopped


def test_genies_of_a_history(tables):
    runs = batches("genies", GENIES, tables, range(4))
    found = collected("genies", runs, GENIES, tables)
    champions = engine("genies").summarise(runs, GENIES).champions
    for treatment, recipe in GENIES.items():
        own = of(found, treatment)
        ends = [" ".join(map(str, genes)) for genes in own.loc[own["last"], "weights"]]
        assert ends == champions.loc[champions["treatment"] == treatment, "genome"].head(3).tolist()
        history = twin.run(recipe, *stream(SEED, "tests", treatment, 0).bit_generator.random_raw(2).tolist())
        families = [*twin.families(history, recipe)]
        for row in of(found, treatment, 0).to_dict("records"):
            family, scores = families[row["step"] - 1], history.scores[row["step"] - 1]
            assert list(row["weights"]) == family[first_best(sorted(family), lambda slot, s=scores: s[slot])]
    assert set(of(found, "cube")["game"]) == {"lattice"}
    assert of(found, "cube")["cells"].map(len).eq(0).all()
    assert set(of(found, "square")["game"]) == {"3x3"}


def test_values_and_moves_of_learners(tables):
    """Against a learner that is queried position by position."""
    runs = batches("tabular", LEARNERS, tables, range(4))
    found = collected("tabular", runs, LEARNERS, tables)
    assert of(found, "larger").empty
    marks = [(0, 0), (-1, 1), (0, 1)]
    board = np.zeros(9, int)
    for turn, (x, y) in enumerate(marks):
        board[3 * (x + 1) + y + 1] = 1 + turn % 2
    (place,) = np.flatnonzero((tables.positions == board).all(axis=1))
    for treatment in ("usual", "any-tie"):
        learner = untrained(build_recipe(LEARNERS[treatment], ""), Replicate(SEED, "tests", treatment, 0))
        for row in of(found, treatment, 0).to_dict("records"):
            learner.train(row["step"] - learner.games)
            cells = [3 * (x + 1) + y + 1 for x, y in learner.candidates(marks)]
            asked = dict(zip(cells, learner.candidate_values(marks), strict=True))
            kept = {cell: row["estimates"][tables.next_position[place, cell]] for cell in asked}
            assert kept == pytest.approx(asked, rel=1e-6)
            best = [cell for cell, each in asked.items() if each == max(asked.values())]
            assert np.flatnonzero(cells_of(row)[place]).tolist() == (best if treatment == "any-tie" else best[:1])
    assert of(found, "usual", 0)["step"].iloc[[0, -1]].tolist() == [0, 300]


def test_policies_that_are_stored_mark_every_open_state(tables):
    recipes = {name: LEARNERS[name] for name in ("usual", "any-tie", "dead")}
    runs = batches("tabular", recipes, tables, range(3))
    none = collected("tabular", runs, recipes, tables, followed=0)
    assert none["estimates"].map(len).eq(0).all()
    played = game(dead=False)
    for row in none.to_dict("records"):
        assert (cells_of(row).any(axis=1) == (played.successors >= 0).any(axis=1)).all()
    drawn = (game(dead=True).results == DRAWN) & (played.results == OPEN)
    assert drawn.any()
    assert (cells_of(of(none, "dead", 0).iloc[0])[drawn] == (played.successors[drawn] >= 0)).all()


def test_snapshots_are_spaced_geometrically_or_evenly():
    for (first, last, number), shown in {
        (0, 0, 8): [0], (0, 1, 8): [0, 1], (1, 100, 3): [1, 10, 100], (0, 99, 3): [0, 9, 99], (1, 4, 9): [1, 2, 3, 4],
    }.items():  # fmt: skip
        assert snapshot_generations(first, last, number) == shown
    for number, shown in {2: [0, 90], 3: [0, 30, 90], 9: [0, 10, 30, 90]}.items():
        assert evenly_spaced([0, 10, 30, 90], number) == shown


ROWS = {row["treatment"]: row for row in baseline_agents().to_dict("records")}


def moves_of_game(first, second):
    """Moves of a game between two agents, and its winner."""
    position, moves = first.start, []
    while position.winner is None:
        moves.append((first, second)[position.current_player].move(position))
        position = position.apply(moves[-1])
    return moves, position.winner


def test_agents_play_by_their_cells():
    assert ROWS.keys() == baselines().keys()
    for name, row in ROWS.items():
        agent = agent_of(row, 7)
        assert (agent.name, agent.seat) == (f"house/{name}", baselines()[name].seat)
        position = agent.start if agent.seat == "both" else agent.start.apply(4)
        drawn = uniform_player(packed(baselines()[name].cells), stream(7, STREAM))
        assert [agent.move(position) for _ in range(9)] == [drawn(position) for _ in range(9)]


def test_the_same_seed_gives_the_same_game():
    games = [moves_of_game(agent_of(ROWS["random"], seed), agent_of(ROWS["careful"], seed)) for seed in (1, 1, 2, 3, 4)]
    assert games[0] == games[1]
    assert len({str(game) for game in games}) > 1


def test_seats_and_who_draws_moves():
    assert {name for name, row in ROWS.items() if not draws_moves(row)} == {"minimax-first"}
    assert not draws_moves({"game": "lattice"})
    umg, over = agent_of(ROWS["umg"], 0), ClassicPosition()
    for cell in (0, 3, 1, 4, 2):
        over = over.apply(cell)
    assert umg.move(umg.start.apply(0)) == 4
    assert message(umg.move, umg.start) == "house/umg: it has not learnt the first seat; allowed: second"
    told = message(agent_of(ROWS["random"], 0).move, over)
    assert told == "house/random: the game is over, so there is no move"
