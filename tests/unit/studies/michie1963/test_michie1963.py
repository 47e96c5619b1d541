"""Reports of a single series beside ours, facts of the boxes, and figures, in which an opponent has one colour."""

from types import SimpleNamespace

import pandas as pd
import pytest
from helpers.learners import SMALL, summarised
from helpers.project import ROOT
from helpers.rows import told
from helpers.tables import InMemory

from tttcore.claims.claims_file import read_claims
from tttcore.engines.study_files import read_study
from tttcore.plots.line_styles import Styles, assign
from tttcore.plots.names import names_of
from tttcore.studies.figures import shown_together
from tttcore.studies.gardner1962 import figures as of_gardner
from tttcore.studies.michie1963 import figures
from tttcore.studies.michie1963.method import method_facts
from tttcore.studies.michie1963.tables import LIKE_MICHIE, SETTLED, reports, settled, single_run


def test_single_run(snapshot):
    """The upper tail; the document counts as one more, and ties count."""
    asked = {"usual": 4, "most": 7, "beyond": 50}
    found = [("t", pd.DataFrame(dict.fromkeys(asked, part))) for part in (range(4), range(4, 9))]
    assert told(single_run(found, reports=asked)) == snapshot


def test_reports(snapshot):
    """Points of the games after the 150th: 1 for a win, half for a draw; perfect play isn't reported on."""
    names = ("random", "careful", "unsound", "person", "perfect")
    results = ["l" * 150 + "w" * 40 + "d" * 20 + "l" * 10, "w" * 150 + "r" * 70, "d" * 220]
    runs = [(name, run, 4 + run, results[run]) for name in names for run in range(3)]
    runs = pd.DataFrame(runs, columns=["treatment", "replicate", "most_won_of_ten", "results"])
    table = reports(SimpleNamespace(run_rows=InMemory(runs)))
    assert told(table) == snapshot
    means = table.loc[table["report"] == "a draw or better", "mean"].tolist()
    assert means == pytest.approx([(50 / 70 + 0 + 0.5) / 3] * len(means))


def test_settled(snapshot):
    """Machines after 20 games, not after others."""
    traces = pd.DataFrame(
        [
            (name, run, games, chance)
            for name in ("perfect", "refilled", "perfect-cells", "person")
            for run, chances in enumerate([(0.2, 0.95, 0.1), (0.2, 0.5, 1.0)])
            for games, chance in zip((10, 20, 30), chances, strict=True)
        ],
        columns=["treatment", "replicate", "games", "perfect_drawn"],
    )
    assert told(settled(SimpleNamespace(trace_rows=InMemory(traces)))) == snapshot


def test_facts(tables):
    """What the paper prints of the boxes, and the advantage of the first player by plain counting."""
    study = read_study(ROOT / "config/studies/michie1963.yaml")
    table = method_facts(study.recipes, tables, seed=1).set_index("fact")
    assert table.loc[["first_beads", "changes"], "text"].tolist() == ["4, 3, 2, 1", "+3, +1, -1"]
    advantage = pytest.approx((737 / 1260) / (121 / 420))
    assert table.loc[["games", "first_marks", "random_advantage"], "value"].tolist() == [220, 3, advantage]


@pytest.fixture(scope="module")
def sessions(tables):
    return summarised({"menace": SMALL["menace"]}, tables)[1].traces


@pytest.fixture(scope="module")
def evidence(sessions):
    """Studies of which every treatment has the same sessions."""

    def of_study(name):
        study = read_study(ROOT / "config" / "studies" / f"{name}.yaml")
        names, together = names_of(study.config), shown_together(name, study.comparisons)
        styles = Styles(assign([*study.recipes], together), study.comparisons, names)
        made = SimpleNamespace(names=names, styles=styles, comparisons=study.comparisons)
        made.traces_of = lambda treatment, *columns: sessions.assign(treatment=treatment)[[*columns]]
        return made

    return {name: of_study(name) for name in ("michie1963", "gardner1962")}


def colours(figure):
    """Colour of each opponent, by its name in the legend."""
    (legend,) = figure.legends
    return {text.get_text(): line.get_color() for text, line in zip(legend.texts, legend.get_lines(), strict=True)}


def test_an_opponent_has_one_colour_and_every_rule_a_panel(evidence):
    michie, gardner = evidence.values()
    whole = colours(figures.perfect_play(michie, "T"))
    assert len({*whole.values()}) == len(whole) == len(LIKE_MICHIE) + 1
    assert colours(figures.learning(michie, "T")) == colours(figures.first_marks(michie, "T")) == whole
    for found in (colours(figures.first_marks_cells(michie, "T")), colours(of_gardner.learning(gardner, "T"))):
        assert found == {name: whole[name] for name in found}
        assert len(found) == 4
    for figure in (figures.other_rules(michie, "T"), of_gardner.other_rules(gardner, "T")):
        assert sum(axes.get_visible() for axes in figure.axes) == 4


def test_the_answer_is_written_into_its_figure(evidence, sessions):
    axes, resigning = figures.perfect_play(evidence["michie1963"], "T").axes
    drawn = sessions.loc[sessions["games"] == SETTLED, "perfect_drawn"].mean()
    assert axes.texts[0].get_text().endswith(f"after {SETTLED} games\nagainst perfect play")
    assert axes.texts[0].xy == (SETTLED, pytest.approx(drawn))
    assert not resigning.texts


def test_hexapawn_begins_as_drawn(evidence):
    _, _, axes, _ = of_gardner.learning(evidence["gardner1962"], "T").axes
    (board,) = axes.child_axes
    pawns = {each.center: each.get_fill() for each in board.patches if hasattr(each, "center")}
    assert pawns == {(column + 0.5, row + 0.5): row == 0 for row in (0, 2) for column in range(3)}


def test_the_allowed_chance_is_the_target_of_the_statement():
    claims = read_claims(ROOT / "config" / "claims" / "gardner1962.csv").set_index("id")
    assert claims.loc["S5-C04", "target"] == f"<= {of_gardner.ALLOWED}"
