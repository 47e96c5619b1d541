"""Write the page of exact facts."""

from tttcore.claims.schemas import VERDICTS
from tttcore.pipeline.job_log import logged
from tttcore.pipeline.store import read
from tttcore.report.facts import facts_context
from tttcore.report.site import write_page

files = snakemake.input
with logged(snakemake.log[0]):
    verdicts = [read(file, schema=VERDICTS) for file in files.verdicts]
    context = facts_context(facts=read(files.facts), solution=read(files.solution), verdicts=verdicts)
    write_page(snakemake.output[0], "facts.html.j2", studies=snakemake.params.studies, **context)
