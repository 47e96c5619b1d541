"""Draw a study's figures in every format."""

from collections import defaultdict
from pathlib import Path

from tttcore.engines.study_files import read_study
from tttcore.pipeline.jobs import job_of, logged
from tttcore.plots.style import save
from tttcore.studies.figures import figures_of, stored_evidence

snakemake = globals().get("snakemake") or job_of(__file__)
with logged(snakemake.log[0], snakemake.output):
    study = read_study(snakemake.input.study)
    evidence = stored_evidence(study, Path(snakemake.input.statistics).parents[1])
    outputs = defaultdict(list)
    for output in map(Path, snakemake.output):
        outputs[output.stem].append(output)
    for name, draw in figures_of(study.config, study.file).items():
        save(draw(evidence), outputs[name])
