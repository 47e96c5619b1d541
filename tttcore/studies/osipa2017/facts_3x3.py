"""Facts about the 3x3 player: counts of states, searches and wins, and of all games against every opponent.

Source: Osipa (2017), section 1.
"""

import gc
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import product
from math import fmod
from typing import NamedTuple

import numpy as np

from tttcore.games.classic import (
    CELLS,
    CENTRE,
    CORNERS,
    CROSS,
    CROSS_WON,
    DRAWN,
    EMPTY,
    NOUGHT_WON,
    OPEN,
    SIDES,
    START,
    SYMMETRIES,
    Board,
    CellRule,
    Solution,
    StateTables,
    free_cells,
    marked,
    outcome,
    solve,
    to_move,
)
from tttcore.players.memoised_minimax import RESULTS, TIES, Node, Ties, Tree, crosses_turn, state_of
from tttcore.studies.method import Fact

OPENINGS = {"corner": CORNERS[0], "side": SIDES[0], "centre": CENTRE}
"""The first marks that no rotation or reflection turns into one another."""
Marks = tuple[int, ...]
"""Cells that both players have marked, in the order of a game."""


class Results(NamedTuple):
    """Numbers of games by result."""

    cross_won: int
    drawn: int
    nought_won: int
    searches: int
    """Most searches of one player in one game."""

    @property
    def games(self) -> int:
        """Number of all games."""
        return self.cross_won + self.drawn + self.nought_won

    @property
    def decided(self) -> int:
        """Number of games that aren't drawn."""
        return self.cross_won + self.nought_won


def facts_3x3(tables: StateTables) -> list[Fact]:
    """Exact facts about the player; takes some five seconds."""
    with _uncollected():
        return [*_states(tables), *_first_moves(tables), *_games(tables), *_lengths(tables)]


@contextmanager
def _uncollected() -> Iterator[None]:
    """Context without garbage collection, which would repeatedly traverse trees of a million nodes without a cycle."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


def _boards(tables: StateTables) -> list[Board]:
    return [tuple(board) for board in tables.positions.tolist()]


def _states(tables: StateTables) -> Iterable[Fact]:
    boards = _boards(tables)
    states = [state_of(board) for board in boards]
    fields = {field for state in states for field in state[:CELLS]}
    results = {state[CELLS] for state in states}
    text = "; ".join(", ".join(map(str, sorted(values))) for values in (fields, results))
    yield "state", len(states[0]), "numbers in a state; values of its fields; of the result", text
    wrong = sum(crosses_turn(state) != (to_move(board) == CROSS) for board, state in zip(boards, states, strict=True))
    yield "turns_wrong", wrong, f"of {len(boards):,} positions, those where the sum of fields names the wrong player"
    sums = [sum(state[:CELLS]) for state in states]
    wrong = sum((fmod(total, 3) == 2) != (total % 3 == 2) for total in sums)
    how = "of them, those where a remainder with the sum's sign isn't the 2 of O's turn"
    yield "turns_wrong_with_signs", wrong, how
    names = list(Node.__slots__)
    yield "node", len(names), "what a node of the tree holds", ", ".join(names)


def _first_moves(tables: StateTables) -> Iterable[Fact]:
    whole = _nodes_of_all_games(tables)
    yield "tree", whole, "nodes of the whole tree, its root among them, as everywhere here"
    tree, root = _searched(START)
    first = tree.nodes
    yield "first_move", first, "nodes made before X's first move"
    yield "first_move_share", first / whole, "of the whole tree"
    nodes = list(_below(root))
    yield "computed_twice", first - len(nodes), "nodes made for X's first move beyond those that are in its tree"
    positions = len({node.state for node in nodes})
    yield "first_move_positions", positions, "different positions among them; each is computed wherever it comes up"
    window, open_window = (_alpha_beta(START, -limit, limit).nodes for limit in (RESULTS[CROSS_WON], np.inf))
    yield "alpha_beta", window, "nodes of alpha-beta in the same order that begins with -1 and 1"
    yield "alpha_beta_open", open_window, "nodes of alpha-beta that begins without bounds"
    replies = {cell: _searched(marked(START, cell))[0].nodes for cell in free_cells(START)}
    for name, cell in OPENINGS.items():
        yield f"reply_to_{name}", replies[cell], f"nodes made before O's first move when X holds cell {cell}"
    text = ", ".join(map(str, replies.values()))
    yield "replies", float(np.mean([*replies.values()])), "mean of such nodes; for each cell that X may hold", text
    ratios = {cell: first / nodes for cell, nodes in replies.items()}
    yield "first_to_reply", ratios[OPENINGS["corner"]], "nodes of X's first move for each of O's, corner"
    text = ", ".join(f"{ratio:.2f}" for ratio in ratios.values())
    yield "first_to_reply_least", min(ratios.values()), "the least such ratio; for each cell that X may hold", text
    turned = [np.rot90(np.arange(CELLS).reshape(3, 3), quarter).ravel() for quarter in range(4)]
    kinds = len({*np.min(turned, axis=0).tolist()})
    yield "unique_openings", kinds, "first marks that no rotation turns into one another"
    unique = 1 + sum(replies[cell] for cell in OPENINGS.values())
    yield "unique_first_move", unique, "nodes before X's first move if it tries a corner, a side and the centre alone"
    yield "unique_gain", first / unique, "how many times fewer that is"
    gains = [first / (1 + sum(replies[cell] for cell in cells)) for cells in product(CORNERS, SIDES, (CENTRE,))]
    yield "unique_gain_least", min(gains), "the same with the corner and the side that save least"
    yield "unique_gain_most", max(gains), "the same with those that save most"


def _nodes_of_all_games(tables: StateTables) -> int:
    """Number of nodes of the whole game tree: the ways to each position, counted forwards, added up."""
    ways = np.zeros(len(tables.positions), np.int64)
    ways[0] = 1
    for position, successors in enumerate(tables.next_position):
        ways[successors[successors >= 0]] += ways[position]
    return int(ways.sum())


def _searched(board: Board, *, hurry: bool = False) -> tuple[Tree, Node]:
    """Tree and root of a player that has just been asked for its first move."""
    tree = Tree(hurry=hurry)
    root = tree.new_node(state_of(board))
    tree.best_cells(root)
    return tree, root


def _below(node: Node) -> Iterator[Node]:
    """Iterate over a node and all nodes made below it."""
    yield node
    for child in node.children:
        if child is not None:
            yield from _below(child)


class _Searched(NamedTuple):
    utility: float
    nodes: int


def _alpha_beta(board: Board, alpha: float, beta: float) -> _Searched:
    """Alpha-beta search in the order of cells: utility of a board, and nodes searched."""
    ended = outcome(board)
    if ended != OPEN:
        return _Searched(RESULTS[ended], 1)
    highest = to_move(board) == CROSS
    utility, nodes = -np.inf if highest else np.inf, 1
    for cell in free_cells(board):
        found = _alpha_beta(marked(board, cell), alpha, beta)
        nodes += found.nodes
        if highest:
            utility = max(utility, found.utility)
            alpha = max(alpha, utility)
        else:
            utility = min(utility, found.utility)
            beta = min(beta, utility)
        if beta <= alpha:
            break
    return _Searched(utility, nodes)


def _games(tables: StateTables) -> Iterable[Fact]:
    """Facts about the player's games under each tie rule against any opponent, perfect ones, and itself."""
    best = best_cells(tables)
    anyone, perfect = policy_player(free_cells), policy_player(best.__getitem__)
    for ties in TIES:
        first, second = MinimaxPlayer(ties), MinimaxPlayer(ties)
        yield from _seat(ties, "first", enumerate_games(first, anyone), enumerate_games(first, perfect))
        yield from _seat(ties, "second", enumerate_games(anyone, second), enumerate_games(perfect, second))
        games = enumerate_games(first, second)
        how = f"that two such players can play, ties {ties}"
        yield f"self_play_{ties}", games.games, f"games {how}"
        yield f"self_play_decided_{ties}", games.decided, f"games not drawn of those {how}"
        yield f"self_play_searches_{ties}", games.searches, f"most searches of one player in a game of those {how}"


def _seat(ties: Ties, seat: str, everyone: Results, perfect: Results) -> Iterable[Fact]:
    """Facts about the player's games in one seat against any opponent and against perfect players."""
    won, lost = everyone.cross_won, everyone.nought_won
    won, lost = (won, lost) if seat == "first" else (lost, won)
    name, how = f"{ties}_{seat}", f"ties {ties}, {seat} seat, against whatever an opponent may play"
    yield f"won_{name}", won, f"games won: {how}"
    yield f"drawn_{name}", everyone.drawn, f"games drawn: {how}"
    yield f"lost_{name}", lost, f"games lost, so that no one can beat it if there are none: {how}"
    yield f"searches_{name}", everyone.searches, f"most searches in a game: {how}"
    how = f"ties {ties}, {seat} seat, against all that perfect players may play"
    yield f"decided_against_perfect_{name}", perfect.decided, f"games not drawn: {how}"


def _lengths(tables: StateTables) -> Iterable[Fact]:
    """Facts about the lengths of games: slow wins and quick losses, since the search stops at the first win."""
    solved = solve(tables)
    boards, values = _boards(tables), solved.values[tables.state_of]
    first_found = {place: _first_answer(board) for place, board in enumerate(boards) if outcome(board) == OPEN}
    differing = sum(answer.utility != values[place] for place, answer in first_found.items())
    how = f"of {len(first_found):,} open boards, those with another utility than by solving the game backwards"
    yield "values_differing", differing, how
    favoured = {place: values[place] if to_move(boards[place]) == CROSS else -values[place] for place in first_found}
    won, lost = ([place for place in favoured if favoured[place] == sign] for sign in (1, -1))
    yield "won_boards", len(won), "open boards on which whoever moves can win by force"
    yield "lost_boards", len(lost), "open boards on which whoever moves loses by force"
    hurried = {place: _first_answer(boards[place], hurry=True) for place in [*won, *lost]}
    for name, player, answers in (("", "the player", first_found), ("hurried_", "a player in a hurry", hurried)):
        excess = {place: _excess(place, answers[place].cell, tables, solved) for place in [*won, *lost]}
        slow = [place for place in won if excess[place] > 0]
        how = f"of the boards won, those on which {player}, asked there first, takes longer than it needs"
        yield f"{name}slow_wins", len(slow), how
        missed = sum(solved.plies_left[tables.state_of[place]] == 1 for place in slow)
        yield f"{name}wins_in_one_missed", missed, f"of them, those on which {player} passes over a win at once"
        how = f"of the boards lost, those on which {player}, asked there first, loses sooner than it needs"
        yield f"{name}quick_losses", sum(excess[place] < 0 for place in lost), how
    place = next(place for place in won if _excess(place, first_found[place].cell, tables, solved) > 0)
    shown = f"{_drawn(boards[place])}: {first_found[place].cell}, in a hurry {hurried[place].cell}"
    excess_there = _excess(place, first_found[place].cell, tables, solved)
    yield "slow_win", excess_there, "marks that a win takes longer on the first such board, and what is marked", shown


class _Answer(NamedTuple):
    """Answer of a player that has just been asked for its first move."""

    utility: int
    cell: int


def _first_answer(board: Board, *, hurry: bool = False) -> _Answer:
    tree, root = _searched(board, hurry=hurry)
    return _Answer(tree.utility(root), tree.best_cells(root)[0])


def _excess(place: int, cell: int, tables: StateTables, solved: Solution) -> int:
    """Marks by which the game ends later than with perfect play, if play is perfect after a mark on `cell`."""
    now, then = tables.state_of[[place, tables.next_position[place, cell]]]
    return int(1 + solved.plies_left[then] - solved.plies_left[now])


def _drawn(board: Board) -> str:
    """Board as one line of text."""
    signs = "".join({EMPTY: ".", CROSS: "X"}.get(mark, "O") for mark in board)
    return " ".join(signs[row : row + 3] for row in (0, 3, 6))


def best_cells(tables: StateTables) -> dict[Board, list[int]]:
    """Cells that keep the value of each position, in order; none where the game is over."""
    best = np.take_along_axis(solve(tables).best[tables.state_of], SYMMETRIES[tables.symmetry_of], axis=1)
    return {board: np.flatnonzero(own).tolist() for board, own in zip(_boards(tables), best, strict=True)}


class Choice(NamedTuple):
    """Cells that a player may mark, and the number of searches that it made to find them."""

    cells: Sequence[int]
    searches: int = 0


Player = Callable[[Board, Marks], Choice]
"""Choice of a player on a board after some marks: the same at every call, so that each continuation can be followed."""


class MinimaxPlayer:
    """Memoised minimax in one of the seats, with every choice that `ties` leaves to chance.

    Games share the nodes that they have in common and no others, so that each is played as if it were the only one:
    what a choice costs depends on nothing but the marks before it, and is kept with it. One such player can be followed
    through games with several opponents.
    """

    def __init__(self, ties: Ties) -> None:
        self._ties = ties
        self._tree = Tree()
        self._root = self._tree.new_node(state_of(START))
        self._choices: dict[Marks, Choice] = {}

    def __call__(self, board: Board, marks: Marks) -> Choice:
        """See `Player`."""
        if marks not in self._choices:
            node = self._root
            for cell in marks:
                node = self._tree.child(node, cell)
            before = self._tree.searches
            best = self._tree.best_cells(node, every=self._ties == "all_best")
            cells = best[:1] if self._ties == "first" else best
            self._choices[marks] = Choice(cells, self._tree.searches - before)
        return self._choices[marks]


def policy_player(cells: CellRule) -> Player:
    """Player who may mark any of the cells that `cells` gives for a board."""
    return lambda board, marks: Choice(cells(board))


def enumerate_games(first: Player, second: Player) -> Results:
    """Follow all games between two players."""
    return _follow(START, (), (first, second), (0, 0))


def _follow(board: Board, marks: Marks, players: tuple[Player, Player], searches: tuple[int, int]) -> Results:
    """Follow all games from a board on, given each player's number of searches so far."""
    ended = outcome(board)
    if ended != OPEN:
        return Results(ended == CROSS_WON, ended == DRAWN, ended == NOUGHT_WON, max(searches))
    player, (first, second) = len(marks) % 2, searches
    cells, spent = players[player](board, marks)
    searches = (first, second + spent) if player else (first + spent, second)
    found = [_follow(marked(board, cell), (*marks, cell), players, searches) for cell in cells]
    cross_won, drawn, nought_won, most = zip(*found, strict=True)
    return Results(sum(cross_won), sum(drawn), sum(nought_won), max(most))
