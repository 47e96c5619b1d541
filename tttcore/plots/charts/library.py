"""The JavaScript library that draws charts in a page, as the installed package has it."""

from importlib.resources import files

LIBRARY = "bokeh.min.js"
"""What draws charts in the page; its own licence stands at its beginning."""


def assets() -> dict[str, bytes]:
    """The library that pages with charts link to, as the installed package has it: file name and content."""
    return {LIBRARY: (files("bokeh") / "server" / "static" / "js" / LIBRARY).read_bytes()}
