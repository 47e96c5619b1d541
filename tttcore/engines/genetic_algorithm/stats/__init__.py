"""Statistics of the runs of genetic algorithms."""
