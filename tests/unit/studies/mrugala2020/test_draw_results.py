"""Results by treatment: every point, interval and bar is computed from the sessions."""

import numpy as np
import pytest
from matplotlib.colors import to_hex

from tttcore.plots.line_styles import BLUE, PUBLISHED, VERMILLION
from tttcore.studies.mrugala2020 import draw_results, first_player, learned_policies
from tttcore.studies.mrugala2020.draw_results import BEST_PLAY, COUNTED, SHOWN, WHEN

GROUPS = ["3x3", "3x3-fixed"]


@pytest.fixture(scope="module")
def shown(sessions):
    return sessions[sessions["treatment"].isin(GROUPS)]


def drawn(draw, table, **options):
    figure = draw(table.assign(group=table["treatment"]), title="T", **options)
    figure.draw_without_rendering()
    assert figure.get_suptitle() == "T"
    labels = [label.get_text() for label in figure.axes[0].get_yticklabels()]
    assert labels == [f"{group} (n = {table.loc[table['treatment'] == group, 'n'].max()})" for group in GROUPS]
    return figure


def entries(figure):
    return [text.get_text() for text in figure.legends[0].get_texts()]


def ends(whiskers):
    return np.array([segment[:, 0] for segment in whiskers.get_segments()])


def points(axes):
    """Places of the markers of our points, by colour."""
    return {
        to_hex(one.get_color()).upper(): one.get_xydata()
        for one in axes.lines
        if one.get_linestyle() == "None" and one.get_color() != PUBLISHED
    }


def test_all_that_tables_hold_can_be_drawn():
    assert [*COUNTED] == [*first_player.COUNTINGS]
    assert [*WHEN] == [*first_player.WHEN]
    assert {*BEST_PLAY} == {"draw", "first", "unknown"}


def test_every_reading_has_its_row_and_panel(shown):
    table = first_player.shares(shown)
    options = {"countings": ["decided", "half"], "when": [*WHEN], "published": 0.6}
    figure = drawn(draw_results.shares_forest, table, **options)
    assert figure.axes[0].yaxis_inverted()
    assert entries(figure) == ["all of training", "its last tenth", "exploration off", "published"]
    for axes, counting in zip(figure.axes, options["countings"], strict=True):
        for (name, style), interval in zip(WHEN.items(), axes.collections, strict=True):
            own = table[(table["counting"] == counting) & (table["when"] == name)]
            at = points(axes)[style.colour]
            assert at[:, 0].tolist() == own["share"].tolist()
            assert at[:, 1].round().tolist() == [0, 1]
            assert ends(interval).tolist() == own[["share_low", "share_high"]].to_numpy().tolist()
        assert [one.get_xdata()[0] for one in axes.lines if one.get_color() == PUBLISHED] == [0.6]


def test_intervals_of_shares_end_where_shares_do(shown):
    table = first_player.shares(shown).assign(share_low=-0.5, share_high=1.5)
    (axes,) = drawn(draw_results.shares_forest, table, countings=["apart"], when=["off"], published=0.6).axes
    (interval,) = axes.collections
    assert {*ends(interval).flat} == {0, 1}
    assert len(points(axes)) == 1


def test_the_advantage_stands_beside_best_play(shown):
    """Bars are games won, drawn and lost; dots are points, with their intervals."""
    table = first_player.shares(shown)
    figure = drawn(draw_results.first_advantage, table, best_play=["draw", "unknown"], published={"3x3-fixed": 0.57})
    assert [text.get_text() for text in figure.axes[-1].texts] == ["Best play", "a draw", "not known"]
    for axes, name in zip(figure.axes, SHOWN, strict=True):
        assert axes.get_title() == WHEN[name].label
        games = first_player.results(shown, name)
        means = games.div(games.sum(axis=1), axis=0).groupby(shown["treatment"], sort=False).mean().loc[GROUPS]
        for place, parts in enumerate(means.to_numpy()):
            bars = [bar for bar in axes.patches if bar.get_y() + bar.get_height() / 2 == pytest.approx(place)]
            assert [bar.get_width() for bar in bars] == pytest.approx(parts)
        points = means["first"] + means["drawn"] / 2
        half = table[(table["counting"] == "half") & (table["when"] == name)]
        (dots,) = [one for one in axes.lines if one.get_marker() == "o"]
        assert dots.get_xdata() == pytest.approx(points)
        assert ends(axes.collections[0]) == pytest.approx(half[["share_low", "share_high"]].to_numpy())
        (published,) = [one for one in axes.lines if one.get_color() == PUBLISHED]
        assert published.get_xdata()[0] == 0.57
        assert [0.5, 0.5] in [[*one.get_xdata()] for one in axes.lines]
    assert entries(figure)[:3] == ["won by player 1", "drawn", "won by player 2"]


@pytest.mark.parametrize(("countings", "shape"), [(["apart"], (1, 1)), ([*COUNTED], (2, 2))])
def test_two_panels_stand_side_by_side(shown, countings, shape):
    table = first_player.shares(shown)
    figure = drawn(draw_results.shares_forest, table, countings=countings, when=["off"], published=0.6)
    assert figure.axes[0].get_subplotspec().get_gridspec().get_geometry() == shape


def test_bars_are_games_won_drawn_and_lost(shown):
    """Whiskers are about the ends of the bars of games won and lost."""
    table = learned_policies.policies(shown)
    figure = drawn(draw_results.versus, table)
    panels = iter(figure.axes)
    for opponent, moves in (("random", "random moves"), ("careful", "win-or-block")):
        for seat, player in (("first", "Player 1"), ("second", "Player 2")):
            axes = next(panels)
            assert axes.get_title() == f"{player} against\n{moves}"
            own = table[(table["seat"] == seat) & (table["opponent"] == opponent)]
            for place, row in enumerate(own.to_dict("records")):
                parts = [row[result] for result in ("won", "drawn", "lost")]
                bars = [bar for bar in axes.patches if bar.get_y() + bar.get_height() / 2 == pytest.approx(place)]
                assert [bar.get_width() for bar in bars] == pytest.approx(parts)
                assert [bar.get_x() for bar in bars] == pytest.approx([0, parts[0], parts[0] + parts[1]])
                assert [to_hex(bar.get_facecolor()).upper() for bar in bars] == [BLUE, "#DDDDDD", VERMILLION]
            won, lost = map(ends, axes.collections)
            assert won == pytest.approx(own[["won_low", "won_high"]].to_numpy())
            assert lost == pytest.approx(1 - own[["lost_high", "lost_low"]].to_numpy())
    assert entries(figure) == ["won", "drawn", "lost", "95% interval"]


def test_who_has_not_met_an_opponent_has_no_bar(shown):
    table = learned_policies.policies(shown)
    unknown = (table["treatment"] == "3x3-fixed") & (table["opponent"] == "random")
    assert len(drawn(draw_results.versus, table[~unknown]).axes[0].patches) == 3
