"""Run the replicates of all treatments of a study in one process, and store them by batch."""

from pathlib import Path

from tttcore.engines.engine import engine
from tttcore.engines.replicates import run_replicates
from tttcore.games.tables import read_tables
from tttcore.pipeline.batches import batch_of
from tttcore.pipeline.jobs import job_of, logged
from tttcore.pipeline.store import parquet_writer
from tttcore.pipeline.versions import package_versions

snakemake = globals().get("snakemake") or job_of(__file__)
params = snakemake.params
with logged(snakemake.log[0], snakemake.output) as log:
    made_by = engine(params.engine)
    tables = read_tables(Path(snakemake.input.tables[0]).parent)
    made_with = {"seed": params.seed, "packages": package_versions()}
    for file in map(Path, snakemake.output):
        treatment, batch = file.parent.name, batch_of(file)
        recipe = params.recipes[treatment]
        provenance = {"recipe": recipe, "code": params.code[treatment], **made_with}
        print(f"{treatment} {batch}", file=log)
        runs = run_replicates(
            made_by,
            params.study,
            treatment,
            recipe,
            tables,
            seed=params.seed,
            replicates=range(batch.start, batch.stop),
        )
        with parquet_writer(file, schema=made_by.STORED.batches, provenance=provenance) as write_part:
            write_part(runs)
