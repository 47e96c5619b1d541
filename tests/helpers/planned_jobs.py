"""Program that writes what a plan says of its jobs, for tests of single rules.

Arguments: the Snakefile, the folder of a project, and a folder to write to. Of each rule's first job by output it
writes ``RULE.pickle`` with what the job's script is given; and of all jobs ``covered.json``: which modules the digest
of a job's code covers, by first output. For these, digests become what they are taken of.
"""

import json
import pickle
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace

from snakemake.api import ConfigSettings, DAGSettings, OutputSettings, ResourceSettings, SnakemakeApi
from snakemake.jobs import Job
from snakemake.settings.enums import Quietness

from tttcore.pipeline import code_digests

TARGETS = ("all", "results/crate.zip")


@contextmanager
def planned(snakefile: Path, folder: Path, **config: object) -> Iterator[list[Job]]:
    """Jobs of all rules with these settings of the project, by their first output."""
    with SnakemakeApi(OutputSettings(quiet={Quietness.ALL})) as api:
        workflow = api.workflow(ResourceSettings(cores=1), ConfigSettings(config), snakefile=snakefile, workdir=folder)
        workflow.dag(DAGSettings(targets=frozenset(TARGETS), forceall=True)).summary()
        yield sorted((job for job in workflow._workflow.dag.jobs if job.output), key=lambda job: job.output[0])


def given(job: Job) -> dict[str, object]:
    """Where a job's script is, and what it is given by the name `snakemake`."""
    files = {kind: getattr(job, kind)._plainstrings() for kind in ("input", "output", "log")}
    of_job = SimpleNamespace(**files, params=job.params, wildcards=job.wildcards)
    return {"script": Path(job.rule.basedir.path) / job.rule.script, "snakemake": of_job}


def covered_modules(jobs: list[Job]) -> dict[str, list[str]]:
    """Names of the modules that digests in the parameters cover, by the first output of every job that has ``code``."""
    coded = {job.output[0]: dict(job.params.items()) for job in jobs if hasattr(job.params, "code")}
    return {
        output: re.findall(r"tttcore[.\w]+", " ".join(str(each) for name, each in params.items() if "code" in name))
        for output, params in coded.items()
    }


if __name__ == "__main__":
    *project, target = map(Path, sys.argv[1:])
    with planned(*project) as jobs:
        for rule in {job.rule.name for job in jobs}:
            first = next(job for job in jobs if job.rule.name == rule)
            (target / f"{rule}.pickle").write_bytes(pickle.dumps(given(first)))
    code_digests.text_digest = code_digests.code_digest = lambda *texts: re.sub("[{}]", "", " ".join(texts))
    code_digests.script_digest = lambda _: ""
    code_digests.remember_analyses = lambda _: None
    with planned(*project) as jobs:
        (target / "covered.json").write_text(json.dumps(covered_modules(jobs)), encoding="utf-8")
