"""Reference of the package's public names."""

from importlib import import_module

from mkdocs.exceptions import PluginError

from site_pages.public import MODULES, faults


def page() -> str:
    """Text of the page; PluginError for a name without a docstring or an example, and for an example that fails."""
    for module in MODULES:
        if found := [*faults(module)]:
            raise PluginError("; ".join(found))
    return "\n".join([_INTRODUCTION, *map(_section, MODULES)])


_INTRODUCTION = """\
# Python

For programs and notebooks: the public names of `tttcore`. The rest of the package may change with any version.
"""


def _section(module: str) -> str:
    described = import_module(module)
    return "\n".join(
        [f"## {module}\n", f"{described.__doc__}\n", *(f"::: {module}.{name}\n" for name in described.__all__)]
    )
