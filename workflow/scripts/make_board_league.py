"""Compute the tables of an engine's league, from champions that play one another or from tables of statistics."""

import pandas as pd

from tttcore.engines.leagues import board_league
from tttcore.pipeline.job_log import logged
from tttcore.pipeline.table_files import read_study_tables, write_study_tables

params = snakemake.params
with logged(snakemake.log[0]) as log:
    league = board_league(params.engine)
    read = pd.read_csv if league.NEEDS == "champions" else lambda folder: read_study_tables([folder])
    found = {study: read(file) for study, file in zip(params.settings, snakemake.input, strict=True)}
    tables = league.league_tables(found, params.settings, seed=params.seed)
    write_study_tables(tables, snakemake.output[0], provenance={"seed": params.seed, "code": params.code})
    print(", ".join(f"{len(table)} {name}" for name, table in tables.items()), file=log)
