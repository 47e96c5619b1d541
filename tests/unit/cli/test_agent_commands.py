"""`ttt agents`, `ttt export` and `ttt play AGENT`: lists, exported objects, games and error messages."""

import json
import os
import re
import shutil
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from command_line import played
from helpers.learners import RECIPE as GENIES
from helpers.project import ROOT
from helpers.tabular_learners import RECIPE as LEARNER
from helpers.texts import transcript
from jsonschema import Draft202012Validator

from tttcore.classroom import play_command
from tttcore.cli.agents import GAMES
from tttcore.engines.agents import collect_agents
from tttcore.engines.engine import engine
from tttcore.engines.replicates import run_replicates
from tttcore.pipeline.store import write
from tttcore.players.agent_registry import baseline_agents
from tttcore.players.agent_table import AGENTS
from tttcore.players.baselines import baselines
from tttcore.players.policy import unpacked

STUDIES = {
    "genies": {"square": GENIES, "cube": GENIES | {"dimensions": 3}},
    "tabular": {"usual": LEARNER | {"curve": {"start": 10, "per_decade": 1}}},
}
"""A study of each engine, named after it."""
DIGITS = "123456789" * 9
PLACES = [f"{x} {y} {z}" for z in (3, 1, 2) for y in (2, 1, 3) for x in (1, 3, 2)] * 9


@pytest.fixture(scope="module")
def stored(tables):
    """Tables of agents by study."""
    found, wanted = {}, {"champions": 2, "followed": 1, "snapshots": 3}
    for name, recipes in STUDIES.items():
        runs = [
            run_replicates(engine(name), name, each, recipes[each], tables, seed=0, replicates=[0, 1])
            for each in recipes
        ]
        table = pd.concat(map(pd.DataFrame, runs))
        found[name] = collect_agents(table, recipes, tables, study=name, engine=name, seed=0, wanted=wanted)
    return found


@pytest.fixture
def results(stored, tmp_path, in_a_folder_of_its_own):
    """A folder with results."""
    for study, table in stored.items():
        write(tmp_path / "results" / study / "agents.parquet", table, schema=AGENTS, provenance={})
    return tmp_path / "results"


@pytest.fixture
def leagues(results):
    """Tables of players as the leagues of 3x3 and of n^d boards leave them."""
    rows = [
        ("house/perfect", "first", 0.97, 0.0, 0.6, 2), ("house/perfect", "second", 0.78, 0.0, 0.5, 1),
        ("tabular/usual/0", "first", 0.99, 0.0, 0.7, 1), ("tabular/usual/0", "second", 0.6, 1.0, 0.4, 2),
    ]  # fmt: skip
    classic = pd.DataFrame(rows, columns=["agent", "seat", "random_won", "reply_value", "score", "rank"])
    scores = {"house/perfect": 0.5, "genies/cube/0": 0.7, "genies/cube/1": 0.7, "x/y/0": 0.8}
    lattice = pd.DataFrame({"edge": 3, "dimensions": [2, 3, 3, 3], "player": [*scores], "score": [*scores.values()]})
    for name, table in (("classic", classic), ("lattice", lattice)):
        write(results / "league" / name / "players.parquet", table, provenance={})


def exported(ttt, *arguments):
    code, out, err = ttt("export", *arguments)
    assert (code, err) == (0, "")
    return json.loads(out)


@pytest.mark.usefixtures("leagues")
def test_lists_have_the_strongest_first(ttt, monkeypatch, snapshot):
    """Those of 3x3, then other boards, fixed rules, games; of each treatment one, or all, filtered, as objects."""
    assert transcript(ttt, "agents", "agents --seat second --all") == snapshot
    monkeypatch.setattr("tttcore.cli.agents.TREATMENTS", 1)
    filters = ("genies", "--board 3x3x3", "tabular --json", "house --seat first --unbeatable", "--unbeatable")
    assert transcript(ttt, *(f"agents {each}" for each in filters)) == snapshot


def test_all_agents_are_listed(ttt, results, stored):
    own = {agent for table in stored.values() for agent in table["agent"]}
    listed = json.loads(ttt("agents", "--json")[1])
    assert {each["agent"] for each in listed} == own | {*baseline_agents()["agent"]} | {*GAMES}
    assert {*GAMES} <= {*play_command.play.commands}


def test_what_is_listed_without_leagues_and_without_players_of_runs(ttt, results, snapshot):
    """The first player of each treatment; then those that need no runs."""
    assert transcript(ttt, "agents tabular", "agents --unbeatable") == snapshot
    shutil.rmtree(results)
    assert transcript(ttt, "agents", "agents house", "agents osipa2017", "agents mrugala2020") == snapshot
    assert ttt("agents", "--json")[::2] == (0, "")


def test_exported_objects_fit_their_schema(ttt, results):
    schema = json.loads((ROOT / "docs/reference/agent.schema.json").read_text(encoding="utf-8"))
    Draft202012Validator.check_schema(schema)
    for asked in ("tabular/usual/0 --step 0", "tabular/usual/1", "genies/cube/0 --step 1", "house/umg"):
        Draft202012Validator(schema).validate(exported(ttt, *asked.split()))


def test_an_export_never_overwrites_what_it_reads(refused, results):
    file = results / "genies" / "agents.parquet"
    before = file.read_bytes()
    told = refused("export", "genies/cube/0", "-o", file)
    assert told.endswith(": is the input results/genies/agents.parquet; allowed: another file")
    assert file.read_bytes() == before


def test_exports_have_the_stored_values(ttt, results, stored, tables):
    boards = ["".join(map(str, board)) for board in tables.positions.tolist()]
    row = stored["tabular"].set_index(["agent", "step"]).loc[("tabular/usual/0", 90)]
    export = exported(ttt, "tabular/usual/0", "--step", "90")
    assert (export["step"], export["unit"], export["last"], export["seat"]) == (90, "games", False, "both")
    assert [export["estimates"][board] for board in boards[1:]] == pytest.approx(row["estimates"][1:], rel=1e-6)
    cells = {board: np.flatnonzero(own) for board, own in zip(boards, unpacked(np.asarray(row["cells"])), strict=True)}
    assert export["marks"] == {board: "".join(map(str, own)) for board, own in cells.items() if len(own)}
    weights = exported(ttt, "genies/cube/1")["weights"]
    assert weights["own"] + weights["theirs"] == stored["genies"].set_index("agent").loc["genies/cube/1", "weights"]
    assert "step" not in exported(ttt, "house/careful")


@pytest.mark.parametrize(("asked", "lines"), [
    ("house/umg", DIGITS), ("tabular/usual/0 --step 90", DIGITS), ("genies/cube/0", PLACES),
])  # fmt: skip
def test_an_exported_agent_plays_as_it_does(ttt, results, asked, lines):
    assert ttt("export", *asked.split(), "-o", "g.json") == (0, "", "")
    games = [played("play", *agent.split(), "--seed", "3", lines=lines) for agent in (asked, "g.json")]
    assert games[0].exit_code == 0
    assert games[0].output == games[1].output


def changed(**values):
    """Text of an exported object with other values, None for none."""
    return lambda given: json.dumps({key: value for key, value in (given | values).items() if value is not None})


def with_marks(cells):
    return lambda given: json.dumps(given | {"marks": given["marks"] | {"100000000": cells}})


OF_UMG = [
    *(lambda _, text=text: text for text in ("{", "9" * 5000, "[" * 100_000, "[]")), changed(format=2),
    changed(edge=3.0), changed(seat="third"), changed(marks=None), with_marks("04"), with_marks(""),
]  # fmt: skip
OF_GENIE = [changed(weights=None), changed(weights={"own": [1, 2, 3], "theirs": [float("nan"), 1, 2]})]


def test_files_that_are_no_agents(ttt, refused, results, snapshot):
    told = []
    for agent, changes in (("house/umg", OF_UMG), ("genies/cube/1", OF_GENIE)):
        given = exported(ttt, agent)
        for change in changes:
            Path("g.json").write_text(change(given))
            told.append(re.sub("(not JSON: ).*", r"\1...", refused("play", "g.json")))
    assert "\n".join(told) == snapshot


def test_an_empty_name_of_a_file_is_named(refused, in_a_folder_of_its_own):
    assert "the name of a file is empty" in refused("export", "house/umg", "-o", "")


@pytest.mark.parametrize("changes", [{"seat": "middle"}, {"cells": [1, 2]}], ids=str)
def test_stored_agents_that_no_run_stores(refused, results, stored, changes):
    file = results / "tabular" / "agents.parquet"
    write(file, pd.DataFrame([stored["tabular"].iloc[-1].to_dict() | changes]), schema=AGENTS, provenance={})
    assert refused("play", "tabular/usual/1").endswith(": not as a run stores it; delete the file and run again")


@pytest.mark.parametrize("make", [os.mkfifo, lambda path: Path(path).symlink_to("/dev/zero")], ids=["pipe", "device"])
def test_pipes_and_devices_are_no_agents(refused, in_a_folder_of_its_own, make):
    make("g.json")
    assert refused("play", "g.json") == "g.json: not a regular file"


def test_a_seat_is_the_agents_own(results):
    result = played("play", "house/umg", "--count-from", "0", lines=["4", "q"])
    assert int(result.output.split("O marks ")[1][0]) in np.flatnonzero(baselines()["umg"].cells[5])


def test_a_game_of_three_dimensions(results):
    moves = {*played("play", "genies/cube/0", "--seat", "second", "--protocol", lines=PLACES).stdout.splitlines()}
    assert set() < moves <= {*PLACES}


def test_a_step_is_played_as_it_was(results, stored):
    table = stored["tabular"].set_index(["agent", "step"])
    for step in (0, 90, 100):
        cells = unpacked(np.asarray(table.loc[("tabular/usual/0", step), "cells"]))
        result = played("play", "tabular/usual/0", "--step", str(step), "--protocol")
        assert int(result.stdout.split()[0]) - 1 in np.flatnonzero(cells[0])


def test_mistakes(ttt, results, snapshot):
    commands = (
        "play house/perfct", "play results/none.csv", "play house", "play house/umg --seat first", "play none.json",
        "play none.json --step 1", "play tabular/usual/0 --step 7", "play --step 1 house/umg", "agents genie",
        "agents --board 3x4", "export minimax", "export house/umg -o none/x.json",
        "export none.parquet", "export none.parquet --step 1",
    )  # fmt: skip
    assert transcript(ttt, *commands) == snapshot


def test_tables_without_rows_and_of_another_kind(ttt, refused, results, stored):
    """A study may have no players; a file that is no table of agents is named by every command."""
    write(results / "empty" / "agents.parquet", stored["genies"].head(0), schema=AGENTS, provenance={})
    assert "genies/cube/0" in ttt("agents", "--json")[1]
    assert ttt("agents", "empty", "--json") == (0, "[]\n", "")
    assert ttt("agents", "empty") == (0, "", "")
    pd.DataFrame({"agent": ["other/a/0"]}).to_parquet(results / "empty" / "agents.parquet")
    for arguments in (["agents"], ["export", "empty/a/0"], ["play", "empty/a/0"], ["play", "house/nobody"]):
        assert "empty/agents.parquet: not a table of agents: missing ['study', " in refused(*arguments)
