"""The league of 3x3: every table of it, and what the page shows of each."""

from collections.abc import Iterable, Mapping

import numpy as np
import pandas as pd

from tttcore.exact.facts import facts_by_name
from tttcore.games.classic import StateTables
from tttcore.games.seats import Seat
from tttcore.league.evaluation import evaluate_players
from tttcore.league.found_strategies import found_strategies, count_never_losing
from tttcore.league.matches import matches, matrix, play_round_robin
from tttcore.league.players import Player, league_players
from tttcore.league.ranking import differences, friedman, player_scores, ranking
from tttcore.pipeline.rng import stream
from tttcore.pipeline.rows import Rows
from tttcore.pipeline.table_files import Tables
from tttcore.players.baseline_agents import baseline_agents

LISTINGS: Mapping[str, tuple[str, Mapping[str, str]]] = {
    "ranking": (
        "Points for a game (1 won, half of it drawn) of each group in each seat, over the groups of opponents in the "
        "mean, and the place that opponents give it in the mean (95% intervals from champions drawn again, somewhat "
        "too narrow where these are few)",
        {
            "seat": "Seat",
            "rank": "Place",
            "group": "Group",
            "players": "Players",
            "score": "Points",
            "score_low": "low",
            "score_high": "high",
            "mean_rank": "Mean rank",
        },
    ),
    "friedman": (
        "Friedman's test that all groups of a seat are as good, with groups of opponents as blocks, and how far mean "
        "ranks must be apart to differ by Nemenyi's (both take opponents as independent, but these are players too, "
        "and some much alike: p rather tells how far they agree)",
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
        "Strategies that never lose, as runs of genetic algorithms find them: how many different ones, what share of "
        "all, the chance that another run finds one of them (Good and Turing), how many runs can find at least (Chao), "
        "the decisions of a champion and the share of them that another has in common, and how champions open",
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
        "Every player in each seat that it plays in: chances against perfect and random players, what the best reply "
        "gets, positions in which it may give value away, positions with a choice that it can come to, and its place",
        {
            "agent": "Player",
            "seat": "Seat",
            "perfect_drawn": "Perfect: drawn",
            "perfect_lost": "lost",
            "random_won": "Random: won",
            "random_drawn": "drawn",
            "random_lost": "lost",
            "worst": "Worst result",
            "exploitability": "Best reply gets",
            "errors": "Errors",
            "error_states": "up to symmetry",
            "decisions": "Decisions",
            "decision_states": "up to symmetry",
            "score": "Points",
            "rank": "Place",
        },
    ),
    "matrix": (
        "What each group makes of its games when it moves first (chances, and points for a game)",
        {"first": "First", "second": "Second", "won": "Won", "drawn": "Drawn", "lost": "Lost", "score": "Points"},
    ),
    "matches": (
        "What each player makes of its games when it moves first (chances)",
        {"first": "First", "second": "Second", "won": "Won", "drawn": "Drawn", "lost": "Lost"},
    ),
    "differences": (
        "How far every two groups are apart in each seat; more is better for the first of them (Nemenyi's test, "
        "opponents taken as independent)",
        {"seat": "Seat", "a": "Group", "b": "Other group", "score": "Points", "mean_rank": "Mean rank", "p": "p"},
    ),
}
"""By table, in the page's order: its caption, and its columns with their labels."""


def league(
    agents: Mapping[str, pd.DataFrame],
    runs: Mapping[str, Rows],
    facts: pd.DataFrame,
    tables: StateTables,
    *,
    seed: int,
) -> Tables:
    """Every table of the league.

    Parameters
    ----------
    agents : tables of ``agents`` by study.
    runs : tables of ``runs`` of the studies that have such, by study.
    facts : the game's facts.
    tables : its states.
    seed : the project's.
    """
    players = league_players([*agents.values(), baseline_agents()])
    seats = _seats(agents[study] for study in runs)
    return {
        **match_tables(players, stream(seed, "league", "classic")),
        "found": found_strategies(runs, seats, tables, count_never_losing(facts_by_name(facts))),
    }


def match_tables(players: list[Player], rng: np.random.Generator) -> Tables:
    """What comes of all players' meeting each other: every table but that of strategies found.

    Parameters
    ----------
    rng : draws champions again for the intervals.
    """
    met = play_round_robin(players)
    return {
        "players": evaluate_players(players).merge(player_scores(met), on=["agent", "seat"], validate="one_to_one"),
        "matches": matches(met),
        "matrix": matrix(met),
        "ranking": ranking(met, rng),
        "friedman": friedman(met),
        "differences": differences(met),
    }


def _seats(agents: Iterable[pd.DataFrame]) -> dict[tuple[str, str], Seat]:
    """What each study's treatments are judged in."""
    return {
        (study, treatment): seat
        for table in agents
        for study, treatment, seat in table[["study", "treatment", "seat"]].drop_duplicates().itertuples(index=False)
    }
