"""Results of a program's games on other boards than 3x3, as text for a terminal."""

from collections.abc import Iterator, Mapping
from typing import Any

from tttcore.stats.round_robin import RESULTS


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
