"""League of 3x3: exact matches of all players, their ranking and evaluation, and the strategies that runs find."""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from tttcore.engines.engine import engine
from tttcore.exact.facts import facts_by_name
from tttcore.games.classic import StateTables
from tttcore.games.position import RESULTS, Seat
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

NAME, TITLE = "classic", "3x3: every player against every other, exactly"
ABOUT = (
    "Nothing is sampled: a player has a probability for each cell in each position, and the probability of each result "
    "follows from all games that can happen. Games are counted separately by who moves "
    "first; a player that learnt only to move first, or second, plays only so."
)

LISTINGS: Mapping[str, tuple[str, Mapping[str, str]]] = {
    "ranking": (
        "Points and mean rank of each group",
        {
            "seat": "Moves",
            **labelled("rank", "group", "players"),
            **with_interval("score", "Points, %"),
            "mean_rank": "Mean rank",
        },
    ),
    "friedman": (
        "Friedman's test that all groups are equally good",
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
        "Strategies that never lose, found by runs of genetic algorithms",
        {
            **labelled("study", "treatment"),
            "seat": "Moves",
            "solved": "Runs solved",
            "strategies": "Strategies",
            "share": "Proportion of all",
            "decisions": "Decisions",
            "common": "In common",
            **labelled(*OPENINGS),
        },
    ),
    "players": (
        "Every player: random, careful and perfect opponents, best reply, errors",
        {
            "agent": "Player",
            "seat": "Moves",
            "perfect_drawn": "Perfect: drawn",
            "perfect_lost": "Perfect: lost",
            "careful_lost": "Careful: lost",
            "random_won": "Random: won",
            "random_drawn": "Random: drawn",
            "random_lost": "Random: lost",
            "worst": "Worst result",
            "reply_value": "Best reply",
            "reply_lost": "Loses to a reply",
            "errors": "Errors",
            "error_states": "Errors up to symmetry",
            "decisions": "Decisions",
            "decision_states": "Decisions up to symmetry",
            "score": "Points, %",
            "rank": "Rank",
        },
    ),
    "matrix": (
        "Every group against every other (chances)",
        {**labelled("first", "second", *RESULTS), "score": "Points, %"},
    ),
    "matches": (
        "Every player against every other (chances)",
        labelled("first", "second", *RESULTS),
    ),
    "differences": (
        "Differences between every two groups (Nemenyi's test)",
        {"seat": "Moves", "a": "Group", "b": "Other group", "score": "Points, %", "mean_rank": "Mean rank", "p": "p"},
    ),
}
"""Caption, and columns with their labels, of each table in the order of the page."""

SEATS = {"first": "moving first", "second": "moving second", "both": "in both seats"}
"""Seats of the ranking in words."""

FIGURES: Mapping[str, Mapping[str, str]] = {
    "ranking": {
        "title": "Points of the best treatments",
        "caption": (
            "Points per game (1 for a win, half for a draw), averaged over the groups of opponents. The best treatment "
            "of each document, and each fixed rule, has a 95% bootstrap interval over players and opponents; in both "
            "seats stand those alone that learnt both."
        ),
    },
    "matrix": {
        "title": "Everybody against everybody on 3x3",
        "caption": (
            "Exact points per game in percent of the players that move first (rows) against those that move second "
            "(columns), the strongest on top and on the left. A document's field averages all its treatments, weak "
            "ones too, so the order may differ from that of the best treatments."
        ),
    },
    "critical-differences": {
        "title": "Mean ranks of the best treatments",
        "caption": (
            "Mean rank over groups of opponents among all treatments, the best on top. Every bar is as long as the "
            "critical difference: those whose bars overlap can't be told apart at 5% (Nemenyi's test), those whose "
            "bars reach the grey band not from the one on top."
        ),
    },
    "strength": {
        "title": "Wins against random play, and who is unbeatable",
        "caption": (
            "Each dot is a player: how often it beats a player that marks any free cell. Beside each row stands how "
            "many of its players no reply beats. Rules and documents that only learnt one seat stand there alone."
        ),
    },
}
"""Title and caption of every figure, by name."""


def best_groups(ranking: pd.DataFrame, side: str) -> pd.DataFrame:
    """Rows of the group with the most points of each value of the column `side`, the best first."""
    return ranking.sort_values("score", ascending=False, kind="stable").drop_duplicates(side)


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
