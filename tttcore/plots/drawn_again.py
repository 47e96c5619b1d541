"""Draw the figures of a folder, but for those that are there and whose data, options and code are the same."""

import json
import shutil
from collections.abc import Callable, Iterable, Mapping
from importlib import metadata
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tttcore.pipeline.atomic_file import atomic

if TYPE_CHECKING:
    from matplotlib.figure import Figure


def update_figures(
    kept: str | Path,
    figures: Mapping[str, Callable[[], "Figure"]],
    provenance: Mapping[str, Mapping[str, Any]],
    outputs: Iterable[str | Path],
) -> list[str]:
    """Write figures to `outputs`; names of those that were drawn, others being copied from where they are kept.

    Parameters
    ----------
    kept : folder that holds the figures and their provenance. It is no output of Snakemake, which removes outputs
        before a job, so that an error in a figure loses no other one. Files of other figures are removed at the end.
    figures : functions that draw, by the figure's name.
    provenance : all that a figure depends on as JSON can hold it, by the figure's name.
    outputs : files of all figures, named after them, in the formats that their suffixes name.
    """
    files: dict[str, list[Path]] = {name: [] for name in figures}
    for output in map(Path, outputs):
        files[output.stem].append(output)
    drawn_by = {"matplotlib": metadata.version("matplotlib")}
    origins = {name: {**provenance[name], **drawn_by} for name in figures}
    stale = [name for name in figures if not _is_kept(Path(kept), files[name], origins[name])]
    for name in stale:
        _draw(Path(kept), name, figures[name](), files[name], origins[name])
    for output in (output for of_figure in files.values() for output in of_figure):
        with atomic(output) as partial:
            shutil.copy2(Path(kept) / output.name, partial)
    for file in Path(kept).glob("[!.]*"):
        if file.stem not in files:
            file.unlink()
    return stale


def _draw(kept: Path, name: str, figure: "Figure", files: list[Path], provenance: Mapping[str, Any]) -> None:
    """Keep a figure; its provenance, which tells that all files are there, comes last."""
    from tttcore.plots.style import save  # noqa: PLC0415 - matplotlib, which isn't needed where nothing has changed

    _provenance_file(kept, name).unlink(missing_ok=True)
    save(figure, [kept / file.name for file in files])
    with atomic(_provenance_file(kept, name)) as partial:
        partial.write_text(json.dumps(provenance, sort_keys=True), encoding="utf-8")


def _is_kept(kept: Path, files: list[Path], provenance: Mapping[str, Any]) -> bool:
    """Tell whether all files of a figure are there, drawn from the same."""
    try:
        stored = json.loads(_provenance_file(kept, files[0].stem).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return False
    return stored == json.loads(json.dumps(provenance)) and all((kept / file.name).is_file() for file in files)


def _provenance_file(kept: Path, name: str) -> Path:
    return kept / f"{name}.json"
