"""Compute the tables of statistics that a study asks for; those that are there already, made of the same, are kept."""

from pathlib import Path

from tttcore.engines.engine import engine
from tttcore.games.tables import read_tables
from tttcore.pipeline.job_log import logged
from tttcore.pipeline.provenance import content_digest
from tttcore.pipeline.rows import InFile
from tttcore.pipeline.table_files import copy_tables
from tttcore.pipeline.versions import package_versions
from tttcore.stats.evidence import Evidence
from tttcore.stats.table_kind import kinds
from tttcore.studies.statistics import update_statistics

params, files = snakemake.params, snakemake.input
with logged(snakemake.log[0]) as log:
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
    asked = {name: kinds.build(table, f"tables.{name}") for name, table in params.asked.items()}
    data = content_digest(files, settings=[params.comparisons, params.published, params.recipes])
    origin = {"seed": params.seed, "data": data, "packages": package_versions()}
    provenance = {name: {**origin, "code": params.code[name], "asked": table} for name, table in params.asked.items()}
    kept = Path(snakemake.output[0]).with_name(".tables")
    made = update_statistics(kept, asked, evidence, provenance)
    copy_tables(kept, snakemake.output[0])
    print(f"{len(made)} of {len(asked)} tables", file=log)
