"""Share of champions that mark each cell of some positions."""

from collections.abc import Sequence

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from tttcore.engines.genetic_algorithm.stats.loci import loci
from tttcore.games.classic import CELLS, EMPTY, StateTables, enumerate_states
from tttcore.games.tables import from_digits
from tttcore.pipeline.rows import Rows
from tttcore.stats.intervals import share_interval
from tttcore.stats.table_kind import table_kind


def _check_boards(boards: Sequence[str]) -> None:
    loci(boards, enumerate_states())


@table_kind(
    "Cells that no-loss champions mark (95% intervals)",
    check=_check_boards,
    further=("treatment", "board", "cell", "n", "champions", "share", "share_low", "share_high"),
)
def alleles(run_rows: Rows, states: StateTables, *, boards: Sequence[str]) -> pd.DataFrame:
    """Number and share of champions of solved runs that mark each free cell, with Wilson's 95% interval.

    Assumes independent runs.

    Parameters
    ----------
    run_rows : table of ``runs``, each champion a digit per state.
    boards : positions in the form of `loci.loci`; each is shown by its representative up to symmetry.

    Returns
    -------
    treatment, board (the representative's digits), cell (1 to 9, row by row), n (champions), champions (that mark it),
    share, share_low, share_high; of a treatment without success n is 0 and shares are NaN.
    """
    decided = loci(boards, states)
    marked: dict[str, NDArray[np.int64]] = {}
    numbers: dict[str, int] = {}
    for treatment, own in run_rows.by_treatment("censored", "champion"):
        genes = from_digits(own["champion"])[~own["censored"].to_numpy()][:, decided]
        counted = (genes[:, :, None] == np.arange(CELLS)).sum(axis=0)
        marked[treatment] = marked.get(treatment, 0) + counted
        numbers[treatment] = numbers.get(treatment, 0) + len(genes)
    rows = [
        {
            "treatment": treatment,
            "board": "".join(map(str, board)),
            "cell": int(cell) + 1,
            "n": numbers[treatment],
            "champions": int(cells[cell]),
            **share_interval("share", int(cells[cell]), numbers[treatment]),
        }
        for treatment, counts in marked.items()
        for board, cells in zip(states.states[decided], counts, strict=True)
        for cell in (board == EMPTY).nonzero()[0]
    ]
    return pd.DataFrame(rows, columns=_COLUMNS)


_COLUMNS = ["treatment", "board", "cell", "n", "champions", "share", "share_low", "share_high"]
