"""Kinds of tables that studies of any engine can ask for."""
