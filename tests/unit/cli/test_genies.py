"""`ttt genies game`: reported results, genes and seeds of players, and one line for every mistake."""

import json
import re

import numba
import numpy as np
import pytest
from helpers.texts import transcript
from reference import lattice as twin

from tttcore.cli import genies
from tttcore.engines.genies import reference
from tttcore.engines.genies.players import linear
from tttcore.games.hypercube import Hypercube
from tttcore.pipeline.rng import stream

RUN = ["genies", "game"]
SMALL = [*RUN, "--edge", "3", "--dimensions", "2"]
OUTER = "9 9 0 9 9 0"


@pytest.fixture
def played(ttt):
    """Report of a game as an object."""

    def run(*arguments):
        code, out, err = ttt(*RUN, *arguments, "--json")
        assert (code, err) == (0, "")
        return json.loads(out)

    return run


@pytest.fixture
def seen(monkeypatch):
    """Boards and players of all games that are played."""
    games, real = [], linear.play

    def spy(lattice, first, second, rng=None):
        games.append((lattice, first, second))
        return real(lattice, first, second, rng)

    monkeypatch.setattr(linear, "play", spy)
    return games


def shown(edge, dimensions, moves):
    marks = np.zeros(edge**dimensions, int)
    marks[moves[::2]] = 1
    marks[moves[1::2]] = 2
    return Hypercube(edge, dimensions).show(marks)


def test_a_game_is_reported_and_shown(ttt, played, snapshot):
    """In two and in three dimensions, as text and as an object."""
    games = ("--edge 3 --dimensions 2 --first first-free --second 2", "--edge 2 --first 2 --second 2")
    told = transcript(ttt, *(f"genies game {game} --show --seed 4" for game in games))
    assert re.sub(r"(?<=seconds: )[\d.e-]+|(?<=memory: )\d+", "#", told) == snapshot
    report = played("--edge", "3", "--dimensions", "2", "--first", "2", "--second", "2", "--show", "--seed", "4")
    assert report.pop("seconds") > 0
    assert report.pop("peak_rss_mb") > 10
    assert report == {"moves": 7, "winner": 1, "seed": 4, "board": "X O X\nO X O\nX · ·"}


@pytest.mark.parametrize(("edge", "dimensions"), [(3, 2), (2, 4)])
@pytest.mark.parametrize("strategies", [("random", "1"), ("win-or-block", "random"), ("3", "first-free"), ("2", "3")])
def test_strategies_are_the_documents(played, edge, dimensions, strategies):
    """Against the reference, whose random moves start from the same word of the seed's stream."""
    players = [linear.Player(genies.STRATEGIES[strategy]) for strategy in strategies]
    words = twin.Words(int(stream(5, "genies game", "moves").bit_generator.random_raw(1)[0]))
    winner, moves = reference.play(Hypercube(edge, dimensions), *players, words)
    options = f"--edge {edge} --dimensions {dimensions} --seed 5 --show --first {{}} --second {{}}".format(*strategies)
    report = played(*options.split())
    made = moves if winner else moves[: twin.hopeless_after(edge, dimensions, moves)]
    expected = (winner, len(made), shown(edge, dimensions, made))
    assert (report["winner"], report["moves"], report["board"]) == expected


@pytest.mark.parametrize("text", ["9 9 0 9 -9 +3", "9,9,0,9,-9,3", " 9, 9,\t0 9 ,-9  3 "])
def test_genes_that_are_given(played, seen, text):
    genes = ("--first-genes", text, "--second-genes", "-1 0 2 0 0 1")
    report = played("--edge", "3", "--dimensions", "3", *genes, "--show")
    lattice, first, second = seen[-1]
    assert lattice == Hypercube(3, 3)
    assert (tuple(first.genes), tuple(second.genes)) == ((9, 9, 0, 9, -9, 3), (-1, 0, 2, 0, 0, 1))
    winner, moves = reference.play(lattice, first, second)
    assert (report["winner"], report["board"]) == (winner, shown(3, 3, moves))


def test_genes_are_drawn_from_0_to_9(ttt, seen):
    drawn = []
    for seed in range(30):
        assert ttt(*SMALL, "--seed", str(seed))[0] == 0
        drawn.append([seen[-1][1].genes, seen[-1][2].genes])
    assert np.shape(drawn)[1:] == (2, 6)
    counts = np.bincount(np.ravel(drawn), minlength=10)
    assert len(counts) == 10
    assert counts.min() > counts.mean() / 2
    ttt(*SMALL, "--seed", "0", "--first-genes", OUTER)
    assert list(seen[-1][2].genes) == list(drawn[0][1]), "they don't depend on the other player"
    assert len(np.unique(np.reshape(drawn, (-1, 6)), axis=0)) == 2 * len(drawn)


def test_the_seed_decides(played):
    def game(*arguments):
        report = played(*arguments, "--show")
        return report["moves"], report["winner"], report["board"], report["seed"]

    for more in ([], ["--first", "random"], ["--second", "random"]):
        games, again = ([game("--seed", seed, "--dimensions", "3", *more) for seed in range(4)] for _ in range(2))
        assert games == again
        assert len({each[:3] for each in games}) > 1
    drawn = [game() for _ in range(2)]
    assert drawn[0][3] != drawn[1][3]
    assert game("--seed", drawn[0][3]) == drawn[0]


@pytest.mark.parametrize("arguments", [
    "--edge 3 --dimensions 2", "--edge 3 --dimensions 3 --second random",
    "--edge 3 --dimensions 2 --first-genes 1000000000,0,0,0,0,0",
    pytest.param("--edge 4 --dimensions 8", marks=pytest.mark.needs_jit),
])  # fmt: skip
def test_compilation_is_not_timed(ttt, monkeypatch, arguments):
    types, real = [], linear.play_game

    def spy(*given):
        types.append([numba.typeof(value) for value in given])
        return real(*given)

    monkeypatch.setattr(linear, "play_game", spy)
    assert ttt(*RUN, *arguments.split())[0] == 0
    warm, timed = types
    assert warm == timed


@pytest.mark.needs_jit
def test_kernels_for_a_large_board_are_compiled_on_a_small_one(ttt, seen):
    assert ttt(*RUN, "--edge", "70", "--dimensions", "3", "--first", "2", "--second", "2")[0] == 0
    assert [lattice for lattice, *_ in seen] == [Hypercube(70, 2), Hypercube(70, 3)]


def test_mistakes(ttt, snapshot):
    small = ["--edge", "3", "--dimensions", "2"]
    mistakes = [
        ["--edge", "1"], ["--dimensions", "0"], ["--dimensions", "16"], ["--first", "5"],
        ["--dimensions", "10", "--show"],
        *([*small, "--first-genes", genes] for genes in ("1 2 3", "1 2 3 4.5 5 6", f"0 0 0 0 0 9{'0' * 18}")),
        [*small, "--first", "win-or-block", "--first-genes", OUTER],
    ]  # fmt: skip
    assert re.sub("free: .*", "free: #", transcript(ttt, *([*RUN, *each] for each in mistakes))) == snapshot
