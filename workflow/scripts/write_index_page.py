"""Write the index of studies."""

from tttcore.base.job import logged
from tttcore.base.store import read
from tttcore.report.page import count_verdicts, write_index_page

with logged(snakemake.log[0]):
    counts = [count_verdicts(read(file, schema="verdicts")) for file in snakemake.input.verdicts]
    studies = snakemake.params.studies.items()
    write_index_page(
        snakemake.output[0],
        studies={name: {**study, "counts": count} for (name, study), count in zip(studies, counts, strict=True)},
    )
