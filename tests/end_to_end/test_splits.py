"""For every engine, bytes don't depend on which runs share a batch, nor on the order in which batches are made."""

import pytest
from helpers.project import SHRINK

from tttcore.engines.collect import Files, collect
from tttcore.engines.engine import engine, read_study
from tttcore.engines.replicates import run_replicates
from tttcore.pipeline.store import provenance_of, write
from tttcore.pipeline.study import Study
from tttcore.pipeline.versions import package_versions


@pytest.fixture(params=SHRINK)
def study(request, finished, monkeypatch) -> Study:
    """A study of the finished project."""
    monkeypatch.chdir(finished.folder)
    return read_study(f"config/studies/{request.param}.yaml")


def test_every_run_alone_and_the_last_one_first(study, finished, tables, tmp_path):
    """Each run of the workflow is made again in this process, in a batch of its own."""
    own, made_by = finished.folder / "results" / study.name, engine(study.engine)
    origin = provenance_of(own / "runs.parquet")
    wanted = {name: treatment.replicates["paper"] for name, treatment in study.treatments.items()}
    batches = []
    for name, treatment in reversed(study.treatments.items()):
        for replicate in reversed(range(wanted[name])):
            run = run_replicates(
                made_by, study.name, name, treatment.recipe, tables, seed=origin["seed"], replicates=[replicate]
            )
            batches.append(tmp_path / "runs" / name / f"{replicate}-{replicate + 1}.parquet")
            provenance = {"recipe": treatment.recipe, "seed": origin["seed"], "code": origin["code"][name]}
            provenance["packages"] = package_versions()
            write(batches[-1], run, schema=made_by.STORED.batches, provenance=provenance)

    files = Files(*(tmp_path / name for name in ("runs.parquet", "traces.parquet", "champions.csv")))
    collect(
        batches[::-1],
        files,
        made_by=study.engine,
        wanted=wanted,
        recipes=origin["recipes"],
        mixed_versions=False,
        provenance={"collected_with": origin["collected_with"]},
        seed=origin["seed"],
        code=origin["code"],
    )
    for file in vars(files).values():
        assert file.read_bytes() == (own / file.name).read_bytes(), file.name
