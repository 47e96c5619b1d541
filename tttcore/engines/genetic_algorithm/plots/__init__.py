"""Drawings of the results of genetic algorithms."""
