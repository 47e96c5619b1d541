"""Compute a table of statistics that a study asks for."""

from pathlib import Path

from tttcore.engines.engine import engine
from tttcore.games.tables import read_tables
from tttcore.pipeline.job_log import logged
from tttcore.pipeline.rows import InFile
from tttcore.pipeline.table_files import write_table
from tttcore.stats.evidence import Evidence
from tttcore.stats.tables.kind import kinds
from tttcore.studies.statistics import make_table

params, files = snakemake.params, snakemake.input
with logged(snakemake.log[0]):
    stored = engine(params.engine).STORED
    evidence = Evidence(
        study=snakemake.wildcards.study,
        comparisons=params.comparisons,
        published=params.published,
        recipes=params.recipes,
        run_rows=InFile(files.runs, stored.runs),
        trace_rows=InFile(files.traces, stored.traces),
        states=read_tables(Path(files.tables[0]).parent),
        seed=params.seed,
        stored=stored,
    )
    kind = kinds.build(params.table, f"tables.{snakemake.wildcards.table}")
    table = make_table(kind, evidence)
    write_table(snakemake.output.table, table, provenance={"seed": params.seed, "code": params.code})
