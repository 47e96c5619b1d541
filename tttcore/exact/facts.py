"""Exact facts of 3x3 tic-tac-toe, each with its value, method of counting, and the documents that quote it."""

from collections.abc import Iterable
from itertools import chain
from math import factorial
from textwrap import wrap
from typing import NamedTuple, SupportsFloat

import numpy as np
import pandas as pd

from tttcore.exact import enumeration
from tttcore.exact.enumeration import best_response_chance, outcome_chances
from tttcore.exact.strategy_counts import count_strategies, no_loss_chance, sampled_no_loss_chance
from tttcore.games.classic import (
    CELLS,
    CENTRE,
    CORNERS,
    CROSS_WON,
    DRAWN,
    EMPTY,
    LINES,
    NOUGHT_WON,
    SIDES,
    SYMMETRIES,
    StateTables,
    free_cells,
    solve,
)
from tttcore.games.position import SEATS
from tttcore.games.tables import stored_outcomes, to_digits
from tttcore.pipeline.rng import stream
from tttcore.pipeline.table_files import FACT_COLUMNS
from tttcore.players.umg_rules import LATE_TURN, umg_player

ANCHETA, HEMINGROTH, POST = "ancheta2020", "hemingroth2025", "post1999"
OSIPA, MRUGALA = "osipa2017", "mrugala2020"

STRATEGIES = "no_loss_"
"""Beginning of the names of facts about strategies that never lose, which take long to count."""
SAMPLES = 9_000
"""Number of sampled strategies of an estimate."""


class Fact(NamedTuple):
    """A number, the way in which it is counted and the documents that quote it."""

    name: str
    value: SupportsFloat
    """A whole number or a fraction if it is exact, a float if it is rounded."""
    how: str
    quoted: str = ""


def facts(tables: StateTables, *, strategies: bool = True) -> pd.DataFrame:
    """Compute all facts: columns fact, value, exact, how, quoted; `exact` is empty if only a rounded value is known.

    Parameters
    ----------
    strategies : whether to count the strategies that never lose, too, which takes half a minute; all else takes less
        than a second.
    """
    counted = [_strategies(tables)] if strategies else []
    sections = (_boards(tables), _states(tables), _games(tables), _solution(tables), *counted, _generators())
    rows = [
        (fact.name, float(fact.value), "" if isinstance(fact.value, float) else str(fact.value), fact.how, fact.quoted)
        for fact in chain(*sections)
    ]
    return pd.DataFrame(rows, columns=FACT_COLUMNS)


def facts_by_name(table: pd.DataFrame) -> dict[str, int | float]:
    """Values of the facts by name, whole numbers of any size exact."""
    rows = zip(table["fact"], table["exact"], table["value"], strict=True)
    return {name: int(exact) if exact.lstrip("-").isdecimal() else value for name, exact, value in rows}


def format_facts(table: pd.DataFrame) -> str:
    """Facts as text: names and values in columns, below each the way of counting and its sources."""
    lines = []
    for (name, value), how, quoted in zip(facts_by_name(table).items(), table["how"], table["quoted"], strict=True):
        lines.append(f"{name:36s} {value:>60,}" if isinstance(value, int) else f"{name:36s} {value:>60.12g}")
        lines += (f"    {line}" for line in wrap(f"{how} [{quoted}]" if quoted else how, 92))
    return "\n".join(lines)


def solution(tables: StateTables) -> pd.DataFrame:
    """Perfect play from every state: columns state, board, ply, outcome, value, optimal, plies_left.

    The value is 1 if X wins, 0 if nobody does, -1 if O wins; `optimal` are the cells of the representative that keep
    it, as digits.
    """
    solved = solve(tables)
    return pd.DataFrame(
        {
            "state": np.arange(len(tables.states)),
            "board": to_digits(tables.states),
            "ply": tables.plies,
            "outcome": stored_outcomes(tables.outcomes),
            "value": solved.values,
            "optimal": ["".join(map(str, np.flatnonzero(best))) for best in solved.best],
            "plies_left": solved.plies_left,
        }
    )


def _boards(tables: StateTables) -> Iterable[Fact]:
    balanced = enumeration.balanced_boards()
    full = sum(EMPTY not in board for board in balanced)
    yield Fact("lines", len(LINES), "rows, columns and diagonals", POST)
    yield Fact("symmetries", len(SYMMETRIES), "rotations and reflections", HEMINGROTH)
    yield Fact("configurations", 3**CELLS, "boards of nine cells with three values each, 3^9", HEMINGROTH)
    yield Fact("orderings", factorial(CELLS), "ways to fill nine cells one after another, 9!", ANCHETA)
    yield Fact("positions", len(tables.positions), "boards that some game reaches")
    yield Fact(
        "open_positions", tables.orbits[tables.open].sum(), "boards that some game reaches and on which it goes on"
    )
    how = "boards with as many X as O or one more, up to rotation and reflection"
    yield Fact("balanced_boards", len(balanced), how)
    yield Fact("full_balanced_boards", full, f"{how}, without a free cell")
    how = (
        "balanced boards up to symmetry that are not full, whether a game reaches them or goes on there or not: the "
        "number that Hochmuth (2003) gives for the base cases"
    )
    yield Fact("hochmuth_base_cases", len(balanced) - full, how, HEMINGROTH)


def _states(tables: StateTables) -> Iterable[Fact]:
    plies, is_open, outcomes = tables.plies, tables.open, tables.outcomes
    first, second = is_open & (plies % 2 == 0), is_open & (plies % 2 == 1)
    boxes = first & (plies < CELLS - 1)
    orbits = tables.orbits[is_open]
    yield Fact("states", len(tables.states), "positions up to rotation and reflection", ANCHETA)
    yield Fact("open_states", is_open.sum(), "states where the game goes on", HEMINGROTH)
    yield Fact("finished_states", (~is_open).sum(), "states where it is over")
    yield Fact("cross_won_states", (outcomes == CROSS_WON).sum(), "finished states won by X")
    yield Fact("nought_won_states", (outcomes == NOUGHT_WON).sum(), "finished states won by O")
    yield Fact("drawn_states", (outcomes == DRAWN).sum(), "finished states without a line")
    yield Fact("full_states", (plies == CELLS).sum(), "finished states without a free cell")
    yield Fact("first_player_states", first.sum(), "open states with X to move")
    yield Fact("second_player_states", second.sum(), "open states with O to move")
    for ply in range(0, CELLS - 1, 2):
        how = f"boxes of MENACE for boards with {ply} marks"
        yield Fact(f"boxes_at_{ply}", (boxes & (plies == ply)).sum(), how)
    yield Fact("boxes", boxes.sum(), "boxes of MENACE: states with X to move and more than one cell free")
    for size in (8, 4, 2, 1):
        how = f"open states with {size} different image{'s' if size > 1 else ''}"
        quoted = f"{HEMINGROTH}, as if all had eight" if size == len(SYMMETRIES) else ""
        yield Fact(f"open_states_with_{size}", (orbits == size).sum(), how, quoted)


def _games(tables: StateTables) -> Iterable[Fact]:
    merged = "to a finished board; marks that lead to the same state are one step, at every board anew"
    apart = (
        "to a finished board: one rotation or reflection turns the whole game into the other. There are more than "
        "paths of states, on which a symmetric board may be turned again before each mark"
    )
    for prefix, counts, kind, about, quoted in (
        ("games", enumeration.games(), "sequences of cells", "to a finished board", MRUGALA),
        ("state_paths", enumeration.state_paths(tables), "paths of states", merged, MRUGALA),
        ("symmetric_games", enumeration.symmetric_games(), "games up to symmetry", apart, ""),
    ):
        yield Fact(prefix, sum(counts.values()), f"{kind} {about}", quoted)
        for ply, drawn in sorted(counts, key=lambda end: (end[1], end[0])):
            name, how = ("drawn", "drawn") if drawn else (f"won_at_{ply}", f"won with mark {ply}")
            yield Fact(f"{prefix}_{name}", counts[ply, drawn], f"{kind}, {how}", quoted)


def _solution(tables: StateTables) -> Iterable[Fact]:
    solved, is_open = solve(tables), tables.open
    values = solved.values[is_open]
    best = solved.best[is_open]
    how = "perfect play from the empty board: 1 if X wins, 0 if nobody does"
    yield Fact("game_value", solved.values[0], how, f"{HEMINGROTH}; {OSIPA}")
    yield Fact("open_states_won_by_cross", (values == 1).sum(), "open states that X can win by force")
    yield Fact("open_states_won_by_nought", (values == -1).sum(), "open states that O can win by force")
    yield Fact("open_states_drawn", (values == 0).sum(), "open states that neither can win by force")
    yield Fact("optimal_marks", best.sum(), "cells that keep the value, over all open states")
    yield Fact("marks", (tables.next_state[is_open] >= 0).sum(), "free cells, over all open states")
    yield Fact("single_optimal_marks", (best.sum(axis=1) == 1).sum(), "open states with one such cell alone")


def _strategies(tables: StateTables) -> Iterable[Fact]:
    first, second = count_strategies(tables, "first"), count_strategies(tables, "second")
    openings = {"corner": CORNERS[0], "side": SIDES[0], "centre": CENTRE}
    yield Fact("no_loss_strategies_second", second[0], "strategies of the second player that never lose")
    for name, cell in openings.items():
        how = f"strategies of the first player that open with the {name} and never lose"
        yield Fact(f"no_loss_strategies_first_{name}", first[int(tables.next_state[0, cell])], how)
    chances = {seat: no_loss_chance(tables, seat) for seat in SEATS}
    for seat, chance in chances.items():
        estimate, error = sampled_no_loss_chance(tables, seat, samples=SAMPLES, rng=stream(0, "facts", seat))
        sampled = f"the same, estimated from {SAMPLES:,} sampled strategies"
        how = f"chance that a genome of random free cells never loses as {seat} player"
        yield Fact(f"no_loss_chance_{seat}", chance, how)
        yield Fact(f"no_loss_chance_{seat}_sampled", estimate, sampled)
        yield Fact(f"no_loss_chance_{seat}_error", error, "standard error of the estimate")
    both = chances["first"] * chances["second"]
    how = (
        "chance that a genome of random free cells never loses in either seat: the product, as no state is met in both"
    )
    yield Fact("no_loss_chance_both", both, how)


def _generators() -> Iterable[Fact]:
    players = {
        "rmg": (free_cells, "the Random Move Generator"),
        "umg": (umg_player(), "the Unbeatable Move Generator"),
        "umg_weak_centre": (umg_player(centre="anyone"), "the UMG that asks only whether the centre is taken"),
        "umg_listed": (umg_player(centre="anyone", late_turn=LATE_TURN), "the UMG whose turn counter is never reset"),
    }
    for name, (player, description) in players.items():
        chances = outcome_chances(free_cells, player)
        how = f"chance that {description} as O loses to random moves"
        yield Fact(f"{name}_loses_to_random", chances.cross_wins, how)
        yield Fact(f"{name}_draws_with_random", chances.draw, f"chance that {description} as O draws with random moves")
        yield Fact(f"{name}_beats_random", chances.nought_wins, f"chance that {description} as O beats random moves")
        beaten = best_response_chance(player)
        yield Fact(f"{name}_beaten_at_most", beaten, f"greatest chance of beating {description} as O")
