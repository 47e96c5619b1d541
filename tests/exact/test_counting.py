"""Numbers of games and boards against enumeration of all games and all images of boards."""

from collections import Counter
from functools import cache
from itertools import product

import oracles

from tttcore.exact import counting


def end_of(board):
    return 9 - board.count(0), oracles.winner(board) == oracles.DRAW


@cache
def every_game():
    """All games as sequences of cells, with their ends."""
    found, todo = [], [((), oracles.BLANK)]
    while todo:
        cells, board = todo.pop()
        if oracles.winner(board):
            found.append((cells, end_of(board)))
        else:
            todo += [((*cells, cell), oracles.put(board, cell)) for cell in oracles.free_cells(board)]
    return found


def test_games():
    assert counting.games() == Counter(end for _, end in every_game())


def test_games_up_to_symmetry():
    """The least of the eight images of each sequence, as they are told apart."""
    where = [[transform.index(cell) for cell in range(9)] for transform in oracles.TRANSFORMS]
    classes = {(min(tuple(cells[c] for c in game) for cells in where), end) for game, end in every_game()}
    assert counting.symmetric_games() == Counter(end for _, end in classes)
    assert sum(counting.symmetric_games().values()) == len(classes) == 31_896


def test_paths_of_states(tables):
    ends = Counter()

    def follow(board):
        if oracles.winner(board):
            ends[end_of(board)] += 1
        else:
            for after in {oracles.base_case(oracles.put(board, cell)) for cell in oracles.free_cells(board)}:
                follow(after)

    follow(oracles.BLANK)
    assert counting.state_paths(tables) == ends
    assert sum(ends.values()) == 26_830


def test_a_path_of_states_stands_for_games_that_no_symmetry_joins():
    """Two games that are different under every symmetry and pass through the same states."""
    found = {}
    for game, _ in every_game_of(6):
        board, path = oracles.BLANK, []
        for cell in game:
            board = oracles.put(board, cell)
            path.append(oracles.base_case(board))
        images = frozenset(tuple(t.index(c) for c in game) for t in oracles.TRANSFORMS)
        found.setdefault(tuple(path), set()).add(images)
    assert max(map(len, found.values())) > 1


def every_game_of(marks):
    return [(cells, end) for cells, end in every_game() if len(cells) == marks]


def test_balanced_boards():
    turned = {
        min(tuple(board[cell] for cell in transform) for transform in oracles.TRANSFORMS)
        for board in product((0, 1, 2), repeat=9)
        if board.count(1) - board.count(2) in (0, 1)
    }
    own = counting.balanced_boards()
    assert {min(tuple(b[c] for c in t) for t in oracles.TRANSFORMS) for b in own} == turned
    assert len(own) == len(turned) == 850
