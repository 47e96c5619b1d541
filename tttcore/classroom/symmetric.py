"""Blunders as reports show them: rotations and mirror images of one stand once."""

from collections.abc import Mapping, Sequence
from typing import Any

from tttcore.games.classic import SYMMETRIES

Blunder = Mapping[str, Any]


def up_to_symmetry(blunders: Sequence[Blunder]) -> list[dict[str, Any]]:
    """Return blunders of which those that a symmetry of the board maps to each other stand once, the first of them.

    They have the same chance and the same reason of a forfeit. The costliest comes first, ties in the order given.

    Parameters
    ----------
    blunders : rows of `evaluation.blunders`.

    Returns
    -------
    The same columns, of which ``often`` and ``cost`` are sums over the symmetric ones, and
    alike : number of these besides the one that is shown.

    Examples
    --------
    >>> from tttcore.classroom.symmetric import up_to_symmetry
    >>> row = {"fault": None, "chance": 1.0, "often": 0.1, "cost": 0.05}
    >>> corners = [row | {"board": "X........", "cell": 1}, row | {"board": "........X", "cell": 7}]
    >>> [(each["board"], each["often"], each["alike"]) for each in up_to_symmetry(corners)]
    [('X........', 0.2, 1)]
    """
    groups: dict[Any, list[Blunder]] = {}
    for one in blunders:
        groups.setdefault((_least_image(one), one["fault"], one["chance"]), []).append(one)
    rows = [
        {
            **group[0],
            **{sum_of: sum(one[sum_of] for one in group) for sum_of in ("often", "cost")},
            "alike": len(group) - 1,
        }
        for group in groups.values()
    ]
    return sorted(rows, key=lambda row: -row["cost"])


def _least_image(one: Blunder) -> tuple[str, int | None]:
    """First of the images of a board and a cell, which all blunders of a group have in common."""
    images = (
        ("".join(one["board"][cell] for cell in image), None if one["cell"] is None else image.index(one["cell"]))
        for image in SYMMETRIES.tolist()
    )
    return min(images, key=lambda each: (each[0], each[1] or 0))
