"""Users' learners: looks are exact, runs depend on nothing but their names, and mistakes take one line."""

import math
import textwrap
from functools import cache
from itertools import product

import numpy as np
import pandas as pd
import pytest
from helpers.project import ROOT
from helpers.texts import message

from tttcore.engines.agents import collect_agents
from tttcore.engines.engine import engine
from tttcore.engines.learner.engine import STORED, summarise, trained
from tttcore.engines.learner.looks import result
from tttcore.engines.learner.recipe import build_recipe, recipe_files
from tttcore.engines.learner.running import train
from tttcore.engines.learning import learning_table
from tttcore.engines.replicates import Replicate, run_replicates
from tttcore.engines.tabular.recipe import AS_DESCRIBED
from tttcore.games.board_text import board_texts
from tttcore.learner import EMPTY, after, free
from tttcore.players.exact_results import exact_results
from tttcore.players.policy import drawn_policy, game
from tttcore.stats.decades import decade_points

pytestmark = pytest.mark.usefixtures("no_process_left")
EXAMPLES = ROOT / "docs" / "learners"
NAMES = sorted(file.stem for file in EXAMPLES.glob("*.py"))
REPLICATE = Replicate(3, "tests", "learner", 0)
HEAD = "from tttcore.learner import Learner, after, free\nimport time\n"
FIRST_FREE = {"cells": "return free(board)[0]", "end": "pass"}


def config(file, **changes):
    return {"learner": str(file), "opponent": "random", "games": 60} | changes


def recipe(file, **changes):
    return build_recipe(config(file, **changes), "mine")


def written(folder, top="", **methods):
    """File with a learner of these methods, by default one that marks the first free cell and never learns."""
    arguments = {"cells": "self, board", "move": "self, board", "end": "self, moves, board, result"}
    bodies = {name: textwrap.indent(body, " " * 8) for name, body in (FIRST_FREE | methods).items() if body}
    parts = [f"    def {name}({arguments[name]}):\n{body}\n" for name, body in bodies.items()]
    file = folder / "own.py"
    own = "class Own(Learner):\n    step: float = 0.5\n    many: int = 3\n"
    file.write_text("".join([HEAD, top, "\n", own, *parts]))
    return file


def chance_to_lose(policy, seat, *, to_reply):
    """Chance to lose of a policy by boards: to random moves, or to the reply that makes it lose most."""

    @cache
    def lost(board):
        over, cells = result(board), free(board)
        if over is not None:
            return float(over == (-1 if seat == 0 else 1))
        if (9 - len(cells)) % 2 == seat:
            return sum(chance * lost(after(board, cell)) for cell, chance in policy[board].items())
        values = [lost(after(board, cell)) for cell in cells]
        return max(values) if to_reply else sum(values) / len(values)

    return lost(EMPTY)


@pytest.mark.parametrize("name", NAMES)
def test_examples_learn_and_are_looked_at_exactly(name):
    """Their files are short enough to read; chances to lose are those of plain recursion over every line of play."""
    assert len((EXAMPLES / f"{name}.py").read_text().splitlines()) <= 40
    mine = recipe(EXAMPLES / f"{name}.py", games=400)
    row = trained(mine, REPLICATE)
    assert (row["fault"], row["games"][-1]) == ("", 400)
    look = train(mine, REPLICATE, [0, *decade_points(400)]).looks[-1]
    boards = board_texts()
    policy = {
        boards[place]: {int(cell): look.policy[place, cell] for cell in np.flatnonzero(look.policy[place])}
        for place in np.flatnonzero(look.policy.any(axis=1))
    }
    for seat, place in ((0, -2), (1, -1)):
        assert row["random_lost"][place] == pytest.approx(chance_to_lose(policy, seat, to_reply=False), abs=1e-12)
        assert row["reply_lost"][place] == pytest.approx(chance_to_lose(policy, seat, to_reply=True), abs=1e-12)
    assert row["random_lost"][-1] < row["random_lost"][1]


def test_runs_depend_on_their_names_alone(tables):
    """Not on those before them, since each has a process of its own; a table that belongs to the class is empty."""
    asked = config(EXAMPLES / "td.py")
    together = run_replicates(engine("learner"), "tests", "learner", asked, tables, seed=3, replicates=range(3))
    alone = run_replicates(engine("learner"), "tests", "learner", asked, tables, seed=3, replicates=[2])
    assert together[2] == alone[0]
    assert together[0]["random_lost"] != together[1]["random_lost"]
    assert all(row["random_lost"][:2] == together[0]["random_lost"][:2] for row in together)
    trusted = trained(build_recipe(asked, "mine"), REPLICATE, trust=True)
    assert {"treatment": "learner", "replicate": 0, "seed": 3} | trusted == together[0]


def test_whole_policies_agree_with_those_that_are_met(tmp_path):
    file = written(tmp_path, cells="return {cell: cell + 1 for cell in free(board)} if board != 'XX.......' else 1 / 0")
    met, whole = (train(recipe(file, games=1), REPLICATE, [1], whole=kept).looks[0].policy for kept in ([], [1]))
    asked = met.any(axis=1)
    np.testing.assert_array_equal(met[asked], whole[asked])
    played = game(dead=False)
    assert (whole.any(axis=1) == (played.successors >= 0).any(axis=1)).all()
    blind = written(tmp_path, cells="return free(board)[0] if board.count('.') > 7 else 1 / 0")
    assert train(recipe(blind, games=1), REPLICATE, [1], whole=[1]).fault.startswith("game 1: raises ZeroDivisionError")


def test_seats_alternate_and_games_with_itself_count_in_both(tables):
    rows = {
        (opponent, seat): learning_table(
            pd.DataFrame(run_replicates(engine("learner"), "t", "a", asked, tables, seed=1, replicates=[0])),
            {"a": asked}, tables, study="t", engine="learner", seed=1,
        )
        for opponent, seat in (("random", "both"), ("itself", "both"), ("perfect", "second"))
        for asked in [config(EXAMPLES / "beads.py", opponent=opponent, seat=seat, games=11)]
    }  # fmt: skip
    shares = {key: table.groupby("seat")["in_seat"].max().to_dict() for key, table in rows.items()}
    assert shares == {
        ("random", "both"): {"first": 6, "second": 5},
        ("itself", "both"): {"first": 11, "second": 11},
        ("perfect", "second"): {"second": 11},
    }
    assert rows["random", "both"]["games"].unique().tolist() == [0, *decade_points(11)]


FAULTS = {
    "raises": ({"end": "if len(moves) == 3: {}['X..']\n"}, "raises KeyError in line"),
    "taken": ({"move": "return 0"}, "move marks cell 0 of"),
    "none": ({"move": "pass"}, "move returns None on"),
    "outside": ({"move": "return 9"}, "move returns 9 on"),
    "draws": ({"cells": "return self.rng.choice(free(board))"}, "cells(board) draws (rng.choice)"),
    "weights in a list": ({"cells": "return [0.1] * 9"}, "cells returns 0.1 in a list of cells"),
    "no cells": ({"cells": "return []"}, "cells weighs no cell on"),
    "negative": ({"cells": "return {free(board)[0]: -1.0}"}, "cells weighs {0: -1.0} on"),
    "not a number": ({"cells": "return {free(board)[0]: float('nan')}"}, "cells weighs {0: nan} on"),
    "a text": ({"cells": "return {free(board)[0]: 'x'}"}, "cells weighs {0: 'x'} on"),
    "true": ({"cells": "return True"}, "cells returns True on"),
    "exits": ({"end": "raise SystemExit"}, "ends its process"),
}


@pytest.mark.parametrize("name", FAULTS)
def test_a_mistake_ends_a_run_and_is_stored_with_its_game(name, tmp_path):
    methods, said = FAULTS[name]
    row = trained(recipe(written(tmp_path, **methods)), REPLICATE)
    number, _, told = row["fault"].partition(": ")
    assert told.startswith(said), row["fault"]
    game_of_fault = int(number.removeprefix("game "))
    assert game_of_fault == 0 if "cells" in methods else game_of_fault >= 1
    assert max(row["games"], default=-1) == (
        -1 if "cells" in methods else max(n for n in [0, *decade_points(60)] if n < game_of_fault)
    )


def test_a_process_that_hangs_or_dies_is_told_with_its_run(tmp_path, monkeypatch):
    hangs = written(tmp_path, end="time.sleep(9999)")
    said = message(lambda: train(recipe(hangs, seconds=0.2), REPLICATE, [60]))
    assert said == f"{hangs}: run 0: no game has ended within 0.2 s after game 0 (seconds, or --seconds, gives more)"
    dies = written(tmp_path, end="import os; os._exit(3)")
    assert "its process ended with exit code 3" in message(lambda: train(recipe(dies), REPLICATE, [60]))
    breaks = written(tmp_path, top="import numby")
    said = message(lambda: train(recipe(breaks), REPLICATE, [60]))
    assert said == f"{breaks}: run 0: raises ModuleNotFoundError in line 3: No module named 'numby'"
    lacks = written(tmp_path, end="")
    assert message(lambda: train(recipe(lacks), REPLICATE, [60])) == f"{lacks}: run 0: Own has no method 'end'"


def test_who_reads_the_messages_can_stop_a_training_in_this_process(tmp_path):
    """An interruption is no mistake of the learner's, and neither is an error of the reader's."""
    interrupted = written(tmp_path, end="raise KeyboardInterrupt")
    with pytest.raises(KeyboardInterrupt):
        train(recipe(interrupted), REPLICATE, [60], trust=True)
    with pytest.raises(ZeroDivisionError):
        train(recipe(written(tmp_path)), REPLICATE, [0, 60], trust=True, tell=lambda games: 1 / games)


RECIPES = {
    "mine.parameters.stpe: no such key (did you mean 'step'?); known: step, many": {"parameters": {"stpe": 0.1}},
    "mine.parameters.many: 0.5 is not a whole number": {"parameters": {"many": 0.5}},
    "mine.seat: 'first' with itself as opponent; allowed: both": {"opponent": "itself", "seat": "first"},
    "mine.opponent: unknown opponent 'rndom'; allowed: random, careful, perfect, itself, a baseline such as "
    "house/umg, or a file NAME.json that `ttt export` writes of any stored player": {"opponent": "rndom"},
    "mine.games: 0 is out of range; allowed: from 1 to 100,000,000 (time grows with it)": {"games": 0},
}


@pytest.mark.parametrize("said", RECIPES)
def test_mistakes_in_recipes_are_told_without_running_the_file(said, tmp_path):
    file = written(tmp_path, top="raise SystemExit")
    assert message(lambda: recipe(file, **RECIPES[said])) == said


def test_the_class_is_found_by_its_bases(tmp_path):
    file = tmp_path / "two.py"
    own = "class TD(Learner): pass\nclass Q(Base):\n    eager: bool = False\nclass Table: pass\n"
    file.write_text(f"{HEAD}from base import Base\n{own}")
    base = "class Base(tttcore.learner.Learner):\n    step: float = 0.1\n"
    (tmp_path / "base.py").write_text(f"import tttcore.learner\n{base}")
    assert message(lambda: recipe(file)) == f"mine.learner: {file} has TD, Q; say which: {file}:TD"
    assert recipe(f"{file}:Q", parameters={"step": 0.2, "eager": True}).name == "Q"
    assert message(lambda: recipe(f"{file}:R")) == f"mine.learner: {file} has no learner 'R'; known: TD, Q"
    assert message(lambda: recipe(tmp_path / "no.py")) == f"mine.learner: {tmp_path / 'no.py'}: no such file"
    (tmp_path / "none.py").write_text("class A: pass\n")
    assert "has no learner; allowed: class X(Learner), or def train(environment, rng)" in message(
        lambda: recipe(tmp_path / "none.py")
    )
    file.write_text("class (")
    assert message(lambda: recipe(file)).startswith(f"mine.learner: {file}, line 1: ")


def test_digests_change_with_the_logic_of_all_files_that_a_run_depends_on(tmp_path):
    for name in ("sarsa", "q_learning"):
        (tmp_path / f"{name}.py").write_text((EXAMPLES / f"{name}.py").read_text())
    mine = recipe(tmp_path / "sarsa.py")
    before = recipe_files(mine)
    base = tmp_path / "q_learning.py"
    base.write_text(base.read_text() + "\n# a comment\n")
    assert recipe_files(mine) == before
    base.write_text(base.read_text().replace("0.0", "0.5"))
    assert recipe_files(mine) != before


def test_agents_are_the_learners_at_the_end_and_on_the_way(tables):
    run = Replicate(1, "t", "a", 0)
    for name in ("td", "beads"):
        asked = config(EXAMPLES / f"{name}.py")
        runs = pd.DataFrame(run_replicates(engine("learner"), "t", "a", asked, tables, seed=1, replicates=range(1)))
        wanted = {"champions": 2, "followed": 1, "snapshots": 3}
        found = collect_agents(runs, {"a": asked}, tables, study="t", engine="learner", seed=1, wanted=wanted)
        assert found["step"].tolist() == [0, 10, 60]
        looks = {look.games: look.policy for look in train(build_recipe(asked, "mine"), run, [0, 10, 60]).looks}
        for _, agent in found.iterrows():
            policy = drawn_policy(np.asarray(agent["cells"], np.uint16), agent["beads"])
            met = looks[agent["step"]].any(axis=1)
            np.testing.assert_allclose(policy[met], looks[agent["step"]][met], rtol=0, atol=1e-4)


def test_runs_and_traces_are_those_of_the_looks(tables):
    asked = config(EXAMPLES / "td.py", opponent="itself", games=2000)
    rows = pd.DataFrame(run_replicates(engine("learner"), "t", "a", asked, tables, seed=2, replicates=range(2)))
    found = summarise(rows, {"a": asked})
    for _, run in found.runs.iterrows():
        own = found.traces[found.traces["replicate"] == run["replicate"]]
        never = own.groupby("games")["reply_lost"].max() == 0
        assert run["loses"] == (not never.any())
        assert run["never_loses_after"] == (never.idxmax() if never.any() else 2000)
    assert list(found.traces) == STORED.traces.names


@pytest.mark.slow
def test_beads_learn_as_the_engine_of_matchboxes_does(tables):
    """The same rules: exact results of both after some games have the same means, to chance."""
    games, runs, menace = [10, 50, 220], 60, engine("matchboxes")
    rules = {
        "game": "3x3",
        "seat": "first",
        "symmetry": "separate",
        "forced": "free",
        "start": [4, 3, 2, 1],
        "win": [3],
    }
    rules |= {
        "draw": [1],
        "loss": [-1],
        "learns": "all",
        "empty": "refilled",
        "opponent": {"random": 1.0},
        "games": 220,
        "every": 10,
    }
    theirs = run_replicates(menace, "t", "a", rules, tables, seed=5, replicates=range(runs))
    mine = recipe(EXAMPLES / "beads.py", seat="first", games=220)
    played = game(dead=False)
    ours = []
    for number in range(runs):
        looks = train(mine, REPLICATE._replace(number=number), games, trust=True).looks
        ours.append([exact_results(played, look.policy, 0, played.opponents) for look in looks])
    for at, number in enumerate(games):
        for name in ("random_won", "random_lost", "perfect_lost"):
            one = np.array([row[at][name] for row in ours])
            other = np.array([row[name][row["games"].index(number)] for row in theirs])
            spread = math.hypot(one.std(ddof=1), other.std(ddof=1)) / math.sqrt(runs)
            assert abs(one.mean() - other.mean()) < 4 * spread, (number, name)


@pytest.mark.slow
def test_td_learns_as_the_tabular_engine_does(tables):
    """Two learners of the engine are one with itself: boards after moves of X aren't those after moves of O."""
    points, runs = (100, 1000), 60
    rules = AS_DESCRIBED | {
        "games": 1000,
        "exploration": 0.1,
        "ties": "random",
        "curve": {"start": 100, "per_decade": 1},
    }
    rules |= {"rewards": {"win": 1, "loss": 0, "draw": 0.5}, "initial": dict.fromkeys(("win", "draw", "open"), 0.5)}
    theirs = run_replicates(engine("tabular"), "t", "a", rules, tables, seed=5, replicates=range(runs))
    mine = config(EXAMPLES / "td.py", opponent="itself", games=1000)
    ours = [trained(build_recipe(mine, "mine"), REPLICATE._replace(number=number)) for number in range(runs)]
    found = []
    for name, rows, of in (("tabular", theirs, rules), ("learner", ours, mine)):
        table = pd.DataFrame([row | {"treatment": "a", "replicate": number} for number, row in enumerate(rows)])
        found.append(learning_table(table, {"a": of}, tables, study="t", engine=name, seed=5))
    for seat, measure, games in product(("first", "second"), ("random_lost", "perfect_lost", "reply_lost"), points):
        one, other = (table.loc[(table["seat"] == seat) & (table["games"] == games), measure] for table in found)
        assert len(one) == len(other) == runs
        spread = math.hypot(one.std(), other.std()) / math.sqrt(runs)
        assert abs(one.mean() - other.mean()) <= 4 * spread, (seat, measure, games, one.mean(), other.mean())
