"""Kinds of figures about tabular learners."""
