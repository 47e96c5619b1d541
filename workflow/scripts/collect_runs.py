"""Merge a study's batches into a table of runs, one of traces and one of champions."""

from pathlib import Path

from tttcore.engines.collect import Files, collect
from tttcore.pipeline.job_digests import check_as_written, read_digests
from tttcore.pipeline.jobs import job_of, logged
from tttcore.pipeline.versions import package_versions

snakemake = globals().get("snakemake") or job_of(__file__)
params = snakemake.params
with logged(snakemake.log[0], snakemake.output):
    check_as_written(snakemake.input, read_digests(Path(snakemake.log[0]).parent / "runs"))
    collect(
        snakemake.input,
        Files(**snakemake.output),
        made_by=params.engine,
        wanted=params.replicates,
        recipes=params.recipes,
        seed=params.seed,
        code=params.code_of_runs,
        mixed_versions=params.mixed_versions,
        provenance={"collected_with": package_versions()},
    )
