"""Copy figures as small WebP images beside the pages, with links to the files for papers."""

import struct
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from os.path import relpath
from pathlib import Path
from typing import Any

from tttcore.pipeline.files import atomic
from tttcore.pipeline.store import unreadable

COLOURS = 96
"""Colours of a copy: enough for those of a figure and for smooth text and curves."""


@dataclass(frozen=True)
class Picture:
    """A figure on a page.

    Attributes
    ----------
    name, title, caption : of the figure.
    claims : ids of the claims that it bears on.
    image : address of its copy, relative to the page.
    width, height : size of the copy in pixels.
    files : address of each format, relative to the page.
    """

    name: str
    title: str
    caption: str
    claims: Sequence[str]
    image: str
    width: int
    height: int
    files: Mapping[str, str]


def pictures(
    settings: Mapping[str, Mapping[str, Any]], figures: Sequence[str | Path], *, page: str | Path, folder: str
) -> list[Picture]:
    """Copy the figures of a page to ``figures/<folder>/`` beside it, in the order of `settings`.

    The folder is made even without figures.

    Parameters
    ----------
    settings : ``title``, ``caption`` and optional ``claims`` of each figure, by name.
    figures : their files in all formats, named after the figures.
    page : file of the page.
    folder : name of the folder of the copies, such as the study's.

    Raises
    ------
    ValueError
        If a figure has no PNG.
    """
    place = Path(page).parent
    (place / "figures" / folder).mkdir(parents=True, exist_ok=True)
    formats: dict[str, dict[str, Path]] = {name: {} for name in settings}
    for file in map(Path, figures):
        formats[file.stem][file.suffix[1:]] = file
    found = []
    for name, files in formats.items():
        if "png" not in files:
            raise ValueError(f"figure {name!r} has no PNG; formats: {', '.join(files) or 'none'}")
        image = f"figures/{folder}/{name}.webp"
        width, height = copy_as_webp(files["png"], place / image)
        addresses = {kind: Path(relpath(file, place)).as_posix() for kind, file in files.items()}
        shown = settings[name]
        found.append(
            Picture(name, shown["title"], shown["caption"], shown.get("claims", ()), image, width, height, addresses)
        )
    return found


def copy_as_webp(source: str | Path, target: str | Path) -> tuple[int, int]:
    """Copy a PNG as WebP in `COLOURS` colours with an opaque background, and return its size in pixels.

    Same picture, same bytes. Lossless WebP is a quarter smaller than PNG of the same colours.

    Raises
    ------
    StoreError
        For a damaged PNG.
    """
    from PIL import Image  # noqa: PLC0415 - plans copy nothing

    try:
        with Image.open(source) as picture:
            small = picture.convert("RGB").quantize(COLOURS, dither=Image.Dither.NONE)
    except (OSError, SyntaxError, ValueError, EOFError, struct.error) as error:  # Pillow has many
        raise unreadable(source, error) from None
    with atomic(target) as draft:
        small.convert("RGB").save(draft, format="WEBP", lossless=True)
    return small.size
