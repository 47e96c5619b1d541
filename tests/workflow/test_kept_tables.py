"""A table of statistics is computed again if something that it depends on has changed, and no other table is."""

import shutil

from project import KEPT, ROOT

from tttcore.engines.engine import read_study
from tttcore.pipeline.code_digests import PACKAGE, code_digest, imported_by
from tttcore.studies.tables import build

FOLDER = "results/ancheta2020/tables"
SCRIPT = ROOT / "workflow" / "scripts" / "make_statistics.py"


def test_a_changed_option_makes_its_table_again_and_no_other(project):
    """What the study no longer asks for disappears, and a table whose file was damaged is made again."""
    folder, kept = project.folder / FOLDER, (project.folder / FOLDER).with_name(".tables")
    written = {file.name: (file.stat().st_mtime_ns, file.read_bytes()) for file in folder.glob("[!.]*")}
    project.edit("studies/ancheta2020.yaml", lambda study: study["tables"]["exceedances"].update(thresholds=[3]))
    for suffix in ("parquet", "csv"):
        (kept / f"forgotten.{suffix}").write_bytes(b"")
    (kept / "omnibus.csv").unlink()
    cut = kept / "anova.parquet"
    cut.write_bytes(cut.read_bytes()[:-20])

    again = project.snakemake(FOLDER)
    assert again.returncode == 0, again.stderr
    found = {file.name: (file.stat().st_mtime_ns, file.read_bytes()) for file in folder.glob("[!.]*")}
    assert found.keys() == written.keys()
    computed = {name.partition(".")[0] for name in found if found[name][0] != written[name][0]}
    assert computed == {"exceedances", "omnibus", "anova"}
    changed = {name.partition(".")[0] for name in found if found[name][1] != written[name][1]}
    assert changed == {"exceedances"}


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

    before, edited = digests(), "tttcore.stats.runtimes"
    path = package.joinpath(*edited.split(".")[1:]).with_suffix(".py")
    path.write_text(path.read_text() + "\nEDITED = True\n")
    after = digests()
    changed = {table for table in modules if before[table] != after[table]}
    assert changed == {table for table, module in modules.items() if module == edited}
    assert 0 < len(changed) < len(modules)
