"""Matches without learning: against the plain twin, against exact probabilities, and properties of careful players."""

from collections import Counter
from functools import cache
from itertools import product

import numpy as np
import oracles_tabular as twin
import pytest
from scipy.stats import binomtest
from small_tabular import BOARDS, RECIPE, learners

KINDS = ("learned", "random", "careful")
PAIRS = list(product(KINDS, KINDS))
RARE = 1e-6


def words(seed):
    return np.array([seed], np.uint64)


@pytest.mark.parametrize(
    "key",
    [
        "owned",
        pytest.param("unowned", marks=pytest.mark.slow),
        pytest.param("canonical", marks=[pytest.mark.needs_jit, pytest.mark.slow]),
    ],
)
@pytest.mark.parametrize("board", BOARDS)
def test_matches_are_those_of_the_twin(board, key, several):
    """Move for move, since both draw the same words; between matches training goes on as if there had been none."""
    games = 1 if "edge" in board else several(20, without_jit=2)
    changes = BOARDS[board] | {"key": key, "storage": "eager"}
    learner, slow = learners(changes), twin.Twin(RECIPE | changes, twin.Words(7))
    for seed, pair in enumerate(PAIRS):
        assert learner.train(games)._asdict() == slow.train(games)
        if "edge" in board and "learned" in pair:
            continue  # without exploration such games may never end
        state, chance = words(seed), twin.Words(seed)
        before = learner.snapshot()
        assert learner.play_match(*pair, games, state)._asdict() == slow.play_match(pair, games, chance)
        assert int(state[0]) == chance.state
        assert all(np.array_equal(*fields) for fields in zip(before, learner.snapshot(), strict=True))


def distribution(learner, kind, state):
    """Chance of each cell that a player of a kind may mark."""
    number, marks = twin.players_turn(state), twin.sequence(state)
    cells = learner.candidates(marks)
    if kind == "learned":
        values = learner.candidate_values(marks)
        cells = [cell for cell, value in zip(cells, values, strict=True) if value == max(values)]
        cells = cells[:1] if learner.recipe.ties == "first" else cells
    if kind == "careful":
        own, others = (
            [cell for cell in cells if twin.in_a_row({**state, cell: owner}, cell, learner.recipe.need)]
            for owner in (number, 3 - number)
        )
        cells = own or others or cells
    return {cell: 1 / len(cells) for cell in cells}


def exact(learner, first, second):
    """Chances of a game on 3x3 that the first player wins, that it is drawn, and that the second wins."""
    kinds = {1: first, 2: second}

    @cache
    def chances(position):
        state, total = dict(position), np.zeros(3)
        number = twin.players_turn(state)
        for cell, chance in distribution(learner, kinds[number], state).items():
            after = {**state, cell: number}
            if twin.in_a_row(after, cell, learner.recipe.need):
                total[0 if number == 1 else 2] += chance
            elif len(after) == 9:
                total[1] += chance
            else:
                total += chance * chances(frozenset(after.items()))
        return total

    return chances(frozenset())


@pytest.mark.needs_jit
@pytest.mark.parametrize("ties", ["first", "random"])
@pytest.mark.parametrize("pair", PAIRS, ids="-".join)
def test_results_on_3x3_have_their_exact_chances(pair, ties):
    """After too little training for anything to be certain."""
    learner, games = learners({"ties": ties}), 50_000
    learner.train(2000)
    chances = exact(learner, *pair)
    assert chances.sum() == pytest.approx(1)
    results = learner.play_match(*pair, games, words(1))[:3]
    for count, chance in zip(results, chances, strict=True):
        assert binomtest(count, games, min(chance, 1.0)).pvalue > RARE


@pytest.mark.needs_jit
def test_learned_players_without_random_ties_repeat_one_game():
    learner = learners({})
    learner.train(500)
    one = learner.play_match("learned", "learned", 1, words(1))
    assert learner.play_match("learned", "learned", 100, words(2)) == tuple(100 * count for count in one)


def test_untrained_players_take_the_first_cell():
    """They see a win when there is one: the diagonal, with the seventh mark."""
    assert learners({}).play_match("learned", "learned", 10, words(1)) == (10, 0, 0, 70, 0)


def test_careful_players_win_at_once():
    """Two in a row can't be kept from who begins: the second mark has at least three cells beside the first."""
    for board in ("3x3, need 2", "infinite, kept", "smarter"):
        learner = learners(BOARDS[board] | {"need": 2})
        for second in KINDS:
            assert learner.play_match("careful", second, 50, words(3)) == (50, 0, 0, 150, 0)


@pytest.mark.needs_jit
def test_careful_players_prevent_what_they_can():
    """On 3x3 they lose only to two threats at once, so more seldom than who marks anything."""
    learner, games = learners({}), 20_000
    lost = {kind: learner.play_match("careful", kind, games, words(4)).first for kind in ("random", "careful")}
    assert lost["careful"] < lost["random"] / 2


@pytest.mark.needs_jit
def test_first_marks_on_smarter_boards_are_spread_evenly(several):
    """Also of players who don't explore: the opening is drawn before anybody thinks."""
    for opening, cells in (("centred", 9), ("python", 16)):
        changes = {"board": {"name": "smarter", "limiter": 2, "opening": opening, "duplicates": False}, "need": 1}
        learner, games = learners(changes | {"exploration": 0}), 9000
        learner.train(games)
        found = learner.candidate_values([])
        assert len(found) == cells == learner.entries[0]
        slow = twin.Twin(RECIPE | changes | {"exploration": 0}, twin.Words(7))
        begun = Counter(slow.neighbours({}, slow.chance)[0] for _ in range(games))
        assert sorted(begun) == sorted(learner.candidates([]))
        assert all(binomtest(count, games, 1 / cells).pvalue > RARE for count in begun.values())


def test_matches_count_no_collisions():
    learner = learners({"key": "unowned", "storage": "eager"}, audited=True)
    learner.train(200)
    found = learner.collisions
    assert found > 0
    learner.play_match("learned", "random", 200, np.array([3], np.uint64))
    assert learner.collisions == found
