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
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from tttcore.engines.genies.matches import BASELINES, AnyPlayer, Counts, crosstable, is_random, minmax_players
from tttcore.engines.genies.players.linear import EVALUATE, Player
from tttcore.games.hypercube import Hypercube
from tttcore.games.position import RESULTS
from tttcore.pipeline.messages import ConfigError
from tttcore.pipeline.rng import stream
from tttcore.pipeline.study import Study
from tttcore.pipeline.table_files import Tables, read_texts
from tttcore.players.baselines import BASELINE_GROUP
from tttcore.stats.columns import labelled, with_interval
from tttcore.stats.intervals import percentile_interval, redrawn_counts, score_interval
from tttcore.stats.round_robin import RESAMPLES, Floats, RoundRobin, Side, pair_table, ranks

if TYPE_CHECKING:
    from tttcore.plots.names import PlayerNames

Recipes = Mapping[str, Mapping[str, Mapping[str, Any]]]
"""Edge and dimensions among the parameters of each study's treatments."""

DEPTHS = (2, 3, 4)
"""Depths of the MinMax players."""
NAME, TITLE = "lattice", "nᵈ boards: Genies of every treatment, board by board"
ABOUT = (
    "An nᵈ board has n cells along each of d dimensions: 4³ is 4x4x4. The best Genie (an evolved player) of each "
    "run meets all others of its board and players that don't learn: strategy 3, which wins or blocks where it "
    "can and else marks the first free cell (the fixed rule of 3x3 marks one at random), first free, which marks "
    f"the first free cell, random marks and, on small boards, MinMax, which searches {DEPTHS[0]} to {DEPTHS[-1]} "
    "moves ahead. Each "
    "pair plays with either moving first: one game, since players are deterministic, and a number of games "
    "against the random player."
)
SHOWN = 5
"""Most groups of a board in figures, beside those without evolution."""

MINMAX_CELLS = 64
"""Most cells of a board on which MinMax plays."""
GAMES = 128
"""Games of each player in each seat against random moves; a power of two, so that sums of points are exact."""

LISTINGS: Mapping[str, tuple[str, Mapping[str, str]]] = {
    "ranking": (
        "Points of each group on its board (95% intervals)",
        {
            **labelled("edge", "dimensions"),
            "rank": "Place",
            **labelled("group", "players"),
            **with_interval("score", "Points, %"),
        },
    ),
    "pairs": (
        "Every group against every other (95% intervals)",
        {
            **labelled("edge", "dimensions", "group", "opponent", "games", *RESULTS),
            **with_interval("score", "Points, %"),
        },
    ),
    "players": (
        "Every player against the other groups of its board",
        {**labelled("edge", "dimensions", "player", *RESULTS), "score": "Points, %"},
    ),
}
"""Caption of each table, and the columns that the page shows with their labels."""

FIGURES: Mapping[str, Mapping[str, str]] = {
    "lattice-ranking": {
        "title": "Strength on every nᵈ board",
        "caption": (
            "Points for a game over all other groups of the board, with 95% bootstrap intervals over players and "
            f"opponents. Each board has its {SHOWN} best groups, Genies in blue, and all players that don't learn, "
            "in black. On 3x3 opponents and seats aren't those of the league of 3x3, so the points differ from "
            "those there."
        ),
    },
    "lattice-matrices": {
        "title": "Who beats whom on every nᵈ board",
        "caption": "Points for a game (1 for a win, half for a draw), in percent, of the group in the row against the "
        "one in the column of that number, the best first.",
    },
}
"""Title and caption of every figure, by name."""


def board_name(edge: int, dimensions: int) -> str:
    """Name of a board for people, such as 4x4x4."""
    return "x".join([str(edge)] * dimensions)


def answer(tables: Tables, names: "PlayerNames") -> str:
    """Sentence on the boards where Genies have the most points, and on those where a player does that doesn't learn."""
    leaders: dict[bool, list[str]] = {True: [], False: []}
    for _, own in tables["ranking"].groupby(["edge", "dimensions"], sort=False):
        best = own.iloc[0]
        player = "" if best["evolved"] else f"{names.group(best['group'])}, "
        leaders[bool(best["evolved"])].append(
            f"{board_name(best['edge'], best['dimensions'])} ({player}{best['score']:.1%})"
        )
    learnt, fixed = (", ".join(boards) or "no board" for boards in leaders.values())
    return f"Evolved Genies have the most points on {learnt}; a player that doesn't learn has them on {fixed}."


class Entrant(NamedTuple):
    """Player of the league: the champion of a run, or one without evolution, which is a group of its own.

    Attributes
    ----------
    group : name of its group, which is study and treatment of a champion.
    """

    name: str
    group: str
    player: AnyPlayer
    evolved: bool


def settings(studies: Mapping[str, Study]) -> dict[str, Recipes]:
    """Edge and dimensions of the board of every treatment of Genies; see `League.settings`."""
    recipes = {
        study: {
            name: {key: treatment.recipe[key] for key in ("edge", "dimensions")}
            for name, treatment in its.treatments.items()
        }
        for study, its in studies.items()
        if its.engine == "genies"
    }
    return {"champions": recipes} if recipes else {}


def tables_from_files(files: Mapping[str, Sequence[str]], settings: Mapping[str, Recipes], *, seed: int) -> Tables:
    """Compute the tables of the league from files of champions; see `League.tables_from_files`."""
    recipes = settings["champions"]
    tables = [read_texts(file, ("treatment", "genome")) for file in files["champions"]]
    return league_tables(dict(zip(recipes, tables, strict=True)), recipes, seed=seed)


def league_tables(champions: Mapping[str, pd.DataFrame], recipes: Recipes, *, seed: int) -> Tables:
    """Compute the tables of the league, by the names in `LISTINGS`; boards in the order of the treatments.

    Parameters
    ----------
    champions : DataFrame[treatment, replicate, genome] of each study, a row per run.
    seed : the project's seed; every board has its own stream.

    Returns
    -------
    ranking : edge, dimensions; rank (equal scores share the best), rank_low, rank_high; group, evolved, players
        (number); proportions won, drawn, lost; score, score_low, score_high. The best first, ties by name.
    pairs : edge, dimensions; group, opponent, games; proportions won, drawn, lost; score, score_low, score_high.
    players : edge, dimensions; player, group; proportions won, drawn, lost; score, means over the other groups.

    Raises
    ------
    ConfigError
        If a treatment has no champions.
    """
    parts: dict[str, list[pd.DataFrame]] = {name: [] for name in LISTINGS}
    for board, evolved in _by_board(champions, recipes).items():
        rng = stream(seed, "league", "lattice", board.edge, board.dimensions)
        tables = board_league(board, [*evolved, *baselines(board)], games=GAMES, resamples=RESAMPLES, rng=rng)
        for name, table in tables.items():
            table.insert(0, "edge", board.edge)
            table.insert(1, "dimensions", board.dimensions)
            parts[name].append(table)
    return {name: pd.concat(tables, ignore_index=True) for name, tables in parts.items()}


def baselines(board: Hypercube) -> list[Entrant]:
    """Players that meet the champions: the document's strategies without genes, and MinMax on small boards."""
    searching = minmax_players(board, DEPTHS) if board.cells <= MINMAX_CELLS else {}
    players = {f"{BASELINE_GROUP}/{name}": player for name, player in {**BASELINES, **searching}.items()}
    return [Entrant(name, name, player, evolved=False) for name, player in players.items()]


def board_league(
    board: Hypercube, entrants: Sequence[Entrant], *, games: int, resamples: int, rng: np.random.Generator
) -> Tables:
    """Compute the tables of a board, see `league_tables`.

    Parameters
    ----------
    entrants : of two or more groups, those of a group next to each other; at most one plays at random, in a group of
        one.
    games : number for each player in each seat against random moves.
    resamples : number of resamples of the bootstrap.
    """
    side = Side([each.name for each in entrants], [each.group for each in entrants])
    results = crosstable(board, [each.player for each in entrants], games=games, rng=rng)
    played = RoundRobin(side, side, results.ends)
    scores = bootstrap_scores(played.scores, side.sizes.tolist(), resamples=resamples, rng=rng)
    of_groups = {each.group: each for each in entrants}.values()
    return {
        "ranking": _ranking(played, scores, evolved=[each.evolved for each in of_groups]),
        "pairs": _pairs(played, scores, results.games, by_chance=[is_random(each.player) for each in of_groups]),
        "players": _players(played),
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


def _by_board(champions: Mapping[str, pd.DataFrame], recipes: Recipes) -> dict[Hypercube, list[Entrant]]:
    """Champions by board; ConfigError if a treatment has none."""
    boards: dict[Hypercube, list[Entrant]] = {}
    for study, treatments in recipes.items():
        for treatment, recipe in treatments.items():
            own = champions[study][champions[study]["treatment"] == treatment].sort_values("replicate")
            if own.empty:
                raise ConfigError(f"{study}: treatment {treatment!r} has no champions")
            entrants = boards.setdefault(Hypercube(recipe["edge"], recipe["dimensions"]), [])
            group = f"{study}/{treatment}"
            for replicate, genes in zip(own["replicate"], own["genome"], strict=True):
                player = Player(EVALUATE, tuple(map(int, genes.split())))
                entrants.append(Entrant(f"{group}/{replicate}", group, player, evolved=True))
    return boards


def _ranking(played: RoundRobin, scores: Floats, *, evolved: Sequence[bool]) -> pd.DataFrame:
    groups = np.arange(len(played.rows.groups))
    ends = _over_others(_means(played), groups)
    score = ends[0] + ends[1] / 2
    resampled = _over_others(scores, groups)
    score_low, score_high = percentile_interval(resampled, axis=0)
    rank_low, rank_high = percentile_interval(ranks(resampled), axis=0, method="inverted_cdf")
    table = pd.DataFrame(
        {
            "rank": ranks(score),
            "rank_low": rank_low,
            "rank_high": rank_high,
            "group": played.rows.groups,
            "evolved": evolved,
            "players": played.rows.sizes,
            **dict(zip(RESULTS, ends, strict=True)),
            "score": score,
            "score_low": score_low,
            "score_high": score_high,
        }
    )
    return table.sort_values(["rank", "group"], ignore_index=True)


def _pairs(played: RoundRobin, scores: Floats, games: Counts, *, by_chance: Sequence[bool]) -> pd.DataFrame:
    """Table of every two groups; `by_chance` says which groups of one play at random."""
    side = played.rows
    table = pair_table(_means(played), group=side.groups, opponent=side.groups)
    table.insert(2, "games", side.sums(side.sums(games, axis=0), axis=1).ravel())
    table["score"] = table["won"] + table["drawn"] / 2
    table["score_low"], table["score_high"] = percentile_interval(scores, axis=0).reshape(2, -1)
    single = side.sizes == 1
    of_games = np.logical_and.outer(single, single) & np.logical_or.outer(by_chance, by_chance)
    for place in np.flatnonzero(of_games):
        score, count = float(table["score"][place]), int(table["games"][place])
        interval = score_interval("score", score * count, count)
        table.loc[place, [*interval]] = [*interval.values()]
    return table[table["group"] != table["opponent"]].reset_index(drop=True)


def _players(played: RoundRobin) -> pd.DataFrame:
    side = played.rows
    ends = _over_others(_against(played), side.numbers)
    table = pd.DataFrame({"player": side.players, "group": side.group_of, **dict(zip(RESULTS, ends, strict=True))})
    return table.assign(score=table["won"] + table["drawn"] / 2)


def _against(played: RoundRobin) -> Floats:
    """(3, players, groups) mean proportions of results against each group's players."""
    return played.columns.sums(played.ends, axis=2) / played.columns.sizes


def _means(played: RoundRobin) -> Floats:
    """(3, groups, groups) mean proportions of results over all pairs of players."""
    return played.rows.sums(_against(played), axis=1) / played.rows.sizes[:, np.newaxis]


def _over_others(values: Floats, own: NDArray[np.intp]) -> Floats:
    """(..., rows) means of (..., rows, groups) values over the groups other than the row's own, `own` by number."""
    groups = np.arange(values.shape[-1])
    return np.where(groups == own[:, np.newaxis], 0, values).sum(axis=-1) / (groups.size - 1)
