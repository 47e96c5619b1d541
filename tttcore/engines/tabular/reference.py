"""Reference implementation of tabular self-play in plain Python, as the document describes it. Read this first.

A state is the marks of a game by cell: ``{(0, 0): 1, (1, -1): 2}``. Each player keeps values of afterstates, the states
that its moves lead to; one that it hasn't met has an initial value by its status. A session of training repeats:

    until somebody has a row or the game is drawn, the player to move
        lists its candidates, and the value of the afterstate of each,
        chooses any of them with probability epsilon, else one of the highest value, and remembers its afterstate;
    each player goes back through what it remembers, with its reward as the first target:
        value += learning rate * (target - value), and the new value is the next target.

`self_play.play_games` plays the same games with the same values, bit by bit, from the same random words. The functions
on a single state answer `Learner.candidates` and `Learner.candidate_values`, too.

Source: mrugala2020, section 2.
"""

from collections.abc import Callable, Hashable, Iterable
from functools import cache
from typing import Literal, NamedTuple

from tttcore.engines.tabular.keys import images
from tttcore.engines.tabular.recipe import Board, Finite, Infinite, Key, Recipe, Smarter
from tttcore.games.mnk import Cell
from tttcore.pipeline.rng import Words, uniform

State = dict[Cell, int]
"""Marks of a game in order: the player, 1 or 2, by cell."""
Status = Literal["win", "draw", "open"]
Choose = Callable[[State, int], Cell]
"""Choice of the player to move in a state, 1 or 2."""

DIRECTIONS = ((0, 1), (1, 0), (1, 1), (1, -1))


class Tally(NamedTuple):
    """Counts of games: won by the first player, drawn, won by the second; marks made; games whose area grew."""

    first: int
    drawn: int
    second: int
    marks: int
    grown: int


def played(marks: Iterable[Cell]) -> State:
    """State after the players' `marks`, made in turn."""
    return {cell: 1 + turn % 2 for turn, cell in enumerate(marks)}


def square(middle: Cell, reach: int) -> list[Cell]:
    """Cells at most `reach` from `middle` along either axis, x before y."""
    span = range(-reach, reach + 1)
    return [(middle[0] + x, middle[1] + y) for x in span for y in span]


def openings(board: Smarter) -> list[Cell]:
    """Cells that the first mark near nothing is drawn from."""
    span = range(-1, 2) if board.opening == "centred" else range(4)
    return [(x, y) for x in span for y in span]


def candidates(board: Board, state: State) -> list[Cell]:
    """Candidate cells of a state, in order: those near its marks, or the free ones of an area."""
    if isinstance(board, Smarter):
        near = [cell for mark in state for cell in square(mark, board.limiter) if cell not in state]
        return near if board.duplicates else list(dict.fromkeys(near))
    return [cell for cell in square((0, 0), limit_of(board, state)) if cell not in state]


def limit_of(board: Board, state: State) -> int:
    """Largest coordinate of the area that is considered in a state; it grows on an infinite board."""
    limit = board.reach
    if isinstance(board, Infinite):
        reach = max((max(abs(x), abs(y)) for x, y in state), default=0)
        while (board.grows == "edge" and reach >= limit) or state.keys() >= set(square((0, 0), limit)):
            limit += board.limiter
    return limit


def in_a_row(state: State, cell: Cell, need: int) -> bool:
    """True if the mark in a cell is one of `need` in a row."""
    x, y = cell
    for across, up in DIRECTIONS:
        row = 1
        for way in (1, -1):
            distance = way
            while state.get((x + distance * across, y + distance * up)) == state[cell]:
                row += 1
                distance += way
        if row >= need:
            return True
    return False


@cache
def lines(size: int, need: int) -> list[list[Cell]]:
    """All rows of `need` cells on a finite board."""
    cells = square((0, 0), size // 2)
    rows = [[(x + i * across, y + i * up) for i in range(need)] for x, y in cells for across, up in DIRECTIONS]
    return [row for row in rows if row[-1] in cells]


def drawn(board: Board, state: State, need: int) -> bool:
    """True if a game that nobody has won is over: the board is full, or every line holds marks of both players."""
    if not isinstance(board, Finite):
        return False
    if board.tie == "dead":
        return all({1, 2} <= {state.get(cell) for cell in line} for line in lines(board.size, need))
    return len(state) == board.size**2


def status_of(board: Board, state: State, last: Cell, need: int) -> Status:
    """Status of a game after a mark in the cell `last`; it was open before."""
    if in_a_row(state, last, need):
        return "win"
    return "draw" if drawn(board, state, need) else "open"


def key_of(kind: Key, state: State, *, finite: bool) -> Hashable:
    """Key that the value of a state is kept under, see `recipe.Recipe.key`; the kernel's are numbers, see `keys`."""
    match kind:
        case "owned":
            return frozenset(state.items())
        case "unowned":
            return frozenset(state)
        case "python":
            return hash(frozenset(state.items()))
        case "python-unowned":
            return hash(frozenset(state))
    turned = images([*state], translated=not finite)
    return min(tuple(sorted(zip(image, state.values(), strict=True))) for image in turned)


class Player:
    """Knowledge and memory of a player."""

    def __init__(self) -> None:
        self.values: dict[Hashable, float] = {}  # by key, of all afterstates that were considered
        self.updated: dict[Hashable, State] = {}  # a state of each key that was updated; lazy storage has these alone
        self.remembered: list[tuple[Hashable, State]] = []  # afterstates of this game, with their keys


class SelfPlay:
    """Two players who learn from games against each other.

    Parameters
    ----------
    recipe : how they learn.
    state : random state of training, a word in an array; the array isn't changed.
    """

    def __init__(self, recipe: Recipe, state: Words) -> None:
        self.recipe, self.board, self.state = recipe, recipe.board, state.copy()
        self.finite = isinstance(self.board, Finite)
        self.players = {1: Player(), 2: Player()}

    def train(self, games: int) -> Tally:
        """Play games with exploration, and update values after each."""
        return self.play_games(games, self.epsilon_greedy, self.feed_rewards)

    def play_match(self, first: str, second: str, games: int, state: Words) -> Tally:
        """Play games without exploration and updates, between players of two kinds, see `Learner.play_match`."""
        kinds = {1: first, 2: second}
        return self.play_games(
            games, lambda marks, number: self.choose_by_kind(kinds[number], marks, number, state), lambda winner: None
        )

    def play_games(self, games: int, choose: Choose, finish: Callable[[int], None]) -> Tally:
        """Play games in which players choose by `choose`; `finish` gets the winner of each, see `play_game`."""
        ends, marks, grown = [0, 0, 0], 0, 0
        for _ in range(games):
            winner, made, grows = self.play_game(choose)
            finish(winner)
            ends[winner] += 1
            marks += made
            grown += grows
        drawn, first, second = ends
        return Tally(first, drawn, second, marks, grown)

    def play_game(self, choose: Choose) -> tuple[int, int, bool]:
        """Play a game: its winner, 1 or 2, or 0 for a draw; the number of marks; and whether the area grew."""
        state: State = {}
        while True:
            number = 1 + len(state) % 2
            grows = limit_of(self.board, state) > self.board.reach
            cell = choose(state, number)
            state = {**state, cell: number}
            if (status := self.status_of(state, cell)) != "open":
                return (number if status == "win" else 0), len(state), grows

    def status_of(self, state: State, last: Cell) -> Status:
        """Status of the game after the last mark."""
        return status_of(self.board, state, last, self.recipe.need)

    def candidates(self, state: State, chance: Words) -> list[Cell]:
        """Cells to choose from, in order; a first mark near nothing is drawn before values are read."""
        if isinstance(self.board, Smarter) and not state:
            cells = openings(self.board)
            return [cells[int(uniform(chance) * len(cells))]]
        return candidates(self.board, state)

    def values_after(self, state: State, number: int, cells: list[Cell]) -> tuple[list[Hashable], list[float]]:
        """Keys and values of the states after marks in `cells`; new ones are stored."""
        values = self.players[number].values
        keys = []
        for cell in cells:
            after = {**state, cell: number}
            keys.append(key_of(self.recipe.key, after, finite=self.finite))
            if keys[-1] not in values:
                values[keys[-1]] = self.initial_value(after, cell)
        return keys, [values[key] for key in keys]

    def initial_value(self, state: State, last: Cell) -> float:
        """Value of a state that was not met before, by its status."""
        return getattr(self.recipe.initial, self.status_of(state, last))

    def known_value(self, state: State, number: int, cell: Cell) -> float:
        """Value of the state after a mark, without storing it."""
        after = {**state, cell: number}
        found = self.players[number].values.get(key_of(self.recipe.key, after, finite=self.finite))
        return self.initial_value(after, cell) if found is None else found

    def epsilon_greedy(self, state: State, number: int) -> Cell:
        """Any candidate with probability epsilon, else one with the highest value; the player remembers it."""
        player, cells = self.players[number], self.candidates(state, self.state)
        keys, values = self.values_after(state, number, cells)
        explores = uniform(self.state) < self.recipe.exploration
        chosen = int(uniform(self.state) * len(cells)) if explores else self.best(values, self.state)
        player.remembered.append((keys[chosen], {**state, cells[chosen]: number}))
        if explores and self.recipe.explored == "forgets":
            player.remembered.clear()
        return cells[chosen]

    def choose_by_kind(self, kind: str, state: State, number: int, chance: Words) -> Cell:
        """Choose a move without learning from it: by values, careful, or any."""
        cells = self.candidates(state, chance)
        if kind == "learned":
            return cells[self.best([self.known_value(state, number, cell) for cell in cells], chance)]
        if kind == "careful":
            own, others = (
                [cell for cell in cells if in_a_row({**state, cell: owner}, cell, self.recipe.need)]
                for owner in (number, 3 - number)
            )
            cells = own or others or cells
        return cells[int(uniform(chance) * len(cells))]

    def best(self, values: list[float], chance: Words) -> int:
        """Index of a highest value: the first, or any of several."""
        highest = max(values)
        places = [place for place, value in enumerate(values) if value == highest]
        if self.recipe.ties == "first" or len(places) == 1:
            return places[0]
        return places[int(uniform(chance) * len(places))]

    def feed_rewards(self, winner: int) -> None:
        """Update what each player remembers of a game, from the last afterstate back, and forget it."""
        for number, player in self.players.items():
            rewards = self.recipe.rewards
            target = rewards.draw if not winner else rewards.win if winner == number else rewards.loss
            for key, state in reversed(player.remembered):
                value = player.values[key]
                value += self.recipe.step * (target - value)
                player.values[key] = value
                player.updated[key] = state
                if self.recipe.target == "moving":
                    target = value
            player.remembered.clear()
