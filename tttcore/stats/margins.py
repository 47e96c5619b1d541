"""Read equivalence margins, within which a difference counts as none, from a study's file."""

import math
from collections.abc import Mapping
from typing import Any


def unit_and_size(margin: Mapping[str, Any]) -> tuple[str, float]:
    """Unit, ``generations`` or ``sd``, and size of a margin; ValueError if it has another form or is not positive."""
    units = [unit for unit in ("generations", "sd") if unit in margin]
    if "name" not in margin or set(margin) != {"name", *units} or len(units) != 1:
        raise ValueError(f"margin {dict(margin)}: needs a name and either generations or sd")
    if not isinstance(margin["name"], str) or not margin["name"]:
        raise ValueError(f"margin {dict(margin)}: name: {margin['name']!r} is no text")
    size = margin[units[0]]
    if not isinstance(size, int | float) or isinstance(size, bool) or not 0 < size < math.inf:
        raise ValueError(f"margin {margin['name']!r}: {units[0]} must be a number above 0, not {size!r}")
    return units[0], float(size)
