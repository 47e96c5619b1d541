"""Gather the players that a study's runs leave behind, at the end and while they learn."""

from pathlib import Path

from tttcore.base.job import logged
from tttcore.base.store import write
from tttcore.games.tables import read_tables
from tttcore.studies.agents import collect_agents
from tttcore.studies.collect import collect_runs
from tttcore.studies.engine import engine

files, params = snakemake.input, snakemake.params
with logged(snakemake.log[0]) as log:
    schema = engine(params.engine).STORED.batches
    found = collect_agents(
        collect_runs(files.batches, wanted=params.replicates, schema=schema),
        params.recipes,
        read_tables(Path(files.tables[0]).parent),
        study=snakemake.wildcards.study,
        engine=params.engine,
        seed=params.seed,
        wanted=params.wanted,
    )
    provenance = {"wanted": dict(params.wanted), "seed": params.seed, "code": params.code}
    write(snakemake.output[0], found, schema="agents", provenance=provenance)
    print(f"{len(found)} players, snapshots among them", file=log)
