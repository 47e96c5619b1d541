"""Compute the round robin of all players of 3x3 and write the tables of their league."""

from pathlib import Path

from tttcore.engines.engine import engine
from tttcore.games.tables import read_tables
from tttcore.league.classic import classic_league
from tttcore.pipeline.job_log import logged
from tttcore.pipeline.rows import InFile
from tttcore.pipeline.store import read
from tttcore.pipeline.table_files import write_study_tables
from tttcore.players.agent_schema import AGENTS

params, files = snakemake.params, snakemake.input
with logged(snakemake.log[0]) as log:
    agents = {study: read(file, schema=AGENTS) for study, file in zip(params.agents_of, files.agents, strict=True)}
    stored = {study: engine(made_by).STORED.runs for study, made_by in params.runs_of.items()}
    runs = {study: InFile(file, schema) for (study, schema), file in zip(stored.items(), files.runs, strict=True)}
    found = classic_league(
        agents, runs, read(files.facts[0]), read_tables(Path(files.tables[0]).parent), seed=params.seed
    )
    write_study_tables(found, snakemake.output[0], provenance={"seed": params.seed, "code": params.code})
    print(f"{len(found['players'])} players and seats, {len(found['matches'])} matches", file=log)
