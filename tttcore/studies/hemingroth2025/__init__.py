"""Hemingroth (2025): genetic algorithm over 627 situations, both seats; its listing and training log."""
