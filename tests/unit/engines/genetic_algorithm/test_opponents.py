"""Probabilities of losing to each opponent, against exact fractions over real boards and published values."""

import numpy as np
import pytest
from reference import classic as oracles

from tttcore.engines.genetic_algorithm.players.evaluation import Evaluator
from tttcore.engines.genetic_algorithm.players.opponents import RandomMoveGenerator, UnbeatableMoveGenerator, game_tree
from tttcore.players.umg_rules import LATE_TURN, barrat_choices, turn_of

HOLDERS = {"opponent": (oracles.X,), "anyone": (oracles.X, oracles.O)}


def rules(centre, *, counted):
    """The oracle's rules, a player from a board to its cells."""
    return lambda board: oracles.barrat(
        board, board.count(oracles.O) + 1 if counted else 50, centre_holder=HOLDERS[centre]
    )


def plays(genome):
    return lambda board: [oracles.move(genome, board)]


@pytest.mark.parametrize("seat", ["first", "second"])
def test_random_moves(tables, random_genes, several, seat):
    genes = random_genes(several(25, without_jit=5), "rmg", seat)
    chances = RandomMoveGenerator().prepare(tables, seat)
    measured = chances.per_game(genes, Evaluator(tables, seat)(genes).tallies, np.arange(len(genes)))
    for chance, genome in zip(measured, genes.tolist(), strict=True):
        players = (plays(genome), oracles.free_cells) if seat == "first" else (oracles.free_cells, plays(genome))
        exact = oracles.loss_chance(*players, oracles.O if seat == "second" else oracles.X)
        assert chance == pytest.approx(float(exact), rel=1e-13)
    assert chances.first_game(genes, np.arange(len(genes))) is None


@pytest.mark.parametrize("centre", HOLDERS)
@pytest.mark.parametrize("counter", ["per_game", "running"])
def test_rules(tables, random_genes, several, centre, counter):
    genes = random_genes(several(60, without_jit=10), "umg", centre, counter)
    chances = UnbeatableMoveGenerator(centre=centre, counter=counter).prepare(tables, "first")
    everyone = np.arange(len(genes))
    usual = chances.per_game(genes, np.zeros((len(genes), 2), np.int64), everyone)
    first = chances.first_game(genes, everyone)
    assert (first is None) == (counter == "per_game")
    for organism, genome in enumerate(genes.tolist()):
        counted, uncounted = (
            oracles.loss_chance(plays(genome), rules(centre, counted=known), oracles.X) for known in (True, False)
        )
        assert usual[organism] == pytest.approx(float(counted if first is None else uncounted), rel=1e-13)
        if first is not None:
            assert first[organism] == pytest.approx(float(counted), rel=1e-13)


def walk(tree, tables, judge, board=0):
    """Chance that the rule loses from a board on, `judge` weighing X's free cells."""
    state = tree.locus[board]
    values = []
    for allele in np.flatnonzero(tables.states[state] == 0):
        onward = tree.replies[board, allele, : tree.reply_counts[board, allele]]
        won_at_once = tables.outcomes[tables.next_state[state, allele]] == 1
        values.append(won_at_once + tree.chance[board, allele] * sum(walk(tree, tables, judge, b) for b in onward))
    return judge(values)


def last_mark_wins(board):
    (cell,) = oracles.free_cells(board)
    return oracles.winner(oracles.put(board, cell)) == oracles.X_WINS


VARIANTS = [
    ("opponent", True, 0.00776, 1 / 3),
    ("anyone", True, 0.01199, 1.0),
    ("anyone", False, 0.0755, 1.0),
]


@pytest.mark.parametrize(("centre", "counted", "published", "exploit"), VARIANTS)
def test_published_chances_of_beating_the_rules(tables, centre, counted, published, exploit):
    """How often X beats the rules, moving at random or in the best way."""
    tree = game_tree(
        tables,
        lambda board: barrat_choices(board, turn=turn_of(board) if counted else LATE_TURN, centre=centre),
    )
    by_twin = float(oracles.loss_chance(oracles.free_cells, rules(centre, counted=counted), oracles.O))
    assert walk(tree, tables, np.mean) == pytest.approx(by_twin, rel=1e-12)
    assert by_twin == pytest.approx(published, abs=0.00006)
    assert walk(tree, tables, max) == pytest.approx(exploit, rel=1e-12)


def test_rows_choose_organisms_in_their_order(tables, random_genes):
    genes = random_genes(40, "rows")
    tallies = Evaluator(tables, "first")(genes).tallies
    rows = np.array([39, 3, 3, 0, 17, 25, 8])
    for opponent in (RandomMoveGenerator(), UnbeatableMoveGenerator(), UnbeatableMoveGenerator(counter="running")):
        chances = opponent.prepare(tables, "first")
        everyone = chances.per_game(genes, tallies, np.arange(40))
        assert len(set(everyone[rows].tolist())) > 1
        assert chances.per_game(genes, tallies, rows).tolist() == everyone[rows].tolist()
        first = chances.first_game(genes, np.arange(40))
        if first is not None:
            assert chances.first_game(genes, rows).tolist() == first[rows].tolist()
