"""Machines of matchboxes: games, beads and chances are the reference's; agents, tables and labels are the machine's."""

from dataclasses import replace

import numpy as np
import pytest
from helpers.learners import HER, MENACE, RECIPES, SMALL, recipe_of, summarised
from helpers.texts import message
from matplotlib.patches import FancyArrowPatch

from tttcore.engines.matchboxes import reference
from tttcore.engines.matchboxes.agents import agents
from tttcore.engines.matchboxes.boxes import as_player, boxes_of
from tttcore.engines.matchboxes.curves import columns_of, curves
from tttcore.engines.matchboxes.engine import BEADS, EXACT, OPENINGS, SIGNS, runner, runs_of, traces_of
from tttcore.engines.matchboxes.printed import CELL, LABEL, beads_of
from tttcore.engines.matchboxes.recipe import build_recipe
from tttcore.engines.matchboxes.training import train
from tttcore.engines.page_modules import pages_of, printed_label
from tttcore.engines.replicates import Replicate
from tttcore.players.exact_results import exact_results, propagate
from tttcore.players.policy import OPPONENTS, drawn_policy, game
from tttcore.plots.style import save_pages

REPLICATE = Replicate(3, "tests", "matchboxes", 0)
COUNTS = ["won", "drawn", "lost", "resigned"]


def trained(config, number=0, **options):
    recipe = recipe_of(config)
    return train(recipe, boxes_of(recipe), REPLICATE._replace(number=number).word(), **options)


@pytest.mark.parametrize("name", RECIPES)
def test_sessions_equal_those_of_the_reference(name):
    config = RECIPES[name]
    recipe, boxes = recipe_of(config), boxes_of(recipe_of(config))
    boards = {tuple(board): node for node, board in enumerate(boxes.graph.boards.tolist())}
    for number in range(3):
        found, plain = trained(config, number), reference.Machine(config, REPLICATE._replace(number=number).word())
        for played in range(recipe.games):
            place = str(found.openings[played]).replace("-1", "-")
            assert (SIGNS[found.results[played]], place) == plain.play()
            if played + 1 in recipe.points and number == 0:  # the policies in turn, since all would take long
                place = recipe.points.index(played + 1)
                policy = [*OPPONENTS][-1 - place % 3]
                if policy != "random" or recipe.game == "hexapawn":  # agents are held to its chances on 3x3
                    exact = exact_results(*as_player(recipe, boxes, found.beads[place]))
                    chances = [exact[f"{policy}_{result}"] for result in ("won", "drawn", "lost")]
                    np.testing.assert_allclose(chances, plain.chances(policy), rtol=0, atol=1e-12)
        for position, beads in plain.beads.items():
            assert found.beads[-1, boards[position.board], : len(beads)].tolist() == beads


def test_beads_are_kept_after_the_games_that_are_asked_for():
    kept = trained(MENACE, kept=[0, 50, 120]).beads
    wanted = boxes_of(recipe_of(MENACE)).start, trained(MENACE | {"games": 50}).beads[-1], trained(MENACE).beads[-1]
    np.testing.assert_array_equal(kept, wanted)


def test_there_are_304_boxes_and_19():
    menace, her = (boxes_of(recipe_of(config)) for config in (MENACE, HER))
    plies = menace.graph.plies[menace.nodes]
    for ply, number, beads in (0, 1, 4), (2, 12, 3), (4, 108, 2), (6, 183, 1):
        assert (plies == ply).sum() == number
        assert set(menace.start[menace.nodes][plies == ply].ravel()) == {0, beads}
    assert (len(menace.nodes), len(her.nodes)) == (304, 19)
    others = HER | {"forced": "free"}, MENACE | {"forced": "boxed"}
    assert [len(boxes_of(recipe_of(config)).nodes) for config in others] == [17, 338]


def test_recipes_that_can_not_be(snapshot):
    changes = [
        {"opponent": {"random": 0.5}}, {"opponent": {}}, {"opponent": {"human": 1.0}}, {"start": [4, 0]},
        {"games": 100000}, {"game": "chess"}, {"win": []},
    ]  # fmt: skip
    assert "\n".join(message(build_recipe, MENACE | change, "t") for change in changes) == snapshot


def found_of(config, tables, snapshots=0):
    recipe = recipe_of(config)
    run = runner(recipe, tables)(REPLICATE, None)
    return run, [*agents(recipe, tables, run, REPLICATE, snapshots)]


@pytest.mark.parametrize("name", ["menace", "second", "separate", "refilled", "beads of their own"])
def test_agents_play_as_the_machine(name, tables):
    """Against each policy; without empty boxes, where a machine resigns and an agent plays on."""
    config = RECIPES[name] | {"games": 40, "every": 40, "start": [4, 3, 2, 2]}
    run, (agent,) = found_of(config, tables)
    assert run["empty"] == [0] or config["empty"] == "refilled"
    own, played = drawn_policy(np.empty(0, np.uint16), agent["beads"]), game(dead=False)
    turn = 1 if agent["seat"] == "first" else -1
    for policy, opponent in played.opponents.items():
        ends = propagate(played, *(own, opponent)[::turn])[1][::turn]
        wanted = [run[f"{policy}_{result}"][-1] for result in ("won", "drawn", "lost")]
        np.testing.assert_allclose(ends, wanted, atol=1e-12)


def test_agents_with_an_empty_box_draw_from_its_first_beads_and_followed_ones_are_recorded_from_the_start(tables):
    config = RECIPES["punished alone"] | {"opponent": {"perfect": 1.0}, "seat": "second", "games": 300}
    run, (agent,) = found_of(config, tables)
    assert run["empty"][-1] > 0
    asked = (game(dead=False).successors >= 0).any(axis=1) & (game(dead=False).seat == 1)
    assert (agent["beads"].sum(axis=1) > 0).tolist() == asked.tolist()
    _, found = found_of(MENACE, tables, snapshots=3)
    assert [agent["step"] for agent in found] in ([0, 50, 120], [0, 100, 120])
    assert sorted(found[0]["beads"][0].tolist())[-3:] == [4, 4, 4]
    assert found_of(HER, tables)[1] == [], "hexapawn leaves no agents"
    assert found_of(MENACE | {"games": 16_000}, tables)[1] == [], "beads that might not fit leave no agents"


@pytest.fixture(scope="module")
def made(tables):
    return summarised(SMALL, tables)


def test_runs_and_traces_count_games(made, tables):
    sessions, found = made
    for session, run in zip(sessions.to_dict("records"), found.runs.to_dict("records"), strict=True):
        results = session["results"]
        lost, others = (
            [game + 1 for game, sign in enumerate(signs) if sign in wanted]
            for signs, wanted in ((results, "lr"), (session["openings"], "01-"))
        )
        assert [run[name] for name in COUNTS] == [*map(results.count, "wd"), len(lost), results.count("r")]
        assert len(results) == 60
        assert run["last_loss"] == max(lost, default=0)
        assert run["most_won_of_ten"] == max(results[at : at + 10].count("w") for at in range(51))
        assert run["last_other"] == (max(others, default=0) if run["treatment"] == "menace" else -1)
    traces = found.traces.groupby(["treatment", "replicate"], sort=False)[COUNTS].sum()
    assert (traces.to_numpy() == found.runs[COUNTS].to_numpy()).all()
    row = runner(recipe_of(MENACE), tables)(REPLICATE, None)
    assert (len(row["results"]), len(row["openings"]), row["games"]) == (120, 120, [50, 100, 120])
    assert all(len(row[name]) == 3 for name in EXACT)
    assert sum(row[name][-1] for name in BEADS) > 0


def test_runs_by_hand(made):
    """Machines that lose to random moves at one point each, and open at a side, not at all, or in corners alone."""
    corner, side = str(OPENINGS.index("corner")), str(OPENINGS.index("side"))
    three = made[0].head(3).assign(
        random_lost=[[0.1, 0.0, 0.0], [0.0, 0.2, 0.0], [0.0, 0.0, 0.3]],
        openings=[corner * 57 + side + corner * 2, corner * 50 + "-" * 10, corner * 60],
    )  # fmt: skip
    runs = runs_of(three, traces_of(three))
    found = runs[["unbeatable_for_good_after", "beatable", "last_other"]].to_numpy().tolist()
    assert found == [[40, False, 58], [60, False, 60], [60, True, 0]]


def test_parts_of_curves_add_up_to_the_whole_and_means_are_the_sessions(made):
    measures = ["won", "drawn", "lost", "corner", "side", "centre", "unbeatable", "perfect_lost", "points"]
    own = made[1].traces.query("treatment == 'menace'").assign(group="g")
    assert set(columns_of(measures)) <= set(own)
    shares = curves(own, measures).set_index(["measure", "games"])["value"]
    for whole in (("won", "drawn", "lost"), ("corner", "side", "centre")):
        np.testing.assert_allclose(sum(shares[part] for part in whole), 1)
    np.testing.assert_allclose(shares["points"], shares["won"] + shares["drawn"] / 2)
    np.testing.assert_allclose(shares["perfect_lost"], own.groupby("games")["perfect_lost"].mean())
    emptied = own.assign(**{name: own[name].where(own["replicate"] % 2 == 0, 0) for name in BEADS})
    assert (curves(emptied, ["resigns_at_once"])["value"] == 0.5).all()
    np.testing.assert_allclose(sum(curves(emptied, [part])["value"] for part in ("corner", "side", "centre")), 1)


@pytest.mark.parametrize(("config", "number"), [(MENACE, 304), (HER, 19)])
def test_every_box_to_print_has_a_label(config, number, tmp_path):
    pages = pages_of("matchboxes", config, title="A $ title")
    found = [text.get_text() for page in pages for text in page.axes[0].texts]
    assert sum(text.startswith("box ") for text in found) == number
    assert f"box {number}, " in " ".join(found)
    assert found[0].startswith("A $ title: boxes to cut out, page 1 of ")
    assert (printed_label("genies"), printed_label("matchboxes")) == ("", LABEL)
    if config is HER:
        for name in ("one.pdf", "other.pdf"):
            save_pages(pages_of("matchboxes", HER, title="Gardner"), tmp_path / name)
        assert (tmp_path / "one.pdf").read_bytes() == (tmp_path / "other.pdf").read_bytes()


def test_printed_beads_stand_for_every_different_move():
    """Arrows of hexapawn lead from pawns."""
    recipe, her = build_recipe(MENACE, "menace"), build_recipe(HER, "her")
    boxes, apart = boxes_of(recipe), replace(recipe, symmetry="boxes")
    assert [(bead.target, bead.number) for bead in beads_of(recipe, boxes, 0)] == [(4, 4), (1, 4), (0, 4)]
    assert [bead.target for bead in beads_of(apart, boxes_of(apart), 0)] == [*range(9)]
    total = sum(bead.number for node in boxes.nodes for bead in beads_of(recipe, boxes, node))
    assert total == boxes.start.sum() == 1720
    boxes = boxes_of(her)
    for node in boxes.nodes:
        board = boxes.graph.boards[node]
        for bead in beads_of(her, boxes, node):
            assert board[bead.origin] == 2
            assert bead.target // 3 == bead.origin // 3 + 1
            assert board[bead.target] == (0 if bead.target % 3 == bead.origin % 3 else 1)
    (page,) = pages_of("matchboxes", HER, title="T")
    moves = [bead for node in boxes.nodes for bead in beads_of(her, boxes, node)]
    arrows = [each for each in page.axes[0].patches if isinstance(each, FancyArrowPatch)]
    (x, y), (to_x, to_y) = np.moveaxis([each._posA_posB for each in arrows], 0, -1)
    assert np.allclose(to_y - y, CELL)
    assert np.allclose((to_x - x) / CELL, [bead.target % 3 - bead.origin % 3 for bead in moves])
