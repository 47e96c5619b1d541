"""`ttt agents`, `ttt export` and `ttt play AGENT`: players produced by runs, and baselines."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Unpack

import click

from tttcore.cli.console import play_on_console
from tttcore.cli.options import Shared, shared_options
from tttcore.cli.writing import check_writable
from tttcore.games.seats import SEATS

if TYPE_CHECKING:
    import pandas as pd

STREAM = "agent"
GAMES = {"minimax": "3x3", "nine-board": "nine boards", "super": "Super tic-tac-toe"}
"""Games of osipa2017 in which `ttt play` searches for moves, so that its players aren't stored agents."""
SEARCHING = "osipa2017"

_FOLDER = click.Path(exists=True, file_okay=False, path_type=Path)
_OUTPUT = click.Path(dir_okay=False, writable=True, path_type=Path)
_results = click.option(
    "--results", metavar="DIR", type=_FOLDER, help="Folder with a folder for each study. [default: results]"
)
_step = click.option(
    "--step", metavar="N", type=click.IntRange(0), help="As it was after N steps. [default: at the end]"
)


@click.command(
    short_help="List all players.",
    epilog="\b\nExamples:\n  ttt agents\n  ttt agents mrugala2020 --json\n  ttt agents house",
)
@click.argument("study", metavar="[STUDY]", required=False)
@_results
@click.option("--json", "as_json", is_flag=True, help="A list of objects.")
def agents(study: str | None, results: Path | None, as_json: bool) -> None:
    """List the players that runs have stored in DIR/STUDY/agents.parquet, and the baselines (study "house").

    A line is an agent's id, board, seat and description, and its steps if it was stored while it learnt. `ttt play
    AGENT` plays against it and `ttt export AGENT` writes all that it knows. The last lines are games of `ttt play` in
    which the computer searches for its moves.
    """
    from tttcore.players.agent_registry import list_agents  # noqa: PLC0415

    listed: list[Any] = [] if study == SEARCHING else list_agents(_folder(results), study).to_dict("records")
    if study in (SEARCHING, None):
        listed += _searching()
    click.echo(json.dumps(listed, indent=2) if as_json else _as_text(listed))


@click.command(
    short_help="Write all that a player knows as JSON.",
    epilog="\b\nExamples:\n  ttt export house/perfect\n  ttt export ancheta2020/umg-described/0 --step 1 -o first.json",
)
@click.argument("agent", metavar="AGENT")
@_step
@click.option(
    "--output", "-o", metavar="FILE", type=_OUTPUT, help="Written whole or not at all. [default: standard output]"
)
@_results
def export(agent: str, step: int | None, output: Path | None, results: Path | None) -> None:
    """Write an agent's moves and parameters as one JSON object, which docs/agents.md describes.

    `ttt agents` lists the agents.
    """
    from tttcore.pipeline.store import atomic  # noqa: PLC0415
    from tttcore.players.agent_export import export_agent  # noqa: PLC0415

    if output is not None:
        check_writable(output)
    text = json.dumps(export_agent(_found(results, agent, step)), indent=1) + "\n"
    if output is None:
        click.echo(text, nl=False)
        return
    with atomic(output) as partial:
        partial.write_text(text, encoding="utf-8")


@click.command(
    name="agent",
    short_help="Any stored player.",
    epilog="\b\nExamples:\n  ttt play house/careful --seat second\n  ttt play mrugala2020/3x3/0 --step 1000",
)
@click.argument("agent", metavar="AGENT")
@_step
@click.option("--seat", type=click.Choice(SEATS), help="The agent's seat. [default: the first that it plays]")
@_results
@shared_options
def play(agent: str, step: int | None, seat: str | None, results: Path | None, **options: Unpack[Shared]) -> None:
    """Play one game against an agent, which `ttt agents` lists.

    On 3x3 a move is a cell, 1 to 9; on other boards it is a number for each dimension: column, row, and so on.
    """
    found = _found(results, agent, step)
    known = SEATS if found["seat"] == "both" else (found["seat"],)
    taken = seat or known[0]
    if taken not in known:
        raise ValueError(f"{agent}: --seat {taken}: it has not learnt that one; allowed: {known[0]}")
    position, player, notation = _game(found, options)
    play_on_console(position, player, notation, seat=taken, protocol=options["protocol"])


def _game(found: "pd.Series[Any]", options: Shared) -> tuple[Any, Any, Any]:
    """First position, player and notation of an agent's game."""
    from tttcore.engines.genies.players.on_hypercube import move_function  # noqa: PLC0415
    from tttcore.games.classic_position import ClassicPosition  # noqa: PLC0415
    from tttcore.games.hypercube import Hypercube  # noqa: PLC0415
    from tttcore.games.hypercube_position import HypercubePosition  # noqa: PLC0415
    from tttcore.pipeline.rng import stream  # noqa: PLC0415
    from tttcore.play.notation import CellNotation  # noqa: PLC0415
    from tttcore.play.notation_lattice import LatticeNotation  # noqa: PLC0415
    from tttcore.players.policy import uniform_player  # noqa: PLC0415

    if found["game"] == "3x3":
        player = uniform_player(found["cells"], stream(options["seed"], STREAM))
        return ClassicPosition(), player, CellNotation(options["count_from"])
    lattice = Hypercube(int(found["edge"]), int(found["dimensions"]))
    return (
        HypercubePosition(lattice),
        move_function(lattice, found["weights"].tolist()),
        LatticeNotation(lattice, options["count_from"]),
    )


def _found(results: Path | None, agent: str, step: int | None) -> "pd.Series[Any]":
    from tttcore.players.agent_registry import find_agent  # noqa: PLC0415

    if agent in GAMES:
        raise ValueError(f"{agent} is no agent but a game, in which the computer searches: `ttt play {agent}`")
    return find_agent(_folder(results), agent, step)


def _folder(results: Path | None) -> Path:
    """Folder of results, which need not exist, since baselines are always available."""
    return results or Path("results")


def _searching() -> list[dict[str, Any]]:
    shared = {"seat": "both", "unit": "", "steps": []}
    return [{"agent": name, "what": "search", "game": board, **shared} for name, board in GAMES.items()]


def _as_text(listed: Sequence[dict[str, Any]]) -> str:
    """One line for each agent, in columns."""
    width = max((len(each["agent"]) for each in listed), default=0)
    lines = []
    for each in listed:
        steps = f"; {each['unit']}: {', '.join(map(str, each['steps']))}" if len(each["steps"]) > 1 else ""
        lines.append(f"{each['agent']:{width}}  {each['game']}, {each['seat']}: {each['what']}{steps}")
    return "\n".join(lines)
