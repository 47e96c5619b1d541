"""Shared files of the pages in the folder ``assets``: style sheet, scripts and the library of charts."""

from hashlib import sha256

from tttcore.pipeline.provenance import text_digest
from tttcore.plots.charts import library
from tttcore.report.site import FOLDER


def assets() -> dict[str, bytes]:
    """Contents of the shared files by name; files in folders of ``assets/`` are embedded in pages and not shared."""
    own = {file.name: file.read_bytes() for file in (FOLDER / "assets").iterdir() if file.is_file()}
    return {**own, **library.assets()}


def asset_digest() -> str:
    """Digest of the shared files."""
    return text_digest(*(f"{name} {sha256(content).hexdigest()}" for name, content in sorted(assets().items())))
