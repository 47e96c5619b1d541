"""Evaluate an entered player exactly in each of its seats: everything that reports tell, as one object.

It tells expected results against baselines, every treatment and the whole field, with the rank; the best reply and its
line of play; blunders, moves after which perfect play ends worse; and which stored players decide most alike.
"""

from collections.abc import Sequence
from functools import cache
from typing import Any

import numpy as np
import scipy
from numpy.typing import NDArray

from tttcore.classroom.entrant import Entrant, Side, positions_to_meet, sign_to_move
from tttcore.classroom.field import Field, rank_among
from tttcore.classroom.playing import (
    Floats,
    Meeting,
    baseline,
    meet_in,
    point_gradient,
    sampling_variance,
    sound,
)
from tttcore.games.board_text import board_texts
from tttcore.games.classic import CELLS, SYMMETRIES, enumerate_states, solve
from tttcore.games.position import OPEN, RESULTS, SEATS
from tttcore.players.exact_results import PLACES, REPLIES, reply_values
from tttcore.players.policy import OPPONENTS, game
from tttcore.stats.intervals import COVERAGE
from tttcore.stats.round_robin import DIGITS

FORMAT = 1
Row = dict[str, Any]
LOST, DRAWN, WON = 0, 0.5, 1
WORDS = {LOST: "lost", DRAWN: "drawn", WON: "won"}
"""Words for a position's worth to the player if both sides play perfectly from there."""
NOT_KNOWN = "not known"
"""End of a line of play that comes to a position in which the player was not asked."""


def evaluate(entrant: Entrant, field: Field) -> dict[str, Any]:
    """Evaluate a player, and return an object that JSON can hold.

    Returns
    -------
    format, player, kind, notes : `FORMAT`; name, where its moves come from, and how it was asked.
    estimated : whether chances are estimated from answers, so that scores have intervals.
    unasked : number of positions in which it was not asked often enough. Scores of games that can come there have
        intervals, too: they count as lost, and might be won.
    time_over : whether that is since the time for all positions was over.
    counts_from_1 : whether some of its moves are illegal, and all would be legal if it counted cells from 1.
    field : number of stored players of runs and of baselines (`players`), and whether there are any of runs.
    seats : by name of the seat, see `against_field` (``rank`` and ``treatments``), `against_baselines`, `best_reply`,
        `blunders` and `resemblance`; ``reply_lost``, the chance to lose to the reply that makes it lose most, and
        ``never_loses``, whether that is 0; ``estimated`` and ``unasked``, as above, of this seat; ``decisions``, and
        ``as_perfect``, those in which each of its moves keeps the value.
    """
    return {
        "format": FORMAT,
        "player": entrant.name,
        "kind": entrant.kind,
        "notes": list(entrant.notes),
        "estimated": entrant.is_estimated,
        "unasked": entrant.unasked(*entrant.seats),
        "time_over": entrant.time_over,
        "counts_from_1": entrant.counts_from_1,
        "field": {"players": len(field.players), "has_runs": field.has_runs},
        "seats": {SEATS[seat]: _seat(entrant, seat, field) for seat in entrant.seats},
    }


def _seat(entrant: Entrant, seat: int, field: Field) -> dict[str, Any]:
    rank, treatments = against_field(entrant, seat, field)
    met, as_perfect = decisions(entrant, seat)
    return {
        "rank": rank,
        "baselines": against_baselines(entrant, seat),
        "treatments": treatments,
        "best_reply": best_reply(entrant, seat),
        **_worst_reply(entrant, seat),
        "estimated": entrant.is_estimated_in(seat),
        "unasked": entrant.unasked(seat),
        "decisions": met,
        "as_perfect": as_perfect,
        "blunders": blunders(entrant, seat),
        "resembles": resemblance(entrant, seat, field),
    }


def _worst_reply(entrant: Entrant, seat: int) -> Row:
    """Chance to lose to the reply that makes a player lose most, and whether it never loses, as far as it is known."""
    lost = reply_values(game(dead=False), entrant.policy, seat, entrant.forfeits, worth=REPLIES["reply_lost"])[0]
    return {"reply_lost": float(lost), "never_loses": bool(lost == 0)}


def against_baselines(entrant: Entrant, seat: int) -> list[Row]:
    """A row for each of `OPPONENTS`: opponent, won, drawn, lost (chances), score and its interval."""
    meetings = {name: [meet_in(seat, entrant, baseline(name))] for name in OPPONENTS}
    return [
        {"opponent": name, **_result(entrant, seat, met, point_gradient(met, seat))} for name, met in meetings.items()
    ]


def against_field(entrant: Entrant, seat: int, field: Field) -> tuple[Row, list[Row]]:
    """Score and rank among the players of its seat, and a row for each treatment in the other seat.

    The score is the mean over treatments of the mean points against their players, as in the league of 3x3, so that
    each treatment counts once. Other players have theirs against the same opponents, which include themselves.

    Returns
    -------
    rank, rank_low, rank_high, players (number with this one), score, score_low, score_high : the ends are those of
        intervals where chances are estimated or positions unasked, else the values themselves.
    opponent (group), players, won, drawn, lost, score, score_low, score_high : of each treatment.
    """
    groups = field.groups(1 - seat)
    rows = []
    estimated, bounds = entrant.is_estimated_in(seat), list[tuple[float, float]]()
    gradient = np.zeros_like(entrant.policy)  # and so it stays without estimates
    for group, players in groups.items():
        meetings = [meet_in(seat, entrant, sound(each.policy)) for each in players]
        own = point_gradient(meetings, seat) if estimated else gradient
        rows.append({"opponent": group, "players": len(players), **_result(entrant, seat, meetings, own)})
        bounds.append(_mean_ends([met.bounds(seat) for met in meetings]))
        if estimated:
            gradient += own / len(groups)
    score = float(np.mean([row["score"] for row in rows]))
    others = field.points[seat]
    total = with_interval(score, sampling_variance(entrant, gradient), _mean_ends(bounds))
    ends = {"rank": "score", "rank_low": "score_high", "rank_high": "score_low"}
    return {
        **{rank: rank_among(total[end], others) for rank, end in ends.items()},
        "players": len(others) + 1,
        **total,
    }, rows


def with_interval(score: float, variance: float, bounds: Sequence[float]) -> dict[str, float]:
    """Score with its interval, within 0 and 1; its ends are the score where nothing is estimated or unknown.

    Parameters
    ----------
    variance : from estimating chances; the interval reaches by the normal quantile of 95% beyond its bounds.
    bounds : least and greatest score, if moves that are not known lose and if they win.
    """
    low, high = interval(np.array(bounds), np.array(variance))
    return {"score": score, "score_low": float(low), "score_high": float(high)}


def interval(bounds: Floats, variances: Floats) -> Floats:
    """(2, ...) ends of the intervals of scores with (2, ...) bounds and (...) variances, see `with_interval`."""
    reach = scipy.special.ndtri((1 + COVERAGE) / 2) * np.sqrt(variances)
    return np.asarray(np.clip([bounds[0] - reach, bounds[1] + reach], 0.0, 1.0))


def _result(entrant: Entrant, seat: int, meetings: Sequence[Meeting], gradient: Floats) -> Row:
    """Chances won, drawn and lost, and the score, means over meetings with this gradient."""
    ends = np.mean([met.ends if seat == 0 else met.ends[::-1] for met in meetings], axis=0)
    score = float(np.mean([met.points(seat) for met in meetings]))
    return {
        **dict(zip(RESULTS, ends.tolist(), strict=True)),
        **with_interval(
            score, sampling_variance(entrant, gradient), _mean_ends([met.bounds(seat) for met in meetings])
        ),
    }


def _mean_ends(bounds: Sequence[tuple[float, float]]) -> tuple[float, float]:
    """Means of least and of greatest points, added like points, so that equal ends stay equal to these."""
    lows, highs = zip(*bounds, strict=True)
    return float(np.mean(lows)), float(np.mean(highs))


def best_reply(entrant: Entrant, seat: int) -> Row:
    """Find the best reply to a player in a seat.

    Returns
    -------
    points, points_low : what the reply gets per game, at least 1/2, since neither side can force a win. The player
        counts as losing where it was not asked often enough, and in ``points_low`` as winning there.
    moves : a line of play: of equal replies the first cell, and the player's likeliest moves, of equal ones the first
        cell. Each has sign, cell (None where the player makes no legal move or was not asked), own (whether it is the
        player's), chance of the player's moves (else 1), and the board after it.
    ends : won, drawn or lost for the player at the end of this line; not known where it was not asked.
    """
    played = game(dead=False)
    values = reply_values(played, entrant.policy, seat, entrant.forfeits)
    least = reply_values(played, entrant.policy, seat, np.where(entrant.unknown, -1.0, entrant.forfeits))
    position, moves = 0, []
    while played.results[position] == OPEN:
        own, sign = bool(played.seat[position] == seat), sign_to_move(position)
        cell, chance = _likeliest(entrant, position) if own else (_best(values, position), 1.0)
        if cell is not None:
            position = int(played.successors[position, cell])
        moves.append({"sign": sign, "cell": cell, "own": own, "chance": chance, "board": board_texts()[position]})
        if cell is None:
            break
    result = PLACES[played.results[position]]
    ends = "lost" if played.results[position] == OPEN else RESULTS[result if seat == 0 else 2 - result]
    return {
        "points": float(np.round((1 + values[0]) / 2, DIGITS)),
        "points_low": max(0.5, float(np.round((1 + least[0]) / 2, DIGITS))),
        "moves": moves,
        "ends": NOT_KNOWN if entrant.unknown[position] else ends,
    }


def _likeliest(entrant: Entrant, position: int) -> tuple[int | None, float]:
    cell = int(np.argmax(entrant.policy[position]))
    if entrant.forfeits[position] > entrant.policy[position, cell]:
        return None, float(entrant.forfeits[position])
    return cell, float(entrant.policy[position, cell])


def _best(values: np.ndarray, position: int) -> int:
    after = game(dead=False).successors[position]
    worth = np.where(after >= 0, np.round(values[after], DIGITS), -np.inf)
    return int(np.argmax(worth))


def blunders(entrant: Entrant, seat: int) -> list[Row]:
    """List the blunders of a player in a seat, those that cost most first, then by board and cell.

    Returns
    -------
    board, best : nine characters, and the cells that keep the value, ascending.
    cell, fault : the marked cell, or None and the reason why it makes no legal move, which loses the game.
    chance : of this move in this position.
    often : chance that it happens in a game against random moves.
    before, after : what the position is worth to the player before and after: won, drawn or lost.
    cost : points that it loses per game against random moves: `often` times the difference, a draw being 1/2.
    """
    played, tables = game(dead=False), enumerate_states()
    worth = (1 + solve(tables).values[tables.state_of].astype(np.float64) * (1 if seat == 0 else -1)) / 2
    reached = meet_in(seat, entrant, baseline("random")).reached
    rows = []
    for position in np.flatnonzero(positions_to_meet(entrant.policy, seat) & ~entrant.unknown).tolist():
        before = float(worth[position])
        about = {"board": board_texts()[position], "best": np.flatnonzero(played.best[position]).tolist()}
        made: list[tuple[int | None, str | None, float, float]] = [
            (cell, None, float(entrant.policy[position, cell]), float(worth[played.successors[position, cell]]))
            for cell in np.flatnonzero(entrant.policy[position] * ~played.best[position]).tolist()
        ]
        if entrant.forfeits[position] > 0:
            made.append((None, entrant.faults[position], float(entrant.forfeits[position]), LOST))
        for cell, fault, chance, value in made:
            often = float(reached[position]) * chance
            rows.append(
                about
                | {"cell": cell, "fault": fault, "chance": chance, "often": often}
                | {"before": WORDS[before], "after": WORDS[value], "cost": often * (before - value)}
            )
    return sorted(rows, key=_worst_first)


def _worst_first(row: Row) -> tuple[Any, ...]:
    return -row["cost"], -row["often"], row["board"], CELLS if row["cell"] is None else row["cell"]


def decisions(entrant: Entrant, seat: int) -> tuple[int, int]:
    """Numbers of known positions with a choice that a player meets, and of those where all its moves keep the value."""
    played = game(dead=False)
    met = positions_to_meet(entrant.policy, seat) & played.has_choice & ~entrant.unknown
    wrong = played.mistakes(entrant.policy) | (entrant.forfeits > 0)
    return int(np.count_nonzero(met)), int(np.count_nonzero(met & ~wrong))


def resemblance(entrant: Entrant, seat: int, field: Field) -> list[Row]:
    """A row for each treatment in a seat, the most alike first, ties by name.

    Two players are compared in the states with more than one different mark that both can come to, in which symmetric
    positions count once and so do marks that lead to the same state. Their chances of marks, weighted by how often
    games against random moves come to the positions of the state, have ``sum of min(p, q)`` in common: 1 if they are
    the same, 0 if they never decide alike.

    Returns
    -------
    group, study, players : the treatment, and how many players of it were compared.
    share : mean over these players of the mean over their states.
    states : mean number of states in common.
    """
    own = decisions_by_state(entrant, seat)
    rows = []
    theirs = _decisions_of(field, seat)
    for group, players in field.groups(seat).items():
        compared = [alike(own, theirs[each.agent]) for each in players]
        shares = [share for share, _ in compared]
        rows.append(
            {
                "group": group,
                "study": players[0].study,
                "players": len(players),
                "share": float(np.mean(shares)),
                "states": float(np.mean([states for _, states in compared])),
            }
        )
    return sorted(rows, key=lambda row: (-round(row["share"], 12), row["group"]))


def alike(own: Floats, theirs: Floats) -> tuple[float, int]:
    """Share of decisions in common and number of states that both come to; every game's first is one of these."""
    both = (own.sum(axis=1) > 0) & (theirs.sum(axis=1) > 0) & _choices()
    states = int(np.count_nonzero(both))
    return (float(np.minimum(own[both], theirs[both]).sum() / states) if states else 0.0), states


def decisions_by_state(player: Side, seat: int) -> Floats:
    """(765, 9) chance of each mark in each state that a player of a seat comes to, 0 elsewhere.

    Marks are cells of the representative; those that lead to the same state count for the first of them.
    """
    known = (game(dead=False).seat == seat) & ~player.unknown
    weights = meet_in(seat, player, baseline("random")).reached * known
    made = np.bincount(
        _places().ravel(), (weights[:, None] * player.policy).ravel(), minlength=_choices().size * CELLS
    ).reshape(-1, CELLS)
    come_to = np.bincount(enumerate_states().state_of, weights, minlength=len(made))
    return np.asarray(made / np.where(come_to > 0, come_to, 1)[:, None])


@cache
def _decisions_of(field: Field, seat: int) -> dict[str, Floats]:
    """Decisions of all players of a field in a seat, by player; computed once, since a class compares many with it."""
    return {each.agent: decisions_by_state(sound(each.policy), seat) for each in field.of_seat(seat)}


@cache
def _places() -> NDArray[np.int64]:
    """(5478, 9) place of each mark of each position in a table of `decisions_by_state`."""
    tables = enumerate_states()
    after = tables.next_state
    first = np.array([[row.tolist().index(mark) for mark in row.tolist()] for row in after])
    cells = SYMMETRIES[tables.symmetry_of]  # position[i] == representative[cells[i]]
    return np.asarray(tables.state_of[:, None].astype(np.int64) * CELLS + first[tables.state_of[:, None], cells])


@cache
def _choices() -> NDArray[np.bool_]:
    """(765,) True for states with more than one different mark."""
    after = enumerate_states().next_state
    return np.array([len({mark for mark in row if mark >= 0}) > 1 for row in after.tolist()])
