"""Alpha-beta on nine boards: the heuristics, the search as the document describes it, and an engine built for speed."""
