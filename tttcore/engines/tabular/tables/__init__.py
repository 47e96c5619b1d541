"""Kinds of tables about tabular learners."""
