"""Write the page on which stored runs are made again."""

from tttcore.classroom.learn_page import LiveStudy, learn_context
from tttcore.pipeline.jobs import job_of, logged
from tttcore.report.site import write_page

snakemake = globals().get("snakemake") or job_of(__file__)
params, files = snakemake.params, snakemake.input
with logged(snakemake.log[0], snakemake.output):
    live = [
        LiveStudy(
            study,
            params.site["studies"][study],
            params.treatments[study],
            params.groups[study],
            runs,
            traces,
            **settings,
        )
        for (study, settings), runs, traces in zip(params.settings.items(), files.runs, files.traces, strict=True)
    ]
    context = learn_context(live, seed=params.seed, stories=params.stories, worksheet=params.worksheet)
    write_page(snakemake.output[0], "learn.html.j2", **params.site, **context)
