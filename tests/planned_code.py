"""Program that writes for each job of a plan which modules the digest of its code covers, as JSON by first output.

Arguments: the Snakefile, the folder of a project, and the file to write. Digests become what they are taken of.
"""

import json
import re
import sys
from pathlib import Path

from snakemake.api import DAGSettings, OutputSettings, ResourceSettings, SnakemakeApi
from snakemake.settings.enums import Quietness

from tttcore.pipeline import code_digests, provenance

TARGETS = ("all", "results/article.zip")


def covered_modules(snakefile: Path, folder: Path) -> dict[str, list[str]]:
    """Names of the modules, by the first output of every job that has the parameter ``code``."""
    provenance.text_digest = code_digests.code_digest = lambda *texts: re.sub("[{}]", "", " ".join(texts))
    code_digests.script_digest = lambda _: ""
    with SnakemakeApi(OutputSettings(quiet={Quietness.ALL})) as api:
        workflow = api.workflow(ResourceSettings(cores=1), snakefile=snakefile, workdir=folder)
        workflow.dag(DAGSettings(targets=frozenset(TARGETS), forceall=True)).summary()
        jobs = [job for job in workflow._workflow.dag.jobs if hasattr(job.params, "code")]
        return {job.output[0]: re.findall(r"tttcore[.\w]+", str(job.params.code)) for job in jobs}


if __name__ == "__main__":
    *project, file = map(Path, sys.argv[1:])
    file.write_text(json.dumps(covered_modules(*project)), encoding="utf-8")
