"""Games on a lattice: how Genies and MinMax fare against others, and how many positions MinMax weighs for it."""

from collections.abc import Iterator, Mapping, Sequence

import numpy as np
import pandas as pd

from tttcore.engines.genies.players.linear import EVALUATE, FIRST_FREE, RANDOM, WIN_OR_BLOCK, Player, strategy_3_genes
from tttcore.engines.genies.players.lookahead import MinMax, contest
from tttcore.games.lattice import Lattice
from tttcore.games.seats import SEAT_INDICES
from tttcore.stats.intervals import mean_interval

AnyPlayer = Player | MinMax

CHANCE, FREE, STRATEGY_3 = "random", "first free", "strategy 3"
OPPONENTS: Mapping[str, AnyPlayer] = {
    CHANCE: Player(RANDOM),
    FREE: Player(FIRST_FREE),
    STRATEGY_3: Player(WIN_OR_BLOCK),
}
"""The document's strategies that need no genes."""


def champions(runs: pd.DataFrame) -> list[Player]:
    """The best Genie of each run of ``genie_runs``, in the order of replicates."""
    in_order = runs.sort_values("replicate", kind="stable")
    return [Player(EVALUATE, [int(gene) for gene in genes.split()]) for genes in in_order["champion"]]


def far_sighted(lattice: Lattice, depths: Sequence[int]) -> dict[str, AnyPlayer]:
    """MinMax of some depths, by name, with the genes of strategy 3."""
    genes = strategy_3_genes(lattice).tolist()
    return {f"MinMax {depth}": MinMax(genes, depth) for depth in depths}


def contests(
    lattice: Lattice,
    players: Sequence[AnyPlayer],
    opponents: Mapping[str, AnyPlayer],
    *,
    games: int,
    rng: np.random.Generator,
) -> pd.DataFrame:
    """How players fare against opponents, all their games taken together.

    Parameters
    ----------
    players : without chance.
    opponents : by name.
    games : of each player in each seat against a random opponent; one game says all about any other.
    rng : where random opponents get their moves.

    Returns
    -------
    opponent, seat, n : who is met, where the players sit, and how many games that is.
    won, won_low, won_high : share of games that the players win, with Student's 95% interval over players, each with
        the share of its games; NaN ends with a single player.
    drawn, lost : shares of the others.
    nodes : positions that MinMax weighs for a move, on average over its moves; NaN if neither side is MinMax.
    """
    rows = []
    for name, opponent in opponents.items():
        each = games if opponent == OPPONENTS[CHANCE] else 1
        met = pd.DataFrame(_games(lattice, players, opponent, each, rng))
        rows += [
            {"opponent": name, "seat": seat, **_summary(met[met["seat"].isin(places)])}
            for seat, places in SEAT_INDICES.items()
        ]
    return pd.DataFrame(rows)


def minmax(lattice: Lattice, depths: Sequence[int], *, games: int, rng: np.random.Generator) -> pd.DataFrame:
    """How MinMax fares against random players and strategy 3 as it looks further ahead, beside strategy 3 itself.

    Returns
    -------
    player : who it is about, and all columns of `contests`.
    """
    opponents = {name: OPPONENTS[name] for name in (CHANCE, STRATEGY_3)}
    players = {STRATEGY_3: OPPONENTS[STRATEGY_3], **far_sighted(lattice, depths)}
    parts = [
        contests(lattice, [player], opponents, games=games, rng=rng).assign(player=name)
        for name, player in players.items()
    ]
    return pd.concat(parts, ignore_index=True)


def _games(
    lattice: Lattice, players: Sequence[AnyPlayer], opponent: AnyPlayer, each: int, rng: np.random.Generator
) -> Iterator[dict[str, int]]:
    """The player's number and seat, whether it wins or loses, and MinMax's nodes and moves in every game."""
    for number, player in enumerate(players):
        for seat in (0, 1):
            pair = (opponent, player) if seat else (player, opponent)
            thinkers = [place for place, one in enumerate(pair) if isinstance(one, MinMax)]
            for _ in range(each):
                game = contest(lattice, *pair, rng)
                yield {
                    "player": number,
                    "seat": seat,
                    "won": game.winner == seat + 1,
                    "lost": game.winner == 2 - seat,
                    "nodes": sum(game.nodes[place] for place in thinkers),
                    "moves": sum(len(game.moves[place::2]) for place in thinkers),
                }


def _summary(games: pd.DataFrame) -> dict[str, float]:
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
