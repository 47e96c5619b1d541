"""Cost of replicates: computing time that jobs of runs have taken here, and that as many more would take.

Usage: python benchmarks/costs.py [REPLICATES], after a run of the workflow, in its folder
"""

import sys
from pathlib import Path

import pandas as pd

RUNS = Path("results/benchmarks")
HOUR = 3600


def jobs(folder: Path) -> pd.DataFrame:
    """A row per job: study, treatment, its replicates, seconds of computing time, highest memory in MB."""
    rows = []
    for file in sorted(folder.glob("*/runs/*/*.tsv")):
        start, stop = map(int, file.stem.split("-"))
        taken = pd.read_csv(file, sep="\t").iloc[0]
        rows.append((file.parts[-4], file.parent.name, stop - start, taken["cpu_time"], taken["max_rss"]))
    return pd.DataFrame(rows, columns=["study", "treatment", "replicates", "seconds", "megabytes"])


def costs(table: pd.DataFrame, replicates: int) -> pd.DataFrame:
    """For each treatment: seconds per replicate without the start of the job, and core-hours for some replicates.

    The start is what the quickest of all jobs took as a whole.
    """
    start = table["seconds"].min()
    of_treatment = table.groupby(["study", "treatment"], sort=False)
    found = of_treatment.agg(replicates=("replicates", "sum"), megabytes=("megabytes", "max"))
    worked = (table["seconds"] - start).groupby([table["study"], table["treatment"]], sort=False).sum()
    found["seconds each"] = worked / found["replicates"]
    found[f"core-hours for {replicates:,}"] = found["seconds each"] * replicates / HOUR
    return found


def main(replicates: int) -> None:
    """Print both tables."""
    table = jobs(RUNS)
    if table.empty:
        sys.exit(f"error: {RUNS}: no job of runs has been timed; run the workflow first")
    found = costs(table, replicates)
    print(found.to_string(float_format="{:.3g}".format))
    sums = (
        found.drop(columns="replicates")
        .groupby("study", sort=False)
        .agg({"megabytes": "max", **dict.fromkeys(found.columns[2:], "sum")})
    )
    print(sums.to_string(float_format="{:.4g}".format))


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000)
