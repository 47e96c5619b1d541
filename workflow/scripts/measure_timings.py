"""Repeat on this machine the timings that a document reports."""

from pathlib import Path

from tttcore.games.tables import read_tables
from tttcore.pipeline.jobs import job_of, logged
from tttcore.pipeline.table_files import write_csv
from tttcore.studies.method import measure_timings

snakemake = globals().get("snakemake") or job_of(__file__)
study, params = snakemake.wildcards.study, snakemake.params
with logged(snakemake.log[0]):
    tables = read_tables(Path(snakemake.input.tables[0]).parent)
    found = measure_timings(study, params.engine, params.timings, params.recipes, tables, seed=params.seed)
    write_csv(snakemake.output[0], found)
