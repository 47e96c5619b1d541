"""The wings of the package, which the core never imports: a copy without one of them works, and lacks what it adds."""

from pathlib import Path

WINGS = ("classroom", "exchange")
"""Each is a package beside the core, with a file of rules of the same name."""


def has_wing(name: str) -> bool:
    """Tell whether a wing is there beside the core; one of the same name that is installed elsewhere doesn't count."""
    return (Path(__file__).parent / name / "__init__.py").is_file()
