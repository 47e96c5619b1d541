"""Run one batch of a treatment's replicates."""

from pathlib import Path

from tttcore.base.job import followed, logged
from tttcore.base.provenance import package_versions
from tttcore.base.store import write
from tttcore.games.tables import read_tables
from tttcore.studies.engine import engine

treatment, params = snakemake.wildcards.treatment, snakemake.params
start, stop = map(int, snakemake.wildcards.batch.split("-"))
with logged(snakemake.log[0]) as log:
    made_by = engine(params.engine)
    runs = made_by.run_replicates(
        snakemake.wildcards.study,
        treatment,
        params.recipe,
        read_tables(Path(snakemake.input.tables[0]).parent),
        seed=params.seed,
        replicates=followed(range(start, stop), what=treatment, log=log),
        log=log,
    )
    provenance = {"recipe": params.recipe, "seed": params.seed, "code": params.code, "packages": package_versions()}
    write(snakemake.output[0], runs, schema=made_by.STORED.batches, provenance=provenance)
