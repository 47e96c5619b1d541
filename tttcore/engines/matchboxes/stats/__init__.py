"""Tables of statistics of matchboxes."""

from tttcore.engines.matchboxes.stats.machines import MACHINES, machines
from tttcore.engines.matchboxes.stats.single_series import SINGLE_SERIES, single_series
from tttcore.engines.matchboxes.stats.stretches import STRETCHES, stretches

__all__ = ["MACHINES", "SINGLE_SERIES", "STRETCHES", "machines", "single_series", "stretches"]
