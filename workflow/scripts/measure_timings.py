"""Repeat on this machine the timings that a document reports."""

from pathlib import Path

from tttcore.games.tables import read_tables
from tttcore.pipeline.csv_files import write_csv
from tttcore.pipeline.job_log import logged
from tttcore.pipeline.script_alone import job_of
from tttcore.pipeline.timings import timings
from tttcore.studies.method import timed_work

snakemake = globals().get("snakemake") or job_of(__file__)
study, params = snakemake.wildcards.study, snakemake.params
with logged(snakemake.log[0]):
    tables = read_tables(Path(snakemake.input.tables[0]).parent)

    def work(timing):
        return timed_work(study, params.engine, timing, params.recipes, tables, seed=params.seed)

    found = timings(study, params.timings, work)
    write_csv(snakemake.output[0], found)
