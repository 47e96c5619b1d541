"""Time what a document timed, on this machine."""

from pathlib import Path

from tttcore.analysis.timings import timings
from tttcore.base.job import logged
from tttcore.base.store import atomic
from tttcore.games.tables import read_tables
from tttcore.studies.engine import engine

study, params = snakemake.wildcards.study, snakemake.params
with logged(snakemake.log[0]):
    tables = read_tables(Path(snakemake.input.tables[0]).parent)

    def work(timing):
        return engine(params.engine).timed_work(study, timing, params.recipes, tables, seed=params.seed)

    found = timings(study, params.timings, work)
    with atomic(snakemake.output[0]) as draft:
        found.to_csv(draft, index=False, lineterminator="\n")
