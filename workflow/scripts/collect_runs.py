"""Gather a study's batches into one table of runs, one of traces and one of champions."""

from tttcore.base.job import logged
from tttcore.base.provenance import package_versions
from tttcore.base.store import atomic, write
from tttcore.studies.collect import champions_of, collect_runs, traces_of

params = snakemake.params
with logged(snakemake.log[0]):
    runs = collect_runs(snakemake.input, wanted=params.replicates)
    provenance = {
        "recipes": params.recipes,
        "seed": params.seed,
        "code": params.code_of_runs,
        "packages": package_versions(),
    }
    write(snakemake.output.runs, runs, schema="runs", provenance=provenance)
    write(snakemake.output.traces, traces_of(runs), schema="traces", provenance=provenance)
    with atomic(snakemake.output.champions) as draft:
        champions_of(runs).to_csv(draft, index=False, lineterminator="\n")
