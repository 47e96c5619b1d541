"""Matchboxes that learn while a person plays: their boxes on the page, undo, beads put back, machines that resign; many
games of the page's script beside those of a slow oracle.
"""

import json
import re

import numpy as np
import pandas as pd
import pytest
from helpers.project import ROOT
from pages import opened, write_play_page
from reference.lessons import Pupil
from selenium.webdriver.common.keys import Keys

from tttcore.classroom.play_page import UNSHARED, UNTAUGHT, classic_agents
from tttcore.engines.agents import collect_agents
from tttcore.engines.engine import engine
from tttcore.engines.matchboxes.agents import agents
from tttcore.engines.matchboxes.lessons import LUMPED, UNREACHED
from tttcore.engines.page_modules import rules
from tttcore.engines.replicates import Replicate, build_recipe, run_replicates
from tttcore.engines.study_files import read_study
from tttcore.games.classic import ClassicPosition
from tttcore.pipeline.rng import stream
from tttcore.players.agent_table import AGENTS, AgentId, agent_row

STUDY = "michie1963"
MICHIE = {name: each.recipe for name, each in read_study(ROOT / f"config/studies/{STUDY}.yaml").treatments.items()}
RANDOM = MICHIE["random"] | {"games": 30, "every": 30}
WORN = RANDOM | {"start": [1], "win": [-1], "draw": [-1], "loss": [-1]}
RECIPES = {
    "reported": RANDOM,
    "second": RANDOM | {"seat": "second", "forced": "boxed"},
    "worn": WORN,
    "worn-later": WORN | {"start": [60, 1]},
    "worn-refilled": WORN | {"empty": "refilled", "games": 31, "every": 31},
    "unteachable": MICHIE["separate"] | {"games": 30, "every": 30, "empty": "refilled"},
}


@pytest.fixture(scope="module")
def path(tables, tmp_path_factory):
    runs = [
        pd.DataFrame(run_replicates(engine("matchboxes"), STUDY, name, recipe, tables, seed=0, replicates=range(1)))
        for name, recipe in RECIPES.items()
    ]
    wanted, made = {"champions": 1, "followed": 1, "snapshots": 2}, pd.concat(runs, ignore_index=True)
    kept = collect_agents(made, RECIPES, tables, study=STUDY, engine="matchboxes", seed=0, wanted=wanted)
    file = tmp_path_factory.mktemp("learning") / "play.html"
    return write_play_page(file, kept, rules={STUDY: rules("matchboxes", RECIPES)})


def at(treatment, seat="o", step=0, rival=""):
    """The address of a game against a machine."""
    return f"classic?opponent={STUDY}/{treatment}/0@{step}{rival and f'&rival={STUDY}/{rival}'}&seat={seat}"


STORIES = {
    "a game moves beads, undo moves them back, and stages of learning learn apart": ("reported", [
        "finish", ".match-undo", "finish", ".match-new", f"#{at('reported', step=30)}", f"#{at('reported')}",
        ".beads-back button",
    ]),
    "a machine with an empty box resigns": ("worn", [
        *["finish", ".match-new"] * 3, ".beads-back button", ".match-new",
    ]),
    "undo takes a resignation back": ("worn-later", [*["finish", ".match-new"] * 4, "finish", ".match-undo"]),
    "the page can't follow it": ("unteachable", []),
}  # fmt: skip
"""Machines, and what a person does while they play; they draw the first of their beads each time."""
DRAWN = "Math.random = () => 0"


def test_machines_learn_from_games_of_a_person(page, snapshot):
    for name, (machine, doings) in STORIES.items():
        page.run(DRAWN)
        assert opened(page, at(machine)).story(*doings) == snapshot(name=name)


def games(board):
    """How many games have taught each machine that is shown."""
    return [int(re.sub("no", "0", text.split(" ")[4])) for text in board.texts(".beads-back")]


def test_moved_beads_are_drawn_once_and_not_where_motion_is_unwanted(page):
    board = opened(page, at("reported"))
    board.finish()
    assert board.all(".boxes.moves :is(.came, .went)")
    animated = "return getComputedStyle(document.querySelector('.boxes.moves :is(.came, .went)')).animationName"
    assert board.run(animated).startswith("bead-")
    wanted = {"features": [{"name": "prefers-reduced-motion", "value": "reduce"}]}
    page.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", wanted)
    assert board.run(animated) == "none"
    page.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": []})
    board.field("Hints").click()
    assert board.all(".boxes")
    assert not board.all(".boxes.moves")


def test_an_empty_box_is_filled_again_and_addresses_allow_what_it_then_marks(page, path):
    """Two beads of the first box are left when it is stored; the third game draws from three."""
    page.run(DRAWN)
    board = opened(page, at("worn-refilled", step=31))
    begun, addresses, lessons = [], [], []
    for _ in range(5):
        board.wait_for("person")
        begun.append(board.signs().index("X"))
        board.finish()
        lessons.append(board.one(".beads-told").text)
        addresses.append(page.run("return location.hash"))
        board.one(".match-new").click()
    assert len({*begun[:2]}) == 2
    assert sorted(begun[2:]) == [0, 1, 4]
    assert [number for number, each in enumerate(lessons) if "was empty, got its first beads again" in each] == [2]
    (lost,) = {0, 1, 4} - {*begun[:2]}
    page.driver.get("about:blank")
    page.driver.get(path.as_uri() + addresses[begun.index(lost)])
    assert not page.texts(".play-notice")[0]
    assert board.wait_for("over")
    assert board.signs()[lost] == "X"
    assert games(board) == [0]


def test_beads_put_back_leave_the_other_machine_its_lesson_to_take_back(page, snapshot):
    """The game then goes on by itself and must not teach again."""
    page.run(f"{DRAWN}; const wait = setTimeout; window.setTimeout = (work, time) => wait(work, time / 100)")
    board = opened(page, at("reported", "watch-x", 30, "second/0@30"))
    board.wait_for("over")
    assert games(board) == [1, 1]
    board.all(".beads-back button")[1].click()
    assert board.story(".match-replay input", "ARROW_LEFT", "Learns", ".match-resume") == snapshot


def test_a_series_and_a_game_that_is_over_teach_nothing(page):
    board = opened(page, at("reported", "watch-x", 30, "second/0@30"))
    board.choice("Series").select_by_value("10")
    board.one(".match-series-toggle").click()
    page.wait_until(lambda: "10 games" in board.one(".match-series-told").text)
    assert games(board) == [0, 0]
    board.all(".match-series .match-actions button")[0].click()
    board.one(".match-replay input").send_keys(Keys.END)
    board.wait_for("over")
    assert games(board) == [0, 0]
    address = page.run("return location.hash.slice(1)")
    page.go_to("nine_board")
    page.go_to(address)
    board.wait_for("over")
    assert games(board) == [0, 0]


PUNISHED = MICHIE["random"] | {"win": [0], "draw": [0], "start": [1], "learns": "last", "forced": "boxed"}
CELLS = MICHIE["person-cells"]
FOLLOWED = {
    "as reported": MICHIE["random"],
    "refilled": MICHIE["refilled"] | {"start": [2, 1], "win": [0], "draw": [-1], "loss": [-2, -3]},
    "separate": MICHIE["separate"],
    "cells": CELLS | {"start": [1]},
    "cells, second": CELLS | {"seat": "second", "empty": "refilled", "start": [2, 1], "win": [-1], "draw": [-1]},
    "last alone": PUNISHED,
    "wears out": PUNISHED | {"win": [-1], "draw": [-1]},
    "second, last alone": PUNISHED | {"seat": "second"},
    "second, boxed, refilled": PUNISHED | {"seat": "second", "learns": "all", "empty": "refilled", "win": [2, 0, 1]},
    "second, separate": MICHIE["separate"] | {"seat": "second", "start": [2, 1], "loss": [-1, -2]},
}
PLAYED = """
  const [agent, step, games] = arguments;
  const { chancesOfResults, evaluate, free, seatOf, seatsOf, tables } = TTT.classic;
  const snapshot = agent.snapshots.find((each) => each.step === step);
  const pupil = TTT.beadsLesson.machine(agent, snapshot), [seat] = seatsOf(agent);
  const at = (weights, share) => {
    let left = Math.floor(share * weights.reduce((sum, each) => sum + each, 0));
    return weights.findIndex((weight) => (left -= weight) < 0);
  };
  const text = ({ view }) => JSON.stringify([[...view.cells], [...view.beads]]);
  const held = new Map();
  const moved = () => [...pupil.view.cells].flatMap(([position, cells]) => {
    const beads = pupil.view.beads.get(position), now = JSON.stringify([cells, beads]);
    const isSame = held.get(position) === now;
    held.set(position, now);
    return isSame ? [] : [[tables.boards[position], cells, beads]];
  });
  const first = moved();
  const played = games.map((shares) => {
    let position = 0, result = null;
    const marks = [], trail = [];
    while (tables.results[position] === null && !result) {
      const own = seatOf[position] === seat;
      const cells = own ? pupil.view.cells.get(position) : free(position);
      if (!cells.length) { result = "resigned"; break; }
      const cell = cells[at(own ? pupil.view.beads.get(position) : cells.map(() => 1), shares[marks.length])];
      if (own) trail.push({ position, cell });
      marks.push(cell);
      position = tables.next[position][cell];
    }
    result ??= ["loss", "draw", "win"][1 + tables.results[position] * (seat === 0 ? 1 : -1)];
    const learn = () => pupil.learn(trail, result === "resigned" ? "loss" : result), before = text(pupil);
    pupil.takeBack(learn());
    const isBack = text(pupil) === before;
    learn();
    return { marks, result, isBack, moved: moved() };
  });
  const all = { cells: new Map(tables.boards.map((_, position) => [position, free(position)])), beads: new Map() };
  const chances = chancesOfResults(seat ? [all, pupil.view] : [pupil.view, all], 0);
  const { random } = evaluate(pupil.view, seat);
  pupil.reset();
  const isReset = text(pupil) === text(TTT.beadsLesson.machine(agent, snapshot));
  return { first, played, chances, random, games: pupil.games, isReset };
"""


def stored(config, tables, rule=None, games=40):
    """Machine of a recipe, or of rules, as the page holds it, before its first game and after some; and its rows."""
    config = config | {"games": games, "every": games}
    made_by, replicate = engine("matchboxes"), Replicate(0, "tests", "lessons", 0)
    recipe, path = build_recipe(made_by, config, "tests"), AgentId("tests", "lessons", 0)
    held = agents(recipe, tables, made_by.runner(recipe, tables)(replicate, None), replicate, 2)
    rows = [agent_row(path, unit="games", last=each["step"] == games, **each) for each in held]
    taught = {"tests": rules("matchboxes", {"lessons": config})} if rule is None else rule
    shown = classic_agents(pd.DataFrame(rows, columns=AGENTS.names), {}, taught)
    (agent,) = (each for each in shown if each["study"] == "tests")
    return agent, rows


@pytest.mark.parametrize("name", FOLLOWED)
def test_beads_are_those_of_the_recipe_after_every_game(page, tables, name):
    """From an untrained machine, or from one that has played, in turn."""
    recipe, step = FOLLOWED[name], 40 * ([*FOLLOWED].index(name) % 2)
    agent, rows = stored(recipe, tables)
    shares = stream(1, "tests", "lessons", name, step).random((120, 9)).tolist()
    found, pupil = page.run(PLAYED, json.loads(json.dumps(agent)), step, shares), Pupil(recipe)
    if step:
        beads = np.asarray(next(row["beads"] for row in rows if row["step"] == step)).reshape(-1, 9)
        for position in np.flatnonzero(beads.any(axis=1)):
            pupil.store(ClassicPosition(tuple(tables.positions[position].tolist())), beads[position].tolist())

    def check(shown):
        """What the page holds for some boards is what the oracle does."""
        for board, (cells, beads) in shown.items():
            assert dict(zip(cells, beads, strict=True)) == pupil.cells(ClassicPosition(tuple(map(int, board))))
        return shown

    shown, results, refilled = check({board: held for board, *held in found["first"]}), set(), 0
    for shared, game in zip(shares, found["played"], strict=True):
        empty = [box for box in pupil.boxes.values() if not any(box)]
        assert pupil.play(shared) == (game["marks"], game["result"])
        assert game["isBack"]
        moved = check({board: held for board, *held in game["moved"]})
        assert moved.keys() <= shown.keys()
        shown |= moved
        refilled += sum(any(box) for box in empty)
        results.add(game["result"])
    check(shown)
    won, drawn, lost = pupil.results()
    assert [found["random"][result] for result in ("won", "drawn", "lost")] == pytest.approx([won, drawn, lost])
    assert found["chances"] == pytest.approx([won, drawn, lost][:: 1 if pupil.seat == 0 else -1])
    assert (found["isReset"], found["games"]) == (True, 0)
    assert {"win", "loss"} | ({"resigned"} if name == "wears out" else set()) <= results
    assert (refilled > 0) == (recipe["empty"] == "refilled")


def test_what_the_page_cannot_follow_has_no_rule(tables):
    """All machines of the study have one."""
    assert not [name for name, rule in rules("matchboxes", MICHIE).items() if isinstance(rule, str)]
    for reason, recipe, rule in (
        (UNREACHED, MICHIE["separate"] | {"empty": "refilled"}, None),
        (LUMPED, CELLS | {"loss": [-1, -2]}, None),
        (UNTAUGHT, MICHIE["separate"], {}),
        (UNSHARED, MICHIE["separate"], {"tests": rules("matchboxes", {"lessons": MICHIE["random"]})}),
    ):
        agent, _ = stored(recipe, tables, rule)
        assert (agent["unteachable"], "learning" in agent) == (reason, False)
