"""Drawings for the figures of tabular learning."""
