"""Timed work of lattices: times of both players by board, and their figure."""

import pandas as pd
from matplotlib.figure import Figure

from tttcore.pipeline.table_files import read_texts, write_csv
from tttcore.studies.post1999.benchmarks import ByBoard

BY_BOARD = ByBoard(along="dimensions", boards=[(3, 1), (3, 2), (3, 3)])


def test_boards_are_timed_by_both_players_and_drawn(tmp_path):
    times = BY_BOARD.measure("study", {}, seed=0)
    assert (times["seconds"] > 0).all()
    assert times.groupby("player")["x"].apply(list).to_dict() == {"incremental": [1, 2, 3], "recount": [1, 2, 3]}
    write_csv(tmp_path / "times.csv", times)
    kept = read_texts(tmp_path / "times.csv", BY_BOARD.texts)
    pd.testing.assert_frame_equal(kept, times, check_dtype=False)
    assert isinstance(BY_BOARD.draw(kept, "T"), Figure)
