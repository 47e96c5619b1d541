"""Draw one figure of a study in every format."""

from pathlib import Path

from tttcore.base.job import logged
from tttcore.figures.evidence import Evidence
from tttcore.figures.kinds import kinds
from tttcore.figures.style import save

params = snakemake.params
with logged(snakemake.log[0]):
    evidence = Evidence(
        results=Path("results"),
        study=snakemake.wildcards.study,
        engine=params.engine,
        comparisons=params.comparisons,
        recipes=params.recipes,
        published=params.published,
    )
    figure = kinds.build(params.figure, snakemake.wildcards.figure).draw(evidence)
    formats = [Path(file).suffix[1:] for file in snakemake.output]
    save(figure, Path(snakemake.output[0]).with_suffix(""), formats=formats)
