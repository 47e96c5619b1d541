"""Studies: a package for each document with its method, tables and figures, and shared modules that look these up."""
