"""The third study runs by the rules of the others on an engine of its own."""

import pandas as pd

from tttcore.engines.genies import schemas as genie_schemas
from tttcore.pipeline.store import read

FOLDER = "results/post1999"


def test_what_is_its_own(finished):
    """Histories that runs and traces come from, the best Genie of each run, boards of the method, timings apart."""
    folder = finished.folder
    runs = read(folder / FOLDER / "runs.parquet", schema=genie_schemas.RUNS)
    traces = read(folder / FOLDER / "traces.parquet", schema=genie_schemas.TRACES)
    history = read(folder / FOLDER / "runs" / "equal" / "0-2.parquet", schema=genie_schemas.HISTORIES)
    lengths = traces.groupby("treatment")["generation"].agg(["min", "max", "size"])
    assert lengths.loc["equal"].tolist() == [1, 5000, 2 * 5000]
    assert history["died"].str.len().tolist() == [5000, 5000]
    champions = pd.read_csv(folder / FOLDER / "champions.csv")
    assert champions["genome"].tolist() == runs["champion"].tolist()
    assert (champions["treatment"].value_counts() == 2).all()

    boards = pd.read_csv(folder / FOLDER / "method" / "boards.csv")
    assert (boards["lines"] == ((boards["edge"] + 2) ** boards["dimensions"] - boards["cells"]) // 2).all()
    parameters = pd.read_csv(folder / FOLDER / "method" / "parameters.csv", index_col="treatment")
    assert set(parameters.index) == set(runs["treatment"])

    assert (folder / "results/report/timings.html").read_text().count("one game, ") == 2

    verdicts = pd.read_csv(folder / FOLDER / "verdicts.csv").set_index("id")
    assert verdicts.loc["S1-C01", "verdict"] == "reproduced"
    assert verdicts.loc["S1-X04a", "verdict"] == "differs"
    assert verdicts.loc["S1-C16", "reason"] == "Needs at least 100 runs of each treatment."
