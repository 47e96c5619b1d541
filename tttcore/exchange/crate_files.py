"""Files of a research object with sizes and digests, and files of the workflow; large tables are not copied."""

import base64
import posixpath
import re
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

from tttcore.pipeline.manifest import sha256
from tttcore.pipeline.messages import ConfigError

LARGEST = 2_000_000
"""Bytes of the largest Parquet file that is copied. At full scale a study's runs and traces take hundreds of megabytes;
what verdicts rest on, tables of statistics, is small and also there as CSV."""
FORMATS = {
    ".cff": "application/yaml",
    ".csv": "text/csv",
    ".json": "application/json",
    ".parquet": "application/vnd.apache.parquet",
    ".pdf": "application/pdf",
    ".png": "image/png",
    ".py": "text/x-python",
    ".rst": "text/x-rst",
    ".svg": "image/svg+xml",
    ".yaml": "application/yaml",
}
"""Media types by ending; all other files are plain text."""
MAIN = "Snakefile"
BESIDE = ("CITATION.cff", "LICENSE", "codemeta.json", "pyproject.toml", "requirements.lock")
"""Files that describe the workflow and pin its dependencies."""
_NAMED = re.compile(r'"((?:workflow|\.\.)/[^"{}]+\.\w+)"')
"""Paths in a Snakefile or a file of rules, relative to it."""


@dataclass(frozen=True)
class CrateFile:
    """A file that a crate describes.

    Attributes
    ----------
    path : where it is in the crate, or would be.
    source : where it is now.
    size : in bytes.
    digest : its SHA-256.
    copied : whether the crate holds it.
    """

    path: str
    source: Path
    size: int
    digest: str
    copied: bool

    @property
    def identifier(self) -> str:
        """Path of the file; if it isn't copied, a name made of its digest as in RFC 6920."""
        if self.copied:
            return self.path
        return f"ni:///sha-256;{base64.urlsafe_b64encode(bytes.fromhex(self.digest)).decode().rstrip('=')}"


def crate_files(sources: Mapping[str, Path], *, largest: int = LARGEST) -> list[CrateFile]:
    """Files of a crate, given where they are now by their paths in it; larger Parquet files than that aren't copied."""
    return [_crate_file(path, source, largest) for path, source in sources.items()]


def about(file: CrateFile) -> dict[str, str]:
    """Description of a file in a crate."""
    return {
        "name": file.path,
        "contentSize": str(file.size),
        "sha256": file.digest,
        "encodingFormat": FORMATS.get(Path(file.path).suffix, "text/plain"),
    }


def _crate_file(path: str, source: Path, largest: int) -> CrateFile:
    size = source.stat().st_size
    return CrateFile(path, source, size, sha256(source), copied=source.suffix != ".parquet" or size <= largest)


def check_library() -> None:
    """Check that the library is there; ConfigError with the command that installs it."""
    if find_spec("rocrate") is None:
        raise ConfigError("a crate needs the library rocrate; install it: pip install rocrate")


def workflow_sources(read: Callable[[str], str], *, without: Collection[str] = ()) -> list[str]:
    """Paths of the workflow's files, in order.

    Parameters
    ----------
    read : gives the text of a file by its path.
    without : paths that it names but that are not there.
    """
    todo, found = [MAIN], {*BESIDE}
    while todo:
        path = todo.pop()
        found.add(path)
        if path == MAIN or path.endswith(".smk"):
            named = _NAMED.findall(read(path))
            todo += {posixpath.normpath(posixpath.join(posixpath.dirname(path), name)) for name in named} - {
                *found,
                *without,
            }
    return sorted(found)
