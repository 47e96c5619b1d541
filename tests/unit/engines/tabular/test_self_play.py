"""Self-play and matches against the plain reference, move for move and value for value; keys of positions."""

from collections import defaultdict
from itertools import permutations, product

import numpy as np
import pytest
from helpers.tabular_learners import BOARDS, RECIPE, learners, plain, recipe_of, same, words
from hypothesis import given, settings
from hypothesis import strategies as st
from reference.tabular import Listing

from tttcore.engines.tabular.board_window import MARGIN, initial_radius
from tttcore.engines.tabular.keys import SALT, position_key, python_hash
from tttcore.engines.tabular.learner import GreedyPlayer, Learner
from tttcore.engines.tabular.recipe import Finite
from tttcore.engines.tabular.reference import SelfPlay, drawn, in_a_row, key_of, played, square
from tttcore.engines.tabular.value_table import BLOOM_ROWS, MIN_SLOTS, empty_bloom, empty_table
from tttcore.games.mnk import FAR, MnkPosition
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


def chosen(**parameters):
    """Mappings of choices; those that aren't strategies are given as lists of values."""
    return st.fixed_dictionaries(
        {name: st.sampled_from(each) if isinstance(each, list) else each for name, each in parameters.items()}
    )


fractions = st.floats(0, 1) | st.sampled_from([0, 0.1, 0.5, 1])
finite = chosen(name=["finite"], size=[3, 5], tie=["full", "dead"])
infinite = chosen(name=["infinite"], limiter=[1, 2], grows=["full"])
smarter = chosen(name=["smarter"], limiter=[1, 2, 3], opening=["centred", "python"], duplicates=[False, True])
changes = chosen(
    board=finite | infinite | smarter, need=[1, 2, 3], step=fractions, exploration=st.floats(0.2, 0.8),
    ties=["first", "random"], target=["moving", "fixed"], explored=["kept", "forgets"], storage=["lazy", "eager"],
    key=["owned", "unowned", "python", "python-unowned", "canonical"],
    rewards=chosen(win=fractions, loss=fractions, draw=fractions),
    initial=chosen(win=fractions, draw=fractions, open=fractions),
)  # fmt: skip


@pytest.mark.slow
@pytest.mark.needs_jit
@settings(max_examples=100)
@given(changes, st.lists(st.integers(1, 12), min_size=1, max_size=3), st.integers(0, 2**64 - 1))
def test_any_training_is_that_of_the_reference(changes, batches, word):
    mixes = changes["key"] in {"unowned", "python", "python-unowned"}
    check(changes | ({"storage": "eager"} if mixes else {}), batches, word=word)


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


def test_games_without_an_end_are_given_up(monkeypatch):
    """On an area that grows at its edge, whose first cell is in its corner; the given word stays."""
    monkeypatch.setattr("tttcore.engines.tabular.learner.MAX_RADIUS", 50)
    with pytest.raises(ValueError, match=r"^board: a game doesn't end within 25 cells of the middle"):
        learners(BOARDS["edge"] | {"ties": "first", "exploration": 0}).train(1)
    with pytest.raises(ValueError, match="collisions of canonical ones can't be counted"):
        learners({"key": "canonical"}, count_collisions=True)
    for players in (Learner, SelfPlay):
        word = words(7)
        learner = players(recipe_of(), word)
        learner.train(3)
        assert word == 7 != learner.state


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


def test_what_a_table_has_room_for_changes_nothing():
    """Games that are taken back count their collisions once; positions with many marks share a filter's last row."""
    crowded = {"key": "unowned", "storage": "eager", "board": {"name": "finite", "size": 5}, "need": 4}
    long = {"board": {"name": "infinite", "limiter": 5}, "need": 6, "initial": {"win": 0, "draw": 0, "open": 0.5}}
    for asked, games, counted in ((crowded, 300, True), (long, 150, False)):
        one, other = (learners(asked, count_collisions=counted) for _ in range(2))
        one._table = empty_table(2**20, count_collisions=counted, bloom=empty_bloom(rows=False))
        tally = one.train(games)
        assert other.train(games) == tally
        assert same(one, other)
        assert (one.collisions > 0) == counted
    assert tally.marks > 150 * BLOOM_ROWS


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


KEYS = ["owned", "unowned", "python", "python-unowned", "canonical"]


@pytest.fixture(scope="module")
def positions():
    """Marks in turn of every position of 3x3 but the empty one, each once."""
    found, edge = {}, [{}]
    while edge:
        after = {}
        for state in edge:
            if not any(in_a_row(state, cell, 3) for cell in state):
                for cell in {*square((0, 0), 1)} - state.keys():
                    marked = {**state, cell: 1 + len(state) % 2}
                    after[frozenset(marked.items())] = marked
        found |= after
        edge = list(after.values())
    return [[*state] for state in found.values()]


def canonical(state):
    """The least of a state's images by the eight symmetries."""
    images = []
    for (a, b), (right, up) in product(((0, 1), (1, 0)), product((1, -1), repeat=2)):
        images.append(sorted((right * cell[a], up * cell[b], player) for cell, player in state.items()))
    return tuple(min(images))


def check_classes(kind, sequences):
    """Positions of a player share a key exactly when they are the same to the kind; how many keys there are."""
    ours, theirs = defaultdict(set), defaultdict(set)
    for marks in sequences:
        state, key = played(marks), position_key(kind, marks, finite=True)
        kept = key_of(kind, state, finite=True) if kind != "canonical" else canonical(state)
        assert key % 2 == (len(marks) - 1) % 2
        ours[key].add(kept)
        theirs[kept, len(marks) % 2].add(key)
    assert all(len(same) == 1 for same in [*ours.values(), *theirs.values()])
    return len(ours)


@pytest.mark.parametrize(
    ("kind", "classes"),
    [("owned", 5477), ("unowned", 2**9 - 1), ("python", None), ("python-unowned", None), ("canonical", 764)],
)
def test_positions_of_3x3_share_keys_as_kinds_say(kind, classes, positions, several):
    """5,478 positions and 765 up to symmetry, with the empty one; with marks alone, all sets but the empty one."""
    sequences = positions[:: several(1, without_jit=100)]
    found = check_classes(kind, sequences)
    if classes and len(sequences) == len(positions):
        assert found == classes


def test_pythons_hash_is_pythons():
    """Whatever the set's size: tables of sets have dummy slots that mustn't count."""
    for size, start in product((0, 1, 2, 3, 5, 9, 25, 90), range(4)):
        marks = [(start * 3 - 7 + cell // 10, cell % 10 - 5) for cell in range(size)]
        assert python_hash(marks, owned=True) == hash(frozenset(played(marks).items()))
        assert python_hash(marks, owned=False) == hash(frozenset(marks))


@pytest.mark.parametrize("kind", KEYS)
def test_the_order_of_marks_does_not_matter_but_owners_may(kind):
    first, second = permutations([(0, 0), (2, -1), (-1, 1)]), permutations([(1, 1), (-2, 2)])
    keys = {
        position_key(kind, [one[0], two[0], one[1], two[1], one[2]], finite=finite)
        for one, two, finite in product(first, second, (True, False))
    }
    assert len(keys) == (2 if kind == "canonical" else 1)
    one, other = (position_key(kind, [(0, 0), *rest], finite=True) for rest in permutations([(1, 0), (2, 0)]))
    assert (one == other) == ("unowned" in kind)
    if "python" not in kind:
        salted = {position_key(kind, [(0, 0), (1, 1)], finite=True, salt=salt) for salt in (SALT, 0, 1, 2**63)}
        assert len(salted) == 4
