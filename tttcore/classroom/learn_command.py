"""`ttt learn`: train a user's learner of 3x3, and tell how many games it needs until nothing beats it."""

import json
import os
import sys
from collections.abc import Iterable
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tttcore.classroom.console import terminable
from tttcore.classroom.options import Seconds
from tttcore.cli.agents import RESULTS
from tttcore.cli.options import FOLDER, OUTPUT
from tttcore.cli.output import check_writable, opened
from tttcore.games.position import SEAT_INDICES

if TYPE_CHECKING:
    import pandas as pd

    from tttcore.classroom.learner_report import Machines
    from tttcore.engines.learner.recipe import Recipe


class Parameter(click.ParamType):
    """Value of a parameter, as ``step=0.2``."""

    name = "parameter"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> tuple[str, Any]:
        """Parse a name and its value: a number, true or false, or a text."""
        name, equals, text = value.partition("=")
        if not equals or not name:
            self.fail(f"{value!r} is no parameter; allowed: NAME=VALUE, such as step=0.2.", param, ctx)
        try:
            return name, json.loads(text)
        except ValueError:
            return name, text


@click.command(
    short_help="Train your learner of 3x3: games until nothing beats it.",
    epilog="\b\nExamples:\n  ttt learn my_td.py --games 30000 --runs 30\n"
    "  ttt learn my_td.py:TD --opponent itself --set step=0.3 --json\n  ttt learn --checkpoints my_runs",
)
@click.argument("learner", metavar="[FILE.py[:CLASS]]", required=False)
@click.option(
    "--checkpoints",
    metavar="FOLDER",
    type=FOLDER,
    help="In place of a file: players in FOLDER/SEED/GAMES.*, as for `ttt enter`.",
)
@click.option("--games", metavar="N", type=click.IntRange(1, 10**8), default=10_000, help="Games of each run.")
@click.option("--runs", metavar="N", type=click.IntRange(1, 10**5), default=10, help="Number of runs.")
@click.option(
    "--opponent",
    metavar="WHO",
    default="random",
    help="Opponent in training: random, careful, perfect, itself, a baseline such as house/umg, or an exported .json.",
)
@click.option("--seat", type=click.Choice(tuple(SEAT_INDICES)), default="both", help="Seat that it learns.")
@click.option("--set", "parameters", metavar="NAME=VALUE", type=Parameter(), multiple=True, help="A parameter's value.")
@click.option("--seed", metavar="N", type=click.IntRange(0), default=0, help="Seed of all chance.")
@click.option("--seconds", metavar="S", type=Seconds(), default=60, help="Time for a game, and for a look at it.")
@click.option(
    "--memory", metavar="MB", type=click.IntRange(16, 10**6), default=4096, help="Memory of each run, in megabytes."
)
@click.option("--trust", is_flag=True, help="Train in this process, without limits, for a debugger.")
@click.option("--results", metavar="DIR", type=FOLDER, help="Folder with other machines.", show_default=str(RESULTS))
@click.option("--page", metavar="FILE.html", type=OUTPUT, help="Page to write.", show_default="named after FILE.py")
@click.option("--json", "as_json", is_flag=True, help="Print all of it as one object.")
def learn(
    learner: str | None,
    checkpoints: Path | None,
    games: int,
    runs: int,
    parameters: Iterable[tuple[str, Any]],
    seed: int,
    trust: bool,
    results: Path | None,
    page: Path | None,
    as_json: bool,
    **training: Any,
) -> None:
    """Train a learner of 3x3 of your own, and tell exactly what it has learnt, at ten points a decade of games.

    FILE.py has a class that derives from `tttcore.learner.Learner`; docs/how-to/your-learner.md describes it. Each run
    is a process of its own with a seed of its own; the same command gives the same curves. A run that fails is told
    with its game, and the others go on. A file isn't locked in, so train only what you would run yourself.

    If your training can't be called, --checkpoints reads players that it has stored: tables, or other files of
    `ttt enter`, named after the number of games, in a folder for each seed.

    The page has the learner's curve among those of the documents' machines, or of --results, the games that it needs,
    and its mistakes.
    """
    from tttcore.classroom.learner_report import TREATMENT, learner_report, stored_machines  # noqa: PLC0415
    from tttcore.engines.learner.recipe import build_recipe  # noqa: PLC0415

    if (learner is None) == (checkpoints is None):
        raise click.UsageError("FILE.py and --checkpoints: one of them is needed, and only one.")
    machines = stored_machines(results or RESULTS)
    if checkpoints is not None:
        from tttcore.classroom.checkpoints import checkpoint_table  # noqa: PLC0415

        name = checkpoints.resolve().name
        target = page or Path(f"{name}.html")
        check_writable(target)
        learning = checkpoint_table(checkpoints, TREATMENT)
        found = learner_report(learning, name, {"trained": f"players in {checkpoints}"}, [], machines)
        _tell(found, learning, target, machines, as_json=as_json)
        return
    config = {"learner": learner, "games": games, "parameters": dict(parameters), **training}
    recipe = build_recipe(config, "learn")
    target = page or Path(f"{recipe.file.stem}.html")
    check_writable(target, inputs=[recipe.file])
    with terminable():
        learning, errors = _trained(recipe, config, runs, seed, trust=trust)
    teacher = f"against {recipe.opponent}" if recipe.opponent != "itself" else "against itself"
    told = f"{runs} runs of {games:,} games {teacher}, seat {recipe.seat}, seed {seed}"
    found = learner_report(learning, recipe.name, {"trained": told, **asdict(recipe), "seed": seed}, errors, machines)
    _tell(found, learning, target, machines, as_json=as_json)


def _tell(found: dict[str, Any], learning: "pd.DataFrame", page: Path, machines: "Machines", *, as_json: bool) -> None:
    """Write the page, and print what was found."""
    from tttcore.classroom.learner_report import learner_page, learner_text  # noqa: PLC0415

    with opened(page) as file:
        file.write(learner_page(found, learning, machines))
    click.echo(json.dumps(found, indent=1) if as_json else learner_text(found))
    click.echo(f"page: {page}", err=True)


def _trained(
    recipe: "Recipe", config: dict[str, Any], runs: int, seed: int, *, trust: bool
) -> tuple["pd.DataFrame", list[str]]:
    """Table of the learners of all runs, see `engines.learning.learning_table`, and what went wrong, by run."""
    import pandas as pd  # noqa: PLC0415
    from tqdm import tqdm  # noqa: PLC0415

    from tttcore.classroom.learner_report import TREATMENT  # noqa: PLC0415
    from tttcore.engines.learner.engine import trained  # noqa: PLC0415
    from tttcore.engines.learning import learning_table  # noqa: PLC0415
    from tttcore.engines.replicates import Replicate  # noqa: PLC0415
    from tttcore.games.classic import enumerate_states  # noqa: PLC0415
    from tttcore.pipeline.messages import ConfigError  # noqa: PLC0415
    from tttcore.processes.limits import Limits  # noqa: PLC0415

    limits, tables = Limits(), enumerate_states()
    bar = tqdm(
        total=runs * recipe.games, desc=recipe.name, unit=" games", unit_scale=True, disable=not sys.stderr.isatty()
    )
    played, rows, errors = dict.fromkeys(range(runs), 0), list[dict[str, Any]](), list[str]()

    def run(number: int) -> dict[str, Any] | ConfigError:
        def tell(games: int) -> None:
            bar.update(games - played[number])
            played[number] = games

        replicate = Replicate(seed, "learn", TREATMENT, number)
        try:
            return trained(recipe, replicate, tell=tell, trust=trust, stop=limits.stop)
        except ConfigError as error:
            return error

    with bar, limits.threads(1 if trust else os.cpu_count() or 1) as pool:
        for number, row in enumerate(pool.map(run, range(runs))):
            if isinstance(row, ConfigError):
                errors.append(str(row))
                continue
            rows.append({"treatment": TREATMENT, "replicate": number, "seed": seed, **row})
            if row["fault"]:
                errors.append(f"run {number}: {row['fault']}")
    if not any(row["games"] for row in rows):
        raise ConfigError(errors[0])
    learning = learning_table(
        pd.DataFrame(rows), {TREATMENT: config}, tables, study="learn", engine="learner", seed=seed
    )
    return learning, errors
