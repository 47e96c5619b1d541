"""`ttt draw league`: figures of leagues, from stored tables."""

import shutil

import pandas as pd
import pytest
from helpers.project import ROOT

from tttcore.league.classic import SEATS
from tttcore.pipeline.table_files import write_study_tables
from tttcore.report.figures import draw


@pytest.fixture
def project(tmp_path, monkeypatch):
    """A project without results."""
    monkeypatch.chdir(tmp_path)
    shutil.copytree(ROOT / "config", "config")
    return tmp_path


@pytest.fixture
def league(project):
    """The table of a league, as a run leaves it: two groups of a document and one of fixed rules."""
    groups = ["ancheta2020/control-listed", "ancheta2020/umg-listed", "house/perfect"]
    score = {"score": 0.5, "score_low": 0.4, "score_high": 0.6}
    ranking = pd.concat([pd.DataFrame({"group": groups, **score}).assign(seat=seat) for seat in SEATS])
    write_study_tables({"ranking": ranking}, project / "results/league/classic", provenance={})


@pytest.mark.usefixtures("league")
def test_a_figure_of_a_league_is_drawn(ttt):
    """Its documents have their names; all figures of all leagues are listed."""
    listed = dict(line.split(": ", 1) for line in ttt("draw", "league")[1].splitlines())
    assert {"ranking", "lattice-ranking", "nine-board-ranking"} <= {*listed}
    drawn = draw("league", "ranking")
    assert drawn.get_suptitle() == listed["ranking"]
    assert "Ancheta et al. 2020" in [text.get_text() for text in drawn.axes[0].get_yticklabels()]
    assert ttt("draw", "league", "ranking", "-o", "best.png") == (0, "best.png\n", "")


@pytest.mark.usefixtures("project")
def test_without_a_study_the_studies_are_listed(ttt):
    code, out, err = ttt("draw")
    assert (code, err) == (0, "studies with figures; `ttt draw STUDY` lists them\n")
    listed = dict(line.split(": ", 1) for line in out.splitlines())
    assert [*listed] == [*sorted(file.stem for file in (ROOT / "config/studies").glob("*.yaml")), "league"]
    assert listed["post1999"] == "Post 1999, Genetically optimized N-dimensional TicTacToe"


@pytest.mark.usefixtures("project")
@pytest.mark.parametrize(
    ("figure", "said"),
    [
        ("rankin", "league has no figure 'rankin' (did you mean 'ranking'?); known: "),
        ("matrix", "results/league/classic: no tables of this league, from which matrix is drawn; `make` writes them"),
    ],
)
def test_a_figure_of_a_league_that_cannot_be_drawn(refused, figure, said):
    assert refused("draw", "league", figure).startswith(said)
