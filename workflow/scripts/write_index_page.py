"""Write the first page."""

from tttcore.claims.schemas import VERDICTS
from tttcore.pipeline.job_log import logged
from tttcore.pipeline.store import read
from tttcore.report.index import write_index_page

params = snakemake.params
with logged(snakemake.log[0]):
    tables = [read(file, schema=VERDICTS) for file in snakemake.input.verdicts]
    write_index_page(
        snakemake.output[0],
        documents=params.documents,
        verdicts=dict(zip(params.documents, tables, strict=True)),
        scale=params.scale,
        seed=params.seed,
    )
