"""Write the page of exact facts."""

from tttcore.claims.schemas import VERDICTS
from tttcore.pipeline.jobs import job_of, logged
from tttcore.pipeline.store import read
from tttcore.report.facts import facts_context
from tttcore.report.site import write_page

snakemake = globals().get("snakemake") or job_of(__file__)
files = snakemake.input
with logged(snakemake.log[0], snakemake.output):
    verdicts = [read(file, schema=VERDICTS) for file in files.verdicts]
    site, facts, solution = snakemake.params.site, read(files.facts), read(files.solution)
    context = facts_context(facts=facts, solution=solution, verdicts=verdicts, studies=site["studies"])
    write_page(snakemake.output[0], "facts.html.j2", **site, **context)
