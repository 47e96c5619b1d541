"""Draw a figure of a study in every format."""

from pathlib import Path

from tttcore.engines.engine import engine
from tttcore.pipeline.job_log import logged
from tttcore.plots.evidence import Evidence, Files
from tttcore.plots.figures.kind import kinds
from tttcore.plots.style import save
from tttcore.studies.treatment_names import names_of

params, files = snakemake.params, snakemake.input
with logged(snakemake.log[0]):
    evidence = Evidence(
        files=Files(
            runs=files.runs,
            traces=files.traces,
            tables=Path(files.statistics[0]),
            states=Path(files.tables[0]).parent,
            batches=[*map(Path, files.batches)],
        ),
        stored=engine(params.engine).STORED,
        comparisons=params.comparisons,
        recipes=params.recipes,
        published=params.published,
        together=params.together,
        names=names_of(snakemake.wildcards.study),
    )
    figure = kinds.build(params.figure, snakemake.wildcards.figure).draw(evidence)
    save(figure, snakemake.output)
