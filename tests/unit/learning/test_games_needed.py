"""Games that learners need: first and lasting success, curves, endings and pairs of small tables made by hand."""

import math

import numpy as np
import pandas as pd
import pytest
from helpers.rows import agrees
from helpers.texts import picture

from tttcore.engines.learning import EXACT
from tttcore.learning.captions import FIGURES, figure_names
from tttcore.learning.figure import draw_figures
from tttcore.learning.machine_tables import machine_tables
from tttcore.players.behaviour import OPENINGS
from tttcore.stats.decades import decade_points, last_before_points
from tttcore.stats.games_needed import curves, games_needed, learnt, pairs, successes

GAMES = [0, 1, 10, 100, 1000]
MACHINES = {
    "one": {"name": "A", "knows": "", "treatment": "a", "contrasts": {"B": "b"}, "teachers": {"T": "a", "U": "b"},
            "others": [], "lessons": []},
    "two": {"name": "C", "knows": "", "treatment": "c", "contrasts": {}, "teachers": {}, "others": [], "lessons": []},
}  # fmt: skip
CLASSIC = {"one": "3x3", "two": "3x3"}


def run(lost, study="one", treatment="a", replicate=0, seat="first", games=GAMES, mistake="X-o", centre=0.5):
    """Rows of a run that has these chances to lose to the worst reply."""
    rows = pd.DataFrame({name: np.asarray(lost, float) for name in EXACT} | dict.fromkeys(OPENINGS, 0.25))
    texts = [mistake if chance else "" for chance in lost]
    return rows.assign(
        study=study, treatment=treatment, replicate=replicate, seat=seat, games=games, in_seat=games,
        organisms=np.arange(1, len(games) + 1), centre=centre, mistake=texts,
    )  # fmt: skip


def runs(*losses, **identity):
    return pd.concat([run(lost, replicate=place, **identity) for place, lost in enumerate(losses)], ignore_index=True)


@pytest.mark.parametrize(("lost", "games", "wanted"), [
    ([0.5, 0.2, 0, 0, 0], GAMES, {"first": 10, "first_from": 1, "lasting": 10, "at_end": True, "forgets": 0,
                                  "organisms": 3, "nearly": 10, "games": 1000}),
    ([0, 0, 0, 0, 0], GAMES, {"first": 0, "first_from": 0, "lasting": 0, "organisms": 1}),
    # Lost again: it is good only from 1,000, and the run ends there.
    ([0.5, 0, 0.3, 0.3, 0], GAMES, {"first": 1, "lasting": math.inf, "at_end": True, "forgets": 0}),
    ([0.5, 0, 0, 0, 0.3], GAMES, {"first": 1, "lasting": math.inf, "at_end": False, "forgets": 1}),
    ([0.5, 0.3, 0.009, 0.02, 0.02], GAMES, {"first": math.inf, "first_from": math.inf, "forgets": math.nan,
                                            "nearly": 10, "at_end": False, "organisms": math.inf}),
    # Lasting from 500 if the run goes on to 1,000, not to 999.
    ([1, 1, 1, 0, 0], [0, 1, 10, 500, 1000], {"first": 500, "lasting": 500, "first_from": 10}),
    ([1, 1, 1, 0, 0], [0, 1, 10, 500, 999], {"first": 500, "lasting": math.inf, "at_end": True}),
    # The last half decade of 1,000 games begins at 317.
    ([0, 1, 1, 0, 1], [0, 1, 316, 317, 1000], {"first": 0, "forgets": 0.5}),
    ([1, 0.02, 0.01, 0.02, 0.01], GAMES, {"nearly": 10, "first": math.inf}),
])  # fmt: skip
def test_a_run_succeeds_first_and_for_good(lost, games, wanted):
    (row,) = successes(run(lost, games=games)).to_dict("records")
    agrees(row, **wanted)


def test_needed_games_are_medians_over_runs_with_those_that_never_get_there():
    """Three of five succeed, after 1, 10 and 100 games; of four two do, and then one: there is no median."""
    most = [[1, 0, 0, 0, 0], [1, 1, 0, 0, 0], [1, 1, 1, 0, 0], [1, 1, 1, 1, 1], [1, 1, 1, 1, 0.005]]
    half, few = [*most[:2], *most[3:]], [most[0], *[most[3]] * 3]
    tables = [runs(*most), runs(*half, treatment="b"), runs(*few, treatment="b", seat="second")]
    first, half, few = games_needed(successes(pd.concat(tables)), {"one": "games"}).to_dict("records")
    agrees(first, study="one", treatment="a", seat="first", n=5, games=1000, unit="games", first=100, first_from=10,
           organisms=4, at_end=0.6, lasts=0.6)  # fmt: skip
    assert (first["ever"], first["nearly"]) == (0.6, 100)
    agrees(half, n=4, first=10, first_from=1, organisms=3, first_high=math.nan)
    assert (few["seat"], few["ever"]) == ("second", 0.25)
    assert all(math.isnan(few[name]) for name in ("first", "first_from", "organisms", "lasting"))


def test_curves_hold_the_last_reading_and_start_when_all_runs_are_read():
    """A run that ends counts on as it ended; one that is first read at 10 delays the curve."""
    short = run([0.5, 0], games=[0, 5], replicate=0, centre=1.0)
    late = run([0.3, 0.1, 0], games=[10, 20, 40], replicate=1, mistake="O-x")
    table = curves(pd.concat([short, late])).set_index("games")
    assert table.index.tolist() == [point for point in decade_points(40) if point >= 10]
    assert table["unbeaten"].to_dict() == {games: 1.0 if games == 40 else 0.5 for games in table.index}
    assert table["reply_lost"].tolist() == [0.05 if 20 <= games < 40 else 0.15 * (games < 20) for games in table.index]
    assert (table.loc[16, "mistake"], table.loc[16, "mistaken"], table.loc[40, "mistake"]) == ("O-x", 0.5, "")
    agrees(table.loc[40], n=2, centre=0.75, corner=0.25, resigns=-0.25, unbeaten_low=0.3423802275066533)
    assert table["perfect_lost_low"].min() >= 0  # Student's interval is cut at 0
    first, last = learnt(table.reset_index()).to_dict("records")
    assert (first["reading"], first["games"], last["reading"], last["games"]) == ("first", 10, "last", 40)


def test_the_commonest_mistake_is_the_first_of_equals():
    table = curves(pd.concat([run([1], games=[1], mistake=text, replicate=place)
                              for place, text in enumerate(["b", "a", "c", "a", "b"])]))  # fmt: skip
    assert table[["mistake", "mistaken"]].to_numpy().tolist() == [["a", 0.4]]


def test_pairs_compare_first_successes_as_far_as_both_go_on():
    """C always needs ten times as many games; runs that succeed may end before those of the other begin to."""
    early = successes(runs(*[[1, 0, 0]] * 6, games=[0, 1, 4]))
    late = successes(runs(*[[1, 1, 1, 0, 0]] * 5, [1, 1, 1, 1, 1], study="two", treatment="c"))
    never = successes(runs(*[[1, 1, 1]] * 3, treatment="b", games=[0, 1, 10]))
    table = pairs(pd.concat([early, late, never]), [("one", "a"), ("two", "c"), ("one", "b")])
    first, second, third = table.to_dict("records")
    assert (first["a"], first["b"], first["fewer"]) == ("one/a", "two/c", 1)
    assert first["p"] < 0.01
    assert (second["b"], second["fewer"]) == ("one/b", 1)
    assert [math.isnan(third[name]) for name in ("statistic", "p", "p_holm", "fewer")] == [True] * 4  # b ends at 10
    lesser, greater = sorted([first["p"], second["p"]])  # two tests, since the third is none
    assert sorted([first["p_holm"], second["p_holm"]]) == pytest.approx([2 * lesser, max(2 * lesser, greater)])


def test_points_of_a_decade_and_places_that_reach_them():
    assert decade_points(1) == [1]
    assert decade_points(100)[-3:] == [63, 79, 100]
    totals = [284 * (100 + 200 * generation) for generation in range(30)]
    places = last_before_points(totals)
    assert (places[0], places[-1]) == (0, len(totals) - 1)
    for point in decade_points(totals[-1]):  # the last total that a point covers is one of the places
        before = [place for place, games in enumerate(totals) if games <= point]
        assert not before or before[-1] in places
    assert last_before_points([7]) == [0]


def test_figures_have_a_line_and_a_label_for_each_learner(snapshot):
    learning = pd.concat([
        runs([1, 1, 0, 0, 0], [1, 1, 1, 0, 1]), runs([1, 1, 1, 0, 0], [1, 1, 1, 1, 1], treatment="b"),
        runs([1, 1, 1, 1, 1], [1, 1, 1, 1, 1], study="two", treatment="c"),
        runs([1, 0, 0, 0, 0], [1, 1, 1, 0, 0], seat="second"),
    ])  # fmt: skip
    tables = machine_tables(learning, MACHINES, CLASSIC, {"one": "games", "two": "lines of play"})
    assert [*tables] == ["games_needed", "curves", "learnt", "pairs"]
    drawn = dict(draw_figures(tables["curves"], MACHINES, CLASSIC))
    assert [*drawn] == figure_names(MACHINES, CLASSIC) == [name for name in FIGURES if name != "hexapawn"]
    top, bottom = drawn["unbeaten"].axes
    assert {text.get_text() for text in top.texts} == {"A", "B", "C: 0\xa0of\xa02"}
    assert [text.get_text() for text in bottom.texts] == ["A"]
    assert {text.get_text() for text in drawn["teachers"].axes[0].texts} == {"T", "U"}
    lines = {tuple(line.get_ydata()) for line in top.lines}
    assert tables["curves"].query("treatment == 'b'")["unbeaten"].tolist() in [[*line] for line in lines]
    assert picture(drawn["unbeaten"]) == snapshot


def test_hexapawn_is_drawn_by_itself():
    machines = {"one": MACHINES["one"]}
    assert figure_names(machines, {"one": "hexapawn"}) == ["hexapawn"]
    table = curves(pd.concat([runs([1, 1, 0, 0, 0], seat="second"), runs([1] * 5, treatment="b", seat="second")]))
    ((name, figure),) = draw_figures(table, machines, {"one": "hexapawn"})
    assert (name, figure.axes[0].get_title(loc="left")) == ("hexapawn", "Playing black, second")
    assert machine_tables(pd.DataFrame(), machines, {"one": "hexapawn"}, {}) == {}
