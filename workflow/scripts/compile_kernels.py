"""Compile an engine's kernels once, before runs start side by side."""

from pathlib import Path

from tttcore.base.job import logged
from tttcore.games.tables import read_tables
from tttcore.studies.engine import engine

with logged(snakemake.log[0]):
    tables = read_tables(Path(snakemake.input[0]).parent)
    engine(snakemake.wildcards.engine).warm_up(tables)
    Path(snakemake.output[0]).write_text(f"{snakemake.params.code}\n", encoding="utf-8")
