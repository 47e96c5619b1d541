"""Evidence of figures that is at hand, without files."""

from pathlib import Path

from tttcore.plots.evidence import Files

NO_FILES = Files(runs=Path("no"), traces=Path("no"), tables=Path("no"), states=Path("no"), batches=[])
