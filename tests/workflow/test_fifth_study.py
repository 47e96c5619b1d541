"""The fifth study runs by the rules of the others on an engine whose runs are training sessions."""

import pandas as pd

from tttcore.engines.tabular import schemas as tabular_schemas
from tttcore.pipeline.store import read

FOLDER = "results/mrugala2020"


def test_what_is_its_own(finished):
    """Sessions and their windows, policies of 3x3, both tables of games, theory."""
    folder = finished.folder
    runs = read(folder / FOLDER / "runs.parquet", schema=tabular_schemas.RUNS).set_index(["treatment", "replicate"])
    traces = read(folder / FOLDER / "traces.parquet", schema=tabular_schemas.TRACES)
    windows = traces.groupby(["treatment", "replicate"], sort=False)[["first", "drawn", "second"]].sum()
    assert (windows == runs[["first", "drawn", "second"]]).all(axis=None)
    assert (windows.sum(axis=1) == runs["games"]).all()
    assert (runs.loc["5x5-python", "collisions"] > 0).all()
    champions = pd.read_csv(folder / FOLDER / "champions.csv", dtype=str)
    assert champions["treatment"].str.startswith("3x3").all()
    assert (champions["champion"].str.len() == 5478).all()

    facts = pd.read_csv(folder / FOLDER / "method" / "method.csv", index_col="fact")["value"]
    assert facts["hashes_differing"] == facts["orders_differing"] == facts["finite_5_4"] == 0
    assert facts["unbounded_3"] == 1
    assert facts["keys"] == facts["positions"]

    verdicts = pd.read_csv(folder / FOLDER / "verdicts.csv").set_index("id")
    assert verdicts.loc[["S4-C01", "S4-C02", "S4-C04", "S4-T01", "S4-T02"], "verdict"].eq("reproduced").all()
    assert verdicts.loc[["S4-C12c", "S4-C12d"], "verdict"].tolist() == ["not testable", "measured"]
    assert verdicts.loc["S4-C07", "verdict"] == "undecided"
    assert verdicts.loc["S4-C07", "reason"] == "Needs at least 3 runs of each treatment."
