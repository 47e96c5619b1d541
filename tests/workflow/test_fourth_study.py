"""The fourth study runs by the rules of the others on an engine whose runs are games."""

import re

import pandas as pd

from tttcore.engines.nine_board import engine as nine_board
from tttcore.pipeline.store import read

FOLDER = "results/osipa2017"


def test_what_is_its_own(finished):
    """Games and searches, facts of three games, times of moves."""
    folder = finished.folder
    runs = read(folder / FOLDER / "runs.parquet", schema=nine_board.RUNS)
    traces = read(folder / FOLDER / "traces.parquet", schema=nine_board.TRACES)
    described = runs[runs["treatment"] == "described"]
    assert described["moves"].sum() == (traces["treatment"] == "described").sum()
    games = pd.read_csv(folder / FOLDER / "champions.csv")
    assert games["moves"].str.split().str.len().tolist() == runs["moves"].tolist()

    facts = pd.read_csv(folder / FOLDER / "method" / "method.csv", index_col="fact")["value"]
    assert facts["tree"] == 549_946
    assert facts["perft_differing"] == facts["values_differing_pruned"] == 0
    assert len(pd.read_csv(folder / FOLDER / "method" / "refutation.csv")) > 9

    times = pd.read_csv(folder / "results/benchmarks/osipa2017/times/figure-1-times.csv")
    assert times[["pruned", "unpruned"]].gt(0).all(axis=None)
    page = (folder / "results/report/timings.html").read_text()
    assert re.findall(r'<img src="figures/timings/([\w-]+)\.', page) == ["figure-1-times"]
    assert page.count("3x3: ") == 3

    verdicts = pd.read_csv(folder / FOLDER / "verdicts.csv").set_index("id")
    assert verdicts.loc["S3-C04", "verdict"] == "reproduced"
    assert verdicts.loc["S3-C22", "reason"] == "Needs at least 100 runs of each treatment."
