"""`ttt rl game`: the document's command line, its games, and one line for every mistake."""

import re
from pathlib import Path
from typing import get_args, get_type_hints

import pytest
from rl_game import CLASSIC, EVERY_CELL, GAME, RECIPE, played

from tttcore.classroom import rl_command as rl
from tttcore.engines.tabular import session
from tttcore.engines.tabular.engine import DRAW_VALUE
from tttcore.engines.tabular.recipe import AS_DESCRIBED, Recipe, boards, build_recipe
from tttcore.pipeline.rng import stream

pytestmark = pytest.mark.usefixtures("in_a_folder_of_its_own")


def test_choices_are_those_of_learners():
    assert sorted(rl.BOARDS) == boards.names()
    hints = get_type_hints(Recipe)
    assert get_args(hints["ties"]) == rl.TIES
    assert get_args(hints["target"]) == rl.TARGETS
    assert tuple(rl.DRAWS) == get_args(hints["draws"])
    assert {name: worth[0] for name, worth in rl.DRAWS.items()} == DRAW_VALUE


def test_what_is_trained_is_what_was_asked_for():
    """As listed, but for target and draws; chance comes from the seed."""
    played("-i", "50", "--no-play", "--seed", "3")
    recipe = build_recipe({**AS_DESCRIBED, **RECIPE}, "test")
    learner = session.Learner(recipe, stream(3, rl.STREAM).bit_generator.random_raw(1))
    learner.train(50)
    session.save("expected", learner)
    assert CLASSIC.read_bytes() == Path("expected").read_bytes()


@pytest.mark.parametrize(
    "arguments",
    [
        ["-iterations", "40", "-train", "y", "-start", "2", "-boardSize", "5", "-need", "4"],
        ["-i40", "--board-size=5", "-n4"],
    ],
)
def test_both_styles_of_dashes(arguments):
    played("-i", "40", "-b", "5", "-n", "4", "--policy", "expected")
    assert "Player" in played(*arguments).output
    assert Path("policies/finite-5-need-4.parquet").read_bytes() == Path("expected").read_bytes()


def test_a_new_folder_is_told_before_training():
    told = "policies: this new folder keeps the bots\n"
    assert [played("-i", games, "--no-play").stderr.count(told) for games in ("40", "50")] == [1, 0]


@pytest.mark.needs_jit
def test_defaults_are_the_documents():
    listed = ["-i", "100000", "-t", "y", "-s", "2", "-b", "3", "-n", "3", "--step", "0.1", "--explore", "0.3"]
    outputs = []
    for arguments in ([], [*listed, "--ties", "first", "--target", "moving"]):
        outputs.append((played(*arguments).stdout, CLASSIC.read_bytes()))
        CLASSIC.unlink()
    assert outputs[0] == outputs[1]


@pytest.mark.parametrize(
    ("draws", "counts", "said"),
    [
        ("apart", (0, 0), ""),
        ("first", (1, 0), ", counted for Player1"),
        ("half", (0.5, 0.5), ", half of them for each"),
    ],
)
def test_shares(draws, counts, said):
    """The same games, counted as asked."""
    lines = played("-i", "200", "--draws", draws).stdout.splitlines()[:4]
    recipe = build_recipe({**AS_DESCRIBED, **RECIPE}, "test")
    tally = session.Learner(recipe, stream(0, rl.STREAM).bit_generator.random_raw(1)).train(200)
    wins = (tally.first + counts[0] * tally.drawn, tally.second + counts[1] * tally.drawn)
    assert lines == [
        f"Player1 wins = {wins[0] / 2:.1f}%",
        f"Player2 wins = {wins[1] / 2:.1f}%",
        f"Draws = {tally.drawn / 2:.1f}%{said}",
        f"{CLASSIC}: has both bots, {sum(session.load(CLASSIC, recipe).entries)} estimates after 200 games",
    ]


@pytest.mark.parametrize(("tally", "draws", "better"), [
    ((2, 0, 1), "apart", 0), ((1, 0, 2), "apart", 1), ((1, 5, 1), "apart", 1), ((1, 5, 1), "half", 1),
    ((1, 1, 1), "first", 0), ((0, 1, 2), "first", 1), ((0, 0, 0), "apart", 1),
])  # fmt: skip
def test_the_better_bot_is_the_second_one_on_equality(tally, draws, better, capsys):
    assert rl._print_shares(session.Tally(*tally, 0, 0), draws) == better
    assert capsys.readouterr().out.count("\n") == 3


@pytest.mark.parametrize(("start", "bot", "person"), [("1", "Player2 plays O", "X"), ("2", "Player1 plays X", "O")])
def test_without_training_the_person_chooses(start, bot, person):
    played("-i", "50", "--no-play")
    before = CLASSIC.read_bytes()
    result = played("-t", "n", "-s", start)
    told = [f"{CLASSIC}: from an earlier session, after 50 games", f"{bot}; 3 in a row win."]
    assert (result.exit_code, result.output.splitlines()[:2]) == (0, told)
    assert f"\n{person}, your x and y, from -1 to 1: " in result.output
    assert CLASSIC.read_bytes() == before


def test_a_game_to_its_end():
    """A move that is no free cell is asked for again, in a line each."""
    played("-i", "2000", "--no-play")
    result = played("-t", "n", lines=["0", "zero one", "2 0", *(cell for cell in EVERY_CELL for _ in range(2))])
    lines = result.output.splitlines()
    assert result.exit_code == 0
    assert lines[-1] in ("X wins.", "O wins.", "A draw.")
    assert sum("is no move; a move is two whole numbers" in line for line in lines) == 2
    assert sum("is outside the board; allowed: x and y, from -1 to 1 (q stops)" in line for line in lines) == 1
    assert sum("is taken; allowed: a free cell" in line for line in lines) >= 1


@pytest.mark.needs_jit
@pytest.mark.parametrize(("board", "shown"), [("infinite", range(-5, 6)), ("smarter", range(-2, 3))])
def test_boards_without_an_edge(board, shown):
    result = played("--board", board, "-i", "30", lines=["99 -99", "100 0", "q"])
    assert result.exit_code == 0
    assert "'100 0' is outside the board; allowed: x and y, from -99 to 99" in result.output
    numbers = [line.split()[:-1] for line in result.output.splitlines() if line.endswith(" x")]
    assert all(set(map(str, shown)) <= set(line) for line in numbers)
    assert numbers[-1][-1] == "99"
    assert Path(f"policies/{board}-{rl.LIMITERS[board]}-need-3.parquet").exists()


def test_bots_that_draw_play_differently_until_a_seed_is_asked_for():
    arguments = ["--ties", "random", "-i", "20"]
    played(*arguments, "--no-play")
    seeds = [re.search(r"Seed (\d+); --seed", played(*arguments, "-t", "n").output)[1] for _ in range(2)]
    assert len({*seeds}) == 2
    assert "Seed" not in played("-i", "20", "--policy", "other").output


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["-b", "4"], "game.board: size: 4 is even; allowed: odd sizes, so that there is a middle"),
        (["-n", "4"], "game.need: 4 in a row don't fit on a board of size 3; allowed: 1 to 3"),
        (["--limiter", "1"], "--limiter: a finite board derives its limiter from its size."),
        (["--board", "smarter", "-b", "3"], "--board-size: only the finite board has a size; the smarter board"),
        (["--board", "infinite", "-n", "13"], "game.need: 13 is out of range; allowed: up to 12 without an edge"),
        (["--explore", "nan"], "game.exploration: nan is out of range; allowed: from 0 to 1"),
        (["--more", "1"], f"{CLASSIC}: no such file; --more continues the policy of an earlier session"),
        (["--more", "1", "-i", "5"], "--more: replaces --iterations; give only one of them."),
        (["--more", "1", "-t", "n"], "--more: --train n trains nothing; remove one of them."),
        (["--policy", "none/policy"], "none/policy: no folder 'none' to write it to"),
        (["-t", "n"], f"{CLASSIC}: no such file; without training (-t n) you need the policy of an earlier session"),
    ],
)
def test_mistakes(refused, arguments, message):
    assert message in refused(*GAME, *arguments)
    assert list(Path().iterdir()) == []
