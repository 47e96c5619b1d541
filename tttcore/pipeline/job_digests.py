"""Digests of the files that jobs write, kept in their logs, so that later damage is detected and never certified."""

import re
import shlex
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path, PurePosixPath

from tttcore.pipeline.manifest import read_manifest, sha256, visible_files
from tttcore.pipeline.messages import ConfigError, enumerated
from tttcore.pipeline.store import StoreError

_LINE = re.compile(r"([0-9a-f]{64})  (.+)")

Digests = Mapping[str, str]
"""SHA-256 of files as their jobs wrote them, by path."""


def log_lines(outputs: Iterable[str | Path]) -> list[str]:
    """Line for each visible file that a job has written, which ``sha256sum --check`` reads in the project's folder."""
    return [f"{sha256(file)}  {path}\n" for path, file in visible_files(outputs, root=".").items()]


def read_digests(logs: str | Path, manifest: str | Path | None = None) -> Digests:
    """Digests of the files that jobs wrote; of two logs that name a file, the later one counts.

    Parameters
    ----------
    logs : folder with the logs, and with folders of them. Logs of batches, a folder deeper, name no file.
    manifest : of an earlier run, for files that no log names, as where logs were removed; it may be missing or damaged.
    """
    files = [file for pattern in ("*.log", "*/*.log") for file in Path(logs).glob(pattern) if file.is_file()]
    found: dict[str, str] = {}
    if manifest is not None:
        folder = Path(manifest).parent
        with suppress(ConfigError):
            found |= {f"{folder / path}": each.bytes for path, each in read_manifest(manifest).items() if each.bytes}
    for file in sorted(files, key=lambda each: each.stat().st_mtime_ns):
        for line in file.read_text(encoding="utf-8", errors="replace").splitlines():
            if match := _LINE.fullmatch(line):
                found[match[2]] = match[1]
    return found


def files_of_jobs(outputs: Iterable[str], known: Digests) -> list[str]:
    """Every file that jobs wrote, among outputs and in folders that are outputs, and each output that no log names."""
    own = dict(_with_output(outputs, known))
    return [*own, *set(outputs).difference(own.values())]


def check_as_written(outputs: Iterable[str], known: Digests) -> None:
    """Check that files are as their jobs wrote them, and those in folders that are outputs also there.

    Parameters
    ----------
    outputs : files and folders that jobs wrote; those that no log names, or that aren't there, are left out.

    Raises
    ------
    StoreError
        Naming the files that are not, and the option that makes them again with the settings of the run.
    """
    there = [output for output in outputs if Path(output).exists()]
    changed = {
        path: output
        for path, output in _with_output(there, known)
        if not Path(path).is_file() or sha256(Path(path)) != known[path]
    }
    if changed:
        remedy = f"to make it again, add to the command: --forcerun {shlex.join(sorted({*changed.values()}))}"
        raise StoreError(f"{enumerated([*changed])}: changed or removed since a job wrote it; {remedy}")


def _with_output(outputs: Iterable[str], known: Digests) -> Iterator[tuple[str, str]]:
    """Yield each file that jobs wrote with the output that it is or is in."""
    wanted = {*outputs}
    for path in sorted(known):
        for place in (path, *map(str, PurePosixPath(path).parents)):
            if place in wanted:
                yield path, place
