"""Machines that learn tic-tac-toe: games, players, learners and their statistics."""

TYPE_CHECKING = False
"""As in `typing`, whose import takes longer than all of this."""

if TYPE_CHECKING:
    from pathlib import Path
    from typing import Any, Literal

    from tttcore.exchange.results import Results

__all__ = ["evaluate", "results"]
__version__ = "0.2.0"


def results(folder: "str | Path" = "results", *, config: "str | Path" = "config") -> "Results":
    """Open the results of a finished run, see docs/how-to/results-in-python.ipynb.

    Parameters
    ----------
    folder : folder of results, which has a folder for each study.
    config : folder with ``studies/STUDY.yaml``, for figures.

    Raises
    ------
    StoreError
        If there is no such folder.

    Examples
    --------
    >>> import tttcore
    >>> results = tttcore.results("results")
    >>> player = results.agent("house/careful", seed=7)
    >>> player.move(player.start)
    6
    """
    from pathlib import Path  # noqa: PLC0415

    from tttcore.exchange.results import Results  # noqa: PLC0415

    return Results(Path(folder), Path(config))


def evaluate(
    player: "Any", *, seat: "Literal['first', 'second', 'both'] | None" = None, results: "str | Path" = "results"
) -> "dict[str, Any]":
    """Evaluate a player of 3x3 over all games that it can play, as ``ttt enter`` does; nothing is sampled.

    Parameters
    ----------
    player : a function of a board of nine characters and the sign to move that returns a cell from 0 to 8; a function
        of an observation, as PettingZoo has them; a table by boards, or a file, as in docs/how-to/entering-a-player.md;
        a genome of 765 genes; (5478, 9) chances of cells, in the order of `games.classic.StateTables.positions`; or the
        id of a stored agent. A function runs in this process; if its answers differ, its chances are estimated.
    seat : by default all that it can play.
    results : folder of results, with whose agents it is compared; without them, with fixed rules alone.

    Returns
    -------
    The object of ``ttt enter --json``. ``seats`` has for each seat, among others, ``never_loses``, ``reply_lost`` (the
    chance to lose to the reply that makes it lose most), ``baselines`` (chances against random, careful and perfect
    play), ``best_reply`` and ``blunders``, the costliest first.

    Raises
    ------
    ValueError
        For an unknown agent, or what is no player; in one line.

    Examples
    --------
    >>> import tttcore
    >>> first_free = tttcore.evaluate(lambda board, player: board.index("."))
    >>> first_free["seats"]["first"]["never_loses"], round(first_free["seats"]["first"]["baselines"][0]["lost"], 3)
    (False, 0.177)
    >>> tttcore.evaluate("house/perfect")["seats"]["second"]["never_loses"]
    True
    """
    from pathlib import Path  # noqa: PLC0415

    from tttcore.classroom.in_python import evaluated  # noqa: PLC0415

    return evaluated(player, seat=seat, results=Path(results))
