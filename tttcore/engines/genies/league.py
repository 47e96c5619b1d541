"""The league of lattices: on every board, Genies of all treatments and those that need no evolution meet one another.

All champions of a treatment make a group, everybody else is a group of one. A group's result against another is the
mean over all pairs of their players, and its score the mean of these over all other groups, a draw being half a win: no
group counts more for having more champions.

Intervals are over champions: those of every group are drawn anew with replacement, and the middle 95% of what comes out
is the interval (percentile bootstrap). Assumes that runs of a treatment are independent. Of two groups of one, the
interval is that of the games (`score_interval`) where one plays at random; else there is nothing uncertain.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import permutations
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from tttcore.engines.genies.league_matches import RESULTS, Meetings, is_random, meetings
from tttcore.engines.genies.players.linear import EVALUATE, Player
from tttcore.engines.genies.stats.matches import OPPONENTS, AnyPlayer, far_sighted
from tttcore.games.lattice import Lattice
from tttcore.pipeline.registry import ConfigError
from tttcore.pipeline.rng import stream
from tttcore.pipeline.study import Study
from tttcore.pipeline.table_files import Tables
from tttcore.players.baselines import BASELINE_GROUP
from tttcore.stats.intervals import COVERAGE, score_interval

Floats = NDArray[np.float64]
Shares = dict[str, Floats]
"""Of games won, drawn and lost."""
Recipes = Mapping[str, Mapping[str, Mapping[str, Any]]]
"""Of each study its treatments' parameters, of which edge and dimensions are used."""

NAME, NEEDS = "lattice", "champions"
TITLE = "Lattices: Genies of every treatment, board by board"
ABOUT = (
    "The best Genie of each run meets all others of its board, MinMax where the board is small, and the strategies "
    "that need no genes. None of them but the random player leaves anything to chance, so that one game in each seat "
    "says all; against the random player a number of games is played in each seat."
)

DIGITS = 12
"""Decimals to which scores are compared, so that equal scores tie however they were summed."""
DEPTHS = (2, 3, 4)
"""Moves that MinMax looks ahead."""
LARGEST = 64
"""Most cells of a board that MinMax plays on."""
GAMES = 128
"""Of each player in each seat against random moves; a power of two, so that sums of points are exact."""
RESAMPLES = 2000
_ENDS = ((1 - COVERAGE) / 2, (1 + COVERAGE) / 2)

LISTINGS: Mapping[str, tuple[str, Mapping[str, str]]] = {
    "ranking": (
        "Points for a game (1 won, half of it drawn) of each group on its board, over the other groups in the mean, "
        "and its place (95% intervals from champions drawn again)",
        {
            "edge": "Edge",
            "dimensions": "Dimensions",
            "rank": "Place",
            "rank_low": "low",
            "rank_high": "high",
            "group": "Group",
            "players": "Players",
            "score": "Points",
            "score_low": "low",
            "score_high": "high",
        },
    ),
    "pairs": (
        "Every group against every other, all pairs of their players in both seats (95% intervals)",
        {
            "edge": "Edge",
            "dimensions": "Dimensions",
            "group": "Group",
            "opponent": "Opponent",
            "games": "Games",
            "won": "Won",
            "drawn": "Drawn",
            "lost": "Lost",
            "score": "Points",
            "score_low": "low",
            "score_high": "high",
        },
    ),
    "players": (
        "Every single player against the other groups of its board",
        {
            "edge": "Edge",
            "dimensions": "Dimensions",
            "player": "Player",
            "won": "Won",
            "drawn": "Drawn",
            "lost": "Lost",
            "score": "Points",
        },
    ),
}
"""Table to its caption and the columns that the page shows, with their labels."""


@dataclass(frozen=True)
class Group:
    """Players that are counted together.

    Attributes
    ----------
    name : study and treatment, or who it is.
    players : by name.
    evolved : whether they are champions of runs.
    """

    name: str
    players: Mapping[str, AnyPlayer]
    evolved: bool

    @property
    def size(self) -> int:
        """How many players there are."""
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
    """Tables of the league, by the names in `LISTINGS`; boards in the order in which treatments name them.

    Parameters
    ----------
    champions : of each study, DataFrame[treatment, replicate, genome], a row per run.
    seed : the project's seed; every board has a stream of its own.

    Returns
    -------
    ranking : edge, dimensions; rank (equal scores share the best), rank_low, rank_high; group, evolved, players (how
        many); shares won, drawn, lost; score, score_low, score_high. The best first.
    pairs : edge, dimensions; group, opponent, games; shares won, drawn, lost; score, score_low, score_high.
    players : edge, dimensions; player, group; shares won, drawn, lost; score, all over the other groups.

    Raises
    ------
    ConfigError
        If a treatment has no champions.
    """
    parts: dict[str, list[pd.DataFrame]] = {name: [] for name in LISTINGS}
    for lattice, evolved in _by_board(champions, recipes).items():
        rng = stream(seed, "league", "lattice", lattice.edge, lattice.dimensions)
        tables = board_league(lattice, [*evolved, *house(lattice)], games=GAMES, resamples=RESAMPLES, rng=rng)
        for name, table in tables.items():
            table.insert(0, "edge", lattice.edge)
            table.insert(1, "dimensions", lattice.dimensions)
            parts[name].append(table)
    return {name: pd.concat(tables, ignore_index=True) for name, tables in parts.items()}


def house(lattice: Lattice) -> list[Group]:
    """Those who meet the champions on every board: the document's other strategies, and MinMax where it is small."""
    ahead = far_sighted(lattice, DEPTHS) if lattice.cells <= LARGEST else {}
    players = {f"{BASELINE_GROUP}/{name}": player for name, player in {**OPPONENTS, **ahead}.items()}
    return [Group(name, {name: player}, evolved=False) for name, player in players.items()]


def board_league(
    lattice: Lattice, groups: Sequence[Group], *, games: int, resamples: int, rng: np.random.Generator
) -> Tables:
    """Tables of a board, see `league_tables`.

    Parameters
    ----------
    groups : two or more, at most one with a player who plays at random, and then no other.
    games : of each player in each seat against random moves.
    resamples : of the bootstrap.
    """
    players = [player for group in groups for player in group.players.values()]
    met = meetings(lattice, players, games=games, rng=rng)
    scores = resampled(met.score, [group.size for group in groups], resamples=resamples, rng=rng)
    return {
        "ranking": _ranking(groups, met, scores),
        "pairs": _pairs(groups, met, scores),
        "players": _players(groups, met),
    }


def resampled(score: Floats, sizes: Sequence[int], *, resamples: int, rng: np.random.Generator) -> Floats:
    """(resamples, groups, groups) mean scores of groups against groups, their players drawn anew with replacement.

    Multiplied are whole numbers of draws and points that are parts of a power of two, see `GAMES`: sums of these are
    exact, so that they are the same on every machine, in whatever order it takes them.

    Parameters
    ----------
    score : (players, players), those of a group side by side.
    sizes : players of each group.
    """
    ends = np.cumsum(sizes)
    members = [slice(end - size, end) for end, size in zip(ends, sizes, strict=True)]
    counts = [rng.multinomial(size, np.full(size, 1 / size), resamples).T.astype(np.float64) for size in sizes]
    found = np.empty((resamples, len(sizes), len(sizes)))
    for column, (theirs, count) in enumerate(zip(members, counts, strict=True)):
        against = score[:, theirs] @ count
        for row, (ours, own) in enumerate(zip(members, counts, strict=True)):
            found[:, row, column] = (against[ours] * own).sum(axis=0)
    return found / np.outer(sizes, sizes)


def _by_board(champions: Mapping[str, pd.DataFrame], recipes: Recipes) -> dict[Lattice, list[Group]]:
    boards: dict[Lattice, list[Group]] = {}
    for study, treatments in recipes.items():
        for treatment, recipe in treatments.items():
            lattice = Lattice(recipe["edge"], recipe["dimensions"])
            own = champions[study][champions[study]["treatment"] == treatment].sort_values("replicate")
            if own.empty:
                raise ConfigError(f"{study}: treatment {treatment!r} has no champions")
            boards.setdefault(lattice, []).append(_evolved(f"{study}/{treatment}", own))
    return boards


def _evolved(name: str, champions: pd.DataFrame) -> Group:
    found = zip(champions["replicate"], champions["genome"], strict=True)
    players = {f"{name}/{run}": Player(EVALUATE, tuple(map(int, genes.split()))) for run, genes in found}
    return Group(name, players, evolved=True)


def _ranking(groups: Sequence[Group], met: Meetings, scores: Floats) -> pd.DataFrame:
    shares: Shares = {result: _over_others(_means(met.share(result), groups), _each(groups)) for result in RESULTS}
    score = shares["won"] + shares["drawn"] / 2
    again = _over_others(scores, _each(groups))
    score_low, score_high = np.quantile(again, _ENDS, axis=0)
    rank_low, rank_high = np.quantile(_ranks(again), _ENDS, axis=0, method="inverted_cdf")
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


def _pairs(groups: Sequence[Group], met: Meetings, scores: Floats) -> pd.DataFrame:
    shares: Shares = {result: _means(met.share(result), groups) for result in RESULTS}
    games = _sums(met.games, groups)
    low, high = np.quantile(scores, _ENDS, axis=0)
    rows = []
    for a, b in permutations(range(len(groups)), 2):
        row = {result: share[a, b] for result, share in shares.items()}
        score = row["won"] + row["drawn"] / 2
        interval = {"score": score, "score_low": low[a, b], "score_high": high[a, b]}
        if groups[a].size == groups[b].size == 1 and any(map(is_random, _members(groups[a], groups[b]))):
            interval = score_interval("score", score * games[a, b], games[a, b])
        rows.append({"group": groups[a].name, "opponent": groups[b].name, "games": games[a, b], **row, **interval})
    return pd.DataFrame(rows)


def _players(groups: Sequence[Group], met: Meetings) -> pd.DataFrame:
    own = np.repeat(_each(groups), [group.size for group in groups])
    shares: Shares = {result: _over_others(_against(met.share(result), groups), own) for result in RESULTS}
    names = [(name, group.name) for group in groups for name in group.players]
    table = pd.DataFrame(names, columns=["player", "group"]).assign(**shares)
    return table.assign(score=table["won"] + table["drawn"] / 2)


def _members(*groups: Group) -> Iterator[AnyPlayer]:
    return (player for group in groups for player in group.players.values())


def _each(groups: Sequence[Group]) -> NDArray[np.int64]:
    """The groups' numbers."""
    return np.arange(len(groups))


def _starts(groups: Sequence[Group]) -> NDArray[np.int64]:
    """Where each group's players begin."""
    return np.cumsum([0, *(group.size for group in groups[:-1])])


def _sums(values: NDArray[np.int64], groups: Sequence[Group]) -> NDArray[np.int64]:
    """(groups, groups) sums over all pairs of players."""
    starts = _starts(groups)
    return np.add.reduceat(np.add.reduceat(values, starts, axis=0), starts, axis=1)


def _against(share: Floats, groups: Sequence[Group]) -> Floats:
    """(players, groups) means over a group's players."""
    return np.add.reduceat(share, _starts(groups), axis=1) / [group.size for group in groups]


def _means(share: Floats, groups: Sequence[Group]) -> Floats:
    """(groups, groups) means over all pairs of players."""
    return _against(_against(share, groups).T, groups).T


def _over_others(values: Floats, own: NDArray[np.int64]) -> Floats:
    """(..., rows) means of (..., rows, groups) over the groups other than the row's own."""
    groups = np.arange(values.shape[-1])
    return np.where(groups == own[:, np.newaxis], 0, values).sum(axis=-1) / (groups.size - 1)


def _ranks(scores: Floats) -> NDArray[np.int64]:
    """(..., groups) places, 1 for the highest score; scores that are equal but for rounding share the best place."""
    scores = np.round(scores, DIGITS)
    return 1 + (scores[..., np.newaxis, :] > scores[..., np.newaxis]).sum(axis=-1)
