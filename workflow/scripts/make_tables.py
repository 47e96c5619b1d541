"""Enumerate the game and write its state tables."""

from pathlib import Path

from tttcore.base.job import logged
from tttcore.games.classic import enumerate_states
from tttcore.games.tables import write_tables

with logged(snakemake.log[0]):
    write_tables(enumerate_states(), Path(snakemake.output[0]).parent, provenance={"code": snakemake.params.code})
