"""Write the worksheet and the course: exercises and slides whose numbers come from the results."""

from pathlib import Path

from tttcore.classroom.course import slide_figures
from tttcore.classroom.worksheet import LEAGUE, MACHINES, RECIPES, read_worksheet, recipe_table, worksheet_context
from tttcore.pipeline.jobs import job_of, logged
from tttcore.pipeline.store import read
from tttcore.pipeline.table_files import FACTS, read_study_tables
from tttcore.report.site import write_page

snakemake = globals().get("snakemake") or job_of(__file__)
files, params = snakemake.input, snakemake.params
with logged(snakemake.log[0], snakemake.output):
    shared = {FACTS: read(files.facts)}
    for begins, folders in ((LEAGUE, files.league), (MACHINES, [files.machines])):
        shared |= {f"{begins}{name}": table for name, table in read_study_tables(folders).items()}
    own = {
        study: {**read_study_tables([method, statistics]), RECIPES: recipe_table(recipes)}
        for (study, recipes), method, statistics in zip(
            params.recipes.items(), files.method, files.statistics, strict=True
        )
    }
    worksheet = read_worksheet(files.exercises).shown(lambda task: [task.title, *task.texts] in params.tasks)
    context = worksheet_context(
        worksheet,
        shared,
        own,
        watched=params.watched,
        figures=slide_figures(params.figures, Path(snakemake.output[0]).parent),
        base_url=params.base_url,
        where=files.exercises,
    )
    for page, template in zip(snakemake.output, ("worksheet.html.j2", "course.html.j2"), strict=True):
        write_page(page, template, **params.site, **context)
