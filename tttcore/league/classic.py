"""League of 3x3: exact matches of all players, their ranking and evaluation, and the strategies that runs find."""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from tttcore.engines.engine import engine
from tttcore.exact.facts import facts_by_name
from tttcore.games.classic import StateTables
from tttcore.games.position import Seat
from tttcore.games.tables import read_tables
from tttcore.league.evaluation import evaluate_players
from tttcore.league.found_strategies import OPENINGS, count_never_losing, found_strategies
from tttcore.league.matches import Player, league_players, matches, matrix, play_round_robin
from tttcore.league.ranking import differences, friedman, player_scores, ranking
from tttcore.pipeline.modules import ENGINES, submodule
from tttcore.pipeline.rng import stream
from tttcore.pipeline.store import InFile, Rows, read
from tttcore.pipeline.study import Study
from tttcore.pipeline.table_files import Tables
from tttcore.players.agent_registry import baseline_agents
from tttcore.players.agent_table import AGENTS
from tttcore.stats.columns import labelled, with_interval
from tttcore.stats.round_robin import RESULTS

NAME, TITLE = "classic", "3x3: every player against every other, exactly"
ABOUT = (
    "Nothing is sampled: a player has a probability for each cell in each position, and the probability of each result "
    "follows from all games that can happen. Games are counted separately by who moves "
    "first; a player that learnt only to move first, or second, plays only so."
)

LISTINGS: Mapping[str, tuple[str, Mapping[str, str]]] = {
    "ranking": (
        "Points per game (1 for a win, half for a draw) of each group, moving first and second, averaged over the "
        "groups of opponents, and its mean rank over opponents (95% bootstrap intervals over champions, somewhat too "
        "narrow if these are few)",
        {
            "seat": "Moves",
            **labelled("rank", "group", "players"),
            **with_interval("score", "Points"),
            "mean_rank": "Mean rank",
        },
    ),
    "friedman": (
        "Friedman's test that all groups are equally good, moving first and second, with groups of opponents as "
        "blocks, and the critical difference of mean ranks by Nemenyi's test (both assume independent opponents, but "
        "these are players too, and some are much alike: p rather measures how far opponents agree)",
        {
            "seat": "Moves",
            **labelled("groups", "opponents"),
            "statistic": "χ²",
            "df": "df",
            "p": "p",
            "agreement": "Kendall's W",
            "critical_difference": "Critical difference",
        },
    ),
    "found": (
        "Strategies that never lose, found by runs of genetic algorithms: number of different ones, proportion of all, "
        "the chance that another run finds one of them (Good and Turing), a lower bound on the number that runs can "
        "find (Chao), the decisions of a champion, the proportion of them that another one has in common, and the "
        "openings of champions",
        {
            **labelled("study", "treatment"),
            "seat": "Moves",
            "solved": "Runs solved",
            "strategies": "Strategies",
            "share": "Proportion of all",
            "coverage": "Coverage",
            "reachable": "Reachable, at least",
            "decisions": "Decisions",
            "common": "In common",
            **labelled(*OPENINGS),
        },
    ),
    "players": (
        "Every player, moving first and second: chances against perfect and random players, the expected result of the "
        "best response to it, positions in which it may make a mistake, positions with a choice that it can reach, and "
        "its rank",
        {
            "agent": "Player",
            "seat": "Moves",
            "perfect_drawn": "Perfect: drawn",
            "perfect_lost": "lost",
            "random_won": "Random: won",
            "random_drawn": "drawn",
            "random_lost": "lost",
            "worst": "Worst result",
            "exploitability": "Best response",
            "errors": "Errors",
            "error_states": "up to symmetry",
            "decisions": "Decisions",
            "decision_states": "up to symmetry",
            "score": "Points",
            "rank": "Rank",
        },
    ),
    "matrix": (
        "Results of each group that moves first against each that moves second (chances, and points per game)",
        {**labelled("first", "second", *RESULTS), "score": "Points"},
    ),
    "matches": (
        "Results of each player that moves first against each that moves second (chances)",
        labelled("first", "second", *RESULTS),
    ),
    "differences": (
        "Differences between every two groups, moving first and second; positive ones favour the first group "
        "(Nemenyi's test, opponents assumed independent)",
        {"seat": "Moves", "a": "Group", "b": "Other group", "score": "Points", "mean_rank": "Mean rank", "p": "p"},
    ),
}
"""Caption, and columns with their labels, of each table in the order of the page."""

SEATS = {"first": "moving first", "second": "moving second", "both": "moving first and second"}
CRITICAL = "critical-differences-"
"""Beginning of the names of the figures of mean ranks, before the seat."""

FIGURES: Mapping[str, Mapping[str, str]] = {
    "matrix": {
        "title": "Everybody against everybody on 3x3",
        "caption": (
            "Exact points per game (1 for a win, half for a draw), in percent, of the players that move first (rows) "
            "against those that move second (columns), the strongest on top and on the left. The groups of a document "
            "are one row, in which all count alike; the table below has each of them."
        ),
    },
    "ranking": {
        "title": "Points of each group of players",
        "caption": (
            "Points per game (1 for a win, half for a draw), averaged over the groups of opponents, with 95% bootstrap "
            "intervals over champions, moving first, second and both. Colours are those of the documents."
        ),
    },
    **{
        f"{CRITICAL}{seat}": {
            "title": f"Mean ranks {where}",
            "caption": (
                "Mean rank of each group over groups of opponents, the best on top. Groups whose bars overlap can't be "
                "told apart at 5% (Nemenyi's test); those whose bars reach the grey band not from the best. Every bar "
                "is as long as the critical difference, which stands on top."
            ),
        }
        for seat, where in SEATS.items()
    },
    "strength": {
        "title": "Wins against the random player, and who can be beaten",
        "caption": (
            "Each dot is a player: how often it beats a player that marks any free cell. Open dots are players that "
            "some reply beats. Beside each row, which is a document or a fixed rule, stands how many of its players no "
            "reply beats."
        ),
    },
}
"""Title and caption of every figure, by name."""


def settings(studies: Mapping[str, Study]) -> dict[str, dict[str, Any]]:
    """Studies with players, and the engines of those whose runs hold genomes; see `League.settings`."""
    engines = {name: study.engine for name, study in studies.items()}
    return {
        "facts": {},
        "tables": {},
        "agents": {name: {} for name, made_by in engines.items() if submodule(ENGINES, made_by, "agents")},
        "runs": {name: made_by for name, made_by in engines.items() if engine(made_by).STORED.genomes},
    }


def tables_from_files(
    files: Mapping[str, Sequence[str]], settings: Mapping[str, Mapping[str, Any]], *, seed: int
) -> Tables:
    """Compute all tables of the league; see `League.tables_from_files`."""
    of_study = {kind: zip(settings[kind], files[kind], strict=True) for kind in ("agents", "runs")}
    agents = {study: read(file, schema=AGENTS) for study, file in of_study["agents"]}
    runs = {study: InFile(file, engine(settings["runs"][study]).STORED.runs) for study, file in of_study["runs"]}
    facts, states = read(files["facts"][0]), read_tables(Path(files["tables"][0]).parent)
    return classic_league(agents, runs, facts, states, seed=seed)


def classic_league(
    agents: Mapping[str, pd.DataFrame],
    runs: Mapping[str, Rows],
    facts: pd.DataFrame,
    tables: StateTables,
    *,
    seed: int,
) -> Tables:
    """Compute all tables of the league.

    Parameters
    ----------
    agents : tables of ``agents`` by study.
    runs : tables of ``runs`` of the studies of genetic algorithms, by study.
    facts : table of exact facts of the game.
    tables : states of the game.
    seed : the project's seed.
    """
    players = league_players([*agents.values(), baseline_agents()])
    seats = _seats(agents[study] for study in runs)
    return {
        **match_tables(players, stream(seed, "league", "classic")),
        "found": found_strategies(runs, seats, tables, count_never_losing(facts_by_name(facts))),
    }


def match_tables(players: list[Player], rng: np.random.Generator) -> Tables:
    """Compute the tables that follow from the round robin: all but that of found strategies.

    Parameters
    ----------
    rng : resamples players for the intervals.
    """
    played = play_round_robin(players)
    return {
        "players": evaluate_players(players).merge(player_scores(played), on=["agent", "seat"], validate="one_to_one"),
        "matches": matches(played),
        "matrix": matrix(played),
        "ranking": ranking(played, rng),
        "friedman": friedman(played),
        "differences": differences(played),
    }


def _seats(agents: Iterable[pd.DataFrame]) -> dict[tuple[str, str], Seat]:
    """Seat in which each treatment of each study is judged."""
    return {
        (study, treatment): seat
        for table in agents
        for study, treatment, seat in table[["study", "treatment", "seat"]].drop_duplicates().itertuples(index=False)
    }
