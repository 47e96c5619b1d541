"""Draw a study's figures in every format."""

from collections import defaultdict
from pathlib import Path

from tttcore.engines.engine import engine
from tttcore.pipeline.job_log import logged
from tttcore.plots.evidence import Evidence, Files
from tttcore.plots.names import names_of
from tttcore.plots.style import save
from tttcore.studies.figures import figures_of, shown_together

params, files = snakemake.params, snakemake.input
with logged(snakemake.log[0]):
    evidence = Evidence(
        files=Files(
            runs=files.runs,
            traces=files.traces,
            tables=Path(files.statistics),
            states=Path(files.tables[0]).parent,
            batches=[*map(Path, files.batches)],
        ),
        stored=engine(params.engine).STORED,
        comparisons=params.comparisons,
        recipes=params.recipes,
        published=params.published,
        together=shown_together(params.study, params.comparisons),
        names=names_of(params.called),
    )
    outputs = defaultdict(list)
    for output in map(Path, snakemake.output):
        outputs[output.stem].append(output)
    asked = {"study": params.study, "figures": {name: {"title": title} for name, title in params.titles.items()}}
    for name, draw in figures_of(asked, f"config/studies/{params.study}.yaml").items():
        save(draw(evidence), outputs[name])
