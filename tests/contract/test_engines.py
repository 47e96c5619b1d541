"""Every engine's runs: each depends on its identity alone, is the plain reference's, resumes, and fits its tables."""

from io import StringIO

import numpy as np
import pandas as pd
import pytest
from helpers import tabular_learners
from helpers.learners import HER, MENACE
from helpers.learners import RECIPE as GENIES
from pandas.testing import assert_frame_equal
from reference import genies as slow_genies

from tttcore.engines.agents import collect_agents
from tttcore.engines.engine import engine, engines
from tttcore.engines.genetic_algorithm import reference as slow_genomes
from tttcore.engines.genetic_algorithm import warm_up
from tttcore.engines.learning import EXACT, learning_table
from tttcore.engines.matchboxes.reference import Machine
from tttcore.engines.nine_board.players import ScheduledDepth
from tttcore.engines.nine_board.reference import play_game
from tttcore.engines.replicates import Replicate, build_recipe, run_replicates
from tttcore.engines.tabular import session
from tttcore.engines.tabular.policy_evaluation import champion
from tttcore.engines.tabular.reference import SelfPlay
from tttcore.league.evaluation import evaluate_players
from tttcore.league.matches import league_players
from tttcore.pipeline.code_digests import imported_by
from tttcore.pipeline.modules import ENGINES, optional_module
from tttcore.pipeline.store import StoreError, read, write
from tttcore.players.agent_table import AGENTS

SEED, STUDY = 3, "contract"
FIRST, SECOND, BY_CHILD = (recipe | {"population": 6, "generations": 3} for recipe in warm_up.RECIPES)
AS_LISTED = {"name": "losses", "opponent": {"name": "umg", "centre": "anyone", "counter": "running"}, "games": 10}
SCHEDULE = {"name": "scheduled", "heuristic": 1, "until": [0, 30], "depths": [1, 2, 3]}
GAME = {"rule": "free", "players": {"deep": SCHEDULE}, "pairs": "self", "openings": "chosen", "measured": False}
MEETING = {"deep": SCHEDULE, "lucky": {"name": "random"}, "tries": {"name": "montecarlo", "playouts": 3}}
LEARNER = tabular_learners.RECIPE | {"games": 60, "curve": {"start": 10, "per_decade": 2}, "evaluation": 3}
SMALL = {
    "first seat": ("genetic_algorithm", FIRST), "second seat": ("genetic_algorithm", SECOND),
    "rules as listed": ("genetic_algorithm", FIRST | {"replace": {"name": "controlled_elite", "by": AS_LISTED}}),
    "child by child": ("genetic_algorithm", BY_CHILD), "square": ("genies", GENIES),
    "cube": ("genies", GENIES | {"edge": 3, "dimensions": 3, "replace": {"name": "roulette"}, "generations": 5}),
    "menace": ("matchboxes", MENACE | {"games": 40, "every": 15}), "hexapawn": ("matchboxes", HER),
    "nine boards": ("nine_board", GAME),
    "measured": ("nine_board", GAME | {"measured": True}),
    "meeting": ("nine_board", GAME | {"players": MEETING, "pairs": "all"}),
    "3x3": ("tabular", LEARNER),
    "5x5": ("tabular", LEARNER | {"board": {"name": "finite", "size": 5, "tie": "full"}, "need": 4}),
    "shared keys": ("tabular", LEARNER | {"key": "unowned", "storage": "eager", "ties": "random"}),
}  # fmt: skip
"""Engine and recipe of small runs."""
each = pytest.mark.parametrize("name", SMALL)


@pytest.fixture(scope="module")
def run(tables):
    """`run(name, replicates)`: rows of runs."""

    def rows(name, replicates, *, study=STUDY, seed=SEED):
        made_by, recipe = SMALL[name]
        return run_replicates(engine(made_by), study, name, recipe, tables, seed=seed, replicates=replicates)

    return rows


@pytest.fixture(scope="module")
def batches(run):
    """Four runs of each."""
    return {name: run(name, range(4)) for name in SMALL}


def written(table, schema, path):
    write(path, table, schema=schema, provenance={})
    return path.read_bytes()


@pytest.mark.parametrize("name", engines())
def test_an_engine_implements_the_interface(name):
    made, stored = engine(name), engine(name).STORED
    assert {"treatment", "replicate"} <= set(stored.batches.names)
    assert {"treatment", "replicate", stored.length, stored.unfinished} <= set(stored.runs.names)
    assert stored.traces.names[:2] == ["treatment", "replicate"]
    assert "tttcore.engines.replicates" in imported_by(made.__file__), "the digest of its runs must cover the loop"


@each
def test_a_run_depends_on_its_identity_alone(name, run, batches, tmp_path):
    """Alone, in another order, or in a batch that other runs have followed, it is stored as the same bytes."""
    schema = engine(SMALL[name][0]).STORED.batches

    def stored(rows):
        return [written([row], schema, tmp_path / "runs.parquet") for row in rows]

    batch = stored(batches[name])
    assert len(set(batch)) == 4
    assert stored(run(name, [3, 1])) == [batch[3], batch[1]]
    own = [key for key in batches[name][0] if key not in {"treatment", "replicate", "seed"}]
    for other in ({"seed": SEED + 1}, {"study": "another"}):
        changed = [row | {"seed": SEED} for row in run(name, range(4), **other)]
        assert stored(changed) != batch, own


@pytest.mark.parametrize("name", ["first seat", "child by child", "square", "menace", "hexapawn", "3x3"])
def test_a_learner_is_followed_to_the_player_that_is_stored(name, batches, tables):
    """At the points of its grid."""
    (made_by, recipe), keys = SMALL[name], ["replicate", "seat"]
    runs = pd.DataFrame(batches[name])
    found = learning_table(runs, {name: recipe}, tables, study=STUDY, engine=made_by, seed=SEED)
    for _, run in found.groupby(keys):
        assert (run["games"].diff().dropna() > 0).all()
        assert (run["in_seat"] <= run["games"]).all()
    ends = found.groupby(keys).tail(1)
    if made_by == "matchboxes":
        assert ends[[*EXACT]].to_numpy().tolist() == [[row[key][-1] for key in EXACT] for row in batches[name]]
    else:
        wanted = {"champions": 4, "followed": 0, "snapshots": 2}
        agents = collect_agents(runs, {name: recipe}, tables, study=STUDY, engine=made_by, seed=SEED, wanted=wanted)
        best = evaluate_players(league_players([agents])).set_index(keys)[[*EXACT]]
        assert_frame_equal(ends.set_index(keys)[[*EXACT]], best, check_index_type=False, check_like=True)


def plain_genomes(recipe, row, replicate, tables):
    seats = ["first", "second"] if recipe["seat"] == "both" else [recipe["seat"]]
    assert row["best"][-1] == slow_genomes.evaluate([int(digit) for digit in row["champion"]], tables, *seats)


def plain_genies(recipe, row, replicate, tables):
    history = slow_genies.run(recipe, *replicate.stream().bit_generator.random_raw(2).tolist())
    for column, found in row.items():
        if column not in {"treatment", "replicate", "seed"}:
            np.testing.assert_array_equal(found, np.array(getattr(history, column), found.dtype).ravel())


def plain_matchboxes(recipe, row, replicate, tables):
    machine = Machine(recipe, replicate.word())
    signs, places = zip(*(machine.play() for _ in range(recipe["games"])), strict=True)
    assert (row["results"], row["openings"]) == ("".join(signs), "".join(map(str, places)))
    assert row["empty"][-1] == sum(not any(beads) for beads in machine.beads.values())


def plain_nine_boards(recipe, row, replicate, tables):
    """Measured or not: the search as published and the fast one choose the moves of the plain one."""
    if recipe["pairs"] == "self":
        plies = ScheduledDepth(1, SCHEDULE["until"], SCHEDULE["depths"]).plies
        assert row["moves"] == play_game(1, plies, replicate.word())


def plain_tables(recipe, row, replicate, tables):
    built = build_recipe(engine("tabular"), recipe, "here")
    learner, marks = SelfPlay(built, replicate.word()), 0
    kept = "updated" if recipe["storage"] == "lazy" else "values"
    for point, before in enumerate([0, *row["games"][:-1]]):
        tally = learner.train(row["games"][point] - before)
        assert [row[result][point] for result in ("first", "drawn", "second")] == list(tally[:3])
        assert row["entries"][point] == sum(len(getattr(player, kept)) for player in learner.players.values())
        marks += tally.marks
    assert row["marks"] == marks


PLAIN = {
    "genetic_algorithm": plain_genomes, "genies": plain_genies, "matchboxes": plain_matchboxes,
    "nine_board": plain_nine_boards, "tabular": plain_tables,
}  # fmt: skip


@each
def test_runs_are_those_of_the_plain_reference(name, batches, tables):
    made_by, recipe = SMALL[name]
    for number, row in enumerate(batches[name][:2]):
        PLAIN[made_by](recipe, row, Replicate(SEED, STUDY, name, number), tables)


@pytest.mark.parametrize("name", [name for name, (made_by, _) in SMALL.items() if made_by == "tabular"])
def test_a_run_that_is_stopped_and_resumed_is_the_same(name, batches, tmp_path):
    """Through files of policies, however many games each session plays."""
    recipe = build_recipe(engine("tabular"), SMALL[name][1], "here")
    for games in (0, 7, 30, recipe.games - 37):
        learner = session.load_or_create(tmp_path / "policy", recipe, Replicate(SEED, STUDY, name, 0).word())
        learner, _ = session.train(learner, games, tmp_path / "policy")
    assert sum(learner.entries) == batches[name][0]["entries"][-1]
    if name != "5x5":
        assert champion(learner) == batches[name][0]["champion"]


@each
def test_what_is_stored_fits(name, batches, tables, tmp_path):
    """Summaries fit their schemas, and agents the runs that they are from; a run that isn't found again is refused."""
    made_by, recipe = SMALL[name]
    stored, runs = engine(made_by).STORED, pd.DataFrame(batches[name])
    found = engine(made_by).summarise(runs, {name: recipe})
    for schema, table in ((stored.runs, found.runs), (stored.traces, found.traces)):
        assert {*table.columns} == {*schema.names}
        written(table, schema, tmp_path / "table.parquet")
    assert found.runs[["treatment", "replicate"]].equals(runs[["treatment", "replicate"]])
    if optional_module(ENGINES, made_by, "agents"):

        def collected(runs, followed):
            wanted = {"champions": 3, "followed": followed, "snapshots": 4}
            return collect_agents(
                runs, {name: recipe}, tables, study=STUDY, engine=made_by, seed=SEED, wanted=wanted
            )  # fmt: skip

        none, followed = collected(runs, 0), collected(runs, 3)
        written(followed, AGENTS, tmp_path / "agents.parquet")
        assert read(tmp_path / "agents.parquet", schema=AGENTS)["agent"].tolist() == followed["agent"].tolist()
        ends = followed[followed["last"].astype(bool)].reset_index(drop=True)
        pd.testing.assert_frame_equal(none.drop(columns="estimates"), ends.drop(columns="estimates"))
        assert not none["agent"].duplicated().any()
        assert all(steps.is_monotonic_increasing for _, steps in followed.groupby("replicate")["step"])
        if len(ends) and made_by != "genies":  # whose histories hold all players, so that nothing is run again
            with pytest.raises(StoreError, match=rf"^results/{STUDY}: {STUDY}/{name}/1 ends with another player than"):
                collected(runs.assign(replicate=runs["replicate"] + 1), 1)


def test_only_the_first_run_of_a_batch_is_logged(tables):
    log = StringIO()
    rows = run_replicates(
        engine("genetic_algorithm"), STUDY, "logged", FIRST, tables, seed=SEED, replicates=range(2), log=log
    )
    assert len(log.getvalue().splitlines()) == len(rows[0]["best"])
