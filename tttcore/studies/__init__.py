"""One module or package per document: what it alone needs."""
