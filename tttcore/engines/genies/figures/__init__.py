"""Figures about Genies."""
