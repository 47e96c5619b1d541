"""Play or evaluate the league of an engine's board, and write its tables."""

import pandas as pd

from tttcore.engines.leagues import board_league
from tttcore.pipeline.job_log import logged
from tttcore.pipeline.table_files import read_study_tables, write_study_tables

params = snakemake.params
with logged(snakemake.log[0]) as log:
    league = board_league(params.engine)
    read = pd.read_csv if league.NEEDS == "champions" else lambda folder: read_study_tables([folder])
    found = {study: read(file) for study, file in zip(params.settings, snakemake.input, strict=True)}
    tables = league.hold(found, params.settings, seed=params.seed)
    write_study_tables(tables, snakemake.output[0], provenance={"seed": params.seed, "code": params.code})
    print(", ".join(f"{len(table)} {name}" for name, table in tables.items()), file=log)
