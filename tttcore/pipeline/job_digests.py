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
    logs : folder with the logs, and with folders of them. Those of batches are a folder deeper, and are read when these
        are gathered.
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
    outputs : files and folders that jobs wrote; left out are those that aren't there, and files that no log names. The
        job of a folder with tables that none names was killed.

    Raises
    ------
    StoreError
        Naming the files that are not, and the option that makes them again with the settings of the run.
    """
    there = [output for output in outputs if Path(output).exists()]
    written = dict(_with_output(there, known))
    changed = {
        path: output
        for path, output in written.items()
        if not Path(path).is_file() or sha256(Path(path)) != known[path]
    }
    unnamed = {*there}.difference(written.values()) if known else ()
    partial = sorted(output for output in unnamed if any(Path(output).glob("[!.]*.parquet")))
    if again := sorted({*changed.values(), *partial}):
        what = [f"{enumerated([*changed])}: changed or removed since a job wrote it"] if changed else []
        what += [f"{enumerated(partial)}: its job did not end"] if partial else []
        raise StoreError(f"{'; '.join(what)}; to make it again, add to the command: --forcerun {shlex.join(again)}")


def check_results(results: str | Path, files: Iterable[str | Path]) -> None:
    """Check that files in a folder of results are as their jobs wrote them, as the folder's logs and manifest tell.

    A folder that has neither isn't checked.

    Raises
    ------
    StoreError
        For the first file that isn't, or that no job wrote.
    """
    known = read_digests(Path(results) / "logs", Path(results) / "MANIFEST.sha256")
    for file in files if known else ():
        place = f"/{PurePosixPath(file).relative_to(PurePosixPath(results))}"
        written = [digest for path, digest in known.items() if path.endswith(place)]
        if not written or sha256(Path(file)) != written[-1]:
            raise StoreError(f"{file}: {'changed since a' if written else 'no'} job wrote it; delete it and run again")


def _with_output(outputs: Iterable[str], known: Digests) -> Iterator[tuple[str, str]]:
    """Yield each file that jobs wrote with the output that it is or is in."""
    wanted = {*outputs}
    for path in sorted(known):
        for place in (path, *map(str, PurePosixPath(path).parents)):
            if place in wanted:
                yield path, place
