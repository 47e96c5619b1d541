"""Small pages that hold scripts of the play page and nothing else."""

from pathlib import Path

from tttcore.report.play_files import source


def page_of(folder: Path, *scripts: str, body: str = "") -> Path:
    """A page with scripts of ``assets/play/`` within it, after a `body`."""
    held = "".join(f"<script>{source(f'play/{name}')}</script>" for name in scripts)
    path = folder / "page.html"
    path.write_text(f'<!DOCTYPE html><meta charset="utf-8"><title>Scripts</title>{body}{held}', encoding="utf-8")
    return path
