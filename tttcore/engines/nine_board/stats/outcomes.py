"""Outcomes of nine-board games: lengths, results, and the ply from which they are proved.

Games are rows of ``nine_board_runs``; X moves first. Assumes independent games.
"""

from collections.abc import Sequence

import pandas as pd

from tttcore.games.position import CROSS_WINS, DRAW, NOUGHT_WINS
from tttcore.stats.columns import hidden, with_interval
from tttcore.stats.intervals import (
    Columns,
    mean_interval,
    median,
    median_interval,
    share_interval,
)

RESULTS = {"won by X": CROSS_WINS, "won by O": NOUGHT_WINS, "drawn": DRAW}
MISSED = "a win missed"


GAME_LENGTHS = {
    "treatment": "Treatment",
    "quantity": "Quantity",
    "n": "Games",
    **with_interval("mean", "Mean or share"),
    "sd": "SD",
    "median": "Median",
    "minimum": "Min",
    "maximum": "Max",
}
"""Columns of `game_lengths`."""


def game_lengths(runs: pd.DataFrame, *, beyond: Sequence[int]) -> pd.DataFrame:
    """Lengths and results of games, a row per treatment and quantity.

    Parameters
    ----------
    beyond : numbers of moves; games of more moves are counted.

    Returns
    -------
    treatment, quantity, n : `quantity` is ``moves``, ``over 40`` for games of more than so many moves, one of
        `RESULTS`, or `MISSED` for games in which a player did not make a winning move.
    mean, mean_low, mean_high : of the moves with Student's 95% interval; of the others the share of games with
        Wilson's.
    sd, median, minimum, maximum : of the moves; NaN for shares.
    """
    rows = []
    for treatment, own in runs.groupby("treatment", sort=False, observed=True):
        moves = own["moves"]
        spread = {"sd": moves.std(), "median": median(moves), "minimum": moves.min(), "maximum": moves.max()}
        shares = {
            **{f"over {limit}": moves > limit for limit in beyond},
            **{name: own["winner"] == winner for name, winner in RESULTS.items()},
            MISSED: own["missed"] > 0,
        }
        about = {"treatment": treatment, "n": len(own)}
        rows.append({**about, "quantity": "moves", **mean_interval("mean", moves), **spread})
        rows += [{**about, "quantity": name, **_share("mean", which)} for name, which in shares.items()]
    return pd.DataFrame(rows)


PROOFS = {
    "treatment": "Treatment",
    "ply": "Ply",
    "open": "Games still open",
    **with_interval("open_proved", "of these proved"),
    **with_interval("proved", "Of all proved by then"),
    "won_by_x": "of these X wins",
    **hidden("n", "won_by_x_low", "won_by_x_high"),
}
"""Columns of `proofs`."""


def proofs(runs: pd.DataFrame) -> pd.DataFrame:
    """Share of games whose winner is proved by each ply, a row per treatment and ply, of games with proofs.

    Returns
    -------
    treatment, ply, n : a ply is the number of marks on the boards, n the number of games.
    open : games that have not ended by then.
    open_proved, open_proved_low, open_proved_high : share of these whose winner is proved, with Wilson's 95% interval.
    proved, proved_low, proved_high : share of all games whose winner is proved by then.
    won_by_x, won_by_x_low, won_by_x_high : share of the games proved by then that X is proved to win.
    """
    rows = []
    for treatment, own in runs[runs["proved_from"] >= 0].groupby("treatment", sort=False):
        for ply in range(int(own["moves"].max()) + 1):
            proved, going = own["proved_from"] <= ply, own["moves"] > ply
            rows.append(
                {
                    "treatment": treatment,
                    "ply": ply,
                    "n": len(own),
                    "open": int(going.sum()),
                    **_share("open_proved", proved[going]),
                    **_share("proved", proved),
                    **_share("won_by_x", own.loc[proved, "proved"] == CROSS_WINS),
                }
            )
    return pd.DataFrame(rows)


PROOF_SUMMARY = {
    "treatment": "Treatment",
    "n": "Games",
    "earliest": "Earliest",
    **with_interval("ply", "Median"),
    "latest": "Latest",
    "before_end": "Moves before the end",
    "won_by_x": "X is proved to win",
    "kept": "Ends as proved",
    "nodes": "Positions visited",
    **hidden("before_end_low", "before_end_high", "won_by_x_low", "won_by_x_high", "kept_low", "kept_high"),
}
"""Columns of `proof_summary`."""


def proof_summary(runs: pd.DataFrame) -> pd.DataFrame:
    """First ply from which the winner of games is proved, a row per treatment, of games with proofs.

    Returns
    -------
    treatment, n : n is the number of games.
    earliest, latest, ply, ply_low, ply_high : first proved ply of a game: extremes, and median with the order
        statistics that enclose it with 95% confidence or more.
    before_end, before_end_low, before_end_high : median of the moves from there to the end, likewise.
    won_by_x, won_by_x_low, won_by_x_high : share of games that X is proved to win, with Wilson's 95% interval.
    kept, kept_low, kept_high : share of games that end as was proved, likewise.
    nodes : mean nodes of the proofs of a game.
    """
    return pd.DataFrame(
        [
            {
                "treatment": treatment,
                "n": len(own),
                "earliest": int(own["proved_from"].min()),
                "latest": int(own["proved_from"].max()),
                **median_interval("ply", own["proved_from"]),
                **median_interval("before_end", own["moves"] - own["proved_from"]),
                **_share("won_by_x", own["proved"] == CROSS_WINS),
                **_share("kept", own["proved"] == own["winner"]),
                "nodes": own["proof_nodes"].mean(),
            }
            for treatment, own in runs[runs["proved_from"] >= 0].groupby("treatment", sort=False)
        ]
    )


def _share(name: str, which: "pd.Series[bool]") -> Columns:
    return share_interval(name, int(which.sum()), len(which))
