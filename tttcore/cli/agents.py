"""`ttt agents` and `ttt export`: players produced by runs, and baselines."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tttcore.cli.options import FOLDER, OUTPUT
from tttcore.cli.output import check_writable, opened
from tttcore.games.position import SEATS

if TYPE_CHECKING:
    import pandas as pd

GAMES = {"minimax": "3x3", "nine-board": "nine boards", "super": "Super tic-tac-toe"}
"""Games of osipa2017 in which `ttt play` searches for moves, so that its players aren't stored agents."""
SEARCHING = "osipa2017"
RESULTS = Path("results")
"""Folder of results, which need not exist, since baselines are always available."""

results_option = click.option(
    "--results", metavar="DIR", type=FOLDER, help="Folder with a folder for each study.", show_default=str(RESULTS)
)
step_option = click.option(
    "--step", metavar="N", type=click.IntRange(0), help="The agent after N steps.", show_default="at the end"
)


@click.command(
    short_help="List all players.",
    epilog="\b\nExamples:\n  ttt agents\n  ttt agents mrugala2020 --json\n  ttt agents house --board 3x3 --seat second",
)
@click.argument("study", metavar="[STUDY]", required=False)
@results_option
@click.option("--board", metavar="BOARD", help="Only agents of this board, such as 3x3 or 4x4x4.")
@click.option(
    "--seat",
    type=click.Choice(SEATS),
    help="Only agents that play as first or second player, with their strength there.",
)
@click.option(
    "--unbeatable",
    is_flag=True,
    help="Only unbeatable agents of 3x3, as the player given by --seat or as all that they play.",
)
@click.option("--json", "as_json", is_flag=True, help="Print a list of objects.")
def agents(
    study: str | None, results: Path | None, board: str | None, seat: str | None, unbeatable: bool, as_json: bool
) -> None:
    """List the players that runs have stored in DIR/STUDY/agents.parquet, and the baselines (study "house").

    Each line has an agent's id, board, the player that it moves as (first, second or both) and description, and the
    steps of its snapshots. If a league in DIR/league includes the agent, its final strength follows: the proportion
    of games won against random moves, whether it can be beaten, and its rank in the league. `ttt play AGENT` plays
    against an agent, `ttt export AGENT` writes it as JSON. The last lines are games of `ttt play` in which the
    computer searches for moves.
    """
    from tttcore.cli.agent_strength import CLASSIC, in_seat, in_words, is_unbeatable, read_strengths  # noqa: PLC0415
    from tttcore.pipeline.messages import choices  # noqa: PLC0415
    from tttcore.players.agent_registry import list_agents  # noqa: PLC0415

    league = (results or RESULTS) / CLASSIC
    if unbeatable and not league.is_file():
        raise ValueError(f"--unbeatable: {league}: no such file; the league of a run says who can be beaten")
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
@step_option
@click.option(
    "--output",
    "-o",
    metavar="FILE",
    type=OUTPUT,
    help="File to write, whole or not at all.",
    show_default="standard output",
)
@results_option
def export(agent: str, step: int | None, output: Path | None, results: Path | None) -> None:
    """Write an agent's moves and parameters as one JSON object, which docs/reference/agents.md describes.

    `ttt agents` lists the agents.
    """
    from tttcore.players.agent_file import export_agent  # noqa: PLC0415
    from tttcore.players.agent_registry import agent_files  # noqa: PLC0415

    if output is not None:
        check_writable(output, inputs=agent_files(results or RESULTS).values())
    exported = export_agent(find(results, agent, step))
    with opened(output) as file:
        file.write(json.dumps(exported, indent=1) + "\n")


def find(results: Path | None, agent: str, step: int | None) -> "pd.Series[Any]":
    """Row of an agent that `ttt agents` lists; ValueError for an unknown one, or one of `GAMES`."""
    from tttcore.players.agent_registry import find_agent  # noqa: PLC0415

    if agent in GAMES:
        raise ValueError(f"{agent} is not a stored player but a game against the computer: `ttt play {agent}`")
    return find_agent(results or RESULTS, agent, step)
