"""Machines that learn tic-tac-toe: games, players, learners and their statistics."""

TYPE_CHECKING = False
"""As in `typing`, whose import takes longer than all of this."""

if TYPE_CHECKING:
    from pathlib import Path

    from tttcore.exchange.results import Results

__version__ = "0.2.0"


def results(folder: "str | Path" = "results", *, config: "str | Path" = "config") -> "Results":
    """Open the results of a finished run, see docs/how-to/results-in-python.md.

    Parameters
    ----------
    folder : folder of results, which has a folder for each study.
    config : folder with ``studies/STUDY.yaml``, for figures.

    Raises
    ------
    StoreError
        If there is no such folder.
    """
    from pathlib import Path  # noqa: PLC0415

    from tttcore.exchange.results import Results  # noqa: PLC0415

    return Results(Path(folder), Path(config))
