"""Matchboxes learn on the page as their recipe says: many games of the page's script beside those of a slow oracle."""

import json

import numpy as np
import pandas as pd
import pytest
from helpers.project import ROOT
from pages import page_of
from reference.lessons import Pupil

from tttcore.classroom.play_page import UNSHARED, UNTAUGHT, classic_agents
from tttcore.engines.engine import engine, read_study
from tttcore.engines.matchboxes.agents import agents
from tttcore.engines.matchboxes.lessons import LUMPED, UNREACHED
from tttcore.engines.page_modules import rules
from tttcore.engines.replicates import Replicate, build_recipe
from tttcore.games.classic import ClassicPosition
from tttcore.pipeline.rng import stream
from tttcore.players.agent_table import AGENTS, AgentId, agent_row

MICHIE = {name: each.recipe for name, each in read_study(ROOT / "config/studies/michie1963.yaml").treatments.items()}
PUNISHED = MICHIE["random"] | {"win": [0], "draw": [0], "start": [1], "learns": "last", "forced": "boxed"}
RECIPES = {
    "as reported": MICHIE["random"],
    "refilled": MICHIE["refilled"] | {"start": [2, 1], "win": [0], "draw": [-1], "loss": [-2, -3]},
    "separate": MICHIE["separate"],
    "cells": MICHIE["person-cells"] | {"start": [1]},
    "cells, second": MICHIE["person-cells"]
    | {"seat": "second", "empty": "refilled", "start": [2, 1], "win": [-1], "draw": [-1]},
    "last alone": PUNISHED,
    "wears out": PUNISHED | {"win": [-1], "draw": [-1]},
    "second, last alone": PUNISHED | {"seat": "second"},
    "second, boxed, refilled": PUNISHED | {"seat": "second", "learns": "all", "empty": "refilled", "win": [2, 0, 1]},
    "second, separate": MICHIE["separate"] | {"seat": "second", "start": [2, 1], "loss": [-1, -2]},
}
GAMES, MARKS = 120, 9
PLAYED = """
  const [agent, step, games] = arguments;
  const {chancesOfResults, evaluate, free, seatOf, seatsOf, tables} = TTT.classic;
  const snapshot = agent.snapshots.find((each) => each.step === step);
  const pupil = TTT.beadsLesson.machine(agent, snapshot), [seat] = seatsOf(agent);
  const at = (weights, share) => {
    let left = Math.floor(share * weights.reduce((sum, each) => sum + each, 0));
    return weights.findIndex((weight) => (left -= weight) < 0);
  };
  const text = ({view}) => JSON.stringify([[...view.cells], [...view.beads]]);
  const held = new Map();
  const moved = () => [...pupil.view.cells].flatMap(([position, cells]) => {
    const beads = pupil.view.beads.get(position), now = JSON.stringify([cells, beads]);
    if (held.get(position) === now) return [];
    held.set(position, now);
    return [[tables.boards[position], cells, beads]];
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
      if (own) trail.push({position, cell});
      marks.push(cell);
      position = tables.next[position][cell];
    }
    result ??= ["loss", "draw", "win"][1 + tables.results[position] * (seat === 0 ? 1 : -1)];
    const before = text(pupil);
    const lesson = pupil.learn(trail, result === "resigned" ? "loss" : result);
    pupil.takeBack(lesson);
    const isBack = text(pupil) === before;
    pupil.learn(trail, result === "resigned" ? "loss" : result);
    return {marks, result, isBack, moved: moved()};
  });
  const all = {cells: new Map(tables.boards.map((_, position) => [position, free(position)])), beads: new Map()};
  const chances = chancesOfResults(seat ? [all, pupil.view] : [pupil.view, all], 0);
  const {random} = evaluate(pupil.view, seat);
  pupil.reset();
  const again = TTT.beadsLesson.machine(agent, snapshot);
  return {first, played, chances, random, games: pupil.games, isReset: text(pupil) === text(again)};
"""


@pytest.fixture(scope="module")
def page(browser, tmp_path_factory):
    """The rules and the lessons alone."""
    browser.open(page_of(tmp_path_factory.mktemp("lessons"), "engine.js", "beads_lesson.js"))
    return browser


def stored(config, tables, games=40):
    """Machine of a recipe as the page holds it, before its first game and after some; and its rows."""
    config = config | {"games": games, "every": games}
    made_by, replicate = engine("matchboxes"), Replicate(0, "tests", "lessons", 0)
    recipe = build_recipe(made_by, config, "tests")
    run = made_by.runner(recipe, tables)(replicate, None)
    path = AgentId("tests", "lessons", 0)
    rows = [
        agent_row(path, unit="games", last=each["step"] == games, **each)
        for each in agents(recipe, tables, run, replicate, 2)
    ]
    taught = {"tests": rules("matchboxes", {"lessons": config})}
    table = pd.DataFrame(rows, columns=AGENTS.names)
    (agent,) = (each for each in classic_agents(table, {}, taught) if each["study"] == "tests")
    return agent, rows


def check(pupil, shown):
    """What the page holds for some boards is what the oracle does."""
    for board, (cells, beads) in shown.items():
        position = ClassicPosition(tuple(map(int, board)))
        assert dict(zip(cells, beads, strict=True)) == pupil.cells(position)


@pytest.mark.parametrize("name", RECIPES)
def test_beads_are_those_of_the_recipe_after_every_game(page, tables, name):
    """From an untrained machine, or from one that has played, in turn."""
    recipe, step = RECIPES[name], 40 * ([*RECIPES].index(name) % 2)
    agent, rows = stored(recipe, tables)
    shares = stream(1, "tests", "lessons", name, step).random((GAMES, MARKS))
    found = page.run(PLAYED, json.loads(json.dumps(agent)), step, shares.tolist())
    pupil = Pupil(recipe)
    if step:
        beads = np.asarray(next(row["beads"] for row in rows if row["step"] == step)).reshape(-1, 9)
        for position in np.flatnonzero(beads.any(axis=1)):
            pupil.store(ClassicPosition(tuple(tables.positions[position].tolist())), beads[position].tolist())
    shown = {board: held for board, *held in found["first"]}
    results, refilled = set(), 0
    check(pupil, shown)
    for shared, game in zip(shares.tolist(), found["played"], strict=True):
        empty = [box for box in pupil.boxes.values() if not any(box)]
        assert pupil.play(shared) == (game["marks"], game["result"])
        assert game["isBack"]
        moved = {board: held for board, *held in game["moved"]}
        assert moved.keys() <= shown.keys()
        check(pupil, moved)
        shown |= moved
        refilled += sum(any(box) for box in empty)
        results.add(game["result"])
    check(pupil, shown)
    won, drawn, lost = pupil.results()
    assert [found["random"][result] for result in ("won", "drawn", "lost")] == pytest.approx([won, drawn, lost])
    assert found["chances"] == pytest.approx([won, drawn, lost][:: 1 if pupil.seat == 0 else -1])
    assert found["isReset"]
    assert found["games"] == 0
    assert {"win", "loss"} <= results
    if name == "wears out":
        assert "resigned" in results
    assert (refilled > 0) == (recipe["empty"] == "refilled")


def test_all_machines_of_the_study_learn():
    assert not [name for name, rule in rules("matchboxes", MICHIE).items() if isinstance(rule, str)]


def test_what_the_page_cannot_follow_has_no_rule(tables):
    refused = {
        UNREACHED: MICHIE["separate"] | {"empty": "refilled"},
        LUMPED: MICHIE["person-cells"] | {"loss": [-1, -2]},
    }
    for reason, recipe in refused.items():
        agent, _ = stored(recipe, tables)
        assert agent["unteachable"] == reason
        assert "learning" not in agent


def test_beads_that_no_rule_fits_do_not_learn(tables):
    _, rows = stored(MICHIE["separate"], tables)
    table = pd.DataFrame(rows, columns=AGENTS.names)
    merged = {"tests": rules("matchboxes", {"lessons": MICHIE["random"]})}
    for reason, taught in {UNTAUGHT: {}, UNSHARED: merged}.items():
        (agent,) = (each for each in classic_agents(table, {}, taught) if each["study"] == "tests")
        assert agent["unteachable"] == reason
