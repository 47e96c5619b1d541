"""Alpha-beta search on nine boards: heuristics, the search as published and an engine built for speed."""
