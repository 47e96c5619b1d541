"""The wings of the package, which the core never imports: a copy without one of them works, and lacks what it adds."""

from importlib.util import find_spec

WINGS = ("classroom", "exchange")
"""Each is a package beside the core, with a file of rules of the same name."""


def has_wing(name: str) -> bool:
    """Tell whether a wing is there; a folder without sources that is left of it doesn't count."""
    spec = find_spec(f"tttcore.{name}")
    return spec is not None and spec.origin is not None
