"""Kinds of tables for studies of genetic algorithms."""
