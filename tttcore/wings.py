"""The wings of the package, optional subpackages: without one, the rest works and lacks what it adds.

The core imports a wing by name alone, where it offers the wing's commands and pages, and asks here whether it is there;
`tttcore.results` and `tttcore.evaluate` are the functions that need one.
"""

from pathlib import Path

WINGS = ("classroom", "exchange")
"""Each is a package beside the core, with rules of the same name."""


def has_wing(name: str) -> bool:
    """True if a wing is there beside the core; one of the same name that is installed elsewhere doesn't count."""
    return (Path(__file__).parent / name / "__init__.py").is_file()
