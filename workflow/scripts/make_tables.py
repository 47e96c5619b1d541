"""Enumerate the states of 3x3 and write their tables."""

from pathlib import Path

from tttcore.games.classic import enumerate_states
from tttcore.games.tables import write_state_list, write_tables
from tttcore.pipeline.job_log import logged

with logged(snakemake.log[0]):
    folder = Path(snakemake.output[0]).parent
    write_tables(enumerate_states(), folder, provenance={"code": snakemake.params.code})
    write_state_list(enumerate_states(), folder / "states.txt")
