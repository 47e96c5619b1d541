"""Figures of Michie (1963): an opponent has one colour in all of them, as in those of Gardner (1962)."""

from dataclasses import dataclass

import pandas as pd
import pytest
from helpers.learners import SMALL, summarised
from helpers.project import ROOT
from helpers.tables import NO_FILES

from tttcore.claims.claims_file import read_claims
from tttcore.engines.engine import read_study
from tttcore.engines.matchboxes.engine import STORED
from tttcore.plots.evidence import Evidence
from tttcore.plots.names import names_of
from tttcore.studies.figures import shown_together
from tttcore.studies.gardner1962 import figures as of_gardner
from tttcore.studies.michie1963 import figures
from tttcore.studies.michie1963.tables import LIKE_MICHIE, SETTLED


@dataclass(frozen=True)
class Same(Evidence):
    """Every treatment has the same sessions."""

    sessions: pd.DataFrame | None = None

    def traces_of(self, treatment, *columns):
        return self.sessions.assign(treatment=treatment)[[*columns]]


@pytest.fixture(scope="module")
def sessions(tables):
    return summarised({"menace": SMALL["menace"]}, tables)[1].traces


def evidence(name, sessions):
    study = read_study(ROOT / "config" / "studies" / f"{name}.yaml")
    together = shown_together(name, study.comparisons)
    return Same(NO_FILES, STORED, study.comparisons, study.recipes, {}, together, names_of(study.config),
                sessions=sessions)  # fmt: skip


def colours(figure):
    """Colour of each opponent, by its name in the legend."""
    figure.draw_without_rendering()
    (legend,) = figure.legends
    named = zip(legend.get_texts(), legend.get_lines(), strict=True)
    return {text.get_text(): line.get_color() for text, line in named}


def test_an_opponent_has_one_colour(sessions):
    michie, gardner = (evidence(name, sessions) for name in ("michie1963", "gardner1962"))
    whole = colours(figures.perfect_play(michie, "T"))
    assert len({*whole.values()}) == len(whole) == len(LIKE_MICHIE) + 1
    assert colours(figures.learning(michie, "T")) == colours(figures.first_marks(michie, "T")) == whole
    for found in (colours(figures.first_marks_cells(michie, "T")), colours(of_gardner.learning(gardner, "T"))):
        assert found == {name: whole[name] for name in found}
        assert len(found) == 4


def test_the_answer_is_written_into_its_figure(sessions):
    (axes,) = figures.perfect_play(evidence("michie1963", sessions), "T").axes
    drawn = sessions.loc[sessions["games"] == SETTLED, "perfect_drawn"].mean()
    assert axes.texts[0].get_text().endswith(f"after {SETTLED} games\nagainst perfect play")
    assert axes.texts[0].xy == (SETTLED, pytest.approx(drawn))


@pytest.mark.parametrize(("name", "module", "panels"), [("michie1963", figures, 4), ("gardner1962", of_gardner, 4)])
def test_every_rule_has_a_panel(sessions, name, module, panels):
    figure = module.other_rules(evidence(name, sessions), "T")
    assert sum(axes.get_visible() for axes in figure.axes) == panels


def test_hexapawn_begins_as_drawn(sessions):
    _, axes, _ = of_gardner.learning(evidence("gardner1962", sessions), "T").axes
    (board,) = axes.child_axes
    pawns = {each.center: each.get_fill() for each in board.patches if hasattr(each, "center")}
    assert pawns == {(column + 0.5, row + 0.5): row == 0 for row in (0, 2) for column in range(3)}


def test_the_allowed_chance_is_the_target_of_the_statement():
    claims = read_claims(ROOT / "config" / "claims" / "gardner1962.csv").set_index("id")
    assert claims.loc["S5-C04", "target"] == f"<= {of_gardner.ALLOWED}"
