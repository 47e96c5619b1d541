"""Run one batch of a treatment's replicates and store it part by part."""

from itertools import islice
from pathlib import Path

from tttcore.engines.engine import engine
from tttcore.engines.replicates import run_replicates
from tttcore.games.tables import read_tables
from tttcore.pipeline.jobs import job_of, logged, track_progress
from tttcore.pipeline.store import parquet_writer
from tttcore.pipeline.versions import package_versions

snakemake = globals().get("snakemake") or job_of(__file__)
treatment, params = snakemake.wildcards.treatment, snakemake.params
start, stop = map(int, snakemake.wildcards.batch.split("-"))
with logged(snakemake.log[0], snakemake.output) as log:
    made_by = engine(params.engine)
    tables = read_tables(Path(snakemake.input.tables[0]).parent)
    schema, size = made_by.STORED.batches, made_by.STORED.part
    provenance = {"recipe": params.recipe, "seed": params.seed, "code": params.code, "packages": package_versions()}
    replicates = track_progress(range(start, stop), label=treatment, log=log)
    with parquet_writer(snakemake.output[0], schema=schema, provenance=provenance) as write_part:
        for first in range(start, stop, size):
            runs = run_replicates(
                made_by,
                snakemake.wildcards.study,
                treatment,
                params.recipe,
                tables,
                seed=params.seed,
                replicates=islice(replicates, size if first + size < stop else None),
                log=log if first == start else None,
            )
            write_part(runs)
