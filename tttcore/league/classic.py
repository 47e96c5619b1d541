"""Compute all tables of the league of 3x3, and list the captions and columns that its page shows."""

from collections.abc import Iterable, Mapping

import numpy as np
import pandas as pd

from tttcore.exact.facts import facts_by_name
from tttcore.games.classic import StateTables
from tttcore.games.seats import Seat
from tttcore.league.evaluation import evaluate_players
from tttcore.league.found_strategies import count_never_losing, found_strategies
from tttcore.league.matches import matches, matrix, play_round_robin
from tttcore.league.players import Player, league_players
from tttcore.league.ranking import differences, friedman, player_scores, ranking
from tttcore.pipeline.rng import stream
from tttcore.pipeline.rows import Rows
from tttcore.pipeline.table_files import Tables
from tttcore.players.baseline_agents import baseline_agents
from tttcore.stats.table_kind import with_interval

LISTINGS: Mapping[str, tuple[str, Mapping[str, str]]] = {
    "ranking": (
        "Points per game (1 for a win, half for a draw) of each group in each seat, averaged over the groups of "
        "opponents, and its mean rank over opponents (95% bootstrap intervals over champions, somewhat too narrow if "
        "these are few)",
        {
            "seat": "Seat",
            "rank": "Rank",
            "group": "Group",
            "players": "Players",
            **with_interval("score", "Points"),
            "mean_rank": "Mean rank",
        },
    ),
    "friedman": (
        "Friedman's test that all groups of a seat are equally good, with groups of opponents as blocks, and the "
        "critical difference of mean ranks by Nemenyi's test (both assume independent opponents, but these are players "
        "too, and some are much alike: p rather measures how far opponents agree)",
        {
            "seat": "Seat",
            "groups": "Groups",
            "opponents": "Opponents",
            "statistic": "χ²",
            "df": "df",
            "p": "p",
            "agreement": "Kendall's W",
            "critical_difference": "Critical difference",
        },
    ),
    "found": (
        "Strategies that never lose, as runs of genetic algorithms find them: number of different ones, their share of "
        "all, the chance that another run finds one of them (Good and Turing), a lower bound on the number that runs "
        "can find (Chao), the decisions of a champion and the share of them that another one has in common, and the "
        "openings of champions",
        {
            "study": "Study",
            "treatment": "Treatment",
            "seat": "Seat",
            "solved": "Runs solved",
            "strategies": "Strategies",
            "share": "Share of all",
            "coverage": "Coverage",
            "reachable": "Reachable, at least",
            "decisions": "Decisions",
            "common": "In common",
            "corner": "Corner",
            "side": "Side",
            "centre": "Centre",
        },
    ),
    "players": (
        "Every player in each of its seats: chances against perfect and random players, the expected result of the "
        "best response to it, positions in which it may make a mistake, positions with a choice that it can reach, and "
        "its rank",
        {
            "agent": "Player",
            "seat": "Seat",
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
        {"first": "First", "second": "Second", "won": "Won", "drawn": "Drawn", "lost": "Lost", "score": "Points"},
    ),
    "matches": (
        "Results of each player that moves first against each that moves second (chances)",
        {"first": "First", "second": "Second", "won": "Won", "drawn": "Drawn", "lost": "Lost"},
    ),
    "differences": (
        "Differences between every two groups in each seat; positive ones favour the first group (Nemenyi's test, "
        "opponents assumed independent)",
        {"seat": "Seat", "a": "Group", "b": "Other group", "score": "Points", "mean_rank": "Mean rank", "p": "p"},
    ),
}
"""Caption, and columns with their labels, of each table in the order of the page."""


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
