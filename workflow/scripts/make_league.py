"""Compute all matches of the league of 3x3, and write its tables."""

from pathlib import Path

from tttcore.games.tables import read_tables
from tttcore.league.classic import league
from tttcore.pipeline.job_log import logged
from tttcore.pipeline.rows import InFile
from tttcore.pipeline.store import read
from tttcore.pipeline.table_files import write_study_tables
from tttcore.players.agent_schema import AGENTS

params, files = snakemake.params, snakemake.input
with logged(snakemake.log[0]) as log:
    agents = {study: read(file, schema=AGENTS) for study, file in zip(params.agents_of, files.agents, strict=True)}
    runs = {study: InFile(file, "runs") for study, file in zip(params.runs_of, files.runs, strict=True)}
    found = league(agents, runs, read(files.facts[0]), read_tables(Path(files.tables[0]).parent), seed=params.seed)
    write_study_tables(found, snakemake.output[0], provenance={"seed": params.seed, "code": params.code})
    print(f"{len(found['players'])} players and seats, {len(found['matches'])} matches", file=log)
