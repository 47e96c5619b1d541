"""Write the first page."""

from tttcore.base.job import logged
from tttcore.base.store import read
from tttcore.report.index import write_index_page

params = snakemake.params
with logged(snakemake.log[0]):
    tables = [read(file, schema="verdicts") for file in snakemake.input.verdicts]
    write_index_page(
        snakemake.output[0],
        documents=params.documents,
        verdicts=dict(zip(params.documents, tables, strict=True)),
        scale=params.scale,
        seed=params.seed,
    )
