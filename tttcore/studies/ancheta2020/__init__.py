"""Ancheta et al. (2020): a genetic algorithm with controlled elite preservation."""

NAME = "ancheta2020"
