"""Compile an engine's kernels once, before runs start in parallel."""

from pathlib import Path

from tttcore.engines.engine import warm_up
from tttcore.games.tables import read_tables
from tttcore.pipeline.jobs import job_of, logged

snakemake = globals().get("snakemake") or job_of(__file__)
with logged(snakemake.log[0]):
    tables = read_tables(Path(snakemake.input[0]).parent)
    warm_up(snakemake.wildcards.engine, tables)
    Path(snakemake.output[0]).write_text(f"{snakemake.params.code}\n", encoding="utf-8")
