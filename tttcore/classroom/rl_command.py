"""`ttt rl`: train two bots by self-play (Mrugała et al. 2020), and play against the better one.

Training goes on from an earlier session, shows a progress bar, and can be interrupted.
"""

import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from tttcore.classroom.console import play_on_console, seed_of_game
from tttcore.cli.output import check_writable
from tttcore.games.position import SEATS
from tttcore.pipeline.files import behind_links

if TYPE_CHECKING:
    from tttcore.engines.tabular.learner import Learner, Tally
    from tttcore.engines.tabular.recipe import Recipe
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


@click.group(short_help="Train two bots by reinforcement learning, and play one.")
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
    help="Your seat, 1 to move first or 2, if nothing is trained; otherwise the better bot keeps its seat.",
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

    A session loads the policy of the last session, if there is one, and says so; at its end it saves the policy: a file
    for each game in the folder --policies, which is made here if it is missing. The same command continues an
    interrupted session. It does not repeat a finished one; --more adds games. Only one process at a time may train a
    policy.

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
    kept = policies / "-".join([*map(str, board.values()), "need", f"{recipe.need}.parquet"])
    path = behind_links(policy or kept)
    training = stream(TRAINING_SEED if seed is None else seed, STREAM).bit_generator.random_raw(1)
    if train == "y":
        if policy is None and more is None:
            if not policies.is_dir():
                click.echo(f"{policies}: this new folder keeps the bots", err=True)
            policies.mkdir(parents=True, exist_ok=True)
        trained = train_policy(path, recipe, training, total=iterations, more=more, seed=seed)
        if trained is None:
            return
        learner, tally = trained
        seat = _print_shares(tally, learning["draws"])
        click.echo(f"{path}: has both bots, {sum(learner.entries):,} estimates after {learner.games:,} games")
    elif not path.is_file():
        raise ValueError(f"{path}: no such file; without training (-t n) you need the policy of an earlier session")
    else:
        learner, seat = load(path, recipe), 2 - int(start)
        tell_earlier(path, learner)
    if play:
        draws = recipe.ties == "random"
        playing = stream(seed_of_game(seed) if draws else TRAINING_SEED, STREAM, "play").bit_generator.random_raw(1)
        _play(learner, seat, playing)


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
    from tttcore.games.notation import MnkNotation  # noqa: PLC0415
    from tttcore.games.position import SIGNS  # noqa: PLC0415

    board, need = learner.recipe.board, learner.recipe.need
    farthest = board.reach if isinstance(board, Finite) else FARTHEST
    click.echo(f"Player{seat + 1} plays {SIGNS[seat]}; {need} in a row win.")
    position = MnkPosition(farthest if isinstance(board, Finite) else FAR, need)
    play_on_console(position, GreedyPlayer(learner, state), MnkNotation(farthest, board.reach), seat=SEATS[seat])


def train_policy(
    path: Path, recipe: "Recipe", state: "Words", *, total: int, more: int | None, seed: int | None
) -> tuple["Learner", "Tally"] | None:
    """Train `more` games, else up to `total` ones; None after telling that these are trained already.

    Parameters
    ----------
    seed : the one asked for, which `state` comes from; an earlier session's chance goes on, so it is refused then.
    """
    from tttcore.engines.tabular import session  # noqa: PLC0415

    if more is not None and not path.exists():
        raise ValueError(f"{path}: no such file; --more continues the policy of an earlier session")
    check_writable(path)
    learner = session.load_or_create(path, recipe, state)
    begun = session.games_before(path, learner) if path.exists() else 0
    goes_on = more is not None or begun > 0
    if more is None and path.exists():
        _check_same_learning(path, recipe)
        more = total - begun
        if more <= 0:
            ignored = "" if seed is None else f", so that --seed {seed} changes nothing"
            told = f"{learner.games:,} games are already trained{ignored}; --more N trains N more, -t n plays"
            click.echo(f"{path}: {told}")
            return None
    if goes_on and seed is not None:
        allowed = "no --seed, or another --policy"
        raise ValueError(f"{path}: --seed {seed}: training goes on with the chance that is stored; allowed: {allowed}")
    if path.exists():
        tell_earlier(path, learner)
    return _train_games(path, learner, total if more is None else more)


def tell_earlier(path: Path, learner: "Learner") -> None:
    """Say that a policy is that of an earlier session."""
    click.echo(f"{path}: from an earlier session, after {learner.games:,} games", err=True)


def _check_same_learning(path: Path, recipe: "Recipe") -> None:
    """Check that a policy has learnt by the parameters of `recipe`; only further games may be learnt by others."""
    from tttcore.engines.tabular.session import first_difference, read_metadata, recipe_record  # noqa: PLC0415

    if differs := first_difference(read_metadata(path)["recipe"], recipe_record(recipe)):
        allowed = "the same parameters, --more N to train N more games with the new ones, or another --policy"
        raise ValueError(f"{path}: was trained with other parameters: {differs}; allowed: {allowed}")


def _train_games(path: Path, learner: "Learner", games: int) -> tuple["Learner", "Tally"]:
    """Train with a progress bar on a terminal; if interrupted, tell how to resume."""
    from tqdm import tqdm  # noqa: PLC0415

    from tttcore.engines.tabular import session  # noqa: PLC0415

    resumes = session.checkpoint_of(path).exists()

    def progress(played: int) -> None:
        nonlocal resumes
        if resumes:  # the first report is of the games that were kept
            with bar.external_write_mode(file=sys.stderr):
                click.echo(f"{path}: continuing an interrupted session after {played:,} games", err=True)
            resumes = False
        bar.update(played)

    hidden = not sys.stderr.isatty()
    bar = tqdm(total=games, desc="training", unit=" games", unit_scale=True, leave=False, disable=hidden)
    with bar, _stoppable() as stop:
        learner, tally = session.train(learner, games, path, progress=progress, stop=stop)
    if (played := session.games_played(tally)) < games:
        checkpoint = session.checkpoint_of(path)
        click.echo(f"{checkpoint}: {played:,} of {games:,} games; the same command continues from there", err=True)
        raise click.Abort
    return learner, tally


@contextmanager
def _stoppable() -> Iterator[Callable[[], bool]]:
    """Function that is true after a first SIGINT; a second one has its usual effect."""
    before = signal.getsignal(signal.SIGINT)
    interrupts = []

    def note(*signalled: object) -> None:
        interrupts.append(signalled)
        signal.signal(signal.SIGINT, before)

    if before != signal.SIG_IGN:
        signal.signal(signal.SIGINT, note)
    try:
        yield lambda: bool(interrupts)
    finally:
        signal.signal(signal.SIGINT, before)
