"""Results of which Snakemake has no record, as in a copy of a project without the folder ``.snakemake``.

From its records Snakemake tells whether a result was made with the settings and the code of today. It trusts a file
without a record as long as no input is newer, and a project could go on with results of another seed.
"""

import os
from base64 import urlsafe_b64decode
from pathlib import Path

_TIMESTAMP = ".snakemake_timestamp"
"""File in a folder that is a result as a whole: its modification time is that of the result."""
_LONG_AGO = 1
"""Modification time of what is to be made again, in seconds; Snakemake takes 0 for no time at all."""


def unrecorded(results: str | Path, snakemake: str | Path) -> list[str]:
    """Files and folders below `results` that Snakemake's folder has no record of, in alphabetical order.

    Records that lie in a database (``--persistence-backend db``) can't be looked through; then there are none.
    """
    if (Path(snakemake) / "metadata.db").exists():
        return []
    paths = {path.as_posix() for path in Path(results).rglob("[!.]*")}
    return sorted(paths - _recorded(Path(snakemake) / "metadata"))


def set_outdated(result: str | Path, *, outdated: bool) -> None:
    """Have Snakemake make a result again from its inputs, by a time before all others; or take that back."""
    for path in (Path(result), Path(result) / _TIMESTAMP):
        if path.exists() and (path.lstat().st_mtime == _LONG_AGO) != outdated:
            times = (_LONG_AGO, _LONG_AGO) if outdated else None
            os.utime(path, times, follow_symlinks=False)


def _recorded(folder: Path) -> set[str]:
    """Paths of the results that Snakemake has records of: names in base 64, long ones cut into folders ``@...``."""
    files = (file.relative_to(folder) for file in folder.rglob("*") if file.is_file())
    names = ("".join(part.removeprefix("@") for part in file.parts) for file in files)
    return {urlsafe_b64decode(name).decode(errors="replace") for name in names}
