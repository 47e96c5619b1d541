"""Ancheta et al. (2020): a genetic algorithm whose elite is chosen by move generators."""
