"""Bokeh's JavaScript library, which draws charts in a page."""

from importlib.resources import files

LIBRARY = "bokeh.min.js"
"""File name of the library; its licence is at its beginning."""


def assets() -> dict[str, bytes]:
    """Read the library from the installed package: content by file name."""
    return {LIBRARY: (files("bokeh") / "server" / "static" / "js" / LIBRARY).read_bytes()}
