"""Results that change or vanish on the disk: told with the file and what to do, never read as something else."""

import os
import shutil
from io import BytesIO

import pyarrow.parquet as pq
import pytest
from running import lines_of
from tiny import STUDY, TARGETS


def cut_short(content: bytes) -> bytes:
    return content[: len(content) // 2]


def flipped(content: bytes) -> bytes:
    """The last bit of the first column's last page is another."""
    column = pq.read_metadata(BytesIO(content)).row_group(0).column(0)
    changed = bytearray(content)
    changed[column.dictionary_page_offset + column.total_compressed_size - 1] ^= 1
    return bytes(changed)


@pytest.mark.parametrize(
    ("file", "damage", "readers"),
    [
        ("runs/control-listed/1-2.parquet", flipped, ("runs.parquet", "tables")),
        ("runs.parquet", flipped, ("tables",)),
        ("traces.parquet", cut_short, ("tables",)),
    ],
)
def test_damaged_results_are_refused_by_name(finished, goes_on, file, damage, readers):
    """Once by each try, with a retry. Times of files stay, so that Snakemake has no reason to make them again."""
    path = finished.folder / STUDY / file
    times = path.stat()
    path.write_bytes(damage(path.read_bytes()))
    os.utime(path, ns=(times.st_atime_ns, times.st_mtime_ns))
    for reader in readers:
        gone = finished.folder / STUDY / reader
        shutil.rmtree(gone) if gone.is_dir() else gone.unlink()
    refused = finished.snakemake(*TARGETS, "--retries", "1")
    assert refused.returncode != 0
    told = lines_of(refused.stderr, f"error: {STUDY}/{file}: damaged or cut short", "delete it and run again")
    assert len(told) == 2
    assert "Traceback" not in refused.stderr
    assert not (finished.folder / STUDY / "tables").exists()
    path.unlink()
    goes_on(finished)


def test_missing_results_are_made_again(finished, goes_on):
    for file in ("runs/control-listed/1-2.parquet", "traces.parquet"):
        (finished.folder / STUDY / file).unlink()
    shutil.rmtree(finished.folder / STUDY / "tables")
    goes_on(finished)
