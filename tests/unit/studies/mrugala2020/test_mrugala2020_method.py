"""Facts of the method, sessions that are never cleared, and moves of bots, against the reference and cases by hand."""

from itertools import combinations, product
from math import comb

import numpy as np
import pytest
from helpers.tabular_learners import RECIPE, learners, recipe_of, words
from scipy import stats
from statsmodels.stats.proportion import proportion_confint

from tttcore.engines.tabular.recipe import AS_DESCRIBED
from tttcore.engines.tabular.reference import SelfPlay
from tttcore.games.mnk import longest_row
from tttcore.pipeline.rng import stream
from tttcore.studies.mrugala2020 import method, never_cleared, sensible_moves
from tttcore.studies.mrugala2020.sensible_moves import LEFT, OPEN, completing, judged_moves, rows_through


@pytest.mark.needs_jit
def test_the_learning_rule(facts_by_name, tables, monkeypatch):
    """Each check is one that another reading or key changes."""

    def facts_of(**change):
        return facts_by_name(method.learning_rule_facts, RECIPE | change, tables, seed=1)

    facts = facts_of()
    assert facts["learnt"][0] == facts["remembered"][0] == 1
    assert facts["fed_moving"] == (pytest.approx(0.5005), "1, 0.55, 0.505, 0.5005")
    assert facts["fed_fixed"] == (pytest.approx(0.55), "1, 0.55, 0.55, 0.55")
    assert facts["keys"][0] == facts["positions"][0] == 5477
    assert facts["orders_differing"][0] == facts["edge_ends"][0] == 0
    forgetting = facts_of(explored="forgets")
    assert (forgetting["remembered"][0], forgetting["learnt"][0]) == (0, 1)
    monkeypatch.setattr(method, "position_key", lambda kind, marks, finite: hash(tuple(marks)))
    by_order = facts_of()
    assert by_order["orders_differing"][0] > 5000
    assert by_order["keys"][0] > 5477


@pytest.mark.needs_jit
def test_games_of_random_moves(facts_by_name):
    """On 3x3 the exact shares are known: 737/1260 and 121/420."""
    facts = facts_by_name(method.random_move_facts, RECIPE, seed=1)
    assert facts["random_first_5"][0] == pytest.approx(737 / 1260, abs=0.015)
    assert facts["random_second_5"][0] == pytest.approx(121 / 420, abs=0.015)


@pytest.fixture(scope="module")
def hash_facts(facts_by_name):
    return facts_by_name(method.python_hash_facts)


@pytest.mark.parametrize(("name", "least", "size", "most"), [("3", -1, 3, 9), ("5", -2, 5, 3), ("5_from_0", 0, 5, 3)])
def test_hashes_of_this_python(hash_facts, name, least, size, most):
    """Of all sets of marks, split between the players as turns allow; only -1 and -2 are mistaken for each other."""
    cells = [(least + x, least + y) for x in range(size) for y in range(size)]
    found = {hash(frozenset(marks)) for number in range(1, most + 1) for marks in combinations(cells, number)}
    assert hash_facts[f"hashes_unowned_{name}"][0] == len(found)
    assert hash_facts["hashes_differing"][0] == 0
    sets = {number: comb(len(cells), number) for number in range(1, most + 1)}
    assert hash_facts[f"hashed_unowned_{name}"][0] == sum(sets.values())
    owned = sum(count * comb(number, number // 2) for number, count in sets.items())
    assert hash_facts[f"hashed_owned_{name}"][0] == owned
    for kind in ("owned", "unowned"):
        lost = hash_facts[f"lost_{kind}_{name}"][0]
        assert lost > 0.7 if name == "5" else lost == 0


def test_single_marks_have_sixteen_hashes(facts_by_name, monkeypatch):
    """Coordinates -2 and -1 are one, so that there are four to a side; another hash is noticed."""
    monkeypatch.setattr(method, "BOARDS", (method.HashedBoard("one", 5, -2, 1),))
    facts = facts_by_name(method.python_hash_facts)
    for kind in ("owned", "unowned"):
        assert facts[f"hashes_{kind}_one"][0] == 16
        assert facts[f"lost_{kind}_one"][0] == 1 - 16 / 25
    monkeypatch.setattr(method, "python_hash", lambda marks, owned: 0)
    facts = facts_by_name(method.python_hash_facts)
    assert facts["hashes_owned_one"][0] == 1
    assert facts["hashes_differing"][0] == facts["hashed_owned_one"][0] + facts["hashed_unowned_one"][0]


class Hoarder(SelfPlay):
    """Feeds rewards as listed: the list of states isn't cleared."""

    updates = 0

    def feed_rewards(self, winner):
        kept = [list(player.remembered) for player in self.players.values()]
        super().feed_rewards(winner)
        for player, states in zip(self.players.values(), kept, strict=True):
            player.remembered += states
            self.updates += len(states)


@pytest.mark.parametrize(("target", "word"), [("moving", 7), ("fixed", 2**60 + 3)])
def test_never_cleared_as_listed(target, word):
    hoarder = Hoarder(recipe_of(target=target), words(word))
    told = hoarder.train(150)
    tally, updates = never_cleared.session({**AS_DESCRIBED, "target": target}, words(word), games=150, cleared=False)
    assert tally.tolist() == [*told[:3]]
    assert updates == hoarder.updates


@pytest.mark.parametrize("change", [{}, {"target": "fixed"}, {"step": 0.5, "exploration": 0.1}])
def test_cleared_sessions_are_those_of_the_engine(change):
    recipe = {**AS_DESCRIBED, **change}
    word, told = words(11), learners(change, word=11).train(2000)
    tally, updates = never_cleared.session(recipe, word, games=2000, cleared=True)
    assert tally.tolist() == [*told[:3]]
    assert updates == told.marks
    assert word.tolist() == [11]


def test_the_table_of_sessions(monkeypatch):
    monkeypatch.setattr(never_cleared, "GAMES", 200)
    table = never_cleared.never_cleared(AS_DESCRIBED, seed=1).set_index("history")
    assert [*table.index] == ["cleared", "never cleared"]
    assert (table["n"] == never_cleared.SESSIONS).all()
    cleared, kept = (table.loc[history] for history in table.index)
    assert cleared[["difference", "difference_low", "difference_high"]].tolist() == [0, 0, 0]
    assert kept["difference"] == pytest.approx(kept["share"] - cleared["share"])
    assert kept["updates"] > 50 * cleared["updates"]
    words = [never_cleared.stream(1, "sessions never cleared", each).bit_generator.random_raw(1) for each in range(10)]
    won = {
        history: [
            never_cleared.session(AS_DESCRIBED, word, games=200, cleared=history == "cleared")[0][0] / 200
            for word in words
        ]
        for history in table.index
    }
    paired = stats.ttest_rel(won["never cleared"], won["cleared"]).confidence_interval()
    assert kept[["difference_low", "difference_high"]].tolist() == pytest.approx([paired.low, paired.high])
    assert table.equals(never_cleared.never_cleared(AS_DESCRIBED, seed=1).set_index("history"))


def test_rows_through_a_cell():
    rows = [frozenset(row) for row in rows_through((2, -1), 5)]
    assert len({*rows}) == len(rows) == 20
    assert all((2, -1) in row and len(row) == 5 for row in rows)


@pytest.mark.parametrize("need", [3, 4])
def test_cells_that_complete_a_row_are_those_that_win(need):
    rng = stream(1, "tests", "completing")
    cells = [*product(range(-3, 4), repeat=2)]
    found = 0
    for _ in range(60):
        marks = [cells[place] for place in rng.permutation(len(cells))[:18]]
        own, other = marks[::2], marks[1::2]
        free = [cell for cell in cells if cell not in marks]
        last = [mark for pair in zip(own, other, strict=True) for mark in pair]
        wins = [cell for cell in free if longest_row([*last, cell]) >= need]
        assert completing(own, free, need) == wins
        found += len(wins)
    assert found > 20


def free(marks):
    return [cell for cell in product(range(-9, 50), range(-9, 50)) if cell not in marks]


FAR = [(9, 9), (20, 9), (9, 20), (20, 20)]
"""Marks of an opponent that touch nothing."""


@pytest.mark.parametrize(
    ("own", "other", "cases"),
    [
        ([(0, 0), (0, 1), (0, 2)], FAR, [(LEFT, False)]),
        ([(0, 0), (0, 1), (0, 4)], FAR, [(LEFT, False)]),  # a row of five can still hold all three
        ([(0, 0), (0, 1), (0, 5)], FAR, [(LEFT, True)]),
        ([(0, 0), (0, 1), (3, 2)], FAR, [(LEFT, True)]),
        ([(0, 0), (0, 2), (3, 2)], FAR, []),  # they don't touch
        ([(0, 0), (0, 1), (5, 5)], [(0, -1), (0, 3), (9, 9)], []),  # no room for a row
        ([(0, 0), (1, 1), (0, 1), (2, 2)], FAR, [(LEFT, True), (LEFT, True)]),  # (2, 2) extends the row before
        ([(0, 0), (5, 0), (0, 5), (5, 5), (9, 5)], [(7, y) for y in range(4)], [(OPEN, True)]),
        ([(0, 0), (5, 0), (0, 5), (5, 5), (7, 4)], [(7, y) for y in range(4)], [(OPEN, False)]),
        ([(0, 0), (2, 0), (3, 0), (4, 0), (9, 5)], [(7, y) for y in range(4)], [(LEFT, False)]),  # it could win
    ],
)
def test_cases_by_hand(own, other, cases):
    marks = [mark for pair in zip(own, [*other, (30, 30)], strict=False) for mark in pair]
    assert [*judged_moves(marks[: 2 * len(own) - 1], 0, 5, free)] == cases
    shifted = [(40, 40), *marks[: 2 * len(own) - 1]]
    assert [*judged_moves(shifted, 1, 5, free)] == cases


@pytest.mark.needs_jit
def test_the_table_of_moves(monkeypatch):
    """Bots in either seat play to the end, by their estimates; every case is counted."""
    recipe = AS_DESCRIBED | {"board": {"name": "infinite", "limiter": 2}, "need": 4, "games": 300}
    played, play = [], sensible_moves.play

    def recorded(learner, seat, rng):
        played.append((learner, seat, play(learner, seat, rng)))
        return played[-1][2]

    monkeypatch.setattr(sensible_moves, "play", recorded)
    table = sensible_moves.sensible_moves(recipe, seed=1).set_index("what")
    assert len(played) == 2 * sensible_moves.SESSIONS * sensible_moves.GAMES
    failed = {LEFT: [], OPEN: []}
    for learner, seat, marks in played:
        assert longest_row(marks) >= 4 > longest_row(marks[:-1])
        for turn in range(seat, len(marks), 2):
            values = learner.candidate_values(marks[:turn])
            assert marks[turn] == learner.candidates(marks[:turn])[values.index(max(values))]
        for what, fails in judged_moves(marks, seat, 4, learner.candidates):
            failed[what].append(fails)
    for what, row in table.iterrows():
        share = [np.mean(failed[what]), *proportion_confint(sum(failed[what]), len(failed[what]), method="beta")]
        assert row[["share", "share_low", "share_high"]].tolist() == pytest.approx(share, nan_ok=True)
        assert (row["sessions"], row["cases"]) == (sensible_moves.SESSIONS, len(failed[what]))
    assert len({learner for learner, _, _ in played}) == sensible_moves.SESSIONS
    assert table.equals(sensible_moves.sensible_moves(recipe, seed=1).set_index("what"))
