"""Drawing of matchboxes: learning curves, and boxes to print."""
