"""Gather a study's batches into one table of runs, one of traces and one of champions."""

from tttcore.base.job import logged
from tttcore.base.provenance import package_versions
from tttcore.base.store import atomic, write
from tttcore.studies.collect import collect_runs
from tttcore.studies.engine import engine

params = snakemake.params
with logged(snakemake.log[0]):
    made_by = engine(params.engine)
    batches = collect_runs(snakemake.input, wanted=params.replicates, schema=made_by.STORED.batches)
    found = made_by.summarise(batches, params.recipes)
    provenance = {
        "recipes": params.recipes,
        "seed": params.seed,
        "code": params.code_of_runs,
        "packages": package_versions(),
    }
    write(snakemake.output.runs, found.runs, schema=made_by.STORED.runs, provenance=provenance)
    write(snakemake.output.traces, found.traces, schema=made_by.STORED.traces, provenance=provenance)
    with atomic(snakemake.output.champions) as draft:
        found.champions.to_csv(draft, index=False, lineterminator="\n")
