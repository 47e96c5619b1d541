"""Draw a study's figures in every format."""

from collections import defaultdict
from pathlib import Path

from tttcore.engines.engine import read_study
from tttcore.pipeline.job_log import logged
from tttcore.pipeline.script_alone import job_of
from tttcore.plots.style import save
from tttcore.studies.drawing import stored_evidence
from tttcore.studies.figures import figures_of

snakemake = globals().get("snakemake") or job_of(__file__)
with logged(snakemake.log[0]):
    study = read_study(snakemake.input.study)
    evidence = stored_evidence(study, Path(snakemake.input.statistics).parents[1])
    outputs = defaultdict(list)
    for output in map(Path, snakemake.output):
        outputs[output.stem].append(output)
    for name, draw in figures_of(study.config, study.file).items():
        save(draw(evidence), outputs[name])
