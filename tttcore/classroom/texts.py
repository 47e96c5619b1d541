"""Texts for a terminal about entered players: about one player, a class league, games on other boards."""

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from tttcore.games.position import SEATS
from tttcore.plots.names import UNNAMED, PlayerNames
from tttcore.plots.numbers import percent
from tttcore.stats.round_robin import RESULTS

WORST = 10
"""Blunders that are told; all are on the page and in the object."""
FEW = 3
"""Treatments, the best and the worst of them, and players alike that are told."""
NAME_WIDTH = 52
"""Least width of names of opponents."""
TITLES = {"first": "Moving first (X)", "second": "Moving second (O)"}
Row = dict[str, Any]
SHOWN = 10
"""Cycles that are told; all are in the object."""


def as_text(evaluated: Row, names: PlayerNames = UNNAMED) -> str:
    """Text about a player, see `evaluation.evaluate`, with names of treatments for people."""
    lines = [f"{evaluated['player']} ({evaluated['kind']})", *evaluated["notes"], field_note(evaluated)]
    for seat, found in evaluated["seats"].items():
        lines += ["", TITLES[seat], *_seat(found, names)]
    return "\n".join(lines)


def share(chance: float) -> str:
    """A share or an exact chance in percent; 0 is 0."""
    return "0%" if chance == 0 else percent(chance)


def field_note(evaluated: Mapping[str, Any]) -> str:
    """Sentence about the players of the field."""
    if evaluated["field"]["has_runs"]:
        return f"Compared with {evaluated['field']['players']} stored players of runs and of fixed rules."
    return "No players of runs are stored here (--results DIR names their folder), so fixed rules alone are compared."


def rank_words(rank: Row) -> str:
    """Rank and score in words."""
    place = f"rank {rank['rank']} of {rank['players']} in this seat"
    told = f"{place}, {rank['score']:.3f} points per game over all treatments"
    if rank["score_low"] == rank["score_high"]:
        return told
    interval = (
        f"rank {rank['rank_low']} to {rank['rank_high']}, {rank['score_low']:.3f} to {rank['score_high']:.3f} points"
    )
    return f"{told} (95%: {interval})"


def move_words(blunder: Row) -> str:
    """What a blunder does, and how often there."""
    told = blunder["fault"] if blunder["cell"] is None else f"marks cell {blunder['cell']}"
    return told if blunder["chance"] == 1 else f"{told} ({percent(blunder['chance'])} of the time)"


def reply_words(reply: Row, *, estimated: bool) -> str:
    """What a best reply achieves."""
    if reply["points"] == 0.5:
        return "no reply beats it on average"
    told = f"the best reply gets {reply['points']:.3f} points per game from it"
    return f"{told}; from estimated chances, so rather too much" if estimated else told


def line_words(reply: Row) -> str:
    """Line of play to a best reply."""
    moves = ", ".join(
        f"{move['sign']} {'forfeits' if move['cell'] is None else move['cell']}" for move in reply["moves"]
    )
    return f"{moves}: {reply['ends']}"


def _seat(found: Row, names: PlayerNames) -> Iterable[str]:
    reply = found["best_reply"]
    yield f"  {rank_words(found['rank'])}"
    yield f"  {found['as_perfect']} of {found['decisions']} positions are decided as perfect play would"
    yield f"  {reply_words(reply, estimated=found['estimated'])}"
    yield f"  its line of play, cells from 0: {line_words(reply)}"
    yield from _results("against", found["baselines"], names)
    treatments = found["treatments"]
    if len({row["score"] for row in treatments}) == 1:
        yield f"  alike against all {len(treatments)} treatments: {treatments[0]['score']:.3f} points"
    else:
        yield from _results(f"best against (of {len(treatments)} treatments)", _best(treatments), names)
        yield from _results("worst against", _best(treatments, worst=True), names)
    yield from _blunders(found["blunders"])
    compared = [row for row in found["resembles"] if row["states"]]
    yield "  decides most like:" if compared else "  decides like nobody: it makes no legal move with a choice"
    for row in compared[:FEW]:
        yield f"    {share(row['share']):>6} of about {row['states']:.0f} common states: {_name(row, 'group', names)}"


def _best(rows: Sequence[Row], *, worst: bool = False) -> list[Row]:
    return sorted(rows, key=lambda row: (row["score"] if worst else -row["score"], row["opponent"]))[:FEW]


def _results(title: str, rows: Iterable[Row], names: PlayerNames) -> Iterable[str]:
    rows = list(rows)
    named = [_name(row, "opponent", names) for row in rows]
    width = max([NAME_WIDTH, *map(len, named)])
    yield f"  {title + ':':<{width + 2}}    won  drawn   lost  points"
    for row, name in zip(rows, named, strict=True):
        shares = "".join(f"{row[key]:7.1%}" for key in ("won", "drawn", "lost"))
        yield f"    {name:<{width}}{shares}  {row['score']:6.3f}{_reach(row)}"


def _reach(row: Row) -> str:
    return "" if row["score_low"] == row["score_high"] else f" ({row['score_low']:.3f} to {row['score_high']:.3f})"


def _blunders(blunders: Sequence[Row]) -> Iterable[str]:
    if not blunders:
        yield "  no blunders: it never gives away what perfect play would keep"
        return
    told = f"; the {WORST} that cost most against random moves:" if len(blunders) > WORST else ":"
    yield f"  blunders, moves that give something away, and faults: {len(blunders)}{told}"
    for one in blunders[:WORST]:
        board = "/".join(one["board"][row : row + 3] for row in (0, 3, 6))
        often = f"{percent(one['often'])} of games with random moves"
        yield f"    {board}  {one['before']} -> {one['after']}, {often}: {move_words(one)}"


def _name(row: Row, column: str, names: PlayerNames) -> str:
    cells: dict[Hashable, Any] = {column: row[column]}
    return str(names.cell(cells, column))


def class_text(league: Mapping[str, Any]) -> str:
    """Text about a league, see `class_league.class_report`: broken players, ranking and cycles."""
    width = max(map(len, ["player", *(row["player"] for row in league["players"])]))
    lines = [
        f"{len(league['players'])} players, {'; '.join(summary(league))}",
        "",
        f"{'rank':>4}  {'player':<{width}}  points     won  drawn   lost  decisions as perfect play",
    ]
    lines += [_line(row, width) for row in league["players"]]
    lines += ["", *cycle_lines(league["cycles"], SHOWN)]
    lines += [f"not entered: {each['file']}: {each['reason']}" for each in league["broken"]]
    return "\n".join(lines)


def summary(league: Mapping[str, Any]) -> Iterable[str]:
    """How results came about, and how many players could not be entered."""
    estimated = sum(row["estimated"] for row in league["players"])
    both = all(len(row["seats"]) == len(SEATS) for row in league["players"])
    yield f"every pair in {'both seats' if both else 'the seats that they play'}{'' if estimated else ', exactly'}"
    if estimated:
        yield f"{estimated} with estimated chances, with 95% intervals"
    if league["broken"]:
        yield f"{len(league['broken'])} could not be entered"


def cycle_lines(cycles: Sequence[Sequence[str]], shown: int) -> Iterable[str]:
    """Sentences on cycles."""
    if not cycles:
        yield "no cycles: nobody beats somebody who, by way of others, beats them"
    for cycle in cycles[:shown]:
        yield " beats ".join([*cycle, cycle[0]])
    if len(cycles) > shown:
        yield f"and {len(cycles) - shown:,} more cycles"


def _line(row: Mapping[str, Any], width: int) -> str:
    name = f"{row['rank']:>4}  {row['player']:<{width}}"
    if row["score"] is None:
        return f"{name}  met nobody"
    shares = "".join(f"{row[key]:7.1%}" for key in ("won", "drawn", "lost"))
    reach = "" if row["score_low"] == row["score_high"] else f"  ({row['score_low']:.3f} to {row['score_high']:.3f})"
    seats = row["evaluation"]["seats"].values()
    as_perfect, met = (sum(seat[key] for seat in seats) for key in ("as_perfect", "decisions"))
    alone = "" if len(row["seats"]) == len(SEATS) else f"  moves {SEATS[row['seats'][0]]} alone"
    return f"{name}  {row['score']:6.3f} {shares}  {as_perfect} of {met}{reach}{alone}"


def games_text(found: Mapping[str, Any]) -> str:
    """Text about a program's games, see `board_games.evaluate_games`."""
    return "\n".join(_lines(found))


def _lines(found: Mapping[str, Any]) -> Iterator[str]:
    width = max(map(len, ["against", *(row["player"] for row in found["ratings"])]))
    yield f"{found['player']} on {found['board']}; games: {found['games']}, different ones: {found['different']}"
    yield ""
    yield f"{'against':<{width}}    won  drawn   lost  points  95% interval"
    for row in (*found["opponents"], {"opponent": "all", **found["total"]}):
        counts = "".join(f"{row[key]:7d}" for key in RESULTS)
        reach = f"{row['score_low']:.3f} to {row['score_high']:.3f}"
        yield f"{row['opponent']:<{width}}{counts}  {row['score']:6.3f}  {reach}"
    yield ""
    yield "rating in Elo from these games (0 is the mean of all)  95% interval"
    for row in found["ratings"]:
        yield f"{row['player']:<{width}} {row['rating']:8.0f}  {row['rating_low']:.0f} to {row['rating_high']:.0f}"
    if found["different"] < found["games"]:
        yield "the intervals assume independent games, but some are repeated"
    for reason, number in found["forfeits"].items():
        yield f"games lost by forfeit: {number}, {reason}"
