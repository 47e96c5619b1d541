"""Kinds of figures for studies of tabular learning."""
