"""Write the page of provenance, and checksums of all results."""

from pathlib import Path

from tttcore.base.job import logged
from tttcore.base.store import provenance_of
from tttcore.report.provenance import checksums, write_checksums, write_provenance_page

params = snakemake.params
with logged(snakemake.log[0]):
    sums = checksums(snakemake.input, root=Path(snakemake.output.sums).parent)
    write_checksums(snakemake.output.sums, sums)
    write_provenance_page(
        snakemake.output.page,
        studies=params.studies,
        runs={name: provenance_of(file) for name, file in zip(params.studies, snakemake.input.runs, strict=True)},
        replicates=params.replicates,
        seed=params.seed,
        scale=params.scale,
        sums=sums,
    )
