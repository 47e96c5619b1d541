"""Write a study's page, and a draft of the first page that leads there, and print its address."""

import sys
from pathlib import Path

from tttcore.claims.findings import read_found
from tttcore.claims.multiverse import read_multiverse
from tttcore.claims.schemas import VERDICTS
from tttcore.engines.page_modules import printed_label
from tttcore.engines.study_files import read_study
from tttcore.pipeline.jobs import job_of, logged
from tttcore.pipeline.store import read
from tttcore.pipeline.table_files import read_study_tables
from tttcore.report.draft import write_draft
from tttcore.report.site import write_page
from tttcore.report.study import study_context

snakemake = globals().get("snakemake") or job_of(__file__)
params, files, page = snakemake.params, snakemake.input, Path(snakemake.output.page)
with logged(snakemake.log[0], snakemake.output):
    study = read_study(files.study).settings
    reasons = Path("docs/method") / f"{study['study']}.md"  # a project of one's own may have none
    links = {"printed": printed_label(study["engine"]), "reasons": reasons.as_posix() if reasons.exists() else ""}
    context = study_context(
        page,
        study={**study, **links},
        tables=read_study_tables(files.statistics),
        method=read_study_tables(files.method),
        verdicts=read(files.verdicts, schema=VERDICTS),
        findings=read_found(files.findings),
        runs=params.runs,
        recipes=params.recipes,
        figures=files.figures,
        judged_again=read_multiverse(files.multiverse),
        multiverse_figure=files.multiverse_figure,
    )
    write_page(page, "study.html.j2", **params.site, **context)
    write_draft(page.parent, questions=params.questions, **params.site)
print(f"{study['study']}: open {page.resolve().as_uri()}", file=sys.stderr)
