"""Write the page of exact facts."""

from tttcore.base.job import logged
from tttcore.base.store import read
from tttcore.report.facts import write_facts_page

files = snakemake.input
with logged(snakemake.log[0]):
    write_facts_page(
        snakemake.output[0],
        studies=snakemake.params.studies,
        facts=read(files.facts),
        solution=read(files.solution),
        verdicts=[read(file, schema="verdicts") for file in files.verdicts],
    )
