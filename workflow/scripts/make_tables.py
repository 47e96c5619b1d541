"""Enumerate the states of 3x3 and write their tables."""

from pathlib import Path

from tttcore.games.classic import enumerate_states
from tttcore.games.tables import write_state_list, write_tables
from tttcore.pipeline.jobs import job_of, logged
from tttcore.pipeline.versions import package_versions

snakemake = globals().get("snakemake") or job_of(__file__)
with logged(snakemake.log[0], snakemake.output):
    folder = Path(snakemake.output[0]).parent
    provenance = {"code": snakemake.params.code, "packages": package_versions()}
    write_tables(enumerate_states(), folder, provenance=provenance)
    write_state_list(enumerate_states(), folder / "states.txt")
