"""Compute a study's tables of statistics."""

from pathlib import Path

from tttcore.engines.engine import engine
from tttcore.games.tables import read_tables
from tttcore.pipeline.job_log import logged
from tttcore.pipeline.rows import InFile
from tttcore.pipeline.table_files import write_study_tables
from tttcore.pipeline.versions import package_versions
from tttcore.stats.evidence import Evidence
from tttcore.studies.tables import compute, tables_of

params, files, study = snakemake.params, snakemake.input, snakemake.wildcards.study
with logged(snakemake.log[0]):
    stored = engine(params.engine).STORED
    evidence = Evidence(
        study=study,
        comparisons=params.comparisons,
        published=params.published,
        recipes=params.recipes,
        run_rows=InFile(files.runs, stored.runs),
        trace_rows=InFile(files.traces, stored.traces),
        states=read_tables(Path(files.tables[0]).parent),
        seed=params.seed,
        stored=stored,
    )
    tables = compute(tables_of({"study": study, "tables": params.captions}, f"config/studies/{study}.yaml"), evidence)
    provenance = {"seed": params.seed, "code": params.code, "packages": package_versions()}
    write_study_tables(tables, snakemake.output[0], provenance=provenance)
