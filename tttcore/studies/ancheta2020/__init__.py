"""Ancheta et al. (2020): genetic algorithm whose elite is chosen by games against move generators."""
