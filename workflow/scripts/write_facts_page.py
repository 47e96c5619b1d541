"""Write the page of exact facts."""

from tttcore.claims.schemas import VERDICTS
from tttcore.pipeline.job_log import logged
from tttcore.pipeline.store import read
from tttcore.report.facts import write_facts_page

files = snakemake.input
with logged(snakemake.log[0]):
    write_facts_page(
        snakemake.output[0],
        studies=snakemake.params.studies,
        facts=read(files.facts),
        solution=read(files.solution),
        verdicts=[read(file, schema=VERDICTS) for file in files.verdicts],
    )
