"""Collect the players of a study's runs, at the end and while they learn."""

from pathlib import Path

import pandas as pd

from tttcore.engines.agents import collect_agents
from tttcore.engines.collect import expected_provenance, runs_in_parts
from tttcore.engines.engine import engine
from tttcore.games.tables import read_tables
from tttcore.pipeline.jobs import job_of, logged
from tttcore.pipeline.store import write
from tttcore.pipeline.versions import package_versions
from tttcore.players.agent_table import AGENTS

snakemake = globals().get("snakemake") or job_of(__file__)
files, params = snakemake.input, snakemake.params
with logged(snakemake.log[0], snakemake.output) as log:
    stored = engine(params.engine).STORED
    first_runs = {treatment: min(count, stored.part) for treatment, count in params.replicates.items()}
    runs = runs_in_parts(
        files.batches,
        wanted=first_runs,
        schema=stored.batches,
        size=stored.part,
        made_with=expected_provenance(params.recipes, seed=params.seed, code=params.code_of_runs),
    )
    found = collect_agents(
        pd.concat(runs, ignore_index=True),
        params.recipes,
        read_tables(Path(files.tables[0]).parent),
        study=snakemake.wildcards.study,
        engine=params.engine,
        seed=params.seed,
        wanted=params.wanted,
    )
    origin = {"seed": params.seed, "code": params.code, "packages": package_versions()}
    write(snakemake.output[0], found, schema=AGENTS, provenance={"wanted": dict(params.wanted), **origin})
    print(f"{len(found)} players, snapshots among them", file=log)
