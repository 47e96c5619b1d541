"""One module per kind of figure."""
