"""Write the page of timings."""

import pandas as pd

from tttcore.pipeline.jobs import job_of, logged
from tttcore.pipeline.table_files import read_texts
from tttcore.report.pages import timings_context
from tttcore.report.site import write_page
from tttcore.studies.method import TIMING_TEXTS

snakemake = globals().get("snakemake") or job_of(__file__)
files, page, params = snakemake.input, snakemake.output.page, snakemake.params
with logged(snakemake.log[0]):
    timings = [read_texts(file, TIMING_TEXTS) for file in files.timings]
    context = timings_context(
        page,
        timings=timings,
        timed=params.timed,
        figures=params.figures,
        files=files.figures,
        times=[pd.read_csv(file) for file in files.times],
    )
    write_page(page, "timings.html.j2", **params.site, **context)
