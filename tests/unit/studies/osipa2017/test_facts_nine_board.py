"""Facts of the nine-board player: heuristics by arrays of boards, what is searched, and that each can fail."""

from itertools import product

import numpy as np
import pytest
from helpers.rows import agrees
from reference import nine_board as twin
from scipy.optimize import LinearConstraint, milp

from tttcore.engines.nine_board import as_published
from tttcore.engines.nine_board.alphabeta import AlphaBeta
from tttcore.engines.nine_board.players import ScheduledDepth
from tttcore.games.nine_board import MOVES
from tttcore.games.position import CROSS_WON, NOUGHT_WON
from tttcore.pipeline.rng import next_word, stream
from tttcore.studies.osipa2017 import facts_nine_board as studied

DIFFERENCES = np.arange(-9, 10)
PLAYER = ScheduledDepth(1, [0, 30], [1, 3, 4])
FEWER = {"SEARCHED": 30, "COUNTED": 6, "OPENINGS": 405, "DEEPEST": 2, "LATE": 62}
EXPECTED = {
    **{"first_moves": 81, "perft_differing": 0, "schedule": 3, "first_player": 0, "heuristics": 3},
    **{"plies_0": 1, "plies_1": 3, "plies_30": 3, "plies_31": 4, "first_values": 1, "wins_scored": 1},
    **{"values_differing_pruned": 0, "first_kept_differing": 0, "not_best": 0, "moves_varying_in_order": 0},
}
"""By sections 2.1 and 2.2 of the document; its depth 0 is one ply, see `ScheduledDepth`."""
COMPUTED = {
    *(
        "most_1",
        "most_2",
        "most_by_lines",
        "both_control",
        "way_scores",
        "nothing",
        "first_moves_p",
        "first_moves_uneven",
    )
}
COMPUTED |= {"misjudged", "misjudged_2", "moves_varying"}


@pytest.fixture(scope="module", autouse=True)
def fewer():
    with pytest.MonkeyPatch.context() as patch:
        for name, number in FEWER.items():
            patch.setattr(studied, name, number)
        yield


def made():
    return list(studied.nine_board_facts(PLAYER, stream(0, "tests", "nine-board facts")))


@pytest.fixture(scope="module")
def calls():
    """Positions, options and results of all searches and proofs for the facts."""
    return {"search": [], "prove": []}


@pytest.fixture(scope="module")
def facts(fewer, calls):
    def recorded(name, original):
        def call(position, **options):
            found = original(position, **options)
            calls[name].append((position, options, found))
            return found

        return call

    with pytest.MonkeyPatch.context() as patch:
        for module, name in ((as_published, "search"), (studied, "prove")):
            patch.setattr(module, name, recorded(name, getattr(module, name)))
        rows = made()
    assert len({name for name, *_ in rows}) == len({how for _, _, how, *_ in rows}) == len(rows)
    return {name: value for name, value, *_ in rows}


def test_facts_that_the_document_settles(facts):
    assert facts.keys() == EXPECTED.keys() | COMPUTED
    assert {name: facts[name] for name in EXPECTED} == EXPECTED
    assert facts["first_moves_p"] > 1e-3
    assert 0 < facts["first_moves_uneven"] < 0.5
    again = made()
    assert {name: value for name, value, *_ in again} == facts
    texts = {name: "".join(text) for name, _, _, *text in again if text}
    assert texts == {"schedule": "1 from 0; 3 from 1; 4 from 31", "first_player": "X"}


def _most_of_nine(each, scores):
    """Greatest sum of scores by a linear program: how many of nine boards have each difference of marks."""
    best = np.where(each, scores[:, None], -99).max(axis=0)
    of_nine = LinearConstraint([np.ones_like(DIFFERENCES), DIFFERENCES], [9, 0], [9, 1])
    return -milp(-best, constraints=of_nine, integrality=np.ones_like(DIFFERENCES)).fun


def test_bounds_of_the_heuristics(facts):
    """All boards at once, lines as rows of an array: which have two marks of a player and a free cell, and where."""
    lines = np.array([line for line in twin.LINES if line[0] < line[2]])
    boards = np.array(list(product(range(3), repeat=9)))
    won = ((boards[:, lines] > 0) & (boards[:, lines] == boards[:, lines][..., :1])).all(axis=2).any(axis=1)
    boards, marks = boards[~won], boards[~won][:, lines]
    ways, by_lines = [], []
    for player in (1, 2):
        nearly = ((marks == player).sum(axis=2) == 2) & ((marks == 0).sum(axis=2) == 1)
        completing = np.zeros(boards.shape, bool)
        for line, cells in enumerate(lines):
            completing[:, cells] |= nearly[:, line, None] & (boards[:, cells] == 0)
        ways.append(completing.sum(axis=1))
        by_lines.append(nearly.sum(axis=1))
    controlled = [own > 0 for own in ways]
    assert (controlled[0] & controlled[1]).any()
    ahead = (boards == 1).sum(axis=1) - (boards == 2).sum(axis=1)
    each = ahead[:, None] == DIFFERENCES
    most, more, lines = (
        _most_of_nine(each, np.subtract(*map(np.int64, both))) for both in (controlled, ways, by_lines)
    )
    agrees(
        facts,
        most_1=most / 10,
        most_2=more / 60,
        most_by_lines=lines / 60,
        both_control=0,
        way_scores=1,
        nothing=0,
    )


def test_misjudged_positions_are_those_of_a_search_to_the_end(facts, calls):
    """Winners by alpha-beta instead of proof numbers, scores by the oracle."""
    wrong = {1: [], 2: []}
    assert len(calls["prove"]) == FEWER["SEARCHED"]
    for position, _, proof in calls["prove"]:
        assert position.ply >= FEWER["LATE"]
        value = np.sign(AlphaBeta(0).choose(position, MOVES).value)
        assert {1: CROSS_WON, -1: NOUGHT_WON, 0: 0}[value] == proof.winner
        for heuristic, found in wrong.items():
            score = twin.heuristic(twin.read(position), heuristic)
            if value and score:
                found.append(value != np.sign(score))
    assert 0 < facts["misjudged"] == np.mean(wrong[1]) < 1
    assert 0 < facts["misjudged_2"] == np.mean(wrong[2]) < 1


def test_searches(facts, calls):
    """Late positions with winning moves are among them with and without pruning; shuffled ones of a position differ."""
    late = [(options, position.winning_moves()) for position, options, _ in calls["search"] if position.ply > 12]
    assert {options.get("pruning", True) for options, winning in late if winning} == {True, False}
    again, varying = studied.AGAIN, {True: 0, False: 0}
    repeated = calls["search"][-2 * again * FEWER["SEARCHED"] :]
    for start in range(0, len(repeated), again):
        own = repeated[start : start + again]
        assert all(position == own[0][0] for position, *_ in own)
        varying[own[0][1]["state"] is not None] += len({found.move for *_, found in own}) > 1
    assert varying == {True: facts["moves_varying"], False: 0}
    assert facts["moves_varying"] > 0


class Drawing:
    """Player who makes any move, and remembers where it did."""

    def __init__(self):
        self.met = []

    def move(self, position, state):
        self.met.append(twin.read(position))
        return position.legal_moves()[next_word(state) % len(position.legal_moves())]


def test_moves_that_control_takes_away_are_counted_by_the_twin():
    player = Drawing()
    table = studied.control(player, stream(0, "tests", "control"), games=7, resamples=50).set_index("fact")
    counts = np.zeros((2, 3))
    for game in player.met:
        opponent = "XO"[game.sign == "X"]
        controlled = sum(bool(twin.winning_cells(game, board, opponent)) for board in range(9))
        after = [game.apply(place) for place in game.legal_moves()]
        losing = [
            then for then in after
            if not then.winner() and any(then.apply(place).winner() == opponent for place in then.legal_moves())
        ]  # fmt: skip
        counts[:, (controlled > 1) + (controlled > 2)] += len(after), len(losing)
    few, _, many = counts[1] / counts[0]
    expected = [counts[1].sum() / counts[0].sum(), many, few, many - few]
    assert table["value"].to_numpy() == pytest.approx(expected)
    assert [*table.index] == [*studied.HOW_IT_LIMITS]
    assert (table["value_low"] <= table["value"]).all()
    assert (table["value"] <= table["value_high"]).all()
    assert counts.min() > 0


SPOILT = {
    "perft_differing": ("_rules", "perft", lambda found, position: found + (position.ply > 20)),
    "values_differing_pruned": ("_searches", "search", lambda found, _: found._replace(value=found.nodes)),
    "first_kept_differing": (
        "_searches", "search", lambda found, p: found._replace(move=p.legal_moves()[found.cut > 0])
    ),
    "not_best": ("_searches", "search", lambda found, p: found._replace(move=p.legal_moves()[0])),
    "wins_scored": ("_wins", "search", lambda found, _: found._replace(value=-found.value)),
}  # fmt: skip


@pytest.mark.parametrize("fact", SPOILT)
def test_facts_show_what_is_wrong(monkeypatch, fact):
    part, name, spoil = SPOILT[fact]
    module = as_published if name == "search" else studied
    original = getattr(module, name)
    monkeypatch.setattr(module, name, lambda position, *args, **kw: spoil(original(position, *args, **kw), position))
    rows = getattr(studied, part)(stream(0, "tests", "spoilt"))
    assert next(value for found, value, *_ in rows if found == fact) != EXPECTED[fact]


def test_facts_show_first_moves_that_are_not_alike(monkeypatch):
    monkeypatch.setattr(ScheduledDepth, "move", lambda self, position, state: int(state[0] % 40))
    monkeypatch.setattr(AlphaBeta, "values", lambda self, position, depth: {m: m == 80 for m in position.legal_moves()})
    rows = studied._first_moves(PLAYER, stream(0, "tests", "nine-board facts"))
    facts = {name: value for name, value, *_ in rows}
    assert (facts["first_values"], facts["first_moves_p"] < 1e-3, facts["first_moves_uneven"] > 1) == (2, True, True)
