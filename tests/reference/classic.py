"""Slow oracles written from the document's text: plain tuples and loops, nothing shared with the package.

Only conventions are shared, so that a genome means the same to both. Cells are numbered row by
row. A class of equal boards is shown by the image that comes first when X sorts before O before
empty; classes are ordered by marks on the board, then by their digits. Transforms are tried in the
order of quarter turns to the left, first of the board, then of its mirror image.

What is asked again and again about single boards is remembered (`cache`); nothing else is clever.

Source: ancheta2020, Procedures and Listing 1.
"""

from collections import Counter, deque
from fractions import Fraction
from functools import cache

X, O = 1, 2  # noqa: E741
X_WINS, O_WINS, DRAW = 1, 2, 3
FINISHED = 9
BLANK = (0,) * 9
ROWS = ((0, 1, 2), (3, 4, 5), (6, 7, 8))
COLUMNS = ((0, 3, 6), (1, 4, 7), (2, 5, 8))
DIAGONALS = ((0, 4, 8), (2, 4, 6))
SCAN_ORDER = ROWS + DIAGONALS + COLUMNS
CORNER_CELLS = (0, 2, 6, 8)
SIDE_CELLS = (1, 3, 5, 7)


@cache
def winner(board):
    """0 while the game goes on; otherwise who won, or DRAW."""
    for a, b, c in ROWS + COLUMNS + DIAGONALS:
        if board[a] and board[a] == board[b] == board[c]:
            return board[a]
    return 0 if 0 in board else DRAW


@cache
def free_cells(board):
    return [cell for cell in range(9) if not board[cell]]


@cache
def put(board, cell):
    """Board after the side to move marks a cell."""
    assert not board[cell]
    marks = [*board]
    marks[cell] = X if board.count(0) % 2 else O
    return tuple(marks)


def _turned(cells):
    """Quarter turn to the left: the right column becomes the top row."""
    return tuple(cells[3 * column + 2 - row] for row in range(3) for column in range(3))


def _transforms():
    found = []
    for start in (tuple(range(9)), (2, 1, 0, 5, 4, 3, 8, 7, 6)):
        cells = start
        for _ in range(4):
            found.append(cells)
            cells = _turned(cells)
    return found


TRANSFORMS = _transforms()


def base_case(board):
    """The image that stands for the board's class."""
    images = [tuple(board[cell] for cell in transform) for transform in TRANSFORMS]
    return min(images, key=lambda cells: [mark or 3 for mark in cells])


@cache
def game_base():
    """The boards that stand for their classes, one per gene, as in the listing's file of them."""
    seen, queue = {BLANK}, deque([BLANK])
    while queue:
        board = queue.popleft()
        if not winner(board):
            for cell in free_cells(board):
                after = base_case(put(board, cell))
                if after not in seen:
                    seen.add(after)
                    queue.append(after)
    return sorted(seen, key=lambda board: (9 - board.count(0), board))


@cache
def _gene_index():
    return {board: gene for gene, board in enumerate(game_base())}


@cache
def gene_of(board):
    """Which gene decides on a board, and the transform from its base case."""
    base = base_case(board)
    for transform in TRANSFORMS:
        if tuple(base[cell] for cell in transform) == board:
            return _gene_index()[base], transform
    raise AssertionError(board)


def move(genome, board):
    """Cell that an organism marks."""
    gene, transform = gene_of(board)
    return transform.index(genome[gene])


def random_genome(rng):
    """Initial Population: a random free cell per state, 9 where the game is over."""
    return [FINISHED if winner(board) else rng.choice(free_cells(board)) for board in game_base()]


@cache
def best_result(board):
    """What perfect play leads to: 1 if X wins, -1 if O wins, 0 if neither."""
    if winner(board):
        return {X_WINS: 1, O_WINS: -1, DRAW: 0}[winner(board)]
    results = [best_result(put(board, cell)) for cell in free_cells(board)]
    return max(results) if board.count(0) % 2 else min(results)


def perfect_genome():
    """The first cell of every state that perfect play may mark."""
    return [
        FINISHED if winner(board) else
        next(cell for cell in free_cells(board) if best_result(put(board, cell)) == best_result(board))
        for board in game_base()
    ]  # fmt: skip


def outcomes(genome, seat):
    """Counter of how all games end in which the opponent of the `seat` tries every reply."""
    ends = Counter()
    queue = deque([put(BLANK, move(genome, BLANK)) if seat == "first" else BLANK])
    while queue:
        board = queue.popleft()
        if winner(board):
            ends[winner(board)] += 1
            continue
        for cell in free_cells(board):
            after = put(board, cell)
            queue.append(after if winner(after) else put(after, move(genome, after)))
    return ends


def fitness(genome, seat):
    """Games lost / games played."""
    if seat == "both":
        first, second = outcomes(genome, "first"), outcomes(genome, "second")
        return (first[O_WINS] + second[X_WINS]) / (first.total() + second.total())
    ends = outcomes(genome, seat)
    return ends[O_WINS if seat == "first" else X_WINS] / ends.total()


def barrat(board, turn, *, centre_holder=(X,)):
    """Cells among which the unbeatable generator, playing O, chooses on its `turn`.

    The second-turn rule asks whether the centre is held by one of `centre_holder`.
    """
    corners = [cell for cell in CORNER_CELLS if not board[cell]]
    sides = [cell for cell in SIDE_CELLS if not board[cell]]
    if turn == 1:
        return corners if board[4] else [4]
    for mark in (O, X):
        for line in SCAN_ORDER:
            if sorted(board[cell] for cell in line) == [0, mark, mark]:
                return [cell for cell in line if not board[cell]]
    if turn == 2 and board[4] in centre_holder:
        return corners
    if corners and X in [board[cell] for cell in SIDE_CELLS]:
        return corners
    return sides if sides else corners


def loss_chance(first, second, loser, board=BLANK):
    """Exact chance that `loser` loses, each player a function from a board to its equally likely cells."""
    if winner(board):
        return Fraction(winner(board) == (O_WINS if loser == X else X_WINS))
    cells = (first if board.count(0) % 2 else second)(board)
    return sum(loss_chance(first, second, loser, put(board, cell)) for cell in cells) / len(cells)


def play(first, second):
    """One game; each player is a function from a board to a cell. Who won."""
    board = BLANK
    while not winner(board):
        board = put(board, (first if board.count(0) % 2 else second)(board))
    return winner(board)


class UnbeatableGenerator:
    """Plays O by Barrat's rules; counts its own turns, and forgets to start over if told so."""

    def __init__(self, rng, *, centre_holder=(X,), reset=True):
        self.rng, self.centre_holder, self.reset, self.turn = rng, centre_holder, reset, 0

    def __call__(self, board):
        if self.reset and O not in board:
            self.turn = 0
        self.turn += 1
        return self.rng.choice(barrat(board, self.turn, centre_holder=self.centre_holder))


def losses(genome, generator, games):
    """Games that an organism, playing X, loses to a generator."""
    return sum(play(lambda board: move(genome, board), generator) == O_WINS for _ in range(games))
