"""Tables of statistics of matchboxes."""
