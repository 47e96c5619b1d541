"""Compute the tables of an engine's league, from champions that play one another or from tables of statistics."""

from pathlib import Path

import pandas as pd

from tttcore.engines.leagues import board_league
from tttcore.pipeline.job_log import logged
from tttcore.pipeline.table_files import group_by_study, read_study_tables, write_study_tables

params = snakemake.params
with logged(snakemake.log[0]) as log:
    league = board_league(params.engine)
    if league.NEEDS == "statistics":
        found = {study: read_study_tables(files) for study, files in group_by_study(snakemake.input).items()}
    else:
        found = {Path(file).parent.name: pd.read_csv(file) for file in snakemake.input}
    tables = league.league_tables(found, params.settings, seed=params.seed)
    write_study_tables(tables, snakemake.output[0], provenance={"seed": params.seed, "code": params.code})
    print(", ".join(f"{len(table)} {name}" for name, table in tables.items()), file=log)
