"""Compute every table of statistics of a study's runs."""

from pathlib import Path

from tttcore.analysis.statistics import statistics
from tttcore.analysis.tables import write_study_tables
from tttcore.base.job import logged
from tttcore.base.store import read
from tttcore.games.tables import read_tables

params, files = snakemake.params, snakemake.input
with logged(snakemake.log[0]) as log:
    found = statistics(
        read(files.runs, schema="runs"),
        read(files.traces, schema="traces"),
        study=snakemake.wildcards.study,
        settings=params.settings,
        recipes=params.recipes,
        tables=read_tables(Path(files.tables[0]).parent),
        seed=params.seed,
    )
    write_study_tables(found, snakemake.output[0], provenance={"seed": params.seed, "code": params.code})
    print(f"{len(found)} tables", file=log)
