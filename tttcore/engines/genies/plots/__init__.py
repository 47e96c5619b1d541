"""Drawings of the results of Genies."""
