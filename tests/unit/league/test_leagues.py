"""Every league: the studies of the project allow it, it is computed from files, and its tables are listed and drawn."""

from itertools import permutations

import pandas as pd
import pytest
import yaml
from helpers.project import ROOT
from small_league import agents, genome_row

from tttcore.games.tables import write_tables
from tttcore.league.leagues import league, league_figures, leagues
from tttcore.pipeline.store import write
from tttcore.pipeline.table_files import write_study_tables
from tttcore.players.agent_table import AGENTS
from tttcore.project import checked_studies
from tttcore.stats.ratings import crosstable, ratings

PLAYERS = {"deep": {"name": "alphabeta", "heuristic": 1, "depth": 5}, "random": {"name": "random"}}
BOARD = {"edge": 3, "dimensions": 2}
COUNTS = [f"no_loss_strategies_{name}" for name in ("second", "first_corner", "first_side", "first_centre")]
READ = {
    "classic": {"facts": {}, "tables": {}, "agents": {"s": {}}, "runs": {}},
    "lattice": {"champions": {"s": {"a": BOARD}}},
    "nine_board": {"statistics": {"s": {}}},
}
"""Settings of small leagues."""


@pytest.fixture
def files(tmp_path, tables, random_genes):
    """A file of each kind that leagues read."""
    write_tables(tables, tmp_path / "tables", provenance={})
    facts = pd.DataFrame({"fact": COUNTS, "value": 10.0, "exact": "10"})
    write(tmp_path / "facts.parquet", facts, provenance={})
    player = genome_row("s/a/0", *random_genes(1, "leagues"))
    write(tmp_path / "agents.parquet", agents(player), schema=AGENTS, provenance={})
    champions = pd.DataFrame({"treatment": "a", "replicate": [0, 1], "genome": ["0 1 2 3 4 5", "5 4 3 2 1 0"]})
    champions.to_csv(tmp_path / "champions.csv", index=False)
    games = pd.DataFrame([(*pair, winner) for pair in permutations(PLAYERS) for winner in (0, 1, 1, 2)],
                         columns=["first", "second", "winner"])  # fmt: skip
    statistics = {"ratings": ratings(games, PLAYERS), "crosstable": crosstable(games, PLAYERS)}
    write_study_tables(statistics, tmp_path / "statistics", provenance={})
    return {
        "facts": [tmp_path / "facts.parquet"],
        "tables": [tmp_path / "tables" / "states.parquet"],
        "agents": [tmp_path / "agents.parquet"],
        "runs": [],
        "champions": [tmp_path / "champions.csv"],
        "statistics": [tmp_path / "statistics"],
    }


@pytest.mark.parametrize("name", READ)
def test_leagues_are_made_from_files(files, name):
    module = leagues()[name]
    made = league(module).tables_from_files(files, READ[name], seed=1)
    assert {*made} == {*league(module).LISTINGS}
    for table, (_, columns) in league(module).LISTINGS.items():
        assert {*columns} <= {*made[table]}
    for figure, settings in league(module).FIGURES.items():
        assert league_figures(module).draw(figure, made).get_suptitle() == settings["title"]


def test_the_studies_of_the_project_allow_every_league():
    config = yaml.safe_load((ROOT / "config" / "config.yaml").read_text(encoding="utf-8"))
    studies = checked_studies(config, folder=ROOT / "config")
    assert [*leagues()] == [*READ]
    for name, module in leagues().items():
        settings = league(module).settings(studies)
        assert {*settings} == {*READ[name]}
        assert {study for own in settings.values() for study in own} <= {*studies}
        assert bool(league(module).settings({})) == (name == "classic")
