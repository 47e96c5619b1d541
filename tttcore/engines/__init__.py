"""Engines that make the runs of studies: their interface, and a package for each."""
