"""Files that pages share, in the folder ``assets`` beside them: the style sheet, scripts and the library of charts."""

from hashlib import sha256

from tttcore.pipeline.provenance import text_digest
from tttcore.plots.charts import library
from tttcore.report.site import FOLDER


def assets() -> dict[str, bytes]:
    """Every shared file, by name; what a page holds within is in folders of ``assets/`` and not among them."""
    own = {file.name: file.read_bytes() for file in (FOLDER / "assets").iterdir() if file.is_file()}
    return {**own, **library.assets()}


def asset_digest() -> str:
    """Digest of these files."""
    return text_digest(*(f"{name} {sha256(content).hexdigest()}" for name, content in sorted(assets().items())))
