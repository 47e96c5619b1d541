"""A package for each document with its method, tables and figures, and what builds them."""
