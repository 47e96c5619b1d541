"""Write the pages to print of a study."""

from tttcore.engines.page_modules import pages_of
from tttcore.pipeline.jobs import job_of, logged
from tttcore.plots.style import save_pages

snakemake = globals().get("snakemake") or job_of(__file__)
with logged(snakemake.log[0], snakemake.output):
    asked = snakemake.params
    first = next(iter(asked.recipes.values()))
    save_pages(pages_of(asked.engine, first, title=asked.title), snakemake.output[0])
