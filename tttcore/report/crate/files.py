"""Files of a crate, with their sizes and digests; large tables are named and not copied."""

import base64
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from rocrate.model.data_entity import DataEntity
from rocrate.rocrate import ROCrate

from tttcore.pipeline.manifest import sha256

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
        """Its path; if it isn't copied, a name made of its digest as in RFC 6920."""
        if self.copied:
            return self.path
        return f"ni:///sha-256;{base64.urlsafe_b64encode(bytes.fromhex(self.digest)).decode().rstrip('=')}"


def crate_files(sources: Mapping[str, Path], *, largest: int = LARGEST) -> list[CrateFile]:
    """Files of a crate, given where they are now by their paths in it; larger Parquet files than that aren't copied."""
    return [_crate_file(path, source, largest) for path, source in sources.items()]


def add_files(crate: ROCrate, files: Iterable[CrateFile]) -> list[DataEntity]:
    """Add files to a crate's description."""
    return [
        crate.add_file(*((each.source, each.path) if each.copied else (each.identifier,)), properties=about(each))
        for each in files
    ]


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
