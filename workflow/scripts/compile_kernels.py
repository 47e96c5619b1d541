"""Compile a study's kernels once, before its runs start side by side."""

from pathlib import Path

from tttcore.base.job import logged
from tttcore.games.tables import read_tables
from tttcore.studies.study import implementation

with logged(snakemake.log[0]):
    tables = read_tables(Path(snakemake.input[0]).parent)
    implementation(snakemake.wildcards.study).warm_up(tables)
    Path(snakemake.output[0]).write_text(f"{snakemake.params.code}\n", encoding="utf-8")
