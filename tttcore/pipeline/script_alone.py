"""Start a script of the workflow alone, as in a debugger: `python workflow/scripts/make_statistics.py STUDY`."""

import sys
from pathlib import Path
from types import SimpleNamespace

from tttcore.wings import has_wing


def job_of(script: str) -> SimpleNamespace:
    """What Snakemake gives a script by the name ``snakemake``, when it is started by hand in the project's folder.

    The job is the first of the script's rule whose wildcards have all of the command's arguments. Its inputs must be
    there; its outputs are written where the workflow has them.

    Raises
    ------
    SystemExit
        If there is no such job; names the known ones.
    """
    from snakemake.api import DAGSettings, OutputSettings, ResourceSettings, SnakemakeApi  # noqa: PLC0415 - seldom needed
    from snakemake.settings.enums import Quietness  # noqa: PLC0415

    name, asked = Path(script).name, set(sys.argv[1:])
    bundles = ["results/article.zip", "results/crate.zip"] if has_wing("exchange") else []
    targets = frozenset(["all", *bundles])
    with SnakemakeApi(OutputSettings(quiet={Quietness.ALL})) as api:
        workflow = api.workflow(ResourceSettings(cores=1), snakefile=Path("Snakefile"))
        workflow.dag(DAGSettings(targets=targets, forceall=True)).summary()
        jobs = [job for job in workflow._workflow.dag.jobs if job.rule.script and Path(job.rule.script).name == name]
        found = [job for job in jobs if asked <= {*map(str, job.wildcards)}]
        if not found:
            known = ", ".join(sorted({" ".join(map(str, job.wildcards)) for job in jobs})[:20])
            sys.exit(f"error: {name}: no job {' '.join(sys.argv[1:])!r}; known: {known}")
        job = min(found, key=lambda each: each.output[0])
        files = {kind: getattr(job, kind) for kind in ("input", "output", "log")}
        return SimpleNamespace(**files, params=job.params, wildcards=job.wildcards)
