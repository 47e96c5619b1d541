"""Seats of a game of two players."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Literal

Seat = Literal["first", "second", "both"]

SEATS = ("first", "second")
"""The seats, each at the place of its number."""
SEAT_INDICES: Mapping[Seat, tuple[int, ...]] = MappingProxyType({"first": (0,), "second": (1,), "both": (0, 1)})
"""Numbers of the seats that a player knows."""
