"""Write the page of timings."""

import pandas as pd

from tttcore.pipeline.job_log import logged
from tttcore.report.timings import write_timings_page

with logged(snakemake.log[0]):
    write_timings_page(
        snakemake.output.page,
        studies=snakemake.params.studies,
        timings=[pd.read_csv(file) for file in snakemake.input.timings],
        figures=snakemake.params.figures,
        files=snakemake.input.figures,
    )
