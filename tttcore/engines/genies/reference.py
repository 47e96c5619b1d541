"""Reference implementation of Genies in plain Python, as Post (1999) describes them: a move, a game, a search, a run.

The compiled kernels do exactly this, only faster; tests compare them with it move by move and number by number.
Only the marks, the results of games, and tables that follow from the board alone are kept.

Source: Post 1999, Methods, Results, Appendix C.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, partial
from typing import Any, Protocol, TypeVar

from tttcore.engines.genies.players.linear import EVALUATE, RANDOM, WIN_OR_BLOCK, Player
from tttcore.games.hypercube import EMPTY, FIRST, SECOND, Hypercube, all_lines

Recipe = Mapping[str, Any]
"""Keys of a treatment, as in the study's file."""
T = TypeVar("T")
NEUTRAL = 101
"""lifeScore of a Genie that has not played."""


class RandomSource(Protocol):
    """Source of random numbers."""

    def randint(self, choices: int) -> int:
        """Uniform whole number from 0 to `choices` - 1."""

    def uniform(self) -> float:
        """Uniform number from 0 to 1, without 1."""


# A move


@dataclass
class Position:
    """A board and the mark of each cell: `EMPTY`, `FIRST` or `SECOND`."""

    board: Hypercube
    marks: list[int] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.marks = self.marks or [EMPTY] * self.board.cells

    def free(self) -> list[int]:
        """Cells without a mark."""
        return [cell for cell, mark in enumerate(self.marks) if mark == EMPTY]

    def has_line(self, player: int) -> bool:
        """True if a line is all the player's."""
        return any(all(self.marks[cell] == player for cell in line) for line in lines(self.board))

    def counts(self, cell: int, player: int) -> Iterator[tuple[int, int]]:
        """Marks of the player and of the opponent in each line through a cell."""
        for line in lines_through(self.board)[cell]:
            marks = [self.marks[place] for place in line]
            yield marks.count(player), marks.count(opponent_of(player))

    def completes(self, cell: int, player: int) -> bool:
        """True if the player completes a line by marking a cell."""
        return any(own == self.board.edge - 1 for own, _ in self.counts(cell, player))

    def is_alive(self) -> bool:
        """True if a line through a free cell lacks marks of one of the two."""
        return any(0 in counts for cell in self.free() for counts in self.counts(cell, FIRST))

    def marked(self, cell: int, player: int) -> "Position":
        """The position after a mark."""
        return Position(self.board, [*self.marks[:cell], player, *self.marks[cell + 1 :]])


@cache
def lines(board: Hypercube) -> list[list[int]]:
    """Cells of each line."""
    return all_lines(board).tolist()


@cache
def lines_through(board: Hypercube) -> list[list[list[int]]]:
    """Lines through each cell."""
    return [[line for line in lines(board) if cell in line] for cell in range(board.cells)]


def opponent_of(player: int) -> int:
    """The other of the two."""
    return SECOND if player == FIRST else FIRST


def cell_value(position: Position, cell: int, player: int, genes: Sequence[int], unmarked: str = "empty") -> int:
    """Value of a cell to a player: the sum of the weights of the lines through it.

    A line of k own marks alone has the weight own[k], one of k of the opponent's theirs[k]. One without marks has
    own[0] and theirs[0]; if `unmarked` is ``by_one``, own[0] goes to all lines without own marks instead, and theirs[0]
    to all without the opponent's.
    """
    own, theirs = genes[: position.board.edge], genes[position.board.edge :]
    by_one, total = unmarked == "by_one", 0
    for mine, others in position.counts(cell, player):
        if others == 0 and (mine > 0 or not by_one):
            total += own[mine]
        if mine == 0 and (others > 0 or not by_one):
            total += theirs[others]
        if by_one:
            total += own[0] * (mine == 0) + theirs[0] * (others == 0)
    return total


def choose_cell(
    position: Position, mark: int, player: Player, rng: RandomSource | None, unmarked: str = "empty"
) -> int:
    """Cell that a player marks, by its strategy; ties go to the first cell."""
    edge, free = position.board.edge, position.free()
    match player.strategy:
        case 1:  # at random: cells are drawn until one is free
            assert rng is not None
            while (cell := rng.randint(len(position.marks))) not in free:
                pass
            return cell
        case 2:  # the first free cell
            return free[0]
        case 3:  # complete lines, the more the better; otherwise, or among equal ones, block

            def urgency(cell: int) -> tuple[int, int]:
                counts = [*position.counts(cell, mark)]
                return sum(mine == edge - 1 for mine, _ in counts), sum(others == edge - 1 for _, others in counts)

            return first_best(free, urgency)
    return first_best(free, lambda cell: cell_value(position, cell, mark, player.genes, unmarked))


def first_best(candidates: Iterable[T], score: Callable[[T], Any]) -> T:
    """The first of the candidates of highest score."""
    return max(candidates, key=score)


def play(
    board: Hypercube, first: Player, second: Player, rng: RandomSource | None = None, unmarked: str = "empty"
) -> tuple[int, list[int]]:
    """Winner of a game, 0 for a full board without a line, and the cells that are marked."""
    position, moves, mark = Position(board), [], FIRST
    while position.free():
        cell = choose_cell(position, mark, first if mark == FIRST else second, rng, unmarked)
        position.marks[cell] = mark
        moves.append(cell)
        if position.has_line(mark):
            return mark, moves
        mark = opponent_of(mark)
    return 0, moves


# A search, see `players.minmax`

Value = tuple[int, int]
"""Compared from the left: plies left when a line is completed, 0 if none is, and the sum of the cells' values."""


def choose_by_search(position: Position, player: int, genes: Sequence[int], depth: int) -> int:
    """The first of the best cells by full search."""
    known: dict[tuple[tuple[int, ...], int], Value] = {}
    return first_best(position.free(), lambda cell: value_of_mark(position, cell, player, genes, depth, known))


def value_of_mark(
    position: Position, cell: int, player: int, genes: Sequence[int], depth: int, known: dict[Any, Value]
) -> Value:
    """Value of marking a cell; `known` holds the values of positions that were searched before."""
    if position.completes(cell, player):
        return depth, 0
    after = position.marked(cell, player)
    plies, total = value_of_position(after, opponent_of(player), genes, depth - 1, known)
    return -plies, cell_value(position, cell, player, genes) - total


def value_of_position(
    position: Position, player: int, genes: Sequence[int], depth: int, known: dict[Any, Value]
) -> Value:
    """Value of a position to the player who moves."""
    if depth == 0 or not position.is_alive():
        return 0, 0
    met = (tuple(position.marks), depth)
    if met not in known:
        known[met] = max(value_of_mark(position, cell, player, genes, depth, known) for cell in position.free())
    return known[met]


# A life


@dataclass
class Genie:
    """A member of either family, with the results of its games."""

    player: Player
    wins: int = 0
    losses: int = 0
    draws: int = 0
    age: int = 0

    def halve(self) -> None:
        """Halve the counts of results, rounded down."""
        self.wins, self.losses, self.draws = self.wins // 2, self.losses // 2, self.draws // 2


def life_score(wins: int, losses: int, draws: int, *, goal: str = "win", division: str = "real") -> float:
    """Score of results: from 1, all lost, to 201, all won. With draws for a goal, wins and draws change places."""
    if goal == "draw":
        wins, draws = draws, wins
    weight, gained = 2 * wins + 2 * losses + draws, 100 * (2 * wins - 2 * losses - draws)
    if weight == 0:
        return NEUTRAL
    if division == "integer":  # toward zero, as in C++
        return NEUTRAL + (abs(gained) // weight if gained >= 0 else -(abs(gained) // weight))
    return gained / weight + NEUTRAL


def score_of(genie: Genie, recipe: Recipe) -> float:
    """The lifeScore of a Genie by the recipe."""
    score, results = recipe["score"], (genie.wins, genie.losses, genie.draws)
    if score["name"] == "lifetime":
        return life_score(*results, goal=recipe["goal"]) - score["ageing"] * genie.age
    return life_score(*results, goal=recipe["goal"], division=score["division"])


def play_official_game(genies: Sequence[Genie], recipe: Recipe, rng: RandomSource) -> None:
    """Draw two Genies, let them play, and count the result for both."""
    first = rng.randint(len(genies))
    second = rng.randint(len(genies) - 1)
    one, other = genies[first], genies[second + (second >= first)]
    if recipe.get("opening") == "static" and other.player.strategy != EVALUATE == one.player.strategy:
        one, other = other, one
    winner, _ = play(board_of(recipe), one.player, other.player, rng, recipe.get("unmarked", "empty"))
    if winner == 0:
        one.draws += 1
        other.draws += 1
    else:
        (one if winner == FIRST else other).wins += 1
        (other if winner == FIRST else one).losses += 1


def unofficial_share(genies: Sequence[Genie], recipe: Recipe, rng: RandomSource) -> float:
    """Proportion of games that evolving Genies win against the random player, moving first in every other one."""
    family, games, won = genies[recipe["static"]["count"] :], recipe["unofficial"]["games"], 0
    for genie in family:
        for game in range(games):
            pair = (genie.player, Player(RANDOM)) if game % 2 == 0 else (Player(RANDOM), genie.player)
            winner, _ = play(board_of(recipe), *pair, rng, recipe.get("unmarked", "empty"))
            won += winner == (FIRST if game % 2 == 0 else SECOND)
    return won / (len(family) * games)


def board_of(recipe: Recipe) -> Hypercube:
    """Board that is played on."""
    return Hypercube(recipe["edge"], recipe["dimensions"])


# Death and birth


def choose(scores: Sequence[float], static: int, recipe: Recipe, rng: RandomSource) -> tuple[int, int, int]:
    """Slots of the Genie that dies, of the parent and of the mate, which is the parent if genes are not crossed."""
    everyone = list(range(len(scores)))
    family, how = everyone[static:], recipe["replace"]["name"]
    clipped = [min(max(score, 1), 201) for score in scores]
    candidates = family
    pick: Callable[[Sequence[int]], int]
    if how == "roulette":
        dies = spin_wheel(family, lambda slot: 202 - clipped[slot], rng)
        pick = partial(spin_wheel, sector=lambda slot: clipped[slot], rng=rng)
    elif how == "neutral":
        dies = family[rng.randint(len(family))]
        pick = lambda slots: slots[rng.randint(len(slots))]  # noqa: E731
    else:
        dies = first_best(family, lambda slot: -scores[slot])
        if recipe["replace"]["best_of"] == "everyone":
            candidates = everyone
        pick = partial(first_best, score=lambda slot: scores[slot])
    parent = pick(candidates)
    if recipe["cross"]["name"] == "copy":
        return dies, parent, parent
    return dies, parent, pick([slot for slot in candidates if slot != parent])


def spin_wheel(slots: Sequence[int], sector: Callable[[int], float], rng: RandomSource) -> int:
    """A slot drawn in proportion to its sector of the wheel."""
    reach, mark = 0.0, rng.uniform() * sum(map(sector, slots))
    for slot in slots:
        reach += sector(slot)
        if reach > mark:
            return slot
    return slots[-1]


def cross(parent: Sequence[int], mate: Sequence[int], recipe: Recipe, rng: RandomSource) -> list[int]:
    """Genes of a child: each is the mate's with the recipe's crossover probability, else the parent's."""
    if recipe["cross"]["name"] == "copy":
        return list(parent)
    share = recipe["cross"]["share"]
    return [other if rng.uniform() < share else own for own, other in zip(parent, mate, strict=True)]


def mutate(genes: Sequence[int], recipe: Recipe, rng: RandomSource) -> list[int]:
    """Copy in which each gene mutates with the recipe's probability: by -1, 0 or 1, or to any value of a range."""
    change, child = recipe["mutate"], []
    for gene in genes:
        if rng.uniform() >= change["percent"] / 100:
            child.append(gene)
        elif change["name"] == "drift":
            child.append(gene + rng.randint(3) - 1)
        else:
            child.append(draw_gene(change["low"], change["high"], rng))
    return child


def draw_gene(low: int, high: int, rng: RandomSource) -> int:
    """Uniform whole number from `low` to `high`."""
    return low + rng.randint(high - low + 1)


# A run


@dataclass
class History:
    """Record of a run, generation by generation; genes of the first evolving Genies, then of each child."""

    scores: list[list[float]] = field(default_factory=list)
    died: list[int] = field(default_factory=list)
    parent: list[int] = field(default_factory=list)
    mate: list[int] = field(default_factory=list)
    genes: list[Sequence[int]] = field(default_factory=list)
    unofficial: list[float] = field(default_factory=list)


def run(recipe: Recipe, rng: RandomSource, unofficial_rng: RandomSource) -> History:
    """Let a family evolve: in each generation games are played, one Genie dies, and a child takes its place."""
    genies, history = found(recipe, rng), History()
    static = recipe["static"]["count"]
    history.genes = [genie.player.genes for genie in genies[static:]]
    for generation in range(1, recipe["generations"] + 1):
        if recipe["score"]["name"] == "halved":
            for genie in genies:
                genie.halve()
        for _ in range(recipe["games"]):
            play_official_game(genies, recipe, rng)
        scores = [score_of(genie, recipe) for genie in genies]
        history.scores.append(scores)
        if generation % recipe["unofficial"]["every"] == 0:
            history.unofficial.append(unofficial_share(genies, recipe, unofficial_rng))
        dies, parent, mate = choose(scores, static, recipe, rng)
        genes = cross(genies[parent].player.genes, genies[mate].player.genes, recipe, rng)
        child = Genie(Player(EVALUATE, mutate(genes, recipe, rng)))
        for genie in genies[static:]:
            genie.age += 1
        genies[dies] = child
        history.died.append(dies)
        history.parent.append(parent)
        history.mate.append(mate)
        history.genes.append(child.player.genes)
    return history


def found(recipe: Recipe, rng: RandomSource) -> list[Genie]:
    """The first Genies, the static family before the evolving one."""
    board, static, start = board_of(recipe), recipe["static"], recipe["start"]
    strategy_3 = Player(WIN_OR_BLOCK).weights(board).tolist()
    fixed = Player(static["strategy"], strategy_3 if static["strategy"] == WIN_OR_BLOCK else [0] * (2 * board.edge))
    genies = [Genie(fixed) for _ in range(static["count"])]
    for _ in range(recipe["population"] - static["count"]):
        match start["name"]:
            case "uniform":
                genes = [draw_gene(start["low"], start["high"], rng) for _ in range(2 * board.edge)]
            case "strategy_3":
                genes = strategy_3
            case _:
                genes = [0] * (2 * board.edge)
        genies.append(Genie(Player(EVALUATE, genes)))
    return genies
