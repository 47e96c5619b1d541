"""Hemingroth (2025): a genetic algorithm over 627 situations, both seats."""
