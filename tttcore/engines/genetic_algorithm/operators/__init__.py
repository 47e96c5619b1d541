"""Operators of genetic algorithms: selection, crossover, mutation, breeding and replacement."""
