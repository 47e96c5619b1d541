"""Write the page on which people train matchboxes."""

from tttcore.classroom.boxes_page import boxes_context
from tttcore.pipeline.jobs import job_of, logged
from tttcore.report.site import write_page

snakemake = globals().get("snakemake") or job_of(__file__)
params = snakemake.params
with logged(snakemake.log[0], snakemake.output):
    context = boxes_context(params.machines, seed=params.seed, printed=params.printed)
    write_page(snakemake.output[0], "boxes.html.j2", **params.site, **context)
