"""`ttt agents`, `ttt export` and `ttt play AGENT`: lists, exported objects, games and error messages."""

import json
import os
import re
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from click.testing import CliRunner
from helpers.learners import RECIPE as GENIES
from helpers.project import ROOT
from helpers.tabular_learners import RECIPE as LEARNER
from jsonschema import Draft202012Validator

from tttcore import cli
from tttcore.classroom import play_command as play
from tttcore.cli.agents import GAMES, RANKED
from tttcore.engines.agents import collect_agents
from tttcore.engines.engine import engine
from tttcore.engines.replicates import run_replicates
from tttcore.pipeline.store import write
from tttcore.players.agent_registry import baseline_agents
from tttcore.players.agent_table import AGENTS
from tttcore.players.baselines import baselines
from tttcore.players.policy import unpacked

SCHEMA = json.loads((ROOT / "docs/reference/agent.schema.json").read_text(encoding="utf-8"))
WANTED = {"champions": 2, "followed": 1, "snapshots": 3}
STUDIES = {
    "genies": {"square": GENIES, "cube": GENIES | {"dimensions": 3}},
    "tabular": {"usual": LEARNER | {"curve": {"start": 10, "per_decade": 1}}},
}
"""A study of each engine, named after it."""


@pytest.fixture(scope="module")
def stored(tables):
    """Tables of agents by study; one of genomes that are all the same."""
    found = {}
    for name, recipes in STUDIES.items():
        runs = [
            pd.DataFrame(run_replicates(engine(name), name, treatment, recipe, tables, seed=0, replicates=[0, 1]))
            for treatment, recipe in recipes.items()
        ]
        found[name] = collect_agents(pd.concat(runs), recipes, tables, study=name, engine=name, seed=0, wanted=WANTED)
    return found


@pytest.fixture
def results(stored, tmp_path, monkeypatch):
    """A folder with results."""
    for study, table in stored.items():
        write(tmp_path / "results" / study / "agents.parquet", table, schema=AGENTS, provenance={})
    monkeypatch.chdir(tmp_path)
    return tmp_path / "results"


def listed(ttt, *arguments):
    code, out, err = ttt("agents", *arguments, "--json")
    assert (code, err) == (0, "")
    return {each["agent"]: each for each in json.loads(out)}


def exported(ttt, *arguments):
    code, out, err = ttt("export", *arguments)
    assert (code, err) == (0, "")
    return json.loads(out)


def played(*arguments, lines):
    return CliRunner().invoke(cli.ttt, ["play", *arguments], input="".join(f"{line}\n" for line in lines))


def test_all_agents_are_listed(ttt, results, stored):
    found = listed(ttt)
    own = {agent for table in stored.values() for agent in table["agent"]}
    assert set(found) == own | {*baseline_agents()["agent"]} | {*GAMES}
    assert found["tabular/usual/0"]["steps"] == [0, 90, 100]
    assert found["tabular/usual/1"]["steps"] == [100]
    assert found["genies/cube/0"]["game"] == "3x3x3"
    assert {found[agent]["what"] for agent in ("genies/cube/1", "genies/square/1")} == {"Genie"}
    assert set(listed(ttt, "genies")) == {*stored["genies"]["agent"]}
    assert set(GAMES) <= set(play.play.commands)


@pytest.fixture
def leagues(results):
    """Tables of players as the leagues of 3x3 and of n^d boards leave them."""
    classic = pd.DataFrame(
        [
            ("house/perfect", "first", 0.97, 0.0, 0.6, 2),
            ("house/perfect", "second", 0.78, 0.0, 0.5, 1),
            ("tabular/usual/0", "first", 0.99, 0.0, 0.7, 1),
            ("tabular/usual/0", "second", 0.6, 1.0, 0.4, 2),
        ],
        columns=["agent", "seat", "random_won", "exploitability", "score", "rank"],
    )
    lattice = pd.DataFrame(
        [
            (3, 2, "house/perfect", 0.5),
            (3, 3, "genies/cube/0", 0.7),
            (3, 3, "genies/cube/1", 0.7),
            (3, 3, "x/y/0", 0.8),
        ],
        columns=["edge", "dimensions", "player", "score"],
    )
    for name, table in (("classic", classic), ("lattice", lattice)):
        write(results / "league" / name / "players.parquet", table, provenance={})


@pytest.mark.usefixtures("leagues")
def test_the_strength_of_agents_is_that_of_the_leagues(ttt):
    found = listed(ttt)
    assert found["tabular/usual/0"]["strength"] == [
        {"seat": "first", "random_won": 0.99, "exploitability": 0.0, "score": 0.7, "rank": 1, "players": 2},
        {"seat": "second", "random_won": 0.6, "exploitability": 1.0, "score": 0.4, "rank": 2, "players": 2},
    ]
    assert found["genies/cube/1"]["strength"] == [{"seat": "both", "score": 0.7, "rank": 2, "players": 3}]
    assert found["genies/square/1"]["strength"] == found["minimax"]["strength"] == []
    lines = ttt("agents", "--seat", "second", "--all")[1].splitlines()
    told = {line.split()[0]: line for line in lines}
    assert told["tabular/usual/0"].endswith(
        "; second: wins 60.0% against random moves, can be beaten, rank 2 of 2 in the league"
    )
    assert told["house/perfect"].endswith("78.0% against random moves, can't be beaten, rank 1 of 2 in the league")
    assert told["genies/cube/0"].endswith("; first and second: rank 2 of 3 in the league")
    assert "; games: 0, 90, 100; second: " in told["tabular/usual/0"]


@pytest.mark.usefixtures("leagues")
def test_a_list_has_the_strongest_player_of_each_treatment(ttt, monkeypatch):
    """Those of 3x3 come first, then other boards, fixed rules and games; a message tells of --all."""
    code, out, err = ttt("agents")
    heading, *lines = out.splitlines()
    assert code == 0
    assert re.split(" {2,}", heading) == ["id", "player", "board", "seat", "in the top", "rank in its seats"]
    treatments = ["tabular/usual/0", "genies/square/0", "genies/cube/0"]
    assert re.split(" {2,}", lines[0]) == ["tabular/usual/0", "usual", "3x3", "both", "75.0%", "1 of 2, 2 of 2"]
    assert lines[3:5] == ["", "fixed rules and search:"]
    assert lines[5].endswith("  75.0%       2 of 2, 1 of 2; unbeatable")
    rules = ["house/perfect", *(each for each in baseline_agents()["agent"] if each != "house/perfect")]
    assert [line.split()[0] for line in lines[:3] + lines[5:]] == [*treatments, *rules, *GAMES]
    stored = 6
    told = "3x3 first, by the mean of its ranks in percent of the players of its board; --all lists all"
    assert err == f"The best player of each treatment, {told} {stored + len(rules) + len(GAMES)}.\n{RANKED}\n"
    monkeypatch.setattr("tttcore.cli.agents.TREATMENTS", 1)
    assert ttt("agents", "genies") == (
        0,
        "id             player  board  seat  in the top  rank in its seats\n"
        "genies/cube/0  cube    3x3x3  both  66.7%       2 of 3\n",
        f"The best player of the 1 strongest treatments, {told} 4.\n{RANKED}\n",
    )


def test_without_leagues_the_first_player_of_each_treatment_is_listed(ttt, results):
    code, out, err = ttt("agents", "tabular")
    assert (code, out.splitlines()[1:]) == (0, ["tabular/usual/0  usual   3x3    both"])
    assert err == "The first player of each treatment; --all lists all 2.\n"


def test_without_players_of_runs_one_line_says_what_is_missing(ttt, refused, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    missing = "results: no players of runs; `make` stores some there, --results DIR names another folder"
    code, out, err = ttt("agents")
    assert (code, err) == (0, f"{missing}; these need none:\n")
    assert len(out.splitlines()) == 1 + len(baseline_agents()) + len(GAMES)
    assert ttt("agents", "house")[2] == ""
    assert refused("agents", "mrugala2020") == missing


@pytest.mark.usefixtures("leagues")
@pytest.mark.parametrize(
    ("filters", "agents"),
    [
        (["--board", "3x3x3"], ["genies/cube/0", "genies/cube/1"]),
        (["house", "--seat", "first", "--unbeatable"], ["house/perfect"]),
        (["--unbeatable", "--seat", "first"], ["tabular/usual/0", "house/perfect"]),
    ],
)
def test_agents_are_filtered(ttt, filters, agents):
    assert [*listed(ttt, *filters)] == agents


def test_baselines_need_no_results(ttt, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert set(listed(ttt)) == {*baseline_agents()["agent"], *GAMES}
    assert set(listed(ttt, "osipa2017")) == {*GAMES}
    code, out, _ = ttt("agents", "house")
    assert code == 0
    assert [line.split()[0] for line in out.splitlines()[1:]] == [*baseline_agents()["agent"]]
    assert "house/umg-listed      Barrat's rules, as printed" in out


@pytest.mark.parametrize(
    "asked",
    [["tabular/usual/0", "--step", "0"], ["tabular/usual/1"], ["genies/cube/0", "--step", "1"], ["house/umg"]],
)
def test_exported_objects_fit_their_schema(ttt, results, asked):
    Draft202012Validator.check_schema(SCHEMA)
    Draft202012Validator(SCHEMA).validate(exported(ttt, *asked))


def test_an_export_never_overwrites_what_it_reads(ttt, results):
    file = results / "genies" / "agents.parquet"
    before = file.read_bytes()
    code, out, err = ttt("export", "genies/cube/0", "-o", str(file))
    assert (code, out) == (2, "")
    assert err.endswith(": is the input results/genies/agents.parquet; allowed: another file\n")
    assert file.read_bytes() == before


def test_exports_have_the_stored_values(ttt, results, stored, tables):
    boards = ["".join(map(str, board)) for board in tables.positions.tolist()]
    table = stored["tabular"]
    row = table[(table["agent"] == "tabular/usual/0") & (table["step"] == 90)].iloc[0]
    export = exported(ttt, "tabular/usual/0", "--step", "90")
    assert (export["step"], export["unit"], export["last"], export["seat"]) == (90, "games", False, "both")
    assert [export["estimates"][board] for board in boards[1:]] == pytest.approx(row["estimates"][1:], rel=1e-6)
    cells = unpacked(np.asarray(row["cells"]))
    assert export["marks"] == {
        board: "".join(str(cell) for cell in range(9) if own[cell])
        for board, own in zip(boards, cells, strict=True)
        if own.any()
    }
    weights = exported(ttt, "genies/cube/1")["weights"]
    assert weights["own"] + weights["theirs"] == stored["genies"].set_index("agent").loc["genies/cube/1", "weights"]
    assert "step" not in exported(ttt, "house/careful")


@pytest.mark.parametrize(
    ("asked", "lines"),
    [
        (["house/umg"], "123456789" * 9),
        (["tabular/usual/0", "--step", "90"], "123456789" * 9),
        (["genies/cube/0"], [f"{x} {y} {z}" for z in (3, 1, 2) for y in (2, 1, 3) for x in (1, 3, 2)] * 9),
    ],
)
def test_an_exported_agent_plays_as_it_does(ttt, results, asked, lines):
    assert ttt("export", *asked, "-o", "g.json") == (0, "", "")
    games = [played(*agent, "--seed", "3", lines=lines) for agent in (asked, ["g.json"])]
    assert games[0].exit_code == 0
    assert games[0].output == games[1].output


def cut(exported, *keys, **values):
    """Text of an exported object without some keys, with other values."""
    return json.dumps({key: value for key, value in exported.items() if key not in keys} | values)


@pytest.mark.parametrize(
    ("agent", "change", "message"),
    [
        ("house/umg", lambda given: "{", "not JSON: Expecting property name"),
        ("house/umg", lambda given: "9" * 5000, "not JSON: Exceeds the limit"),
        ("house/umg", lambda given: "[" * 100_000, "not JSON: "),
        ("house/umg", lambda given: "[]", "no agent of format 1, as `ttt export` writes it"),
        ("house/umg", lambda given: cut(given, format=2), "no agent of format 1, as"),
        ("house/umg", lambda given: cut(given, edge=3.0), "edge: 3.0; allowed: a whole number"),
        ("house/umg", lambda given: cut(given, seat="third"), "seat: 'third'; allowed: first, second, both"),
        ("house/umg", lambda given: cut(given, "marks"), "marks: missing; allowed: an object of boards and cells"),
        (
            "house/umg",
            lambda given: cut(given, marks=given["marks"] | {"100000000": "04"}),
            "marks: '04' for the board 100000000; allowed: free cells, a digit each",
        ),
        (
            "house/umg",
            lambda given: cut(given, marks=given["marks"] | {"100000000": ""}),
            "marks: none for the board 100000000; allowed: all on which the agent is to move",
        ),
        (
            "genies/cube/1",
            lambda given: cut(given, "weights"),
            "weights: own: missing; allowed: 3 whole numbers",
        ),
        (
            "genies/cube/1",
            lambda given: cut(given, weights=given["weights"] | {"theirs": [float("nan"), 1, 2]}),
            "weights: theirs: [nan, 1, 2]; allowed: 3 whole numbers, from -10^15 to 10^15",
        ),
    ],
)
def test_files_that_are_no_agents(ttt, refused, results, agent, change, message):
    (results.parent / "g.json").write_text(change(exported(ttt, agent)))
    assert refused("play", "g.json").startswith(f"g.json: {message}")


@pytest.mark.parametrize("make", [os.mkfifo, lambda path: Path(path).symlink_to("/dev/zero")], ids=["pipe", "device"])
def test_pipes_and_devices_are_no_agents(refused, in_a_folder_of_its_own, make):
    make("g.json")
    assert refused("play", "g.json") == "g.json: not a regular file"


@pytest.mark.parametrize("seat", ["first", "second"])
def test_a_game_against_a_baseline(seat, results):
    """A perfect player never loses; taken cells are asked for again."""
    result = played("house/perfect", "--seat", seat, lines=[4 * k % 9 + 1 for k in range(60)])
    assert result.exit_code == 0, result.output
    assert result.output.splitlines()[-1] in ("A draw.", "X wins." if seat == "first" else "O wins.")


def test_a_seat_is_the_agents_own(results):
    result = played("house/umg", "--count-from", "0", lines=["4", "q"])
    assert "O marks " in result.output
    first = int(result.output.split("O marks ")[1][0])
    assert first in np.flatnonzero(baselines()["umg"].cells[5])


def test_a_game_of_three_dimensions(ttt, results):
    places = [f"{x} {y} {z}" for x in (1, 2, 3) for y in (1, 2, 3) for z in (1, 2, 3)]
    result = played("genies/cube/0", "--seat", "second", "--protocol", lines=places * 14)
    moves = result.stdout.splitlines()
    assert moves
    assert set(moves) <= set(places)


def test_a_step_is_played_as_it_was(results, stored):
    table = stored["tabular"].set_index(["agent", "step"])
    for step in (0, 90, 100):
        cells = unpacked(np.asarray(table.loc[("tabular/usual/0", step), "cells"]))
        result = played("tabular/usual/0", "--step", str(step), "--protocol", lines=["q"])
        assert int(result.stdout.split()[0]) - 1 in np.flatnonzero(cells[0])


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["play", "house/perfct"], "unknown agent 'house/perfct' (did you mean 'house/perfect'"),
        (["play", "results/none.csv"], "'results/none.csv' is no opponent; allowed: minimax, nine-board, super, a pl"),
        (["play", "house"], "'house' is no opponent; allowed: house/random, house/careful, house/perfect, "),
        (
            ["play", "house/umg", "--seat", "first"],
            "house/umg: --seat first: it has not learnt that one; allowed: second",
        ),
        (["play", "none.json"], "none.json: no such file; `ttt export AGENT -o none.json` writes one"),
        (["play", "none.json", "--step", "1"], "--step: a file is of one step; `ttt export AGENT --step N` writes"),
        (["play", "tabular/usual/0", "--step", "7"], "tabular/usual/0: there is none at step 7; allowed: 0, 90, 100"),
        (
            ["agents", "genie"],
            "no agents of study 'genie' in results (did you mean 'genies'?); known: genies, tabular, ",
        ),
        (["export", "minimax"], "minimax is not a stored player but a game against the computer: `ttt play minimax`"),
        (["play", "--step", "1", "house/umg"], "Options follow the game or the agent: ttt play house/umg --step ..."),
        (["agents", "--board", "3x4"], "--board: no agents of '3x4' (did you mean '3x3'?); known: 3x3, 3x3x3, "),
        (["agents", "--unbeatable"], "--unbeatable: results/league/classic/players.parquet: no such file; the league"),
        (["export", "house/umg", "-o", "none/x.json"], "none/x.json: no folder 'none' to write it to"),
    ],
)
def test_mistakes(refused, results, arguments, message):
    assert message in refused(*arguments)


def test_tables_without_rows_and_of_another_kind(ttt, refused, results, stored):
    """A study may have no players; a file that is no table of agents is named by every command."""
    write(results / "empty" / "agents.parquet", stored["genies"].head(0), schema=AGENTS, provenance={})
    assert {*stored["genies"]["agent"]} < set(listed(ttt))
    assert listed(ttt, "empty") == {}
    code, out, err = ttt("agents", "empty")
    assert (code, out.strip(), err) == (0, "", "")
    pd.DataFrame({"agent": ["other/a/0"]}).to_parquet(results / "empty" / "agents.parquet")
    for arguments in (["agents"], ["export", "empty/a/0"], ["play", "empty/a/0"], ["play", "house/nobody"]):
        assert "empty/agents.parquet: not a table of agents: missing ['study', " in refused(*arguments)
