"""Reports about entered players, class leagues, and programs on other boards: texts for a terminal, and pages.

A page is one HTML file without scripts that needs no network. Same findings, same report.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from tttcore.classroom.advice import advice, never_moves
from tttcore.classroom.assets import asset, content_policy
from tttcore.classroom.symmetric import up_to_symmetry
from tttcore.games.position import SEATS
from tttcore.players.baselines import BASELINES
from tttcore.plots.names import UNNAMED, PlayerNames
from tttcore.plots.numbers import percent
from tttcore.report.site import rendered
from tttcore.stats.round_robin import DIGITS

Found = Mapping[str, Any]
"""Results: `evaluation.evaluate`, `class_league.class_report` or `board_games.evaluate_games`."""
STYLES = ("style.css", "entered/entered.css")
TITLES = {"first": "Moving first (X)", "second": "Moving second (O)"}
SHOWN = 24
"""Blunders that a player's page draws at once; the others unfold."""
WORST = 7
"""Blunders that a league's page draws of a player in each seat."""
CYCLES, CYCLES_IN_TEXT = 60, 10
"""Cycles that a league's page and its text tell; `ttt league --json` prints all."""


def player_text(evaluated: Found, names: PlayerNames = UNNAMED) -> str:
    """Text about a player, with names of treatments for people."""
    return _text("entered.txt.j2", **_of_player(evaluated, names))


def player_page(evaluated: Found, names: PlayerNames = UNNAMED) -> str:
    """Page about a player, with names of treatments for people."""
    return _page("entered.html.j2", "Your player", **_of_player(evaluated, names))


def _of_player(evaluated: Found, names: PlayerNames) -> dict[str, Any]:
    """Variables of a report about a player, which has no results if its moves can't have been meant."""
    found = {**_words(names), **evaluated, "advice": advice(evaluated), "field_note": field_note(evaluated)}
    return found | ({"seats": {}} if evaluated["counts_from_1"] or never_moves(evaluated) else {})


def class_text(league: Found) -> str:
    """Text about a league: ranking, cycles and players that can't be entered."""
    told = cycle_lines(league["cycles"], CYCLES_IN_TEXT, exact=is_exact(league))
    return _text("class_league.txt.j2", **league, summary=summary(league), told=told)


def class_page(league: Found, names: PlayerNames = UNNAMED) -> str:
    """Page of a league, with names of treatments for people."""
    return _page(
        "class_league.html.j2",
        "League",
        **_words(names),
        **league,
        summary=[*summary(league)],
        exact=is_exact(league),
        told=[*cycle_lines(league["cycles"], CYCLES, exact=is_exact(league))],
        worst=WORST,
    )


def games_text(found: Found) -> str:
    """Text about a program's games on another board than 3x3."""
    return _text("entered_games.txt.j2", **found)


def games_page(found: Found) -> str:
    """Page about a program's games on another board than 3x3."""
    return _page("entered_games.html.j2", "Your program", **found)


def _text(template: str, **context: Any) -> str:
    return rendered(template, **context).removesuffix("\n")


def _page(template: str, label: str, **context: Any) -> str:
    """Page with its styles, their policy, and a navigation of this page alone."""
    styles = [asset(name) for name in STYLES]
    here = "#content"
    frame = {"styles": styles, "policy": content_policy(styles=styles), "navigation": {here: label}, "here": here}
    return rendered(template, **frame, **context)


def _words(names: PlayerNames) -> dict[str, Any]:
    """Variables by which templates put things into words."""
    return {
        "names": replace(names, players={**BASELINES, **names.players}),
        "titles": TITLES,
        "reply_words": reply_words,
        "share": share,
        "shown": SHOWN,
        "up_to_symmetry": up_to_symmetry,
    }


def share(chance: float) -> str:
    """A share or an exact chance in percent; 0 is 0, and what rounding alone keeps from 1 is 1."""
    rounded = round(chance, DIGITS)
    return "0%" if rounded == 0 else percent(rounded)


def field_note(evaluated: Found) -> str:
    """Sentence about the players of the field."""
    if evaluated["field"]["has_runs"]:
        return f"Compared with {evaluated['field']['players']} stored players of runs and of fixed rules."
    return "No players of runs are stored here (--results DIR names their folder), so fixed rules alone are compared."


def reply_words(reply: Found, *, estimated: bool) -> str:
    """Result of a best reply in words."""
    if reply["points_low"] < reply["points"]:
        told = f"a best reply gets {reply['points_low']:.3f} to {reply['points']:.3f} points per game from it"
        return f"{told}, since it comes to positions that were not asked often enough"
    if reply["points"] == 0.5:
        return "no reply beats it on average" if estimated else "no reply beats it"
    told = f"a best reply gets {reply['points']:.3f} points per game from it"
    return f"{told}; from estimated chances, so rather too much" if estimated else told


def summary(league: Found) -> Iterable[str]:
    """Summary of a league: exactness of its results, players asked too rarely, number of files not entered."""
    estimated = sum(row["estimated"] for row in league["players"])
    both = all(len(row["seats"]) == len(SEATS) for row in league["players"])
    yield f"every pair in {'both seats' if both else 'the seats that they play'}{', exactly' * is_exact(league)}"
    if estimated:
        yield f"{estimated} with estimated chances, with 95% intervals"
    if unasked := [row["player"] for row in league["players"] if row["unasked"]]:
        yield f"results have intervals, since these were not asked often enough: {', '.join(unasked)}"
    if league["skipped"]:
        yield f"{len(league['skipped'])} not entered"


def is_exact(league: Found) -> bool:
    """Tell whether all results of a league are exact."""
    return all(row["score_low"] == row["score_high"] for row in league["players"])


def cycle_lines(cycles: Sequence[Sequence[str]], shown: int, *, exact: bool) -> Iterable[str]:
    """Sentences on cycles; where results have intervals, only those that none of them leaves open are known."""
    if not cycles:
        known = "" if exact else ", as far as results with intervals tell"
        yield f"no cycles: nobody beats somebody who, by way of others, beats them{known}"
    for cycle in cycles[:shown]:
        yield " beats ".join([*cycle, cycle[0]])
    if len(cycles) > shown:
        yield f"and {len(cycles) - shown:,} more cycles"
