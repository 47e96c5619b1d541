"""Write the provenance page, and the manifest of all results."""

from pathlib import Path

from tttcore.pipeline.job_log import logged
from tttcore.pipeline.manifest import digests, write_manifest
from tttcore.pipeline.store import provenance_of
from tttcore.report.provenance import write_provenance_page

params = snakemake.params
with logged(snakemake.log[0]):
    manifest = digests(snakemake.input, root=Path(snakemake.output.manifest).parent)
    write_manifest(snakemake.output.manifest, manifest)
    write_provenance_page(
        snakemake.output.page,
        studies=params.studies,
        runs={name: provenance_of(file) for name, file in zip(params.studies, snakemake.input.runs, strict=True)},
        replicates=params.replicates,
        seed=params.seed,
        scale=params.scale,
        manifest=manifest,
    )
