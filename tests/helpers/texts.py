"""Texts of what is told, printed and drawn, to be held to stored ones (`snapshot`) that somebody has read."""

import os
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from matplotlib.artist import Artist
from matplotlib.collections import Collection
from matplotlib.colors import to_hex
from matplotlib.figure import Figure
from matplotlib.image import AxesImage
from matplotlib.legend import Legend
from matplotlib.lines import Line2D
from matplotlib.patches import FancyArrowPatch, Patch
from matplotlib.spines import Spine
from matplotlib.text import Text

from tttcore.pipeline.messages import ConfigError
from tttcore.pipeline.store import StoreError


def message(function: Callable[..., Any], *arguments: Any, **options: Any) -> str:
    """The one line that refuses what a user gave; "accepted" where nothing is wrong."""
    try:
        function(*arguments, **options)
    except (ConfigError, StoreError, ValueError) as error:
        (line,) = str(error).splitlines()
        return line
    return "accepted"


def transcript(run: Callable[..., tuple[int, str, str]], *command_lines: str | Sequence[str]) -> str:
    """Command lines, each with what it prints, marked ``!`` on standard error, and its exit code if that isn't 0.

    `run` is the fixture `ttt`. The current folder is written as ``HERE``.
    """
    lines = []
    for each in command_lines:
        code, out, err = run(*(each.split() if isinstance(each, str) else each))
        lines.append(f"$ ttt {each if isinstance(each, str) else ' '.join(map(str, each))}")
        lines += out.splitlines() + [f"! {line}" for line in err.splitlines()] + [f"exit {code}"] * bool(code)
    return "\n".join(lines).replace(os.getcwd(), "HERE")


def picture(figure: Figure) -> str:
    """All that a figure shows: a line for each axis and artist, with places in the numbers of its axes."""
    figure.draw_without_rendering()
    size = " x ".join(f"{side:g}" for side in figure.get_size_inches().round(2))
    lines = [f"figure {size}", *_texts(figure.texts)]
    for axes in figure.axes:
        if axes.get_visible():
            lines += ["axes", *(f"  {line}" for line in _axes(axes))]
    return "\n".join(lines + [line for each in figure.legends for line in _keys(each)])


def _axes(axes: Any) -> list[str]:
    titles = [f"title {title}" for where in ("left", "center", "right") if (title := axes.get_title(loc=where))]
    scales = []
    for name, axis in (("x", axes.xaxis), ("y", axes.yaxis)):
        ticks = [text for tick in axis.get_ticklabels() if (text := tick.get_text())]
        limits = " to ".join(_numbers(axis.get_view_interval()))
        scales.append(f"{name} {axis.label.get_text()} | {axis.get_scale()} {limits} | {' '.join(ticks)}")
    artists = [_artist(each) for each in axes.get_children() if each is not axes.patch and not isinstance(each, Spine)]
    legend = axes.get_legend()
    return [*titles, *scales, *filter(None, artists), *(_keys(legend) if legend else [])]


def _keys(legend: Legend) -> list[str]:
    across = f" {legend._ncols} across" if legend._ncols > 1 else ""
    return [f"legend{across} {text.get_text()}" for text in legend.get_texts()]


def _artist(artist: Artist) -> str:
    label = str(artist.get_label())
    name = "" if label.startswith("_") else f" {label}"
    if isinstance(artist, Line2D):
        style = [to_hex(artist.get_color()), artist.get_linestyle(), artist.get_marker()]
        sizes = f"{artist.get_linewidth():g}/{artist.get_markersize():g}"
        if (every := artist.get_markevery()) is not None:
            sizes += f" marked {every}"
        return f"line{name} {' '.join(map(str, style))} {sizes} {_points(artist.get_xydata())}"
    if isinstance(artist, Collection):
        colours = {to_hex(each, keep_alpha=True) for each in (*artist.get_facecolor(), *artist.get_edgecolor())}
        offsets = np.asarray(artist.get_offsets())
        paths = [] if len(offsets) > 1 else [_points(path.vertices) for path in artist.get_paths()]
        places = [_points(offsets)] if offsets.any() else []
        return f"collection{name} {' '.join(sorted(colours))} {' ; '.join(places + paths)}"
    if isinstance(artist, FancyArrowPatch):
        return f"arrow{name} {to_hex(artist.get_edgecolor())} {_points(artist._posA_posB)}"
    if isinstance(artist, Patch):
        colours = [to_hex(artist.get_edgecolor()), to_hex(artist.get_facecolor()) if artist.get_fill() else "empty"]
        box = artist.get_patch_transform().transform_path(artist.get_path()).get_extents().get_points()
        return f"patch{name} {' '.join(colours)} {_points(box)}"
    if isinstance(artist, AxesImage):
        array = np.ma.filled(np.ma.asarray(artist.get_array(), dtype=float), np.nan)
        return f"image{name} {array.shape} {' '.join(_numbers(array.ravel()))}"
    return "\n".join(_texts([artist])) if isinstance(artist, Text) else ""


def _texts(texts: Sequence[Text]) -> list[str]:
    return [
        f"text {' / '.join(each.get_text().split(chr(10)))} {to_hex(each.get_color())} {_points([each.get_position()])}"
        for each in texts
        if each.get_text()
    ]


def _points(points: Any) -> str:
    return " ".join(",".join(_numbers(point)) for point in np.atleast_2d(np.asarray(points, float)))


def _numbers(values: Any) -> list[str]:
    return [f"{value + 0:.4g}" for value in np.asarray(values, float)]
