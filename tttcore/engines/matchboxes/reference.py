"""Reference implementation of matchboxes in plain Python: a game, its reward in beads, and exact results. Read first.

Boxes are a dictionary of beads by position, games are played move by move, and probabilities follow every game that can
happen. Tests hold the kernels to it, game by game and bead by bead: they draw the same words in the same order.

Sources: Michie 1961 and 1963 (3x3), Gardner 1962 (Hexapawn).
"""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

import numpy as np

from tttcore.games.classic import EMPTY, LINES, SYMMETRIES, ClassicPosition
from tttcore.games.hexapawn import Hexapawn
from tttcore.pipeline.rng import Words, randint, uniform
from tttcore.players.policy import OPPONENTS

STARTS = {"3x3": ClassicPosition, "hexapawn": Hexapawn}
Position = ClassicPosition | Hexapawn


@cache
def alike(position: Position) -> Position:
    """Position that stands for all that are equal up to symmetry."""
    if isinstance(position, Hexapawn):
        return min(position, position.mirrored(), key=lambda each: each.board)
    images = [tuple(position.board[cell] for cell in symmetry) for symmetry in SYMMETRIES.tolist()]
    return ClassicPosition(min(images, key=lambda board: [(2, 0, 1)[mark] for mark in board]))


def after_moves(position: Position, merged: bool) -> list[Position]:
    """Positions after every move, in the order of moves; if `merged`, as far as they differ by more than symmetry."""
    return [alike(position.apply(move)) if merged else position.apply(move) for move in position.legal_moves()]


def bead_moves(position: Position, recipe: Mapping[str, Any]) -> list[Position]:
    """Positions that beads stand for, one of each, or one for each move where moves have beads of their own."""
    if recipe["symmetry"] == "merged":
        return sorted(set(after_moves(position, merged=True)), key=lambda each: each.board)
    return after_moves(position, merged=recipe["symmetry"] == "boxes")


@cache
def value(position: Position) -> int:
    """1 if the first player wins with perfect play, -1 if the second does, 0 for a draw."""
    if position.winner is not None:
        return {0: 0, 1: 1, 2: -1}[position.winner]
    values = [value(alike(position.apply(move))) for move in position.legal_moves()]
    return min(values) if position.current_player else max(values)


def wins_at_once(position: Position) -> list[int]:
    """Moves that win."""
    return [move for move in position.legal_moves() if position.apply(move).winner == position.current_player + 1]


def safe(position: Position) -> list[int]:
    """Moves that prevent a win at once: marks on cells that complete a row, or moves after which there is none."""
    if isinstance(position, Hexapawn):
        return [move for move in position.legal_moves() if not wins_at_once(position.apply(move))]
    other = 2 - position.current_player
    rows = [[position.board[cell] for cell in line] for line in LINES.tolist()]
    threats = [
        line for line, row in zip(LINES.tolist(), rows, strict=True) if sorted(row) == sorted([EMPTY, other, other])
    ]
    return sorted({cell for line in threats for cell in line if position.board[cell] == EMPTY})


@cache
def replies(position: Position, policy: str, merged: bool) -> list[Position]:
    """Positions among which a policy draws, one for each move."""
    moves = position.legal_moves()
    if policy == "perfect":
        moves = [move for move in moves if value(position.apply(move)) == value(position)]
    if policy == "careful":
        moves = wins_at_once(position) or safe(position) or moves
    return [alike(position.apply(move)) if merged else position.apply(move) for move in moves]


class Machine:
    """A machine and its opponent.

    Parameters
    ----------
    recipe : a treatment's keys, as in a study's file.
    state : (1,) random state; it is advanced.
    """

    def __init__(self, recipe: Mapping[str, Any], state: Words) -> None:
        self.recipe, self.state = recipe, state
        self.merged, self.seat = recipe["symmetry"] != "separate", ("first", "second").index(recipe["seat"])
        self.shares = [recipe["opponent"].get(policy, 0.0) for policy in OPPONENTS]
        self.beads: dict[Position, list[int]] = {}

    def start(self, position: Position, ply: int) -> list[int]:
        """Beads of a box before the first game."""
        first = self.recipe["start"]
        return [first[min(ply // 2, len(first) - 1)]] * len(bead_moves(position, self.recipe))

    def held(self, position: Position, ply: int) -> list[int]:
        """Beads of a box, refilled if it is empty and the recipe says so."""
        beads = self.beads.setdefault(position, self.start(position, ply))
        if not any(beads) and self.recipe["empty"] == "refilled":
            return self.start(position, ply)
        return beads

    def draws(self, after: Sequence[Position]) -> bool:
        """True if there is a box where these positions can follow."""
        return len(after) > 1 or self.recipe["forced"] == "boxed"

    def policy(self) -> str:
        """Draw the opponent's policy."""
        drawn, reached = uniform(self.state), 0.0
        for policy, share in zip(OPPONENTS, self.shares, strict=True):
            reached += share
            if drawn < reached:
                return policy
        return OPPONENTS[-1]

    def play(self) -> tuple[str, str]:
        """Play a game and learn from it: its sign, and the place of the bead drawn first."""
        position, ply, sign = STARTS[self.recipe["game"]](), 0, ""
        drawn: list[tuple[Position, int]] = []
        policy = self.policy()
        while position.winner is None and not sign:
            after = bead_moves(position, self.recipe)
            if position.current_player != self.seat:
                if self.recipe["opponent"].get("drawn_by") == "move":
                    policy = self.policy()
                choices = replies(position, policy, self.merged)
                position = choices[randint(self.state, np.uint64(len(choices)))]
            elif not self.draws(after):
                position = after[0]
            else:
                self.beads[position] = self.held(position, ply)
                total = sum(self.beads[position])
                if not total:
                    sign = "r"
                    continue
                bag = [place for place, number in enumerate(self.beads[position]) for _ in range(number)]
                drawn.append((position, bag[int(uniform(self.state) * total)]))
                position = after[drawn[-1][1]]
            ply += 1
        sign = sign or ("d" if position.winner == 0 else "w" if position.winner == self.seat + 1 else "l")
        self.learn(drawn, sign)
        return sign, str(drawn[0][1]) if drawn else "-"

    def learn(self, drawn: Sequence[tuple[Position, int]], sign: str) -> None:
        """Reward or punish the beads of a game by its sign: w, d, l, or r if the machine resigned."""
        changes = self.recipe[{"w": "win", "d": "draw"}.get(sign, "loss")]
        for move, (position, place) in enumerate(drawn):
            if self.recipe["learns"] == "all" or move == len(drawn) - 1:
                change = changes[min(move, len(changes) - 1)]
                self.beads[position][place] = max(0, self.beads[position][place] + change)

    def chances(self, policy: str, position: Position | None = None, ply: int = 0) -> list[float]:
        """Probabilities of winning, drawing and losing against a policy."""
        position = position or STARTS[self.recipe["game"]]()
        if position.winner is not None:
            place = 1 if position.winner == 0 else 0 if position.winner == self.seat + 1 else 2
            return [float(place == each) for each in range(3)]
        if position.current_player != self.seat:
            choices = replies(position, policy, self.merged)
            weights = [1] * len(choices)
        else:
            choices = bead_moves(position, self.recipe)
            weights = self.held(position, ply) if self.draws(choices) else [1]
            if not any(weights):
                return [0.0, 0.0, 1.0]
        ends = [0.0, 0.0, 0.0]
        for choice, weight in zip(choices, weights, strict=True):
            if weight:
                for place, chance in enumerate(self.chances(policy, choice, ply + 1)):
                    ends[place] += weight / sum(weights) * chance
        return ends
