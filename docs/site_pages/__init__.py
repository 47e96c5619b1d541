"""Pages of the site that are written from the code and the configuration: each module's `page` is the text of one."""

from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
"""Folder of the project."""
REPORT = ROOT / "results" / "report"
"""Report of a finished run, if there is one."""
