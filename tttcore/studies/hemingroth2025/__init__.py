"""Hemingroth (2025): a genetic algorithm over 627 situations, both seats."""

from tttcore.studies.hemingroth2025.method import method_facts

__all__ = ["method_facts"]
