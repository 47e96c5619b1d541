"""Seats of a game of two players."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Literal, get_args

OneSeat = Literal["first", "second"]
Seat = Literal[OneSeat, "both"]

SEATS: tuple[OneSeat, ...] = get_args(OneSeat)
"""Names of the seats by index."""
SEAT_INDICES: Mapping[Seat, tuple[int, ...]] = MappingProxyType({"first": (0,), "second": (1,), "both": (0, 1)})
"""Indices of the seats in which a player plays."""
