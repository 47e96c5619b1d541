"""`ttt agents`, `ttt export` and `ttt play AGENT`: players produced by runs, and baselines."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any, Unpack

import click

from tttcore.cli.console import play_on_console, seed_of_game
from tttcore.cli.options import FOLDER, OUTPUT, Shared, shared_options
from tttcore.cli.output import check_writable, opened
from tttcore.games.seats import SEATS

if TYPE_CHECKING:
    import pandas as pd

GAMES = {"minimax": "3x3", "nine-board": "nine boards", "super": "Super tic-tac-toe"}
"""Games of osipa2017 in which `ttt play` searches for moves, so that its players aren't stored agents."""
SEARCHING = "osipa2017"
RESULTS = Path("results")
"""Folder of results, which need not exist, since baselines are always available."""

_results = click.option(
    "--results", metavar="DIR", type=FOLDER, help="Folder with a folder for each study.", show_default=str(RESULTS)
)
_step = click.option(
    "--step", metavar="N", type=click.IntRange(0), help="The agent after N steps.", show_default="at the end"
)


@click.command(
    short_help="List all players.",
    epilog="\b\nExamples:\n  ttt agents\n  ttt agents mrugala2020 --json\n  ttt agents house --board 3x3 --seat second",
)
@click.argument("study", metavar="[STUDY]", required=False)
@_results
@click.option("--board", metavar="BOARD", help="Only agents of this board, such as 3x3 or 4x4x4.")
@click.option("--seat", type=click.Choice(SEATS), help="Only agents that play in this seat, with their strength there.")
@click.option(
    "--unbeatable",
    is_flag=True,
    help="Only agents of 3x3 that no reply beats, in the given seat or in all their seats.",
)
@click.option("--json", "as_json", is_flag=True, help="Print a list of objects.")
def agents(
    study: str | None, results: Path | None, board: str | None, seat: str | None, unbeatable: bool, as_json: bool
) -> None:
    """List the players that runs have stored in DIR/STUDY/agents.parquet, and the baselines (study "house").

    Each line has an agent's id, board, seat and description, and the steps of its snapshots. If a league in DIR/league
    includes the agent, its final strength follows: the share of games won against random moves, whether any reply
    beats it, and its rank in the league. `ttt play AGENT` plays against an agent, `ttt export AGENT` writes it as
    JSON. The last lines are games of `ttt play` in which the computer searches for moves.
    """
    from tttcore.cli.agent_strength import CLASSIC, in_seat, in_words, is_unbeatable, read_strengths  # noqa: PLC0415
    from tttcore.pipeline.messages import choices  # noqa: PLC0415
    from tttcore.players.agent_registry import list_agents  # noqa: PLC0415

    league = (results or RESULTS) / CLASSIC
    if unbeatable and not league.is_file():
        raise ValueError(f"--unbeatable: {league}: no such file; the league of a run tells who can be beaten")
    listed: list[Any] = [] if study == SEARCHING else list_agents(results or RESULTS, study).to_dict("records")
    if study in (SEARCHING, None):
        same = {"seat": "both", "unit": "", "steps": []}
        listed += [{"agent": name, "what": "search", "game": board, **same} for name, board in GAMES.items()]
    strengths = read_strengths(results or RESULTS)
    for each in listed:
        each["strength"] = in_seat(strengths.get((each["agent"], each["game"]), []), seat)
    boards = sorted({each["game"] for each in listed})
    if board is not None and board not in boards:
        raise ValueError(f"--board: no agents of {board!r}{choices(board, boards)}")
    listed = [
        each
        for each in listed
        if board in (None, each["game"])
        and (seat is None or each["seat"] in (seat, "both"))
        and (not unbeatable or is_unbeatable(each["strength"]))
    ]
    if as_json:
        click.echo(json.dumps(listed, indent=2))
        return
    width = max((len(each["agent"]) for each in listed), default=0)
    for each in listed:
        steps = f"; {each['unit']}: {', '.join(map(str, each['steps']))}" if len(each["steps"]) > 1 else ""
        strength = "".join(f"; {in_words(one)}" for one in each["strength"])
        click.echo(f"{each['agent']:{width}}  {each['game']}, {each['seat']}: {each['what']}{steps}{strength}")


@click.command(
    short_help="Write a player as JSON.",
    epilog="\b\nExamples:\n  ttt export house/perfect\n  ttt export ancheta2020/umg-described/0 --step 0 -o first.json",
)
@click.argument("agent", metavar="AGENT")
@_step
@click.option(
    "--output",
    "-o",
    metavar="FILE",
    type=OUTPUT,
    help="File to write, whole or not at all.",
    show_default="standard output",
)
@_results
def export(agent: str, step: int | None, output: Path | None, results: Path | None) -> None:
    """Write an agent's moves and parameters as one JSON object, which docs/agents.md describes.

    `ttt agents` lists the agents.
    """
    from tttcore.players.agent_export import export_agent  # noqa: PLC0415
    from tttcore.players.agent_registry import agent_files  # noqa: PLC0415

    if output is not None:
        check_writable(output, inputs=agent_files(results or RESULTS).values())
    exported = export_agent(_found(results, agent, step))
    with opened(output) as file:
        file.write(json.dumps(exported, indent=1) + "\n")


@click.command(
    name="agent",
    short_help="A stored player.",
    epilog="\b\nExamples:\n  ttt play house/careful --seat second\n  ttt play mrugala2020/3x3/0 --step 1995\n"
    "  ttt play g.json",
)
@click.argument("agent", metavar="AGENT")
@_step
@click.option("--seat", type=click.Choice(SEATS), help="The agent's seat.", show_default="the first that it plays")
@_results
@shared_options
def play(agent: str, step: int | None, seat: str | None, results: Path | None, **options: Unpack[Shared]) -> None:
    """Play one game against an agent that `ttt agents` lists, or that `ttt export` has written to a .json file.

    On 3x3 a move is a cell, 1 to 9; on other boards it is a number for each dimension: column, row, and so on.
    """
    if _is_exported(agent):
        from tttcore.players.agent_import import import_agent  # noqa: PLC0415

        if step is not None:
            raise click.UsageError("--step: a file is of one step; `ttt export AGENT --step N` writes another one.")
        found: Any = import_agent(Path(agent))
    else:
        found = _found(results, agent, step)
    known = SEATS if found["seat"] == "both" else (found["seat"],)
    taken = seat or known[0]
    if taken not in known:
        raise ValueError(f"{agent}: --seat {taken}: it has not learnt that one; allowed: {known[0]}")
    position, player, notation = _game(found, options)
    play_on_console(position, player, notation, seat=taken, protocol=options["protocol"])


def is_agent(asked: str) -> bool:
    """Tell whether an argument looks like an agent: a .json file, or an id, which has several parts and is no file."""
    if asked.startswith("-"):
        return False
    return _is_exported(asked) or ("/" in asked and not Path(asked).exists() and Path(asked).suffix != ".csv")


def _is_exported(asked: str) -> bool:
    return Path(asked).suffix == ".json"


def _game(found: Any, options: Shared) -> tuple[Any, Any, Any]:
    """First position, player and notation of an agent's game, from its row or what was read of it."""
    from tttcore.games.classic_position import ClassicPosition  # noqa: PLC0415
    from tttcore.library.agents import agent_of, draws_moves  # noqa: PLC0415
    from tttcore.play.notation import CellNotation  # noqa: PLC0415
    from tttcore.play.notation_hypercube import HypercubeNotation  # noqa: PLC0415

    count_from = options["count_from"]
    seed = seed_of_game(options["seed"], protocol=options["protocol"]) if draws_moves(found) else 0
    agent: Any = agent_of(found, seed)
    if isinstance(agent.start, ClassicPosition):
        return agent.start, agent.move, CellNotation(count_from)
    return agent.start, agent.move, HypercubeNotation(agent.start.board, count_from)


def _found(results: Path | None, agent: str, step: int | None) -> "pd.Series[Any]":
    from tttcore.players.agent_registry import find_agent  # noqa: PLC0415

    if agent in GAMES:
        raise ValueError(f"{agent} is no agent but a game, in which the computer searches: `ttt play {agent}`")
    return find_agent(results or RESULTS, agent, step)
