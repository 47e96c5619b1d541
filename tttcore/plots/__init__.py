"""Drawing of figures and charts for any engine, one module per type of plot."""
