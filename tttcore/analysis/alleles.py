"""What never-losing champions mark in some positions: how often each cell."""

from collections.abc import Sequence

import pandas as pd

from tttcore.analysis.intervals import share_interval
from tttcore.analysis.loci import loci
from tttcore.games.classic import EMPTY, StateTables
from tttcore.games.tables import boards as from_digits


def alleles(runs: pd.DataFrame, states: StateTables, boards: Sequence[str]) -> pd.DataFrame:
    """How many champions of runs that succeeded mark each free cell, with Wilson's 95% interval of the share.

    Assumes independent runs.

    Parameters
    ----------
    runs : table of ``runs``, each champion a digit per state.
    boards : positions as `loci` takes them; of those that are equal up to symmetry the representative is shown.

    Returns
    -------
    treatment, board (the representative's digits), cell (1 to 9, row by row), n (champions), champions (that mark it),
    share, share_low, share_high; of a treatment without success n is 0 and shares are NaN.
    """
    rows = []
    asked = loci(boards, states)
    for treatment, own in runs.groupby("treatment", sort=False, observed=True):
        marked = from_digits(own["champion"])[~own["censored"].to_numpy()][:, asked]
        for board, cells in zip(states.states[asked], marked.T, strict=True):
            for cell in (board == EMPTY).nonzero()[0]:
                count = int((cells == cell).sum())
                rows.append(
                    {
                        "treatment": treatment,
                        "board": "".join(map(str, board)),
                        "cell": int(cell) + 1,
                        "n": len(marked),
                        "champions": count,
                        **share_interval("share", count, len(marked)),
                    }
                )
    return pd.DataFrame(rows, columns=_ALLELES)


_ALLELES = ["treatment", "board", "cell", "n", "champions", "share", "share_low", "share_high"]
