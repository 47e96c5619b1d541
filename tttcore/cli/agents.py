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
TREATMENTS = 20
"""Treatments that a list shows unless all players are asked for, so that it fits on a screen."""

RANKED = (
    "Ranks are by mean points, which wins against weak players raise: perfect play never loses, but need not be first."
)
"""Explanation of the ranks of players that can't be beaten."""

results_option = click.option(
    "--results", metavar="DIR", type=FOLDER, help="Folder with a folder for each study.", show_default=str(RESULTS)
)
step_option = click.option(
    "--step", metavar="N", type=click.IntRange(0), help="The agent after N steps.", show_default="at the end"
)


@click.command(
    short_help="List the strongest stored players, or all.",
    epilog="\b\nExamples:\n  ttt agents\n  ttt agents mrugala2020 --all\n  ttt agents --board 3x3 --seat second --json",
)
@click.argument("study", metavar="[STUDY]", required=False)
@results_option
@click.option("--all", "list_all", is_flag=True, help="List all players, with more about each.")
@click.option("--board", metavar="BOARD", help="Only players of this board, such as 3x3 or 4x4x4.")
@click.option(
    "--seat", type=click.Choice(SEATS), help="Only players that play in this seat, with their strength there alone."
)
@click.option(
    "--unbeatable", is_flag=True, help="Only unbeatable players of 3x3, in the given --seat or in all that they play."
)
@click.option("--json", "as_json", is_flag=True, help="Print all of them as a list of objects.")
def agents(
    study: str | None,
    results: Path | None,
    list_all: bool,
    board: str | None,
    seat: str | None,
    unbeatable: bool,
    as_json: bool,
) -> None:
    """List the players that runs have stored, of STUDY or of all, and those of fixed rules (study "house").

    The strongest player of each treatment comes first, those of 3x3 before others, by the share of players, in the
    league of its board and the mean of its seats, that rank as high; then players of fixed rules; then games of
    `ttt play` in which the computer searches for moves. With --all it says where the moves come from, which steps of
    learning are stored, and what share of games is won against random moves.

    `ttt play ID` plays against a player, `ttt export ID` writes it as JSON.
    """
    from tttcore.cli.agent_strength import CLASSIC, in_seat, is_unbeatable, read_strengths  # noqa: PLC0415
    from tttcore.pipeline.messages import choices  # noqa: PLC0415
    from tttcore.players.agent_registry import agent_files, list_agents  # noqa: PLC0415
    from tttcore.players.baselines import BASELINE_GROUP  # noqa: PLC0415

    league = (results or RESULTS) / CLASSIC
    if study not in (BASELINE_GROUP, SEARCHING) and not agent_files(results or RESULTS) and not as_json:
        told = f"{results or RESULTS}: no players of runs; `make` stores some there, --results DIR names another folder"
        if study is not None:
            raise ValueError(told)
        click.echo(f"{told}; these need none:", err=True)
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
    if not listed:
        return
    if list_all:
        click.echo("id  board, seat: kind of player; stored steps; strength")
        for each in listed:
            click.echo(f"{each['agent']}  {each['game']}, {each['seat']}: {_about(each)}")
        return
    learnt, fixed, rule = _best(listed)
    if rule:
        click.echo(rule, err=True)
    _print_table(learnt, fixed)


def _print_table(learnt: list[dict[str, Any]], fixed: list[dict[str, Any]]) -> None:
    """Print listed players in columns with a heading, and after an empty line those that haven't learnt."""
    from tttcore.cli.agent_strength import in_short, in_top  # noqa: PLC0415
    from tttcore.report.agent_names import agent_names  # noqa: PLC0415

    shown = learnt + fixed

    names = agent_names({each["agent"].partition("/")[0] for each in shown})
    rows = [("id", "player", "board", "seat", "in the top", "rank in its seats")]
    for each in shown:
        name = names.group(_group(each["agent"])) if "/" in each["agent"] else each["what"]
        strength = each["strength"]
        rows.append((each["agent"], name, each["game"], each["seat"], in_top(strength), in_short(strength)))
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for place, row in enumerate(rows):
        if fixed and learnt and place == 1 + len(learnt):
            click.echo("\nfixed rules and search:")
        click.echo("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip())


def _group(agent: str) -> str:
    """Treatment of an agent of a run, and a baseline itself."""
    treatment = agent.rpartition("/")[0]
    return treatment if "/" in treatment else agent


def _about(listed: dict[str, Any]) -> str:
    """All that is known of a listed player."""
    from tttcore.cli.agent_strength import in_words  # noqa: PLC0415

    steps = [f"{listed['unit']}: {', '.join(map(str, listed['steps']))}"] if len(listed["steps"]) > 1 else []
    return "; ".join([listed["what"], *steps, *map(in_words, listed["strength"])])


def _best(listed: list[dict[str, Any]]) -> tuple[list[dict[str, Any]], list[dict[str, Any]], str]:
    """Strongest player of each treatment, up to `TREATMENTS`, 3x3 first; those that haven't learnt; the rule."""
    from tttcore.cli.agent_strength import standing  # noqa: PLC0415

    ordered = sorted(listed, key=lambda each: standing(each["strength"]))
    learnt, others = dict[str, dict[str, Any]](), []
    for each in ordered:
        if each["agent"].count("/") > 1:  # baselines are no runs of a treatment
            learnt.setdefault(_group(each["agent"]), each)
        else:
            others.append(each)
    strongest = [*learnt.values()][:TREATMENTS]
    shown = sorted(strongest, key=lambda each: (each["game"] != "3x3", each["game"]))
    if len(shown) + len(others) == len(listed):
        return shown, others, ""
    if not any(each["strength"] for each in listed):
        return shown, others, f"The first player of each treatment; --all lists all {len(listed):,}."
    of = f"the {TREATMENTS} strongest treatments" if len(learnt) > TREATMENTS else "each treatment"
    rule = f"The best player of {of}, 3x3 first, by the mean of its ranks in percent of the players of its board"
    return shown, others, f"{rule}; --all lists all {len(listed):,}.\n{RANKED}"


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

    `ttt agents` lists the agents; a file that `ttt rl game` has written for 3x3 is one, too.
    """
    import pandas as pd  # noqa: PLC0415

    from tttcore.players.agent_file import export_agent  # noqa: PLC0415
    from tttcore.players.agent_registry import agent_files  # noqa: PLC0415

    is_policy = agent.endswith(".parquet")
    if is_policy and step is not None:
        raise click.UsageError(f"--step: {agent} has the end of a training alone.")
    if output is not None:
        check_writable(output, inputs=[*agent_files(results or RESULTS).values(), *[Path(agent)] * is_policy])
    if is_policy:
        from tttcore.engines.tabular.agents import policy_agent  # noqa: PLC0415

        found = pd.Series(policy_agent(Path(agent)))
    else:
        found = find(results, agent, step)
    exported = export_agent(found)
    with opened(output) as file:
        file.write(json.dumps(exported, indent=1) + "\n")


def find(results: Path | None, agent: str, step: int | None) -> "pd.Series[Any]":
    """Row of an agent that `ttt agents` lists; ValueError for an unknown one, or one of `GAMES`."""
    from tttcore.players.agent_registry import find_agent  # noqa: PLC0415

    if agent in GAMES:
        raise ValueError(f"{agent} is not a stored player but a game against the computer: `ttt play {agent}`")
    return find_agent(results or RESULTS, agent, step)
