"""Kinds of tables for studies of tabular learning."""
