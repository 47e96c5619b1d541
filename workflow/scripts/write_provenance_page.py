"""Write the provenance page, and the manifest of all results."""

from pathlib import Path

from tttcore.pipeline.job_digests import check_as_written, files_of_jobs, read_digests
from tttcore.pipeline.jobs import job_of, logged
from tttcore.pipeline.manifest import digests, write_manifest
from tttcore.pipeline.store import provenance_of
from tttcore.report.provenance import provenance_context
from tttcore.report.site import write_page

snakemake = globals().get("snakemake") or job_of(__file__)
params = snakemake.params
with logged(snakemake.log[0]):
    known = read_digests(Path(snakemake.log[0]).parent)
    check_as_written(snakemake.input, known)
    manifest = digests(files_of_jobs(snakemake.input, known), root=Path(snakemake.output.manifest).parent)
    write_manifest(snakemake.output.manifest, manifest)
    runs = {name: provenance_of(file) for name, file in zip(params.site["studies"], snakemake.input.runs, strict=True)}
    settings = {key: getattr(params, key) for key in ("replicates", "labels", "scale", "seed")}
    context = provenance_context(runs, manifest)
    write_page(snakemake.output.page, "provenance.html.j2", **params.site, **settings, **context)
