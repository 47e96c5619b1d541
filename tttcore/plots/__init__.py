"""Drawing that all figures share, one module per way of drawing."""
