"""The second study runs by the rules of the first, and what is its own appears."""

import pandas as pd
from small_traces import LOG_LINE

from tttcore.engines.genetic_algorithm.engine import RUNS, TRACES
from tttcore.pipeline.store import read

FOLDER = "results/hemingroth2025"


def test_what_is_its_own(finished):
    """Generations counted from 1, log lines while a run goes on, timings apart, and verdicts that wait for runs."""
    folder = finished.folder
    runs = read(folder / FOLDER / "runs.parquet", schema=RUNS)
    assert runs["champion"].str.len().unique().tolist() == [765]
    traces = read(folder / FOLDER / "traces.parquet", schema=TRACES)
    assert (traces.groupby(["treatment", "replicate"])["generation"].min() == 1).all()
    ends = traces.groupby(["treatment", "replicate"], sort=False)["generation"].max()
    assert ends.tolist() == runs["generations"].tolist()

    for log in (folder / "results/logs/hemingroth2025/runs").glob("*/*.log"):
        lines = [match for match in map(LOG_LINE.fullmatch, log.read_text().splitlines()) if match]
        first = runs[(runs["treatment"] == log.parent.name) & (runs["replicate"] == int(log.stem.split("-")[0]))]
        assert [int(line[2]) for line in lines] == list(range(1, int(first["generations"].iloc[0]) + 1))
        assert [float(line[3]) for line in lines] == (1 - first["best"].iloc[0]).round(5).tolist()

    timing = pd.read_csv(folder / "results/benchmarks/hemingroth2025/timings.csv")
    assert timing["published_seconds"].tolist() == [884]
    assert timing["seconds"].gt(0).all()
    assert "884" in (folder / "results/report/timings.html").read_text()

    verdicts = pd.read_csv(folder / FOLDER / "verdicts.csv").set_index("id")
    assert verdicts.loc["S2-C02", "verdict"] == "reproduced"
    assert verdicts.loc["S2-C03", "verdict"] == "differs"
    assert verdicts.loc["S2-X01a", "verdict"] == "undecided"
    assert verdicts.loc["S2-X01a", "reason"] == "Needs at least 50 runs of each treatment."
