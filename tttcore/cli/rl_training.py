"""Train a pair of bots for `ttt rl game`: from which session it goes on, with a progress bar, interruptible."""

import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from tttcore.cli.output import check_writable

if TYPE_CHECKING:
    from tttcore.engines.tabular.learner import Learner, Tally
    from tttcore.engines.tabular.recipe import Recipe
    from tttcore.pipeline.rng import Words


def train_policy(
    path: Path, recipe: "Recipe", state: "Words", *, total: int, more: int | None
) -> tuple["Learner", "Tally"] | None:
    """Train `more` games, else up to `total` ones; None after telling that these are trained already."""
    from tttcore.engines.tabular import session  # noqa: PLC0415

    if more is not None and not path.exists():
        raise ValueError(f"{path}: no such file; --more continues the policy of an earlier session")
    check_writable(path)
    learner = session.load_or_create(path, recipe, state)
    if more is None and path.exists():
        _check_same_learning(path, recipe)
        more = total - session.games_before(path, learner)
        if more <= 0:
            told = f"{learner.games:,} games are already trained; --more N trains N more, -t n plays"
            click.echo(f"{path}: {told}")
            return None
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
