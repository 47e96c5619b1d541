"""Strength of agents where the leagues among the results know it: against random moves, against a best reply, rank."""

import math
from collections.abc import Iterable
from pathlib import Path
from typing import Any

CLASSIC = Path("league/classic/players.parquet")
LATTICE = Path("league/lattice/players.parquet")
"""Tables of players in the folder of results: of 3x3, by seat, and of n^d boards, over both seats."""


def read_strengths(results: Path) -> dict[tuple[str, str], list[dict[str, Any]]]:
    """Strength by agent and board where a league has played it, an object for each seat; none without leagues.

    Of 3x3: ``random_won``, the chance of winning against random moves; ``reply_value``, the expected result of a
    best reply, 0 if the agent can't be beaten; ``score`` and ``rank`` among the ``players`` of the league in this seat.
    Of other boards only the last three, over both seats; equal scores share the better rank.
    """
    found: dict[tuple[str, str], list[dict[str, Any]]] = {}
    for agent, board, strength in [*_classic(results / CLASSIC), *_lattice(results / LATTICE)]:
        found.setdefault((agent, board), []).append(strength)
    return found


def in_seat(strengths: Iterable[dict[str, Any]], seat: str | None) -> list[dict[str, Any]]:
    """Strengths that concern a seat, all if none is asked for."""
    return [each for each in strengths if seat is None or each["seat"] in (seat, "both")]


def is_unbeatable(strengths: list[dict[str, Any]]) -> bool:
    """Tell whether no reply beats an agent in any of these seats; False where that isn't known."""
    return bool(strengths) and all(each.get("reply_value") == 0 for each in strengths)


def standing(strengths: list[dict[str, Any]]) -> float:
    """Rank over number of players, the mean of these seats: small for a strong player, infinite if nothing is known."""
    shares = [each["rank"] / each["players"] for each in strengths]
    return sum(shares) / len(shares) if shares else math.inf


def in_words(strength: dict[str, Any]) -> str:
    """Strength in a seat as part of a line."""
    parts = []
    if "random_won" in strength:
        parts.append(f"wins {strength['random_won']:.1%} against random moves")
        parts.append("can't be beaten" if strength["reply_value"] == 0 else "can be beaten")
    parts.append(f"rank {strength['rank']:,} of {strength['players']:,} in the league")
    return f"{'first and second' if strength['seat'] == 'both' else strength['seat']}: {', '.join(parts)}"


def in_top(strengths: list[dict[str, Any]]) -> str:
    """Share of the players that rank as high, the mean of these seats."""
    return f"{standing(strengths):.1%}" if strengths else ""


def in_short(strengths: list[dict[str, Any]]) -> str:
    """Ranks in these seats, and whether the player is unbeatable in them."""
    told = ", ".join(f"{each['rank']:,} of {each['players']:,}" for each in strengths)
    return f"{told}; unbeatable" if is_unbeatable(strengths) else told


def _classic(file: Path) -> Iterable[tuple[str, str, dict[str, Any]]]:
    from tttcore.pipeline.store import read  # noqa: PLC0415

    if not file.is_file():
        return
    columns = ["seat", "random_won", "reply_value", "score", "rank"]
    table = read(file, columns=["agent", *columns])
    table["players"] = table.groupby("seat")["agent"].transform("size")
    for row in table.to_dict("records"):
        yield str(row["agent"]), "3x3", {name: row[name] for name in (*columns, "players")}


def _lattice(file: Path) -> Iterable[tuple[str, str, dict[str, Any]]]:
    from tttcore.pipeline.store import read  # noqa: PLC0415

    if not file.is_file():
        return
    table = read(file, columns=["edge", "dimensions", "player", "score"])
    table = table[(table["edge"] != 3) | (table["dimensions"] != 2)]  # 3x3 has a league of its own, which is exact
    boards = table.groupby(["edge", "dimensions"])["score"]
    table["rank"] = boards.rank(method="min", ascending=False).astype(int)
    table["players"] = boards.transform("size")
    for row in table.to_dict("records"):
        board = "x".join([str(row["edge"])] * row["dimensions"])
        yield str(row["player"]), board, {"seat": "both", **{name: row[name] for name in ("score", "rank", "players")}}
