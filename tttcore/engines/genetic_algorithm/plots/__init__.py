"""Drawing functions for results of genetic algorithms."""
