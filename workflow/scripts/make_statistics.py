"""Compute a study's tables of statistics."""

from pathlib import Path

from tttcore.engines.engine import engine
from tttcore.engines.study_files import read_study
from tttcore.games.tables import read_tables
from tttcore.pipeline.jobs import job_of, logged
from tttcore.pipeline.store import InFile, provenance_of
from tttcore.pipeline.table_files import write_study_tables
from tttcore.pipeline.versions import package_versions
from tttcore.stats.evidence import Evidence
from tttcore.studies.tables import compute, tables_of

snakemake = globals().get("snakemake") or job_of(__file__)
params, files = snakemake.params, snakemake.input
with logged(snakemake.log[0], snakemake.output):
    study = read_study(files.study).as_run(provenance_of(files.runs, "recipes")["recipes"])
    stored = engine(study.engine).STORED
    evidence = Evidence(
        study=study.name,
        comparisons=study.comparisons,
        published=study.config["published"],
        recipes=study.recipes,
        run_rows=InFile(files.runs, stored.runs),
        trace_rows=InFile(files.traces, stored.traces),
        states=read_tables(Path(files.tables[0]).parent),
        seed=params.seed,
        stored=stored,
    )
    tables = compute(tables_of(study.config, study.file), evidence)
    provenance = {"seed": params.seed, "code": params.code, "packages": package_versions()}
    write_study_tables(tables, snakemake.output[0], provenance=provenance)
