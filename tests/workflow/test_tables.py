"""A table of statistics is made again if something that it depends on has changed, and no other table is."""

import shutil

import pytest
from project import KEPT, ROOT

from tttcore.engines.engine import read_study
from tttcore.pipeline.provenance import PACKAGE, code_digest, imported_by
from tttcore.studies.tables import build

pytestmark = pytest.mark.workflow
FOLDER = "results/ancheta2020/tables"
SCRIPT = ROOT / "workflow" / "scripts" / "make_statistics.py"


def test_a_changed_option_makes_its_table_again_and_no_other(project):
    """What Snakemake no longer asks for disappears, and a forced job gives the same bytes."""
    folder = project.folder / FOLDER
    targets = [file.relative_to(project.folder).as_posix() for file in sorted(folder.glob("*.parquet"))]
    written = {file.name: (file.stat().st_mtime_ns, file.read_bytes()) for file in folder.glob("*.*")}
    project.edit("studies/ancheta2020.yaml", lambda study: study["tables"]["exceedances"].update(thresholds=[3]))
    for suffix in ("parquet", "csv"):
        (folder / f"forgotten.{suffix}").write_bytes(b"")

    again = project.snakemake(*targets)
    assert again.returncode == 0, again.stderr
    found = {file.name: (file.stat().st_mtime_ns, file.read_bytes()) for file in folder.glob("*.*")}
    assert found.keys() == written.keys()
    assert {name for name in found if found[name] != written[name]} == {"exceedances.parquet", "exceedances.csv"}

    forced = project.snakemake(f"{FOLDER}/exceedances.parquet", "--forcerun", "statistics")
    assert forced.returncode == 0, forced.stderr
    for name in ("exceedances.parquet", "exceedances.csv"):
        when, content = found[name]
        assert (folder / name).stat().st_mtime_ns > when
        assert (folder / name).read_bytes() == content


def test_an_edited_kind_changes_the_code_of_its_tables_alone(tmp_path):
    """Of all tables of all studies, as the rule takes it: of what its script imports, and of the kind's module."""
    package = shutil.copytree(ROOT / PACKAGE, tmp_path / PACKAGE, ignore=shutil.ignore_patterns("__pycache__"))
    studies = [read_study(ROOT / "config" / "studies" / f"{name}.yaml") for name in KEPT]
    modules = {
        (study.name, table): type(kind).__module__
        for study in studies
        for table, kind in build(study.config, study.file).items()
    }

    def digests():
        shared = imported_by(SCRIPT, package)
        return {table: code_digest(*shared, module, root=package) for table, module in modules.items()}

    before, edited = digests(), "tttcore.stats.tables.trajectories"
    path = package.joinpath(*edited.split(".")[1:]).with_suffix(".py")
    path.write_text(path.read_text() + "\nEDITED = True\n")
    after = digests()
    changed = {table for table in modules if before[table] != after[table]}
    assert changed == {table for table, module in modules.items() if module == edited}
    assert 0 < len(changed) < len(modules)
