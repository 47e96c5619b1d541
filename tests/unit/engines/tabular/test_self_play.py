"""Self-play and matches against the plain reference, move for move and value for value; greedy players."""

from itertools import product

import numpy as np
import pytest
from helpers.tabular_learners import BOARDS, RECIPE, learners, plain, recipe_of, same, words
from hypothesis import given, settings
from hypothesis import strategies as st
from reference.tabular import Listing

from tttcore.engines.tabular.board_window import MARGIN, initial_radius
from tttcore.engines.tabular.keys import position_key
from tttcore.engines.tabular.learner import GreedyPlayer, Learner
from tttcore.engines.tabular.recipe import Finite
from tttcore.engines.tabular.reference import SelfPlay, drawn
from tttcore.engines.tabular.value_table import BLOOM_ROWS, MIN_SLOTS, empty_bloom, empty_table
from tttcore.games.mnk import FAR, MnkPosition, cell_of
from tttcore.games.position import CROSS_WON, DRAWN, NOUGHT_WON

READINGS = {
    "as described": {},
    "eager": {"storage": "eager"},
    "random ties": {"ties": "random"},
    "fixed target": {"target": "fixed"},
    "wins at zero": {"initial": {"win": 0, "draw": 0, "open": 0.5}},
    "all zero": {"initial": {"win": 0, "draw": 0, "open": 0}},
    "all half, random ties": {"initial": {"win": 0.5, "draw": 0.5, "open": 0.5}, "ties": "random"},
    "draws begin at half": {"initial": {"win": 1, "draw": 0.5, "open": 0.5}},
    "draws worth half": {"rewards": {"win": 1, "loss": 0, "draw": 0.5}},
    "forgets": {"explored": "forgets"},
    "forgets, eager, fixed": {"explored": "forgets", "storage": "eager", "target": "fixed"},
    "never explores": {"exploration": 0},
    "always explores": {"exploration": 1, "storage": "eager"},
    "unowned": {"key": "unowned", "storage": "eager"},
    "unowned, lazy": {"key": "unowned", "initial": {"win": 0, "draw": 0, "open": 0}},
    "python": {"key": "python", "storage": "eager"},
    "python-unowned": {"key": "python-unowned", "storage": "eager", "ties": "random"},
    "canonical": {"key": "canonical"},
    "canonical, eager": {"key": "canonical", "storage": "eager", "ties": "random"},
}


def ends(board, reading):
    """True if games end: on an area that grows at its edge only if wins are valued and moves partly random."""
    changes = RECIPE | BOARDS[board] | READINGS[reading]
    wanted = changes["initial"]["win"] > changes["initial"]["open"]
    return changes["board"].get("grows") != "edge" or (wanted and 0 < changes["exploration"] < 1)


CASES = [case for case in product(BOARDS, READINGS) if ends(*case)]


def marks(place):
    """Of the cases a tenth are tried without compiled kernels, too, and a third by `make test`: of each kind some."""
    return [pytest.mark.needs_jit] * (place % 10 > 0) + [pytest.mark.slow] * (place % 3 > 0)


def check(changes, batches, *, word=7):
    """Assert that learners and the reference play and learn alike; return both."""
    learner, slow = learners(changes, word=word), plain(changes, word=word)
    for games in batches:
        assert learner.train(games) == slow.train(games)
        compare(learner, slow)
    assert learner.games == sum(batches)
    return learner, slow


def compare(learner, slow):
    """Assert that learners and the reference store the same values and would go on alike."""
    recipe, snapshot = slow.recipe, learner.snapshot()
    assert snapshot.state == slow.state[0]
    players = slow.players.values()
    kept = "updated" if recipe.storage == "lazy" else "values"
    assert learner.entries == tuple(len(getattr(player, kept)) for player in players)
    stored = dict(zip(snapshot.key.tolist(), snapshot.value.tolist(), strict=True))
    for player in players:
        for key, state in player.updated.items():
            assert stored[position_key(recipe.key, [*state], finite=slow.finite)] == player.values[key]
        for state in list(player.updated.values())[-3:]:
            won = any(slow.status_of(state, cell) == "win" for cell in state)
            if not won and not drawn(recipe.board, state, recipe.need):
                cells = learner.candidates([*state])
                known = [slow.known_value(state, 1 + len(state) % 2, cell) for cell in cells]
                assert learner.candidate_values([*state]) == known


@pytest.mark.parametrize(
    ("board", "reading"), [pytest.param(*case, marks=marks(place)) for place, case in enumerate(CASES)]
)
def test_training_is_that_of_the_reference(board, reading, several):
    games = 4 if "edge" in board else several(18, without_jit=3)
    check(BOARDS[board] | READINGS[reading], [1, games // 3 + 1, games])


def one_of(*values):
    return st.sampled_from(values)


def drawn_board(name, **parameters):
    return st.fixed_dictionaries({"name": st.just(name), **parameters})


fractions = st.floats(0, 1) | one_of(0, 0.1, 0.5, 1)
finite = drawn_board("finite", size=one_of(3, 5), tie=one_of("full", "dead"))
infinite = drawn_board("infinite", limiter=st.integers(1, 2), grows=st.just("full"))
opening = one_of("centred", "python")
smarter = drawn_board("smarter", limiter=st.integers(1, 3), opening=opening, duplicates=st.booleans())
changes = st.fixed_dictionaries(
    {
        "board": finite | infinite | smarter,
        "need": st.integers(1, 3),
        "step": fractions,
        "exploration": st.floats(0.2, 0.8),
        "ties": one_of("first", "random"),
        "target": one_of("moving", "fixed"),
        "rewards": st.fixed_dictionaries(dict.fromkeys(("win", "loss", "draw"), fractions)),
        "initial": st.fixed_dictionaries(dict.fromkeys(("win", "draw", "open"), fractions)),
        "explored": one_of("kept", "forgets"),
        "key": one_of("owned", "unowned", "python", "python-unowned", "canonical"),
        "storage": one_of("lazy", "eager"),
    }
)


@pytest.mark.slow
@pytest.mark.needs_jit
@settings(max_examples=100)
@given(changes, st.lists(st.integers(1, 12), min_size=1, max_size=3), st.integers(0, 2**64 - 1))
def test_any_training_is_that_of_the_reference(changes, batches, word):
    mixes = changes["key"] in {"unowned", "python", "python-unowned"}
    check(changes | ({"storage": "eager"} if mixes else {}), batches, word=word)


@pytest.mark.needs_jit
@pytest.mark.parametrize(
    ("board", "counts"),
    [
        ("3x3", (695, 98, 207, 6727, 0)), ("3x3, dead ties", (677, 55, 268, 6632, 0)),
        ("5x5, dead ties", (574, 20, 406, 14805, 0)), ("infinite", (599, 0, 401, 12519, 1000)),
        ("smarter", (738, 0, 262, 6306, 0)), ("duplicates", (713, 0, 287, 10987, 0)),
    ],
)  # fmt: skip
def test_training_goes_as_it_always_did(board, counts):
    """1,000 games from the word 7, which the reference reproduces."""
    assert tuple(learners(BOARDS[board]).train(1000)) == counts


def test_the_backups_of_a_game_by_hand():
    """Without exploring, the first game fills the board from one end until the seventh mark completes a diagonal.

    The winner's estimates begin with 0.5, 0.5, 0.5 and 1, the loser's with 0.5 each.
    """
    cells = [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 0), (0, 1), (1, -1)]
    by_hand = {
        "moving": [0.5005, 0.4995, 0.505, 0.495, 0.55, 0.45, 1],
        "fixed": [0.55, 0.45, 0.55, 0.45, 0.55, 0.45, 1],
    }
    for target, values in by_hand.items():
        learner = learners({"exploration": 0, "target": target})
        assert learner.train(1) == (1, 0, 0, 7, 0)
        assert learner.entries == (4, 3)
        for ply, value in enumerate(values):
            found = dict(zip(learner.candidates(cells[:ply]), learner.candidate_values(cells[:ply]), strict=True))
            assert found[cells[ply]] == pytest.approx(value, abs=1e-15)
            others = {1, 0.5} if ply == 6 else {0.5}  # the last cell but one completes a diagonal as well
            assert {other for cell, other in found.items() if cell != cells[ply]} <= others


def test_a_won_game_moves_estimates_by_a_tenth_of_what_is_missing():
    """One cell, one mark: 0, then 0.1, 0.19, 0.271, in floating-point numbers as they come."""
    learner = learners({"board": {"name": "finite", "size": 1, "tie": "full"}, "need": 1, **READINGS["all zero"]})
    expected = 0.0
    for _ in range(20):
        assert learner.train(1) == (1, 0, 0, 1, 0)
        expected += 0.1 * (1 - expected)
        assert learner.candidate_values([]) == [expected]
    assert expected == pytest.approx(1 - 0.9**20)


@pytest.mark.parametrize("board", BOARDS)
def test_another_salt_changes_the_keys_alone(board, several):
    games = 4 if "edge" in board else several(500, without_jit=5)
    one, other = learners(BOARDS[board], count_collisions=True), learners(BOARDS[board], salt=99, count_collisions=True)
    assert one.train(games) == other.train(games)
    before, after = one.snapshot(), other.snapshot()
    assert before.state == after.state
    assert one.entries == other.entries
    assert sorted(before.value) == sorted(after.value)
    assert not set(before.key.tolist()) & set(after.key.tolist())
    assert one.collisions == other.collisions == 0


@pytest.mark.needs_jit
def test_growing_tables_lose_nothing():
    """The table grows many times, mostly in the middle of games; without a Bloom filter, keys are looked up."""
    learner, _ = check(BOARDS["5x5, dead ties"] | {"storage": "eager"}, [400])
    assert sum(learner.entries) > 4 * MIN_SLOTS
    for board in ("5x5, dead ties", "infinite", "smarter"):
        lazy, eager = (learners(BOARDS[board] | {"storage": way}) for way in ("lazy", "eager"))
        for _ in range(4):
            assert lazy.train(2000) == eager.train(2000)
        assert sum(lazy.entries) > MIN_SLOTS


@pytest.mark.needs_jit
@pytest.mark.parametrize(("board", "need", "games"), [("infinite", 7, 8), ("edge", 3, 3), ("duplicates", 7, 10)])
@pytest.mark.parametrize("key", ["owned", pytest.param("canonical", marks=pytest.mark.slow)])
def test_growing_windows_lose_nothing(board, need, games, key):
    """Games go on beyond the first window."""
    learner, slow = check(BOARDS[board] | {"need": need, "key": key, "ties": "random"}, [games])
    cells = {cell for player in slow.players.values() for state in player.updated.values() for cell in state}
    assert max(max(abs(x), abs(y)) for x, y in cells) > initial_radius(learner.recipe.board) - MARGIN


@pytest.mark.needs_jit
@pytest.mark.parametrize("board", ["3x3", "5x5, dead ties", "infinite", "smarter", "duplicates"])
def test_no_two_positions_share_a_key(board):
    learner = learners(BOARDS[board], count_collisions=True)
    learner.train(10_000)
    assert learner.collisions == 0


def test_whose_word_it_is_keeps_it():
    for players in (Learner, SelfPlay):
        word = words(7)
        learner = players(recipe_of(), word)
        learner.train(3)
        assert word == 7
        assert learner.state != 7


def test_games_without_an_end_are_given_up(monkeypatch):
    """On an area that grows at its edge, whose first cell is in its corner."""
    monkeypatch.setattr("tttcore.engines.tabular.learner.MAX_RADIUS", 50)
    with pytest.raises(ValueError, match=r"^board: a game doesn't end within 25 cells of the middle"):
        learners(BOARDS["edge"] | {"ties": "first", "exploration": 0}).train(1)
    with pytest.raises(ValueError, match="collisions of canonical ones can't be counted"):
        learners({"key": "canonical"}, count_collisions=True)


@pytest.mark.parametrize(
    ("board", "key"),
    [("3x3", "unowned"), ("3x3", "python-unowned"),
     pytest.param("5x5, dead ties", "python", marks=pytest.mark.needs_jit)],  # -1 and -2 are coordinates
)  # fmt: skip
def test_an_audit_finds_what_keys_share(board, key, several):
    learner = learners(BOARDS[board] | {"key": key, "storage": "eager"}, count_collisions=True)
    learner.train(several(1000, without_jit=20))
    found = learner.collisions
    assert found > 0
    learner.play_match("learned", "random", 200, words(3))
    assert learner.collisions == found, "matches count none"


def test_the_listing_to_the_letter_plays_the_same_games():
    """It is what benchmarks compare the kernel with; its keys are hashed as listed."""
    for board in ("3x3", "5x5, dead ties", "infinite", "smarter"):
        recipe = recipe_of(**BOARDS[board], key="python", storage="eager")
        one, other = (players(recipe, words(3)) for players in (SelfPlay, Listing))
        assert one.train(8) == other.train(8)
        assert all(one.players[number].values == other.players[number].values for number in (1, 2))


def test_games_taken_back_count_their_collisions_once():
    """With little room games are taken back in the midst of look-ups that meet others' estimates."""
    asked = {"key": "unowned", "storage": "eager", "board": {"name": "finite", "size": 5}, "need": 4}
    roomy, tight = (learners(asked, count_collisions=True) for _ in range(2))
    roomy._table = empty_table(2**20, count_collisions=True, bloom=empty_bloom(rows=False))
    assert roomy.train(300) == tight.train(300)
    assert roomy.collisions == tight.collisions > 0


def test_the_bloom_filter_serves_games_of_any_length():
    """Positions with more marks than rows share the last row; the games are those without a filter."""
    asked = {"board": {"name": "infinite", "limiter": 5}, "need": 6, "initial": {"win": 0, "draw": 0, "open": 0.5}}
    filtered, unfiltered = (learners(asked) for _ in range(2))
    unfiltered._table = empty_table(count_collisions=False, bloom=empty_bloom(rows=False))
    tally = filtered.train(150)
    assert tally.marks > 150 * BLOOM_ROWS
    assert unfiltered.train(150) == tally
    assert same(filtered, unfiltered)


KINDS = ("learned", "random", "careful")
LONGER = [pytest.mark.needs_jit, pytest.mark.slow]
PLAYED = [name for name in BOARDS if not any(word in name for word in ("dead", "edge"))]
"""Boards that games end on as positions do, and end on at all, however little is learnt."""


@pytest.mark.parametrize("key", ["owned", *(pytest.param(key, marks=LONGER) for key in ("unowned", "canonical"))])
@pytest.mark.parametrize("board", BOARDS)
def test_matches_are_those_of_the_reference(board, key, several):
    """Move for move, since both draw the same words; between matches training goes on as if there had been none."""
    games = 1 if "edge" in board else several(6, without_jit=2)
    changes = BOARDS[board] | {"key": key, "storage": "eager"}
    learner, slow = learners(changes), plain(changes)
    for seed, pair in enumerate(product(KINDS, KINDS)):
        assert learner.train(games) == slow.train(games)
        if "edge" in board and "learned" in pair:
            continue  # without exploration such games may never end
        ours, theirs = words(seed), words(seed)
        before = learner.snapshot()
        assert learner.play_match(*pair, games, ours) == slow.play_match(*pair, games, theirs)
        assert ours == theirs
        assert all(map(np.array_equal, before, learner.snapshot()))


@pytest.mark.parametrize("board", ["3x3, need 2", "infinite, need 3", "smarter"])
def test_careful_players_win_at_once(board):
    """Two in a row can't be kept from who begins: the second mark has at least three cells beside the first."""
    learner = learners(BOARDS[board] | {"need": 2})
    for second in KINDS:
        assert learner.play_match("careful", second, 50, words(3)) == (50, 0, 0, 150, 0)


@pytest.mark.needs_jit
def test_learned_players_without_random_ties_repeat_one_game():
    """Untrained ones take the first cell, and see a win when there is one: the diagonal, with the seventh mark."""
    learner = learners({})
    assert learner.play_match("learned", "learned", 10, words(1)) == (10, 0, 0, 70, 0)
    learner.train(500)
    one = learner.play_match("learned", "learned", 1, words(1))
    assert learner.play_match("learned", "learned", 100, words(2)) == tuple(100 * count for count in one)


def game(player):
    """Result and number of marks of a game against itself."""
    recipe = player.learner.recipe
    position = MnkPosition(recipe.board.reach if isinstance(recipe.board, Finite) else FAR, recipe.need)
    while position.winner is None:
        position = position.apply(player(position))
    return position.winner, len(position.marks)


@pytest.mark.parametrize("ties", ["first", "random"])
@pytest.mark.parametrize("name", PLAYED)
def test_games_of_greedy_players_are_those_without_exploration(name, ties, several):
    """With the same words, which are used up alike."""
    learner = learners(BOARDS[name] | {"ties": ties})
    learner.train(several(300, without_jit=5))
    ours, theirs = words(11), words(11)
    for _ in range(several(20, without_jit=2)):
        tally = learner.play_match("learned", "learned", 1, theirs)
        winner, marks = game(GreedyPlayer(learner, ours))
        assert {CROSS_WON: tally.first, DRAWN: tally.drawn, NOUGHT_WON: tally.second}[winner] == 1
        assert (marks, ours) == (tally.marks, theirs)


def test_what_has_won_is_repeated():
    """The first bot completes a row as soon as it has learnt that this wins."""
    position = MnkPosition(1, 3, ((0, 0), (1, 0), (-1, -1), (0, 1)))
    assert cell_of(GreedyPlayer(learners({}), words(1))(position)) == (1, 1)
    opening = GreedyPlayer(learners(BOARDS["smarter"]), words(3))
    openings = {cell_of(opening(MnkPosition(FAR, 3))) for _ in range(200)}
    assert openings == {(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1)}, "any cell of the middle"
