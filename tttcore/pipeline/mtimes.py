"""Repair modification times that lie in the future, as a wrong clock leaves them."""

import os
import time
from contextlib import suppress
from pathlib import Path


def reset_future_mtimes(folder: str | Path) -> list[Path]:
    """Set future modification times in a folder to now, since Snakemake rejects outputs older than inputs."""
    now = time.time()
    changed = []
    for path in Path(folder).rglob("*"):
        with suppress(FileNotFoundError):  # a partial file of a job that is still running
            if path.lstat().st_mtime > now:
                os.utime(path, (now, now), follow_symlinks=False)
                changed.append(path)
    return changed
