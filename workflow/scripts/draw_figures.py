"""Draw the figures of a study in every format; those that are there already, drawn from the same, are kept."""

from functools import partial
from pathlib import Path

from tttcore.engines.engine import engine
from tttcore.pipeline.job_log import logged
from tttcore.pipeline.provenance import content_digest
from tttcore.pipeline.table_files import stored_tables
from tttcore.pipeline.versions import package_versions
from tttcore.plots.drawn_again import update_figures
from tttcore.plots.evidence import Evidence, Files
from tttcore.plots.figures.kind import kinds
from tttcore.studies.treatment_names import names_of

params, files = snakemake.params, snakemake.input
with logged(snakemake.log[0]) as log:
    tables = Path(files.statistics)
    states, batches = Path(files.tables[0]).parent, [*map(Path, files.batches)]
    evidence = Evidence(
        files=Files(runs=files.runs, traces=files.traces, tables=tables, states=states, batches=batches),
        stored=engine(params.engine).STORED,
        comparisons=params.comparisons,
        recipes=params.recipes,
        published=params.published,
        together=params.together,
        names=names_of(params.study),
    )
    asked = {name: kinds.build(figure, f"figures.{name}") for name, figure in params.figures.items()}
    settings = [params.comparisons, params.recipes, params.published, params.together]
    given = [*files.data, *files.tables, files.runs, files.traces, *stored_tables(tables), *files.batches]
    origin = {"data": content_digest(given, settings=settings), "packages": package_versions()}
    provenance = {name: {**origin, "code": params.code[name], "asked": params.figures[name]} for name in asked}
    kept = Path(snakemake.output[0]).parents[1] / ".figures"
    figures = {name: partial(kind.draw, evidence) for name, kind in asked.items()}
    drawn = update_figures(kept, figures, provenance, snakemake.output)
    print(f"{len(drawn)} of {len(asked)} figures", file=log)
