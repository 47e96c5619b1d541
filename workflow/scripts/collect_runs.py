"""Gather a study's batches into one table of runs, one of traces and one of champions."""

from tttcore.base.job import logged
from tttcore.base.provenance import package_versions
from tttcore.studies.collect import Files, collect

params = snakemake.params
with logged(snakemake.log[0]):
    collect(
        snakemake.input,
        Files(**snakemake.output),
        made_by=params.engine,
        wanted=params.replicates,
        recipes=params.recipes,
        seed=params.seed,
        code=params.code_of_runs,
        provenance={"packages": package_versions()},
    )
