"""One module per document: how its configuration becomes runs."""
