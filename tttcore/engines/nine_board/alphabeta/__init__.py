"""Alpha-beta search on nine boards: heuristics, the search as the document describes it, and a fast equivalent."""
