"""Collecting batches: each wanted replicate once and in order, or a line that names the mistake; agents from runs."""

from functools import reduce
from itertools import pairwise

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
from tttcore.engines.collect import Files, collect, expected_provenance, runs_in_parts
from tttcore.engines.engine import engine
from tttcore.engines.genetic_algorithm import engine as genetic_algorithm
from tttcore.engines.genetic_algorithm.engine import RUNS, STORED, TRACES, summarise
from tttcore.engines.genetic_algorithm.players.evaluation import Evaluator
from tttcore.engines.genies import schemas as genie_schemas
from tttcore.engines.genies.reference import first_best
from tttcore.engines.replicates import Replicate, run_replicates
from tttcore.engines.study_files import read_study
from tttcore.engines.tabular.engine import build_recipe, untrained
from tttcore.games.classic import ClassicPosition
from tttcore.games.position import DRAWN, OPEN
from tttcore.games.tables import from_digits
from tttcore.pipeline.rng import stream
from tttcore.pipeline.store import provenance_of, read, read_parts, write
from tttcore.players.agent_registry import baseline_agents
from tttcore.players.agent_table import evenly_spaced, snapshot_generations
from tttcore.players.baselines import baselines
from tttcore.players.exact_results import propagate
from tttcore.players.policy import game, packed, uniform_player, uniform_policy, unpacked

SEED = 3
RECIPES = {"a": {"population": 20, "select": {"name": "tournament"}}, "b": {"population": 30}}
CODES = dict.fromkeys(RECIPES, "the code")
KEYS = ["treatment", "replicate"]
MADE_WITH = expected_provenance(RECIPES, seed=SEED, code=CODES)


def runs(treatment, replicates):
    """Runs whose length is their replicate's index, at least one generation."""
    lengths = [max(replicate, 1) for replicate in replicates]
    table = pd.DataFrame({"treatment": treatment, "replicate": list(replicates), "seed": 1, "generations": lengths})
    return table.assign(
        censored=False,
        best=[np.arange(n, -1, -1) / 10 for n in lengths],
        mean=[np.full(n + 1, 0.5) for n in lengths],
        distinct=[np.arange(n + 1) + 20 for n in lengths],
        lines_first=[np.arange(n + 1) + 100 for n in lengths],
        lines_second=[np.zeros(n + 1, int) for n in lengths],
        champion=[f"{n}" for n in lengths],
    )


@pytest.fixture
def stored(tmp_path):
    """`stored(treatment, start, stop)`: the file of a batch, perhaps of other runs, made with something else."""

    def batch(treatment, start, stop, table=None, *, schema=RUNS, **others):
        path = tmp_path / "runs" / treatment / f"{start}-{stop}.parquet"
        table = runs(treatment, range(start, stop)) if table is None else table
        write(path, table, schema=schema, provenance=MADE_WITH[treatment] | others)
        return path

    return batch


@pytest.fixture
def collected(stored, tmp_path):
    """`collected(files, **wanted)`: files of runs, traces and champions."""

    def made(files, *, mixed_versions=False, **wanted):
        out = Files(*(tmp_path / name for name in ("runs.parquet", "traces.parquet", "champions.csv")))
        options = {"recipes": RECIPES, "seed": SEED, "code": CODES, "mixed_versions": mixed_versions, "provenance": {}}
        collect(files, out, made_by="genetic_algorithm", wanted=wanted, **options)
        return out

    return made


def gathered(files, *, size=100, schema=RUNS, **wanted):
    return list(runs_in_parts(files, wanted=wanted, schema=schema, size=size, made_with=MADE_WITH))


def versions(numpy="2.4.6", numba="0.68.1"):
    return {"packages": {"numba": numba, "numpy": numpy}}


def test_wanted_replicates_in_order(stored):
    files = [stored("b", 0, 3), stored("a", 0, 2), stored("b", 3, 9), stored("a", 2, 4)]
    found = pd.concat(gathered(files, a=4, b=5))
    assert list(found) == RUNS.names
    keys = [*KEYS, "champion"]
    expected = pd.concat([runs("a", range(4)), runs("b", range(5))])
    assert found[keys].to_numpy().tolist() == expected[keys].to_numpy().tolist()


def test_batches_that_are_refused(stored, collected, tmp_path, snapshot):
    """Replicates that are missing or there twice, also in a file that holds others than it says; tables of others."""
    told = [
        message(gathered, [stored(*batch) for batch in batches], a=5)
        for batches in ([("a", 0, 2), ("a", 3, 5)], [("a", 0, 3)], [("a", 0, 3), ("a", 2, 5)], [("b", 0, 5)])
    ]
    told.append(message(gathered, [stored("a", 0, 5, runs("a", [0, 1, 1, 3, 4]))], a=5))
    other = [stored("a", 0, 1, runs("a", [0]).drop(columns="champion"), schema=None)]
    told += [message(gathered, other, schema=schema, a=1) for schema in (RUNS, genie_schemas.HISTORIES)]
    first = stored("a", 0, 2, **versions())
    # as by a job of an earlier run, or in results copied without Snakemake's metadata; or not told
    for change in (
        {"seed": 2}, {"code": "older code"}, {"recipe": {"population": 21, "select": {"name": "tournament"}}},
        {"recipe": None}, {"packages": ["numpy"]}, {"packages": {"numpy": 2}}, {"packages": None},
    ):  # fmt: skip
        other = stored("a", 2, 4, **(versions() | change))
        told += [message(collected, [first, other], a=4), message(gathered, [first, other], a=4)]
    write(other, runs("a", [2, 3]), schema=RUNS, provenance={})
    told.append(message(collected, [first, other], a=4))
    batches = [first, stored("a", 2, 3, **versions()), stored("b", 0, 1, **versions())]
    for others in (versions(numpy="9.9.9"), versions(numba="0.70.0"), versions(numba="1.0")):
        mixed = [*batches, stored("b", 1, 2, **others)]
        told.append(message(collected, mixed, a=3, b=2))
        assert not (tmp_path / "runs.parquet").exists()
        found = provenance_of(collected(mixed, mixed_versions=True, a=3, b=2).runs)["packages"]
        assert found == {name: sorted({versions()["packages"][name], others["packages"][name]}) for name in found}
        (tmp_path / "runs.parquet").unlink()
    other.write_bytes(other.read_bytes()[:-20])
    assert "a/2-4.parquet: damaged or cut short" in message(gathered, [first, other], a=4)
    assert "\n".join(told).replace(str(tmp_path), "") == snapshot


def test_all_versions_that_made_the_batches_are_named(stored, collected):
    """Copied from elsewhere, or made before and after an upgrade; whatever collects them."""
    later, first = stored("a", 2, 4, **versions("2.10.0")), stored("a", 0, 2, **versions())
    files = collected([first, later, stored("b", 0, 1, **versions())], a=4, b=1)
    for file in (files.runs, files.traces):
        assert provenance_of(file)["packages"] == {"numba": ["0.68.1"], "numpy": ["2.4.6", "2.10.0"]}


def test_traces_have_a_row_per_generation():
    table = pd.concat([runs("a", [2, 0]), runs("b", [1])], ignore_index=True)
    traces = summarise(table, {}).traces
    keys = ["treatment", "replicate", "generation", "best", "mean", "distinct"]
    assert traces[keys].to_numpy().tolist() == [
        ["a", 2, 0, 0.2, 0.5, 20], ["a", 2, 1, 0.1, 0.5, 21], ["a", 2, 2, 0.0, 0.5, 22],
        ["a", 0, 0, 0.1, 0.5, 20], ["a", 0, 1, 0.0, 0.5, 21],
        ["b", 1, 0, 0.1, 0.5, 20], ["b", 1, 1, 0.0, 0.5, 21],
    ]  # fmt: skip
    counted_from_1 = summarise(runs("a", [2]).assign(generations=3), {}).traces
    assert counted_from_1["generation"].tolist() == [1, 2, 3], "three populations of a run that ends in generation 3"


@pytest.mark.parametrize("cuts", [(0, 7), (0, 1, 2, 7), (0, 5, 6, 7)])
def test_parts_do_not_depend_on_batches(stored, collected, cuts):
    files = [stored("a", *pair) for pair in pairwise(cuts)]
    for size in (1, 3, 4, 7):
        parts = gathered(files, size=size, a=6)
        assert [len(part) for part in parts] == [size] * (6 // size) + [6 % size] * (6 % size > 0)
        assert [replicate for part in parts for replicate in part["replicate"]] == [*range(6)]
        assert all(part.index.equals(pd.RangeIndex(len(part))) for part in parts)
    found, whole = (
        [file.read_bytes() for file in vars(collected(batches, a=6)).values()]
        for batches in (files, [stored("a", 0, 7)])
    )
    assert found == whole


def test_parts_of_traces_hold_the_runs_of_those_of_runs(stored, collected, monkeypatch):
    monkeypatch.setattr(genetic_algorithm, "STORED", STORED._replace(part=2))
    files = collected([stored("b", 0, 3), stored("a", 0, 5)], a=5, b=3)
    held, of_traces = (
        [part[KEYS].drop_duplicates().to_numpy().tolist() for part in read_parts(file, schema=schema)]
        for file, schema in ((files.runs, RUNS), (files.traces, TRACES))
    )
    assert held == of_traces
    assert list(map(len, held)) == [2, 2, 1, 2, 1]
    whole = pd.concat([runs("a", range(5)), runs("b", range(3))], ignore_index=True)
    pd.testing.assert_frame_equal(read(files.traces), summarise(whole, {}).traces, check_dtype=False)


def test_champions_are_the_first_that_never_lose(stored, collected, monkeypatch):
    monkeypatch.setattr(genetic_algorithm, "STORED", STORED._replace(part=3, champions=4))
    table = runs("a", range(20)).assign(censored=[number == 1 for number in range(20)])
    found = collected([stored("b", 0, 3), stored("a", 0, 20, table)], b=3, a=20).champions.read_text()
    header = "treatment,replicate,generations,genome\n"
    assert found == header + "b,0,1,1\nb,1,1,1\nb,2,2,2\na,0,1,1\na,2,2,2\na,3,3,3\na,4,4,4\n"
    none = collected([stored("a", 0, 2, runs("a", [0, 1]).assign(censored=True))], a=2)
    assert none.champions.read_text() == header


WANTED = {"champions": 3, "followed": 1, "snapshots": 5}
LEARNER = small_tabular.RECIPE | {"games": 300, "curve": {"start": 10, "per_decade": 3}, "evaluation": 5}
LEARNERS = {
    "usual": LEARNER,
    "any-tie": LEARNER | {"ties": "random"},
    "dead": LEARNER | {"board": {"name": "finite", "size": 3, "tie": "dead"}},
    "larger": LEARNER | {"board": {"name": "finite", "size": 5, "tie": "full"}},
}
GENIES = {"square": SMALL_GENIES, "cube": SMALL_GENIES | {"edge": 4, "dimensions": 3}}


def batches(name, recipes, tables, replicates):
    rows = [
        row
        for treatment, recipe in recipes.items()
        for row in run_replicates(engine(name), "tests", treatment, recipe, tables, seed=SEED, replicates=replicates)
    ]
    return pd.DataFrame(rows)


def agents_of(name, runs, recipes, tables, **change):
    return collect_agents(runs, recipes, tables, study="tests", engine=name, seed=SEED, wanted=WANTED | change)


def of(found, treatment, replicate=None):
    own = found[found["treatment"] == treatment]
    return own if replicate is None else own[own["replicate"] == replicate]


def cells_of(row):
    return unpacked(np.asarray(row["cells"]))


@pytest.mark.needs_jit
def test_agents_of_a_genetic_algorithm(tables):
    """Champions of runs that succeed, or of those stopped before; snapshots are champions of runs stopped there."""
    recipe = read_study(ROOT / "config/studies/ancheta2020.yaml").treatments["control-described"].recipe
    genomes = {"found": recipe, "stopped": recipe | {"generations": 1}}
    runs = batches("genetic_algorithm", genomes, tables, range(6))
    found = agents_of("genetic_algorithm", runs, genomes, tables)
    for treatment, wanted in (("found", ~runs["censored"]), ("stopped", runs["censored"])):
        known = runs[(runs["treatment"] == treatment) & wanted].head(3)
        ends = of(found, treatment)[lambda rows: rows["last"]]
        assert ends["agent"].tolist() == [f"tests/{treatment}/{replicate}" for replicate in known["replicate"]]
        assert ends["genome"].tolist() == known["champion"].tolist()
        assert ends["step"].tolist() == known["generations"].tolist()
    played, run = game(dead=False), runs[(runs["treatment"] == "found") & ~runs["censored"]].iloc[0]
    for row in of(found, "found")[lambda rows: rows["last"]].to_dict("records"):
        cells = cells_of(row)
        assert not cells[played.seat == 1].any()
        _, ends = propagate(played, uniform_policy(cells), played.opponents["random"])
        assert (ends.sum(), ends[2]) == (pytest.approx(1), 0)
    followed = of(found, "found", run["replicate"])
    assert len(followed) > 2
    assert followed["step"].iloc[0] == recipe["first_generation"]
    fitness = Evaluator(tables, recipe["seat"])(from_digits(followed["genome"])).fitness
    assert fitness.tolist() == np.asarray(run["best"])[followed["step"] - recipe["first_generation"]].tolist()
    for row in followed[1:].to_dict("records"):
        shorter = {"found": recipe | {"generations": row["step"]}}
        assert [row["genome"]] == batches("genetic_algorithm", shorter, tables, [row["replicate"]])["champion"].tolist()


def test_genies_of_a_history(tables):
    runs = batches("genies", GENIES, tables, range(4))
    found = agents_of("genies", runs, GENIES, tables)
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
    found = agents_of("tabular", runs, LEARNERS, tables)
    assert of(found, "larger").empty
    marks = [(0, 0), (-1, 1), (0, 1)]
    (place,) = np.flatnonzero((tables.positions == [0, 0, 2, 0, 1, 1, 0, 0, 0]).all(axis=1))
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
    none = agents_of("tabular", runs, recipes, tables, followed=0)
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


def test_agents_play_by_their_cells_in_their_seat():
    assert ROWS.keys() == baselines().keys()
    for name, row in ROWS.items():
        agent = agent_of(row, 7)
        assert (agent.name, agent.seat) == (f"house/{name}", baselines()[name].seat)
        position = agent.start if agent.seat == "both" else agent.start.apply(4)
        drawn = uniform_player(packed(baselines()[name].cells), stream(7, STREAM))
        assert [agent.move(position) for _ in range(9)] == [drawn(position) for _ in range(9)]
    assert {name for name, row in ROWS.items() if not draws_moves(row)} == {"minimax-first"}
    assert not draws_moves({"game": "lattice"})
    umg, over = agent_of(ROWS["umg"], 0), reduce(ClassicPosition.apply, (0, 3, 1, 4, 2), ClassicPosition())
    assert umg.move(umg.start.apply(0)) == 4
    assert message(umg.move, umg.start) == "house/umg: it has not learnt the first seat; allowed: second"
    told = message(agent_of(ROWS["random"], 0).move, over)
    assert told == "house/random: the game is over, so there is no move"
