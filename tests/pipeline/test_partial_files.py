"""Partial files that killed processes leave are removed, and nothing else is."""

from tttcore.pipeline.partial_files import create_partial_file, remove_partial_files
from tttcore.pipeline.store import atomic


def test_only_partial_files_are_removed(tmp_path):
    with atomic(tmp_path / "study" / "page.html") as partial:
        assert remove_partial_files(tmp_path) == [partial]
        partial.touch()
    (tmp_path / "study" / "page.html").unlink()
    ours = {create_partial_file(tmp_path / "study" / name).name for name in ("runs.parquet", "SHA256SUMS")}
    others = {".notes.20261122", ".config.settings", ".snakemake_timestamp", ".runs.parquet.ab12_xyz.parquet",
              ".hidden.parquet", *(f"{name[:-1]}~" for name in ours), *(f".x{name}" for name in ours)}  # fmt: skip
    for name in others:
        (tmp_path / "study" / name).write_text("mine")
    folder, link = (create_partial_file(tmp_path / "study" / name) for name in ("a", "b"))
    folder.unlink()
    folder.mkdir()
    link.unlink()
    link.symlink_to("elsewhere")
    assert {path.name for path in remove_partial_files(tmp_path)} == ours
    assert {path.name for path in (tmp_path / "study").iterdir()} == {*others, folder.name, link.name}
