"""Hold the exact results of a small configuration against MANIFEST.sha256 beside this file.

`make expected` writes the file anew, a change of which is a change of results; with ``--check`` differences are errors.
"""

import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from helpers.project import EXPECTED, SHRINK, exact_results, small_project

from tttcore.pipeline.manifest import Manifest, compare, read_manifest, write_manifest
from tttcore.pipeline.modules import ENGINES, submodule

NOTE = """Exact results of the small configuration of tests/helpers/project.py, by rows and without what names the code.
`make expected` renews this file; a change of it is a change of results, marked **results** in CHANGELOG.md."""


def main(*, check: bool) -> None:
    """Run all studies, shrunk, tell which results differ, and write the manifest unless it is to be checked alone."""
    found = results()
    parted = compare(found, read_manifest(EXPECTED) if EXPECTED.exists() else {})
    for what, path in parted:
        print(f"{what}: {path}")
    if not check:
        write_manifest(EXPECTED, found, note=NOTE)
    elif parted:
        sys.exit("error: results are not the expected ones")
    else:
        print(f"{len(found)} results are the expected ones")


def results() -> Manifest:
    """Digests of the exact results of all studies, shrunk and run in a folder of their own."""
    with tempfile.TemporaryDirectory() as folder:
        project = small_project(Path(folder), *SHRINK)
        engines = {study: project.config(f"studies/{study}.yaml")["engine"] for study in SHRINK}
        targets = [f"results/{study}/runs.parquet" for study in SHRINK]
        with_agents = [study for study, engine in engines.items() if submodule(ENGINES, engine, "agents")]
        targets += [f"results/{study}/agents.parquet" for study in with_agents]
        made = project.snakemake("results/tables/facts.parquet", *targets)
        if made.returncode:
            sys.exit(made.stderr)
        return exact_results(project, *SHRINK)


if __name__ == "__main__":
    main(check=sys.argv[1:] == ["--check"])
