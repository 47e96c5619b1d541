"""Results of `ttt referee` as text and as one object: scores with intervals, and every pair of a round robin."""

from collections.abc import Sequence
from itertools import permutations
from typing import Any

from tttcore.play.referee import Played, different, totals
from tttcore.stats.intervals import score_interval


def line(played: Played) -> str:
    """Line that tells of one game."""
    result = f"program {played.winner} wins" if played.winner else "a draw"
    moves = len(played.moves)
    begins = f"game {played.game}: program {played.first} begins against program {played.second}"
    told = f"{begins}, {result} after {moves} move{'s' * (moves != 1)}"
    loser = played.first + played.second - played.winner
    return told if played.forfeit is None else f"{told}; program {loser}: {played.forfeit}"


def as_object(games: Sequence[Played], commands: Sequence[str], seed: int) -> dict[str, Any]:
    """Games, results of programs in the order of their commands, and results of each against each."""
    numbers = range(1, len(commands) + 1)
    return {
        "seed": seed,
        "games": [one._asdict() for one in games],
        "different_games": different(games),
        "programs": [{"command": commands[number - 1], **_result(games, number)} for number in numbers],
        "pairs": [
            {"program": program, "against": other, **_result(games, program, other)}
            for program, other in permutations(numbers, 2)
        ],
    }


def as_text(games: Sequence[Played], commands: Sequence[str], seed: int) -> str:
    """Table of the programs, the best first, and of several also the scores of each against each."""
    results = {number: _result(games, number) for number in range(1, len(commands) + 1)}
    ranked = sorted(results, key=lambda number: (-results[number]["score"], number))
    lines = ["", "program    won  drawn   lost  score  95% interval   command"]
    for number in ranked:
        counts = "{won:6d} {drawn:6d} {lost:6d}  {score:5.2f}  {score_low:.2f} to {score_high:.2f}".format(
            **results[number]
        )
        lines.append(f"{number:7d} {counts}   {' '.join(commands[number - 1].split())}")
    if len(ranked) > 2:
        lines += ["", "score of the program on the left against:"]
        lines.append("program" + "".join(f"{number:6d}" for number in ranked))
        lines += [
            f"{number:7d}" + "".join(_cell(games, number, other) for other in ranked).rstrip() for number in ranked
        ]
    repeated = different(games)
    if repeated < len(games):
        lines += ["", f"{len(games)} games, {repeated} different: the intervals assume independent games"]
    return "\n".join([*lines, "", f"seed {seed}: --seed {seed} gives the programs the same seeds again"])


def _cell(games: Sequence[Played], program: int, against: int) -> str:
    return " " * 5 + "-" if program == against else f"{_result(games, program, against)['score']:6.2f}"


def _result(games: Sequence[Played], program: int, against: int | None = None) -> dict[str, Any]:
    """Counts of a program's games, all or those against another one, and its score with the interval."""
    counts = totals(games, program, against)
    return counts | score_interval("score", counts["won"] + counts["drawn"] / 2, sum(counts.values()))
