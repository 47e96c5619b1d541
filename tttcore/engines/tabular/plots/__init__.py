"""Drawings of the results of tabular learners."""
