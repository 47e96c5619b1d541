"""Kinds of tables for studies of any engine."""
