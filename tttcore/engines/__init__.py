"""Engines that make the runs of studies: their interface, and a package for each."""

from tttcore.engines.installed import attach

attach(__path__)
