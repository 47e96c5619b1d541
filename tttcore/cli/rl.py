"""Command `ttt rl`: train two bots by self-play (Mrugała et al. 2020), and play against the better one."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from tttcore.cli.console import play_on_console, seed_of_game
from tttcore.cli.rl_training import tell_earlier, train_policy
from tttcore.games.seats import SEATS
from tttcore.pipeline.paths import behind_links

if TYPE_CHECKING:
    from tttcore.engines.tabular.learner import Learner, Tally
    from tttcore.pipeline.rng import Words

BOARDS = ("finite", "infinite", "smarter")
TIES = ("first", "random")
TARGETS = ("moving", "fixed")
"""Choices of `engines.tabular.recipe`, which takes long to import."""
DRAWS = {"apart": (0, 0, ""), "first": (1, 0, ", counted for Player1"), "half": (0.5, 0.5, ", half of them for each")}
"""Value of a draw for either player, and a remark on it."""
SIZE, LIMITERS = 3, {"infinite": 5, "smarter": 2}
"""Default size of the finite board, and default limiters of the others."""
FARTHEST = 99
"""Largest coordinate that a person can mark on a board without an edge."""
STREAM = "rl game"
TRAINING_SEED = 0
"""Seed of training if none is asked for, so that the same command trains the same bots."""
POLICIES = Path("policies")
"""Folder of policies, in the current one."""


@click.group(no_args_is_help=False, short_help="Train bots and play against them.")
def rl() -> None:
    """Reinforcement learning: two bots learn k in a row by playing each other."""


@rl.command(
    short_help="Train two bots, then play against the better one.",
    epilog="\b\nExamples:\n  ttt rl game -i 500000\n  ttt rl game --more 100000\n  ttt rl game -t n -s 1\n"
    "  ttt rl game -i 300000 -b 5 -n 4 --no-play\n  ttt rl game --board smarter -i 1000000",
)
@click.option(
    *("-i", "-iterations", "--iterations"),
    metavar="N",
    type=click.IntRange(0),
    default=100_000,
    help="Total number of training games over all sessions.",
)
@click.option("--more", metavar="N", type=click.IntRange(1), help="Number of additional training games.")
@click.option(
    *("-t", "-train", "--train"),
    type=click.Choice(("y", "n"), case_sensitive=False),
    default="y",
    help="Train or not; without training, a saved policy is needed.",
)
@click.option(
    *("-s", "-start", "--start"),
    type=click.Choice(("1", "2")),
    default="2",
    help="Your seat, first or second, if nothing is trained; otherwise the better bot keeps its seat.",
)
@click.option(
    *("-b", "-boardSize", "--boardSize", "--board-size", "size"),
    metavar="B",
    type=int,
    show_default=str(SIZE),
    help="Cells along an edge of the finite board, an odd number.",
)
@click.option("-n", "-need", "--need", metavar="K", type=int, default=3, help="Marks in a row that win.")
@click.option(
    "--board",
    "kind",
    type=click.Choice(BOARDS),
    default="finite",
    help="Finite; infinite, where bots consider a growing area; or infinite with smarter moves near marks.",
)
@click.option(
    "--limiter",
    metavar="L",
    type=int,
    show_default=f"{LIMITERS['infinite']}, or {LIMITERS['smarter']} if smarter",
    help="Distance of considered cells on infinite boards: from the middle, or from marks if smarter.",
)
@click.option(
    "--step",
    type=float,
    default=0.1,
    help="Learning rate, 0 to 1: the part of the way that an estimate moves to its target.",
)
@click.option("--explore", "exploration", type=float, default=0.3, help="Chance of a random move in training.")
@click.option("--ties", type=click.Choice(TIES), default="first", help="Choice among equally good moves.")
@click.option(
    "--target",
    type=click.Choice(TARGETS),
    default="moving",
    help="Target of an update: the next position's new estimate (moving), or always the reward (fixed).",
)
@click.option(
    "--draws",
    type=click.Choice(tuple(DRAWS)),
    default="apart",
    help="Count draws apart, as wins of Player1 (first), or half for each player.",
)
@click.option(
    "--seed",
    metavar="N",
    type=click.IntRange(0),
    help="Seed of random choices.",
    show_default=f"{TRAINING_SEED} in training, a fresh one, which is printed, in play",
)
@click.option(
    "--policies",
    metavar="DIR",
    type=click.Path(file_okay=False, path_type=Path),
    default=POLICIES,
    help="Folder for the bots of all games; created if missing.",
)
@click.option(
    "--policy",
    metavar="FILE",
    type=click.Path(dir_okay=False, path_type=Path),
    show_default="a file in that folder, named after the game",
    help="File for both bots, instead of one in the folder.",
)
@click.option("--play/--no-play", default=True, help="Play after training, or not.")
def game(
    iterations: int,
    more: int | None,
    train: str,
    start: str,
    kind: str,
    size: int | None,
    limiter: int | None,
    seed: int | None,
    policies: Path,
    policy: Path | None,
    play: bool,
    **learning: Any,
) -> None:
    """Train two bots against each other, print the results, and play against the better one (Player2 on equality).

    A session loads the policy of the last session, if there is one, and says so; at its end it saves the policy. The
    folder --policies has a file for each game. The same command continues an interrupted session. It does not repeat a
    finished one; --more adds games. Only one process at a time may train a policy.

    Type your move as x and y, from -1 to 1 each on the board of size 3; x grows to the right, y upwards. After an
    illegal move you are asked again; q stops.
    """
    from tttcore.engines.tabular.recipe import AS_DESCRIBED, build_recipe  # noqa: PLC0415
    from tttcore.engines.tabular.session import load  # noqa: PLC0415
    from tttcore.pipeline.rng import stream  # noqa: PLC0415

    if more is not None:
        given = click.get_current_context().get_parameter_source("iterations")
        if given is ParameterSource.COMMANDLINE:
            raise click.UsageError("--more: replaces --iterations; give only one of them.")
        if train == "n":
            raise click.UsageError("--more: --train n trains nothing; remove one of them.")
    board = _board(kind, size, limiter)
    recipe = build_recipe({**AS_DESCRIBED, **learning, "board": board}, "game")
    path = behind_links(policy or _kept_in(policies, board, recipe.need))
    training = stream(TRAINING_SEED if seed is None else seed, STREAM).bit_generator.random_raw(1)
    if train == "y":
        if policy is None and more is None:
            policies.mkdir(parents=True, exist_ok=True)
        trained = train_policy(path, recipe, training, total=iterations, more=more)
        if trained is None:
            return
        learner, tally = trained
        seat = _print_shares(tally, learning["draws"])
        click.echo(f"{path}: {sum(learner.entries):,} estimates after {learner.games:,} games")
    elif not path.is_file():
        raise ValueError(f"{path}: no such file; without training (-t n) you need the policy of an earlier session")
    else:
        learner, seat = load(path, recipe), 2 - int(start)
        tell_earlier(path, learner)
    if play:
        draws = recipe.ties == "random"
        playing = stream(seed_of_game(seed) if draws else TRAINING_SEED, STREAM, "play").bit_generator.random_raw(1)
        _play(learner, seat, playing)


def _kept_in(folder: Path, board: dict[str, Any], need: int) -> Path:
    """File of a game's policy in the folder of policies."""
    return folder / "-".join([*map(str, board.values()), "need", f"{need}.parquet"])


def _board(name: str, size: int | None, limiter: int | None) -> dict[str, Any]:
    """Board of the options, as a recipe names it."""
    if name == "finite":
        if limiter is not None:
            raise click.UsageError("--limiter: a finite board derives its limiter from its size.")
        return {"name": name, "size": SIZE if size is None else size}
    if size is not None:
        raise click.UsageError(f"--board-size: only the finite board has a size; the {name} board has none.")
    return {"name": name, "limiter": LIMITERS[name] if limiter is None else limiter}


def _print_shares(tally: "Tally", draws: str) -> int:
    """Print the shares of games; return the seat that won more, the second one on equality."""
    for_first, for_second, said = DRAWS[draws]
    first, second = tally.first + for_first * tally.drawn, tally.second + for_second * tally.drawn
    games = max(1, tally.first + tally.drawn + tally.second)
    click.echo(f"Player1 wins = {first / games:.1%}")
    click.echo(f"Player2 wins = {second / games:.1%}")
    click.echo(f"Draws = {tally.drawn / games:.1%}{said}")
    return 0 if first > second else 1


def _play(learner: "Learner", seat: int, state: "Words") -> None:
    """Play on the terminal against the bot in a seat."""
    from tttcore.engines.tabular.learner import GreedyPlayer  # noqa: PLC0415
    from tttcore.engines.tabular.recipe import Finite  # noqa: PLC0415
    from tttcore.games.mnk import FAR, MnkPosition  # noqa: PLC0415
    from tttcore.games.position import SIGNS  # noqa: PLC0415
    from tttcore.play.notation_mnk import MnkNotation  # noqa: PLC0415

    board, need = learner.recipe.board, learner.recipe.need
    farthest = board.reach if isinstance(board, Finite) else FARTHEST
    click.echo(f"Player{seat + 1} plays {SIGNS[seat]}; {need} in a row win.")
    position = MnkPosition(farthest if isinstance(board, Finite) else FAR, need)
    play_on_console(position, GreedyPlayer(learner, state), MnkNotation(farthest, board.reach), seat=SEATS[seat])
