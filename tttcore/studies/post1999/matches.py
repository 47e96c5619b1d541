"""Results of champions and of MinMax against fixed strategies, and MinMax's search effort."""

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np
import pandas as pd

from tttcore.engines.genies.matches import BASELINES, RANDOM_MOVES, STRATEGY_3, AnyPlayer, minmax_players
from tttcore.engines.genies.players.linear import EVALUATE, Player
from tttcore.engines.genies.players.minmax import MinMax, play_match
from tttcore.games.hypercube import Hypercube
from tttcore.games.position import SEAT_INDICES
from tttcore.stats.columns import OneOf, with_interval
from tttcore.stats.intervals import mean_interval

if TYPE_CHECKING:
    from tttcore.stats.evidence import Evidence

LARGEST_BOARD = 64
"""Most cells of a board on which champions meet MinMax."""

_SHARES: Mapping[str, str] = {
    "opponent": "Opponent",
    "seat": OneOf("Moves", SEAT_INDICES),
    "n": "Games",
    **with_interval("won", "Won"),
    "drawn": "Drawn",
    "lost": "Lost",
    "nodes": "Positions per move of MinMax",
}
"""Columns of `matches`."""
CHAMPION_MATCHES = {"treatment": "Treatment", **_SHARES}
"""Columns of `champion_matches`."""


def champion_matches(
    evidence: "Evidence", *, treatments: Sequence[str], games: int, depths: Sequence[int]
) -> pd.DataFrame:
    """Results of each run's champion against the baseline players, and MinMax on boards of up to `LARGEST_BOARD`.

    Every treatment has its own random stream. Columns as in `matches`.

    Parameters
    ----------
    games : number in each seat against a random player.
    depths : depths of MinMax's search, in moves.
    """
    parts = []
    for treatment in treatments:
        board, runs = _board(evidence, treatment), evidence.runs
        players = champions(runs[runs["treatment"] == treatment])
        searching = minmax_players(board, depths) if board.cells <= LARGEST_BOARD else {}
        rng = evidence.stream("contests", treatment)
        table = matches(board, players, {**BASELINES, **searching}, games=games, rng=rng)
        parts.append(table.assign(treatment=treatment))
    return pd.concat(parts)


MINMAX = {"edge": "Edge", "dimensions": "Dimensions", "player": "Player", **_SHARES}
"""Columns of `minmax`."""


def minmax(evidence: "Evidence", *, treatments: Sequence[str], games: int, depths: Sequence[int]) -> pd.DataFrame:
    """Results of MinMax on the treatments' boards, against random players and strategy 3.

    Every board has its own random stream. Columns as in `minmax_matches`, parameters as in `champion_matches`.
    """
    parts = []
    for board in dict.fromkeys(_board(evidence, treatment) for treatment in treatments):
        rng = evidence.stream("minmax", f"{board.edge}^{board.dimensions}")
        table = minmax_matches(board, depths, games=games, rng=rng)
        parts.append(table.assign(edge=board.edge, dimensions=board.dimensions))
    return pd.concat(parts)


def _board(evidence: "Evidence", treatment: str) -> Hypercube:
    recipe = evidence.recipes[treatment]
    return Hypercube(recipe["edge"], recipe["dimensions"])


def champions(runs: pd.DataFrame) -> list[Player]:
    """Best Genie of each run of a table of ``genie_runs``, in the order of replicates."""
    in_order = runs.sort_values("replicate", kind="stable")
    return [Player(EVALUATE, [int(gene) for gene in genes.split()]) for genes in in_order["champion"]]


def matches(
    board: Hypercube,
    players: Sequence[AnyPlayer],
    opponents: Mapping[str, AnyPlayer],
    *,
    games: int,
    rng: np.random.Generator,
) -> pd.DataFrame:
    """Proportions of games that players win, draw and lose against each opponent, over all players together.

    Parameters
    ----------
    players : deterministic players.
    opponents : players by name.
    games : number for each player in each seat against a random opponent; against any other one game is enough.
    rng : source of random opponents' moves.

    Returns
    -------
    opponent, seat, n : name of the opponent, the players' seat, and number of games.
    won, won_low, won_high : proportion of games that the players win, with Student's 95% interval over players, each
        with the proportion of its games; NaN bounds with a single player.
    drawn, lost : proportions of the other games.
    nodes : positions that MinMax evaluates for a move, on average over its moves; NaN if neither side is MinMax.
    """
    rows = []
    for name, opponent in opponents.items():
        repeats = games if opponent == BASELINES[RANDOM_MOVES] else 1
        played = pd.DataFrame(_games(board, players, opponent, repeats, rng))
        rows += [
            {"opponent": name, "seat": seat, **_summary(played[played["seat"].isin(places)])}
            for seat, places in SEAT_INDICES.items()
        ]
    return pd.DataFrame(rows)


def minmax_matches(board: Hypercube, depths: Sequence[int], *, games: int, rng: np.random.Generator) -> pd.DataFrame:
    """Results of MinMax by depth against random players and strategy 3, beside those of strategy 3 itself.

    Returns
    -------
    player : name of the player, and all columns of `matches`.
    """
    opponents = {name: BASELINES[name] for name in (RANDOM_MOVES, STRATEGY_3)}
    players = {STRATEGY_3: BASELINES[STRATEGY_3], **minmax_players(board, depths)}
    parts = [
        matches(board, [player], opponents, games=games, rng=rng).assign(player=name)
        for name, player in players.items()
    ]
    return pd.concat(parts, ignore_index=True)


def _games(
    board: Hypercube, players: Sequence[AnyPlayer], opponent: AnyPlayer, repeats: int, rng: np.random.Generator
) -> Iterator[dict[str, int]]:
    """Play every game: the player's number and seat, whether it wins or loses, and MinMax's nodes and moves."""
    for number, player in enumerate(players):
        for seat in (0, 1):
            pair = (opponent, player) if seat else (player, opponent)
            searching = [place for place, one in enumerate(pair) if isinstance(one, MinMax)]
            for _ in range(repeats):
                game = play_match(board, *pair, rng)
                yield {
                    "player": number,
                    "seat": seat,
                    "won": game.winner == seat + 1,
                    "lost": game.winner == 2 - seat,
                    "nodes": sum(game.nodes[place] for place in searching),
                    "moves": sum(len(game.moves[place::2]) for place in searching),
                }


def _summary(games: pd.DataFrame) -> dict[str, float]:
    """Columns from ``n`` on of `matches`, from rows of `_games`."""
    count, won, lost = len(games), int(games["won"].sum()), int(games["lost"].sum())
    of_players = games.groupby("player")["won"].mean()
    moves = games["moves"].sum()
    return {
        "n": count,
        **mean_interval("won", of_players),
        "won": won / count,
        "drawn": (count - won - lost) / count,
        "lost": lost / count,
        "nodes": games["nodes"].sum() / moves if moves else np.nan,
    }
