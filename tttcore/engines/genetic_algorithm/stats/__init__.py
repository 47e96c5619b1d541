"""Statistics of runs of genetic algorithms."""
