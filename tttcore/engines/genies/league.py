"""League of n^d boards: round robin and ranking of all treatments' champions and of baseline players on each board.

All champions of a treatment form a group, each other player is a group of one. A group's result against another is the
mean over all pairs of their players, and its score the mean of these over all other groups, a draw being half a win: no
group counts more for having more champions.

Intervals are over champions: those of every group are resampled with replacement, and the interval is the middle 95% of
the resampled results (percentile bootstrap). Assumes that runs of a treatment are independent. Between two groups of
one, the interval is that of the games (`score_interval`) where one plays at random; else nothing is uncertain.

The league's folder of results, its figures and its stream are named ``lattice``.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import permutations
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from tttcore.engines.genies.league_matches import RESULTS, Crosstable, crosstable, is_random
from tttcore.engines.genies.players.linear import EVALUATE, Player
from tttcore.engines.genies.stats.matches import BASELINES, AnyPlayer, minmax_players
from tttcore.games.hypercube import Hypercube
from tttcore.pipeline.messages import ConfigError
from tttcore.pipeline.rng import stream
from tttcore.pipeline.study import Study
from tttcore.pipeline.table_files import Tables
from tttcore.players.baselines import BASELINE_GROUP
from tttcore.stats.bootstrap import percentile_interval, redrawn_counts
from tttcore.stats.intervals import score_interval
from tttcore.stats.table_kind import with_interval

Floats = NDArray[np.float64]
Shares = dict[str, Floats]
"""Shares of games won, drawn and lost."""
Recipes = Mapping[str, Mapping[str, Mapping[str, Any]]]
"""Parameters of each study's treatments, of which edge and dimensions are used."""

NAME, NEEDS = "lattice", "champions"
TITLE = "n^d boards: Genies of every treatment, board by board"
ABOUT = (
    "The best Genie of each run meets all others of its board, MinMax where the board is small, and the strategies "
    "without genes. All but the random player are deterministic, so that two of them play one game in each seat; "
    "against the random player a number of games is played in each seat."
)

DIGITS = 12
"""Decimals to which scores are compared, so that equal scores tie in whatever order they were summed."""
DEPTHS = (2, 3, 4)
"""Depths of the MinMax players."""
MINMAX_CELLS = 64
"""Most cells of a board on which MinMax plays."""
GAMES = 128
"""Games of each player in each seat against random moves; a power of two, so that sums of points are exact."""
RESAMPLES = 2000

_BOARD = {"edge": "Edge", "dimensions": "Dimensions"}
_RESULT = {"won": "Won", "drawn": "Drawn", "lost": "Lost", "score": "Points"}
_INTERVAL = {"score_low": "low", "score_high": "high"}
LISTINGS: Mapping[str, tuple[str, Mapping[str, str]]] = {
    "ranking": (
        "Points for a game (1 for a win, half for a draw) of each group on its board, mean over the other groups, and "
        "its place (95% intervals from resampled champions)",
        {
            **_BOARD,
            **with_interval("rank", "Place"),
            "group": "Group",
            "players": "Players",
            **with_interval("score", "Points"),
        },
    ),
    "pairs": (
        "Every group against every other, all pairs of their players in both seats (95% intervals)",
        {**_BOARD, "group": "Group", "opponent": "Opponent", "games": "Games", **_RESULT, **_INTERVAL},
    ),
    "players": (
        "Every single player against the other groups of its board",
        {**_BOARD, "player": "Player", **_RESULT},
    ),
}
"""Caption of each table, and the columns that the page shows with their labels."""


@dataclass(frozen=True)
class Group:
    """Players whose results are averaged.

    Attributes
    ----------
    name : study and treatment, or the name of a single player.
    players : players by name.
    evolved : whether they are champions of runs.
    """

    name: str
    players: Mapping[str, AnyPlayer]
    evolved: bool

    @property
    def size(self) -> int:
        """Number of players."""
        return len(self.players)


def settings(studies: Mapping[str, Study]) -> dict[str, Any]:
    """Edge and dimensions of the board of every treatment, by study."""
    return {
        study: {
            name: {key: treatment.recipe[key] for key in ("edge", "dimensions")}
            for name, treatment in studies[study].treatments.items()
        }
        for study in studies
    }


def league_tables(champions: Mapping[str, pd.DataFrame], recipes: Recipes, *, seed: int) -> Tables:
    """Compute the tables of the league, by the names in `LISTINGS`; boards in the order of the treatments.

    Parameters
    ----------
    champions : DataFrame[treatment, replicate, genome] of each study, a row per run.
    seed : the project's seed; every board has its own stream.

    Returns
    -------
    ranking : edge, dimensions; rank (equal scores share the best), rank_low, rank_high; group, evolved, players
        (number); shares won, drawn, lost; score, score_low, score_high. The best first.
    pairs : edge, dimensions; group, opponent, games; shares won, drawn, lost; score, score_low, score_high.
    players : edge, dimensions; player, group; shares won, drawn, lost; score, means over the other groups.

    Raises
    ------
    ConfigError
        If a treatment has no champions.
    """
    parts: dict[str, list[pd.DataFrame]] = {name: [] for name in LISTINGS}
    for board, evolved in _by_board(champions, recipes).items():
        rng = stream(seed, "league", "lattice", board.edge, board.dimensions)
        tables = board_league(board, [*evolved, *baseline_groups(board)], games=GAMES, resamples=RESAMPLES, rng=rng)
        for name, table in tables.items():
            table.insert(0, "edge", board.edge)
            table.insert(1, "dimensions", board.dimensions)
            parts[name].append(table)
    return {name: pd.concat(tables, ignore_index=True) for name, tables in parts.items()}


def baseline_groups(board: Hypercube) -> list[Group]:
    """Groups of one that meet the champions: the document's strategies without genes, and MinMax on small boards."""
    searching = minmax_players(board, DEPTHS) if board.cells <= MINMAX_CELLS else {}
    players = {f"{BASELINE_GROUP}/{name}": player for name, player in {**BASELINES, **searching}.items()}
    return [Group(name, {name: player}, evolved=False) for name, player in players.items()]


def board_league(
    board: Hypercube, groups: Sequence[Group], *, games: int, resamples: int, rng: np.random.Generator
) -> Tables:
    """Compute the tables of a board, see `league_tables`.

    Parameters
    ----------
    groups : two or more; at most one player plays at random, in a group of one.
    games : number for each player in each seat against random moves.
    resamples : number of resamples of the bootstrap.
    """
    players = [player for group in groups for player in group.players.values()]
    results = crosstable(board, players, games=games, rng=rng)
    scores = bootstrap_scores(results.score, [group.size for group in groups], resamples=resamples, rng=rng)
    return {
        "ranking": _ranking(groups, results, scores),
        "pairs": _pairs(groups, results, scores),
        "players": _players(groups, results),
    }


def bootstrap_scores(score: Floats, sizes: Sequence[int], *, resamples: int, rng: np.random.Generator) -> Floats:
    """(resamples, groups, groups) mean scores of groups against groups, their players resampled with replacement.

    Whole numbers of draws are multiplied by scores that are fractions of a power of two, see `GAMES`. Sums of these are
    exact, so that they are the same on every machine in whatever order they are added.

    Parameters
    ----------
    score : (players, players) scores, with the players of a group next to each other.
    sizes : number of players of each group.
    """
    ends = np.cumsum(sizes)
    members = [slice(end - size, end) for end, size in zip(ends, sizes, strict=True)]
    counts = [redrawn_counts(size, resamples, rng).T.astype(np.float64) for size in sizes]
    means = np.empty((resamples, len(sizes), len(sizes)))
    for column, (theirs, count) in enumerate(zip(members, counts, strict=True)):
        against = score[:, theirs] @ count
        for row, (ours, own) in enumerate(zip(members, counts, strict=True)):
            means[:, row, column] = (against[ours] * own).sum(axis=0)
    return means / np.outer(sizes, sizes)


def _by_board(champions: Mapping[str, pd.DataFrame], recipes: Recipes) -> dict[Hypercube, list[Group]]:
    """Groups of champions by board; ConfigError if a treatment has no champions."""
    boards: dict[Hypercube, list[Group]] = {}
    for study, treatments in recipes.items():
        for treatment, recipe in treatments.items():
            board = Hypercube(recipe["edge"], recipe["dimensions"])
            own = champions[study][champions[study]["treatment"] == treatment].sort_values("replicate")
            if own.empty:
                raise ConfigError(f"{study}: treatment {treatment!r} has no champions")
            boards.setdefault(board, []).append(_champions(f"{study}/{treatment}", own))
    return boards


def _champions(name: str, champions: pd.DataFrame) -> Group:
    """Group of the champions of a treatment."""
    genomes = zip(champions["replicate"], champions["genome"], strict=True)
    players = {f"{name}/{run}": Player(EVALUATE, tuple(map(int, genes.split()))) for run, genes in genomes}
    return Group(name, players, evolved=True)


def _ranking(groups: Sequence[Group], results: Crosstable, scores: Floats) -> pd.DataFrame:
    shares: Shares = {
        result: _over_others(_means(results.share(result), groups), np.arange(len(groups))) for result in RESULTS
    }
    score = shares["won"] + shares["drawn"] / 2
    resampled = _over_others(scores, np.arange(len(groups)))
    score_low, score_high = percentile_interval(resampled, axis=0)
    rank_low, rank_high = percentile_interval(_ranks(resampled), axis=0, method="inverted_cdf")
    table = pd.DataFrame(
        {
            "rank": _ranks(score),
            "rank_low": rank_low,
            "rank_high": rank_high,
            "group": [group.name for group in groups],
            "evolved": [group.evolved for group in groups],
            "players": [group.size for group in groups],
            **shares,
            "score": score,
            "score_low": score_low,
            "score_high": score_high,
        }
    )
    return table.sort_values("rank", kind="stable", ignore_index=True)


def _pairs(groups: Sequence[Group], results: Crosstable, scores: Floats) -> pd.DataFrame:
    shares: Shares = {result: _means(results.share(result), groups) for result in RESULTS}
    games = _sums(results.games, groups)
    low, high = percentile_interval(scores, axis=0)
    rows = []
    for a, b in permutations(range(len(groups)), 2):
        row = {result: share[a, b] for result, share in shares.items()}
        score = row["won"] + row["drawn"] / 2
        interval = {"score": score, "score_low": low[a, b], "score_high": high[a, b]}
        both = [*groups[a].players.values(), *groups[b].players.values()]
        if len(both) == 2 and any(map(is_random, both)):
            interval = score_interval("score", score * games[a, b], games[a, b])
        rows.append({"group": groups[a].name, "opponent": groups[b].name, "games": games[a, b], **row, **interval})
    return pd.DataFrame(rows)


def _players(groups: Sequence[Group], results: Crosstable) -> pd.DataFrame:
    group_of = np.repeat(np.arange(len(groups)), [group.size for group in groups])
    shares: Shares = {result: _over_others(_against(results.share(result), groups), group_of) for result in RESULTS}
    names = [(name, group.name) for group in groups for name in group.players]
    table = pd.DataFrame(names, columns=["player", "group"]).assign(**shares)
    return table.assign(score=table["won"] + table["drawn"] / 2)


def _starts(groups: Sequence[Group]) -> NDArray[np.int64]:
    """Place of each group's first player among all players."""
    return np.cumsum([0, *(group.size for group in groups[:-1])])


def _sums(values: NDArray[np.int64], groups: Sequence[Group]) -> NDArray[np.int64]:
    """(groups, groups) sums over all pairs of players of (players, players) values."""
    starts = _starts(groups)
    return np.add.reduceat(np.add.reduceat(values, starts, axis=0), starts, axis=1)


def _against(share: Floats, groups: Sequence[Group]) -> Floats:
    """(players, groups) means over each opposing group's players."""
    return np.add.reduceat(share, _starts(groups), axis=1) / [group.size for group in groups]


def _means(share: Floats, groups: Sequence[Group]) -> Floats:
    """(groups, groups) means over all pairs of players."""
    return _against(_against(share, groups).T, groups).T


def _over_others(values: Floats, own: NDArray[np.int64]) -> Floats:
    """(..., rows) means of (..., rows, groups) values over the groups other than the row's own, `own` by number."""
    groups = np.arange(values.shape[-1])
    return np.where(groups == own[:, np.newaxis], 0, values).sum(axis=-1) / (groups.size - 1)


def _ranks(scores: Floats) -> NDArray[np.int64]:
    """(..., groups) ranks, 1 for the highest score; scores that are equal up to rounding share the best rank."""
    scores = np.round(scores, DIGITS)
    return 1 + (scores[..., np.newaxis, :] > scores[..., np.newaxis]).sum(axis=-1)
