"""Drawing of figures for any engine, one module per type of plot."""
