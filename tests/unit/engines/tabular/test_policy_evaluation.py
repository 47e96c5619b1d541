"""Evaluation of policies against every line of play in exact fractions, known policies, and sampled games."""

from collections import Counter
from itertools import product
from math import isnan

import numpy as np
import pytest
from helpers.tabular_learners import BOARDS, learners, recipe_of, words
from hypothesis import given, settings
from hypothesis import strategies as st
from reference import classic as oracles
from reference import quality as twin
from scipy import stats

from tttcore.engines.tabular.keys import SALT, position_key
from tttcore.engines.tabular.learner import Learner, Snapshot
from tttcore.engines.tabular.policy_evaluation import champion, evaluate, evaluate_by_games, evaluate_exactly, is_exact
from tttcore.engines.tabular.schemas import MATCHES, QUALITY, RESULTS

EXACT = [*RESULTS, *QUALITY]


def learnt(games=0, *, salt=SALT, **changes):
    learner = learners(changes, word=1, salt=salt)
    learner.train(games)
    return learner


def knowing(estimates, **changes):
    """Learners with given values of some boards and no others."""
    recipe = recipe_of(**changes)
    keys = [position_key(recipe.key, twin.marks_of(board), finite=True) for board in estimates]
    return Learner.resumed(
        recipe,
        Snapshot(
            player=np.array([1 + key % 2 for key in keys], np.int8),
            key=np.array(keys, np.uint64),
            value=np.array([*estimates.values()], np.float64),
            check=None,
            games=0,
            state=1,
            collisions=0,
        ),
    )


def best_known(learner):
    """A learner's greedy policy by its candidates and their values."""

    def cells(board):
        marks = twin.marks_of(board)
        estimates = learner.candidate_values(marks)
        found = [
            3 * (x + 1) + y + 1
            for (x, y), estimate in zip(learner.candidates(marks), estimates, strict=True)
            if estimate == max(estimates)
        ]
        return found if learner.recipe.ties == "random" else found[:1]

    return cells


def best_of(estimates, ties, initial, tie="full"):
    """Greedy policy for given values of some boards."""

    def worth(after):
        ended = twin.ended(after, tie)
        return estimates.get(after, initial["open" if not ended else "draw" if ended == oracles.DRAW else "win"])

    def cells(board):
        known = {cell: worth(oracles.put(board, cell)) for cell in oracles.free_cells(board)}
        found = [cell for cell, value in known.items() if value == max(known.values())]
        return found if ties == "random" else found[:1]

    return cells


def check(found, expected):
    assert list(found) == EXACT
    assert set(found) == set(expected)
    for name in RESULTS:
        assert found[name] == pytest.approx(float(expected[name]), rel=1e-12, abs=1e-15), name
        assert (found[name] == 0) == (expected[name] == 0), name
    assert {name: found[name] for name in QUALITY} == {name: expected[name] for name in QUALITY}


POSITIONS = sorted(twin.afterstates(), key=lambda board: (-board.count(0), board))
"""By marks, then as digits."""
PERFECT = {board: oracles.best_result(board) * (-1 if board.count(0) % 2 else 1) for board in POSITIONS}
"""Value of a board with perfect play to the player who has moved last."""

TRAINED = {
    "untrained": (0, {}),
    "a little": (150, {}),
    "more": (20_000, {}),
    "random ties": (2000, {"ties": "random"}),
    "random ties, untrained": (0, {"ties": "random"}),
    "dead ties": (2000, {"board": {"name": "finite", "size": 3, "tie": "dead"}}),
    "dead random ties": (100, {"board": {"name": "finite", "size": 3, "tie": "dead"}, "ties": "random"}),
    "nothing known of ends": (2000, {"initial": {"win": 0, "draw": 0, "open": 0}}),
    "draws worth more": (500, {"initial": {"win": 0.25, "draw": 0.75, "open": 0.5}, "ties": "random"}),
    "eager": (500, {"storage": "eager"}),
    "unowned": (2000, {"key": "unowned", "storage": "eager"}),
    "python": (500, {"key": "python", "storage": "eager"}),
    "canonical": (500, {"key": "canonical"}),
}
PLAIN = ("a little", "dead ties", "nothing known of ends", "eager")
"""Cases fast enough without compiled kernels, and for `make test`."""
LONGER = [pytest.mark.needs_jit, pytest.mark.slow]


@pytest.mark.parametrize("name", [pytest.param(name, marks=[] if name in PLAIN else LONGER) for name in TRAINED])
def test_trained_policies(name, several):
    games, changes = TRAINED[name]
    learner = learnt(several(games, without_jit=min(games, 30)), **changes)
    check(evaluate_exactly(learner), twin.everything(best_known(learner), learner.recipe.board.tie))


@settings(max_examples=8, derandomize=True)
@given(
    seed=st.integers(0, 2**32),
    known=st.sampled_from([0.05, 0.5, 1]),
    levels=st.sampled_from([2, 3, 100]),
    ties=st.sampled_from(["first", "random"]),
    tie=st.sampled_from(["full", "dead"]),
    initial=st.fixed_dictionaries(dict.fromkeys(["win", "draw", "open"], st.sampled_from([0, 0.5, 1]))),
)
def test_made_up_estimates(seed, known, levels, ties, tie, initial):
    """Policies of arbitrary values, with as many ties as `levels` leaves."""
    rng = np.random.default_rng(seed)
    boards = [board for board in POSITIONS if rng.random() < known]
    estimates = {board: int(rng.integers(levels)) / (levels - 1) for board in boards}
    board = {"name": "finite", "size": 3, "tie": tie}
    learner = knowing(estimates, ties=ties, initial=initial, board=board)
    check(evaluate_exactly(learner), twin.everything(best_of(estimates, ties, initial, tie), tie))


@pytest.mark.parametrize("ties", ["first", "random"])
def test_perfect_policies_make_no_mistakes(ties):
    found = evaluate_exactly(knowing({board: (1 + result) / 2 for board, result in PERFECT.items()}, ties=ties))
    nothing = [f"{seat}_{what}" for seat in ("first", "second") for what in ("worst", "mistakes")]
    nothing += [name for name in RESULTS if name.endswith("_lost") or (name.endswith("won") and "perfect" in name)]
    assert {found[name] for name in [*nothing, "itself_won"]} == {0}
    for name in ("itself_drawn", "first_perfect_drawn", "second_perfect_drawn"):
        assert found[name] == pytest.approx(1, rel=1e-12)
    assert found["first_random_won"] > found["first_careful_won"] > 0
    assert min(found["first_decisions"], found["second_decisions"]) > 0


def test_a_single_wrong_estimate_is_found_out():
    """One that a perfect player, of many ways to go, hardly ever comes to, and only just before the end."""
    leading_to = Counter(
        oracles.put(board, cell)
        for board in twin.decisions(twin.perfect, "second")
        if board.count(0) == 2
        for cell in oracles.free_cells(board)
    )
    fatal = [board for board in sorted(leading_to) if PERFECT[board] == -1][:10]
    rarest = 1
    for wrong in fatal:
        estimates = {board: 1 if board == wrong else (1 + result) / 4 for board, result in PERFECT.items()}
        found = evaluate_exactly(knowing(estimates, ties="random"))
        assert [found[f"second_{what}"] for what in ("worst", "mistakes")] == [-1, leading_to[wrong]]
        assert [found[f"first_{what}"] for what in ("worst", "mistakes")] == [0, 0]
        rarest = min(rarest, found["second_random_lost"])
    assert 0 < rarest < 1e-3


def test_who_knows_nothing_plays_at_random():
    """Against itself it is random against random; a best reply beats it in either seat."""
    found = evaluate_exactly(learnt(ties="random", initial={"win": 0.5, "draw": 0.5, "open": 0.5}))
    chances = [737 / 1260, 8 / 63, 121 / 420]
    for match in ("itself", "first_random"):
        assert [found[f"{match}_{result}"] for result in ("won", "drawn", "lost")] == pytest.approx(chances, rel=1e-12)
    assert [found[f"second_random_{result}"] for result in ("lost", "drawn", "won")] == pytest.approx(
        chances, rel=1e-12
    )
    assert (found["first_worst"], found["second_worst"]) == (-1, -1)
    choices = [board.count(0) for board in [oracles.BLANK, *POSITIONS] if not oracles.winner(board)]
    assert found["first_decisions"] == sum(free % 2 for free in choices if free > 1)
    assert found["second_decisions"] == sum(free % 2 == 0 for free in choices)


@pytest.mark.parametrize("name", ["more", "dead ties", pytest.param("canonical", marks=pytest.mark.needs_jit)])
def test_champions_mark_the_first_of_their_best_cells(name, tables, several):
    games, changes = TRAINED[name]
    learner = learnt(several(games, without_jit=30), **changes)
    player, tie = best_known(learner), learner.recipe.board.tie
    boards = list(map(tuple, tables.positions.tolist()))
    assert boards == [oracles.BLANK, *POSITIONS]
    assert champion(learner) == "".join("9" if twin.ended(board, tie) else str(player(board)[0]) for board in boards)


@pytest.mark.parametrize("name", ["a little", "more", "random ties", "dead random ties"])
@pytest.mark.needs_jit
def test_games_are_as_measured(name):
    """Each share of 20,000 games is within what chance allows."""
    games, changes = TRAINED[name]
    learner = learnt(games, **changes)
    exact, found = evaluate_exactly(learner), evaluate_by_games(learner, 20_000, words(7))
    assert list(found) == EXACT
    for column in RESULTS:
        if "perfect" in column:
            assert isnan(found[column])
        else:
            chance = min(exact[column], 1.0)
            assert stats.binomtest(round(found[column] * 20_000), 20_000, chance).pvalue > 1e-5, column
    assert all(isnan(found[column]) for column in QUALITY)


STRANGERS = {"random": twin.anything, "careful": twin.careful}


@pytest.mark.parametrize("ties", ["first", "random"])
@pytest.mark.parametrize("pair", [*product(STRANGERS, STRANGERS)], ids="-".join)
@pytest.mark.needs_jit
def test_games_among_others_have_their_exact_chances(pair, ties):
    """Of players who haven't learnt, whatever the learners have that lend their board."""
    tally = learnt(2000, ties=ties).play_match(*pair, 20_000, words(7))
    chances = twin.chances(*(STRANGERS[name] for name in pair))
    for count, chance in zip((tally.first, tally.drawn, tally.second), chances, strict=True):
        assert stats.binomtest(count, 20_000, float(chance)).pvalue > 1e-5


def test_learning_and_salts_leave_their_marks_nowhere_else():
    """Measuring changes nothing, and another salt measures the same."""
    learner = learnt(200)
    before = learner.snapshot()
    found = evaluate_exactly(learner)
    assert all(np.array_equal(*fields) for fields in zip(learner.snapshot(), before, strict=True))
    assert evaluate_exactly(learnt(200, salt=12345)) == found
    assert found != evaluate_exactly(learnt(0))


@pytest.mark.parametrize("name", ["5x5, dead ties", "infinite", "smarter"])
def test_other_boards_are_sampled(name):
    """Matches in the order of the columns, each going on from the word that the last one left."""
    learner, state, own = learnt(20, **BOARDS[name]), words(3), words(3)
    assert not is_exact(learner.recipe)
    found = evaluate(learner, 25, state)
    seats = [("learned", "learned")]
    seats += [pair for who in ("random", "careful") for pair in (("learned", who), (who, "learned"))]
    for match, pair in zip(MATCHES[: len(seats)], seats, strict=True):
        tally = learner.play_match(*pair, 25, own)
        ends = [tally.first, tally.drawn, tally.second][:: -1 if pair[0] != "learned" else 1]
        assert [found[f"{match}_{result}"] for result in ("won", "drawn", "lost")] == [end / 25 for end in ends]
    assert state == own
    assert {column for column in EXACT if isnan(found[column])} == {
        *QUALITY, *(column for column in RESULTS if "perfect" in column)
    }  # fmt: skip


def test_the_classic_game_is_measured_without_chance():
    learner, state = learnt(20), words(3)
    found = evaluate(learner, 25, state)
    assert found == evaluate_exactly(learner)
    assert state == 3
    assert not is_exact(recipe_of(need=2))
